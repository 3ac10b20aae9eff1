"""Parses paragraphs, underlined headings, and the starts of tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octavo.content.mdx.blocks.tables import parse_table, read_table_head
from octavo.content.nodes import Element, Expression, Math, Node, Tag

if TYPE_CHECKING:
    from octavo.content.mdx.blocks.flow import Flow

_UNDERLINE = re.compile(r"(?:=+|-+)[ \t]*$")
_MAY_INTERRUPT = frozenset("<{`~#>-*_+=$[:!?0123456789")
_TASK = re.compile(r"\[([ \t\nxX])\](?:[ \t]*(\n) *|[ \t])(?=\s*\S)")


def parse_paragraph(flow: Flow, line: int, indent: int) -> int:
    """Parse a paragraph, an underlined heading or a table; return the line after it."""
    lines = flow.lines
    following = line + 1
    below = lines.texts[following] if following < lines.count else ""
    if below:
        if below[0] in "|-:" and lines.indents[following] >= indent:
            head = read_table_head(flow, line)
            if head is not None:
                return parse_table(flow, line, indent, head)
        following, level = _find_end(flow, line, indent)
        if level:
            text = "\n".join(lines.texts[line : following - 1]).rstrip(" \t")
            children = flow.parse_inline(text, line)
            flow.container.append(Element(level, children, None, *lines.locate(line)))
            return following
    _add_paragraph(flow, line, following, indent)
    return following


def _find_end(flow: Flow, line: int, indent: int) -> tuple[int, str]:
    """Return the line after the paragraph, and its heading level if a line underlines it."""
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
        if "|" in text and indents[k] >= indent and _begins_table(flow, k, indent):
            break
        k += 1
    return k, ""


def _begins_table(flow: Flow, line: int, indent: int) -> bool:
    below = line + 1
    if below >= flow.lines.count or flow.lines.indents[below] < indent:
        return False
    if flow.lines.texts[below][:1] not in ("|", "-", ":"):
        return False
    head = read_table_head(flow, line)
    return head is not None and (len(head[0]) > 1 or flow.lines.texts[line].startswith("|"))


def _add_paragraph(flow: Flow, line: int, following: int, indent: int) -> None:
    lines, page = flow.lines, flow.page
    if page.is_draft:
        flow.container.append(Element("p", [], None, *lines.locate(line)))
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
            text, offset = text[match.end() :], match.end()
            if match.group(2):
                line, offset, pads = line + 1, 0, [0, *pads[2:]] if pads else pads
    _add_inline(flow, text, line, offset, pads)


def parse_line(flow: Flow, line: int) -> tuple[list[Node], bool]:
    """Return the nodes of a line that is a whole paragraph, in a list item of one line.

    They are inline nodes, unless the second value says that they are blocks.
    """
    page = flow.page
    if page.is_draft:
        return [], False
    text = flow.lines.texts[line].rstrip(" \t")
    nodes = page.inline.parse_closed(text, flow.lines, line)
    if nodes and type(nodes[0]) is str and not nodes[0].isspace():
        return nodes, True
    blocks = _split_blocks(nodes, text)
    return (nodes, True) if blocks is None else (blocks, False)


def _add_inline(flow: Flow, text: str, line: int, offset: int, pads: list[int]) -> None:
    inline, container = flow.page.inline, flow.container
    nodes = inline.parse(text, flow.lines, line, offset, pads)
    is_text = nodes and type(nodes[0]) is str and not nodes[0].isspace()
    blocks = None if is_text else _split_blocks(nodes, text)
    if blocks is None:
        row, column = flow.lines.locate(line, offset)
        container.append(Element("p", nodes, None, row, column))
    else:
        for node in blocks:
            container.append(node)
    if inline.unclosed:
        if len(inline.unclosed) == 1 and nodes[-1] is inline.unclosed[0] and _has_only_tags(nodes):
            # Its closing tag may still follow on a separate line.
            container.reopen_tag(inline.unclosed[0], flow.page)
        else:
            inline.report_unclosed()


def _split_blocks(nodes: list[Node], text: str) -> list[Node] | None:
    """Return the blocks for inline nodes that are no paragraph, None for a paragraph."""
    if not nodes:
        return []  # There was only a comment.
    if _has_only_tags(nodes):
        return [node for node in nodes if type(node) is not str]
    first = nodes[0]
    if isinstance(first, Math) and len(nodes) == 1 and text.startswith("$$"):
        first.display = True
        return [first]
    return None


def _measure_pads(flow: Flow, line: int, following: int, indent: int) -> list[int]:
    """Return the indent of continuation lines, which code in them keeps."""
    indents = flow.lines.indents
    pads = [i - indent if i >= indent else i for i in indents[line:following]]
    pads[0] = 0
    return pads


def _has_only_tags(nodes: list[Node]) -> bool:
    """Tell whether a paragraph has only tags and expressions, so that it is none."""
    has_tags = False
    for node in nodes:
        if isinstance(node, Tag | Expression):
            has_tags = True
        elif type(node) is not str or node.strip(" \t\n"):
            return False
    return has_tags
