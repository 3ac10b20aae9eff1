"""Converts the values in utility class names to CSS: `4`, `1/2`, `gray-500/50`, `[32px]`.

Each function takes the text and returns CSS, or None if the text is no such value.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from octavo.render.utilities.table import CHOICES, COLORS, TABLE

ReadValue = Callable[[str], str | None]

_QUARTERS = re.compile(r"[0-9]{1,4}(?:\.(?:5|25|75))?\Z")
_FRACTION = re.compile(r"([0-9]{1,3})/([1-9][0-9]{0,2})\Z")
_WHOLE = re.compile(r"[0-9]{1,5}\Z")
_CALL = re.compile(r"([A-Za-z][A-Za-z-]*)?\(")
# The functions that values may call, and the empty name of plain parentheses. None of them can load
# a file.
_CALLS = frozenset(
    """calc min max clamp minmax repeat fit-content var env rgb rgba hsl hsla hwb lab lch oklab
    oklch color-mix cubic-bezier""".split()
) | {""}
_WRITTEN = re.compile(r"\[(?:(length|color|number|percentage):)?([-\w.%#,()+*/]+)\]\Z", re.ASCII)
# Operands of a calculation with the operator after them, which CSS requires between spaces.
_OPERAND = re.compile(r"((?:var|env)\([^()]*\)|[0-9][0-9.]*(?:[A-Za-z]+|%)?|\))([-+*/](?=[\w.(]))?")
_CALCULATION = re.compile(r"(?<![\w-])(?:calc|min|max|clamp)\(")
_BLANK = re.compile(r"(var\([^()]*\))|_")
_COLOR = re.compile(
    r"#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})\Z"
    r"|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color-mix|var)\(|--"
)
_SHARE = re.compile(r"\[(0|1|0?\.[0-9]{1,4}|[0-9]{1,3}%)\]\Z")


def _read_spacing(text: str) -> str | None:
    """Read a step of a quarter of the root font size, or `px`."""
    if text == "px":
        return "1px"
    if _QUARTERS.match(text) is None:
        return None
    return f"{float(text) / 4:g}rem" if float(text) else "0px"


def _read_fraction(text: str) -> str | None:
    """Read a share of the whole: `1/2`, `full`."""
    if text == "full":
        return "100%"
    match = _FRACTION.match(text)
    return f"{100 * int(match[1]) / int(match[2]):.6g}%" if match else None


def _read_percent(text: str) -> str | None:
    """Read an integer number of hundredths: `105` is 1.05."""
    return f"{int(text) / 100:g}" if _WHOLE.match(text) else None


def _read_columns(text: str) -> str | None:
    """Read a number of equal grid tracks."""
    is_some = _WHOLE.match(text) and 0 < int(text) < 100
    return f"repeat({text},minmax(0,1fr))" if is_some else None


def _read_brackets(text: str) -> str | None:
    """Read an author's value in brackets, with `_` for spaces."""
    match = _WRITTEN.match(text)
    if match is None or "/*" in text or not _is_balanced(text):
        return None
    value = match[2]
    if any(name not in _CALLS for name in _CALL.findall(value)):
        return None
    if value.startswith("--"):
        return f"var({value})"
    if _CALCULATION.search(value):
        value = _OPERAND.sub(_replace_blanks, value)
    return _BLANK.sub(lambda part: part[1] or " ", value)


def _read_bracket_length(text: str) -> str | None:
    """Read a value in brackets that is no color, if both are possible."""
    return None if _is_bracket_color(text) else _read_brackets(text)


def _read_color(text: str) -> str | None:
    """Read a color by name or in brackets, with its opacity after a slash."""
    name, opacity = text, None
    if "/" in text and not text.endswith(")]"):
        name, _, share = text.partition("/") if text[0] != "[" else text.rpartition("/")
        opacity = _read_opacity(share)
        if opacity is None:
            return None
    if coordinates := COLORS.get(name):
        return f"oklch({coordinates}/{opacity})" if opacity else f"oklch({coordinates})"
    value = _read_brackets(name) if _is_bracket_color(name) else TABLE["colors"].get(name)
    if value is None or opacity is None:
        return value
    return f"color-mix(in oklab,{value} {float(opacity) * 100:g}%,transparent)"


def _read_text_size(text: str) -> str | None:
    """Read the name of a text size, with its default line height or one after a slash."""
    name, _, height = text.partition("/")
    if name not in TABLE["textSizes"]:
        return None
    size, own_height = TABLE["textSizes"][name]
    line_height = (_read_line_spacing(height) or _read_brackets(height)) if height else own_height
    return f"{size}rem;line-height:{line_height}" if line_height else None


def _read_line_spacing(text: str) -> str | None:
    """Read a line height: a name or a step of spacing."""
    height: str | None = TABLE["lineHeights"].get(text)
    return height or _read_spacing(text)


def _read_whole(text: str, unit: str) -> str | None:
    return text + unit if _WHOLE.match(text) else None


_UNITS = {"whole": "", "pixels": "px", "milliseconds": "ms", "degrees": "deg"}
READERS: dict[str, ReadValue] = {
    **{name: choices.get for name, choices in CHOICES.items()},
    **{name: partial(_read_whole, unit=unit) for name, unit in _UNITS.items()},
    "spacing": _read_spacing,
    "fraction": _read_fraction,
    "percent": _read_percent,
    "columnCount": _read_columns,
    "brackets": _read_brackets,
    "bracketLength": _read_bracket_length,
    "color": _read_color,
    "textSize": _read_text_size,
    "lineSpacing": _read_line_spacing,
}
"""The readers of values, by their names in the table."""


def negate(value: str) -> str | None:
    """Return a number, a length or an angle with the opposite sign; None for words."""
    if value[0].isdigit() or value[0] == ".":
        return f"-{value}"
    return None if value.isalpha() else f"calc({value} * -1)"


def _read_opacity(text: str) -> str | None:
    if match := _SHARE.match(text):
        share = match[1]
        return f"{int(share[:-1]) / 100:g}" if share.endswith("%") else f"{float(share):g}"
    return _read_percent(text) if _WHOLE.match(text) and int(text) <= 100 else None


def _is_bracket_color(text: str) -> bool:
    match = _WRITTEN.match(text)
    if match is None:
        return False
    return match[1] == "color" or (match[1] is None and _COLOR.match(match[2]) is not None)


def _is_balanced(text: str) -> bool:
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0


def _replace_blanks(match: re.Match[str]) -> str:
    return f"{match[1]} {match[2]} " if match[2] else match[1]
