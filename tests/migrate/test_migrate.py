"""What every move has in common, shown with `mint.json`, which moves without a change."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from octavo.cli.entry import main
from octavo.problems import Code, Severity
from tests.project_folder import write_files

SETTINGS = {
    "name": "Kettle",
    "colors": {"primary": "#123456"},
    "navigation": [{"group": "Start", "pages": ["index", "guides/one"]}],
}
PROJECT: dict[str, Any] = {
    "mint.json": SETTINGS,
    "index.mdx": b"\xef\xbb\xbf---\r\ntitle: Hello\r\n---\r\n\r\nWelcome.\r\n",
    "guides/one.mdx": "# One\n\n![A dot](/images/dot.svg)\n",
    "images/dot.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>",
    ".mintignore": "drafts/\n",
    "drafts/idea.mdx": "Not yet.\n",
}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return write_files(tmp_path / "old", PROJECT)


def load_tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".git" not in path.relative_to(folder).parts
    }


def commit(folder: Path) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
    for arguments in (["init", "-q"], ["add", "-A"], [*who, "commit", "-qm", "All"]):
        subprocess.run(["git", *arguments], cwd=folder, check=True)


def test_a_project_is_copied_and_its_settings_renamed(
    old: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = load_tree(old)
    new = tmp_path / "new"
    assert main(["migrate", str(old), "-o", str(new)]) == 0
    assert load_tree(old) == before
    moved = load_tree(new)
    report = moved.pop("MIGRATION.md").decode()
    assert moved.pop(".octavoignore") == b"/MIGRATION.md\n"
    assert moved.pop("site.json") == before.pop("mint.json")
    before.pop("drafts/idea.mdx")
    assert moved == before
    assert report.startswith("# Moved from `mint.json`\n")
    assert "- Pages: 2. 0 were changed" in report
    told = capsys.readouterr().err
    assert "Moved 2 pages into" in told
    assert "everything was carried over" in told


def test_the_list_is_no_page_and_the_site_is_the_same(old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    main(["migrate", str(old), "-o", str(new)])
    built = [build_folder(str(each), str(tmp_path / f"{each.name}-out")) for each in (old, new)]
    sites = [load_tree(tmp_path / name) for name in ("old-out", "new-out")]
    assert sites[0] == sites[1]
    places = [[(each.code, str(each.location)) for each in report.problems] for report in built]
    note = next(each for each in built[0].problems if each.code is Code.SETTINGS_OTHER_NAME)
    assert (note.severity, str(note.location)) == (Severity.INFO, "mint.json")
    assert places[1] == [(Code.CONTRAST_LOW, "site.json:4:16")]
    assert sorted(places[0]) == [
        (Code.CONTRAST_LOW, "mint.json:4:16"),
        (Code.SETTINGS_OTHER_NAME, "mint.json"),
    ]


def test_without_a_folder_the_new_one_stands_beside_the_old(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(old)
    assert main(["migrate"]) == 0
    assert (old.parent / "old-octavo/site.json").exists()


def test_a_dry_run_prints_the_list_and_writes_nothing(
    old: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = load_tree(tmp_path)
    assert main(["migrate", str(old), "--dry-run"]) == 0
    assert load_tree(tmp_path) == before
    told = capsys.readouterr()
    assert told.out.startswith("# Moved from `mint.json`")
    assert "Would move 2 pages" in told.err


@pytest.mark.parametrize("name", ["kept.txt", "site.json"])
def test_a_folder_that_is_not_empty_stays_as_it_is(
    old: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    new = write_files(tmp_path / "new", {name: "mine"})
    assert main(["migrate", str(old), "-o", str(new)]) == 1
    assert load_tree(new) == {name: b"mine"}
    assert "[migration-in-the-way]" in capsys.readouterr().err


def test_a_folder_without_a_site_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        assert main(["migrate", str(folder)]) == 1
        assert "[migration-nothing-to-move]" in capsys.readouterr().err
    write_files(tmp_path, {"site.json": SETTINGS, "mint.json": SETTINGS})
    assert main(["migrate", str(tmp_path)]) == 1
    assert "a project of Octavo already" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_ends_with_74(
    old: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blocked = write_files(tmp_path, {"file": ""}) / "file/new"
    assert main(["migrate", str(old), "-o", str(blocked)]) == 74
    assert "[migration-not-written]" in capsys.readouterr().err


def test_in_place_needs_a_clean_tree_of_git(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = load_tree(old)
    assert main(["migrate", str(old), "--in-place"]) == 1
    assert "this folder is not in git" in capsys.readouterr().err
    commit(old)
    (old / "index.mdx").write_bytes(b"Changed.\n")
    assert main(["migrate", str(old), "--in-place"]) == 1
    told = capsys.readouterr().err
    assert "not everything in this folder is committed: index.mdx" in told
    assert "[migration-not-committed]" in told
    assert load_tree(old) == {**before, "index.mdx": b"Changed.\n"}


def test_in_place_adds_files_and_leaves_all_others(old: Path) -> None:
    commit(old)
    before = load_tree(old)
    times = {path: os.stat(old / path).st_mtime_ns for path in before}
    assert main(["migrate", str(old), "--in-place"]) == 0
    after = load_tree(old)
    assert {path: after[path] for path in before} == before
    assert {path: os.stat(old / path).st_mtime_ns for path in before} == times
    assert sorted(after.keys() - before.keys()) == [".octavoignore", "MIGRATION.md", "site.json"]
    assert json.loads(after["site.json"]) == SETTINGS


def test_in_place_nothing_is_replaced_that_git_ignores(
    old: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_files(old, {".gitignore": ".octavoignore\n"})
    commit(old)
    write_files(old, {".octavoignore": "mine/\n"})
    assert main(["migrate", str(old), "--in-place"]) == 1
    assert "[migration-in-the-way]" in capsys.readouterr().err
    assert (old / ".octavoignore").read_text() == "mine/\n"
    assert not (old / "site.json").exists()


def test_in_place_and_a_new_folder_exclude_one_another(old: Path) -> None:
    assert main(["migrate", str(old), "--in-place", "-o", "new"]) == 2


def test_a_page_called_migration_keeps_its_name(old: Path, tmp_path: Path) -> None:
    write_files(old, {"migration.mdx": "A page.\n"})
    new = tmp_path / "new"
    assert main(["migrate", str(old), "-o", str(new)]) == 0
    assert (new / "migration.mdx").read_text() == "A page.\n"
    assert (new / "OCTAVO-MIGRATION.md").exists()
    assert (new / ".octavoignore").read_text() == "/OCTAVO-MIGRATION.md\n"


def test_what_pages_with_the_same_bytes_lose_is_told_for_each(old: Path, tmp_path: Path) -> None:
    page = "---\ntitle: Same\n---\n\n<Gone>Text</Gone>\n"
    imports = "import Part from './part.mdx'\n\n<Part />\n"
    pages = {"a/same.mdx": page, "b/same.mdx": page, "a/one.mdx": imports, "b/one.mdx": imports}
    write_files(old, {**pages, "a/part.mdx": "Part.\n"})
    new = tmp_path / "new"
    assert main(["migrate", str(old), "-o", str(new)]) == 0
    report = (new / "MIGRATION.md").read_text()
    start = report.index("There is no component `Gone`")
    assert "  - `a/same.mdx` at 5:1\n  - `b/same.mdx` at 5:1" in report[start:]
    assert "`b/one.mdx`" in report  # there is no part in its folder
    assert "`a/one.mdx`" not in report


def test_the_list_counts_in_plain_words_and_names_files_that_moved(tmp_path: Path) -> None:
    old = write_files(
        tmp_path / "old",
        {"mkdocs.yml": "site_name: K\n", "docs/index.md": "# Hi\n", "docs/changelog.md": "# Log\n"},
    )
    new = tmp_path / "new"
    assert main(["migrate", str(old), "-o", str(new)]) == 0
    report = (new / "MIGRATION.md").read_text()
    assert "2 were changed, 0 are new" in report
    assert "- Pages whose file has another name or folder now: 1" in report
    assert "| `changelog.md` | `changelog.mdx` |" in report
    (old / "docs/changelog.md").unlink()
    assert main(["migrate", str(old), "-o", str(tmp_path / "one")]) == 0
    assert "1 was changed, 0 are new" in (tmp_path / "one/MIGRATION.md").read_text()
