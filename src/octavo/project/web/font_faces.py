"""The fonts of a site, and a strict parser of the catalog's style sheets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from octavo.values import Struct, field


class WantedFont(Struct, frozen=True):
    """A font to load: from the catalog, or from an address."""

    family: str
    sheets: tuple[str, ...] = ()
    """Style sheets of the catalog, by path and query. The first one is required."""
    url: str | None = None
    weights: tuple[float, ...] = ()
    """The weights that the site uses."""
    languages: tuple[str, ...] = ()
    """The languages of the site, whose letters it needs."""


class Measures(Struct, frozen=True):
    """The measures of a family's letters, as parts of the font size."""

    kind: str
    """`sans`, `serif` or `mono`."""
    ascent: float
    descent: float
    line_gap: float
    width: float
    """The mean width of a letter of English text, spaces included."""
    bold_width: float


class FontFamily(Struct, frozen=True):
    """The facts about a family whose files Octavo made."""

    key: str
    """Its name in lowercase with hyphens, `ibm-plex-sans`."""
    name: str
    """Its name in style sheets, which avoids a name reserved for the whole font."""
    measures: Measures
    license: bytes


class FontFace(Struct, frozen=True):
    """A font file and its use; without a style, the file fits every use."""

    data: bytes
    ending: str
    style: str = ""
    weight: str = ""
    ranges: str = ""
    name: str = ""
    """The name of its file, `geist-latin`."""
    family: FontFamily | None = None


class WebFonts(Struct, frozen=True):
    """The loaded fonts, and why others are missing."""

    faces: Mapping[WantedFont, tuple[FontFace, ...]] = field(default_factory=dict)
    failures: Mapping[WantedFont, str] = field(default_factory=dict)
    weights: Mapping[str, str] = field(default_factory=dict)
    """The weights of font files of the project, by `url`: `100 900`, or empty for one weight."""
    measures: Mapping[str, Measures] = field(default_factory=dict)
    """The measures of the project's font files, by `url`, if they could be read."""


class SheetFace(Struct, frozen=True):
    """A face in a style sheet."""

    address: str
    style: str
    weight: str
    ranges: str


_FACE = re.compile(r"@font-face\s*\{([^{}]*)\}")
_SOURCE = re.compile(r"""url\((["']?)(https?://[^\s"'()\\]+)\1\)\s*format\((["'])woff2\3\)""")
_RANGE = r"U\+[0-9A-F?]{1,6}(?:-[0-9A-F]{1,6})?"
_FORMS = {
    "font-style": re.compile(r"normal|italic"),
    "font-weight": re.compile(r"[1-9]\d{0,2}(?: [1-9]\d{0,3})?|1000"),
    "unicode-range": re.compile(rf"{_RANGE}(?:, ?{_RANGE})*", re.IGNORECASE),
}


def parse_font_sheet(text: str, family: str, origin: str) -> Iterator[SheetFace]:
    """Return the faces of a family with files at an origin; all other rules are ignored."""
    for block in _FACE.findall(text):
        parts = (line.partition(":") for line in block.split(";"))
        values = {name.strip().lower(): value.strip() for name, _, value in parts}
        source = _SOURCE.fullmatch(values.get("src", ""))
        name = values.get("font-family", "").strip("\"'")
        if source is None or not source[2].startswith(f"{origin}/"):
            continue
        if name.lower() != " ".join(family.lower().split()):
            continue
        ranges = values.setdefault("unicode-range", "U+0-10FFFF")
        if all(form.fullmatch(values.get(key, "")) for key, form in _FORMS.items()):
            yield SheetFace(source[2], values["font-style"], values["font-weight"], ranges)
