"""Components that Markdown already has: Heading, Link, Latex, Mermaid."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from octavo.content.headings import build_slug, read_plain_text
from octavo.content.nodes import CodeBlock, Element, Expression, Math, Node
from octavo.render.basis.html import escape_attribute
from octavo.render.basis.wording import Wording
from octavo.render.content.attributes import render_attributes
from octavo.render.content.components.properties import (
    Component,
    ComponentTag,
    unwrap_paragraphs,
)
from octavo.render.twin.text import write_fence
from octavo.settings.urls import is_web_address

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer
    from octavo.render.twin.writer import TwinWriter


def _render_heading(page: ContentRenderer, tag: ComponentTag) -> str:
    level = tag.read_number("level", 2, 1, 6)
    words = read_plain_text(tag.children).strip()
    name = "-".join(tag.read_string("id").split()) or build_slug(words) or "section"
    id_ = escape_attribute(page.build_unique_id(name))
    mark = page.render_heading_link(id_, words)
    inner = page.render_nodes(unwrap_paragraphs(tag.children))
    return f'<h{level} id="{id_}">{mark}{inner}</h{level}>'


def _write_heading(twin: TwinWriter, tag: ComponentTag) -> str:
    level = tag.read_number("level", 2, 1, 6)
    return twin.write_heading(level, unwrap_paragraphs(tag.children))


def render_new_tab(say: Wording) -> str:
    """Return the hint for screen readers that a link opens a new tab."""
    return f'<span class="visually-hidden"> ({say("opens in a new tab")})</span>'


def render_link(page: ContentRenderer, tag: ComponentTag) -> str:
    """Return the attributes of a link to `href`; empty without one."""
    address = tag.read_string("href").strip()
    href = page.resolve_link(address, tag.node) if address else None
    if href is None:
        return ""
    new_tab = {"target": "_blank", "rel": "noopener"} if is_web_address(address) else {}
    return render_attributes({"href": href, **new_tab})


def _render_link(page: ContentRenderer, tag: ComponentTag) -> str:
    address = _read_address(tag)
    href = page.resolve_link(address, tag.node) if address else None
    classes = tag.render_classes("link") if "className" in tag.values else ""
    inner = page.render_in_link(unwrap_paragraphs(tag.children))
    return f"<a{render_attributes({'href': href})}{classes}>{inner}</a>"


def _write_link(twin: TwinWriter, tag: ComponentTag) -> str:
    return twin.write_link(_read_address(tag), tag.children)


def _read_address(tag: ComponentTag) -> str:
    return (tag.read_string("href") or tag.read_string("to")).strip()


def _render_formula(page: ContentRenderer, tag: ComponentTag) -> str:
    source = _read_formula(tag)
    math = Math(source, True, tag.node.line, tag.node.column)
    return page.render_nodes([math]) if source else ""


def _write_formula(_twin: TwinWriter, tag: ComponentTag) -> str:
    source = _read_formula(tag)
    return f"$$\n{source}\n$$" if source else ""


def _read_formula(tag: ComponentTag) -> str:
    return (tag.read_string("children") or _find_formula(tag.children)).strip()


def _find_formula(nodes: Iterable[Node]) -> str:
    """Return the source of a formula in which MDX found braces and emphasis."""
    parts = []
    for node in nodes:
        match node:
            case str():
                parts.append(node)
            case Expression():
                parts.append(f"{{{node.source}}}")
            case Math():
                parts.append(node.text)
            case Element():
                mark = {"em": "_", "strong": "**"}.get(node.tag, "")
                parts.append(f"{mark}{_find_formula(node.children)}{mark}")
    return "".join(parts)


def _render_diagram(page: ContentRenderer, tag: ComponentTag) -> str:
    diagram = _read_diagram(tag)
    return page.render_nodes([diagram]) if diagram.text else ""


def _write_diagram(_twin: TwinWriter, tag: ComponentTag) -> str:
    diagram = _read_diagram(tag)
    return write_fence(diagram.text, diagram.language) if diagram.text else ""


def _read_diagram(tag: ComponentTag) -> CodeBlock:
    source = tag.read_string("chart") or "".join(
        node.text if isinstance(node, CodeBlock) else read_plain_text([node])
        for node in tag.children
    )
    text = source.strip("\n") if source.strip() else ""
    return CodeBlock(text, "mermaid", "", tag.node.line, tag.node.column)


COMPONENTS: dict[str, Component] = {
    "Heading": Component(_render_heading, _write_heading),
    "Link": Component(_render_link, _write_link, is_inline=True),
    "Latex": Component(_render_formula, _write_formula),
    "Mermaid": Component(_render_diagram, _write_diagram),
}
