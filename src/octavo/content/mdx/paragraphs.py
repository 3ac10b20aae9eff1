"""Paragraphs, the headings that are underlined, and what begins a table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octavo.content.mdx.tables import begins_table, parse_table
from octavo.content.nodes import Element, Expression, Math, Node, Tag

if TYPE_CHECKING:
    from octavo.content.mdx.blocks import Flow

_UNDERLINE = re.compile(r"(?:=+|-+)[ \t]*$")
_MAY_INTERRUPT = frozenset("<{`~#>-*_+=$[0123456789")
_TASK = re.compile(r"\[([ \t\nxX])\](?=[ \t\n]\s*\S)")


def parse_paragraph(flow: Flow, line: int, indent: int) -> int:
    """Parse a paragraph, an underlined heading or a table; return the line after it."""
    lines = flow.lines
    if line + 1 < lines.count and begins_table(flow, line, indent):
        return parse_table(flow, line, indent)
    following, level = _find_end(flow, line, indent)
    if level:
        text = "\n".join(lines.texts[line : following - 1]).rstrip(" \t")
        children = [] if flow.page.is_draft else flow.page.inline.parse(text, lines, line)
        flow.frame.append(Element(level, children, None, *lines.place(line)))
    else:
        _add_paragraph(flow, line, following, indent)
    return following


def _find_end(flow: Flow, line: int, indent: int) -> tuple[int, str]:
    """Return the line after the paragraph, and the heading it is if a line underlines it."""
    lines = flow.lines
    texts, indents, count, lazy = lines.texts, lines.indents, lines.count, lines.lazy
    k = line + 1
    while k < count:
        text = texts[k]
        if not text:
            break
        if text[0] in _MAY_INTERRUPT:
            is_inside = indents[k] >= indent and k not in lazy
            if is_inside and text[0] in "=-" and _UNDERLINE.match(text):
                return k + 1, "h1" if text[0] == "=" else "h2"
            if flow.interrupts(k, indent):
                break
        if "|" in text and k + 1 < count and indents[k] >= indent and begins_table(flow, k, indent):
            break
        k += 1
    return k, ""


def _add_paragraph(flow: Flow, line: int, following: int, indent: int) -> None:
    lines, page = flow.lines, flow.page
    place = lines.place(line)
    if page.is_draft:
        flow.frame.append(Element("p", [], None, *place))
        return
    offset = 0
    pads: list[int] = []
    if following == line + 1:
        text = lines.texts[line].rstrip(" \t")
    else:
        text = "\n".join(lines.texts[line:following]).rstrip(" \t")
        if "`" in text or "{" in text:
            pads = _measure_pads(flow, line, following, indent)
            padded = zip(pads, lines.texts[line:following], strict=True)
            text = "\n".join(" " * pad + row for pad, row in padded).rstrip(" \t")
    if line == flow.task_line:
        flow.task_line = -1
        match = _TASK.match(text)
        if match:
            flow.tasks[line] = match.group(1) in "xX"
            offset = 4
            text = text[4:]
    nodes = page.inline.parse(text, lines, line, offset, pads)
    unclosed = page.inline.unclosed
    if _only_tags(nodes):
        _unravel(flow, nodes, unclosed)
        return
    for tag in unclosed:
        page.mistakes.unclosed_tag(tag.name, (tag.line, tag.column))
    if len(nodes) == 1 and isinstance(nodes[0], Math) and text.startswith("$$"):
        nodes[0].display = True
        flow.frame.append(nodes[0])
        return
    flow.frame.append(Element("p", nodes, None, *place))


def _measure_pads(flow: Flow, line: int, following: int, indent: int) -> list[int]:
    """Return the indentation of continuation lines, which code in them keeps."""
    indents = flow.lines.indents
    pads = [i - indent if i >= indent else i for i in indents[line:following]]
    pads[0] = 0
    return pads


def _only_tags(nodes: list[Node]) -> bool:
    """Tell whether a paragraph has nothing but tags and expressions: then it is none."""
    has_tags = False
    for node in nodes:
        if isinstance(node, Tag | Expression):
            has_tags = True
        elif type(node) is not str or node.strip(" \t\n"):
            return False
    return has_tags


def _unravel(flow: Flow, nodes: list[Node], unclosed: list[Tag]) -> None:
    for node in nodes:
        if not isinstance(node, str):
            flow.frame.append(node)
    if len(unclosed) == 1 and nodes[-1] is unclosed[0]:
        # Its closing tag may still come, on a line of its own.
        flow.frame.reopen_tag(unclosed[0], flow.page)
        return
    for tag in unclosed:
        flow.page.mistakes.unclosed_tag(tag.name, (tag.line, tag.column))
