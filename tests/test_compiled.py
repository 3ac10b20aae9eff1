"""What is compiled, where somebody has run `make compiled`: the same tests run in both forms."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

from scripts.compiled import SOURCES, list_compiled, list_modules

COMPILED = [path for path in list_compiled(SOURCES) if "__mypyc" not in path.name]


def find_source(path: Path) -> Path:
    return path.with_name(f"{path.name.partition('.')[0]}.py")


def test_modules_with_values_are_not_compiled() -> None:
    modules = list_modules()
    assert SOURCES / "octavo/content/mdx/tags.py" in modules
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                assert node.keywords == [], path  # mypyc drops them without a word
                assert "Struct" not in {ast.unparse(base) for base in node.bases}, path


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled: run `make compiled`")
def test_what_runs_was_compiled_from_the_sources_as_they_are() -> None:
    assert sorted(map(find_source, COMPILED)) == list_modules(), "run `make compiled`"
    old = [path for path in COMPILED if path.stat().st_mtime < find_source(path).stat().st_mtime]
    assert old == [], "run `make compiled`, or `make plain`"
    for path in COMPILED:
        name = find_source(path).relative_to(SOURCES).with_suffix("")
        module = importlib.import_module(".".join(name.parts))
        assert str(module.__file__).endswith(path.suffix)
