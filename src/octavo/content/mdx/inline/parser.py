"""Parses inline text: finds the next special character, and calls its function.

Code spans are the most frequent, so the search matches a whole one at once.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from octavo.content.mdx.inline.autolinks import link_addresses
from octavo.content.mdx.inline.code import parse_code, parse_formula, trim_code
from octavo.content.mdx.inline.inline_links import (
    Bracket,
    close_bracket,
    open_bracket,
    parse_address,
    parse_email,
)
from octavo.content.mdx.inline.inline_tags import parse_expression, parse_less_than
from octavo.content.mdx.inline.marks import (
    parse_emphasis,
    parse_entity,
    parse_escape,
    parse_line_end,
    trim_line_ends,
)
from octavo.content.mdx.inline.nesting import Nesting, Token, join_text
from octavo.content.mdx.javascript import Lexer
from octavo.content.mdx.lines import Lines
from octavo.content.mdx.mistakes import MAX_DEPTH
from octavo.content.nodes import Element, Node, Tag

if TYPE_CHECKING:
    from octavo.content.mdx.page_state import Page

Search = Callable[[str, int], re.Match[str] | None]

_SPECIAL = r"[\\`*_\[\]<{&~"
_CODE = r"(?:(?<=`)([^`\n]++)`(?!`))?"
_ADDRESS = r"|(?<![A-Za-z])https?://|(?<![A-Za-z])www\.|@"
_SEARCHES: dict[tuple[bool, bool, bool], Search] = {}
"""The searches, by the features of a text: significant line ends, addresses, dollars."""

_PLAIN_SEARCH: Search = re.compile(_SPECIAL + "]" + _CODE).search
"""The search for texts without these features."""


def is_plain(text: str) -> bool:
    """Tell whether a text has no special characters, like most texts.

    Separate searches for each character are several times faster than a regular expression.
    """
    return not (
        "`" in text or "*" in text or "[" in text or "_" in text or "<" in text or "{" in text
        or "\n" in text or "&" in text or "$" in text or "@" in text or "~" in text
        or "\\" in text or "]" in text or "://" in text or "www." in text
    )  # fmt: skip


def _choose_search(key: tuple[bool, bool, bool]) -> Search:
    """Return the search for a kind of text, compiled on first use."""
    line_ends, addresses, dollars = key
    pattern = _SPECIAL + ("\\n" if line_ends else "") + ("$" if dollars else "") + "]" + _CODE
    if addresses:
        pattern += _ADDRESS
    search = re.compile(pattern, re.IGNORECASE if addresses else 0).search
    _SEARCHES[key] = search
    return search


class InlineParser:
    """Turns the text of paragraphs, headings and cells into nodes; one instance per page."""

    __slots__ = (
        "_breaks", "_escapes", "_lexer", "_line", "_lines", "_offset", "_pads", "backticks",
        "brackets", "escaped", "has_addresses", "has_loose_text", "has_marks",
        "has_written_space", "inactive", "out", "page", "text", "unclosed",
    )  # fmt: skip

    def __init__(self, page: Page) -> None:
        self.page = page
        self.brackets: list[Bracket] = []
        self._breaks: Sequence[int] | None = None
        self._lexer: Lexer | None = None
        self.backticks: dict[int, list[int]] | None = None
        self.unclosed: list[Tag] = []

    def parse(
        self,
        text: str,
        lines: Lines,
        line: int,
        offset: int = 0,
        pads: Sequence[int] = (),
        escapes: Sequence[int] = (),
    ) -> list[Node]:
        """Return the nodes of a text that begins `offset` characters into a line.

        `pads` is the number of spaces added before each line, `escapes` the positions of removed
        backslashes; both are only needed for places in the file.
        """
        if self.unclosed:
            self.unclosed = []
        if is_plain(text):
            return [text]
        has_line_ends = "\n" in text
        line_ends = has_line_ends and (" \n" in text or "\n " in text or "\t\n" in text)
        addresses = "://" in text or "www." in text or "@" in text
        dollars = "$" in text and self.page.math
        search = _PLAIN_SEARCH
        if line_ends or addresses or dollars:
            key = (line_ends, addresses, dollars)
            search = _SEARCHES.get(key) or _choose_search(key)
        match = search(text, 0)
        if match is None:
            return [text]
        self.text = text
        self._lines = lines
        self._line = line
        self._offset = offset
        self._pads = pads
        self._escapes = escapes
        self._breaks = None if has_line_ends else ()
        self.has_addresses = addresses
        self._reset()
        out = self.out
        handlers = _HANDLERS
        position = 0
        while match is not None:
            i = match.start()
            if i > position:
                out.append(text[position:i])
            if match.lastindex:
                out.append(Element("code", [trim_code(match[1])]))
                position = match.end()
            else:
                position = handlers[text[i]](self, i)
            match = search(text, position)
        if position < len(text):
            out.append(text[position:])
        nodes = self.finish(out)
        if addresses:
            nodes = link_addresses(nodes, self._locate)
        return trim_line_ends(nodes) if self.has_written_space else nodes

    def parse_closed(
        self, text: str, lines: Lines, line: int, offset: int = 0, escapes: Sequence[int] = ()
    ) -> list[Node]:
        """Return the nodes of a text after which tags can't be closed."""
        nodes = self.parse(text, lines, line, offset, (), escapes)
        if self.unclosed:
            self.report_unclosed()
        return nodes

    def report_unclosed(self) -> None:
        """Report the tags that the last text left open."""
        for tag in self.unclosed:
            self.page.mistakes.report_unclosed_tag(tag.name, (tag.line, tag.column))
        self.unclosed = []

    def locate(self, position: int) -> tuple[int, int]:
        """Return line and column in the file of a position in the text."""
        if self._breaks is None:
            self._breaks = [match.start() for match in re.finditer("\n", self.text)]
        if self._breaks:
            row = bisect_left(self._breaks, position)
            offset = position - self._breaks[row - 1] - 1 if row else position + self._offset
            if self._pads:
                offset -= self._pads[row]
            return self._lines.locate(self._line + row, offset)
        if self._escapes:
            position += bisect_left(self._escapes, position)
        return self._lines.locate(self._line, position + self._offset)

    def _reset(self) -> None:
        self.out: list[Token] = []
        if self.brackets:
            self.brackets.clear()
        self.inactive = 0
        self.escaped = -1
        self.has_marks = False
        self.has_loose_text = False
        self.has_written_space = False
        self._lexer = None
        self.backticks = None

    def add_text(self, text: str) -> None:
        """Add text that is part of a piece between two special characters."""
        self.has_loose_text = True
        self.out.append(text)

    def finish(self, tokens: list[Token]) -> list[Node]:
        """Nest a row of tokens, of the whole text or of the text of one link."""
        if self.has_marks:
            nesting = Nesting(self.page.mistakes, self.locate, MAX_DEPTH - self.page.depth)
            self.unclosed.extend(nesting.build(tokens))
            return nesting.nodes
        if self.has_loose_text:
            return join_text(tokens)
        return tokens  # type: ignore[return-value]  # without marks all tokens are nodes

    def _locate(self, label: str) -> tuple[int, int]:
        return self.locate(max(self.text.find(label), 0))

    @property
    def lexer(self) -> Lexer:
        """The JavaScript lexer of the text, created on first use."""
        if self._lexer is None:
            self._lexer = Lexer(self.text)
        return self._lexer


Handler = Callable[[InlineParser, int], int]
"""Parses the syntax at a position, adds its nodes, and returns the position after it."""

_HANDLERS: dict[str, Handler] = {
    "`": parse_code,
    "*": parse_emphasis,
    "_": parse_emphasis,
    "~": parse_emphasis,
    "[": open_bracket,
    "]": close_bracket,
    "<": parse_less_than,
    "{": parse_expression,
    "&": parse_entity,
    "\\": parse_escape,
    "\n": parse_line_end,
    "$": parse_formula,
    "@": parse_email,
    **dict.fromkeys("hHwW", parse_address),
}
