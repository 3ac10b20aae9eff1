"""Badge: a small label in a line of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.content.nodes import Tag
from octavo.render.content.components.containers.callouts import color_layer
from octavo.render.content.components.inline.icon import icon_of
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
    named = choice(properties, "color", _COLORS, "")
    tint = None if named else color(properties)
    names = [
        "badge",
        f"badge-{named or 'gray'}",
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
    layer = color_layer(tint) if tint else ""
    icon = icon_of(renderer, node, properties)
    renderer.out.append(f"<span{class_names(' '.join(names), properties)}>{layer}{icon}")
    renderer.write(node.children)
    renderer.out.append("</span>")


COMPONENTS: dict[str, Component] = {"Badge": _write_badge}
