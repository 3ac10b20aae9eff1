"""The changes that tests have to notice: each can be made, and the list grows with the code."""

from __future__ import annotations

import ast

import pytest

from scorecard.measured.mutants import ROOT, Mutant, list_mutants

MUTANTS = list(list_mutants())
SOURCES = ROOT / "src/octavo"


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name[:80])
def test_a_change_stands_once_in_its_file_and_leaves_code(mutant: Mutant) -> None:
    text = (SOURCES / mutant.file).read_text("utf-8")
    assert text.count(mutant.old) == 1
    changed = text.replace(mutant.old, mutant.new)
    if mutant.file.endswith(".py"):
        assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(text))
    for test in mutant.tests:
        assert (ROOT / test.partition("::")[0]).exists()
