"""Reduces titles to plain words, and finds the names of icons."""

from __future__ import annotations

import html
import re

from octavo.render.icons.library import find_icon
from octavo_migrate.mkdocs.markdown.html import KNOWN

_CODE_OR_TAG = re.compile(r"(?<!`)(?:`[^`]+`|``.+?``)(?!`)|</?([A-Za-z][A-Za-z0-9-]*)[^<>]*>")

_ICON_NAME = re.compile(r":[a-z]+-[a-z0-9-]+:")


def strip_markdown(text: str) -> str:
    """Return a title without Markdown formatting, for places that show plain text."""
    text = re.sub(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])", r"\1", text)
    text = _CODE_OR_TAG.sub(_drop_tag, re.sub(r"\{:?\s*[.#][^}]*\}", "", text))
    text = _ICON_NAME.sub("", text)
    text = re.sub(r"(`+|\*\*|__|==)(.+?)\1", r"\2", text)
    return re.sub(r"(?<![\w*_\\])([*_])(\S(?:.*?\S)?)\1(?![\w*_])", r"\2", text).strip()


def _drop_tag(tag: re.Match[str]) -> str:
    """Return "" for an HTML tag; code and text that only looks like a tag stays."""
    return "" if tag[1] and tag[1].lower() in KNOWN else tag[0]


def strip_html(name: str) -> str:
    """Return a name of the navigation as plain text: without tags, pictures and icons."""
    text = _ICON_NAME.sub("", _CODE_OR_TAG.sub(_drop_tag, name))
    return " ".join(html.unescape(text).split())


def build_id(title: str) -> str:
    """Return the id that Python-Markdown gives a heading, before it numbers repeated ids."""
    plain = re.sub(r"[^\w\s-]", "", strip_markdown(title)).strip().lower()
    return re.sub(r"[-\s]+", "-", plain)


_SETS = ("material", "fontawesome", "octicons", "simple")
_STYLES = ("solid", "regular", "brands")


def is_icon_name(name: str) -> bool:
    """Tell whether a name is an icon of a set that Material has."""
    return name.startswith(tuple(f"{each}-" for each in _SETS))


def find_icon_name(name: str) -> str | None:
    """Return Octavo's name of an icon such as `material/account-circle`."""
    parts = name.replace("/", "-").removeprefix(".icons-").split("-")
    if parts[0] in _SETS:
        parts = parts[1:]
    if parts and parts[0] in _STYLES:
        parts = parts[1:]
    if parts and parts[-1].isdigit() and len(parts) > 1:  # Octicons end with their size.
        parts = parts[:-1]
    while parts:
        name_in_set = "-".join(parts)
        if find_icon(name_in_set):
            return name_in_set
        if parts[-1] not in _ENDS:
            return None
        parts = parts[:-1]
    return None


_ENDS = frozenset("outline variant circle box multiple filled fill alt logo mark badge".split())
