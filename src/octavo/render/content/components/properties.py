"""A component in the author's form: a tag, with its properties as values.

`cols={2}`, `cols="2"`, `defaultOpen`, `defaultOpen={true}` and `defaultOpen="true"` all count.
Invalid values are ignored.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from octavo.content.headings import build_slug
from octavo.content.javascript.literals import format_number
from octavo.content.nodes import Element, Node, Tag
from octavo.content.titles import parse_title
from octavo.render.basis.html import escape_attribute
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer
    from octavo.render.twin.writer import TwinWriter

_NO = frozenset({"", "false", "0", "no", "off"})
_NUMBER = re.compile(r"\s*([+-]?\d{1,9})(?:\.\d*)?\s*(?:px)?\s*\Z")
_COLOR = re.compile(
    r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\Z"
    r"|[a-z]{3,24}\Z"
    r"|(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([0-9a-z\s.,%/+-]{1,64}\)\Z"
    r"|var\(--[\w-]{1,64}\)\Z",
    re.IGNORECASE,
)


class ComponentTag(Struct):
    """A component on a page: its tag, and its properties as values."""

    node: Tag
    values: dict[str, Any]

    @property
    def children(self) -> list[Node]:
        """The content between its tags."""
        return self.node.children

    def read_string(self, name: str, default: str = "") -> str:
        """Return a property as text."""
        value = self.values.get(name)
        if isinstance(value, str):
            return value
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return default
        return format_number(value)

    def read_flag(self, name: str, default: bool = False) -> bool:
        """Return whether a property is on."""
        value = self.values.get(name)
        if value is None:
            return default
        return value.strip().lower() not in _NO if isinstance(value, str) else bool(value)

    def read_number(self, name: str, default: int, least: int, most: int) -> int:
        """Return an integer between a minimum and a maximum."""
        value = self.values.get(name)
        if isinstance(value, str):
            match = _NUMBER.match(value)
            value = int(match[1]) if match else None
        if isinstance(value, bool) or not isinstance(value, (int, float)) or math.isnan(value):
            return default
        return int(min(max(value, least), most))

    def read_choice(self, name: str, options: Collection[str], default: str) -> str:
        """Return one of the options, in any case."""
        value = self.read_string(name).strip().lower()
        return value if value in options else default

    def read_color(self, name: str = "color") -> str | None:
        """Return a CSS color; None for other texts."""
        value = self.read_string(name).strip()
        return value if _COLOR.match(value) else None

    def read_items(self, name: str) -> list[str]:
        """Return a list of texts; a single text is a list of one."""
        value = self.values.get(name)
        items = value if isinstance(value, list) else [value]
        return [
            str(v) for v in items if isinstance(v, (str, int, float)) and not isinstance(v, bool)
        ]

    def read_parts(self, name: str, *, links: bool = False) -> Iterator[list[Node]]:
        """Yield a text with inline Markdown, or the content of braces, as nodes by part."""
        return self._read_parts(self.values.get(name), links)

    def _read_parts(self, value: Any, links: bool) -> Iterator[list[Node]]:
        match value:
            case Tag():
                yield [value]
            case list():
                for part in value:
                    yield from self._read_parts(part, links)
            case str() | int() | float() if not isinstance(value, bool):
                node = self.node
                yield parse_title(str(value), links=links, line=node.line, column=node.column)

    def find_id(self, fallback: str) -> str:
        """Return the author's id, or the one from the title."""
        own = "-".join(self.read_string("id").split())
        return own or build_slug(self.read_string("title")) or fallback

    def join_classes(self, own: str) -> str:
        """Return the classes of a component, including the author's."""
        added = self.read_string("className") or self.read_string("class")
        return escape_attribute(f"{own} {added}" if added else own)

    def render_classes(self, own: str) -> str:
        """Return the attribute `class` of a component."""
        return f' class="{self.join_classes(own)}"'


def _write_children(twin: TwinWriter, tag: ComponentTag) -> list[str]:
    return twin.write_blocks(tag.children)


def write_titled(twin: TwinWriter, tag: ComponentTag, fallback: str = "") -> list[str]:
    """Return the content of a component below its title, as Markdown."""
    title = twin.write_words(tag, "title") or fallback
    head = [title and f"**{title}**", twin.write_words(tag, "description")]
    return [*head, *twin.write_blocks(tag.children)]


class Component(NamedTuple):
    """The forms of a component."""

    render: Callable[[ContentRenderer, ComponentTag], str]
    """Returns its HTML."""
    write: Callable[[TwinWriter, ComponentTag], str | list[str]] = _write_children
    """Returns its Markdown: blocks, or a text for inline components."""
    is_inline: bool = False
    """Whether it is inline."""


def write_value(value: Any) -> str:
    """Return a value as JSON; text stays unchanged."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        return ""


def render_part(name: str, own: str, inner: str) -> str:
    """Return an element for an optional part of a component; empty without it."""
    return f'<{name} class="{own}">{inner}</{name}>' if inner else ""


def find_children(nodes: Iterable[Node], names: Collection[str]) -> Iterator[Tag | list[Node]]:
    """Yield the components of some names among nodes, and the nodes between them as lists."""
    between: list[Node] = []
    for node in flatten_nodes(nodes):
        if isinstance(node, Tag) and node.name in names:
            if between:
                yield between
                between = []
            yield node
        elif not isinstance(node, str) or node.strip():
            between.append(node)
    if between:
        yield between


def flatten_nodes(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield nodes without fragments, and without paragraphs that only contain components."""
    for node in nodes:
        if isinstance(node, Tag) and node.name is None:
            yield from flatten_nodes(node.children)
        elif isinstance(node, Element) and node.tag == "p" and _holds_components(node):
            yield from node.children
        else:
            yield node


def _holds_components(paragraph: Element) -> bool:
    has_component = False
    for child in paragraph.children:
        if isinstance(child, Tag) and child.name and child.name[0].isupper():
            has_component = True
        elif not isinstance(child, str) or child.strip():
            return False
    return has_component


def unwrap_paragraphs(nodes: Iterable[Node], between: Iterable[Node] = ()) -> list[Node]:
    """Return nodes with the content of paragraphs instead of them; `between` separates two."""
    unwrapped: list[Node] = []
    is_after_one = False
    for node in nodes:
        paragraph = node if isinstance(node, Element) and node.tag == "p" else None
        if paragraph and is_after_one:
            unwrapped += between
        unwrapped += paragraph.children if paragraph else [node]
        is_after_one = paragraph is not None
    return unwrapped
