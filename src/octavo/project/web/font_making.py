"""Makes files for browsers from a font: a part of its letters, a range of its weights, as WOFF2.

The same input gives the same bytes, so that a site is the same whoever builds it.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from octavo.values import Struct

_FEATURES = "kern liga calt ccmp locl mark mkmk tnum zero case".split()
_OF_TEXT = frozenset({"liga", "calt"})
"""What joins letters: in code each is one of its own."""
_DROPPED = ["DSIG", "meta"]
_RESERVED = re.compile(r"Reserved Font Name", re.IGNORECASE)
_NEUTRAL = "Octavo Font"
_NAMES = (1, 3, 4, 6, 16, 18, 20, 25)
"""The entries of the table `name` that say what a font is called."""
# How often letters stand in a thousand letters of English, spaces counted.
_ENGLISH = {
    " ": 182, "e": 102, "t": 75, "a": 65, "o": 62, "n": 57, "i": 57, "s": 53, "r": 50, "h": 50,
    "l": 33, "d": 33, "u": 23, "c": 22, "m": 20, "f": 20, "w": 17, "g": 16, "p": 15, "y": 14,
    "b": 13, "v": 8, "k": 6, "x": 2, "j": 1, "q": 1, "z": 1,
}  # fmt: skip


class Cut(Struct, frozen=True):
    """A part of a font file."""

    path: str
    style: str
    weights: tuple[float, float]
    """The lowest and the highest that are drawn."""
    ranges: str
    is_code: bool


def make_file(cut: Cut) -> bytes:
    """Return the weights of the part, a line feed, and the font; nothing if it has no letters."""
    font = _open(cut)
    letters = _list_letters(cut.ranges) & font.getBestCmap().keys()
    if not letters:
        return b""
    features = [each for each in _FEATURES if not (cut.is_code and each in _OF_TEXT)]
    weights = _reduce(font, sorted(letters), features, cut.weights)
    _rename(font)
    font.flavor = "woff2"
    file = io.BytesIO()
    font.save(file, reorderTables=True)
    return f"{weights}\n".encode() + file.getvalue()


def measure(regular: Cut, bold: Cut) -> list[float]:
    """Return ascent, descent, line gap and the mean width of letters in both weights."""
    font = _open(regular)
    size, header = font["head"].unitsPerEm, font["hhea"]
    widths = [
        _measure_width(cut, weight) for cut, weight in ((regular, 400), (bold, bold.weights[1]))
    ]
    return [header.ascent / size, -header.descent / size, header.lineGap / size, *widths]


def _open(cut: Cut) -> Any:
    return TTFont(io.BytesIO(Path(cut.path).read_bytes()), recalcTimestamp=False)


def _reduce(
    font: Any, letters: list[int], features: list[str], weights: tuple[float, float]
) -> str:
    """Leave a font nothing but these letters and weights; return the latter for style sheets."""
    options = subset.Options(
        layout_features=features,
        hinting=False,
        glyph_names=False,
        notdef_outline=True,
        recalc_timestamp=False,
        name_IDs=[0, *_NAMES, 13, 14],
    )
    options.drop_tables += _DROPPED
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    if "fvar" not in font:
        return f"{weights[0]:g}"
    limits: dict[str, Any] = {axis.axisTag: None for axis in font["fvar"].axes}
    weight = next((axis for axis in font["fvar"].axes if axis.axisTag == "wght"), None)
    text = f"{weights[0]:g}"
    if weight is not None:
        low, high = (min(max(each, weight.minValue), weight.maxValue) for each in weights)
        limits["wght"] = low if low == high else (low, high)
        text = f"{low:g}" if low == high else f"{low:g} {high:g}"
    instancer.instantiateVariableFont(font, limits, inplace=True)
    return text


def _list_letters(ranges: str) -> set[int]:
    letters: set[int] = set()
    for text in ranges.split(","):
        first, _, last = text.removeprefix("U+").partition("-")
        letters.update(range(int(first, 16), int(last or first, 16) + 1))
    return letters


def _rename(font: Any) -> None:
    """Take away a name that the license reserves for the whole font."""
    table = font["name"]
    if any(_RESERVED.search(each.toUnicode()) for each in table.names if each.nameID in (0, 13)):
        for each in table.names:
            if each.nameID in _NAMES:
                each.string = _NEUTRAL.replace(" ", "") if each.nameID == 6 else _NEUTRAL


def _measure_width(cut: Cut, weight: float) -> float:
    """Return the mean width of letters of English text, as a part of the font size."""
    font = _open(cut)
    _reduce(font, sorted(map(ord, _ENGLISH)), [], (weight, weight))
    glyphs, widths = font.getBestCmap(), font["hmtx"]
    total = sum(
        count * widths[glyphs[ord(letter)]][0]
        for letter, count in _ENGLISH.items()
        if ord(letter) in glyphs
    )
    return float(total / sum(_ENGLISH.values()) / font["head"].unitsPerEm)
