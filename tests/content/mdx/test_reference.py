"""Our trees against those of the JavaScript reference; needs Node and `make mdx-reference`."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from octavo.content.mdx import parse_mdx
from tests.content.mdx.adversarial import write_pages
from tests.content.mdx.mdx_cases import page_of, uses_math
from tests.content.mdx.reference_trees import (
    ask_reference,
    compare,
    find_difference,
    list_our_places,
    list_their_places,
    missing_reference,
)
from tests.text_cases import load_cases

REPOSITORY = Path(__file__).parents[3]
CORPUS = os.environ.get("OCTAVO_MDX_CORPUS", "")
LEAST_AGREEMENT = 0.98
_FRONT_MATTER = re.compile(r"---[ \t]*\n.*?^---[ \t]*$\n?", re.DOTALL | re.MULTILINE)

pytestmark = pytest.mark.skipif(bool(missing_reference()), reason=missing_reference())

# Formulas follow pandoc's rule, so that prices stay prices; the reference has another.
OTHER_FORMULAS = {
    "prices are no formulas",
    "a price and a word",
    "an unclosed formula block",
    "no space inside",
    "no digit after",
    "an escaped dollar",
    "a price range",
    "two dollars alone are a block",
    "a formula with spaces of its own",
}


def _find_differences(pages: Sequence[tuple[str, str]], *, math: bool = False) -> list[str]:
    """Return what differs, for each named page that the reference accepts."""
    answers = ask_reference([body for _name, body in pages], math=math)
    assert len(answers) == len(pages)
    found = []
    for (name, body), answer in zip(pages, answers, strict=True):
        difference = "" if "error" in answer else _compare_page(body, answer, math=math)
        if difference:
            found.append(f"{name}: {difference}")
    return found


def _compare_page(body: str, answer: dict[str, Any], *, math: bool) -> str:
    document = parse_mdx(body, math=math)
    difference = compare(document, answer)
    if difference:
        return difference
    places = find_difference(
        list_our_places(document.nodes), list_their_places(answer["nodes"], body.split("\n"))
    )
    if places:
        return f"places {places}"
    return f"told of {document.problems[0]}" if document.problems else ""


def test_the_text_cases_are_the_references() -> None:
    cases = [
        (f"{c.file.stem}: {c.title}", page_of(c)) for c in load_cases("mdx") if not uses_math(c)
    ]
    assert "\n\n".join(_find_differences(cases)) == ""


def test_the_formulas_are_the_references_where_the_rules_agree() -> None:
    cases = [(c.title, page_of(c)) for c in load_cases("mdx") if uses_math(c)]
    different = _find_differences(cases, math=True)
    assert {difference.partition(":")[0] for difference in different} == OTHER_FORMULAS


def test_the_reference_rejects_what_the_mistakes_show() -> None:
    cases = [c for c in load_cases("mdx") if c.file.stem == "mistakes"]
    answers = ask_reference([page_of(case) for case in cases])
    accepted = [c.title for c, answer in zip(cases, answers, strict=True) if "error" not in answer]
    assert accepted == ["a line break with a closing tag"]


@pytest.mark.parametrize("seed", [1, 2])
def test_adversarial_pages_agree_nearly_always(seed: int) -> None:
    pages = [(f"page {i}", body) for i, body in enumerate(write_pages(seed, 360))]
    answers = ask_reference([body for _name, body in pages])
    accepted = [
        (body, answer) for (_n, body), answer in zip(pages, answers, strict=True)
        if "error" not in answer
    ]  # fmt: skip
    different = [d for body, answer in accepted if (d := _compare_page(body, answer, math=False))]
    assert len(accepted) >= 100
    assert len(different) <= (1 - LEAST_AGREEMENT) * len(accepted), "\n\n".join(different)


def test_pages_that_the_reference_rejects_have_a_problem() -> None:
    pages = write_pages(3, 240)
    answers = ask_reference(pages)
    rejected = [body for body, answer in zip(pages, answers, strict=True) if "error" in answer]
    silent = [body for body in rejected if not parse_mdx(body, math=False).problems]
    assert len(rejected) >= 50
    assert len(silent) <= 0.02 * len(rejected), "\n~~~~~~\n".join(silent)


def _load_pages(folder: Path) -> list[tuple[str, str]]:
    files = sorted(file for file in folder.rglob("*") if file.suffix in (".mdx", ".md"))
    return [(str(file), _read_body(file)) for file in files]


def _read_body(file: Path) -> str:
    text = file.read_text("utf-8", "replace").removeprefix("\ufeff")
    match = _FRONT_MATTER.match(text)
    return "\n" * match.group().count("\n") + text[match.end() :] if match else text


@pytest.mark.parametrize("folder", ["docs", "examples"])
def test_our_own_pages_agree(folder: str) -> None:
    pages = _load_pages(REPOSITORY / folder)
    if not pages:
        pytest.skip(f"there are no pages in {folder}")
    assert "\n\n".join(_find_differences(pages)) == ""


@pytest.mark.corpus
@pytest.mark.skipif(not CORPUS, reason="OCTAVO_MDX_CORPUS names no folder of pages")
def test_the_pages_of_a_corpus_agree() -> None:
    pages = _load_pages(Path(CORPUS))
    assert pages
    found = []
    for start in range(0, len(pages), 200):
        found += _find_differences(pages[start : start + 200])
    if found:
        # Not an assertion: what pytest says of one is cut, and every page is to be named.
        pages_told = "\n".join(_shorten(difference) for difference in found)
        pytest.fail(f"{len(found)} of {len(pages)} pages differ\n{pages_told}", pytrace=False)


def _shorten(difference: str) -> str:
    """Return a difference in one line: the page, where in it, the start of both trees."""
    where, *trees = difference.removeprefix(CORPUS).lstrip("/").split("\n")
    return " | ".join([where, *(tree[:80] for tree in trees)])
