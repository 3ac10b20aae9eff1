"""Note, Warning, Info, Tip, Check, Danger and Callout; and Banner, a callout across the page."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from octavo.render.content.components.inline.badges import render_color_layer
from octavo.render.content.components.inline.icon import render_icon_of
from octavo.render.content.components.properties import Component, ComponentTag, render_part
from octavo.render.icons.library import find_line_icon
from octavo.render.twin.text import join_blocks, quote_lines

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer
    from octavo.render.twin.writer import TwinWriter

KINDS = {
    "note": "info",
    "info": "info",
    "tip": "lightbulb",
    "check": "check",
    "warning": "triangle-alert",
    "danger": "octagon-alert",
}
"""The kinds of callouts, with the icon of each."""

_NAMED_COLORS = frozenset({"gray", "blue", "green", "yellow", "orange", "red", "purple"})


@cache
def render_kind_icon(kind: str) -> str:
    """Return the icon of a kind of callout as HTML."""
    icon = find_line_icon(KINDS[kind])
    return f'<svg class="icon" aria-hidden="true" viewBox="{icon.view_box}">{icon.body}</svg>'


def _render_kind(page: ContentRenderer, tag: ComponentTag) -> str:
    kind = _read_kind(tag)
    icon = render_icon_of(page, tag) or render_kind_icon(kind)
    return _render_box(page, tag, kind, icon)


def _render_callout(page: ContentRenderer, tag: ComponentTag) -> str:
    kind = tag.read_choice("type", KINDS, "")
    color_name = tag.read_choice("color", _NAMED_COLORS, "")
    tint = None if color_name else tag.read_color()
    icon = render_icon_of(page, tag, tint=tint) or (kind and render_kind_icon(kind))
    look = kind or color_name or "plain"
    if tint:
        return _render_box(page, tag, f"{look} has-color-layer", render_color_layer(tint) + icon)
    return _render_box(page, tag, look, icon)


def _render_box(page: ContentRenderer, tag: ComponentTag, look: str, icon: str) -> str:
    label = _read_kind(tag).capitalize()
    return (
        f'<div{tag.render_classes(f"callout callout-{look}")} role="note" aria-label="{label}">'
        f'{icon}<div class="callout-content flow">'
        f"{render_part('p', 'callout-title', page.render_title(tag))}"
        f"{page.render_body(tag.children)}</div></div>"
    )


def _read_kind(tag: ComponentTag) -> str:
    name = (tag.node.name or "").lower()
    return name if name in KINDS else tag.read_choice("type", KINDS, "note")


def _write_callout(twin: TwinWriter, tag: ComponentTag) -> str:
    label, title = _read_kind(tag).capitalize(), twin.write_words(tag, "title")
    head = f"**{label}:** {title}" if title else f"**{label}**"
    return quote_lines(join_blocks([head, *twin.write_blocks(tag.children)]))


def _render_banner(page: ContentRenderer, tag: ComponentTag) -> str:
    icon = render_icon_of(page, tag)
    return (
        f'<div{tag.render_classes("inline-banner")} role="note">{icon}<div class="flow">'
        f"{page.render_nodes(tag.children)}</div></div>"
    )


COMPONENTS: dict[str, Component] = {
    **dict.fromkeys(map(str.capitalize, KINDS), Component(_render_kind, _write_callout)),
    "Callout": Component(_render_callout, _write_callout),
    "Banner": Component(_render_banner),
}
