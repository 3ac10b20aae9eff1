"""Cleans the texts of share pictures, and breaks them into lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

LONGEST = 300
"""The most characters of a text to process, because more never fit."""

Measure = Callable[[str], float]
"""Returns the width of a text."""

_ELLIPSIS = "…"
_JOINERS = "\u200c\u200d"
"""Characters that shape letters of some scripts; other scripts have them in emoji."""
_VARIANTS = "".join(map(chr, range(0xFE00, 0xFE10)))
_RIGHT_TO_LEFT = frozenset({"R", "AL"})
_SHAPED = re.compile(
    "[\u0590-\u08ff\u0900-\u0dff\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufefe]"
)
"""Scripts whose letters change with their neighbors, or run from right to left."""
_WITHOUT_BLANKS = "\u2e80-\u303f\u3040-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_CLOSING = "、。，．：；？！）」』】〉》ーっゃゅょッャュョ,.:;?!)"
_PIECES = re.compile(
    rf"[{_WITHOUT_BLANKS}\U00020000-\U0003ffff][{re.escape(_CLOSING)}]*"
    rf"|[^\s{_WITHOUT_BLANKS}\U00020000-\U0003ffff]+|\s+"
)


def clean(text: str) -> str:
    """Return a text in one line, without invisible characters."""
    start = unicodedata.normalize("NFC", text[:LONGEST])
    joiners = _JOINERS if needs_shaping(start) else ""
    visible = (each for each in start if _is_visible(each) or each in joiners)
    return " ".join("".join(visible).split())


def _is_visible(character: str) -> bool:
    is_control = unicodedata.category(character)[0] == "C" and not character.isspace()
    return not is_control and character not in _VARIANTS


def is_letter(character: str) -> bool:
    """Tell whether a text means something else without a character."""
    return unicodedata.category(character)[0] in "LNM"


def needs_shaping(text: str) -> bool:
    """Tell whether letters of a text change with their neighbors."""
    return _SHAPED.search(text) is not None


def runs_from_right(text: str) -> bool:
    """Tell whether a text begins at the right, by its first letter."""
    kinds = map(unicodedata.bidirectional, text)
    first = next((kind for kind in kinds if kind in _RIGHT_TO_LEFT or kind == "L"), "L")
    return first in _RIGHT_TO_LEFT


def break_lines(text: str, measure: Measure, width: float, most: int) -> list[str]:
    """Return a text in lines of a width, up to a number of lines; an ellipsis marks a cut."""
    lines: list[str] = []
    line, line_width = "", 0.0
    for piece in _cut_pieces(text, measure, width):
        room = measure(piece)
        if line and not piece.isspace() and line_width + room > width:
            if len(lines) == most - 1:
                return [*lines, _cut_end(line + piece, measure, width)]
            lines.append(line.rstrip())
            line, line_width = "", 0.0
        if line or not piece.isspace():
            line, line_width = line + piece, line_width + room
    return [*lines, line.rstrip()] if line else lines


def is_cut(text: str, lines: list[str]) -> bool:
    """Tell whether a part of a text is missing in its lines."""
    return bool(lines) and lines[-1].endswith(_ELLIPSIS) and not text.endswith(lines[-1])


def fit(text: str, measure: Measure, width: float) -> str:
    """Return the start of a text that fits into one line."""
    return text if measure(text) <= width else _cut_end(text, measure, width)


def _cut_pieces(text: str, measure: Measure, width: float) -> Iterator[str]:
    """Return the parts of a text between possible line breaks."""
    for match in _PIECES.finditer(text):
        piece = match[0]
        while measure(piece) > width:
            length = _count_fitting(piece, measure, width)
            yield piece[:length]
            piece = piece[length:]
        yield piece


def _cut_end(text: str, measure: Measure, width: float) -> str:
    length = _count_fitting(text, measure, width - measure(_ELLIPSIS))
    return text[:length].rstrip(" ,.;:–—-") + _ELLIPSIS


def _count_fitting(text: str, measure: Measure, width: float) -> int:
    """Return the number of characters that fit, at least one."""
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle]) <= width:
            low = middle
        else:
            high = middle - 1
    return low
