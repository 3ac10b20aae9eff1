"""Update: an entry of a changelog, with its label beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from octavo.content.headings import build_slug
from octavo.content.nodes import Tag
from octavo.render.content.components.properties import (
    Properties,
    read_items,
    read_text,
    render_classes,
    render_title,
    write_body,
)
from octavo.render.content.updates import Update
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
    label = render_title(renderer, node, properties, "label") or renderer.say("Update")
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
    start = len(out)
    write_body(renderer, node.children)
    if renderer.links.origin:
        renderer.updates.append(_read_update(renderer, node, properties, "".join(out[start:])))
    out.append("</div></section>")


def _read_update(renderer: ContentRenderer, node: Tag, properties: Properties, html: str) -> Update:
    """Return what feeds tell of an update; its `rss` says some of it in other words."""
    rss = properties.get("rss")
    words: Properties = rss if isinstance(rss, Mapping) else {"description": rss}
    label = (
        read_text(properties, "label")
        or renderer.find_heading_title(node)
        or renderer.say("Update")
    )
    return Update(
        renderer.find_heading_id(node),
        build_slug(label) or "update",
        label,
        read_text(properties, "description"),
        escape_text(read_text(words, "description")) or html,
        read_text(words, "title"),
        tuple(read_items(properties, "tags")),
    )


COMPONENTS: dict[str, Component] = {"Update": _write_update}
