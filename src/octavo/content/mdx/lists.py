"""Lists and their items."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octavo.content.mdx.lines import Lines, measure_indent
from octavo.content.mdx.paragraphs import parse_line
from octavo.content.nodes import Element, Node, Properties

if TYPE_CHECKING:
    from octavo.content.mdx.blocks import Blocks, Flow

MARKER = re.compile(r"([-+*]|[0-9]{1,9}[.)])((?:[ \t].*)?)$")
RULE = re.compile(r"(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
"""A line across the page; it wins over a list item."""


_BLOCK_STARTS = frozenset("<{`~#>$[-*_+0123456789")

_Item = tuple[Element, list[Node], bool | None]
"""An item, its blocks, and what its check box says if it has one."""


def parse_list(flow: Flow, line: int, indent: int) -> int | None:
    """Parse the list that begins at a line; return the line after it, None if there is none."""
    lines = flow.lines
    match = MARKER.match(lines.texts[line])
    if match is None or not flow.can_nest(line):
        return None
    place = lines.place(line)
    marker = match.group(1)
    items: list[_Item] = []
    is_loose = False
    while True:
        element = Element("li", [], None, *lines.place(line))
        nodes, following, is_spread, ends_blank = _parse_item(flow, line, match)
        items.append((element, nodes, flow.tasks.pop(line, None) if flow.tasks else None))
        is_loose = is_loose or is_spread
        match = _match_next(flow, following, indent, marker[-1])
        if match is None:
            break
        is_loose = is_loose or ends_blank
        line = following
    flow.frame.append(_build_list(marker, items, is_loose, place))
    # Blank lines after the list are left to the caller: they may make an outer list loose.
    while following > line + 1 and not lines.texts[following - 1]:
        following -= 1
    return following


def _match_next(flow: Flow, line: int, indent: int, delimiter: str) -> re.Match[str] | None:
    """Return the marker of the next item, if the line goes on with the same list."""
    lines = flow.lines
    if line >= lines.count or lines.indents[line] < indent or line in lines.lazy:
        return None
    text = lines.texts[line]
    match = MARKER.match(text)
    if match is None or match.group(1)[-1] != delimiter or (text[0] in "-*" and RULE.match(text)):
        return None
    return match


def _parse_item(flow: Flow, line: int, match: re.Match[str]) -> Blocks:
    lines = flow.lines
    marker, rest = match.groups()
    content = rest.lstrip(" \t")
    after_marker = lines.indents[line] + len(marker)
    lines.texts[line] = content
    if not content:
        return _parse_empty_start(flow, line, after_marker + 1)
    inner = measure_indent(rest[: len(rest) - len(content)], after_marker)
    lines.indents[line] = inner
    if _is_text(content):
        following = _find_end_of_line_item(lines, line, inner)
        if following:
            return parse_line(flow, line), following, False, following > line + 1
    flow.task_line = line if content[0] == "[" else -1
    return flow.parse(line, inner)


def _is_text(content: str) -> bool:
    """Tell whether nothing but a paragraph can begin with such text."""
    first = content[0]
    if first == "*":
        return content[1:2] == "*" and content[2:3] not in ("*", " ", "\t", "")
    if first == "`":
        return not content.startswith("```")
    return first not in _BLOCK_STARTS


def _find_end_of_line_item(lines: Lines, line: int, inner: int) -> int:
    """Return the line after an item that ends with its first line, 0 if it goes on."""
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
    """Parse an item whose first line is empty: it may have content from the next line on."""
    lines = flow.lines
    following = line + 1
    if following < lines.count and lines.texts[following] and lines.indents[following] >= inner:
        return flow.parse(following, inner)
    return flow.parse(following, NOTHING)


NOTHING = 1 << 30
"""An indentation that no line has."""


def _build_list(marker: str, items: list[_Item], is_loose: bool, place: tuple[int, int]) -> Element:
    has_tasks = False
    for element, nodes, task in items:
        if task is not None:
            has_tasks = True
            element.properties = {"className": "task-list-item"}
            _add_box(nodes, task)
        element.children = nodes if is_loose else _without_paragraphs(nodes)
    is_ordered = marker[-1] in ".)"
    properties: Properties = {}
    if is_ordered and int(marker[:-1]) != 1:
        properties["start"] = int(marker[:-1])
    if has_tasks:
        properties["className"] = "contains-task-list"
    children: list[Node] = [element for element, _nodes, _task in items]
    return Element("ol" if is_ordered else "ul", children, properties or None, *place)


def _add_box(nodes: list[Node], is_checked: bool) -> None:
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
        nodes.insert(0, Element("p", [box]))


def _without_paragraphs(nodes: list[Node]) -> list[Node]:
    """Return the content of a tight item: paragraphs are replaced by what is in them."""
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
