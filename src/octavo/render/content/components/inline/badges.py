"""Badge: a small label in a line of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.content.nodes import Tag
from octavo.render.content.components.containers.callouts import render_color_layer
from octavo.render.content.components.inline.icon import render_icon_of
from octavo.render.content.components.properties import Properties, choice, class_names, color, flag

if TYPE_CHECKING:
    from octavo.render.content.components.properties import Component
    from octavo.render.content.nodes import ContentRenderer

_COLORS = (
    "gray", "blue", "green", "yellow", "orange", "red", "purple", "white", "surface",
    "white-destructive", "surface-destructive",
)  # fmt: skip
_SIZES = ("xs", "sm", "md", "lg")


def _write_badge(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    color_name = choice(properties, "color", _COLORS, "")
    tint = None if color_name else color(properties)
    names = [
        "badge",
        f"badge-{color_name or 'gray'}",
        f"badge-{choice(properties, 'size', _SIZES, 'md')}",
    ]
    if choice(properties, "shape", ("rounded", "pill"), "rounded") == "pill":
        names.append("badge-pill")
    if flag(properties, "stroke"):
        names.append("badge-stroke")
    if flag(properties, "disabled"):
        names.append("badge-disabled")
    if tint:
        names.append("has-color-layer")
    layer = render_color_layer(tint) if tint else ""
    icon = render_icon_of(renderer, node, properties)
    renderer.out.append(f"<span{class_names(' '.join(names), properties)}>{layer}{icon}")
    renderer.write(node.children)
    renderer.out.append("</span>")


COMPONENTS: dict[str, Component] = {"Badge": _write_badge}
