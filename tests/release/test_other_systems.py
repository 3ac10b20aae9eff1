"""Octavo on systems that lack what Linux has, and on disks that take fewer names."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from octavo.outputs.build.folder import build_folder
from tests.outputs.build.rich_project import write_rich_project
from tests.outputs.build.test_incremental import tree
from tests.patience import HANGS_AFTER
from tests.project_folder import write_files
from tests.served_sites import serving

SCRIPT = Path(__file__).with_name("other_system.py")
_RESERVED = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{name}{n}" for name in ("com", "lpt") for n in "123456789"),
}


def run(system: str, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), system, *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        timeout=HANGS_AFTER,
    )


@pytest.mark.parametrize("system", ["bare", "windows"])
def test_a_project_is_made_checked_built_and_searched(system: str, tmp_path: Path) -> None:
    for arguments in (
        ("init", "project"),
        ("check", "project", "--strict", "--no-cache"),
        ("build", "project", "-o", "out", "--strict", "--no-cache"),
        ("build", "project", "-o", "out", "--strict", "--no-cache"),  # takes the place of the first
        ("search", "out", "quickstart"),
        ("openapi-file", "project/openapi.yaml", "-o", "pages"),
    ):
        ran = run(system, *arguments, cwd=tmp_path)
        assert (arguments, ran.returncode) == (arguments, 0), ran.stderr
        assert "Traceback" not in ran.stderr
    build_folder(str(tmp_path / "project"), str(tmp_path / "usual"))
    assert tree(tmp_path / "out") == tree(tmp_path / "usual")


def test_a_site_is_served_and_votes_are_kept(tmp_path: Path) -> None:
    root = write_files(
        tmp_path / "project",
        {"site.json": {"name": "T", "navigation": [{"group": "A", "pages": ["index"]}]},
         "index.mdx": "Text\n"},
    )  # fmt: skip
    build_folder(str(root), str(tmp_path / "out"))
    command = [sys.executable, str(SCRIPT), "bare", "serve"]
    database = f"sqlite:{tmp_path / 'feedback.db'}"
    with serving(tmp_path / "out", "--database", database, command=command) as served:
        assert served.get("/").status == 200
        assert served.get("/index.md").status == 200
    assert (tmp_path / "feedback.db").exists()


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
