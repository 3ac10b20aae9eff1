"""What is compiled, where somebody has run `make compiled`: both forms do and say the same.

All other tests run in the form that is there. These compare it with plain Python.
"""

from __future__ import annotations

import ast
import importlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from octavo.settings.schema import build_settings_schema
from scripts.compiled import SOURCES, list_compiled, list_modules
from tests.both_forms import WHOLE
from tests.builder.check.test_check import BROKEN
from tests.builder.rich_project import write_rich_project
from tests.project_folder import write_files
from tests.text_cases import load_cases

COMPILED = [path for path in list_compiled(SOURCES) if "__mypyc" not in path.name]
ROOT = SOURCES.parent
CASES = [*load_cases("mdx"), *load_cases("components")]
DAMAGES = ("", "<", "{", "}", "</Card>", "```\n", "<Card>", "]", "|", "---\n", "$$", "\\", "<!--")
WRONG_PATHS = {
    "no-slash": {"get": {"operationId": "a"}},
    "/twice": {"get": {"operationId": "a", "security": [{"none": []}]}, "gte": {}},
    "/{lost}": {"parameters": [{"in": "path", "name": "other"}, {"in": "body"}, 7]},
    "/types": {"post": {"parameters": {}, "requestBody": [], "responses": {"2": {"content": 1}}}},
    "/schemas": {"put": {"parameters": [
        {"in": "query", "name": "q", "schema": {"type": "strange", "example": 7}, "example": []},
    ]}},
}  # fmt: skip

needs_compiled = pytest.mark.skipif(not COMPILED, reason="nothing is compiled: run `make compiled`")


def find_source(path: Path) -> Path:
    return path.with_name(f"{path.name.partition('.')[0]}.py")


def name_module(path: Path) -> str:
    return ".".join(path.relative_to(SOURCES).with_suffix("").parts)


def test_modules_with_values_are_not_compiled() -> None:
    modules = list_modules()
    assert SOURCES / "octavo/content/mdx/tags.py" in modules
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                assert node.keywords == [], path  # mypyc drops them without a word
                assert "Struct" not in {ast.unparse(base) for base in node.bases}, path


@needs_compiled
def test_what_runs_was_compiled_from_the_sources_as_they_are() -> None:
    assert sorted(map(find_source, COMPILED)) == list_modules(), "run `make compiled`"
    old = [path for path in COMPILED if path.stat().st_mtime < find_source(path).stat().st_mtime]
    assert old == [], "run `make compiled`, or `make plain`"
    for path in COMPILED:
        module = importlib.import_module(name_module(find_source(path)))
        assert str(module.__file__).endswith(path.suffix)


# --- both forms -----------------------------------------------------------------------------------


def build_settings(pages: dict[str, str], **more: Any) -> dict[str, Any]:
    names = [name.removesuffix(".mdx") for name in pages]
    return {"name": "T", "navigation": [{"group": "A", "pages": names}], **more}


def list_damaged() -> Iterator[str]:
    """Give the pages of the docs, six times each, with something wrong somewhere."""
    for at, path in enumerate(sorted((ROOT / "docs").rglob("*.mdx"))):
        text = path.read_text("utf-8")
        for turn in range(6):
            place = len(text) * (turn + 1) // 7
            damage = DAMAGES[(at * 6 + turn) % len(DAMAGES)]
            yield text[:place] + damage + text[place + (at + turn) % 5 :]


def write_projects(folder: Path) -> None:
    write_files(folder / "broken", BROKEN)
    for name, texts in {"cases": [case.input for case in CASES], "damaged": list_damaged()}.items():
        pages = {f"{name}{at}.mdx": text for at, text in enumerate(texts)}
        write_files(folder / name, {"site.json": build_settings(pages), **pages})
    told = [{"description": case.input, "responses": {"200": {"description": case.input}}}
            for case in CASES]  # fmt: skip
    api = {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": 1},
        "paths": {f"/{at}": {"get": operation} for at, operation in enumerate(told)} | WRONG_PATHS,
    }
    tab = {"name": "API", "url": "api", "openapi": "openapi.json"}
    settings = build_settings({"index.mdx": ""}, tabs=[tab])
    write_files(folder / "api", {"site.json": settings, "index.mdx": "A", "openapi.json": api})
    strange = dict.fromkeys(build_settings_schema()["properties"], 7) | build_settings(
        {"a.mdx": ""}
    )
    write_files(folder / "settings", {"site.json": {**strange, "naem": 1}, "a.mdx": "{a} <B/>"})
    write_rich_project(folder / WHOLE)
    files = {case.file for case in CASES}
    pages = {
        f"{file.parent.name}-{file.stem}.mdx": "\n\n".join(
            case.input for case in CASES if case.file == file
        )
        for file in files
    }
    write_files(folder / WHOLE, pages)


def list_calls() -> Iterator[tuple[str, str]]:
    """Give the names that compiled modules import from others, which tests can replace."""
    modules = {name_module(path): path for path in list_modules()}
    for module, path in modules.items():
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ImportFrom) and node.module not in modules:
                yield from ((module, each.asname or each.name) for each in node.names)


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    """The problems of the same projects in the compiled form and in plain Python."""
    folder = tmp_path_factory.mktemp("forms")
    write_projects(folder / "projects")
    functions = write_files(folder, {"functions.json": [*list_calls()]}) / "functions.json"
    plain = folder / "src"
    shutil.copytree(SOURCES, plain, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    told = []
    for sources in (SOURCES, plain):
        program = str(ROOT / "tests/both_forms.py")
        command = [sys.executable, program, str(folder / "projects"), str(functions)]
        environment = {**os.environ, "PYTHONPATH": str(sources)}
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        told.append(json.loads(ran.stdout))
        shutil.rmtree(folder / "out")
    return told[0], told[1]


@needs_compiled
def test_both_forms_tell_the_same_of_broken_projects(forms: tuple[Any, Any]) -> None:
    compiled, plain = forms
    assert [Path(form["form"]).suffix == ".py" for form in forms] == [False, True]
    assert len(plain["projects"]) == 6
    for name, told in plain["projects"].items():
        assert compiled["projects"][name]["problems"] == told["problems"], name
        assert compiled["projects"][name]["files"] == told["files"], name
    problems = [each for told in plain["projects"].values() for each in told["problems"]]
    assert len(problems) > 5000
    assert len({each["code"] for each in problems}) > 50
    assert "internal-error" not in {each["code"] for each in problems}


@needs_compiled
def test_both_forms_tell_the_same_of_a_mistake_of_ours(forms: tuple[Any, Any]) -> None:
    compiled, plain = (form["faults"] for form in forms)
    ours = {name_module(path) for path in list_modules()}  # their calls of each other stay
    functions = [name for name, told in plain.items() if told and told["module"] not in ours]
    assert {name: compiled[name] for name in functions} == {name: plain[name] for name in functions}
    told = [plain[name]["problems"] for name in functions if "problems" in plain[name]]
    faults = [each for all_told in told for each in all_told if each["code"] == "internal-error"]
    assert len(functions) > 60
    assert len({each["message"] for each in faults}) > 20
    assert any(each["line"] for each in faults)
    assert not any("Traceback" in each["message"] for each in faults)
