"""Reads the properties of components, which authors write in many ways.

`cols={2}`, `cols="2"`, `defaultOpen`, `defaultOpen={true}` and `defaultOpen="true"` all count. What
has no meaning for a property is as if it were not there.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from octavo.content.javascript.literals import format_number
from octavo.content.nodes import Element, FootnoteReference, Math, Node, Tag
from octavo.content.titles import parse_title
from octavo.render.html import escape_attribute, escape_text

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer

    Component = Callable[[ContentRenderer, Tag, Mapping[str, Any]], None]

Properties = Mapping[str, Any]

INLINE = frozenset({"Badge", "Icon", "Link", "Tooltip"})
"""Components that stand in a line of text; all others are blocks of their own."""

_INLINE_ELEMENTS = frozenset({"strong", "em", "del", "code", "a", "br"})
_INLINE_TAGS = INLINE | frozenset(
    "a abbr b br cite code em i kbd mark q s small span strong sub sup u var".split()
)
_NO = frozenset({"", "false", "0", "no", "off"})
_NUMBER = re.compile(r"\s*([+-]?\d{1,9})(?:\.\d*)?\s*(?:px)?\s*\Z")
_COLOR = re.compile(
    r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\Z"
    r"|[a-z]{3,24}\Z"
    r"|(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([0-9a-z\s.,%/+-]{1,64}\)\Z"
    r"|var\(--[\w-]{1,64}\)\Z",
    re.IGNORECASE,
)


def read_text(properties: Properties, name: str, default: str = "") -> str:
    """Return a property as text."""
    value = properties.get(name)
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return default
    return format_number(value)


def read_flag(properties: Properties, name: str, default: bool = False) -> bool:
    """Return whether a property is on."""
    value = properties.get(name)
    if value is None:
        return default
    if isinstance(value, str):
        return value.strip().lower() not in _NO
    return bool(value)


def read_number(properties: Properties, name: str, default: int, least: int, most: int) -> int:
    """Return a whole number between the least and the most that make sense."""
    value = properties.get(name)
    if isinstance(value, str):
        match = _NUMBER.match(value)
        value = int(match[1]) if match else None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or math.isnan(value):
        return default
    return int(min(max(value, least), most))


def read_choice(properties: Properties, name: str, options: Collection[str], default: str) -> str:
    """Return one of the options, whatever its capitals."""
    value = read_text(properties, name).strip().lower()
    return value if value in options else default


def read_color(properties: Properties, name: str = "color") -> str | None:
    """Return a color of CSS; None for anything else."""
    value = read_text(properties, name).strip()
    return value if _COLOR.match(value) else None


def read_items(properties: Properties, name: str) -> list[str]:
    """Return a list of texts; a single text is a list of one."""
    value = properties.get(name)
    values = value if isinstance(value, list) else [value]
    return [str(v) for v in values if isinstance(v, (str, int, float)) and not isinstance(v, bool)]


def write_value(value: Any) -> str:
    """Return a value as an author would write it in JSON; text stays as it is."""
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        return ""


def render_title(
    renderer: ContentRenderer, node: Tag, properties: Properties, name: str = "title"
) -> str:
    """Return the HTML of a title: text with a little Markdown, or what stands in braces."""
    return _format(renderer, node, properties.get(name), links=False)


def render_caption(renderer: ContentRenderer, node: Tag, properties: Properties, name: str) -> str:
    """Return the HTML of a caption: like a title, and links are welcome."""
    return _format(renderer, node, properties.get(name), links=True)


def _format(renderer: ContentRenderer, node: Tag, value: Any, *, links: bool) -> str:
    if isinstance(value, Tag):
        return renderer.render_nodes([value])
    if isinstance(value, list):
        return "".join(_format(renderer, node, part, links=links) for part in value)
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return ""
    nodes = parse_title(str(value), links=links, line=node.line, column=node.column)
    only = nodes[0] if len(nodes) == 1 else None
    return escape_text(only) if isinstance(only, str) else renderer.render_nodes(nodes)


def render_classes(own: str, properties: Properties) -> str:
    """Return the attribute `class` of a component, with the classes that the author adds."""
    own_classes = read_text(properties, "className") or read_text(properties, "class")
    return f' class="{escape_attribute(f"{own} {own_classes}" if own_classes else own)}"'


def find_children(nodes: Iterable[Node], names: Collection[str]) -> Iterator[Tag | list[Node]]:
    """Return the components of some names among nodes; what stands between them as lists."""
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


def write_body(renderer: ContentRenderer, children: list[Node]) -> None:
    """Write what a component holds; a line of text without a paragraph around it gets one."""
    if children and all(is_inline(child) for child in children):
        renderer.out.append("<p>")
        renderer.write(children)
        renderer.out.append("</p>")
    else:
        renderer.write(children)


def is_inline(node: Node) -> bool:
    """Return whether a node stands in a line of text."""
    if isinstance(node, Element):
        return node.tag in _INLINE_ELEMENTS
    if isinstance(node, Tag):
        return node.name in _INLINE_TAGS
    if isinstance(node, Math):
        return not node.display
    return isinstance(node, (str, FootnoteReference))


def flatten_nodes(nodes: Iterable[Node]) -> Iterator[Node]:
    """Return nodes without fragments, and without paragraphs that only hold components."""
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
