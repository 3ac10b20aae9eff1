"""The lines of a page or of a block quote, with their places in the author's file.

MDX has no indented code, and any text may be indented. So the block structure needs only the text
of a line without its indent, and the width of the indent. A list item changes both for its first
line, so lines are never copied for a container. The text of a line is always the end of the line in
the file. So its column can be counted from the end, for any list markers, quote marks and tabs
before it.
"""

from __future__ import annotations

from bisect import bisect_right

TAB_WIDTH = 4


class Lines:
    """Lines with their indents, numbered from 0 within their container."""

    __slots__ = (
        "_file_lines",
        "_first",
        "_starts",
        "boxes",
        "count",
        "full",
        "has_tabs",
        "indents",
        "lazy",
        "text",
        "texts",
    )

    def __init__(
        self,
        full: list[str],
        file_lines: list[str] | None = None,
        first: int = 0,
        lazy: frozenset[int] = frozenset(),
    ) -> None:
        self.full = full
        self.text = "\n".join(full)
        self.count = len(full)
        self.lazy = lazy
        self._file_lines = file_lines or full
        self._first = first
        self._starts: list[int] | None = None
        self.boxes: dict[int, int] | None = None
        self.has_tabs = "\t" in self.text
        if self.has_tabs:
            self.texts = [line.lstrip(" \t") for line in full]
            self.indents = [
                measure_indent(line[: len(line) - len(text)])
                for line, text in zip(full, self.texts, strict=True)
            ]
        else:
            self.texts = [line.lstrip(" ") for line in full]
            self.indents = [
                len(line) - len(text) for line, text in zip(full, self.texts, strict=True)
            ]

    @property
    def starts(self) -> list[int]:
        """The start of each line in `text`, computed on first use."""
        if self._starts is None:
            position = 0
            self._starts = starts = []
            for line in self.full:
                starts.append(position)
                position += len(line) + 1
        return self._starts

    def find_position(self, line: int) -> int:
        """Return the start of a line's text in `text`."""
        return self.starts[line] + len(self.full[line]) - len(self.texts[line])

    def find_line(self, position: int) -> int:
        """Return the line that contains a position of `text`."""
        return bisect_right(self.starts, position) - 1

    def locate(self, line: int, offset: int = 0) -> tuple[int, int]:
        """Return the line and column in the file for a character of a line's text.

        Frequent callers assign the two values first, because a call with a star takes twice as
        long.
        """
        line_in_file = self._first + line
        width = len(self._file_lines[line_in_file])
        return line_in_file + 1, width - len(self.texts[line]) + offset + 1

    def place_at(self, position: int) -> tuple[int, int]:
        """Return the line and column in the file for a position of `text`."""
        line = self.find_line(position)
        line_in_file = self._first + line
        width = len(self._file_lines[line_in_file]) - len(self.full[line])
        return line_in_file + 1, width + position - self.starts[line] + 1

    def cut_quote(self, inner: list[str], first: int, lazy: frozenset[int]) -> Lines:
        """Return the lines inside a block quote that begins at line `first`."""
        return Lines(inner, self._file_lines, self._first + first, lazy)


def measure_indent(space: str, column: int = 0) -> int:
    """Return the column at the end of white space, with tab stops every four columns."""
    if "\t" not in space:
        return column + len(space)
    for c in space:
        column += TAB_WIDTH - column % TAB_WIDTH if c == "\t" else 1
    return column


def cut_indent(line: str, columns: int) -> str:
    """Return the line without up to this many columns of its indent."""
    if "\t" not in line[:columns]:
        return line[min(columns, len(line) - len(line.lstrip(" "))) :]
    column = 0
    for i, c in enumerate(line):
        if column >= columns or c not in " \t":
            return line[i:]
        column += TAB_WIDTH - column % TAB_WIDTH if c == "\t" else 1
        if column > columns:
            return " " * (column - columns) + line[i + 1 :]
    return ""
