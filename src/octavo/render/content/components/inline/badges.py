"""Badge: a small label in a line of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.content.nodes import Tag
from octavo.render.content.components.containers.callouts import render_color_layer
from octavo.render.content.components.inline.icon import render_icon_of
from octavo.render.content.components.properties import (
    Properties,
    read_choice,
    read_color,
    read_flag,
    render_classes,
)

if TYPE_CHECKING:
    from octavo.render.content.components.properties import Component
    from octavo.render.content.nodes import ContentRenderer

_COLORS = (
    "gray", "blue", "green", "yellow", "orange", "red", "purple", "white", "surface",
    "white-destructive", "surface-destructive",
)  # fmt: skip
_SIZES = ("xs", "sm", "md", "lg")


def _write_badge(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    color_name = read_choice(properties, "color", _COLORS, "")
    tint = None if color_name else read_color(properties)
    names = [
        "badge",
        f"badge-{color_name or 'gray'}",
        f"badge-{read_choice(properties, 'size', _SIZES, 'md')}",
    ]
    if read_choice(properties, "shape", ("rounded", "pill"), "rounded") == "pill":
        names.append("badge-pill")
    if read_flag(properties, "stroke"):
        names.append("badge-stroke")
    if read_flag(properties, "disabled"):
        names.append("badge-disabled")
    if tint:
        names.append("has-color-layer")
    layer = render_color_layer(tint) if tint else ""
    icon = render_icon_of(renderer, node, properties)
    renderer.out.append(f"<span{render_classes(' '.join(names), properties)}>{layer}{icon}")
    renderer.write(node.children)
    renderer.out.append("</span>")


COMPONENTS: dict[str, Component] = {"Badge": _write_badge}
