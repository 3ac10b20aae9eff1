"""The nodes of a parsed page.

Text is a plain `str` (decoded, not escaped). The other nodes are slotted classes that don't change
after parsing. They are not frozen, because frozen dataclasses take three times as long to create,
and a site has millions of them.

Lines and columns start at 1 in the author's file. Blocks, links, images, tags and expressions have
a place; other inline Markdown (emphasis, code spans) has 0.
"""

from __future__ import annotations

from typing import Any

from octavo.problems import Problem
from octavo.values import ByIdentity, Struct, field

Properties = dict[str, str | int | bool]


class Element(Struct):
    """A Markdown construct, under the name of its HTML element (p, h2, li, a, …)."""

    tag: str
    children: list[Node]
    properties: Properties | None = None
    line: int = 0
    column: int = 0


class Expression(Struct):
    """JavaScript between braces, in text or as the value of an attribute."""

    source: str
    line: int = 0
    column: int = 0


class Value(Struct):
    """The value of an attribute's expression: a number, list, object, tag, …"""

    value: Any


class Attribute(Struct):
    """An attribute of a tag: bare (None), quoted (str) or in braces; a spread is named `...`.

    Evaluated braces contain a `Value`, or a `str` for text.
    """

    name: str
    value: str | Expression | Value | None = None


class Tag(Struct):
    """A JSX element: a component, an HTML element, or a fragment (no name)."""

    name: str | None
    attributes: list[Attribute]
    children: list[Node]
    line: int = 0
    column: int = 0


class CodeBlock(Struct):
    """A fenced code block; `meta` is the text after the language on the opening line."""

    text: str
    language: str = ""
    meta: str = ""
    line: int = 0
    column: int = 0


class Math(Struct):
    """A formula in TeX; `display` formulas are separate blocks."""

    text: str
    display: bool = False
    line: int = 0
    column: int = 0


class ModuleCode(Struct):
    """An `import` or `export` block."""

    source: str
    line: int = 0
    column: int = 0


class FootnoteReference(Struct):
    """A mark in the text that points to a footnote."""

    label: str
    line: int = 0
    column: int = 0


Node = str | Element | Tag | CodeBlock | Math | Expression | ModuleCode | FootnoteReference


def find_name(node: Node) -> str | None:
    """Return the name of a node's element or component."""
    if type(node) is Element:
        return node.tag
    return node.name if type(node) is Tag else None


class Document(Struct, frozen=True):
    """A parsed page: its nodes, its footnotes by label, and its problems."""

    nodes: list[Node]
    footnotes: dict[str, list[Node]]
    problems: tuple[Problem, ...] = ()
    origins: ByIdentity[object, str] = field(default_factory=ByIdentity)
    """The source of the nodes that come from another file than the page."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Document):
            return NotImplemented
        own = (self.nodes, self.footnotes, self.problems)
        return own == (other.nodes, other.footnotes, other.problems)

    __hash__ = None  # type: ignore[assignment]  # lists have none, either
