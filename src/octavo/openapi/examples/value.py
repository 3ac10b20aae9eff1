"""Example values for schemas: documented, or else generated, always the same.

Schemas are full of cycles, so a value is cut in three cases: a schema inside itself, too many
levels, too many values. Cut parts are left out, or empty if the schema requires them.
"""

from __future__ import annotations

from typing import Any, Final

from octavo.openapi.examples.budget import LETTERS_A_VALUE, PAGE, count_values
from octavo.openapi.examples.leaves import build_number, build_text, build_text_of_pattern
from octavo.openapi.examples.stated_values import choose_kind, find_stated_value
from octavo.openapi.examples.text import is_json, render_compact_json, strip_media_type
from octavo.openapi.model import NO_LIMITS, Choice, Node, Option, Schema, Side
from octavo.openapi.schema.reader import SchemaReader, is_visible
from octavo.values import Struct, field

MAX_LEVELS = 8
_USUAL_LEVELS = 3
_LEVELS_BESIDE_A_CHOICE = 2
_MAP_KEY = "key"


class _Cut:
    """Marks a value that is left out."""


_CUT: Final = _Cut()


class _TooLargeError(Exception):
    """The value is too large for a page."""


def build_example(reader: SchemaReader, node: Node, side: Side, name: str = "") -> Any:
    """Return an example of a schema as data; it may be shared and must not be changed.

    The name of the value helps to choose realistic texts and numbers.
    """
    schema = reader.read(node)
    example = find_stated_value(reader, schema, side)
    if example is not None:
        return example.value
    values, key = reader.examples.values, (schema.node, side, name)
    if key not in values:
        values[key] = _build_within_bounds(reader, node, side, name)
    return values[key]


def build_option_example(reader: SchemaReader, node: Node, option: Option, side: Side) -> Any:
    """Return an example of a schema for one option of its choice."""
    schema = reader.read(node)
    value = build_example(reader, option.node, side)
    if schema.choice is None or not isinstance(value, dict):
        return value
    value = add_discriminator(value, schema.choice.discriminator, option.values)
    if not schema.properties:
        return value
    own = _Builder(reader, side, _LEVELS_BESIDE_A_CHOICE, may_stop=True)
    return {**own.fill_object(schema, Extent()), **value}


def _build_within_bounds(reader: SchemaReader, node: Node, side: Side, name: str) -> Any:
    """Build with as many levels as fit the size, but at least one.

    The first try has the levels of most values; a try that is too large costs most.
    """
    fewest, most, levels = 1, MAX_LEVELS, _USUAL_LEVELS
    best: Any = _CUT
    while fewest <= most:
        extent = Extent()
        try:
            best = _Builder(reader, side, levels).build(node, extent, name)
        except _TooLargeError:
            most = levels - 1
            levels = (fewest + most) // 2
        else:
            if not extent.too_deep:
                break
            fewest, levels = levels + 1, most
    if best is _CUT:
        best = _Builder(reader, side, 1, may_stop=True).build(node, Extent(), name)
    return _build_empty_value(reader, reader.read(node)) if best is _CUT else best


class Extent(Struct):
    """The extent of a value, which tells whether it can be reused elsewhere."""

    size: int = 0
    visits: int = 0
    levels: int = 0
    places: set[int] = field(default_factory=set)
    outermost: int = PAGE.depth
    """The outermost level of a schema that was cut inside itself."""
    too_deep: bool = False

    def add(self, inner: Extent, levels: int) -> None:
        """Add the facts about a nested value."""
        self.levels = max(self.levels, inner.levels + levels)
        self.places |= inner.places
        self.outermost = min(self.outermost, inner.outermost)
        self.too_deep = self.too_deep or inner.too_deep


_ANY_LEVELS = -1


