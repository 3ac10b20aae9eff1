"""Reads the headings of a page: their ids, and the table of contents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from octavo.content.attributes import read_text
from octavo.content.nodes import Element, Expression, Math, Node, Tag
from octavo.content.titles import parse_title

HEADING_LEVELS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_CONTAINERS = frozenset({"blockquote", "ul", "ol", "li"})
# Components whose title is a heading, with the name of its property.
_TITLES = {"Update": "label", "Step": "title"}
# Components whose headings belong to the page.
_TRANSPARENT = frozenset({"View", "Visibility"})
_SPECIAL = frozenset({"Steps", *_TITLES, *_TRANSPARENT})
_CUSTOM_ID = re.compile(r"#([^\s{}#\"'<>]+)\s*\Z")

# Letters that NFKD doesn't split, and the German umlauts, which become two letters.
_LETTERS = str.maketrans(
    {
        "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d",
        "ð": "d", "þ": "th", "ł": "l", "ı": "i", "&": " and ", "'": "", "’": "",
    }
)  # fmt: skip
_LATIN_MARKS = re.compile(r"([a-z])[\u0300-\u036f]+")
_PLAIN_TITLE = re.compile(r"[A-Za-z0-9]+(?:[ -][A-Za-z0-9]+)*\Z")
_BRACKETS_AND_QUOTES = re.compile(r"[()\[\]{}<>\"'`’‘“”]")
_NOT_FOR_GITHUB = re.compile(r"[^\w\- ]")
_LONGEST_ID = 200
_NOT_IN_ID = re.compile(r"[^\w]+|_+")


RESERVED_IDS = frozenset(
    """background-color banner content-area footer header navbar page-title pagination
    search-bar-entry search-bar-entry-mobile sidebar site-data table-of-contents toc-title
    topbar-cta-button""".split()
)
"""Ids outside of the content, which author CSS may use, so headings get other ids."""


class Heading(NamedTuple):
    """A heading with its id for links. Only `top` ones are in the table of contents."""

    level: int
    id: str
    title: str
    node: Element | Tag
    top: bool
    other_ids: tuple[str, ...] = ()
    """The ids that other tools give the title, for links written for them."""


def read_headings(nodes: Iterable[Node]) -> tuple[Heading, ...]:
    """Return all headings in order; repeated titles get ids that end in -2, -3, …"""
    counts = dict.fromkeys(RESERVED_IDS, 1)
    places: _Places = []
    _find(nodes, True, places)
    headings = []
    with_others = False
    for node, level, top in places:
        title = read_plain_text(_find_title(node)).strip()
        own_id = _find_own_id(node)
        name = own_id or build_slug(title) or "section"
        others = () if own_id else build_other_slugs(title)
        with_others = with_others or bool(others)
        headings.append(Heading(level, _build_unique_id(name, counts), title, node, top, others))
    return tuple(_drop_duplicate_ids(headings, counts) if with_others else headings)


def _drop_duplicate_ids(headings: Iterable[Heading], counts: dict[str, int]) -> Iterable[Heading]:
    """Remove other ids that equal the heading's own id or an earlier one."""
    for heading in headings:
        free = [each for each in heading.other_ids if each not in counts]
        counts.update(dict.fromkeys(free, 1))
        yield heading._replace(other_ids=tuple(free))


@lru_cache(maxsize=4096)
def build_slug(title: str) -> str:
    """Return an id for a title: Latin letters lose their accents, other scripts stay unchanged."""
    text = unicodedata.normalize("NFC", title).lower().translate(_LETTERS)
    if not text.isascii():
        text = _LATIN_MARKS.sub(r"\1", unicodedata.normalize("NFKD", text))
        text = unicodedata.normalize("NFC", text)
    return _NOT_IN_ID.sub("-", text).strip("-")


@lru_cache(maxsize=4096)
def build_other_slugs(title: str) -> tuple[str, ...]:
    """Return the ids that other tools give a title, if they differ from Octavo's.

    GitHub removes punctuation. Others keep all of it, or all except brackets, quotes and full
    stops. Python-Markdown also removes it, and merges spaces and hyphens.
    """
    if _PLAIN_TITLE.match(title):
        return ()
    text = " ".join(unicodedata.normalize("NFC", title).lower().split())
    no_brackets = _BRACKETS_AND_QUOTES.sub("", text)
    forms = (
        _NOT_FOR_GITHUB.sub("", text),
        text,
        no_brackets.strip(" .,:;!?"),
        no_brackets.replace(".", "-").strip(" -"),
    )
    ids = [re.sub(r"\s", "-", form) for form in forms]
    ids.append(re.sub(r"-+", "-", ids[0]))
    return tuple(dict.fromkeys(each for each in ids if 0 < len(each) <= _LONGEST_ID))


