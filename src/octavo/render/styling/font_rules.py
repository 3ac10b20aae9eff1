"""The style rules for font files, and for fonts of the reader's computer."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from octavo.project.web.font_faces import FontFace, Measures
from octavo.render.assets.theme_files import FOLDER
from octavo.render.styling.font_metrics import LOCAL_FONTS, CatalogFamily
from octavo.values import Struct

FileHref = Callable[[str], str]
"""Returns the address of a file of the project."""
FORMATS = {"woff2": "woff2", "woff": "woff", "ttf": "truetype", "otf": "opentype"}
_LATIN = ("U+0000-00FF", "U+0-10FFFF", "U+20-7E")
"""The starts of a Latin font file's letter range."""

_NOT_PLAIN = re.compile(r"[^A-Za-z0-9 _./:?=&%+,~@-]")


class FontPart(Struct, frozen=True):
    """The rules and the custom properties of some fonts."""

    css: str
    preloads: tuple[str, ...]
    files: Mapping[str, bytes]
    tokens: Mapping[str, str]


def quote_css(text: str) -> str:
    """Return text as a quoted CSS string that can't end itself or a style element."""
    return '"' + _NOT_PLAIN.sub(lambda match: f"\\{ord(match[0]):x} ", text) + '"'


def render_loaded(family: str, face: FontFace, file_href: FileHref) -> str:
    """Return the rule of a font file that the site serves, for all browsers."""
    further = {"unicode-range": face.ranges}
    if face.style != "normal":
        further["font-style"] = face.style
    return render_face(family, file_href(build_output(face)), None, face.weight, further)


def render_face(
    family: str, href: str, kind: str | None, weights: str, further: Mapping[str, str] | None = None
) -> str:
    """Return the rule of a font file at an address."""
    source = f"url({quote_css(href)})" + (f" format({quote_css(kind)})" if kind else "")
    return render_rule(
        "@font-face",
        {
            "font-family": quote_css(family),
            "src": source,
            "font-weight": weights,
            "font-display": "swap",
            **(further or {}),
        },
    )


def build_output(face: FontFace) -> str:
    """Return the output path of a font file, which changes with its content."""
    digest = hashlib.sha256(face.data).hexdigest()
    name = f"{face.name}.{digest[:12]}" if face.name else digest[:20]
    return f"{FOLDER}/fonts/{name}.{face.ending}"


def list_files(faces: Iterable[FontFace]) -> Iterator[tuple[str, bytes]]:
    """Yield the outputs of faces and their content, with the licenses of their families."""
    for face in faces:
        yield build_output(face), face.data
        if face.family and face.family.license:
            yield f"{FOLDER}/fonts/{face.family.key}.txt", face.family.license


def find_first(faces: Iterable[FontFace], weight: float) -> FontFace | None:
    """Return the face that Latin text needs first, upright and in a weight."""
    for face in faces:
        low, _, high = face.weight.partition(" ")
        is_latin = face.ranges.upper().startswith(_LATIN)
        if is_latin and face.style == "normal" and int(low) <= weight <= int(high or low):
            return face
    return None


def render_fallback(family: str, metrics: Measures | CatalogFamily) -> str:
    """Return fonts of the reader's computer in two weights, resized to the measures of another."""
    css = ""
    names = list_fallback_names(family, metrics.kind)
    for name, local in zip(names, LOCAL_FONTS[metrics.kind], strict=True):
        regular = _describe_fallback(name, metrics, local.names, metrics.width / local.width)
        size = metrics.bold_width / local.bold_width
        bold = _describe_fallback(name, metrics, local.bold_names, size)
        css += render_rule("@font-face", {**regular, "font-weight": "1 599"})
        css += render_rule("@font-face", {**bold, "font-weight": "600 1000"})
    return css


def _describe_fallback(
    name: str, metrics: Measures | CatalogFamily, names: tuple[str, ...], size: float
) -> dict[str, str]:
    return {
        "font-family": quote_css(name),
        "src": ",".join(f"local({quote_css(name)})" for name in names),
        "size-adjust": _format_percent(size),
        "ascent-override": _format_percent(metrics.ascent / size),
        "descent-override": _format_percent(metrics.descent / size),
        "line-gap-override": _format_percent(metrics.line_gap / size),
    }


def list_fallback_names(family: str, kind: str) -> list[str]:
    """Return the names of a family's fallback fonts in style sheets, best first."""
    numbers = ("", *(f" {number}" for number in range(2, len(LOCAL_FONTS[kind]) + 1)))
    return [f"{family} fallback{number}" for number in numbers]


def _format_percent(part: float) -> str:
    return f"{round(part * 100, 1):g}%"


def render_rule(selector: str, declarations: dict[str, str]) -> str:
    """Return a rule of a style sheet."""
    inner = ";".join(f"{name}:{value}" for name, value in declarations.items())
    return f"{selector}{{{inner}}}"
