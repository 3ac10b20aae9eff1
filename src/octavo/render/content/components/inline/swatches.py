"""Color, Color.Row and Color.Item: the colors of a design, each with its name and value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from octavo.content.nodes import Tag
from octavo.render.content.components.properties import (
    Properties,
    read_choice,
    read_color,
    read_text,
    render_classes,
    render_title,
)
from octavo.render.html import escape_attribute, escape_text

if TYPE_CHECKING:
    from octavo.render.content.components.properties import Component
    from octavo.render.content.nodes import ContentRenderer


def _write_color(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    variant = read_choice(properties, "variant", ("compact", "table"), "compact")
    renderer.out.append(f"<div{render_classes(f'colors colors-{variant}', properties)}>")
    renderer.write(node.children)
    renderer.out.append("</div>")


def _write_row(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    name = render_title(renderer, node, properties)
    head = f'<p class="color-row-title">{name}</p>' if name else ""
    renderer.out.append(f'<div class="color-row">{head}<div class="color-row-items">')
    renderer.write(node.children)
    renderer.out.append("</div></div>")


def _write_item(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    renderer.scripts.add("components/copy.js")
    name = render_title(renderer, node, properties, "name")
    for mode, value in list_color_values(properties.get("value")):
        paint_color = read_color({"value": value}, "value")
        paint = f' fill="{escape_attribute(paint_color)}"' if paint_color else ' fill="none"'
        start, end = (f'<div class="only-{mode}">', "</div>") if mode else ("", "")
        renderer.out.append(
            f'{start}<button class="color-item" type="button" '
            f'data-copy="{escape_attribute(value)}">'
            f'<svg class="color-swatch" aria-hidden="true"><rect width="100%" height="100%"{paint}>'
            f'</rect></svg><span class="color-name">{name}</span>'
            f'<span class="color-value">{escape_text(value)}</span></button>{end}'
        )


def list_color_values(value: Any) -> list[tuple[str, str]]:
    """Return the values with the mode that each is for; one for both modes has none."""
    if isinstance(value, Mapping):
        light, dark = read_text(value, "light"), read_text(value, "dark")
        return [("light", light or dark), ("dark", dark or light)] if light or dark else []
    color_text = read_text({"value": value}, "value").strip()
    return [("", color_text)] if color_text else []


COMPONENTS: dict[str, Component] = {
    "Color": _write_color,
    "Color.Row": _write_row,
    "Color.Item": _write_item,
}
