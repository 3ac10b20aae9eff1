"""Components that stand for what Markdown has already: Heading, Link, Latex, Mermaid."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from octavo.content.headings import build_slug, read_plain_text
from octavo.content.nodes import CodeBlock, Element, Expression, Math, Node, Tag
from octavo.render.content.attributes import render_attributes
from octavo.render.content.components.properties import (
    Properties,
    read_number,
    read_text,
    render_classes,
)
from octavo.render.html import escape_attribute

if TYPE_CHECKING:
    from octavo.render.content.components.properties import Component
    from octavo.render.content.nodes import ContentRenderer


def _write_heading(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    level = read_number(properties, "level", 2, 1, 6)
    words = read_plain_text(node.children).strip()
    name = "-".join(read_text(properties, "id").split()) or build_slug(words) or "section"
    id_ = escape_attribute(renderer.build_unique_id(name))
    renderer.out.append(f'<h{level} id="{id_}">{renderer.render_heading_link(id_, words)}')
    renderer.write(_unwrap_paragraphs(node.children))
    renderer.out.append(f"</h{level}>")


def _write_link(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    address = (read_text(properties, "href") or read_text(properties, "to")).strip()
    href = renderer.resolve_link(address, node) if address else None
    names = render_classes("link", properties) if "className" in properties else ""
    renderer.out.append(f"<a{render_attributes({'href': href})}{names}>")
    renderer.write_in_link(_unwrap_paragraphs(node.children))
    renderer.out.append("</a>")


def _unwrap_paragraphs(children: Iterable[Node]) -> Iterable[Node]:
    for child in children:
        if isinstance(child, Element) and child.tag == "p":
            yield from child.children
        else:
            yield child


def _write_formula(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    source = (read_text(properties, "children") or find_formula(node.children)).strip()
    if source:
        renderer.write([Math(source, True, node.line, node.column)])


def find_formula(nodes: Iterable[Node]) -> str:
    """Return the source of a formula, in which MDX saw braces and emphasis."""
    parts = []
    for node in nodes:
        if isinstance(node, str):
            parts.append(node)
        elif isinstance(node, Expression):
            parts.append(f"{{{node.source}}}")
        elif isinstance(node, Math):
            parts.append(node.text)
        elif isinstance(node, Element):
            mark = {"em": "_", "strong": "**"}.get(node.tag, "")
            parts.append(f"{mark}{find_formula(node.children)}{mark}")
    return "".join(parts)


def _write_diagram(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    source = read_text(properties, "chart") or find_diagram(node.children)
    if source.strip():
        renderer.write([CodeBlock(source.strip("\n"), "mermaid", "", node.line, node.column)])


def find_diagram(nodes: Iterable[Node]) -> str:
    """Return the source of a diagram."""
    return "".join(
        node.text if isinstance(node, CodeBlock) else read_plain_text([node]) for node in nodes
    )


COMPONENTS: dict[str, Component] = {
    "Heading": _write_heading,
    "Link": _write_link,
    "Latex": _write_formula,
    "Mermaid": _write_diagram,
}
