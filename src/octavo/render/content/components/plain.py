"""Components that stand for what Markdown has already: Heading, Link, Latex, Mermaid."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from octavo.content.headings import plain_text, slug
from octavo.content.nodes import CodeBlock, Element, Expression, Math, Node, Tag
from octavo.render.content.attributes import render_attributes
from octavo.render.content.components.properties import Properties, class_names, number, text
from octavo.render.html import escape_attribute, heading_link

if TYPE_CHECKING:
    from octavo.render.content.components.properties import Component
    from octavo.render.content.nodes import ContentRenderer


def _write_heading(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    level = number(properties, "level", 2, 1, 6)
    words = plain_text(node.children).strip()
    wanted = "-".join(text(properties, "id").split()) or slug(words) or "section"
    id_ = escape_attribute(renderer.unique_id(wanted))
    renderer.out.append(f'<h{level} id="{id_}">{heading_link(id_, words)}')
    renderer.write(_inline(node.children))
    renderer.out.append(f"</h{level}>")


def _write_link(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    address = (text(properties, "href") or text(properties, "to")).strip()
    href = renderer.resolve_link(address, node) if address else None
    names = class_names("link", properties) if "className" in properties else ""
    renderer.out.append(f"<a{render_attributes({'href': href})}{names}>")
    renderer.write(_inline(node.children))
    renderer.out.append("</a>")


def _inline(children: Iterable[Node]) -> Iterable[Node]:
    for child in children:
        if isinstance(child, Element) and child.tag == "p":
            yield from child.children
        else:
            yield child


def _write_formula(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    written = (text(properties, "children") or _formula_source(node.children)).strip()
    if written:
        renderer.write([Math(written, True, node.line, node.column)])


def _formula_source(nodes: Iterable[Node]) -> str:
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
            parts.append(f"{mark}{_formula_source(node.children)}{mark}")
    return "".join(parts)


def _write_diagram(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    written = text(properties, "chart") or _diagram_source(node.children)
    if written.strip():
        renderer.write([CodeBlock(written.strip("\n"), "mermaid", "", node.line, node.column)])


def _diagram_source(nodes: Iterable[Node]) -> str:
    return "".join(
        node.text if isinstance(node, CodeBlock) else plain_text([node]) for node in nodes
    )


COMPONENTS: dict[str, Component] = {
    "Heading": _write_heading,
    "Link": _write_link,
    "Latex": _write_formula,
    "Mermaid": _write_diagram,
}
