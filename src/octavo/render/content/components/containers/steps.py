"""Steps and Step: a numbered list whose entries have titles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.content.headings import build_slug
from octavo.content.nodes import Tag
from octavo.render.content.components.inline.icon import render_icon_of
from octavo.render.content.components.properties import (
    Properties,
    find_children,
    read_choice,
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

_SIZES = ("p", "h2", "h3", "h4")
_MOST = 999


def _write_steps(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    size = read_choice(properties, "titleSize", _SIZES, "p")
    count = 0
    renderer.out.append(f'<ol{render_classes("steps", properties)} role="list">')
    for part in find_children(node.children, ("Step",)):
        if isinstance(part, Tag):
            count = _write_one(renderer, part, count + 1, size)
        else:
            renderer.out.append('<li class="step step-plain"><div class="step-content flow">')
            renderer.write(part)
            renderer.out.append("</div></li>")
    renderer.out.append("</ol>")


def _write_lone_step(renderer: ContentRenderer, node: Tag, _properties: Properties) -> None:
    """Write a step outside of a list as a list of one."""
    renderer.out.append('<ol class="steps" role="list">')
    _write_one(renderer, node, 1, "p")
    renderer.out.append("</ol>")


def _write_one(renderer: ContentRenderer, node: Tag, position: int, size: str) -> int:
    """Write one step; return its number, which the next one continues."""
    properties = renderer.read_properties(node)
    step_number = read_number(properties, "stepNumber", position, 0, _MOST)
    mark = render_icon_of(renderer, node, properties) or str(step_number)
    renderer.out.append(
        f'<li{render_classes("step", properties)}><div class="step-mark">{mark}</div>'
        '<div class="step-content flow">'
    )
    _write_title(renderer, node, properties, read_choice(properties, "titleSize", _SIZES, size))
    write_body(renderer, node.children)
    renderer.out.append("</div></li>")
    return step_number


def _write_title(renderer: ContentRenderer, node: Tag, properties: Properties, size: str) -> None:
    name = render_title(renderer, node, properties)
    if not name:
        return
    id_ = renderer.find_heading_id(node) or renderer.build_unique_id(
        "-".join(read_text(properties, "id").split())
        or build_slug(read_text(properties, "title"))
        or "step"
    )
    id_ = escape_attribute(id_)
    link = renderer.render_heading_link(id_, read_text(properties, "title"))
    mark = "" if read_flag(properties, "noAnchor") else f" {link}"
    others = renderer.render_heading_marks(node)
    renderer.out.append(f'<{size} class="step-title" id="{id_}">{others}{name}{mark}</{size}>')


COMPONENTS: dict[str, Component] = {"Steps": _write_steps, "Step": _write_lone_step}
