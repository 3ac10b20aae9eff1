"""Pages and the trees they become: see tests/cases/mdx/README.md."""

from __future__ import annotations

from dataclasses import replace

import pytest

from octavo.content.mdx import parse_mdx
from tests.content.mdx.mdx_cases import page_of, uses_math
from tests.content.mdx.tree_text import dump_document
from tests.text_cases import Case, load_cases, write_cases

CASES = load_cases("mdx")


def _name(case: Case) -> str:
    return f"{case.file.stem}: {case.title}"


def test_there_are_many_cases_and_each_has_its_own_title() -> None:
    assert len(CASES) >= 200
    assert len({_name(case) for case in CASES}) == len(CASES)


def test_cases_are_rewritten_when_asked(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--rewrite-cases", default=False):
        write_cases([replace(case, expected=_dump(case)) for case in CASES], "tree")
        CASES[:] = load_cases("mdx")


@pytest.mark.parametrize("index", range(len(CASES)), ids=[_name(case) for case in CASES])
def test_a_page_becomes_its_tree(index: int) -> None:
    assert _dump(CASES[index]) == CASES[index].expected


def _dump(case: Case) -> str:
    return dump_document(parse_mdx(page_of(case), math=uses_math(case)))
