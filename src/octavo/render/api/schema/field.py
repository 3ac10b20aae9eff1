"""Renders one field: its name, what it is, and what is said about it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from octavo.openapi.model import EnumValue, Given, Schema
from octavo.openapi.schema.reader import SchemaReader, describe_type
from octavo.render.api.markup import render_pill
from octavo.render.api.schema.facts import render_allowed_values, render_facts
from octavo.render.api.texts import Texts
from octavo.render.html import escape_attribute, escape_text
from octavo.render.wording import Wording
from octavo.values import ByIdentity, dataclass

_NAME = re.compile(r"[\w.-]*\w")
_TYPES = frozenset("string number integer boolean object array null any of or map tuple".split())


@dataclass(frozen=True, slots=True)
class Field:
    """A named value of a request or response."""

    name: str
    schema: Schema | None
    id: str
    location: str = ""
    required: bool = False
    deprecated: bool = False
    description: str | None = None
    example: Given | None = None
    only: str = ""
    """The side that alone sees it, in a list for both sides."""


class FieldRenderer:
    """Renders the fields of one API document; `pages` are its schemas that have a page."""

    def __init__(self, reader: SchemaReader, texts: Texts, pages: Mapping[str, str]) -> None:
        self.reader = reader
        self.texts = texts
        self._pages = pages
        say = texts.say
        self._required = f" {render_pill(say('required'), 'field-required')}"
        self._deprecated = f" {render_pill(say('deprecated'), 'field-deprecated')}"
        self._read_only = f" {render_pill(say('read-only'))}"
        self._write_only = f" {render_pill(say('write-only'))}"
        self._plain_types: dict[tuple[tuple[str, ...], str | None], str] = {}
        # By identity; the values are kept, so that ids stay theirs.
        self._options_html: ByIdentity[Sequence[EnumValue], str] = ByIdentity()
        self._item_options_html: ByIdentity[Sequence[EnumValue], str] = ByIdentity()

    def render_row(self, field: Field, inside: str = "") -> str:
        """Return a field: its name, what it is, what it means, and what is inside."""
        schema = field.schema
        text = field.description or (schema.description if schema else None)
        content = self.texts.render(text) if text else ""
        if schema is not None:
            content += self.render_about(schema, field.example)
        content += inside
        body = f'<div class="field-content">{content}</div>' if content else ""
        only = f' data-only="{field.only}"' if field.only else ""
        return f'<div class="field" id="{field.id}"{only}>{self._render_head(field)}{body}</div>'

    def _render_head(self, field: Field) -> str:
        schema = field.schema
        # Blanks, because pills are read out, copied and found as words.
        before, marks = "", self._render_marks(field)
        if schema is not None:
            if schema.pills_before:
                before = "".join(f"{render_pill(label)} " for label in schema.pills_before)
            marks = f" {self.render_type(schema)}{marks}"
        label, name = _name_parts(field.name, self.texts.say)
        return (
            f'<div class="field-head"><a class="field-link" href="#{field.id}" {label}></a>{before}'
            f"{name}{marks}</div>"
        )

    def _render_marks(self, field: Field) -> str:
        """Return the pills behind the type, each with a blank before it."""
        schema, marks = field.schema, ""
        if field.location:
            marks += f" {render_pill(field.location)}"
        if field.required:
            marks += self._required
        if field.deprecated or (schema is not None and schema.deprecated):
            marks += self._deprecated
        if schema is None:
            return marks
        if schema.read_only:
            marks += self._read_only
        if schema.write_only:
            marks += self._write_only
        for label in schema.pills_after:
            marks += f" {render_pill(label)}"
        return marks

    def render_about(self, schema: Schema, example: Given | None = None) -> str:
        """Return the limits, default, example and allowed values of a value and of its items."""
        html = render_facts(schema, self.texts.say, example)
        if schema.enum:
            html += self._render_allowed_values(schema.enum, of_items=False)
        if schema.items is not None:
            items = self.reader.read(schema.items)
            if items.enum:
                html += self._render_allowed_values(items.enum, of_items=True)
        return html

    def _render_allowed_values(self, values: Sequence[EnumValue], *, of_items: bool) -> str:
        cache = self._item_options_html if of_items else self._options_html
        html = cache.get(values)
        if html is None:
            html = cache[values] = render_allowed_values(values, self.texts, of_items=of_items)
        return html

    def render_type(self, schema: Schema) -> str:
        """Return the type of a value in words; names of schemas that have a page are links."""
        key = (schema.types, schema.format)
        if not _is_plain(schema):
            return self._say_type(schema)
        type_html = self._plain_types.get(key)
        if type_html is None:
            type_html = self._plain_types[key] = self._say_type(schema)
        return type_html

    def _say_type(self, schema: Schema) -> str:
        words = escape_text(describe_type(schema, self.reader))
        if self._pages:
            words = _NAME.sub(self._link_name, words)
        return f'<span class="field-pill field-type">{words}</span>'

    def has_page(self, schema: Schema) -> bool:
        """Tell whether a schema has a page of its own."""
        return schema.name in self._pages

    def _link_name(self, match: re.Match[str]) -> str:
        name = match[0]
        href = None if name in _TYPES else self._pages.get(name)
        return f'<a href="{href}">{name}</a>' if href else name


@lru_cache(maxsize=10_000)
def _name_parts(name: str, say: Wording) -> tuple[str, str]:
    """Return the label of the link to a field, and its name: names come again and again."""
    return (
        f'aria-label="{say("Link to {name}", name=escape_attribute(name))}"',
        f'<code class="field-name">{escape_text(name)}</code>',
    )


def _is_plain(schema: Schema) -> bool:
    """Tell whether types and format are all that is said about the type."""
    if schema.enum or schema.choice or schema.never or schema.properties:
        return False
    return "array" not in schema.types and "object" not in schema.types
