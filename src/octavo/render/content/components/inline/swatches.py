"""Color, Color.Row and Color.Item: the colors of a design, each with its name and value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from octavo.render.basis.html import escape_attribute, escape_text
from octavo.render.content.components.properties import Component, ComponentTag, render_part
from octavo.render.twin.text import write_code

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer
    from octavo.render.twin.writer import TwinWriter


def _render_colors(page: ContentRenderer, tag: ComponentTag) -> str:
    variant = tag.read_choice("variant", ("compact", "table"), "compact")
    classes = tag.render_classes(f"colors colors-{variant}")
    return f"<div{classes}>{page.render_nodes(tag.children)}</div>"


def _render_row(page: ContentRenderer, tag: ComponentTag) -> str:
    head = render_part("p", "color-row-title", page.render_title(tag))
    items = f'<div class="color-row-items">{page.render_nodes(tag.children)}</div>'
    return f'<div class="color-row">{head}{items}</div>'


def _write_row(twin: TwinWriter, tag: ComponentTag) -> list[str]:
    title = twin.write_words(tag, "title")
    return [title and f"**{title}**", *twin.write_blocks(tag.children)]


def _render_item(page: ContentRenderer, tag: ComponentTag) -> str:
    page.scripts.add("components/copy.js")
    name = page.render_title(tag, "name")
    swatches: list[str] = []
    for mode, value in _list_values(tag):
        paint = escape_attribute(ComponentTag(tag.node, {"color": value}).read_color() or "none")
        start, end = (f'<div class="only-{mode}">', "</div>") if mode else ("", "")
        swatches.append(
            f'{start}<button class="color-item" type="button" '
            f'data-copy="{escape_attribute(value)}"><svg class="color-swatch" aria-hidden="true">'
            f'<rect width="100%" height="100%" fill="{paint}"></rect></svg>'
            f'<span class="color-name">{name}</span>'
            f'<span class="color-value">{escape_text(value)}</span></button>{end}'
        )
    return "".join(swatches)


def _write_item(twin: TwinWriter, tag: ComponentTag) -> str:
    values = [
        f"{write_code(value)} ({mode})" if mode else write_code(value)
        for mode, value in _list_values(tag)
    ]
    return f"- {': '.join(filter(None, [twin.write_words(tag, 'name'), ', '.join(values)]))}"


def _list_values(tag: ComponentTag) -> list[tuple[str, str]]:
    """Return the values with the mode of each; one for both modes has none."""
    value = tag.values.get("value")
    if isinstance(value, Mapping):
        modes = ComponentTag(tag.node, {**value})
        light, dark = modes.read_string("light"), modes.read_string("dark")
        return [("light", light or dark), ("dark", dark or light)] if light or dark else []
    color_text = tag.read_string("value").strip()
    return [("", color_text)] if color_text else []


COMPONENTS: dict[str, Component] = {
    "Color": Component(_render_colors),
    "Color.Row": Component(_render_row, _write_row),
    "Color.Item": Component(_render_item, _write_item),
}
