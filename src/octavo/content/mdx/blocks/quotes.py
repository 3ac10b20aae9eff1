"""Parses block quotes, whose content is a separate text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.content.mdx.blocks.boxes import parse_alert
from octavo.content.mdx.blocks.fences import FENCE
from octavo.content.mdx.blocks.lists import MARKER, is_rule
from octavo.content.mdx.blocks.tables import is_table_head
from octavo.content.nodes import Element

if TYPE_CHECKING:
    from octavo.content.mdx.blocks.flow import Flow


def parse_quote(flow: Flow, line: int, indent: int) -> int | None:
    """Parse the quote that begins at a line; return the line after it."""
    if not flow.can_nest(line):
        return None
    lines = flow.lines
    inner: list[str] = []
    lazy: set[int] = set()
    watch = _ParagraphWatch()
    following = line
    while following < lines.count:
        text = lines.texts[following]
        if not text:
            break
        is_outside = lines.indents[following] < indent
        if text[0] == ">" and not is_outside:
            content = text[2:] if text[1:2] in (" ", "\t") else text[1:]
            inner.append(content)
            watch.see(flow, content)
        elif (
            text[0] == ">"
            or not watch.is_open
            or flow.interrupts(following, indent, is_outside=True)
        ):
            break
        else:
            lazy.add(len(inner))
            inner.append(text)
        following += 1
    if parse_alert(flow, line, inner, frozenset(lazy)) is None:
        element = Element("blockquote", [], None, *lines.locate(line))
        element.children = flow.parse_quoted(lines.cut_quote(inner, line, frozenset(lazy)))
        flow.container.append(element)
    return following


class _ParagraphWatch:
    """Follows the lines of a quote to know whether the last one is part of a paragraph.

    Only then may a line without `>` continue the quote.
    """

    __slots__ = ("_fence", "_in_table", "_last", "is_open")

    def __init__(self) -> None:
        self._fence = ""
        self._last = ""
        self._in_table = False
        self.is_open = False

    def see(self, flow: Flow, line: str) -> None:
        """Take the next line of the quote."""
        text = line.strip(" \t")
        if self._fence:
            if text.startswith(self._fence) and not text.strip(self._fence[0]):
                self._fence = ""
            self.is_open = False
            return
        text = _strip_markers(text)
        match = FENCE.match(text)
        if match:
            self._fence = match.group(1)
        last, self._last = self._last, text
        self._in_table = "|" in text and (self._in_table or is_table_head(last, text))
        self.is_open = (
            bool(text) and not match and not self._in_table and flow.is_paragraph_text(text)
        )


def _strip_markers(text: str) -> str:
    """Return a line without the quote and list marks before its text."""
    for _ in range(100):
        if text.startswith(">"):
            text = text[1:].lstrip(" \t")
            continue
        match = None if not text or is_rule(text) else MARKER.match(text)
        content = text[match.end() :].lstrip(" \t") if match else ""
        if not content:
            break
        text = content
    return text
