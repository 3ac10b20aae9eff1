"""Parses lists and their items."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octavo.content.mdx.blocks.paragraphs import parse_line
from octavo.content.mdx.lines import Lines, measure_indent
from octavo.content.nodes import Element, Node, Properties

if TYPE_CHECKING:
    from octavo.content.mdx.blocks.flow import Blocks, Flow

MARKER = re.compile(r"(?:[-+*]|[0-9]{1,9}[.)])(?=[ \t]|$)")
_MARKERS = frozenset("-+*0123456789")
_BLOCK_STARTS = frozenset("<{`~#>$[-*_+0123456789")

_Item = tuple[Element, list[Node], int, bool | None]
"""An item, its nodes, and the state of its check box, if it has one.

The number is for an item of one line of text: the column of the text, which becomes a paragraph
only if the list is loose. It is 0 for other items, whose nodes are blocks.
"""


def is_rule(text: str) -> bool:
    """Tell whether a line is a thematic break, which has priority over a list item."""
    mark = text[0]
    return mark in "-*_" and not text.strip(mark + " \t") and text.count(mark) >= 3


def parse_list(flow: Flow, line: int, indent: int) -> int | None:
    """Parse the list at a line; return the line after it, None without one."""
    lines = flow.lines
    match = MARKER.match(lines.texts[line])
    if match is None or not flow.can_nest(line):
        return None
    place = row, column = lines.locate(line)
    marker = match.group()
    items: list[_Item] = []
    is_loose = False
    while True:
        element = Element("li", [], None, row, column)
        column += len(lines.texts[line])
        nodes, following, is_spread, ends_blank = _parse_item(flow, line, match)
        # A list item of one line returns inline nodes, others return blocks.
        text_column = column - len(lines.texts[line]) if is_spread is None else 0
        items.append((element, nodes, text_column, flow.tasks.pop(line, None)))
        match = _match_next(flow, following, indent, marker[-1])
        is_loose = is_loose or bool(is_spread)
        if match is None:
            break
        is_loose = is_loose or ends_blank
        line = following
        row, column = lines.locate(line)
    flow.container.append(_build_list(marker, items, is_loose, place))
    # The caller handles blank lines after the list, which may make an outer list loose.
    while following > line + 1 and not lines.texts[following - 1]:
        following -= 1
    return following


def _match_next(flow: Flow, line: int, indent: int, delimiter: str) -> re.Match[str] | None:
    """Return the marker of the next item, if the line continues the same list."""
    lines = flow.lines
    if line >= lines.count or lines.indents[line] < indent or line in lines.lazy:
        return None
    text = lines.texts[line]
    match = MARKER.match(text) if text[0] in _MARKERS else None
    if match is None or text[match.end() - 1] != delimiter:
        return None
    return None if is_rule(text) else match


def _parse_item(flow: Flow, line: int, match: re.Match[str]) -> Blocks:
    """Parse an item.

    The flag for blank lines between its blocks is None for an item of one line of text, whose nodes
    are inline.
    """
    lines = flow.lines
    end = match.end()
    rest = lines.texts[line][end:]
    content = rest.lstrip(" \t")
    after_marker = lines.indents[line] + end
    lines.texts[line] = content
    if not content:
        return _parse_empty_start(flow, line, after_marker + 1)
    inner = after_marker + len(rest) - len(content)
    if lines.has_tabs:
        inner = measure_indent(rest[: inner - after_marker], after_marker)
    lines.indents[line] = inner
    if content[0] not in _BLOCK_STARTS or _is_text(content):
        following = _find_end_of_line_item(lines, line, inner)
        if following:
            nodes, is_text = parse_line(flow, line)
            return nodes, following, None if is_text else False, following > line + 1
    flow.task_line = line if content[0] == "[" else -1
    return flow.parse(line, inner)


def _is_text(content: str) -> bool:
    """Tell whether a text is a paragraph, although its first character can begin other blocks."""
    if content[0] == "*":
        return content[1:2] == "*" and content[2:3] not in ("*", " ", "\t", "")
    return content[0] == "`" and not content.startswith("```")


def _find_end_of_line_item(lines: Lines, line: int, inner: int) -> int:
    """Return the line after an item that ends with its first line, 0 if it continues."""
    following = line + 1
    texts, count = lines.texts, lines.count
    while following < count and not texts[following]:
        following += 1
    if following < count:
        if lines.indents[following] >= inner:
            return 0
        if following == line + 1 and not MARKER.match(texts[following]):
            return 0
    return following


def _parse_empty_start(flow: Flow, line: int, inner: int) -> Blocks:
    """Parse an item with an empty first line; its content may begin on the next line."""
    lines = flow.lines
    following = line + 1
    if following < lines.count and lines.texts[following] and lines.indents[following] >= inner:
        return flow.parse(following, inner)
    return flow.parse(following, NOTHING)


NOTHING = 1 << 30
"""An indent that no line has."""


def _build_list(marker: str, items: list[_Item], is_loose: bool, place: tuple[int, int]) -> Element:
    has_tasks = False
    children: list[Node] = []
    for element, nodes, text_column, task in items:
        children.append(element)
        if text_column:
            row = element.line
            element.children = [Element("p", nodes, None, row, text_column)] if is_loose else nodes
            continue
        if task is not None:
            has_tasks = True
            element.properties = {"className": "task-list-item"}
            _add_box(element, nodes, task)
        element.children = nodes if is_loose else _unwrap_paragraphs(nodes)
    is_ordered = marker[-1] in ".)"
    properties: Properties = {}
    if is_ordered and int(marker[:-1]) != 1:
        properties["start"] = int(marker[:-1])
    if has_tasks:
        properties["className"] = "contains-task-list"
    return Element("ol" if is_ordered else "ul", children, properties or None, *place)


def _add_box(item: Element, nodes: list[Node], is_checked: bool) -> None:
    properties: Properties = {"type": "checkbox", "checked": is_checked, "disabled": True}
    box = Element("input", [], properties)
    first = nodes[0] if nodes else None
    if isinstance(first, Element) and first.tag == "p":
        children = first.children
        if children and isinstance(children[0], str):
            children[0] = " " + children[0]
            children.insert(0, box)
        else:
            children[:0] = [box, " "] if children else [box]
    else:
        nodes.insert(0, Element("p", [box], None, item.line, item.column))


def _unwrap_paragraphs(nodes: list[Node]) -> list[Node]:
    """Return the content of a tight item, with the content of paragraphs instead of them."""
    first = nodes[0] if len(nodes) == 1 else None
    if isinstance(first, Element) and first.tag == "p":
        return first.children
    result: list[Node] = []
    for node in nodes:
        if isinstance(node, Element) and node.tag == "p":
            result.extend(node.children)
        else:
            result.append(node)
    return result
