"""Steps and Step: a numbered list whose entries have titles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.content.nodes import Tag
from octavo.render.basis.html import escape_attribute
from octavo.render.content.components.inline.icon import render_icon_of
from octavo.render.content.components.properties import (
    Component,
    ComponentTag,
    find_children,
    write_titled,
)
from octavo.render.twin.text import write_item

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer
    from octavo.render.twin.writer import TwinWriter

_SIZES = ("p", "h2", "h3", "h4")


def _render_steps(page: ContentRenderer, tag: ComponentTag) -> str:
    size = tag.read_choice("titleSize", _SIZES, "p")
    number = 0
    entries: list[str] = []
    for part in find_children(tag.children, ("Step",)):
        if isinstance(part, Tag):
            step = page.read_tag(part)
            number = _read_number(step, number + 1)
            entries.append(_render_entry(page, step, number, size))
        else:
            inner = f'<div class="step-content flow">{page.render_nodes(part)}</div>'
            entries.append(f'<li class="step step-plain">{inner}</li>')
    return f'<ol{tag.render_classes("steps")} role="list">{"".join(entries)}</ol>'


def _render_lone_step(page: ContentRenderer, tag: ComponentTag) -> str:
    """Return a step outside of a list as a list of one."""
    entry = _render_entry(page, tag, _read_number(tag, 1), "p")
    return f'<ol class="steps" role="list">{entry}</ol>'


def _read_number(step: ComponentTag, position: int) -> int:
    """Return the number of a step, which the next one continues."""
    return step.read_number("stepNumber", position, 0, 999)


def _render_entry(page: ContentRenderer, step: ComponentTag, number: int, size: str) -> str:
    mark = render_icon_of(page, step) or str(number)
    title = _render_title(page, step, step.read_choice("titleSize", _SIZES, size))
    return (
        f'<li{step.render_classes("step")}><div class="step-mark">{mark}</div>'
        f'<div class="step-content flow">{title}{page.render_body(step.children)}</div></li>'
    )


def _render_title(page: ContentRenderer, step: ComponentTag, size: str) -> str:
    name = page.render_title(step)
    if not name:
        return ""
    own = page.find_heading_id(step.node) or page.build_unique_id(step.find_id("step"))
    id_ = escape_attribute(own)
    link = page.render_heading_link(id_, step.read_string("title"))
    mark = "" if step.read_flag("noAnchor") else f" {link}"
    others = page.render_heading_marks(step.node)
    return f'<{size} class="step-title" id="{id_}">{others}{name}{mark}</{size}>'


def _write_steps(twin: TwinWriter, tag: ComponentTag) -> list[str]:
    blocks: list[str] = []
    number = 0
    for part in find_children(tag.children, ("Step",)):
        if isinstance(part, Tag):
            step = twin.read_tag(part)
            number = _read_number(step, number + 1)
            blocks.append(write_item(f"{number}.", write_titled(twin, step)))
        else:
            blocks += twin.write_blocks(part)
    return blocks


def _write_lone_step(twin: TwinWriter, tag: ComponentTag) -> str:
    return write_item("1.", write_titled(twin, tag))


COMPONENTS: dict[str, Component] = {
    "Steps": Component(_render_steps, _write_steps),
    "Step": Component(_render_lone_step, _write_lone_step),
}
