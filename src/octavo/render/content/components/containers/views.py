"""View: the parts of a page for one language or framework; and Visibility, for people or agents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from octavo.content.headings import read_plain_text, read_property
from octavo.content.nodes import Element, Node, Tag
from octavo.content.titles import parse_title
from octavo.render.content.components.inline.icon import render_icon_of
from octavo.render.content.components.properties import (
    Properties,
    read_text,
    render_classes,
    render_title,
    write_body,
)
from octavo.render.html import escape_attribute

if TYPE_CHECKING:
    from octavo.render.content.components.properties import Component
    from octavo.render.content.nodes import ContentRenderer


def _write_view(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    if not renderer.views:
        renderer.views = _find_views(renderer.document.nodes)
        _write_switch(renderer, renderer.views)
    views = renderer.views
    name = read_text(properties, "title")
    key = escape_attribute(read_plain_text(parse_title(name)))
    is_hidden = len(views) > 1 and name != next(iter(views))
    state = ' hidden="until-found"' if is_hidden else ""
    renderer.out.append(f'<div{render_classes("view flow", properties)} data-view="{key}"{state}>')
    write_body(renderer, node.children)
    renderer.out.append("</div>")


def _write_switch(renderer: ContentRenderer, views: dict[str, Tag]) -> None:
    if len(views) < 2:
        return
    renderer.scripts.add("components/views.js")
    out = renderer.out
    label = renderer.say("Show this page for")
    out.append(f'<div class="view-switch" role="group" aria-label="{label}">')
    for at, view in enumerate(views.values()):
        properties = renderer.read_properties(view)
        key = escape_attribute(read_plain_text(parse_title(read_text(properties, "title"))))
        icon = render_icon_of(renderer, view, properties)
        pressed = "false" if at else "true"
        out.append(
            f'<button class="view-choice" type="button" data-view="{key}" '
            f'aria-pressed="{pressed}">{icon}{render_title(renderer, view, properties)}</button>'
        )
    out.append("</div>")


def _find_views(nodes: Iterable[Node]) -> dict[str, Tag]:
    """Return the first view of each title, in the order of the page."""
    views: dict[str, Tag] = {}
    for node in _walk_tags(nodes):
        if node.name == "View":
            views.setdefault(read_property(node, "title"), node)
    return views


def _walk_tags(nodes: Iterable[Node]) -> Iterator[Tag]:
    for node in nodes:
        if isinstance(node, Tag):
            yield node
        if isinstance(node, (Tag, Element)):
            yield from _walk_tags(node.children)


def _write_visibility(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    if read_text(properties, "for") != "agents":
        renderer.write(node.children)


COMPONENTS: dict[str, Component] = {"View": _write_view, "Visibility": _write_visibility}
