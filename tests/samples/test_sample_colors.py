"""Browsers color samples as the build does: by the same grammars, with a script of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice

import _quickjs  # type: ignore[import-not-found]  # it brings no types
import pytest

from octavo.render.api.samples.printer import SamplePrinter, join_modules
from octavo.render.assets.joined_scripts import build_scope_name
from octavo.render.basis.html import escape_text
from octavo.render.content.highlight import highlight_text
from octavo.render.content.highlight.for_browsers import write_grammar
from octavo.theme import SAMPLE_LANGUAGES
from tests.effort import effort
from tests.samples.hostile_cells import HOSTILE
from tests.samples.languages import LANGUAGES
from tests.samples.wire_table import KEYS

BASE = "https://api.example.com"
CELLS = {**KEYS, **HOSTILE}


@pytest.fixture(scope="module", params=SAMPLE_LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def color(language: str) -> Callable[[str], str]:
    """Gives the HTML of what the browser would show."""
    context = _quickjs.Context()
    rules = write_grammar(language).replace("export const", "const")
    context.eval(
        f"{join_modules('samples/tokens.js')}\n{rules}"
        f"const read = (text) => JSON.stringify({build_scope_name('samples/tokens.js')}"
        f".readTokens(JSON.parse(text), {{ words, grammars }}, {json.dumps(language)}));"
        "globalThis.read = read;"
    )
    read = context.get("read")

    def render(text: str) -> str:
        return "".join(_span(kind, token) for kind, token in json.loads(read(json.dumps(text))))

    return render


def _span(kind: str, token: str) -> str:
    if not kind:
        return escape_text(token)
    lines = escape_text(token).split("\n")
    return "\n".join(f'<span class="{kind}">{line}</span>' if line else "" for line in lines)


STEP = effort(4, whole=1, scorecard=1)
"""Of how many cells of the wire table one is tried."""


def test_samples_look_the_same(
    language: str, color: Callable[[str], str], printer: SamplePrinter
) -> None:
    for name, cell in islice(CELLS.items(), 0, None, STEP):
        text = printer.print_all(cell.described(BASE), cell.values, [language])[language]
        assert color(text) == highlight_text(text, language), name


def test_other_code_looks_the_same(language: str, color: Callable[[str], str]) -> None:
    text = LANGUAGES[language].other_code
    assert color(text) == highlight_text(text, language)
    # What is not finished, as it is while somebody writes.
    for end in range(len(text)):
        assert color(text[:end]) == highlight_text(text[:end], language), text[:end]
