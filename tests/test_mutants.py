"""The changes that tests have to notice: each can be made, and the list grows with the code."""

from __future__ import annotations

import ast
from functools import cache

import pytest

from scorecard.measured.mutants import ROOT, Mutant, list_mutants

MUTANTS = list(list_mutants())
FEWEST = 120
SOURCES = ROOT / "src/octavo"
CRITICAL = (
    *("server/proxy", "builder/publish", "server/web", "builder/javascript"),
    "builder/served",
    *("project/public", "settings/marks", "site/visibility", "openapi/internal"),
    *("server/feedback/insights",),
)
"""The folders that are there to keep something out: each of their modules can be broken."""
WITHOUT_DECISION = {
    "server/feedback/insights/command.py",
    "server/feedback/insights/portable.py",
    "server/feedback/insights/report.py",
    "builder/javascript/lazy_engine.py",
    "server/proxy/notes.py",
    "builder/publish/compressed.py",
    "builder/publish/disk.py",
    "builder/publish/taking.py",
    "builder/served/refusals.py",
    "server/web/accept.py",
    "server/web/asgi.py",
    "server/web/ports.py",
    "site/visibility/standing.py",
}
"""Modules that only show, write or name things."""


def test_the_list_is_long_and_says_nothing_twice() -> None:
    assert len(MUTANTS) >= FEWEST
    assert len({(each.file, each.old, each.new) for each in MUTANTS}) == len(MUTANTS)


def test_every_module_that_keeps_something_out_can_be_broken() -> None:
    paths = [path for folder in CRITICAL for path in (SOURCES / folder).glob("*.py")]
    modules = {str(path.relative_to(SOURCES).as_posix()) for path in paths}
    assert modules >= WITHOUT_DECISION
    broken = {mutant.file for mutant in MUTANTS}
    assert not broken & WITHOUT_DECISION
    missing = {path for path in modules - broken if not path.endswith("__init__.py")}
    assert missing == WITHOUT_DECISION


@cache
def read_source(file: str) -> str:
    return (SOURCES / file).read_text("utf-8")


@cache
def dump_source(file: str) -> str:
    return ast.dump(ast.parse(read_source(file)))


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name[:80])
def test_a_change_stands_once_in_its_file_and_leaves_code(mutant: Mutant) -> None:
    text = read_source(mutant.file)
    assert text.count(mutant.old) == 1
    changed = text.replace(mutant.old, mutant.new)
    if mutant.file.endswith(".py"):
        assert ast.dump(ast.parse(changed)) != dump_source(mutant.file)
    for test in mutant.tests:
        assert (ROOT / test.partition("::")[0]).exists()
