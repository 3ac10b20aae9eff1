"""Removes HTML comments, which MDX doesn't have, but authors still use."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from octavo.content.mdx.blocks.flow import Flow


def parse_comment(flow: Flow, line: int, _indent: int) -> int | None:
    """Remove the comment at a line; return the line to continue with, None if it is unclosed."""
    lines = flow.lines
    end = flow.lexer.find("-->", lines.find_position(line) + 4)
    if end < 0:
        return None
    flow.page.mistakes.report_html_comment(lines.locate(line))
    last = lines.find_line(end)
    rest = lines.text[end + 3 : lines.starts[last] + len(lines.full[last])].lstrip(" \t")
    if not rest:
        return last + 1
    lines.texts[last] = rest
    lines.indents[last] = max(lines.indents[last], lines.indents[line])
    return last
