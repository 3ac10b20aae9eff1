"""Update: an entry of a changelog, with its label beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.content.nodes import Tag
from octavo.render.content.components.properties import (
    Properties,
    read_items,
    render_classes,
    render_title,
    write_body,
)
from octavo.render.html import escape_attribute, escape_text

if TYPE_CHECKING:
    from octavo.render.content.components.properties import Component
    from octavo.render.content.nodes import ContentRenderer


def _write_update(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    out = renderer.out
    id_ = escape_attribute(renderer.find_heading_id(node) or renderer.build_unique_id("update"))
    out.append(
        f'<section{render_classes("update", properties)} id="{id_}"><div class="update-side">'
    )
    label = render_title(renderer, node, properties, "label") or "Update"
    link = f'<a class="update-link" href="#{id_}">{label}</a>'
    out.append(f'<h2 class="update-label">{renderer.render_heading_marks(node)}{link}</h2>')
    tags = read_items(properties, "tags")
    if tags:
        entries = "".join(f"<li>{escape_text(tag)}</li>" for tag in tags)
        out.append(f'<ul class="update-tags">{entries}</ul>')
    description = render_title(renderer, node, properties, "description")
    if description:
        out.append(f'<p class="update-description">{description}</p>')
    out.append('</div><div class="update-content flow">')
    write_body(renderer, node.children)
    out.append("</div></section>")


COMPONENTS: dict[str, Component] = {"Update": _write_update}
