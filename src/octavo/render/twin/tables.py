"""Writes tables in GitHub's syntax, also HTML tables, whose cells may contain anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from octavo.content.attributes import read_properties
from octavo.content.nodes import Element, Node, Tag, find_name
from octavo.render.twin.parts import list_parts
from octavo.render.twin.text import escape_pipes, escape_text, write_code

if TYPE_CHECKING:
    from octavo.render.twin.writer import TwinWriter

_CELLS = frozenset({"th", "td"})
_GROUPS = frozenset({"thead", "tbody", "tfoot"})
_COLUMNS = frozenset({"colgroup", "col"})
_ALIGNED = {"left": ":--", "center": ":-:", "right": "--:"}
_WIDEST = 100
"""The most cells of a row, for any column span."""


class _Row(NamedTuple):
    cells: list[str]
    is_head: bool


def find_others(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield the content of a table outside of its rows."""
    for node in list_parts(nodes):
        name = find_name(node)
        if (type(node) is Element or type(node) is Tag) and name in _GROUPS:
            yield from find_others(node.children)
        elif name != "tr" and name not in _COLUMNS:
            yield node


def write_table(writer: TwinWriter, table: Element | Tag) -> str:
    """Return a table; its first row is the head, or an empty one without any."""
    nodes = list(_find_rows(table))
    rows = [_write_row(writer, row) for row in nodes]
    if not rows:
        return ""
    width = max([len(row.cells) for row in rows])
    if not rows[0].is_head:
        rows.insert(0, _Row([], is_head=True))
    lines = [f"| {' | '.join(row.cells + [''] * (width - len(row.cells)))} |" for row in rows]
    marks = [_find_alignment(cell) for cell in _find_cells(nodes[0])][:width]
    lines.insert(1, f"| {' | '.join(marks + ['---'] * (width - len(marks)))} |")
    return "\n".join(lines)


def _find_rows(table: Element | Tag) -> Iterator[Element | Tag]:
    for node in _list_elements(table):
        name = find_name(node)
        if name == "tr":
            yield node
        elif name in _GROUPS:
            yield from _find_rows(node)


def _find_cells(row: Element | Tag) -> Iterator[Element | Tag]:
    for node in _list_elements(row):
        if find_name(node) in _CELLS:
            yield node
        else:  # This is a component that contains cells.
            yield from _find_cells(node)


def _list_elements(node: Element | Tag) -> Iterable[Element | Tag]:
    """Return the elements in a part of a table; Markdown has them directly."""
    parts = node.children if type(node) is Element else list_parts(node.children)
    return [each for each in parts if type(each) is Element or type(each) is Tag]


def _write_row(writer: TwinWriter, row: Element | Tag) -> _Row:
    cells: list[str] = []
    is_head = True
    for cell in _find_cells(row):
        is_head = is_head and find_name(cell) == "th"
        cells.append(_write_cell(writer, cell))
        if type(cell) is Tag and len(cells) < _WIDEST:
            cells += [""] * (min(_read_span(cell), _WIDEST - len(cells)) - 1)
    return _Row(cells, is_head and bool(cells))


def _write_cell(writer: TwinWriter, cell: Element | Tag) -> str:
    children = cell.children
    if len(children) == 1:
        only = children[0]
        if type(only) is str and "\n" not in only:
            return escape_pipes(escape_text(only.strip()))
        blocks = [writer.write_line(children)]
        if "\n" not in blocks[0] and type(cell) is Element:
            return escape_pipes(blocks[0])
    return escape_pipes("<br>".join(map(_flatten_block, writer.write_blocks(children))))


def _flatten_block(block: str) -> str:
    """Return a block as one line that keeps lines of code and list items apart."""
    if "\n" not in block:
        return block
    lines = block.split("\n")
    if block.startswith("```"):
        return "<br>".join([write_code(line) for line in lines[1:-1] if line.strip()])
    if block.startswith(("- ", "* ", "1. ", "> ")):
        return "<br>".join([line.strip() for line in lines if line.strip()])
    return " ".join(block.replace("\\\n", "<br>").split())


def _read_span(cell: Tag) -> int:
    value = read_properties(cell).get("colSpan") or 1
    return int(value) if str(value).isdigit() else 1


def _find_alignment(cell: Element | Tag) -> str:
    properties = cell.properties if type(cell) is Element else None
    return _ALIGNED.get(str((properties or {}).get("align")), "---")
