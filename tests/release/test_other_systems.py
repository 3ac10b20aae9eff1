"""Octavo on systems that lack what Linux has, and on disks that take fewer names."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from octavo.builder.cache.records import write_record
from octavo.builder.folder_build import build_folder
from octavo.builder.publish import held_folder
from octavo.builder.publish.site_folder import load_site_folder
from octavo.cli.entry import main
from octavo.project.discover import load_project
from octavo.project.files import read_identity
from tests.builder.rich_project import write_rich_project
from tests.builder.test_incremental import tree
from tests.lacking import find_lacking
from tests.patience import HANGS_AFTER, wait_until
from tests.project_folder import write_files
from tests.release.installed import ROOT
from tests.release.other_system import WindowsScan
from tests.served_sites import ask, collect_lines, serving
from tests.whole import first_of_each

SCRIPT = Path(__file__).with_name("other_system.py")
_RESERVED = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{name}{n}" for name in ("com", "lpt") for n in "123456789"),
}


SYSTEMS = first_of_each(["windows", "bare", "linux"])
SETTINGS = {"name": "T", "navigation": [{"group": "A", "pages": ["index"]}]}
LACKING = {"fcntl", "grp", "msvcrt", "pty", "pwd", "resource", "termios", "winreg"}
_LISTENS = re.compile(r"http://(?:localhost|127\.0\.0\.1):(\d+)")


def run(system: str, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), system, *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        timeout=HANGS_AFTER,
    )


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_project_is_made_checked_built_and_searched(system: str, tmp_path: Path) -> None:
    for arguments in (
        ("init", "project"),
        ("check", "project", "--strict", "--no-cache"),
        ("build", "project", "-o", "out", "--strict"),
        ("build", "project", "-o", "out", "--strict"),  # takes the place of the first
        ("search", "out", "quickstart"),
        ("openapi-file", "project/openapi.yaml", "-o", "pages"),
    ):
        ran = run(system, *arguments, cwd=tmp_path)
        assert (arguments, ran.returncode) == (arguments, 0), ran.stderr
        assert "Traceback" not in ran.stderr
    build_folder(str(tmp_path / "project"), str(tmp_path / "usual"))
    assert tree(tmp_path / "out") == tree(tmp_path / "usual")


@pytest.mark.parametrize("system", SYSTEMS)
def test_code_of_pages_is_evaluated(system: str, tmp_path: Path) -> None:
    """Its process has no walls there, and still its own limits."""
    code = "export const made = [1, 2, 3].map((n) => n * 14)\n\nIt is {made[2]}.\n\n"
    endless = "{(() => { for (;;); })()}\n"
    write_files(tmp_path, {"site.json": SETTINGS, "index.mdx": code, "endless.mdx": endless})
    ran = run(system, "build", ".", "-o", "out", "--no-cache", cwd=tmp_path)
    assert "Traceback" not in ran.stderr
    assert "It is 42." in (tmp_path / "out/index.html").read_text()
    assert "endless.mdx:1" in ran.stderr
    assert "index.mdx" not in ran.stderr


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_site_of_another_tool_is_moved(system: str, tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": "site_name: Old\nnav:\n  - Home: index.md\n",
        "docs/index.md": "# Home\n\n!!! note\n    Read this.\n",
    }
    write_files(tmp_path / "old", files)
    ran = run(system, "migrate", "old", "-o", "new", cwd=tmp_path)
    assert (ran.returncode, "Traceback" in ran.stderr) == (0, False), ran.stderr
    assert "<Note " in (tmp_path / "new/index.md").read_text()


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_site_is_served_and_votes_are_kept(system: str, tmp_path: Path) -> None:
    root = write_files(tmp_path / "project", {"site.json": SETTINGS, "index.mdx": "Text\n"})
    build_folder(str(root), str(tmp_path / "out"))
    command = [sys.executable, str(SCRIPT), system, "serve"]
    database = f"sqlite:{tmp_path / 'feedback.db'}"
    with serving(tmp_path / "out", "--database", database, command=command) as served:
        assert served.get("/").status == 200
        assert served.get("/index.md").status == 200
    assert (tmp_path / "feedback.db").exists()


def test_the_identity_of_a_file_is_that_of_the_opened_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows folder lists lack identities, so changes were reported twice, and files missing."""
    root = write_files(tmp_path / "project", {"site.json": SETTINGS, "index.mdx": "Text\n"})
    build_folder(str(root), str(tmp_path / "out"))
    write_files(tmp_path / "out", {"CNAME": "docs.example.com"})
    monkeypatch.setattr(held_folder, "CAN_HOLD", False)
    with held_folder.hold_path(str(tmp_path / "out")) as folder:
        before = load_project(root), load_site_folder(folder)
        monkeypatch.setattr(os, "scandir", WindowsScan)
        assert (load_project(root), load_site_folder(folder)) == before
    status = os.stat(root / "index.mdx")
    assert before[0][0].pages[0].identity == read_identity(status) != (0, 0)


