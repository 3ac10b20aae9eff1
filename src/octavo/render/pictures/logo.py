"""Converts a logo to a bitmap: SVG is drawn, if it has only a reasonable number of shapes.

A logo is a file of the author, who may have it from anywhere. Octavo doesn't draw one with
references to other files, with entities, with texts (for which there are no fonts), or one that
takes too long. The picture shows the site's name instead.
"""

from __future__ import annotations

import re
from xml.parsers import expat

LARGEST = 512 * 1024
"""The most bytes of a logo."""
WIDTH, HEIGHT = 440, 60
"""The largest size of a logo in a picture."""
_FINER = 2
"""The factor for drawing a logo larger, before it is scaled down."""
_MOST_ELEMENTS = 3_000
_MOST_REUSES = 20
"""The most reuses of shapes.

Each may contain another, so some hundred could mean more shapes than there are atoms.
"""
_SVG = "http://www.w3.org/2000/svg"
_ALLOWED = frozenset(
    """svg g a path rect circle ellipse polygon polyline line defs linearGradient radialGradient
    stop clipPath mask symbol use title desc metadata style""".split()
)
_REUSING = frozenset({"use", "mask", "clipPath"})
_LENGTH = re.compile(r"\s*([0-9]*\.?[0-9]+)(?:px|pt|mm|cm|in)?\s*\Z")
_OUTSIDE = re.compile(r"url\(\s*['\"]?(?!['\"]?#)|@import|expression|data:", re.IGNORECASE)


class _Refused(Exception):
    """The logo can't be drawn."""


def is_svg(data: bytes) -> bool:
    """Tell whether a file looks like an SVG picture."""
    return b"<svg" in data[:4096]


def draw_svg(data: bytes) -> bytes | None:
    """Return an SVG logo as a PNG picture; None if it can't or should not be drawn."""
    import resvg_py  # noqa: PLC0415 (few builds draw logos)

    try:
        width, height = _fit(*_check(data))
        picture = resvg_py.svg_to_bytes(
            svg_string=data.decode(),
            skip_system_fonts=True,
            width=width * _FINER,
            height=height * _FINER,
        )
    except (_Refused, UnicodeDecodeError, expat.ExpatError, ValueError):
        return None
    return bytes(picture)


def _fit(width: float, height: float) -> tuple[int, int]:
    scale = min(WIDTH / width, HEIGHT / height)
    return max(1, round(width * scale)), max(1, round(height * scale))


def _check(data: bytes) -> tuple[float, float]:
    """Return the size of a picture, if it may be drawn."""
    if len(data) > LARGEST:
        raise _Refused
    checker = _Checker()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartDoctypeDeclHandler = _refuse
    parser.ProcessingInstructionHandler = _refuse
    parser.StartElementHandler = checker.enter
    parser.CharacterDataHandler = checker.read_text
    parser.Parse(data, True)
    if checker.size is None:
        raise _Refused
    return checker.size


def _refuse(*_values: object) -> None:
    raise _Refused


class _Checker:
    """Checks every element of a picture."""

    def __init__(self) -> None:
        self.size: tuple[float, float] | None = None
        self._elements = 0
        self._reuses = 0

    def enter(self, name: str, attributes: dict[str, str]) -> None:
        """Check an element."""
        namespace, _, local = name.rpartition(" ")
        if namespace not in ("", _SVG):
            return  # This element isn't drawn.
        self._elements += 1
        self._reuses += local in _REUSING
        if (
            local not in _ALLOWED
            or self._elements > _MOST_ELEMENTS
            or self._reuses > _MOST_REUSES
            or any(_is_outside(key, value) for key, value in attributes.items())
        ):
            raise _Refused
        if self._elements == 1:
            self.size = _read_size(attributes) if local == "svg" else None

    def read_text(self, text: str) -> None:
        """Check a text, such as that of a style sheet."""
        if _OUTSIDE.search(text):
            raise _Refused


def _is_outside(key: str, value: str) -> bool:
    """Tell whether an attribute refers to something outside the picture."""
    is_reference = key.rpartition(" ")[2] == "href"
    return (is_reference and not value.startswith("#")) or _OUTSIDE.search(value) is not None


def _read_size(attributes: dict[str, str]) -> tuple[float, float] | None:
    box = attributes.get("viewBox", "").replace(",", " ").split()[2:4]
    lengths = [attributes.get(name, "") for name in ("width", "height")]
    for pair in (lengths, box):
        matches = [_LENGTH.match(length) for length in pair]
        if len(matches) == 2 and all(matches):
            width, height = (float(match[1]) for match in matches if match)
            return (width, height) if 0 < width <= 40 * height <= 1600 * width else None
    return None
