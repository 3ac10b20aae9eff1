"""Parses fenced code blocks and display formulas."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octavo.content.mdx.blocks.lists import MARKER
from octavo.content.mdx.entities import unescape
from octavo.content.mdx.lines import Lines, cut_indent
from octavo.content.nodes import CodeBlock, Math

if TYPE_CHECKING:
    from octavo.content.mdx.blocks.flow import Flow

_LONGEST_FORMULA = 100  # lines

FENCE = re.compile(r"(`{3,}(?=[^`]*$)|~{3,})(.*)$")
_MATH_FENCE = re.compile(r"(\${2,})([^$]*)$")


def match_math_fence(flow: Flow, line: int, indent: int) -> re.Match[str] | None:
    """Return the match of a line that opens a display formula, if it is closed.

    Text after the dollars is part of the formula, if it ends before the paragraph does.
    """
    lines = flow.lines
    match = _MATH_FENCE.match(lines.texts[line]) if flow.page.math else None
    if match is None:
        return None
    if not match[2].strip():
        return match if _find_end(lines, line + 1, indent, match[1])[1] else None
    for text in lines.texts[line + 1 : line + _LONGEST_FORMULA]:
        if _closes(text, match[1]):
            return match
        if not text.strip():
            break
    return None


def parse_fence(flow: Flow, line: int, indent: int, match: re.Match[str]) -> int:
    """Parse the block after its opening fence; return the line after it."""
    mark, info = match.groups()
    following, body, is_closed = _collect(flow, line, indent, mark)
    if not is_closed and body and not body[-1].strip(" \t"):
        # One blank line ends the container, unless it is a list that continues.
        goes_on = indent and following < flow.lines.count
        if not goes_on or not MARKER.match(flow.lines.texts[following]):
            body.pop()
    text = "\n".join(body)
    if mark[0] == "$":
        text = f"{info.strip()}\n{text}" if info.strip() else text
        flow.container.append(Math(text, True, *flow.lines.locate(line)))
        return following
    words = unescape(info).split(None, 1)
    language, meta = words if len(words) > 1 else (words[0] if words else "", "")
    row, column = flow.lines.locate(line)
    flow.container.append(CodeBlock(text, language, meta.rstrip(), row, column))
    return following


def _collect(flow: Flow, line: int, indent: int, mark: str) -> tuple[int, list[str], bool]:
    """Return the line after the block, its lines, and whether there is a closing fence."""
    lines = flow.lines
    end, is_closed = _find_end(lines, line + 1, indent, mark)
    body = lines.full[line + 1 : end]
    own_indent = lines.indents[line]
    if own_indent and lines.has_tabs:
        body = [cut_indent(row, own_indent) for row in body]
    elif own_indent:
        inside = lines.indents[line + 1 : end]
        body = [row[min(own_indent, i) :] for row, i in zip(body, inside, strict=True)]
    return end + is_closed, body, is_closed


def _find_end(lines: Lines, line: int, indent: int, mark: str) -> tuple[int, bool]:
    """Return the line of the closing fence and True, or the end of an unclosed block."""
    texts, indents, lazy = lines.texts, lines.indents, lines.lazy
    is_inside = bool(indent or lazy)
    for k in range(line, lines.count):
        text = texts[k]
        if is_inside and text and (indents[k] < indent or k in lazy):
            return k, False
        if _closes(text, mark):
            return k, True
    return lines.count, False


def _closes(text: str, mark: str) -> bool:
    return text.startswith(mark) and not text.rstrip(" \t").strip(mark[0])
