"""Parses tables in GitHub's syntax."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octavo.content.mdx.inline.code import trim_code
from octavo.content.nodes import Element, Node, Properties

if TYPE_CHECKING:
    from octavo.content.mdx.blocks.flow import Flow

_DELIMITERS = re.compile(r"\|?[ \t]*+:?-++:?[ \t]*+(?>(?:\|[ \t]*+:?-++:?[ \t]*+)*)\|?[ \t]*+$")
_ESCAPED_OR_PIPE = re.compile(r"\\.|\|", re.DOTALL)
_PLAIN_CELL = re.compile(r"[A-Za-z0-9 ,;()%+/'\"?!-]*+\Z")
_MAX_PADDED_CELLS = 50_000
"""The most empty cells that short rows may add to a page."""


Cell = tuple[str, int, tuple[int, ...]]
"""The text of a cell, its start in the line, and the positions of removed backslashes."""

Head = tuple[list[Cell], list[Properties | None]]
"""The cells of the head row, and the alignment of columns."""


def read_table_head(flow: Flow, line: int) -> Head | None:
    """Return the head of a table at a line, if the line below is a delimiter row."""
    lines = flow.lines
    text, below = lines.texts[line], lines.texts[line + 1]
    if "|" not in text and "|" not in below and ":" not in below:
        return None
    if line + 1 in lines.lazy or not _DELIMITERS.match(below):
        return None
    cells, delimiters = split_row(text), split_row(below)
    if len(cells) != len(delimiters):
        return None
    return cells, [_read_alignment(delimiter) for delimiter, _offset, _escapes in delimiters]


def is_table_head(text: str, below: str) -> bool:
    """Tell whether two lines are the head of a table."""
    return (
        bool(text)
        and _DELIMITERS.match(below) is not None
        and len(split_row(text)) == len(split_row(below))
    )


def parse_table(flow: Flow, line: int, indent: int, head: Head) -> int:
    """Parse the table with this head; return the line after it."""
    lines = flow.lines
    cells, alignments = head
    children: list[Node] = [_build_row(flow, line, "th", cells, alignments)]
    children = [Element("thead", children, None, *lines.locate(line))]
    body: list[Node] = []
    following = line + 2
    while following < lines.count and _continues(flow, following, indent):
        cells = split_row(lines.texts[following])
        body.append(_build_row(flow, following, "td", cells, alignments))
        following += 1
    if body:
        children.append(Element("tbody", body, None, *lines.locate(line + 2)))
    flow.container.append(Element("table", children, None, *lines.locate(line)))
    return following


def _continues(flow: Flow, line: int, indent: int) -> bool:
    lines = flow.lines
    text = lines.texts[line]
    if not text or lines.indents[line] < indent or line in lines.lazy:
        return False
    return text[0] == "|" or not flow.interrupts(line, indent, is_outside=True)


def _read_alignment(delimiter: str) -> Properties | None:
    left, right = delimiter[0] == ":", delimiter[-1] == ":"
    if left and right:
        return {"align": "center"}
    if left or right:
        return {"align": "left" if left else "right"}
    return None


def _build_row(
    flow: Flow, line: int, tag: str, texts: list[Cell], alignments: list[Properties | None]
) -> Element:
    page, lines = flow.page, flow.lines
    row_line, row_column = lines.locate(line)
    cells: list[Node] = []
    parse = page.inline.parse_closed
    for (text, offset, escapes), alignment in zip(texts, alignments, strict=False):
        children: list[Node]
        if _PLAIN_CELL.match(text):
            children = [text] if text else []
        elif text[0] == "`" and text.find("`", 1) == len(text) - 1 > 1:
            children = [Element("code", [trim_code(text[1:-1])])]
        else:
            children = [] if page.is_draft else parse(text, lines, line, offset, escapes)
        cells.append(Element(tag, children, alignment, row_line, row_column + offset))
    padding_count = min(len(alignments) - len(cells), _MAX_PADDED_CELLS - page.padded_cells)
    if padding_count > 0:
        page.padded_cells += padding_count
        end = row_column + len(lines.texts[line])
        padding = alignments[len(cells) : len(cells) + padding_count]
        cells.extend(Element(tag, [], alignment, row_line, end) for alignment in padding)
    return Element("tr", cells, None, row_line, row_column)


def split_row(row: str) -> list[Cell]:
    """Return the cells of a row; a backslash keeps a pipe from ending one."""
    row = row.rstrip(" \t")
    start = 1 if row.startswith("|") else 0
    if "\\" in row:
        return _split_escaped_row(row, start)
    pieces = row[start:].split("|")
    if len(pieces) > 1 and not pieces[-1]:
        pieces.pop()
    cells: list[Cell] = []
    for piece in pieces:
        text = piece.lstrip(" \t")
        cells.append((text.rstrip(" \t"), start + len(piece) - len(text), ()))
        start += len(piece) + 1
    return cells


def _split_escaped_row(row: str, start: int) -> list[Cell]:
    ends = [m.start() for m in _ESCAPED_OR_PIPE.finditer(row, start) if m.group() == "|"]
    if not ends or ends[-1] != len(row) - 1:
        ends.append(len(row))
    cells: list[Cell] = []
    for end in ends:
        piece = row[start:end]
        text = piece.strip(" \t")
        offset = start + len(piece) - len(piece.lstrip(" \t"))
        escapes = [m.start() for m in _ESCAPED_OR_PIPE.finditer(text) if m.group() == "\\|"]
        if escapes:
            text = text.replace("\\|", "|")
        # Each removed backslash shifts the later ones to the left.
        cells.append((text, offset, tuple(at - k for k, at in enumerate(escapes))))
        start = end + 1
    return cells
