"""The next state of a site's folder: written, kept and remaining files."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from octavo.builder.publish.publication import Publication, open_publication
from octavo.builder.publish.site_folder import Signature, scan_site
from octavo.project.walk import OUTPUT_MARK


def publish(
    folder: Path,
    files: dict[str, bytes],
    *,
    keeps_spare: bool = True,
    put: Callable[[Publication, str, bytes], Signature] = Publication.put,
) -> None:
    target = str(folder / "out")
    with open_publication(target, keeps_spare=keeps_spare, durable=True, say=print) as state:
        outputs = {output: put(state, output, data) for output, data in files.items()}
        state.publish(outputs)
    assert scan_site(target) == outputs


def files_in(folder: Path) -> dict[str, bytes]:
    """Return the written files, without the mark."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.name != OUTPUT_MARK)
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def folders_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_dir()}


def put_in_pieces(state: Publication, output: str, data: bytes) -> Signature:
    return state.put_pieces(output, (data[at : at + 2] for at in range(0, len(data), 2)))


@pytest.mark.parametrize("put", [Publication.put, put_in_pieces])
@pytest.mark.parametrize("keeps_spare", [True, False])
def test_files_with_the_same_bytes_are_not_written_again(
    tmp_path: Path,
    keeps_spare: bool,
    put: Callable[[Publication, str, bytes], Signature],
) -> None:
    files = {"a/index.html": b"same", "b/index.html": b"old"}
    publish(tmp_path, files, keeps_spare=keeps_spare, put=put)
    before = scan_site(str(tmp_path / "out"))
    files = {"a/index.html": b"same", "b/index.html": b"new"}
    publish(tmp_path, files, keeps_spare=keeps_spare, put=put)
    assert files_in(tmp_path / "out") == files
    after = scan_site(str(tmp_path / "out"))
    assert before["a/index.html"] == after["a/index.html"]
    assert before["b/index.html"] != after["b/index.html"]


@pytest.mark.parametrize("keeps_spare", [True, False])
def test_the_folder_holds_what_was_put_and_nothing_else(tmp_path: Path, keeps_spare: bool) -> None:
    states: list[dict[str, bytes]] = [
        {"a/b/c": b"1", "x": b"2"},
        {"a/b/d": b"1", "x/y": b"2"},
        {"a": b"file", "x": b"file again"},
        {"a/b/c": b"1", "x": b"2"},
        {},
    ]
    for files in states:
        publish(tmp_path, files, keeps_spare=keeps_spare)
        assert files_in(tmp_path / "out") == files
        parents = {str(parent) for name in files for parent in Path(name).parents} - {"."}
        assert folders_in(tmp_path / "out") == parents


def test_the_spare_is_kept_beside_the_site_and_hidden_from_git(tmp_path: Path) -> None:
    publish(tmp_path, {"a": b"1"})
    publish(tmp_path, {"a": b"2"})
    assert files_in(tmp_path / ".out.octavo/next") == {"a": b"1"}
    assert (tmp_path / ".out.octavo/.gitignore").read_text().endswith("\n*\n")
    publish(tmp_path, {"a": b"3"}, keeps_spare=False)
    assert os.listdir(tmp_path) == ["out"]


def test_what_was_written_into_the_site_by_hand_does_not_come_back(tmp_path: Path) -> None:
    publish(tmp_path, {"a": b"1", "b": b"1"})
    publish(tmp_path, {"a": b"1", "b": b"2"})
    with open(tmp_path / "out/a", "r+b") as file:  # the spare has this file by another name
        file.write(b"X")
    publish(tmp_path, {"a": b"1", "b": b"3"})
    assert files_in(tmp_path / "out") == {"a": b"1", "b": b"3"}
    publish(tmp_path, {"a": b"1", "b": b"4"})
    assert files_in(tmp_path / "out") == {"a": b"1", "b": b"4"}


def test_leftovers_in_the_spare_are_no_part_of_the_site(tmp_path: Path) -> None:
    publish(tmp_path, {"a": b"1"})
    spare = tmp_path / ".out.octavo/next"
    (spare / "empty/er").mkdir(parents=True)
    (spare / "half").write_bytes(b"half")
    (spare / "link").symlink_to("/etc")
    (spare.parent / "next-old").mkdir()
    publish(tmp_path, {"a": b"2", "empty": b"file"})
    assert files_in(tmp_path / "out") == {"a": b"2", "empty": b"file"}
    assert not (spare.parent / "next-old").exists()


def test_a_file_that_stands_in_the_way_of_nothing_is_copied_with_its_times(tmp_path: Path) -> None:
    publish(tmp_path, {"a": b"1" * 100})
    source = tmp_path / "source"
    source.write_bytes(b"1" * 100)
    target = str(tmp_path / "out")
    for data, is_kept in ((b"1" * 100, True), (b"1" * 99 + b"2", False), (b"short", False)):
        source.write_bytes(data)
        before = scan_site(target)["a"]
        with (
            open(source, "rb") as stream,
            open_publication(target, keeps_spare=True, durable=False, say=print) as state,
        ):
            after = state.copy("a", stream.fileno())
            state.publish({"a": after})
        assert (after == before) is is_kept
        assert files_in(tmp_path / "out") == {"a": data}


def test_a_build_that_fails_leaves_nothing_beside_the_old_site(tmp_path: Path) -> None:
    publish(tmp_path, {"a": b"1"})

    def fail() -> None:
        target = str(tmp_path / "out")
        with open_publication(target, keeps_spare=True, durable=False, say=print) as state:
            state.put("a", b"2")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert os.listdir(tmp_path) == ["out"]
    assert files_in(tmp_path / "out") == {"a": b"1"}


def test_a_pipe_in_the_place_of_a_file_does_not_hang_the_build(tmp_path: Path) -> None:
    publish(tmp_path, {"a": b"1"})
    (tmp_path / "out/a").unlink()
    os.mkfifo(tmp_path / "out/a")
    publish(tmp_path, {"a": b"1"})
    assert files_in(tmp_path / "out") == {"a": b"1"}


def test_links_are_not_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object, **_more: object) -> None:
        raise PermissionError(1, "no links here")

    publish(tmp_path, {"a": b"1", "b": b"1"})
    before = os.stat(tmp_path / "out/a").st_mtime_ns
    monkeypatch.setattr(os, "link", refuse)
    publish(tmp_path, {"a": b"1", "b": b"2"})
    assert os.stat(tmp_path / "out/a").st_mtime_ns == before


def test_a_file_that_is_kept_twice_is_the_same_file(tmp_path: Path) -> None:
    publish(tmp_path, {"a": b"1"})
    publish(tmp_path, {"a": b"2"})
    target = str(tmp_path / "out")
    signature = scan_site(target)["a"]
    with open_publication(target, keeps_spare=True, durable=False, say=print) as state:
        assert state.put("a", b"2") == state.keep("a", signature) == signature
