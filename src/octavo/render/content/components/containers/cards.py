"""Card and Tile, and the grids around them: CardGroup, Columns, Column."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octavo.content.headings import read_plain_text
from octavo.content.nodes import Tag
from octavo.render.basis.html import escape_attribute, escape_text
from octavo.render.content.components.containers.callouts import KINDS, render_kind_icon
from octavo.render.content.components.inline.icon import render_icon_of
from octavo.render.content.components.plain import render_link, render_new_tab
from octavo.render.content.components.properties import (
    Component,
    ComponentTag,
    find_children,
    render_part,
)
from octavo.render.twin.text import escape_text as escape_markdown
from octavo.render.twin.text import write_item

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer
    from octavo.render.twin.writer import TwinWriter

_ZOOM = re.compile(r"(<img\b[^>]*?) data-zoom(?=[ >])")


def _render_card(page: ContentRenderer, tag: ComponentTag) -> str:
    link = "" if tag.read_flag("disabled") else render_link(page, tag)
    image = tag.read_string("img")
    source = escape_attribute(page.resolve_file(image, tag.node) or "") if image else ""
    picture = f'<img class="card-image" src="{source}" alt="" loading="lazy">' if source else ""
    kind = tag.read_choice("type", KINDS, "")
    icon = render_icon_of(page, tag, tint=tag.read_color()) or (kind and render_kind_icon(kind))
    name = page.render_title(tag)
    title = _render_link(page, tag, link, name) if link else name
    body = ""
    if tag.children:
        body = f'<div class="card-body flow">{page.render_body(tag.children)}</div>'
    action = escape_text(tag.read_string("cta"))
    if action and tag.read_flag("arrow", default=True):
        action += ' <span class="card-cta-arrow" aria-hidden="true">→</span>'
    return (
        f"<div{tag.render_classes(_list_classes(tag, kind, link))}>{picture}"
        f'{render_part("div", "card-icon", icon)}<div class="card-content">'
        f"{render_part('p', 'card-title', title) if name else title}"
        f"{_remove_zoom(body) if link else body}{render_part('p', 'card-cta', action)}</div></div>"
    )


def _list_classes(tag: ComponentTag, kind: str, link: str) -> str:
    is_external = 'target="_blank"' in link
    has_arrow = link and tag.read_flag("arrow", default=is_external) and not tag.read_string("cta")
    names = {
        "card": True,
        f"card-typed callout-{kind}": kind,
        "card-horizontal": tag.read_flag("horizontal"),
        "card-linked": link,
        "card-arrow": has_arrow,
        "card-disabled": tag.read_flag("disabled"),
    }
    return " ".join([name for name, is_so in names.items() if is_so])


def _render_link(page: ContentRenderer, tag: ComponentTag, link: str, name: str) -> str:
    """Return the link of a card, which is in its title and covers the whole card."""
    if not name:
        words = " ".join(read_plain_text(tag.children).split())[:120] or tag.read_string("href")
        name = f'<span class="visually-hidden">{escape_text(words)}</span>'
    opens = render_new_tab(page.say) if 'target="_blank"' in link else ""
    return f'<a class="card-link"{link}>{name}{opens}</a>'


def _remove_zoom(html: str) -> str:
    """Return HTML whose pictures don't enlarge on a click, because the click follows the link."""
    return _ZOOM.sub(r"\1", html)


def _write_card(twin: TwinWriter, tag: ComponentTag) -> list[str]:
    title = twin.write_words(tag, "title")
    action = escape_markdown(tag.read_string("cta"))
    address = tag.read_string("href").strip()
    href = twin.resolve(address) if address and not tag.read_flag("disabled") else None
    if title:
        title = f"**[{title}]({href})**" if href else f"**{title}**"
    elif href:
        action = f"[{action or escape_markdown(address)}]({href})"
    picture = tag.read_string("img")
    return [
        title,
        twin.write_image({"src": picture}) if picture else "",
        *twin.write_blocks(tag.children),
        twin.write_words(tag, "description"),
        action,
    ]


def _render_columns(page: ContentRenderer, tag: ComponentTag) -> str:
    own = "card-group columns" if tag.node.name == "CardGroup" else "columns"
    classes = tag.render_classes(f"{own} cols-{tag.read_number('cols', 2, 1, 4)}")
    return f"<div{classes}>{page.render_nodes(tag.children)}</div>"


def _write_columns(twin: TwinWriter, tag: ComponentTag) -> list[str]:
    """Return cards as a list, and other columns one below the other."""
    blocks: list[str] = []
    for part in find_children(tag.children, ("Card", "Tile")):
        if isinstance(part, Tag):
            blocks.append(write_item("-", _write_card(twin, twin.read_tag(part))))
        else:
            blocks += twin.write_blocks(part)
    return blocks


def _render_column(page: ContentRenderer, tag: ComponentTag) -> str:
    return f"<div{tag.render_classes('column flow')}>{page.render_body(tag.children)}</div>"


def _render_tile(page: ContentRenderer, tag: ComponentTag) -> str:
    link = render_link(page, tag)
    preview = _remove_zoom(page.render_nodes(tag.children))
    name = page.render_title(tag)
    title = _render_link(page, tag, link, name) if link else name
    return (
        f'<div{tag.render_classes("tile")}><div class="tile-preview">{preview}</div>'
        f"{render_part('p', 'tile-title', title)}"
        f"{render_part('p', 'tile-description', page.render_title(tag, 'description'))}</div>"
    )


COMPONENTS: dict[str, Component] = {
    "Card": Component(_render_card, _write_card),
    **dict.fromkeys(("CardGroup", "Columns"), Component(_render_columns, _write_columns)),
    "Column": Component(_render_column),
    "Tile": Component(_render_tile, _write_card),
}
