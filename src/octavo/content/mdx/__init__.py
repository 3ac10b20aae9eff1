"""The MDX parser: CommonMark, GitHub's extensions, JSX tags, expressions and modules."""

from __future__ import annotations

from octavo.content.mdx.blocks import Flow
from octavo.content.mdx.definitions import may_define
from octavo.content.mdx.lines import Lines
from octavo.content.mdx.page import Page
from octavo.content.nodes import Document
from octavo.problems import sort_problems

__all__ = ["parse_mdx"]


def parse_mdx(body: str, source: str = "", *, math: bool = True) -> Document:
    """Parse a page: its text with LF line ends and blank lines in place of its front matter."""
    page = Page(body, source, math)
    file_lines = body.split("\n")
    if may_define(body):
        # Links may come before their definitions: such pages are read twice.
        draft = Page(body, source, math, is_draft=True)
        Flow(Lines(file_lines), draft, is_page=True).parse(0, 0)
        draft.release()
        page.definitions = draft.definitions
        page.footnote_labels = draft.footnote_labels
        page.footnotes = {label: [] for label in draft.footnotes}
    nodes = Flow(Lines(file_lines), page, is_page=True).parse(0, 0)[0]
    page.release()
    problems = page.mistakes.problems
    return Document(nodes, page.footnotes, tuple(sort_problems(problems)) if problems else ())
