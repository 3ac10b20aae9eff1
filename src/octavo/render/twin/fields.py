"""Writes the fields of API documents as nested lists: as deep as pages show them, and a bit more.

A list is made once for each schema, and has an end: documents are full of circles. Where there is
no room for what is inside of a field, it is not listed, unless the page shows it at that place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from octavo.openapi.model import Choice, EnumValue, Given, Node, Option, Parameter, Schema, Side
from octavo.openapi.schema.labels import MAX_LABEL
from octavo.openapi.schema.reader import describe_limits, describe_type
from octavo.render.api.operation.bodies import MOST_FIELDS as MOST_IN_PARAMETER
from octavo.render.api.operation.bodies import find_first_example
from octavo.render.api.schema.facts import LONGEST_VALUE, is_short, write_value
from octavo.render.api.schema.schema import (
    BARE,
    MOST_FIELDS,
    Place,
    SchemaRenderer,
    is_hidden,
)
from octavo.render.twin.foreign import ForeignTexts, is_one_line
from octavo.render.twin.text import escape_text, write_code, write_item
from octavo.values import ByIdentity, dataclass

_INSIDE = (40, 40, 20, 20, 8, 8)
"""How many fields something inside a field may have to be written out, by level.

Odd levels are those of options, which do not count as inside of anything, but must have an end."""
FLAT = len(_INSIDE)
"""The level of lists in which nothing is written out."""
_MANY_FIELDS = 250
"""A list that grows longer has nothing inside its further fields."""
_FEW_FIELDS, _FURTHER_FIELDS = 20, 150
"""Except short lists: so many fields of such are written out beyond that."""


@dataclass(frozen=True, slots=True)
class Rows:
    """A list of fields, and how many fields they are with those inside.

    It becomes text when a twin shows it: far more lists are tried than there is room for.
    """

    items: tuple[_Item, ...]
    fields: int

    @property
    def text(self) -> str:
        """The list."""
        return "\n".join([_write_blocks([*own, *_write_all(inside)]) for own, inside in self.items])


_Inside = Rows | str
"""What is inside a field: a list, or a line in place of one."""
_Item = tuple[Sequence[str], _Inside | None]
"""What is said of a field itself, and what is inside."""

_NONE = Rows((), 0)
_BuildInside = Callable[[Schema, Side | None, int, int, Place | None], tuple[_Inside, int]]


@dataclass(frozen=True, slots=True)
class _Field:
    """What is said of a named value."""

    name: str
    schema: Schema | None
    required: bool = False
    location: str = ""
    deprecated: bool = False
    description: str | None = None
    example: Given | None = None
    further: str = ""


class FieldWriter:
    """Writes the fields of one API document."""

    def __init__(self, schemas: SchemaRenderer, texts: ForeignTexts) -> None:
        self.schemas = schemas
        self.texts = texts
        self._properties: dict[tuple[Schema, str, bool], list[str]] = {}
        self._parameters: dict[tuple[Side, int], ByIdentity[Parameter, str]] = {}
        """Operations share theirs; by side and level, on which depends what is inside."""

    def write_rows(
        self, schema: Schema, side: Side | None, level: int = 0, place: Place | None = None
    ) -> Rows:
        """Return the fields of a schema, or of its items; `place` is where the page shows them."""
        inner = self.schemas.find_inner(schema)
        if inner is None:
            return _NONE
        builder = _RowsBuilder(self, inner, side, level, place)
        key = (Rows, inner, side, level, place)
        return self.schemas.chain.make(inner.node, key, builder.build)

    def write_parameters(
        self, parameters: Iterable[Parameter], side: Side = Side.REQUEST, level: int = 0
    ) -> str:
        """Return parameters, or the headers of a response."""
        in_order = list(parameters)
        if not self.schemas.keeps_order:
            in_order.sort(key=lambda each: not each.required)
        texts = self._parameters.setdefault((side, level), ByIdentity())
        for each in in_order:
            if each not in texts:
                texts[each] = self._write_parameter(each, side, level)
        return "\n".join([texts.get(each) or "" for each in in_order])

    def _write_parameter(self, parameter: Parameter, side: Side, level: int) -> str:
        schema = self.schemas.reader.read(parameter.schema) if parameter.schema else None
        further = (
            f"Written as {write_code(parameter.content_type)}" if parameter.content_type else ""
        )
        field = _Field(
            parameter.name,
            schema,
            parameter.required,
            parameter.location.value if side is Side.REQUEST else "",
            parameter.deprecated,
            parameter.description,
            find_first_example(parameter),
            further,
        )
        inner = self.schemas.render_inside(schema, side, 0, MOST_IN_PARAMETER) if schema else None
        if inner is None:
            return self.write_field(field)
        place = Place(1) if inner.block else None
        inside, _ = self.build_inside(inner.schema, side, level, _MANY_FIELDS, place)
        return self.write_field(field, inside)

    def build_inside(
        self, inner: Schema, side: Side | None, level: int, room: int, place: Place | None
    ) -> tuple[_Inside, int]:
        """Return what is inside a field and how many fields that is; or how many it would be."""
        if level < FLAT and self.schemas.count(inner) <= _INSIDE[level]:
            levels = range(level // 2 * 2 + 2, FLAT + 1, 2)
            return self._find_fitting(inner, side, levels, room, place)
        return self._find_shown(inner, side, place)

    def build_option(
        self, inner: Schema, side: Side | None, level: int, room: int, place: Place | None
    ) -> tuple[_Inside, int]:
        """Return the same of an option, which is written out in lists without anything inside."""
        return self._find_fitting(inner, side, range(level + 1, FLAT + 2), room, place)

    def _find_fitting(
        self, inner: Schema, side: Side | None, levels: range, room: int, place: Place | None
    ) -> tuple[_Inside, int]:
        """Return the list of the first level that leaves room for others."""
        most = max(room, min(_FEW_FIELDS, room + _FURTHER_FIELDS))
        # A choice may have thousands of options: those behind the end are not even looked at.
        limit = _FEW_FIELDS if most <= _FEW_FIELDS else _MANY_FIELDS
        for level in levels if self._count_own(inner, side) <= most else ():
            rows = self._find_short(inner, side, level, place, limit)
            if rows is not None and rows.fields <= most:
                return rows, rows.fields
        return self._find_shown(inner, side, place)

    def _find_short(
        self, inner: Schema, side: Side | None, level: int, place: Place | None, limit: int
    ) -> Rows | None:
        """Return a list that may stand inside of a field; None if it is longer than the limit."""
        builder = _RowsBuilder(self, inner, side, level, place, limit)
        key = (FieldWriter, inner, side, level, place, limit)
        return self.schemas.chain.make(inner.node, key, builder.build_short)

    def _count_own(self, schema: Schema, side: Side | None) -> int:
        """Return how many fields a list has at least: those of its schema that a side sees."""
        if side is None:
            return len(schema.properties)
        read = self.schemas.reader.read
        return sum(not is_hidden(read(each.node), side) for each in schema.properties)

    def _find_shown(
        self, inner: Schema, side: Side | None, place: Place | None
    ) -> tuple[_Inside, int]:
        """Return no more than what the page shows; how many fields there are if it shows none."""
        if place is None:
            return self.write_count(inner), 0
        rows = self.write_rows(inner, side, FLAT + 1, place)
        return rows, rows.fields

    def write_count(self, inner: Schema) -> str:
        """Return how many fields there are, in place of them."""
        count = self.schemas.count(inner)
        name = f" of {write_code(inner.name)}" if inner.name else ""
        if count == 0:
            return f"The options{name} are not listed here."
        if count == 1:
            return f"The attribute{name} is not listed here."
        return f"The {count} attributes{name} are not listed here."

    def list_property_blocks(self, name: str, schema: Schema, *, required: bool) -> list[str]:
        """Return what is said of a property itself, which is the same wherever it stands."""
        key = (schema, name, required)
        blocks = self._properties.get(key)
        if blocks is None:
            blocks = self._properties[key] = self._list_blocks(_Field(name, schema, required))
        return blocks

    def write_field(self, field: _Field, inside: _Inside | None = None) -> str:
        """Return a field as an item of a list."""
        return _write_blocks([*self._list_blocks(field), *_write_all(inside)])

    def _list_blocks(self, field: _Field) -> list[str]:
        """Return what is said of a field itself, its name first."""
        schema = field.schema
        text = field.description or (schema.description if schema else None)
        description = self.texts.write(text)
        head = f"{write_code(field.name)}{self._write_marks(field)}"
        facts = self.write_facts(schema, field.example) if schema else ""
        facts = ". ".join(filter(None, [field.further, facts]))
        blocks = [facts, *(self.write_values(schema) if schema else ())]
        if description and is_one_line(description):
            head = f"{head}: {description}"
        elif description:
            blocks.insert(0, description)
        return [head, *filter(None, blocks)]

    def _write_marks(self, field: _Field) -> str:
        schema, marks = field.schema, []
        if schema is not None:
            marks += [*schema.pills_before, self.write_type(schema)]
        marks += filter(None, [field.location, "required" if field.required else ""])
        if field.deprecated or (schema is not None and schema.deprecated):
            marks.append("deprecated")
        if schema is not None:
            marks += ["read-only"] * schema.read_only + ["write-only"] * schema.write_only
            marks += schema.pills_after
        return f" ({', '.join(map(escape_text, marks))})" if marks else ""

    def write_type(self, schema: Schema) -> str:
        """Return the type of a value in words."""
        return describe_type(schema, self.schemas.reader)

    def write_facts(self, schema: Schema, example: Given | None = None) -> str:
        """Return default, limits and example of a value as a line."""
        facts = []
        if schema.const is not None:
            facts.append(f"Always {_write_value(schema.const.value)}")
        elif schema.default is not None:
            facts.append(f"Default {_write_value(schema.default.value)}")
        for words, code in describe_limits(schema.limits):
            start = escape_text(words[:1].upper() + words[1:])
            facts.append(start if code is None else f"{start} {_write_value(code)}")
        values = schema.examples if example is None else (example.value,)
        examples = next(([value] for value in values if is_short(value)), [])
        facts += [f"Example {_write_value(value)}" for value in examples]
        return ". ".join(facts)

    def write_values(self, schema: Schema) -> list[str]:
        """Return the values that are allowed, of a value and of its items."""
        blocks = [self._write_enum(schema.enum, "One of")] if schema.enum else []
        if schema.items is not None:
            items = self.schemas.reader.read(schema.items)
            if items.enum:
                blocks.append(self._write_enum(items.enum, "Each one of"))
        return blocks

    def _write_enum(self, values: Sequence[EnumValue], words: str) -> str:
        if not any(value.description for value in values):
            return f"{words} {', '.join([_write_value(value.value) for value in values])}"
        return "\n".join([self._write_described(value) for value in values])

    def _write_described(self, value: EnumValue) -> str:
        meaning = self.texts.write(value.description)
        head = _write_value(value.value)
        if not meaning:
            return f"- {head}"
        return f"- {head}: {meaning}" if is_one_line(meaning) else write_item("-", [head, meaning])


class _TooLongError(Exception):
    """A list has more fields than it may have."""


class _RowsBuilder:
    """Collects the items of one list of fields; it ends with an error if they are too many."""

    def __init__(
        self,
        writer: FieldWriter,
        schema: Schema,
        side: Side | None,
        level: int,
        place: Place | None,
        most: int | None = None,
    ) -> None:
        self._writer = writer
        self._most = most
        self._schema = schema
        self._side = side
        self._level = level
        self._place = place
        self._items: list[_Item] = []
        self._count = 0
        self._on_page = 0
        """How many fields the page shows of this list."""

    def build_short(self) -> Rows | None:
        """Return the list, or None if it has more fields than it may have."""
        try:
            return self.build()
        except _TooLongError:
            return None

    def build(self) -> Rows:
        """Return the list: properties, those with patterns, further ones, then the choice."""
        schema, schemas = self._schema, self._writer.schemas
        for property_ in schemas.sort_properties(schema.properties):
            self._add(property_.name, property_.node, required=property_.required)
        for property_ in schema.pattern_properties:
            self._add(property_.name, property_.node, required=property_.required)
        for number, node in enumerate(schema.prefix_items):
            self._add(f"[{number}]", node)
        if isinstance(schema.additional, Node):
            self._add("{key}", schema.additional)
        if schema.choice is not None and schemas.has_telling_options(schema):
            self._add_choice(schema.choice)
        return Rows(tuple(self._items), self._count)

    def _add(self, name: str, node: Node, *, required: bool = False) -> None:
        writer = self._writer
        schema = writer.schemas.reader.read(node)
        if self._side is not None and is_hidden(schema, self._side):
            return
        self._count_fields(1)
        self._on_page += 1
        inner = writer.schemas.find_inner(schema)
        inside = None
        if inner is not None:
            inside = self._build_inside(inner, writer.build_inside, self._place_inside)
        blocks = writer.list_property_blocks(name, schema, required=required)
        self._items.append((blocks, inside))

    def _build_inside(
        self, inner: Schema, build: _BuildInside, find_place: Callable[[Schema], Place | None]
    ) -> _Inside:
        if self._writer.schemas.chain.meet(inner.node):
            return _write_again(inner)
        room, place = _MANY_FIELDS - self._count, find_place(inner)
        inside, count = build(inner, self._side, self._level, room, place)
        self._count_fields(count)
        return inside

    def _count_fields(self, count: int) -> None:
        self._count += count
        if self._most is not None and self._count > self._most:
            raise _TooLongError

    def _place_inside(self, inner: Schema) -> Place | None:
        """Return where the page shows what is inside a field, if it does."""
        if self._place is None:
            return None
        level, room = self._place.level, MOST_FIELDS - self._on_page
        inside = self._writer.schemas.render_inside(inner, self._side, level, room)
        if inside is None or inside.block is None:
            return None
        self._on_page += inside.block.fields
        return Place(level + 1)

    def _place_option(self, inner: Schema, at: int) -> Place | None:
        """Return where the page shows the fields of an option, if it does."""
        schemas, place = self._writer.schemas, self._place
        room = MOST_FIELDS - self._on_page
        if place is None or not schemas.shows_option(inner, at, place, room):
            return None
        if place.level < BARE:  # else it shows the first only
            block = schemas.render_fields(inner, self._side, place.level, in_option=True)
            self._on_page += block.fields
        return place._replace(in_option=True)

    def _add_choice(self, choice: Choice) -> None:
        kind = "One of" if choice.kind == "oneOf" else "Any of"
        options = [
            self._build_option(option, choice, at) for at, option in enumerate(choice.options)
        ]
        self._items.append(([f"{kind}:"], Rows(tuple(options), 0)))

    def _build_option(self, option: Option, choice: Choice, at: int) -> _Item:
        writer = self._writer
        schema = writer.schemas.reader.read(option.node)
        title = schema.title if schema.title and len(schema.title) > MAX_LABEL else ""
        blocks = [
            _write_discriminator(option, choice),
            escape_text(title or ""),
            writer.texts.write(schema.description),
            writer.write_facts(schema),
            *writer.write_values(schema),
        ]
        head = f"**{escape_text(option.label)}**"
        inner = writer.schemas.find_inner(schema)
        if inner is not None:
            find_place = partial(self._place_option, at=at)
            inside = self._build_inside(inner, writer.build_option, find_place)
            return [head, *filter(None, blocks)], inside
        if not any(blocks):
            blocks.append(escape_text(writer.write_type(schema)))
        return [head, *filter(None, blocks)], None


def _write_all(inside: _Inside | None) -> list[str]:
    """Return what is inside a field as its last block, where there is anything."""
    text = inside.text if isinstance(inside, Rows) else inside
    return [text] if text else []


def _write_blocks(blocks: list[str]) -> str:
    return write_item("-", _join_item(blocks))


def _join_item(blocks: list[str]) -> list[str]:
    """Return the blocks of an item; a list follows a line without a blank line between."""
    if len(blocks) == 2 and "\n" not in blocks[0]:
        if blocks[1].startswith("- "):
            return [f"{blocks[0]}\n{blocks[1]}"]
        if is_one_line(blocks[1]):
            ending = "" if blocks[0][-1] in ".:!?" else "."
            return [f"{blocks[0]}{ending} {blocks[1]}"]
    return blocks


def _write_discriminator(option: Option, choice: Choice) -> str:
    if choice.discriminator is None or not option.values:
        return ""
    *others, last = [write_code(value) for value in option.values]
    values = f"{', '.join(others)} or {last}" if others else last
    return f"When {write_code(choice.discriminator)} is {values}"


def _write_again(schema: Schema) -> str:
    return f"Holds {write_code(schema.name) if schema.name else 'these attributes'} again."


def _write_value(value: Any) -> str:
    """Return a value as a reader would write it; of a long one the beginning."""
    text = value if isinstance(value, str) and value else write_value(value)
    rest = len(text) - LONGEST_VALUE
    if rest <= 0:
        return write_code(text)
    word = "letter" if rest == 1 else "letters"
    return f"{write_code(text[:LONGEST_VALUE] + '…')} and {rest:,} more {word}"
