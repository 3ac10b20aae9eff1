"""Parses lines that contain only tags and expressions, and nests the tags.

Tags are not containers: lines belong to the same container with and without them. Each row of
blocks has a stack of open tags.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octavo.content.mdx.inline.inline_tags import SIMPLE_EXPRESSION
from octavo.content.mdx.mistakes import MAX_DEPTH
from octavo.content.mdx.page_state import Page
from octavo.content.mdx.tags import (
    CLOSE,
    EMPTY,
    OPEN,
    SIMPLE_TAG,
    VOID_ELEMENTS,
    ReadTag,
    dedent_code,
    read_simple_attributes,
    read_simple_tag,
    read_tag,
)
from octavo.content.nodes import Attribute, Expression, Node, Tag

if TYPE_CHECKING:
    from octavo.content.mdx.blocks.flow import Flow


OpenTag = tuple[Tag, list[Node], int]
"""An open tag, and the row of nodes that contains it.

The number is for a tag that text opened: how many children it keeps if it is never closed. It is -1
for tags on separate lines, which keep all.
"""

_NO_TAGS: list[OpenTag] = []
_NO_COUNTS: dict[str | None, int] = {}


class Container:
    """A row of blocks: its nodes, the open tags in it, and the container around it."""

    __slots__ = ("_children", "_counts", "_open", "append", "indent", "nodes", "outer")

    def __init__(self, indent: int, outer: Container | None) -> None:
        self.indent = indent
        self.outer = outer
        self.nodes: list[Node] = []
        self.append = self.nodes.append
        self._children = self.nodes
        # Most containers are list items without tags, so the list is created on demand.
        self._open: list[OpenTag] = _NO_TAGS
        self._counts: dict[str | None, int] = _NO_COUNTS

    @property
    def is_open(self) -> bool:
        """Whether a tag is open in the container."""
        return bool(self._open)

    def open_tag(self, tag: Tag, page: Page) -> None:
        """Append a tag; the next nodes go into it until it is closed."""
        if page.depth < MAX_DEPTH:
            self.append(tag)
            self._enter((tag, self._children, -1), tag.children, page)
        else:
            page.mistakes.report_depth((tag.line, tag.column))
            self._enter((tag, self._children, -1), self._children, page)

    def reopen_tag(self, tag: Tag, page: Page) -> None:
        """Keep a tag open that the last paragraph opened and did not close."""
        self._enter((tag, self._children, len(tag.children)), tag.children, page)

    def close_tag(self, name: str | None, page: Page) -> bool:
        """Close the tag of that name and those still open in it; False if it is not open."""
        if not self._counts.get(name):
            return False
        while True:
            open_tag = self._leave(page)
            tag, _row, child_count = open_tag
            if tag.name != name:
                self._abandon(open_tag, page)
                continue
            if child_count >= 0:
                page.mistakes.report_late_closing_tag(name, (tag.line, tag.column))
            return True

    def close_all(self, page: Page) -> None:
        """Close the open tags at the end of the row."""
        while self._open:
            self._abandon(self._leave(page), page)

    def find_owner(self, name: str | None) -> Container | None:
        """Return the nearest container with an open tag of that name."""
        container: Container | None = self
        while container is not None and not container._counts.get(name):
            container = container.outer
        return container

    def _enter(self, open_tag: OpenTag, children: list[Node], page: Page) -> None:
        page.depth += 1
        if self._counts is _NO_COUNTS:
            self._open = []
            self._counts = {}
        self._open.append(open_tag)
        name = open_tag[0].name
        self._counts[name] = self._counts.get(name, 0) + 1
        self._children = children
        self.append = children.append

    def _leave(self, page: Page) -> OpenTag:
        open_tag = self._open.pop()
        page.depth -= 1
        self._counts[open_tag[0].name] -= 1
        self._children = open_tag[1]
        self.append = open_tag[1].append
        return open_tag

    def _abandon(self, open_tag: OpenTag, page: Page) -> None:
        """Report a tag that is never closed; one that text opened keeps only that text."""
        tag, row, child_count = open_tag
        page.mistakes.report_unclosed_tag(tag.name, (tag.line, tag.column))
        if child_count >= 0:
            row.extend(tag.children[child_count:])
            del tag.children[child_count:]


PlacedTag = tuple[ReadTag, tuple[int, int]]
TagLine = tuple[list[PlacedTag | Expression], int]
"""The tags and expressions of a line, and the line after them."""


def parse_tag_line(flow: Flow, line: int, indent: int) -> int | None:
    """Parse a line of tags and expressions; return the line after it, None for other lines."""
    text = flow.lines.texts[line]
    if text.startswith("</") and text[2:-1].isalnum() and text[-1] == ">":
        if flow.container.close_tag(text[2:-1], flow.page):
            return line + 1
    else:
        match = SIMPLE_TAG.fullmatch(text)
        if match is not None and _add_simple_tag(flow, line, match):
            return line + 1
    tag_line = read_tag_line(flow, line, indent)
    if tag_line is None:
        return None
    tokens, following = tag_line
    if any(_is_shown(flow.page, token) for token in tokens):
        return None
    if indent and _leaves_container(flow, line, tokens):
        return line
    for token in tokens:
        if type(token) is tuple:
            _add_tag(flow, *token)
        else:
            flow.container.append(token)  # type: ignore[arg-type]  # what is no tag is an expression
    return following


def _add_simple_tag(flow: Flow, line: int, match: re.Match[str]) -> bool:
    """Add the only tag of a line; False if the line has more."""
    closing, name, attributes, slash = match.groups()
    page, container = flow.page, flow.container
    if name is None or name in VOID_ELEMENTS:
        return False
    if closing:
        return not (attributes or slash) and container.close_tag(name, page)
    if not (attributes or slash) and page.shows(name, ()):
        return False
    at_line, column = flow.lines.locate(line)
    pairs: list[Attribute] = []
    if attributes:
        start = column + match.start(3)
        pairs = read_simple_attributes(attributes, 0, lambda i: (at_line, start + i))
    tag = Tag(name, pairs, [], at_line, column)
    if slash:
        container.append(tag)
    else:
        container.open_tag(tag, page)
    return True


def _is_shown(page: Page, token: PlacedTag | Expression) -> bool:
    """Tell whether a tag is shown as text, so that the line is a paragraph."""
    if type(token) is not tuple:
        return False
    kind, name, attributes, _end = token[0]
    return kind == OPEN and page.shows(name, attributes)


def _leaves_container(flow: Flow, line: int, tokens: list[PlacedTag | Expression]) -> bool:
    """Tell whether a line closes a tag that is open outside this list item.

    If so, the line has the indent of that tag, and ends every list item in between.
    """
    if isinstance(tokens[0], Expression) or tokens[0][0][0] != CLOSE:
        return False
    name, place = tokens[0][0][1], tokens[0][1]
    owner = flow.container.find_owner(name)
    if owner is None or owner is flow.container:
        return False
    flow.page.mistakes.report_misplaced_closing_tag(name, place)
    flow.lines.indents[line] = owner.indent
    return True


def _add_tag(flow: Flow, tag: ReadTag, place: tuple[int, int]) -> None:
    kind, name, attributes, _end = tag
    page, container = flow.page, flow.container
    if kind == CLOSE:
        if name in VOID_ELEMENTS:
            page.mistakes.take_back_void_tag()
        elif not container.close_tag(name, page):
            page.mistakes.report_unexpected_closing_tag(name, place)
        return
    node = Tag(name, attributes, [], *place)
    if kind == EMPTY:
        container.append(node)
    elif name in VOID_ELEMENTS:
        page.mistakes.report_void_tag(name or "", place)
        container.append(node)
    else:
        container.open_tag(node, page)


def read_tag_line(flow: Flow, line: int, indent: int) -> TagLine | None:
    """Return the tags and expressions of a line without other content, or None."""
    lines = flow.lines
    text = lines.texts[line]
    if text[0] == "<":
        place = lines.locate(line)
        tag = read_simple_tag(text, 0, lambda position: (place[0], place[1] + position))
        if tag is not None:
            end = tag[3]
            if end == len(text):
                return [(tag, place)], line + 1
            rest = text[end:].lstrip(" \t")
            if not rest:
                return [(tag, place)], line + 1
            if rest[0] not in "<{":
                return None
        elif text[1:2] in ("", " ", "\t", "!"):
            return None
    return _read_tokens(flow, line, indent)


def _read_tokens(flow: Flow, line: int, indent: int) -> TagLine | None:
    lexer, lines = flow.lexer, flow.lines
    text = lexer.text
    tokens: list[PlacedTag | Expression] = []
    position = lines.find_position(line)
    last_was_expression = False
    while True:
        c = text[position : position + 1]
        if c == "<":
            tag = read_tag(lexer, position, lines.place_at, indent)
            if tag is None or not _stays_inside(flow, position, tag[3], indent):
                return None
            tokens.append((tag, lines.place_at(position)))
            position = tag[3]
        elif c == "{" and not last_was_expression:
            end = _find_expression_end(flow, position)
            if end < 0 or not _stays_inside(flow, position, end, indent):
                return None
            source = dedent_code(text[position + 1 : end], indent)
            tokens.append(Expression(source, *lines.place_at(position)))
            position = end + 1
        else:
            last = lines.find_line(position)
            if c in ("", "\n"):
                return tokens, last + 1
            flow.tag_end = last
            return None
        last_was_expression = c == "{"
        while text.startswith((" ", "\t"), position):
            position += 1


def _find_expression_end(flow: Flow, position: int) -> int:
    match = SIMPLE_EXPRESSION.match(flow.lines.text, position)
    return match.end() - 1 if match else flow.lexer.find_end(position + 1)


def _stays_inside(flow: Flow, start: int, end: int, indent: int) -> bool:
    """Tell whether all lines from `start` to `end` belong to the container."""
    lines = flow.lines
    if (not indent and not lines.lazy) or lines.text.find("\n", start, end) < 0:
        return True
    return not any(
        k in lines.lazy or (lines.texts[k] and lines.indents[k] < indent)
        for k in range(lines.find_line(start) + 1, lines.find_line(end) + 1)
    )
