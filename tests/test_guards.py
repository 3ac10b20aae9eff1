"""Rules that the code keeps as it grows."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT / "src")))
def test_no_module_is_longer_than_500_lines(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 500


def test_only_the_project_room_opens_files_for_reading_and_only_outputs_write() -> None:
    opening = re.compile(r"(?<![\w.])open\(|os\.open\(|\.read_text\(|\.read_bytes\(|\.write_text\(")
    allowed = ("project/", "outputs/", "render/assets/theme_files.py", "cli/")
    package = ROOT / "src" / "octavo"
    found = [
        name
        for name in (path.relative_to(package).as_posix() for path in SOURCES)
        if not name.startswith(allowed) and opening.search((package / name).read_text())
    ]
    assert found == []


def test_the_rooms_that_the_linter_checks_are_all_there() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    layers = contracts["contracts"][0]["layers"]
    rooms = {room for layer in layers for room in layer.split(" | ")}
    package = ROOT / "src" / "octavo"
    there = {path.stem for path in package.iterdir() if not path.name.startswith((".", "__py"))}
    assert there - {"__init__", "py"} == rooms


def test_every_dependency_has_a_rule_about_its_door() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    names = {"Pygments": "pygments", "PyYAML": "yaml", "quickjs-ng": "quickjs"}
    dependencies = {
        names.get(name, name)
        for name in (re.split(r"[<>=]", text)[0] for text in project["project"]["dependencies"])
    }
    guarded = {
        module
        for contract in project["tool"]["importlinter"]["contracts"]
        for module in contract.get("forbidden_modules", [])
    }
    assert dependencies <= guarded


def test_the_ci_script_runs_the_test_command_of_the_readme() -> None:
    assert "make test" in (ROOT / "README.md").read_text()
    assert (ROOT / ".ci" / "run").read_text().splitlines()[-1] == "make test"
