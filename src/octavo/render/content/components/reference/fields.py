"""ParamField and ResponseField: a named value with its type and description."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octavo.content.headings import build_slug
from octavo.content.nodes import Tag
from octavo.render.basis.html import escape_attribute, escape_text
from octavo.render.basis.wording import Wording
from octavo.render.content.components.properties import Component, ComponentTag, write_value
from octavo.render.twin.text import escape_text as escape_markdown
from octavo.render.twin.text import write_code, write_item

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer
    from octavo.render.twin.writer import TwinWriter

_PARAMETERS = ("ParamField", "Param")
_LOCATIONS = ("query", "path", "body", "header", "cookie", "auth")
_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def build_field_id(name: str) -> str:
    """Return the id of a field before it is made unique: `userId` has `param-user-id`."""
    words = build_slug(_WORD_START.sub("-", name))
    return f"param-{words}" if words else "param"


def find_field_place(tag: ComponentTag) -> tuple[str, str]:
    """Return the location of a parameter in a request, and its name."""
    if not is_parameter(tag.node):
        return "", tag.read_string("name")
    location = next((place for place in _LOCATIONS if place in tag.values), "")
    # `body` without a name is the whole body.
    return location, tag.read_string(location) or tag.read_string("name") or location


def is_parameter(node: Tag) -> bool:
    """Tell whether a tag describes a part of a request."""
    return node.name in _PARAMETERS


def find_parameter_location(node: Tag) -> str:
    """Return the location of a parameter in a request; the default is the body."""
    names = {attribute.name for attribute in node.attributes}
    return next((place for place in _LOCATIONS if place in names), "body")


def _render_field(page: ContentRenderer, tag: ComponentTag) -> str:
    if tag.read_flag("hidden"):
        return ""
    location, name = find_field_place(tag)
    id_ = escape_attribute(page.build_unique_id(build_field_id(name), second=1))
    label = page.say("Link to {name}", name=escape_attribute(name or page.say("this field")))
    parts = [f'<a class="field-link" href="#{id_}" aria-label="{label}"></a>']
    parts += map(_render_pill, tag.read_items("pre"))
    if name:
        parts.append(f'<code class="field-name">{escape_text(name)}</code>')
    if kind := page.render_title(tag, "type"):
        parts.append(f'<span class="field-pill field-type">{kind}</span>')
    parts += _render_marks(tag, location, page.say)
    page.parameters_around += is_parameter(tag.node)
    body = _render_body(page, tag)
    page.parameters_around -= is_parameter(tag.node)
    # The spaces are for copied text; on the page, the parts have gaps anyway.
    head = f'<div class="field-head">{" ".join(parts)}</div>'
    return f'<div{tag.render_classes("field")} id="{id_}">{head}{body}</div>'


def _render_marks(tag: ComponentTag, location: str, say: Wording) -> list[str]:
    marks = [_render_pill(location)] if location else []
    default = tag.values.get("default")
    if default is not None:
        value_html = escape_text(write_value(default)) or '""'
        marks.append(f'<span class="field-pill">{say("default:")} <code>{value_html}</code></span>')
    if tag.read_flag("required"):
        marks.append(f'<span class="field-pill field-required">{say("required")}</span>')
    if tag.read_flag("deprecated"):
        marks.append(f'<span class="field-pill field-deprecated">{say("deprecated")}</span>')
    if tag.read_flag("readOnly"):
        marks.append(_render_pill(say("read-only")))
    return [*marks, *map(_render_pill, tag.read_items("post"))]


def _render_pill(label: str) -> str:
    return f'<span class="field-pill">{escape_text(label)}</span>'


def _list_allowed(tag: ComponentTag) -> list[str]:
    allowed = tag.values.get("enum")
    return [write_value(value) for value in allowed] if isinstance(allowed, list) else []


def _render_body(page: ContentRenderer, tag: ComponentTag) -> str:
    allowed = " ".join([f"<code>{escape_text(value)}</code>" for value in _list_allowed(tag)])
    if not tag.children and not allowed:
        return ""
    body = page.render_body(tag.children)
    if allowed:
        body += f'<p class="field-options">{page.say("One of:")} {allowed}</p>'
    return f'<div class="field-content flow">{body}</div>'


def _write_field(twin: TwinWriter, tag: ComponentTag) -> str:
    if tag.read_flag("hidden"):
        return ""
    location, name = find_field_place(tag)
    marks = [*map(escape_markdown, tag.read_items("pre")), twin.write_words(tag, "type"), location]
    default = tag.values.get("default")
    if default is not None:
        shown_default = write_value(default) or '""'
        marks.append(f"default: {write_code(shown_default)}")
    words = (("required", "required"), ("deprecated", "deprecated"), ("readOnly", "read-only"))
    marks += [word for flag, word in words if tag.read_flag(flag)]
    marks += map(escape_markdown, tag.read_items("post"))
    facts = ", ".join(filter(None, marks))
    head = " ".join(filter(None, [name and write_code(name), facts and f"({facts})"]))
    body = twin.write_blocks(tag.children)
    if allowed := _list_allowed(tag):
        body.append(f"One of: {', '.join(map(write_code, allowed))}")
    return write_item("-", [head, *body] if head else body)


COMPONENTS: dict[str, Component] = dict.fromkeys(
    [*_PARAMETERS, "ResponseField"], Component(_render_field, _write_field)
)
