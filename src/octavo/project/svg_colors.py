"""Reads the colors of an SVG picture, if it states them plainly."""

from __future__ import annotations

import re

from octavo.project.discover import Project
from octavo.project.files import MEBIBYTE, open_source

_TAG = re.compile(r"<(/?)([A-Za-z][\w:-]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*?)(/?)>")
_ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_SHAPES = frozenset("path rect circle ellipse polygon polyline line text tspan".split())
_AROUND = frozenset({"svg", "g", "a", "defs", "title", "desc", "metadata", "clipPath"})
_UNSEEN = frozenset({"defs", "clipPath"})
_DOUBTFUL = frozenset({"class", "opacity", "fill-opacity", "stroke-opacity", "filter", "mask"})
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_NAMES = {"black": "#000000", "white": "#ffffff"}


def load_svg_colors(project: Project, source: str) -> frozenset[str] | None:
    """Return all colors of a picture of the project; None if there may be others."""
    file = project.find(source)
    if file is None or not source.lower().endswith(".svg") or file.size > MEBIBYTE:
        return None
    descriptor, _problems = open_source(project.root, file)
    if descriptor is None:
        return None
    with open(descriptor, "rb") as stream:
        return read_svg_colors(stream.read(MEBIBYTE).decode("utf-8", "replace"))


def read_svg_colors(text: str) -> frozenset[str] | None:
    """Return all colors of an SVG text; None if there may be others."""
    palette: set[str] = set()
    around: list[tuple[str, dict[str, str]]] = [("", {"fill": "black", "stroke": "none"})]
    for closes, name, attributes, is_closed in _TAG.findall(text):
        if closes:
            if len(around) > 1 and around[-1][0] == name:
                around.pop()
            continue
        own = {key: double or single for key, double, single in _ATTRIBUTE.findall(attributes)}
        if name not in _SHAPES | _AROUND or own.keys() & _DOUBTFUL:
            return None
        paints = {**around[-1][1], **_list_paints(own)}
        if name in _SHAPES and not any(each in _UNSEEN for each, _ in around):
            colors = {_read_color(paint) for paint in paints.values() if paint != "none"}
            if None in colors:
                return None
            palette |= {color for color in colors if color}
        if not is_closed:
            around.append((name, paints))
    return frozenset(palette) or None


def _list_paints(own: dict[str, str]) -> dict[str, str]:
    """Return the colors of an element; styles have priority."""
    parts = (part.partition(":") for part in own.get("style", "").split(";"))
    style_values = {key.strip(): value for key, _, value in parts}
    if style_values.keys() & _DOUBTFUL:
        return {"fill": "?"}
    properties = {**own, **style_values}
    return {key: properties[key].strip() for key in ("fill", "stroke") if key in properties}


def _read_color(paint: str) -> str | None:
    if _HEX.fullmatch(paint):
        return paint.lower()
    return _NAMES.get(paint.lower())
