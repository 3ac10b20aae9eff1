"""Tabs and Tab: the first panel is visible; without scripts, and in print, all are."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from octavo.content.headings import read_plain_text
from octavo.content.nodes import Tag
from octavo.content.titles import parse_title
from octavo.render.basis.html import escape_attribute
from octavo.render.content.components.inline.icon import render_icon_of
from octavo.render.content.components.properties import (
    Component,
    ComponentTag,
    find_children,
    write_titled,
)

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer
    from octavo.render.twin.writer import TwinWriter


def _render_tabs(page: ContentRenderer, tag: ComponentTag) -> str:
    parts = list(find_children(tag.children, ("Tab",)))
    others = "".join([page.render_nodes(part) for part in parts if not isinstance(part, Tag)])
    tabs = [page.read_tag(part) for part in parts if isinstance(part, Tag)]
    return others + _render_group(page, tag, tabs) if tabs else others


def _render_lone_tab(page: ContentRenderer, tag: ComponentTag) -> str:
    """Return a tab outside of a group as a group of one."""
    return _render_group(page, ComponentTag(tag.node, {}), [tag])


def _render_group(page: ContentRenderer, tag: ComponentTag, tabs: list[ComponentTag]) -> str:
    page.scripts.add("components/tabs.js")
    first = tag.read_number("defaultTabIndex", 0, 0, len(tabs) - 1)
    own = "tabs tabs-closed" if tag.read_flag("borderBottom") else "tabs"
    sync = "" if tag.read_flag("sync", default=True) else " data-alone"
    ids = [_build_id(page, tab, f"tab-{at}") for at, tab in enumerate(tabs, 1)]
    buttons = [_render_button(page, tab, ids[at], at, first) for at, tab in enumerate(tabs)]
    panels = [_render_panel(page, tab, ids[at], at, first) for at, tab in enumerate(tabs)]
    return (
        f'<div{tag.render_classes(own)}{sync}><div class="tab-list" role="tablist">'
        f"{''.join(buttons)}</div>{''.join(panels)}</div>"
    )


def _build_id(page: ContentRenderer, tab: ComponentTag, fallback: str) -> str:
    return escape_attribute(page.build_unique_id(tab.find_id(fallback)))


def _render_button(page: ContentRenderer, tab: ComponentTag, id_: str, at: int, first: int) -> str:
    state = 'aria-selected="true"' if at == first else 'aria-selected="false" tabindex="-1"'
    name = page.render_title(tab) or f"{page.say('Tab')} {at + 1}"
    return (
        f'<button class="tab" type="button" role="tab" id="tab.{id_}" aria-controls="{id_}" '
        f"{state}>{render_icon_of(page, tab)}<span>{name}</span></button>"
    )


def _render_panel(page: ContentRenderer, tab: ComponentTag, id_: str, at: int, first: int) -> str:
    state = 'tabindex="0"' if at == first else 'hidden="until-found"'
    name = read_plain_text(parse_title(tab.read_string("title"))) or f"{page.say('Tab')} {at + 1}"
    return (
        f'<div class="tab-panel flow" role="tabpanel" id="{id_}" aria-labelledby="tab.{id_}" '
        f'data-title="{escape_attribute(name)}" {state}>{page.render_body(tab.children)}</div>'
    )


def _write_tabs(twin: TwinWriter, tag: ComponentTag) -> list[str]:
    blocks: list[str] = []
    number = 0
    for part in find_children(tag.children, ("Tab",)):
        if isinstance(part, Tag):
            number += 1
            blocks += write_titled(twin, twin.read_tag(part), f"Tab {number}")
        else:
            blocks += twin.write_blocks(part)
    return blocks


COMPONENTS: dict[str, Component] = {
    "Tabs": Component(_render_tabs, _write_tabs),
    "Tab": Component(_render_lone_tab, partial(write_titled, fallback="Tab 1")),
}
