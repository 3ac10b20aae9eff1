"""Formulas between dollars, by pandoc's rule, so that prices stay prices."""

from __future__ import annotations

import re

from octavo.content.mdx.patterns import compiled

_DOLLARS = r"\\.|\$+"


def find_formula_end(text: str, start: int, length: int) -> int:
    """Return where the run of `length` dollars is that closes a formula, or -1.

    A single dollar closes only after a character that is not white space, if no digit follows:
    `$5 and $6` holds no formula.
    """
    for match in compiled(_DOLLARS, re.DOTALL).finditer(text, start):
        i = match.start()
        if match.end() - i != length or text[i] != "$":
            continue
        if length > 1:
            return i
        if not text[i - 1].isspace() and not text[i + 1 : i + 2].isdigit():
            return i
    return -1


def read_formula(text: str) -> str:
    """Return the formula without the one space that pads it on both sides."""
    if text[:1] in (" ", "\n") and text[-1:] in (" ", "\n") and text.strip():
        return text[1:-1]
    return text
