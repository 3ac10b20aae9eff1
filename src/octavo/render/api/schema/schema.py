"""Renders schemas as lists of fields.

A list of fields is made once for each schema and shown wherever the schema is used. Documents are
full of circles, so what is inside a field is written out only near the surface and while it is
small; anything deeper is a fragment, a file that all pages share and that is loaded when somebody
opens it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from octavo.openapi.model import Choice, Node, Option, Property, Schema, Side
from octavo.openapi.schema.labels import MAX_LABEL
from octavo.render.api.fragments import Fragments
from octavo.render.api.markup import (
    PREFIX,
    Ids,
    Panel,
    build_id_part,
    render_expandable,
    render_switch,
)
from octavo.render.api.schema.chain import Chain
from octavo.render.api.schema.field import Field, FieldRenderer
from octavo.render.html import escape_text
from octavo.render.wording import Wording
from octavo.values import dataclass

MOST_FIELDS = 90
"""A list that grows longer keeps what is inside its further fields in fragments."""
_INSIDE = (20, 6)
"""How many fields something inside a field may have to be written out, by level."""
FLAT = len(_INSIDE)
"""The level of lists in which nothing is written out."""
BARE = FLAT + 1
"""The level of lists in which only the first option of a choice is written out, too."""
_MOST_LISTS = 8
"""How deep lists of lists are followed to what they hold."""


@dataclass(frozen=True, slots=True)
class FieldLook:
    """What the site's settings say about fields."""

    expanded: str = "none"
    keeps_order: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A list of fields as HTML with marks in place of the beginnings of ids."""

    html: str
    fields: int

    def place_below(self, id_: str) -> str:
        """Return the HTML for its place inside of something with an id."""
        return self.html.replace(PREFIX, f"{id_}.")


@dataclass(frozen=True, slots=True)
class Inside:
    """What is inside a field: a schema with fields, and these, unless they are a fragment."""

    schema: Schema
    block: Block | None


class Place(NamedTuple):
    """Where a page shows a list of fields: at which level, and whether inside of an option."""

    level: int = 0
    in_option: bool = False


_EMPTY = Block("", 0)


class SchemaRenderer:
    """Renders the schemas of one API document."""

    def __init__(self, fields: FieldRenderer, look: FieldLook, fragments: Fragments) -> None:
        self.fields = fields
        self.reader = fields.reader
        self.fragments = fragments
        self._look = look
        self._inner: dict[Schema, Schema | None] = {}
        self._counts: dict[Schema, int] = {}
        self.chain = Chain()
        """What keeps circles from being written out, here and in the twin, which asks what is."""
        self._rows: dict[tuple[Schema, str, str, bool, str], str] = {}

    @property
    def keeps_order(self) -> bool:
        """Whether fields stand as they are written, and not required ones first."""
        return self._look.keeps_order

    # lists of fields

    def render_fields(
        self, schema: Schema, side: Side | None, level: int = 0, *, in_option: bool = False
    ) -> Block:
        """Return the fields of a schema, or of its items; none where it has no fields.

        Without a side the list is for both, and says which side sees what.
        """
        inner = self.find_inner(schema)
        if inner is None:
            return _EMPTY
        builder = _BlockBuilder(self, inner, side, level)
        key = (Block, inner, side, level, in_option)
        return self.chain.make(inner.node, key, partial(builder.build, in_option=in_option))

    def render_rows(self, schema: Schema, level: int = 0) -> list[str]:
        """Return the fields of a schema for both sides one by one, as many at any level."""
        inner = self.find_inner(schema)
        if inner is None:
            return []
        with self.chain.enter(inner.node):
            return _BlockBuilder(self, inner, None, level).build_rows()

    def find_inner(self, schema: Schema) -> Schema | None:
        """Return the schema whose fields are shown for a value: itself, or that of its items."""
        if schema not in self._inner:
            self._inner[schema] = self._find_inner(schema)
        return self._inner[schema]

    def _find_inner(self, schema: Schema) -> Schema | None:
        for _ in range(_MOST_LISTS):
            if _count(schema) or self.has_telling_options(schema):
                return schema
            if schema.items is None:
                return None
            schema = self.reader.read(schema.items)
        return None

    def has_telling_options(self, schema: Schema) -> bool:
        """Tell whether the options of a choice say more than their types do."""
        if schema.choice is None:
            return False
        options = (self.reader.read(option.node) for option in schema.choice.options)
        return bool(schema.choice.discriminator) or any(
            option.description or option.enum or option.items or option.choice or _count(option)
            for option in options
        )

    def sort_properties(self, properties: Iterable[Property]) -> Iterable[Property]:
        """Return properties as the settings want them: required ones first, or as written."""
        if self._look.keeps_order:
            return properties
        return sorted(properties, key=lambda property_: not property_.required)

    # what is inside a field

    def render_inside(
        self, schema: Schema, side: Side | None, level: int, room: int
    ) -> Inside | None:
        """Return what is inside a field of a list at a level, of which so many fields are left."""
        inner = self.find_inner(schema)
        if inner is None:
            return None
        most = _INSIDE[level] if level < len(_INSIDE) else 0
        if inner.name and (side is None or level):
            # What many places share is a fragment of its own, not a part of each of them.
            most = 0
        if self.count(inner) > min(most, room) or (level >= FLAT and self._has_deep_options(inner)):
            return Inside(inner, None)
        return Inside(inner, self.render_fields(inner, side, level + 1))

    def _has_deep_options(self, schema: Schema) -> bool:
        """Tell whether something is inside the options of a choice: it may go on for ever."""
        options = schema.choice.options if schema.choice else ()
        return any(self.find_inner(self.reader.read(option.node)) for option in options)

    def shows_option(self, inner: Schema, at: int, place: Place, room: int) -> bool:
        """Tell whether the fields of an option are written out in a list, by its number."""
        if place.in_option or (inner.choice and len(inner.choice.options) > MOST_FIELDS):
            return False
        is_last = place.level >= BARE or self.count(inner) > room
        return not (at and is_last)

    def count(self, schema: Schema) -> int:
        """Return how many fields a schema has itself, those of its options among them."""
        if schema.choice is None:
            return _count(schema)
        count = self._counts.get(schema)
        if count is None:
            options = [self.reader.read(option.node) for option in schema.choice.options]
            count = self._counts[schema] = _count(schema) + sum(map(_count, options))
        return count

    def write_out(self, inside: Inside | None, field: Field, level: int) -> str:
        """Return the line that opens what is inside a field."""
        if inside is None:
            return ""
        if inside.block is None:
            return self.fragments.render_opener(inside.schema.node, field.name)
        if not inside.block.html:
            return ""
        is_open = self._is_open(inside.schema, level)
        say = self.fields.texts.say
        html = inside.block.place_below(field.id)
        return render_expandable(html, say("child attributes"), say, is_open=is_open)

    def _is_open(self, schema: Schema, level: int) -> bool:
        expanded = self._look.expanded
        if expanded == "all":
            return True
        if level:
            return False
        return expanded == "topLevel" or (expanded == "topLevelOneOfs" and bool(schema.choice))

    def render_plain_row(self, schema: Schema, field: Field) -> str:
        """Return the row of a field with nothing inside, which is the same wherever it stands."""
        key = (schema, field.name, field.id, field.required, field.only)
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = self.fields.render_row(field)
        return row


class _BlockBuilder:
    """Collects the rows of one list of fields."""

    def __init__(
        self, renderer: SchemaRenderer, schema: Schema, side: Side | None, level: int
    ) -> None:
        self._renderer = renderer
        self._schema = schema
        self._side = side
        self._level = level
        self._rows: list[str] = []
        self._count = 0
        self._ids = Ids()

    def build(self, *, in_option: bool) -> Block:
        """Return the list as one piece."""
        return Block("".join(self.build_rows(in_option=in_option)), self._count)

    def build_rows(self, *, in_option: bool = False) -> list[str]:
        """Return the list: properties, those with patterns, further ones, then the choice."""
        schema = self._schema
        for property_ in self._renderer.sort_properties(schema.properties):
            self._add(property_.name, property_.node, required=property_.required)
        for property_ in schema.pattern_properties:
            self._add(property_.name, property_.node, required=property_.required)
        for number, node in enumerate(schema.prefix_items):
            self._add(f"[{number}]", node)
        if isinstance(schema.additional, Node):
            self._add("{key}", schema.additional)
        if schema.choice is not None and self._renderer.has_telling_options(schema):
            self._add_choice(schema.choice, in_option=in_option)
        return self._rows

    def _add(self, name: str, node: Node, *, required: bool = False) -> None:
        renderer = self._renderer
        schema = renderer.reader.read(node)
        if self._side is not None and is_hidden(schema, self._side):
            return
        self._count += 1
        field = Field(
            name,
            schema,
            PREFIX + self._ids.make_unique(build_id_part(name)),
            required=required,
            only=_find_only_side(schema) if self._side is None else "",
        )
        inner = renderer.find_inner(schema)
        if inner is None:
            self._rows.append(renderer.render_plain_row(schema, field))
        elif renderer.chain.meet(inner.node):
            again = _render_again(inner, renderer.fields.texts.say)
            self._rows.append(renderer.fields.render_row(field, again))
        else:
            room = MOST_FIELDS - self._count
            inside = renderer.render_inside(schema, self._side, self._level, room)
            self._count += inside.block.fields if inside and inside.block else 0
            opener = renderer.write_out(inside, field, self._level)
            self._rows.append(renderer.fields.render_row(field, opener))

    def _add_choice(self, choice: Choice, *, in_option: bool) -> None:
        panels = [
            self._build_option(option, choice, at, in_option=in_option)
            for at, option in enumerate(choice.options)
        ]
        say = self._renderer.fields.texts.say
        kind = say("One of") if choice.kind == "oneOf" else say("Any of")
        head = f'<span class="switch-label">{kind}</span>'
        self._rows.append(
            f'<div class="choice">{render_switch(panels, kind, head=head, kind="option")}</div>'
        )

    def _build_option(self, option: Option, choice: Choice, at: int, *, in_option: bool) -> Panel:
        renderer = self._renderer
        schema = renderer.reader.read(option.node)
        id_ = PREFIX + self._ids.make_unique(build_id_part(option.label).lower())
        text = renderer.fields.texts.render(schema.description) if schema.description else ""
        text = _find_long_title(schema) + text
        say = renderer.fields.texts.say
        intro = _render_discriminator(option, choice, say) + text
        intro += renderer.fields.render_about(schema)
        inner = renderer.find_inner(schema)
        if inner is None:
            return Panel(
                id_, option.label, intro or f"<p>{renderer.fields.render_type(schema)}</p>"
            )
        if renderer.chain.meet(inner.node):
            return Panel(id_, option.label, intro + _render_again(inner, say))
        place = Place(self._level, in_option)
        if not renderer.shows_option(inner, at, place, MOST_FIELDS - self._count):
            opener = renderer.fragments.render_opener(inner.node, option.label)
            return Panel(id_, option.label, intro + opener)
        block = renderer.render_fields(inner, self._side, self._level, in_option=True)
        self._count += block.fields
        return Panel(id_, option.label, intro + block.place_below(id_))


def _render_discriminator(option: Option, choice: Choice, say: Wording) -> str:
    if choice.discriminator is None or not option.values:
        return ""
    name = f"<code>{escape_text(choice.discriminator)}</code>"
    *others, last = (f"<code>{escape_text(value)}</code>" for value in option.values)
    values = say("{values} or {last}", values=", ".join(others), last=last) if others else last
    words = say("When {name} is {values}", name=name, values=values)
    return f'<p class="choice-value">{words}</p>'


def _find_long_title(schema: Schema) -> str:
    """Return the title of an option that is too long to be its label."""
    if not schema.title or len(schema.title) <= MAX_LABEL:
        return ""
    return f"<p>{escape_text(schema.title)}</p>"


def _render_again(schema: Schema, say: Wording) -> str:
    name = f"<code>{escape_text(schema.name)}</code>" if schema.name else say("these attributes")
    return f'<p class="field-again">{say("Holds {name} again.", name=name)}</p>'


def _find_only_side(schema: Schema) -> str:
    if schema.read_only == schema.write_only:
        return ""
    return "response" if schema.read_only else "request"


def is_hidden(schema: Schema, side: Side) -> bool:
    """Tell whether a side does not see a value."""
    return schema.read_only if side is Side.REQUEST else schema.write_only


def _count(schema: Schema) -> int:
    """Return how many fields a schema has without those of its options."""
    own = len(schema.properties) + len(schema.pattern_properties) + len(schema.prefix_items)
    return own + isinstance(schema.additional, Node)
