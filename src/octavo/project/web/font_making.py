"""Makes font files for browsers: some letters and weights of a font, as WOFF2.

The same input gives the same bytes, so a site doesn't depend on its build machine.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import brotli
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from octavo.values import Struct

_FEATURES = "kern liga calt ccmp locl mark mkmk tnum zero case".split()
_MOST_BYTES = 64 << 20
_OF_TEXT = frozenset({"liga", "calt"})
"""The features that join letters, which code must not use."""
_DROPPED = ["DSIG", "meta"]
_PAIRS, _STILL = 2, 0xF
"""The lookup type of kerning pairs, and the mask of values that are equal in all weights."""
_CHANGES = {"XPlaDevice", "YPlaDevice", "XAdvDevice", "YAdvDevice"}
_KINDS = {"SERIF": "serif", "MONOSPACE": "mono"}
_NAMES = (1, 3, 4, 6, 16, 18, 20, 25)
"""The entries of the table `name` with names of the font."""
RANGES = {
    "latin": "U+20-7E,U+A0-FF,U+131,U+152-153,U+160-161,U+178,U+17D-17E,U+2BB-2BC,U+2C6,U+2DA,"
    "U+2DC,U+2000-206F,U+20AC,U+2122,U+2190-2193,U+2196-2199,U+21B5,U+2212,U+2215,U+2248,U+2260,"
    "U+2264-2265,U+2318,U+21E7,U+2713,U+2715",
    "latin-ext": "U+100-130,U+132-151,U+154-15F,U+162-177,U+179-17C,U+17F-24F,U+300-328,U+1E9E,"
    "U+20A0-20AB,U+20AD-20C0",
    "cyrillic": "U+400-45F,U+490-491,U+4B0-4B1,U+2116",
    "greek": "U+370-377,U+37A-37F,U+384-38A,U+38C,U+38E-3A1,U+3A3-3FF",
    "vietnamese": "U+102-103,U+110-111,U+128-129,U+168-169,U+1A0-1A1,U+1AF-1B0,U+300-301,"
    "U+303-304,U+308-309,U+323,U+329,U+1EA0-1EF9,U+20AB",
}
"""The letters of each part of a font, in the syntax of style sheets."""
# The frequency of each letter in a thousand letters of English, with spaces.
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
    """The lowest and the highest weight in use."""
    letters: str
    """The name of its letters in `RANGES`."""
    is_code: bool
    axes: tuple[tuple[str, float], ...] = ()
    """The values of other axes, if not in the middle."""
    name: str = ""
    """Its name, if it differs from the whole font."""


def plan_cuts(
    folder: Path,
    facts: Mapping[str, Any],
    weights: Mapping[str, Sequence[float]],
    sets: Iterable[str],
    axes: Mapping[str, float] | None = None,
    name: str = "",
) -> Iterator[Cut]:
    """Yield the parts of a family's files; the first is upright Latin text.

    `weights` are the used weights of each style.
    """
    pinned = tuple(sorted((axes or {}).items()))
    for style, drawn in weights.items():
        files = [file for file in facts["files"] if file["style"] == style]
        if not files or not drawn:
            continue
        if files[0]["variable"]:
            chosen = {files[0]["path"]: (min(drawn), max(drawn))}
        else:
            nearest = [
                min(files, key=lambda file: abs(file["weight"] - weight))
                for weight in sorted(drawn)
            ]
            chosen = {file["path"]: (file["weight"], file["weight"]) for file in nearest}
        is_code = find_kind(facts) == "mono"
        for path, span in chosen.items():
            for letters in sets:
                yield Cut(str(folder / path), style, span, letters, is_code, pinned, name)


def find_kind(facts: Mapping[str, Any]) -> str:
    """Return the kind of a family: `sans`, `serif` or `mono`."""
    return next((_KINDS[each] for each in facts.get("category", ()) if each in _KINDS), "sans")


def make_file(cut: Cut) -> bytes:
    """Return the weights of the part, a line feed, and the font; empty if it has no letters."""
    font = _open(cut)
    letters = _list_letters(RANGES[cut.letters]) & font.getBestCmap().keys()
    if not letters:
        return b""
    features = [each for each in _FEATURES if not (cut.is_code and each in _OF_TEXT)]
    weights = _reduce(font, sorted(letters), features, cut.weights, cut.axes)
    _fix_kerning(font)
    _rename(font, cut.name)
    font.flavor = "woff2"
    file = io.BytesIO()
    font.save(file, reorderTables=True)
    return f"{weights}\n".encode() + file.getvalue()


def measure(regular: Cut, bold: Cut, bold_weight: float) -> list[float]:
    """Return ascent, descent, line gap and the mean width of letters, regular and bold."""
    font = _open(regular)
    width = _measure_width(font, {**dict(regular.axes), "wght": 400})
    return [
        *_read_heights(font),
        width,
        _measure_width(_open(bold), {**dict(bold.axes), "wght": bold_weight}),
    ]


class FontFacts(Struct, frozen=True):
    """The facts in a font file."""

    weights: str
    """The weights of a variable font, such as `100 900`."""
    kind: str
    figures: tuple[float, ...]
    """The result of `measure`."""


def read_facts(data: bytes, packed: int | None) -> FontFacts:
    """Return the facts in a font file; any mistake in it raises an error.

    `packed` is the start of its tables, if they are packed.
    """
    if packed is not None:
        unpacking = brotli.Decompressor()
        size = int.from_bytes(data[20:24])
        unpacking.process(data[packed : packed + size], output_buffer_limit=_MOST_BYTES)
        if not unpacking.is_finished():
            raise ValueError("it is too large")
    font = TTFont(io.BytesIO(data), recalcTimestamp=False)
    axes = font["fvar"].axes if "fvar" in font else ()
    spans = [f"{max(1, each.minValue):g} {min(1000, each.maxValue):g}" for each in axes
             if each.axisTag == "wght"]  # fmt: skip
    shape = font["OS/2"].panose
    is_serif = shape.bFamilyType == 2 and 2 <= shape.bSerifStyle <= 10
    kind = "mono" if font["post"].isFixedPitch else "serif" if is_serif else "sans"
    widths = [_measure_width(font, {"wght": weight}) for weight in (400, 700)]
    return FontFacts("".join(spans), kind, (*_read_heights(font), *widths))


def _read_heights(font: Any) -> list[float]:
    size, header = font["head"].unitsPerEm, font["hhea"]
    return [header.ascent / size, -header.descent / size, header.lineGap / size]


def _open(cut: Cut) -> Any:
    return TTFont(io.BytesIO(Path(cut.path).read_bytes()), recalcTimestamp=False)


def _reduce(
    font: Any,
    letters: list[int],
    features: list[str],
    weights: tuple[float, float],
    axes: tuple[tuple[str, float], ...],
) -> str:
    """Reduce a font to these letters and weights; return the weights for style sheets."""
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
    limits: dict[str, Any] = {axis.axisTag: None for axis in font["fvar"].axes} | dict(axes)
    weight = next((axis for axis in font["fvar"].axes if axis.axisTag == "wght"), None)
    text = f"{weights[0]:g}"
    if weight is not None:
        low, high = (min(max(each, weight.minValue), weight.maxValue) for each in weights)
        limits["wght"] = low if low == high else (low, high)
        text = f"{low:g}" if low == high else f"{low:g} {high:g}"
    instancer.instantiateVariableFont(font, limits, inplace=True)
    return text


def _fix_kerning(font: Any) -> None:
    """Give all weights the kerning of the lightest one, because the difference is invisible.

    Kerning is a fifth of some files.
    """
    lookups = font["GPOS"].table.LookupList.Lookup if "GPOS" in font else ()
    for table in (getattr(each, "ExtSubTable", each) for look in lookups for each in look.SubTable):
        if table.LookupType != _PAIRS:
            continue
        table.ValueFormat1 &= _STILL
        table.ValueFormat2 &= _STILL
        groups = [each.Class2Record for each in getattr(table, "Class1Record", ())]
        groups += [each.PairValueRecord for each in getattr(table, "PairSet", ())]
        for pair in (each for group in groups for each in group):
            for value in filter(None, (pair.Value1, pair.Value2)):
                for name in _CHANGES & vars(value).keys():
                    delattr(value, name)


def _list_letters(ranges: str) -> set[int]:
    letters: set[int] = set()
    for text in ranges.split(","):
        first, _, last = text.removeprefix("U+").partition("-")
        letters.update(range(int(first, 16), int(last or first, 16) + 1))
    return letters


def _rename(font: Any, name: str) -> None:
    for each in font["name"].names:
        if name and each.nameID in _NAMES:
            each.string = name.replace(" ", "") if each.nameID == 6 else name


def _measure_width(font: Any, place: dict[str, float]) -> float:
    """Return the mean width of letters of English text, as a part of the font size."""
    glyphs, shapes = font.getBestCmap(), font.getGlyphSet(location=place)
    total = sum(
        count * shapes[glyphs[ord(letter)]].width
        for letter, count in _ENGLISH.items()
        if ord(letter) in glyphs
    )
    return float(total / sum(_ENGLISH.values()) / font["head"].unitsPerEm)
