"""Accordion, AccordionGroup and Expandable: parts that readers can open."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from octavo.render.basis.html import escape_attribute
from octavo.render.content.components.inline.icon import render_icon_of
from octavo.render.content.components.properties import (
    Component,
    ComponentTag,
    render_part,
    write_titled,
)

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer

_SCRIPT = "components/disclosures.js"


def _render_accordion(page: ContentRenderer, tag: ComponentTag) -> str:
    """Return an accordion. The id is on its content, so a browser that jumps there opens it."""
    page.scripts.add(_SCRIPT)
    around = page.accordions
    own = tag.find_id("details")
    id_ = page.build_unique_id(f"{around[-1]}:{own}" if around else own)
    state = " open" if tag.read_flag("defaultOpen") else ""
    icon = render_icon_of(page, tag)
    name = page.render_title(tag) or "Details"
    description = page.render_title(tag, "description")
    around.append(id_)
    body = page.render_body(tag.children)
    around.pop()
    return (
        f"<details{tag.render_classes('accordion')}{state}><summary>{icon}"
        f'<span class="accordion-head"><span class="accordion-title">{name}</span>'
        f"{render_part('span', 'accordion-description', description)}</span></summary>"
        f'<div class="accordion-content flow" id="{escape_attribute(id_)}">{body}</div></details>'
    )


def _render_group(page: ContentRenderer, tag: ComponentTag) -> str:
    return f"<div{tag.render_classes('accordion-group')}>{page.render_nodes(tag.children)}</div>"


def _render_expandable(page: ContentRenderer, tag: ComponentTag) -> str:
    page.scripts.add(_SCRIPT)
    at_first = "defaultOpen" not in tag.values and _is_open_at_first(page)
    state = " open" if tag.read_flag("defaultOpen", at_first) else ""
    name = page.render_title(tag) or page.say("child attributes")
    return (
        f"<details{tag.render_classes('expandable')}{state}><summary>"
        f'<span class="when-closed">{page.say("Show {what}", what=name)}</span>'
        f'<span class="when-open">{page.say("Hide {what}", what=name)}</span></summary>'
        f'<div class="expandable-content flow">{page.render_body(tag.children)}</div></details>'
    )


def _is_open_at_first(page: ContentRenderer) -> bool:
    """Tell whether a parameter's nested fields are open at first (`api.paramFields.expanded`)."""
    around = page.parameters_around
    return bool(around) and (
        page.expanded == "all" or (page.expanded == "topLevel" and around == 1)
    )


COMPONENTS: dict[str, Component] = {
    "Accordion": Component(_render_accordion, partial(write_titled, fallback="Details")),
    "AccordionGroup": Component(_render_group),
    "Expandable": Component(_render_expandable, write_titled),
}
