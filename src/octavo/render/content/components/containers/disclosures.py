"""Accordion, AccordionGroup and Expandable: parts that open when a reader asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.content.headings import build_slug
from octavo.content.nodes import Tag
from octavo.render.content.components.inline.icon import render_icon_of
from octavo.render.content.components.properties import (
    Properties,
    read_flag,
    read_text,
    render_classes,
    render_title,
    write_body,
)
from octavo.render.html import escape_attribute

if TYPE_CHECKING:
    from octavo.render.content.components.properties import Component
    from octavo.render.content.nodes import ContentRenderer

_SCRIPT = "components/disclosures.js"


def _write_accordion(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    """Write an accordion. The id is on what it holds: a browser that jumps there opens it."""
    renderer.scripts.add(_SCRIPT)
    around = renderer.accordions
    own = (
        "-".join(read_text(properties, "id").split())
        or build_slug(read_text(properties, "title"))
        or "details"
    )
    id_ = renderer.build_unique_id(f"{around[-1]}:{own}" if around else own)
    state = " open" if read_flag(properties, "defaultOpen") else ""
    out = renderer.out
    out.append(f"<details{render_classes('accordion', properties)}{state}><summary>")
    out.append(render_icon_of(renderer, node, properties))
    name = render_title(renderer, node, properties) or "Details"
    out.append(f'<span class="accordion-head"><span class="accordion-title">{name}</span>')
    description = render_title(renderer, node, properties, "description")
    if description:
        out.append(f'<span class="accordion-description">{description}</span>')
    out.append("</span></summary>")
    out.append(f'<div class="accordion-content flow" id="{escape_attribute(id_)}">')
    around.append(id_)
    write_body(renderer, node.children)
    around.pop()
    out.append("</div></details>")


def _write_group(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    renderer.out.append(f"<div{render_classes('accordion-group', properties)}>")
    renderer.write(node.children)
    renderer.out.append("</div>")


def _write_expandable(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    renderer.scripts.add(_SCRIPT)
    is_open = (
        _is_open_at_first(renderer)
        if "defaultOpen" not in properties
        else read_flag(properties, "defaultOpen")
    )
    state = " open" if is_open else ""
    name = render_title(renderer, node, properties) or renderer.say("child attributes")
    renderer.out.append(
        f"<details{render_classes('expandable', properties)}{state}><summary>"
        f'<span class="when-closed">{renderer.say("Show {what}", what=name)}</span>'
        f'<span class="when-open">{renderer.say("Hide {what}", what=name)}</span>'
        '</summary><div class="expandable-content flow">'
    )
    write_body(renderer, node.children)
    renderer.out.append("</div></details>")


def _is_open_at_first(renderer: ContentRenderer) -> bool:
    """Tell whether what is inside a parameter is open at first (`api.paramFields.expanded`)."""
    around = renderer.parameters_around
    return bool(around) and (
        renderer.expanded == "all" or (renderer.expanded == "topLevel" and around == 1)
    )


COMPONENTS: dict[str, Component] = {
    "Accordion": _write_accordion,
    "AccordionGroup": _write_group,
    "Expandable": _write_expandable,
}
