"""Tooltip: a word with an explanation on hover, focus and tap; in print it stands in brackets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from octavo.content.nodes import Element, Node, Tag
from octavo.render.content.components.containers.cards import link_attributes, render_new_tab
from octavo.render.content.components.properties import (
    Properties,
    render_caption,
    render_classes,
    render_title,
)

if TYPE_CHECKING:
    from octavo.render.content.components.properties import Component
    from octavo.render.content.nodes import ContentRenderer

_LINKS = frozenset({"a", "Link", "button"})


def _write_tooltip(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    tip = render_caption(renderer, node, properties, "tip")
    headline = render_title(renderer, node, properties, "headline")
    action = _render_action(renderer, node, properties)
    if not (tip or headline or action):
        renderer.write(node.children)
        return
    renderer.scripts.add("components/tooltips.js")
    id_ = renderer.build_unique_id("tooltip")
    out = renderer.out
    # A link in the word is what takes the focus; else the word does.
    focus = "" if _holds_link(node.children) else ' tabindex="0" role="button"'
    out.append(
        f"<span{render_classes('tooltip', properties)}>"
        f'<span class="tooltip-word"{focus} aria-describedby="{id_}">'
    )
    renderer.write(node.children)
    role = "" if action else ' role="tooltip"'
    out.append(f'</span><span class="tooltip-bubble"{role} id="{id_}" popover="manual">')
    if headline:
        out.append(f'<strong class="tooltip-headline">{headline}</strong>')
    out.append(f"{tip}{action}</span></span>")


def _holds_link(nodes: Iterable[Node]) -> bool:
    return any(
        isinstance(node, (Element, Tag))
        and (
            (node.tag if isinstance(node, Element) else node.name) in _LINKS
            or _holds_link(node.children)
        )
        for node in nodes
    )


def _render_action(renderer: ContentRenderer, node: Tag, properties: Properties) -> str:
    label = render_title(renderer, node, properties, "cta")
    link = link_attributes(renderer, node, properties)
    if not link:
        return ""
    opens = render_new_tab(renderer.say) if 'target="_blank"' in link else ""
    return f'<a class="tooltip-cta"{link}>{label or renderer.say("Read more")}{opens}</a>'


COMPONENTS: dict[str, Component] = {"Tooltip": _write_tooltip}
