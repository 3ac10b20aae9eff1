"""View: the parts of a page for one language or framework; and Visibility, for people or agents."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from octavo.content.headings import read_plain_text, read_property
from octavo.content.nodes import Element, Node, Tag
from octavo.content.titles import parse_title
from octavo.render.basis.html import escape_attribute
from octavo.render.content.components.inline.icon import render_icon_of
from octavo.render.content.components.properties import Component, ComponentTag, write_titled

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer
    from octavo.render.twin.writer import TwinWriter


def _render_view(page: ContentRenderer, tag: ComponentTag) -> str:
    switch = ""
    if not page.views:
        _find_views(page.document.nodes, page.views)
        switch = _render_switch(page)
    is_hidden = len(page.views) > 1 and tag.read_string("title") != next(iter(page.views))
    state = ' hidden="until-found"' if is_hidden else ""
    return (
        f'{switch}<div{tag.render_classes("view flow")} data-view="{_build_key(tag)}"{state}>'
        f"{page.render_body(tag.children)}</div>"
    )


def _render_switch(page: ContentRenderer) -> str:
    if len(page.views) < 2:
        return ""
    page.scripts.add("components/views.js")
    choices: list[str] = []
    for view in map(page.read_tag, page.views.values()):
        pressed = "false" if choices else "true"
        label = f"{render_icon_of(page, view)}{page.render_title(view)}"
        choices.append(
            f'<button class="view-choice" type="button" data-view="{_build_key(view)}" '
            f'aria-pressed="{pressed}">{label}</button>'
        )
    name = page.say("Show this page for")
    return f'<div class="view-switch" role="group" aria-label="{name}">{"".join(choices)}</div>'


def _build_key(view: ComponentTag) -> str:
    return escape_attribute(read_plain_text(parse_title(view.read_string("title"))))


def _find_views(nodes: Iterable[Node], views: dict[str, Tag]) -> None:
    """Record the first view of each title, in page order."""
    for node in nodes:
        if isinstance(node, Tag) and node.name == "View":
            views.setdefault(read_property(node, "title"), node)
        if isinstance(node, (Tag, Element)):
            _find_views(node.children, views)


def _render_visibility(page: ContentRenderer, tag: ComponentTag) -> str:
    return "" if tag.read_string("for") == "agents" else page.render_nodes(tag.children)


def _write_visibility(twin: TwinWriter, tag: ComponentTag) -> list[str]:
    """Return the content for agents, who read twins."""
    return [] if tag.read_string("for") == "humans" else twin.write_blocks(tag.children)


COMPONENTS: dict[str, Component] = {
    "View": Component(_render_view, write_titled),
    "Visibility": Component(_render_visibility, _write_visibility),
}
