"""Takes the marks of Markdown out of texts for places that show plain words."""

from __future__ import annotations

import html
import re

from octavo_migrate.mkdocs.markdown.html import KNOWN

_CODE_OR_TAG = re.compile(r"(?<!`)(?:`[^`]+`|``.+?``)(?!`)|</?([A-Za-z][A-Za-z0-9-]*)[^<>]*>")

_ICON_NAME = re.compile(r":[a-z]+-[a-z0-9-]+:")


def strip_markdown(text: str) -> str:
    """Return a title without marks of Markdown, for places that take plain text."""
    text = re.sub(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])", r"\1", text)
    text = _CODE_OR_TAG.sub(_drop_tag, re.sub(r"\{:?\s*[.#][^}]*\}", "", text))
    text = _ICON_NAME.sub("", text)
    text = re.sub(r"(`+|\*\*|__|==)(.+?)\1", r"\2", text)
    return re.sub(r"(?<![\w*_\\])([*_])(\S(?:.*?\S)?)\1(?![\w*_])", r"\2", text).strip()


def _drop_tag(tag: re.Match[str]) -> str:
    """Return nothing for a tag of HTML; code, and what only looks like a tag, stays."""
    return "" if tag[1] and tag[1].lower() in KNOWN else tag[0]


def strip_html(name: str) -> str:
    """Return a name of the navigation as plain text: without tags, pictures and icons."""
    text = _ICON_NAME.sub("", _CODE_OR_TAG.sub(_drop_tag, name))
    return " ".join(html.unescape(text).split())


def build_id(title: str) -> str:
    """Return the id that Python-Markdown gives a heading, before it counts those that are equal."""
    plain = re.sub(r"[^\w\s-]", "", strip_markdown(title)).strip().lower()
    return re.sub(r"[-\s]+", "-", plain)
