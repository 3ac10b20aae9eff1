"""HTML comments, which MDX does not know and authors write all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from octavo.content.mdx.blocks.flow import Flow


def parse_comment(flow: Flow, line: int, _indent: int) -> int | None:
    """Drop the comment that begins a line; return the line to go on with, None if it is endless."""
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
