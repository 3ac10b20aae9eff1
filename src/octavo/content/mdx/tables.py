"""Tables as GitHub knows them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from octavo.content.nodes import Element, Node, Properties

if TYPE_CHECKING:
    from octavo.content.mdx.blocks import Flow

_DELIMITERS = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_ESCAPED_OR_PIPE = re.compile(r"\\.|\|", re.DOTALL)
_MAX_PADDED_CELLS = 50_000
"""How many empty cells a page may gain by rows that are shorter than their head."""


@dataclass(slots=True)
class Cell:
    """The text of a cell, where it begins in its line, and where backslashes were taken out."""

    text: str
    offset: int
    escapes: tuple[int, ...] = ()


def begins_table(flow: Flow, line: int, indent: int) -> bool:
    """Tell whether a line and the one after it are the head of a table."""
    lines = flow.lines
    text, below = lines.texts[line], lines.texts[line + 1]
    if not below or below[0] not in "|-:" or ("|" not in text and "|" not in below):
        return False
    if lines.indents[line + 1] < indent or line + 1 in lines.lazy or not _DELIMITERS.match(below):
        return False
    return len(split_row(text)) == len(split_row(below))


def parse_table(flow: Flow, line: int, indent: int) -> int:
    """Parse the table whose head is at a line; return the line after it."""
    lines = flow.lines
    alignments = [_read_alignment(cell.text) for cell in split_row(lines.texts[line + 1])]
    head = _build_row(flow, line, "th", alignments)
    body: list[Node] = []
    following = line + 2
    while following < lines.count and _continues(flow, following, indent):
        body.append(_build_row(flow, following, "td", alignments))
        following += 1
    children: list[Node] = [Element("thead", [head], None, *lines.place(line))]
    if body:
        children.append(Element("tbody", body, None, *lines.place(line + 2)))
    flow.frame.append(Element("table", children, None, *lines.place(line)))
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


def _build_row(flow: Flow, line: int, tag: str, alignments: list[Properties | None]) -> Element:
    lines, page = flow.lines, flow.page
    row_line, row_column = lines.place(line)
    cells: list[Node] = []
    columns = len(alignments)
    found = [] if page.is_draft else split_row(lines.texts[line])
    for cell, alignment in zip(found, alignments, strict=False):
        children: list[Node] = []
        if cell.text:
            children = page.inline.parse(cell.text, lines, line, cell.offset, escapes=cell.escapes)
            for unclosed in page.inline.unclosed:
                page.mistakes.unclosed_tag(unclosed.name, (unclosed.line, unclosed.column))
        cells.append(Element(tag, children, alignment, row_line, row_column + cell.offset))
    missing = min(columns - len(cells), _MAX_PADDED_CELLS - page.padded_cells)
    if missing > 0 and not page.is_draft:
        page.padded_cells += missing
        end = row_column + len(lines.texts[line])
        padding = alignments[len(cells) : len(cells) + missing]
        cells.extend(Element(tag, [], alignment, row_line, end) for alignment in padding)
    return Element("tr", cells, None, row_line, row_column)


def split_row(row: str) -> list[Cell]:
    """Return the cells of a row; only a backslash keeps a pipe from ending one."""
    row = row.rstrip(" \t")
    start = 1 if row.startswith("|") else 0
    if "\\" in row:
        return _split_escaped_row(row, start)
    pieces = row[start:].split("|")
    if len(pieces) > 1 and not pieces[-1]:
        pieces.pop()
    cells = []
    for piece in pieces:
        text = piece.strip(" \t")
        cells.append(Cell(text, start + len(piece) - len(piece.lstrip(" \t"))))
        start += len(piece) + 1
    return cells


def _split_escaped_row(row: str, start: int) -> list[Cell]:
    ends = [m.start() for m in _ESCAPED_OR_PIPE.finditer(row, start) if m.group() == "|"]
    if not ends or ends[-1] != len(row) - 1:
        ends.append(len(row))
    cells = []
    for end in ends:
        piece = row[start:end]
        text = piece.strip(" \t")
        offset = start + len(piece) - len(piece.lstrip(" \t"))
        escapes = [m.start() for m in _ESCAPED_OR_PIPE.finditer(text) if m.group() == "\\|"]
        if escapes:
            text = text.replace("\\|", "|")
        # Later backslashes are found further left, by as many as were taken out before them.
        cells.append(Cell(text, offset, tuple(at - k for k, at in enumerate(escapes))))
        start = end + 1
    return cells
