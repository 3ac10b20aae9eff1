"""Parses the Markdown in a page's description: only inline parts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from octavo.content.headings import read_plain_text, read_property
from octavo.content.mdx import parse_mdx
from octavo.content.nodes import Element, Node, Properties, Tag
from octavo.content.titles import parse_title

_MAY_MARK = re.compile(r"[`*~_\[<{\\&]|://|www\.")
_LINK_MARKS = ("[", "<", "://", "www.")
_ELEMENTS = frozenset({"a", "br", "code", "del", "em", "strong"})
_TAGS = {
    **{name: name for name in (*_ELEMENTS, "kbd", "sub", "sup")},
    "b": "strong",
    "i": "em",
    "s": "del",
    "span": "",
}
_WORD = "Lead: "
"""A prefix for parsing, so that no text begins a list, a heading or a block of tags."""


@lru_cache(maxsize=4096)  # Lists, checks, the page and its twin ask for the same, far apart.
def parse_lead(text: str) -> list[Node]:
    """Return the nodes of a description; other Markdown stays text."""
    line = " ".join(text.split())
    if _MAY_MARK.search(line) is None:
        return [line]
    document = parse_mdx(_WORD + line, math=False)
    paragraph = document.nodes[0]
    if isinstance(paragraph, Element) and len(document.nodes) == 1 and not document.problems:
        first, *others = _keep_inline(paragraph.children)
        nodes = [first.removeprefix(_WORD) if isinstance(first, str) else first, *others]
        if None not in nodes:
            return [node for node in nodes if node]
    return parse_title(line, links=True)


def may_link(text: str) -> bool:
    """Tell whether a description may contain a link, without parsing it."""
    return any(mark in text for mark in _LINK_MARKS)


def strip_marks(text: str) -> str:
    """Return a description without formatting, for search engines and lists."""
    line = " ".join(text.split())
    if _MAY_MARK.search(line) is None:
        return line
    return " ".join(read_plain_text(parse_lead(line)).split())


def _keep_inline(nodes: Iterable[Node]) -> Iterable[Node | None]:
    """Yield nodes with elements instead of tags; None for those that can't be inline."""
    for node in nodes:
        if isinstance(node, str):
            yield node
            continue
        name = _find_name(node)
        children = list(_keep_inline(node.children)) if isinstance(node, Element | Tag) else []
        inline_children = [child for child in children if child is not None]
        if name is None or len(inline_children) < len(children):
            yield None
        elif not name:
            yield from inline_children
        else:
            yield Element(name, inline_children, _find_link(node))


def _find_name(node: Node) -> str | None:
    if isinstance(node, Element):
        return node.tag if node.tag in _ELEMENTS else None
    return _TAGS.get(node.name or "") if isinstance(node, Tag) else None


def _find_link(node: Node) -> Properties | None:
    if isinstance(node, Element):
        return node.properties
    href = read_property(node, "href") if isinstance(node, Tag) and node.name == "a" else ""
    return {"href": href} if href else None
