from __future__ import annotations

import os
from pathlib import Path

import pytest

from octavo.project.cache_folder import remove_old_files
from octavo.project.web import link_cache
from octavo.project.web.link_cache import Copy, load_copy, write_copy


def test_the_oldest_files_go_first_and_the_one_in_use_stays(tmp_path: Path) -> None:
    for age, name in enumerate(["newest", "older", "oldest"]):
        (tmp_path / name).write_bytes(b"x" * 1000)
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    remove_old_files(str(tmp_path), str(tmp_path / "oldest"), 2500)
    assert sorted(os.listdir(tmp_path)) == ["newest", "oldest"]


def test_copies_of_links_do_not_grow_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link_cache, "ALL_BYTES", 5_000)
    for number in range(20):
        write_copy(str(tmp_path), Copy(f"https://a.example/{number}", b"x" * 1000, 1.0))
    left = [load_copy(str(tmp_path), f"https://a.example/{number}") for number in range(20)]
    assert left[-1] is not None
    assert 2 <= sum(copy is not None for copy in left) <= 4


@pytest.mark.parametrize("where", ["octavo", "octavo/links", "file"])
def test_a_link_leads_no_copy_elsewhere(tmp_path: Path, where: str) -> None:
    folder, victim = tmp_path / "octavo", tmp_path / "victim"
    copy = Copy("https://example.com/a", b"body", 1.0)
    write_copy(str(folder), copy)
    (name,) = os.listdir(folder / "links")
    victim.mkdir()
    if where == "file":
        (folder / "links" / name).rename(victim / name)
        (folder / "links" / name).symlink_to(victim / name)
    else:
        (tmp_path / where).rename(victim / "moved")
        (tmp_path / where).symlink_to(victim / "moved")
    before = {path: path.read_bytes() for path in victim.rglob("*") if path.is_file()}
    assert load_copy(str(folder), copy.address) is None
    write_copy(str(folder), Copy(copy.address, b"another", 2.0))
    after = {path: path.read_bytes() for path in victim.rglob("*") if path.is_file()}
    assert after == before


def test_links_are_not_counted_or_removed(tmp_path: Path) -> None:
    (tmp_path / "victim").write_bytes(b"x" * 100)
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache/link").symlink_to(tmp_path / "victim")
    (tmp_path / "cache/folder").mkdir()
    (tmp_path / "cache/file").write_bytes(b"x" * 10)
    remove_old_files(str(tmp_path / "cache"), "", 50)
    assert sorted(os.listdir(tmp_path / "cache")) == ["file", "folder", "link"]
