"""Fenced code blocks and formulas that stand on their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octavo.content.mdx.entities import unescape
from octavo.content.mdx.lines import cut_indent
from octavo.content.nodes import CodeBlock, Math

if TYPE_CHECKING:
    from octavo.content.mdx.blocks import Flow

FENCE = re.compile(r"(`{3,})([^`]*)$|(~{3,})(.*)$")
MATH_FENCE = re.compile(r"(\${2,})([^$]*)$")


def parse_fence(flow: Flow, line: int, indent: int, match: re.Match[str]) -> int:
    """Parse the block whose opening fence matched; return the line after it."""
    mark, info = [group for group in match.groups() if group is not None]
    following, body, is_closed = _collect(flow, line, indent, mark)
    if not is_closed:
        following = _drop_blank_end(flow, following, indent, body)
    text = "\n".join(body)
    place = flow.lines.place(line)
    info = info.strip(" \t")
    if mark[0] == "$":
        flow.frame.append(Math(text, True, *place))
        return following
    language, meta = [*unescape(info).split(None, 1), "", ""][:2]
    flow.frame.append(CodeBlock(text, language, meta, *place))
    return following


def _collect(flow: Flow, line: int, indent: int, mark: str) -> tuple[int, list[str], bool]:
    """Return the line after the block, its lines, and whether a closing fence was found."""
    lines = flow.lines
    texts, indents, full, lazy = lines.texts, lines.indents, lines.full, lines.lazy
    own_indent = indents[line]
    character = mark[0]
    body: list[str] = []
    for k in range(line + 1, lines.count):
        text = texts[k]
        if text:
            if indents[k] < indent or (lazy and k in lazy):
                return k, body, False
            if text.startswith(mark) and not text.rstrip(" \t").strip(character):
                return k + 1, body, True
        body.append(cut_indent(full[k], own_indent) if own_indent else full[k])
    return lines.count, body, False


def _drop_blank_end(flow: Flow, following: int, indent: int, body: list[str]) -> int:
    """Give up the blank lines that end an unclosed block; return the line after it.

    In a list item they belong to what follows the item. At the end of the page only the
    empty piece after the last line end is dropped.
    """
    if indent:
        while body and not body[-1].strip(" \t"):
            body.pop()
            following -= 1
    elif body and not body[-1] and following == flow.lines.count:
        body.pop()
    return following
