"""The MDX parser: CommonMark, GitHub's extensions, JSX tags, expressions and modules.

1. `page_state` is the state of a page during parsing, `lines` its lines.
2. `blocks` parses block structure, `inline` the text inside.
3. `tags` reads JSX tags, `javascript` finds the end of code, `link_targets` reads targets of links.
4. `entities` decodes character references, `placeholders` tells words such as `<token>` from tags,
   `patterns` compiles rare patterns on demand; `mistakes` reports mistakes.
5. `foreign_marks` finds other tools' syntax, which Octavo shows as text.
"""

from __future__ import annotations

from itertools import chain

from octavo.content.mdx.blocks.definitions import may_define
from octavo.content.mdx.blocks.flow import Flow
from octavo.content.mdx.foreign_marks import find_foreign_marks
from octavo.content.mdx.lines import Lines
from octavo.content.mdx.page_state import Page
from octavo.content.nodes import Document
from octavo.problems import sort_problems

__all__ = ["parse_mdx"]


def parse_mdx(body: str, source: str = "", *, math: bool = True) -> Document:
    """Parse a page: its text with LF line ends and blank lines instead of its front matter."""
    page = Page(body, source, math)
    file_lines = body.split("\n")
    if may_define(body):
        # Links may precede their definitions, so such pages are parsed twice.
        draft = Page(body, source, math, is_draft=True)
        Flow(Lines(file_lines), draft, is_page=True).parse(0, 0)
        draft.release()
        page.definitions = draft.definitions
        page.footnote_labels = draft.footnote_labels
        page.footnotes = {label: [] for label in draft.footnotes}
    nodes = Flow(Lines(file_lines), page, is_page=True).parse(0, 0)[0]
    page.release()
    problems = page.mistakes.problems
    problems += find_foreign_marks((*nodes, *chain(*page.footnotes.values())), body, source)
    return Document(nodes, page.footnotes, tuple(sort_problems(problems)) if problems else ())
