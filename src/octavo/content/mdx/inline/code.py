"""Parses code spans and inline formulas."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from octavo.content.mdx.inline.formulas import find_formula_end, read_formula
from octavo.content.nodes import Element, Math

if TYPE_CHECKING:
    from octavo.content.mdx.inline.parser import InlineParser

_BACKTICKS = re.compile(r"`+")


def parse_code(inline: InlineParser, i: int) -> int:
    """Read a code span with line ends or several backticks, or backticks without a span."""
    text = inline.text
    run = _BACKTICKS.match(text, i)
    start = run.end() if run else i + 1
    closing = _find_backticks(inline, start, start - i)
    if closing < 0:
        inline.add_text(text[i:start])
        return start
    code = text[start:closing].replace("\n", " ")
    inline.out.append(Element("code", [trim_code(code)]))
    return closing + start - i


def trim_code(code: str) -> str:
    """Return the text of a code span without the spaces next to its backticks."""
    if code[0] == " " and code[-1] == " " and code.strip(" "):
        return code[1:-1]
    return code


def _find_backticks(inline: InlineParser, start: int, length: int) -> int:
    """Return the next run with exactly this many backticks, or -1.

    All runs of a text are found once, so that many unclosed ones cost no more.
    """
    if inline.backticks is None:
        inline.backticks = {}
        for match in _BACKTICKS.finditer(inline.text, start):
            run = match.end() - match.start()
            inline.backticks.setdefault(run, []).append(match.start())
    runs = inline.backticks.get(length, [])
    i = bisect_left(runs, start)
    return runs[i] if i < len(runs) else -1


def parse_formula(inline: InlineParser, i: int) -> int:
    """Read a formula, or dollars without one."""
    text = inline.text
    start = i + 1
    while text.startswith("$", start):
        start += 1
    length = start - i
    end = find_formula_end(text, start, length)
    if end < 0:
        inline.add_text(text[i:start])
        return start
    inline.out.append(Math(read_formula(text[start:end]), False, *inline.locate(i)))
    return end + length
