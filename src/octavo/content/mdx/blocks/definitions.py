"""Parses definitions of links (`[label]: /url "title"`) and footnotes (`[^label]: text`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octavo.content.mdx.blocks.paragraphs import parse_paragraph
from octavo.content.mdx.link_targets import (
    MAX_LABEL,
    TITLE,
    Target,
    normalize_label,
    read_destination,
    read_title,
)
from octavo.content.mdx.patterns import compile_pattern

if TYPE_CHECKING:
    from octavo.content.mdx.blocks.flow import Flow

_BEFORE_DEFINITION = (
    r"[ \t]*+(?>(?:>[ \t]*+|[-*+][ \t]++|[0-9]++[.)][ \t]++|\[\^[^\]\s]++\]:[ \t]*+)*)"
)
FOOTNOTE = re.compile(r"\[\^((?:[^\[\]\\\s]|\\.){1,999})\]:[ \t]*")
_LABEL = r"\[((?:[^\[\]\\]|\\.){1,999})\]:[ \t]*"
_FOOTNOTE_INDENT = 4


def may_define(body: str) -> bool:
    """Tell whether a line may be a definition, or the last line of one's label."""
    end = body.find("]:")
    while end >= 0:
        start = body.rfind("[", max(end - 2 * MAX_LABEL - 2, 0), end)
        if start >= 0:
            if body[start - 1 : start] == "\\":  # It is part of an earlier label.
                return True
            line = body.rfind("\n", 0, start) + 1
            if compile_pattern(_BEFORE_DEFINITION).fullmatch(body, line, start):
                return True
        end = body.find("]:", end + 2)
    return False


def parse_definition(flow: Flow, line: int, indent: int) -> int | None:
    """Parse the definition at a line; return the line after it, None without one."""
    match = FOOTNOTE.match(flow.lines.texts[line])
    if match and flow.can_nest(line):
        return _parse_footnote(flow, line, indent, match)
    return _parse_target(flow, line, indent)


def _parse_footnote(flow: Flow, line: int, indent: int, match: re.Match[str]) -> int:
    lines, page = flow.lines, flow.page
    inner = indent + _FOOTNOTE_INDENT
    lines.texts[line] = lines.texts[line][match.end() :]
    lines.indents[line] = inner
    label = page.footnote_labels.setdefault(match.group(1).casefold(), match.group(1))
    page.footnotes.setdefault(label, [])
    nodes, following, *_ = flow.parse(line, inner)
    page.footnotes[label] = page.footnotes[label] or nodes
    while following > line + 1 and not lines.texts[following - 1]:
        following -= 1
    return following


def _parse_target(flow: Flow, line: int, indent: int) -> int | None:
    reader = _LineReader(flow, line, indent)
    match = reader.match_label()
    if match is None or not match.group(1).strip():
        return None
    end = match.end()
    if end == len(reader.text) and reader.take_lines(1):
        end += 1
    destination = read_destination(reader.text, end)
    if destination is None or destination[1] == end:
        return None
    url, end = destination
    title, end = reader.read_title(end)
    if end < 0:
        return None
    flow.page.definitions.setdefault(normalize_label(match.group(1)), Target(url, title))
    following = line + 1 + reader.text.count("\n", 0, end)
    return _parse_rest(flow, following, indent)


def _parse_rest(flow: Flow, line: int, indent: int) -> int:
    """Parse the text directly below a definition, which continues like a paragraph."""
    text = flow.lines.texts[line] if line < flow.lines.count else ""
    if not text or text[0] == "[" or flow.interrupts(line, indent):
        return line
    return parse_paragraph(flow, line, indent)


class _LineReader:
    """The text of a definition, which takes more lines on demand."""

    __slots__ = ("_flow", "_indent", "_next", "text")

    def __init__(self, flow: Flow, line: int, indent: int) -> None:
        self._flow = flow
        self._indent = indent
        self._next = line + 1
        self.text = flow.lines.texts[line].rstrip(" \t")

    def take_lines(self, limit: int) -> bool:
        """Add up to this many lines of the paragraph; False if it ends here."""
        lines = self._flow.lines
        first = k = self._next
        last = min(k + limit, lines.count)
        while k < last and lines.texts[k] and lines.indents[k] >= self._indent:
            k += 1
        self._next = k
        self.text = "\n".join([self.text, *(t.rstrip(" \t") for t in lines.texts[first:k])])
        return k > first

    def match_label(self) -> re.Match[str] | None:
        """Return the match of `[label]:` at the start."""
        while True:
            match = compile_pattern(_LABEL).match(self.text)
            if match or "]" in self.text or len(self.text) > MAX_LABEL or not self.take_lines(1):
                return match

    def read_title(self, end: int) -> tuple[str | None, int]:
        """Return the title after a target and the end of the definition, -1 if it is invalid."""
        on_same_line = end < len(self.text)
        if on_same_line and self.text[end] not in " \t":
            return None, -1
        if not on_same_line and not self.take_lines(1):
            return None, end
        start = end + len(self.text[end:]) - len(self.text[end:].lstrip(" \t\n"))
        match = self._match_title(start)
        if match is not None:
            line_end = self.text.find("\n", match.end())
            if line_end < 0:
                line_end = len(self.text)
            if not self.text[match.end() : line_end].strip(" \t"):
                return read_title(match), match.end()
        return None, -1 if on_same_line else end

    def _match_title(self, start: int) -> re.Match[str] | None:
        """Match a title; each try doubles the lines, so all tries together take linear time."""
        if self.text[start] not in "\"'(":
            return None
        limit = 1
        while True:
            match = compile_pattern(TITLE).match(self.text, start)
            if match is not None or not self.take_lines(limit):
                return match
            limit *= 2
