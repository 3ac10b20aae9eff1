"""Badge: a small label in a line of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.render.basis.html import escape_attribute
from octavo.render.content.components.inline.icon import render_icon_of
from octavo.render.content.components.properties import Component, ComponentTag

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer
    from octavo.render.twin.writer import TwinWriter

_COLORS = (
    "gray", "blue", "green", "yellow", "orange", "red", "purple", "white", "surface",
    "white-destructive", "surface-destructive",
)  # fmt: skip
_SIZES = ("xs", "sm", "md", "lg")


def render_color_layer(tint: str) -> str:
    """Return a picture behind a part that gives it a color without any style."""
    paint = escape_attribute(tint)
    return (
        '<svg class="color-layer" aria-hidden="true"><rect width="100%" height="100%" '
        f'fill="{paint}" stroke="{paint}"></rect></svg>'
    )


def _render_badge(page: ContentRenderer, tag: ComponentTag) -> str:
    color_name = tag.read_choice("color", _COLORS, "")
    tint = None if color_name else tag.read_color()
    own = f"badge badge-{color_name or 'gray'} badge-{tag.read_choice('size', _SIZES, 'md')}"
    if tag.read_choice("shape", ("rounded", "pill"), "rounded") == "pill":
        own += " badge-pill"
    if tag.read_flag("stroke"):
        own += " badge-stroke"
    if tag.read_flag("disabled"):
        own += " badge-disabled"
    if tint:
        own += " has-color-layer"
    layer = render_color_layer(tint) if tint else ""
    icon = render_icon_of(page, tag)
    return f"<span{tag.render_classes(own)}>{layer}{icon}{page.render_nodes(tag.children)}</span>"


def _write_badge(twin: TwinWriter, tag: ComponentTag) -> str:
    return twin.write_line(tag.children)


COMPONENTS: dict[str, Component] = {"Badge": Component(_render_badge, _write_badge, is_inline=True)}
