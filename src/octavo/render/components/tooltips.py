"""Tooltip: a word with an explanation on hover, focus and tap; in print it stands in brackets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.content.nodes import Tag
from octavo.render.components.cards import NEW_TAB, link_attributes
from octavo.render.components.properties import Properties, caption, class_names, title

if TYPE_CHECKING:
    from octavo.render.components.properties import Component
    from octavo.render.nodes import ContentRenderer


def _write_tooltip(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    tip = caption(renderer, node, properties, "tip")
    headline = title(renderer, node, properties, "headline")
    action = _action(renderer, node, properties)
    if not (tip or headline or action):
        renderer.write(node.children)
        return
    renderer.scripts.add("components/tooltips.js")
    id_ = renderer.unique_id("tooltip-1")
    out = renderer.out
    out.append(
        f'<span{class_names("tooltip", properties)}><span class="tooltip-word" tabindex="0" '
        f'role="button" aria-describedby="{id_}">'
    )
    renderer.write(node.children)
    out.append(f'</span><span class="tooltip-bubble" role="tooltip" id="{id_}" popover="manual">')
    if headline:
        out.append(f'<strong class="tooltip-headline">{headline}</strong>')
    out.append(f"{tip}{action}</span></span>")


def _action(renderer: ContentRenderer, node: Tag, properties: Properties) -> str:
    label = title(renderer, node, properties, "cta")
    link = link_attributes(renderer, node, properties)
    if not link:
        return ""
    opens = NEW_TAB if 'target="_blank"' in link else ""
    return f'<a class="tooltip-cta"{link}>{label or "Read more"}{opens}</a>'


COMPONENTS: dict[str, Component] = {"Tooltip": _write_tooltip}