def test_numbers_of_files_fit_into_records() -> None:
    """Some disks of Windows number them with 128 bits; records hold 64."""
    numbers = (1, 1 << 64, (1 << 64) + 1, (1 << 127) + 1)
    identities = {
        read_identity(os.stat_result((0, number, 2**64 - 1, *[0] * 7))) for number in numbers
    }
    assert len({write_record(identity) for identity in identities}) == len(numbers)


@pytest.mark.parametrize("system", SYSTEMS)
def test_read_only_files_of_others_stay(system: str, tmp_path: Path) -> None:
    """Such as those of `.git`, which Windows does not remove as they are."""
    write_files(tmp_path, {"site.json": SETTINGS, "index.mdx": "First\n"})
    for text in ("First", "Second", "Third", "Third"):
        write_files(tmp_path, {"index.mdx": f"{text}\n"})
        ran = run(system, "build", ".", "-o", "out", cwd=tmp_path)
        assert (ran.returncode, "Traceback" in ran.stderr) == (0, False), ran.stderr
        (tmp_path / "out/.git").mkdir(exist_ok=True)
        file = tmp_path / f"out/.git/{text}"
        file.write_text(text)
        file.chmod(0o444)
    assert text in (tmp_path / "out/index.html").read_text()
    kept = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "out/.git").iterdir()}
    assert kept == dict.fromkeys(("First", "Second", "Third"), 0o444)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_project_is_previewed_while_it_changes(system: str, tmp_path: Path) -> None:
    write_files(tmp_path, {"site.json": SETTINGS, "index.mdx": "First\n"})
    with listening(system, "dev", "--no-open", cwd=tmp_path) as port:
        assert b"First" in ask(port, "/").body
        write_files(tmp_path, {"index.mdx": "Second\n"})
        wait_until(lambda: b"Second" in ask(port, "/").body)


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_api_document_is_answered_for(system: str, tmp_path: Path) -> None:
    content = {"application/json": {"schema": {"type": "integer", "const": 42}}}
    get = {"responses": {"200": {"description": "Fine", "content": content}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {"/answer": {"get": get}},
    }
    write_files(tmp_path, {"api.json": document})
    with listening(system, "mock", "api.json", cwd=tmp_path) as port:
        answer = ask(port, "/answer")
        assert (answer.status, answer.body.strip()) == (200, b"42")


@contextmanager
def listening(system: str, *command: str, cwd: Path) -> Iterator[int]:
    """Run a server on such a system until the block ends; gives its port."""
    process = subprocess.Popen(
        [sys.executable, str(SCRIPT), system, *command, "--port", "0"],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )

    def find_port() -> int:
        return next((int(found[1]) for line in said if (found := _LISTENS.search(line))), 0)

    with collect_lines(process.stderr) as said:
        try:
            wait_until(lambda: process.poll() is not None or bool(find_port()))
            assert find_port(), said
            yield find_port()
        finally:
            process.terminate()
            process.wait(HANGS_AFTER)
    assert "Traceback" not in "\n".join(said)


@pytest.fixture
def drives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which each folder is a drive: no relative path leads from one to another."""
    relate = os.path.relpath  # noqa: TID251 (stands in for that of Windows)

    def find_drive(path: str) -> str:
        return relate(os.path.abspath(path), tmp_path).partition(os.sep)[0]

    def relate_on_drive(path: str, start: str = os.curdir) -> str:
        if find_drive(path) != find_drive(start):
            raise ValueError(f"path is on mount {find_drive(path)!r}")
        return relate(path, start)

    monkeypatch.setattr(os.path, "relpath", relate_on_drive)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


OLD_SITE = {"mkdocs.yml": "site_name: T\nnav: [index.md]\n", "docs/index.md": "# Home\n"}
OF_DRIVES = {
    "build": ("build", "{c}/project"),
    "output": ("build", "{c}/project", "-o", "{d}/out"),
    "output here": ("build", "{c}/project", "-o", "out"),
    "json": ("check", "{c}/project", "--format", "json"),
    "sarif": ("check", "{c}/project", "--format", "sarif"),
    "github": ("check", "{c}/project", "--format", "github"),
    "init": ("init", "{d}/new", "--from", "{c}/api.json"),
    "file": ("openapi-file", "{c}/api.json", "-o", "{d}/pages"),
    "migrate": ("migrate", "{c}/old"),
    "to another": ("migrate", "{c}/old", "-o", "{d}/new"),
    "in place": ("migrate", "{c}/old", "--in-place"),
}


@pytest.mark.parametrize("arguments", OF_DRIVES.values(), ids=OF_DRIVES)
def test_folders_may_be_on_several_drives(
    arguments: tuple[str, ...], drives: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_files(drives / "c/project", {"site.json": SETTINGS, "index.mdx": "[Link](/nowhere)\n"})
    write_files(drives / "c", {"api.json": {"openapi": "3.1.0", "info": {}, "paths": {}}})
    write_files(drives / "c/old", OLD_SITE)
    code = main([each.format(c=drives / "c", d=drives / "d") for each in arguments])
    output = "".join(capsys.readouterr())
    assert (code in (0, 1), "internal-error" in output) == (True, False), output


@pytest.mark.parametrize("command", [["openapi-file", "-o", "pages"], ["init", "new", "--from"]])
@pytest.mark.parametrize("opens", [True, False], ids=["linux", "windows"])
def test_a_folder_in_place_of_a_document_is_named_as_one(
    command: list[str],
    opens: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    open_file = os.open

    def open_like_windows(path: str, *arguments: Any, **options: Any) -> int:
        if os.path.isdir(path) and str(path).endswith("folder.json"):
            raise PermissionError(13, "Permission denied", path)
        return open_file(path, *arguments, **options)

    (tmp_path / "folder.json").mkdir()
    monkeypatch.chdir(tmp_path)
    if not opens:
        monkeypatch.setattr(os, "open", open_like_windows)
    assert main([*command, "folder.json"]) == 1
    assert "this is a folder" in capsys.readouterr().err


def list_imports(path: Path) -> set[str]:
    """Return what a file imports before anything can keep it from doing so."""
    text = path.read_text(encoding="utf-8")
    return set(re.findall(r"^(?:import|from) ([\w.]+)", text, re.MULTILINE))


@pytest.mark.parametrize("folder", ["src", "tests", "tools/benchmarks", "tools/scorecard"])
def test_nothing_begins_with_what_other_systems_lack(folder: str) -> None:
    """Where it did, tests could not even be listed there."""
    paths = sorted((ROOT / folder).rglob("*.py"))
    found = {str(path): list_imports(path) & LACKING for path in paths}
    assert len(found) > 10
    assert {path: names for path, names in found.items() if names} == {}
    ours = {path: "ctypes" in list_imports(Path(path)) for path in found if folder == "src"}
    assert [path for path, begins in ours.items() if begins] == []


@pytest.mark.parametrize("module", [os, signal, socket])
def test_a_test_that_needs_what_is_lacking_is_skipped(module: ModuleType) -> None:
    with pytest.raises(AttributeError) as failed:
        module.nothing_like_it  # noqa: B018
    assert find_lacking(failed.value) == "this system has no nothing_like_it"


def test_what_octavo_itself_lacks_is_no_reason_to_skip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "scandir")
    with pytest.raises(AttributeError) as failed:
        load_project(str(ROOT / "examples"))
    assert find_lacking(failed.value) is None
    assert find_lacking(FileNotFoundError(2, "No such file", "/tmp/missing")) is None


def list_names(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in folder.rglob("*")]


def test_no_two_files_of_a_site_differ_in_case_alone(tmp_path: Path) -> None:
    """On the disks of macOS and Windows the second would take the place of the first."""

    def describe(name: str) -> Any:
        return {"operationId": name, "summary": name, "tags": [name], "responses": {}}

    names = ("listPlants", "ListPlants", "LISTPLANTS")
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {f"/{name}": {"get": describe(name)} for name in names},
    }
    root = tmp_path / "project"
    write_rich_project(root)
    settings = json.loads((root / "site.json").read_text())
    settings["tabs"] = [*settings.get("tabs", []),
                        {"name": "More", "url": "more", "openapi": "more.json"}]  # fmt: skip
    write_files(root, {"more.json": document, "site.json": settings})
    build_folder(str(root), str(tmp_path / "out"))
    made = list_names(tmp_path / "out")
    assert sum("listplants" in name.lower() and name.endswith("index.html") for name in made) >= 3
    assert len({name.casefold() for name in made}) == len(made)


def test_what_octavo_names_itself_can_be_written_on_windows(tmp_path: Path) -> None:
    paths = (
        "/con",
        "/a:b",
        "/what?",
        "/a|b*",
        '/"quoted"',
        "/<angle>",
        "/trailing.",
        "/back\\slash",
    )
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {path: {"get": {"summary": path[1:], "responses": {}}} for path in paths},
    }
    settings = {
        "name": "T",
        "navigation": [],
        "api": {"downloads": "operations"},
        "tabs": [{"name": "API", "url": "api", "openapi": "what.json"}],
    }
    root = write_files(tmp_path / "project", {"site.json": settings, "what.json": document})
    report = build_folder(str(root), str(tmp_path / "out"))
    assert report.output
    for name in list_names(tmp_path / "out"):
        assert not set(name) & set('<>:"|?*\\'), name
        for part in name.split("/"):
            assert part.rstrip(" .") == part, name
            assert part.partition(".")[0].lower() not in _RESERVED, name
