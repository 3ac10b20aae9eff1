"""Card and Tile, and the grids they stand in: CardGroup, Columns, Column."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octavo.content.headings import read_plain_text
from octavo.content.nodes import Tag
from octavo.render.content.attributes import render_attributes
from octavo.render.content.components.containers.callouts import KINDS, render_kind_icon
from octavo.render.content.components.inline.icon import render_icon_of
from octavo.render.content.components.properties import (
    Properties,
    read_choice,
    read_color,
    read_flag,
    read_number,
    read_text,
    render_classes,
    render_title,
    write_body,
)
from octavo.render.html import escape_attribute, escape_text
from octavo.render.wording import Wording
from octavo.settings.urls import is_web_address

if TYPE_CHECKING:
    from octavo.render.content.components.properties import Component
    from octavo.render.content.nodes import ContentRenderer

_ZOOM = re.compile(r"(<img\b[^>]*?) data-zoom(?=[ >])")


def render_new_tab(say: Wording) -> str:
    """Return what tells of a link that it opens a new tab, to those who cannot see it."""
    return f'<span class="visually-hidden"> ({say("opens in a new tab")})</span>'


def link_attributes(renderer: ContentRenderer, node: Tag, properties: Properties) -> str:
    """Return the attributes of the link that `href` asks for; nothing when there is none."""
    address = read_text(properties, "href").strip()
    href = renderer.resolve_link(address, node) if address else None
    if href is None:
        return ""
    new_tab = {"target": "_blank", "rel": "noopener"} if is_web_address(address) else {}
    return render_attributes({"href": href, **new_tab})


def _write_card(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    disabled = read_flag(properties, "disabled")
    link = "" if disabled else link_attributes(renderer, node, properties)
    out = renderer.out
    out.append(f"<div{_list_classes(properties, link, disabled)}>")
    image = read_text(properties, "img")
    source = renderer.resolve_file(image, node) if image else None
    if source:
        out.append(
            f'<img class="card-image" src="{escape_attribute(source)}" alt="" loading="lazy">'
        )
    icon = render_icon_of(renderer, node, properties, tint=read_color(properties))
    kind = read_choice(properties, "type", KINDS, "")
    if kind and not icon:
        icon = render_kind_icon(kind)
    if icon:
        out.append(f'<div class="card-icon">{icon}</div>')
    out.append('<div class="card-content">')
    _write_title(renderer, node, properties, link)
    if node.children:
        start = len(out)
        out.append('<div class="card-body flow">')
        write_body(renderer, node.children)
        out.append("</div>")
        if link:
            out[start:] = [_remove_zoom("".join(out[start:]))]
    action = read_text(properties, "cta")
    if action:
        arrow = ' <span class="card-cta-arrow" aria-hidden="true">→</span>'
        arrow_html = arrow if read_flag(properties, "arrow", default=True) else ""
        out.append(f'<p class="card-cta">{escape_text(action)}{arrow_html}</p>')
    out.append("</div></div>")


def _list_classes(properties: Properties, link: str, disabled: bool) -> str:
    names = ["card"]
    kind = read_choice(properties, "type", KINDS, "")
    if kind:
        names.append(f"card-typed callout-{kind}")
    if read_flag(properties, "horizontal"):
        names.append("card-horizontal")
    if link:
        names.append("card-linked")
    is_external = 'target="_blank"' in link
    if (
        link
        and read_flag(properties, "arrow", default=is_external)
        and not read_text(properties, "cta")
    ):
        names.append("card-arrow")
    if disabled:
        names.append("card-disabled")
    return render_classes(" ".join(names), properties)


def _write_title(renderer: ContentRenderer, node: Tag, properties: Properties, link: str) -> None:
    """Write the title; the link of a card is there, and covers the whole card."""
    name = render_title(renderer, node, properties)
    title_html = _render_link(node, properties, link, name, renderer.say) if link else name
    if name:
        renderer.out.append(f'<p class="card-title">{title_html}</p>')
    elif title_html:
        renderer.out.append(title_html)


def _render_link(node: Tag, properties: Properties, link: str, name: str, say: Wording) -> str:
    opens = render_new_tab(say) if 'target="_blank"' in link else ""
    return f'<a class="card-link"{link}>{name or _render_hidden_name(node, properties)}{opens}</a>'


def _remove_zoom(html: str) -> str:
    """Return HTML whose pictures do not enlarge on a click: the click belongs to the link."""
    return _ZOOM.sub(r"\1", html)


def _render_hidden_name(node: Tag, properties: Properties) -> str:
    label = " ".join(read_plain_text(node.children).split())[:120] or read_text(properties, "href")
    return f'<span class="visually-hidden">{escape_text(label)}</span>'


def _write_columns(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    columns = read_number(properties, "cols", 2, 1, 4)
    own = "card-group columns" if node.name == "CardGroup" else "columns"
    renderer.out.append(f"<div{render_classes(f'{own} cols-{columns}', properties)}>")
    renderer.write(node.children)
    renderer.out.append("</div>")


def _write_column(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    renderer.out.append(f"<div{render_classes('column flow', properties)}>")
    write_body(renderer, node.children)
    renderer.out.append("</div>")


def _write_tile(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    link = link_attributes(renderer, node, properties)
    out = renderer.out
    out.append(f'<div{render_classes("tile", properties)}><div class="tile-preview">')
    out.append(_remove_zoom(renderer.render_nodes(node.children)))
    out.append("</div>")
    name = render_title(renderer, node, properties)
    if link:
        name = _render_link(node, properties, link, name, renderer.say)
    if name:
        out.append(f'<p class="tile-title">{name}</p>')
    description = render_title(renderer, node, properties, "description")
    if description:
        out.append(f'<p class="tile-description">{description}</p>')
    out.append("</div>")


COMPONENTS: dict[str, Component] = {
    "Card": _write_card,
    "CardGroup": _write_columns,
    "Columns": _write_columns,
    "Column": _write_column,
    "Tile": _write_tile,
}
