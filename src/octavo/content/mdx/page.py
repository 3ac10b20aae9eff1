"""What the parsers of one page share."""

from __future__ import annotations

from octavo.content.mdx.inline import InlineParser
from octavo.content.mdx.links import Target
from octavo.content.mdx.mistakes import Mistakes
from octavo.content.nodes import Node


class Page:
    """The definitions, footnotes and mistakes of a page, and how deep the parser stands in it."""

    __slots__ = (
        "definitions", "depth", "footnote_labels", "footnotes", "inline", "is_draft", "math",
        "mistakes", "open_tags", "padded_cells",
    )  # fmt: skip

    def __init__(self, source: str, math: bool, *, is_draft: bool = False) -> None:
        self.math = math
        self.mistakes = Mistakes(source)
        self.definitions: dict[str, Target] = {}
        self.footnotes: dict[str, list[Node]] = {}
        self.footnote_labels: dict[str, str] = {}
        # A draft only collects definitions, so that links may come before them: no inline nodes.
        self.is_draft = is_draft
        self.depth = 0
        self.padded_cells = 0
        self.inline = InlineParser(self)
