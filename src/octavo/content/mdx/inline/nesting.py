"""Turns a flat row of inline tokens into a tree: merges texts, nests emphasis and tags."""

from __future__ import annotations

from itertools import islice

from octavo.content.mdx.inline.emphasis import Delimiter, match_delimiters
from octavo.content.mdx.mistakes import MAX_DEPTH, Mistakes
from octavo.content.mdx.tags import Place
from octavo.content.nodes import Element, Node, Tag


class OpeningTag:
    """An opening tag in text that waits for its closing tag."""

    __slots__ = ("tag",)

    def __init__(self, tag: Tag) -> None:
        self.tag = tag


class ClosingTag:
    """A closing tag in text."""

    __slots__ = ("name", "position")

    def __init__(self, name: str | None, position: int) -> None:
        self.name = name
        self.position = position


Mark = Delimiter | OpeningTag | ClosingTag
Token = Node | Mark


def join_text(tokens: list[Token]) -> list[Node]:
    """Return a row without marks, with adjacent texts merged."""
    result: list[Node] = []
    pending: list[str] = []
    for token in tokens:
        if type(token) is str:
            pending.append(token)
        elif not isinstance(token, Mark):
            if pending:
                result.append(pending[0] if len(pending) == 1 else "".join(pending))
                pending.clear()
            result.append(token)
    if pending:
        result.append("".join(pending))
    return result


class Nesting:
    """Builds the tree of a row: the nodes so far, and the open elements."""

    __slots__ = (
        "_children", "_depth", "_mistakes", "_open", "_pending", "_place", "nodes",
    )  # fmt: skip

    def __init__(self, mistakes: Mistakes, place: Place, depth: int) -> None:
        self.nodes: list[Node] = []
        self._children = self.nodes
        self._pending: list[str] = []
        # The name, the tag (None for emphasis), and the row of each open element.
        self._open: list[tuple[str | None, Tag | None, list[Node]]] = []
        self._mistakes = mistakes
        self._place = place
        self._depth = depth

    def build(self, tokens: list[Token]) -> list[Tag]:
        """Take a whole row; return the tags that are still open at its end."""
        delimiters = [token for token in tokens if type(token) is Delimiter]
        if delimiters:
            match_delimiters(delimiters)
        for token in tokens:
            if type(token) is str:
                self._pending.append(token)
            elif type(token) is Delimiter:
                self._add_emphasis(token)
            elif type(token) is OpeningTag:
                self._enter(token.tag.name, token.tag, token.tag)
            elif type(token) is ClosingTag:
                self._leave_tag(token)
            else:
                self._flush()
                self._children.append(token)  # type: ignore[arg-type]  # no mark is left
        self._flush()
        return [tag for _name, tag, _row in self._open if tag is not None]

    def _flush(self) -> None:
        if self._pending:
            self._children.append("".join(self._pending))
            self._pending.clear()

    def _add_emphasis(self, run: Delimiter) -> None:
        for tag in run.closed:
            self._leave_emphasis(tag, run.position)
        if run.count:
            self._pending.append(run.character * run.count)
        for tag in reversed(run.opened):
            self._enter(tag, None, Element(tag, []))

    def _enter(self, name: str | None, tag: Tag | None, node: Element | Tag) -> None:
        self._open.append((name, tag, self._children))
        if len(self._open) <= self._depth:
            self._flush()
            self._children.append(node)
            self._children = node.children
        else:
            self._mistakes.report_depth(self._place(0))

    def _pop(self) -> tuple[str | None, Tag | None]:
        name, tag, row = self._open.pop()
        if row is not self._children:
            self._flush()
            self._children = row
        return name, tag

    def _is_open(self, name: str | None, *, is_tag: bool) -> bool:
        """Tell whether an element of that name is open; elements that are too deep don't count."""
        return any(
            open_name == name and (tag is not None) is is_tag
            for open_name, tag, _row in islice(reversed(self._open), MAX_DEPTH)
        )

    def _leave_emphasis(self, name: str, position: int) -> None:
        if not self._is_open(name, is_tag=False):
            return  # A closing tag has already crossed it.
        crossed = False
        while (popped := self._pop()) != (name, None):
            crossed = True
            if popped[1] is not None:
                self._mistakes.expect_closing_tag(popped[0])
        if crossed:
            self._mistakes.report_overlap(name, self._place(position))

    def _leave_tag(self, closing: ClosingTag) -> None:
        if not self._is_open(closing.name, is_tag=True):
            self._mistakes.report_unexpected_closing_tag(
                closing.name, self._place(closing.position)
            )
            return
        while True:
            name, tag = self._pop()
            if tag is None:
                self._mistakes.report_overlap(name or "", self._place(closing.position))
            elif name == closing.name:
                break
            else:
                self._mistakes.report_unclosed_tag(name, (tag.line, tag.column))
