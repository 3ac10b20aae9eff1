"""ParamField and ResponseField: a named value with its type, and what it means."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octavo.content.headings import build_slug
from octavo.content.nodes import Tag
from octavo.render.content.components.properties import (
    Properties,
    read_flag,
    read_items,
    read_text,
    render_classes,
    render_title,
    write_body,
    write_value,
)
from octavo.render.html import escape_attribute, escape_text
from octavo.render.wording import Wording

if TYPE_CHECKING:
    from octavo.render.content.components.properties import Component
    from octavo.render.content.nodes import ContentRenderer

_PARAMETERS = frozenset({"ParamField", "Param"})
_LOCATIONS = ("query", "path", "body", "header", "cookie", "auth")
_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def build_field_id(name: str) -> str:
    """Return the id of a field before it is made unique: `userId` gives `param-user-id`."""
    words = build_slug(_WORD_START.sub("-", name))
    return f"param-{words}" if words else "param"


def find_field_place(properties: Properties) -> tuple[str, str]:
    """Return where a parameter stands in a request, and its name."""
    location = next((place for place in _LOCATIONS if place in properties), "")
    # `body` without a name is the whole body.
    return location, read_text(properties, location) or read_text(properties, "name") or location


def is_parameter(node: Tag) -> bool:
    """Tell whether a tag describes a part of a request."""
    return node.name in _PARAMETERS


def find_parameter_location(node: Tag) -> str:
    """Return where a parameter stands in a request, as its tag says; in the body, if nowhere."""
    names = {attribute.name for attribute in node.attributes}
    return next((place for place in _LOCATIONS if place in names), "body")


def _write_parameter(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    if read_flag(properties, "hidden"):
        return
    location, name = find_field_place(properties)
    renderer.parameters_around += 1
    _write_field(renderer, node, properties, name, location)
    renderer.parameters_around -= 1


def _write_response(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    if not read_flag(properties, "hidden"):
        _write_field(renderer, node, properties, read_text(properties, "name"), "")


def _write_field(
    renderer: ContentRenderer, node: Tag, properties: Properties, name: str, location: str
) -> None:
    out = renderer.out
    id_ = escape_attribute(renderer.build_unique_id(build_field_id(name), second=1))
    label = renderer.say(
        "Link to {name}", name=escape_attribute(name or renderer.say("this field"))
    )
    parts = [f'<a class="field-link" href="#{id_}" aria-label="{label}"></a>']
    parts.extend(_render_pill(label) for label in read_items(properties, "pre"))
    if name:
        parts.append(f'<code class="field-name">{escape_text(name)}</code>')
    kind = render_title(renderer, node, properties, "type")
    if kind:
        parts.append(f'<span class="field-pill field-type">{kind}</span>')
    parts.extend(_render_marks(properties, location, renderer.say))
    out.append(f'<div{render_classes("field", properties)} id="{id_}"><div class="field-head">')
    # The blanks are for copied text: on the page, the parts stand apart anyway.
    out.append(f"{' '.join(parts)}</div>")
    _write_body(renderer, node, properties)
    out.append("</div>")


def _render_marks(properties: Properties, location: str, say: Wording) -> list[str]:
    marks = [_render_pill(location)] if location else []
    default = properties.get("default")
    if default is not None:
        value_html = escape_text(write_value(default)) or '""'
        marks.append(f'<span class="field-pill">{say("default:")} <code>{value_html}</code></span>')
    if read_flag(properties, "required"):
        marks.append(f'<span class="field-pill field-required">{say("required")}</span>')
    if read_flag(properties, "deprecated"):
        marks.append(f'<span class="field-pill field-deprecated">{say("deprecated")}</span>')
    if read_flag(properties, "readOnly"):
        marks.append(_render_pill(say("read-only")))
    return marks + [_render_pill(label) for label in read_items(properties, "post")]


def _render_pill(label: str) -> str:
    return f'<span class="field-pill">{escape_text(label)}</span>'


def _write_body(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    enum = properties.get("enum")
    values = enum if isinstance(enum, list) else []
    if not node.children and not values:
        return
    renderer.out.append('<div class="field-content flow">')
    write_body(renderer, node.children)
    if values:
        options = " ".join(f"<code>{escape_text(write_value(value))}</code>" for value in values)
        renderer.out.append(f'<p class="field-options">{renderer.say("One of:")} {options}</p>')
    renderer.out.append("</div>")


COMPONENTS: dict[str, Component] = {
    "ParamField": _write_parameter,
    "Param": _write_parameter,
    "ResponseField": _write_response,
}
