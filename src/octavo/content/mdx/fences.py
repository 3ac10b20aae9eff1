"""Fenced code blocks and formulas that stand on their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octavo.content.mdx.entities import unescape
from octavo.content.mdx.lines import cut_indent
from octavo.content.mdx.lists import MARKER
from octavo.content.nodes import CodeBlock, Math

if TYPE_CHECKING:
    from octavo.content.mdx.blocks import Flow

FENCE = re.compile(r"(`{3,}(?=[^`]*$)|~{3,})(.*)$")
MATH_FENCE = re.compile(r"(\${2,})([^$]*)$")


def parse_fence(flow: Flow, line: int, indent: int, match: re.Match[str]) -> int:
    """Parse the block whose opening fence matched; return the line after it."""
    mark, info = match.groups()
    following, body, is_closed = _collect(flow, line, indent, mark)
    if not is_closed and body and not body[-1].strip(" \t"):
        # One blank line ends the container, unless that is a list that goes on.
        goes_on = indent and following < flow.lines.count
        if not goes_on or not MARKER.match(flow.lines.texts[following]):
            body.pop()
    text = "\n".join(body)
    if mark[0] == "$":
        flow.frame.append(Math(text, True, *flow.lines.place(line)))
        return following
    words = unescape(info).split(None, 1)
    language, meta = words if len(words) > 1 else (words[0] if words else "", "")
    flow.frame.append(CodeBlock(text, language, meta.rstrip(), *flow.lines.place(line)))
    return following


def _collect(flow: Flow, line: int, indent: int, mark: str) -> tuple[int, list[str], bool]:
    """Return the line after the block, its lines, and whether a closing fence was found."""
    lines = flow.lines
    texts, indents, full, lazy = lines.texts, lines.indents, lines.full, lines.lazy
    own_indent = indents[line]
    end = lines.count
    is_closed = False
    for k in range(line + 1, end):
        text = texts[k]
        if text:
            if indents[k] < indent or (lazy and k in lazy):
                end = k
                break
            if text.startswith(mark) and not text.rstrip(" \t").strip(mark[0]):
                end = k
                is_closed = True
                break
    body = full[line + 1 : end]
    if own_indent:
        body = [cut_indent(row, own_indent) for row in body]
    return end + is_closed, body, is_closed