class _Builder:
    """Builds one value, and caches parts that don't depend on their context."""

    def __init__(
        self, reader: SchemaReader, side: Side, levels: int, *, may_stop: bool = False
    ) -> None:
        self._reader = reader
        self._side = side
        self._levels = levels
        self._room = PAGE.values
        self._visits = 0
        self._may_stop = may_stop
        self._open: dict[int, int] = {}
        self._number = reader.examples.assign_number
        self._parts = reader.examples.parts[side]
        self._leaves = reader.examples.leaves[side]

    def build(self, node: Node, around: Extent, name: str = "") -> Any:
        """Return the value for a schema, or the mark that it is cut."""
        return self._build(self._reader.read(node), around, name)

    def _build(self, schema: Schema, around: Extent, name: str) -> Any:
        self._visit(1, around)
        if self._room < 0:
            return _CUT
        leaf = self._leaves.get((schema, name))
        if leaf is None:
            if schema.never:
                return _CUT
            example = find_stated_value(self._reader, schema, self._side)
            kind = choose_kind(schema)
            is_container = schema.choice is not None or kind in {"object", "array"}
            if example is None and (is_container or _find_json(schema) is not None):
                has_own_names = kind == "object" and schema.choice is None
                return self._build_container(schema, kind, around, "" if has_own_names else name)
            value = _build_leaf(schema, kind, name) if example is None else example.value
            leaf = self._leaves[schema, name] = value, count_values(value)
        self._spend(leaf[1], around)
        return leaf[0]

    def _visit(self, visits: int, around: Extent) -> None:
        around.visits += visits
        self._visits += visits
        if self._visits > PAGE.steps:
            self._stop()

    def _spend(self, size: int, around: Extent) -> None:
        around.size += size
        self._room -= size
        if self._room < 0:
            self._stop()

    def _stop(self) -> None:
        """Stop building; if a value is required, leave out the remaining properties."""
        if not self._may_stop:
            raise _TooLargeError
        self._room = -1

    def _build_container(self, schema: Schema, kind: str, around: Extent, name: str) -> Any:
        place = self._number(schema.node)
        level = 0 if schema.choice is not None else 1
        part = self._find_part(place, level, name)
        if part is not None:
            self._visit(part[1].visits, around)
            self._spend(part[1].size, around)
            around.add(part[1], level)
            return part[0]
        if place in self._open:
            around.outermost = min(around.outermost, self._open[place])
            return _CUT
        if len(self._open) >= PAGE.depth:
            around.outermost = -1  # The context decided, so the result can't be reused elsewhere.
            return _CUT
        if self._levels < level:
            around.too_deep = True
            return _CUT
        value, inside = self._fill_open(schema, kind, level, name)
        around.size += inside.size
        around.visits += inside.visits
        around.add(inside, level)
        return value

    def _find_part(self, place: int, level: int, name: str) -> tuple[Any, Extent] | None:
        """Return a cached part, if building it here would give the same value."""
        part = self._parts.get((place, _ANY_LEVELS, name))
        if part is None or part[1].levels + level > self._levels:
            part = self._parts.get((place, self._levels, name))
        return part if part is not None and part[1].places.isdisjoint(self._open) else None

    def _fill_open(self, schema: Schema, kind: str, level: int, name: str) -> tuple[Any, Extent]:
        place = self._number(schema.node)
        position = self._open[place] = len(self._open)
        self._levels -= level
        inside = Extent(places={place})
        value = self._fill(schema, kind, inside, name)
        self._levels += level
        del self._open[place]
        if inside.outermost >= position:
            inside.outermost = PAGE.depth
            if not self._may_stop:
                levels = self._levels if inside.too_deep else _ANY_LEVELS
                self._parts[place, levels, name] = value, inside
        return value, inside

    def _fill(self, schema: Schema, kind: str, inside: Extent, name: str) -> Any:
        self._spend(1, inside)
        if schema.choice is not None:
            return self._fill_choice(schema, schema.choice, inside, name)
        content = _find_json(schema)
        if content is not None:
            value = self.build(content, inside)
            return _build_leaf(schema, kind, name) if value is _CUT else render_compact_json(value)
        return (
            self.fill_object(schema, inside)
            if kind == "object"
            else self._fill_array(schema, inside, name)
        )

    def fill_object(self, schema: Schema, inside: Extent) -> dict[str, Any]:
        """Return an object with the properties of this side."""
        result: dict[str, Any] = {}
        for property_ in schema.properties:
            inner = self._reader.read(property_.node)
            if not is_visible(inner, self._side):
                continue
            self._spend(len(property_.name) // LETTERS_A_VALUE, inside)
            if self._room < 0:
                return result
            value = self._build(inner, inside, property_.name)
            if value is not _CUT:
                result[property_.name] = value
            elif property_.required:
                result[property_.name] = _build_empty_value(self._reader, inner)
        return result if schema.properties else self._fill_map(schema, inside)

    def _fill_map(self, schema: Schema, inside: Extent) -> dict[str, Any]:
        for property_ in schema.pattern_properties:
            value = self.build(property_.node, inside)
            if value is not _CUT:
                return {build_text_of_pattern(property_.name) or _MAP_KEY: value}
        if isinstance(schema.additional, Node):
            value = self.build(schema.additional, inside)
            if value is not _CUT:
                return {_MAP_KEY: value}
        return {}

    def _fill_array(self, schema: Schema, inside: Extent, name: str) -> list[Any]:
        limits = schema.limits
        if limits.max_items == 0:
            return []
        result = [
            _build_empty_value(self._reader, self._reader.read(node)) if value is _CUT else value
            for node in schema.prefix_items
            for value in (self.build(node, inside),)
        ]
        length = min(max(limits.min_items or 1, 1), max(PAGE.items, len(result)))
        while len(result) < length:
            value = (
                _build_leaf(schema, "", name)
                if schema.items is None
                else self.build(schema.items, inside, name)
            )
            if value is _CUT:
                break
            result.append(value)
        return result

    def _fill_choice(self, schema: Schema, choice: Choice, inside: Extent, name: str) -> Any:
        value: Any = _CUT
        for option in choice.options:
            value = self.build(option.node, inside, name)
            if value is not _CUT:
                value = add_discriminator(value, choice.discriminator, option.values)
                break
        if not schema.properties or not isinstance(value, dict | _Cut):
            return value
        own = self.fill_object(schema, inside)
        return {**own, **value} if isinstance(value, dict) else own


def add_discriminator(value: Any, name: str | None, options: tuple[str, ...]) -> Any:
    """Return an object with a value that identifies its option."""
    if name is None or not options or not isinstance(value, dict) or value.get(name) in options:
        return value
    return {**value, name: options[0]} if name in value else {name: options[0], **value}


def _find_json(schema: Schema) -> Node | None:
    """Return the schema of JSON inside a text."""
    media_type = schema.content_media_type
    return schema.content_schema if media_type and is_json(strip_media_type(media_type)) else None


def _build_leaf(schema: Schema, kind: str, name: str) -> Any:
    encoding, media_type = schema.content_encoding, schema.content_media_type
    match kind:
        case "string":
            return build_text(schema.format, schema.limits, encoding, media_type, name)
        case "integer" | "number":
            return build_number(schema.format, schema.limits, whole=kind == "integer", name=name)
        case "boolean":
            return True
        case "null":
            return None
    return build_text(None, NO_LIMITS, name=name)


def _build_empty_value(reader: SchemaReader, schema: Schema) -> Any:
    """Return the replacement for a cut, but required value."""
    if "null" in schema.types:
        return None
    kind = choose_kind(schema)
    if not kind and schema.choice is not None and schema.choice.options:
        kind = choose_kind(reader.read(schema.choice.options[0].node))
    return {} if kind == "object" else [] if kind == "array" else None
