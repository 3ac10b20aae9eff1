"""The state that the parsers of one page share."""

from __future__ import annotations

from collections.abc import Sequence

from octavo.content.mdx.inline.parser import InlineParser
from octavo.content.mdx.link_targets import Target
from octavo.content.mdx.mistakes import Mistakes
from octavo.content.mdx.placeholders import find_closing_names, is_placeholder
from octavo.content.nodes import Attribute, Node


class Page:
    """The definitions, footnotes and mistakes of a page, and the current depth."""

    __slots__ = (
        "_closing_names", "_text", "definitions", "depth", "footnote_labels", "footnotes",
        "inline", "is_draft", "math", "mistakes", "padded_cells",
    )  # fmt: skip
    __deletable__ = ("inline",)  # Without this, mypyc doesn't allow deleting a field.

    def __init__(self, text: str, source: str, math: bool, *, is_draft: bool = False) -> None:
        self._text = text
        self._closing_names: frozenset[str] | None = None
        self.math = math
        self.mistakes = Mistakes(source)
        self.definitions: dict[str, Target] = {}
        self.footnotes: dict[str, list[Node]] = {}
        self.footnote_labels: dict[str, str] = {}
        # A draft only collects definitions and has no inline nodes, so that links may precede them.
        self.is_draft = is_draft
        self.depth = 0
        self.padded_cells = 0
        self.inline = InlineParser(self)

    def release(self) -> None:
        """Drop the inline parser, because its reference cycle would be freed late."""
        del self.inline

    def shows(self, name: str | None, attributes: Sequence[Attribute]) -> bool:
        """Tell whether a tag is shown as text, because it was not meant as one."""
        if attributes or name is None or not is_placeholder(name):
            return False
        if self._closing_names is None:
            self._closing_names = find_closing_names(self._text)
        return name not in self._closing_names
