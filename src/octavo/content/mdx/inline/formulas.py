"""Finds formulas between dollars, so that prices and variables stay text.

Pandoc's rule comes first: no space inside the dollars, no digit after them. The formula must end at
the next dollar, and must not contain inline code or look like a sentence. Otherwise the dollars
stay unchanged.
"""

from __future__ import annotations

import re

from octavo.content.mdx.patterns import compile_pattern

_STOPS = r"\\.|`|\$+"
_NEVER_FIRST = frozenset(")],;:!?\"'/")
_NEVER_LAST = frozenset('([{/"@')
# The first characters of a formula inside a word, as in `H$_2$O` and `10$^{-3}$`.
_PARTS_OF_A_WORD = frozenset("^_\\")
# The endings that may follow a formula without a space: "nth" and "xs".
_ENDING = r"(?:th|st|nd|rd|e?s)(?!\w)"

_COMMAND = r"\\(?:[A-Za-z]+|.)"
_TAG = r"</?[A-Za-z][^<>]*>"
_WORD = r"[^\W\d_]{2,}"
_BEFORE = r"(?:(?<=[\s(\[*\"'])|^)"
_AFTER = r"(?=[\s,.;:!?)\]*\"']|$)"
_WORD_ALONE = rf"{_BEFORE}{_WORD}{_AFTER}"
_TWO_WORDS = rf"{_BEFORE}{_WORD}[\s,.;:!?*\"']+{_WORD}{_AFTER}"
_SNAKE_CASE = rf"{_WORD}(?:_[^\W_]{{2,}})+"
_FUNCTIONS = (
    r"\b(?:sin|cos|tan|cot|log|ln|lg|exp|max|min|sup|inf|lim|det|dim|gcd|lcm|mod|arg|deg)\b"
)
_SIGNS = frozenset("\\^_={}+<>|≤≥≠≈∈×·±∞→")
_SIGNS_OF_NO_PRICE = frozenset("\\^_={}")


def find_formula_end(text: str, start: int, length: int) -> int:
    """Return the position of the `length` dollars that close a formula, or -1 without one.

    `start` is the start of the formula, after its dollars.
    """
    if length == 1 and not _may_open(text, start):
        return -1
    end = _find_dollars(text, start, length)
    if end < 0 or (length == 1 and not _may_close(text, start, end)):
        return -1
    return end if _is_formula(text[start:end]) else -1


def read_formula(text: str) -> str:
    """Return the formula without one space of padding on both sides."""
    if text[:1] in (" ", "\n") and text[-1:] in (" ", "\n") and text.strip():
        return text[1:-1]
    return text


def _may_open(text: str, start: int) -> bool:
    first = text[start : start + 1]
    if not first or first.isspace() or first in _NEVER_FIRST:
        return False
    if first == "." and not text[start + 1 : start + 2].isdigit():
        return False  # `$.name` is a path in JSON.
    before = text[start - 2 : start - 1] if start > 1 else ""
    # `US$5` and `10$` are prices.
    return first in _PARTS_OF_A_WORD or not (before.isalnum() or before == "_")


def _find_dollars(text: str, start: int, length: int) -> int:
    for match in compile_pattern(_STOPS, re.DOTALL).finditer(text, start):
        if match[0][0] != "\\":
            return match.start() if match[0] == "$" * length else -1
    return -1


def _may_close(text: str, start: int, end: int) -> bool:
    last, following = text[end - 1], text[end + 1 : end + 2]
    if last.isspace() or (last in _NEVER_LAST and text[end - 2] != "\\"):
        return False
    if following.isdigit() or following == "_":
        return False
    if not following.isalpha() or text[start] in _PARTS_OF_A_WORD:
        return True
    return compile_pattern(_ENDING).match(text, end + 1) is not None


def _is_formula(content: str) -> bool:
    if not content.strip() or compile_pattern(_TAG).search(content):
        return False
    bare = _replace_groups(compile_pattern(_COMMAND, re.DOTALL).sub("1", content))
    return bare is not None and not _reads_like_text(content.strip(), bare)


def _replace_groups(formula: str) -> str | None:
    """Return a formula with a placeholder for each group in braces; None if they don't match."""
    depth = 0
    parts = []
    for piece in compile_pattern(r"([{}])").split(formula):
        depth += (piece == "{") - (piece == "}")
        if depth < 0:
            return None
        if not depth:
            parts.append("1" if piece == "}" else piece)
    return None if depth else "".join(parts)


def _reads_like_text(content: str, bare: str) -> bool:
    """Tell whether a formula, with and without its commands and groups, looks like a sentence."""
    bare = compile_pattern(_FUNCTIONS).sub("1", bare)
    if compile_pattern(_TWO_WORDS).search(bare) or compile_pattern(_SNAKE_CASE).fullmatch(bare):
        return True
    if content.isalpha() or not compile_pattern(_WORD_ALONE).search(bare):
        return False  # A name, as in `$abc$`, is a formula.
    signs = _SIGNS_OF_NO_PRICE if content[0].isdigit() else _SIGNS
    return signs.isdisjoint(content)