@lru_cache(maxsize=4096)
def strip_to_letters(text: str) -> str:
    """Return the part that all possible ids of a title share: letters and digits."""
    return "".join(filter(str.isalnum, text.lower()))


def read_plain_text(nodes: Iterable[Node]) -> str:
    """Return the text of nodes without their formatting."""
    parts = []
    for node in nodes:
        if isinstance(node, str):
            parts.append(node)
        elif isinstance(node, Element):
            alternative = (node.properties or {}).get("alt")
            parts.append(str(alternative) if alternative else read_plain_text(node.children))
        elif isinstance(node, Tag):
            parts.append(read_plain_text(node.children))
        elif isinstance(node, Math):
            parts.append(node.text)
    return "".join(parts)


def strip_custom_id(heading: Element | Tag) -> list[Node]:
    """Return the visible part of a heading: its children without `{#custom-id}` at the end."""
    children = heading.children
    if not children or _find_custom_id(children[-1]) is None:
        return children
    rest = children[:-1]
    if rest and isinstance(rest[-1], str):
        rest[-1] = rest[-1].rstrip()
    return rest


def read_property(node: Tag, name: str) -> str:
    """Return a text property of a tag as text; empty for any other property."""
    for attribute in node.attributes:
        if attribute.name == name:
            return read_text(attribute)
    return ""


def _find_title(node: Element | Tag) -> list[Node]:
    if isinstance(node, Tag) and node.name in _TITLES:
        return parse_title(read_property(node, _TITLES[node.name]))
    return strip_custom_id(node)


def _find_custom_id(node: Node) -> str | None:
    if isinstance(node, Expression):
        match = _CUSTOM_ID.match(node.source)
        return match.group(1) if match else None
    return None


def _find_own_id(node: Element | Tag) -> str | None:
    if isinstance(node, Tag):
        for attribute in node.attributes:
            if attribute.name == "id" and isinstance(attribute.value, str):
                return attribute.value
    return _find_custom_id(node.children[-1]) if node.children else None


def _build_unique_id(name: str, counts: dict[str, int]) -> str:
    count = counts.get(name, 0)
    while True:
        count += 1
        candidate = name if count == 1 else f"{name}-{count}"
        if count == 1 or candidate not in counts:
            break
    counts[name] = count
    counts.setdefault(candidate, 1)
    return candidate


_Places = list[tuple[Element | Tag, int, bool]]
"""The headings so far: the node, its level, and whether it is at the top."""


def _find(nodes: Iterable[Node], top: bool, places: _Places) -> None:
    for node in nodes:
        if type(node) is Element:
            tag = node.tag
            if tag in _CONTAINERS:
                _find(node.children, False, places)
            elif tag in HEADING_LEVELS:
                places.append((node, HEADING_LEVELS[tag], top))
            elif tag == "section":  # Octavo generates this around a part of the page.
                _find(node.children, top, places)
        elif type(node) is Tag:
            level = HEADING_LEVELS.get(node.name or "")
            if level:
                places.append((node, level, top))
            elif node.name in _SPECIAL:
                _find_in_component(node, top, places)
            elif node.children:
                _find(node.children, False, places)


def _find_in_component(node: Tag, top: bool, places: _Places) -> None:
    if node.name == "Steps":
        for child in node.children:
            _find_step(child, read_property(node, "titleSize"), top, places)
    elif node.name == "Step":
        _find_step(node, "", top, places)
    elif node.name in _TRANSPARENT:
        if read_property(node, "for") != "agents":
            _find(node.children, top, places)
    else:
        places.append((node, 2, top))
        _find(node.children, False, places)


def _find_step(node: Node, size: str, top: bool, places: _Places) -> None:
    if not isinstance(node, Tag) or node.name != "Step":
        _find([node], False, places)
        return
    level = HEADING_LEVELS.get(read_property(node, "titleSize") or size)
    if level in (2, 3, 4) and read_property(node, "title"):
        places.append((node, level, top and level < 4))
    _find(node.children, False, places)
