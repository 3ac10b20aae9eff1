"""Parses the Markdown in titles and captions of components.

In a property, a line such as `1. Install` is a title and no list. So only code, bold, italic and
struck text, and allowed links, have a meaning.
"""

from __future__ import annotations

import re

from octavo.content.nodes import Element, Node

_MARKS = re.compile(
    r"`(?P<code>[^`]++)`"
    r"|\*\*(?=\S)(?P<strong>[^*]++)(?<=\S)\*\*"
    r"|~~(?=\S)(?P<del>[^~]++)(?<=\S)~~"
    r"|(?<![\w*])\*(?=\S)(?P<star>[^*]++)(?<=\S)\*(?![\w*])"
    r"|(?<!\w)_(?=\S)(?P<line>[^_]++)(?<=\S)_(?!\w)"
    r"|\[(?P<link>[^\]\[]++)\]\((?P<href>[^()\s]++)\)"
)
_MAY_MARK = re.compile(r"[`*~_\[]")
_ELEMENTS = {"strong": "strong", "del": "del", "star": "em", "line": "em"}


def parse_title(text: str, *, links: bool = False, line: int = 0, column: int = 0) -> list[Node]:
    """Return the nodes of a title; a link becomes its text unless `links` are allowed."""
    if _MAY_MARK.search(text) is None:
        return [text]
    nodes: list[Node] = []
    end = 0
    for match in _MARKS.finditer(text):
        kind = match.lastgroup or ""
        if match.start() > end:
            nodes.append(text[end : match.start()])
        end = match.end()
        if kind == "code":
            nodes.append(Element("code", [match["code"]]))
        elif kind == "href":
            children = parse_title(match["link"])
            href = {"href": match["href"]}
            nodes.extend([Element("a", children, {**href}, line, column)] if links else children)
        else:
            nodes.append(Element(_ELEMENTS[kind], parse_title(match[kind], links=links)))
    if end < len(text) or not nodes:
        nodes.append(text[end:])
    return nodes
