"""Tabs and Tab: panels of which one is shown; without script, and in print, all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.content.headings import build_slug, read_plain_text
from octavo.content.nodes import Node, Tag
from octavo.content.titles import parse_title
from octavo.render.content.components.inline.icon import render_icon_of
from octavo.render.content.components.properties import (
    Properties,
    find_children,
    read_flag,
    read_number,
    read_text,
    render_classes,
    render_title,
    write_body,
)
from octavo.render.html import escape_attribute

if TYPE_CHECKING:
    from octavo.render.content.components.properties import Component
    from octavo.render.content.nodes import ContentRenderer

SCRIPT = "components/tabs.js"


def _write_tabs(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    tabs, others = _read_tabs(node)
    renderer.write(others)
    if tabs:
        _write_group(renderer, properties, tabs)


def _write_lone_tab(renderer: ContentRenderer, node: Tag, _properties: Properties) -> None:
    """Write a tab outside of a group as a group of one."""
    _write_group(renderer, {}, [node])


def _read_tabs(node: Tag) -> tuple[list[Tag], list[Node]]:
    tabs: list[Tag] = []
    others: list[Node] = []
    for part in find_children(node.children, ("Tab",)):
        if isinstance(part, Tag):
            tabs.append(part)
        else:
            others.extend(part)
    return tabs, others


def _write_group(renderer: ContentRenderer, properties: Properties, tabs: list[Tag]) -> None:
    renderer.scripts.add(SCRIPT)
    first_tab = read_number(properties, "defaultTabIndex", 0, 0, len(tabs) - 1)
    own = "tabs tabs-closed" if read_flag(properties, "borderBottom") else "tabs"
    sync = "" if read_flag(properties, "sync", default=True) else " data-alone"
    tabs_and_values = [(tab, renderer.read_properties(tab)) for tab in tabs]
    ids = [_build_tab_id(renderer, values, at) for at, (_, values) in enumerate(tabs_and_values)]
    renderer.out.append(f'<div{render_classes(own, properties)}{sync}><div class="tab-list" ')
    renderer.out.append('role="tablist">')
    for at, (tab, values) in enumerate(tabs_and_values):
        _write_button(renderer, tab, values, ids[at], at, is_shown=at == first_tab)
    renderer.out.append("</div>")
    for at, (tab, values) in enumerate(tabs_and_values):
        _write_panel(renderer, tab, values, ids[at], at, is_shown=at == first_tab)
    renderer.out.append("</div>")


def _build_tab_id(renderer: ContentRenderer, values: Properties, at: int) -> str:
    name = (
        read_text(values, "id").strip() or build_slug(read_text(values, "title")) or f"tab-{at + 1}"
    )
    return renderer.build_unique_id("-".join(name.split()))


def _write_button(
    renderer: ContentRenderer, tab: Tag, values: Properties, id_: str, at: int, *, is_shown: bool
) -> None:
    id_ = escape_attribute(id_)
    state = 'aria-selected="true"' if is_shown else 'aria-selected="false" tabindex="-1"'
    name = render_title(renderer, tab, values) or f"{renderer.say('Tab')} {at + 1}"
    renderer.out.append(
        f'<button class="tab" type="button" role="tab" id="tab.{id_}" aria-controls="{id_}" '
        f"{state}>{render_icon_of(renderer, tab, values)}<span>{name}</span></button>"
    )


def _write_panel(
    renderer: ContentRenderer, tab: Tag, values: Properties, id_: str, at: int, *, is_shown: bool
) -> None:
    id_ = escape_attribute(id_)
    state = 'tabindex="0"' if is_shown else 'hidden="until-found"'
    name = (
        read_plain_text(parse_title(read_text(values, "title")))
        or f"{renderer.say('Tab')} {at + 1}"
    )
    renderer.out.append(
        f'<div class="tab-panel flow" role="tabpanel" id="{id_}" aria-labelledby="tab.{id_}" '
        f'data-title="{escape_attribute(name)}" {state}>'
    )
    write_body(renderer, tab.children)
    renderer.out.append("</div>")


COMPONENTS: dict[str, Component] = {"Tabs": _write_tabs, "Tab": _write_lone_tab}
