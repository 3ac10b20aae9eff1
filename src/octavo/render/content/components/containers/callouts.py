"""Note, Warning, Info, Tip, Check, Danger and Callout; and Banner, a callout across the page."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from octavo.content.nodes import Tag
from octavo.render.content.components.inline.icon import render_icon_of
from octavo.render.content.components.properties import (
    Properties,
    read_choice,
    read_color,
    render_classes,
    render_title,
    write_body,
)
from octavo.render.html import escape_attribute
from octavo.render.icons.library import find_line_icon

if TYPE_CHECKING:
    from octavo.render.content.components.properties import Component
    from octavo.render.content.nodes import ContentRenderer

KINDS = {
    "note": "info",
    "info": "info",
    "tip": "lightbulb",
    "check": "check",
    "warning": "triangle-alert",
    "danger": "octagon-alert",
}
"""The kinds of callouts, and the drawing in lines that each shows."""

_NAMED_COLORS = frozenset({"gray", "blue", "green", "yellow", "orange", "red", "purple"})


@cache
def render_kind_icon(kind: str) -> str:
    """Return the icon of a kind of callout as HTML."""
    icon = find_line_icon(KINDS[kind])
    return f'<svg class="icon" aria-hidden="true" viewBox="{icon.view_box}">{icon.body}</svg>'


def render_color_layer(tint: str) -> str:
    """Return a picture that lies behind a part and gives it a color, without any style."""
    paint = escape_attribute(tint)
    return (
        '<svg class="color-layer" aria-hidden="true"><rect width="100%" height="100%" '
        f'fill="{paint}" stroke="{paint}"></rect></svg>'
    )


def _write_kind(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    kind = (node.name or "Note").lower()
    icon = render_icon_of(renderer, node, properties) or render_kind_icon(kind)
    _write_box(renderer, node, properties, f"callout callout-{kind}", icon)


def _write_callout(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    kind = read_choice(properties, "type", KINDS, "")
    color_name = read_choice(properties, "color", _NAMED_COLORS, "")
    tint = None if color_name else read_color(properties)
    icon = render_icon_of(renderer, node, properties, tint=tint)
    if kind and not icon:
        icon = render_kind_icon(kind)
    own = f"callout callout-{kind or color_name or 'plain'}"
    if tint:
        _write_box(
            renderer, node, properties, f"{own} has-color-layer", render_color_layer(tint) + icon
        )
    else:
        _write_box(renderer, node, properties, own, icon)


def _write_box(
    renderer: ContentRenderer, node: Tag, properties: Properties, own: str, icon: str
) -> None:
    kind = read_choice(properties, "type", KINDS, "note") if node.name == "Callout" else node.name
    label = (kind or "note").capitalize()
    renderer.out.append(
        f'<div{render_classes(own, properties)} role="note" aria-label="{label}">{icon}'
        '<div class="callout-content flow">'
    )
    name = render_title(renderer, node, properties)
    if name:
        renderer.out.append(f'<p class="callout-title">{name}</p>')
    write_body(renderer, node.children)
    renderer.out.append("</div></div>")


def _write_banner(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    icon = render_icon_of(renderer, node, properties)
    renderer.out.append(
        f'<div{render_classes("inline-banner", properties)} role="note">{icon}<div class="flow">'
    )
    renderer.write(node.children)
    renderer.out.append("</div></div>")


COMPONENTS: dict[str, Component] = {
    **dict.fromkeys(["Note", "Warning", "Info", "Tip", "Check", "Danger"], _write_kind),
    "Callout": _write_callout,
    "Banner": _write_banner,
}
