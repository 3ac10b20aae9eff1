"""From a flat row of inline tokens to a tree: text joined, emphasis and tags nested."""

from __future__ import annotations

from dataclasses import dataclass

from octavo.content.mdx.emphasis import Delimiter, End, Start, match_delimiters
from octavo.content.mdx.mistakes import Mistakes
from octavo.content.mdx.tags import Place
from octavo.content.nodes import Element, Node, Tag


@dataclass(slots=True)
class OpeningTag:
    """A tag in text that is waiting for its closing tag."""

    tag: Tag


@dataclass(slots=True)
class ClosingTag:
    """A closing tag in text."""

    name: str | None
    position: int


Token = Node | Delimiter | Start | End | OpeningTag | ClosingTag


def join_text(tokens: list[Token]) -> list[Node]:
    """Return a row that has no emphasis and no open tags, with neighbouring texts joined."""
    result: list[Node] = []
    pending: list[str] = []
    for token in tokens:
        if type(token) is str:
            pending.append(token)
            continue
        if pending:
            result.append(pending[0] if len(pending) == 1 else "".join(pending))
            pending.clear()
        result.append(token)  # type: ignore[arg-type]  # the caller has seen no other token
    if pending:
        result.append("".join(pending))
    return result


def _replace_delimiters(tokens: list[Token]) -> list[Token]:
    delimiters = [token for token in tokens if type(token) is Delimiter]
    if not delimiters:
        return tokens
    match_delimiters(delimiters)
    result: list[Token] = []
    for token in tokens:
        if type(token) is not Delimiter:
            result.append(token)
            continue
        result.extend(End(tag, token.position) for tag in token.closed)
        if token.count:
            result.append(token.character * token.count)
        result.extend(Start(tag) for tag in reversed(token.opened))
    return result


def nest(tokens: list[Token], mistakes: Mistakes, place: Place, depth: int) -> Nesting:
    """Return the tree of a row of tokens; `depth` is how many levels may still be opened."""
    nesting = Nesting(mistakes, place, depth)
    for token in _replace_delimiters(tokens):
        nesting.add(token)
    nesting.finish()
    return nesting


class Nesting:
    """Builds the tree: the nodes so far, and what is open at this point."""

    __slots__ = (
        "_children",
        "_counts",
        "_depth",
        "_mistakes",
        "_open",
        "_pending",
        "_place",
        "nodes",
        "unclosed",
    )

    def __init__(self, mistakes: Mistakes, place: Place, depth: int) -> None:
        self.nodes: list[Node] = []
        self.unclosed: list[Tag] = []
        self._children = self.nodes
        self._pending: list[str] = []
        self._open: list[tuple[str | None, Tag | None, list[Node]]] = []
        self._counts: dict[tuple[str | None, bool], int] = {}
        self._mistakes = mistakes
        self._place = place
        self._depth = depth

    def add(self, token: Token) -> None:
        """Take the next token of the row."""
        kind = type(token)
        if kind is str:
            self._pending.append(token)  # type: ignore[arg-type]  # narrowed by `kind`
            return
        self._flush()
        if isinstance(token, Start):
            element = Element(token.tag, [])
            self._enter(token.tag, None, element, element.children)
        elif isinstance(token, OpeningTag):
            self._enter(token.tag.name, token.tag, token.tag, token.tag.children)
        elif isinstance(token, End):
            self._leave_emphasis(token)
        elif isinstance(token, ClosingTag):
            self._leave_tag(token)
        else:
            self._children.append(token)  # type: ignore[arg-type]  # delimiters are replaced

    def finish(self) -> None:
        """Close what is still open; tags among it are kept in `unclosed`."""
        self._flush()
        self.unclosed = [tag for _name, tag, _parent in self._open if tag is not None]

    def _flush(self) -> None:
        if self._pending:
            self._children.append("".join(self._pending))
            self._pending.clear()

    def _enter(
        self, name: str | None, tag: Tag | None, node: Element | Tag, children: list[Node]
    ) -> None:
        key = (name, tag is not None)
        self._counts[key] = self._counts.get(key, 0) + 1
        self._open.append((name, tag, self._children))
        if len(self._open) <= self._depth:
            self._children.append(node)
            self._children = children
        else:
            self._mistakes.too_deep(self._place(0))

    def _pop(self) -> tuple[str | None, Tag | None]:
        name, tag, self._children = self._open.pop()
        self._counts[name, tag is not None] -= 1
        return name, tag

    def _leave_emphasis(self, end: End) -> None:
        if not self._counts.get((end.tag, False)):
            return
        crossed = False
        while True:
            name, tag = self._pop()
            if tag is None and name == end.tag:
                break
            crossed = True
        if crossed:
            self._mistakes.overlap(end.tag, self._place(end.position))

    def _leave_tag(self, closing: ClosingTag) -> None:
        if not self._counts.get((closing.name, True)):
            self._mistakes.unexpected_closing_tag(closing.name, self._place(closing.position))
            return
        while True:
            name, tag = self._pop()
            if tag is None:
                self._mistakes.overlap(name or "", self._place(closing.position))
            elif name == closing.name:
                break
            else:
                self._mistakes.unclosed_tag(name, (tag.line, tag.column))
