"""Generates values that follow their schemas completely, for responses to programs.

It starts with the value for pages, which is readable. Invalid parts are replaced, from the place of
the mistake outward, until the value is valid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

from octavo.openapi.examples.budget import ANSWER, Spending
from octavo.openapi.examples.leaves import build_number, build_text
from octavo.openapi.examples.patterns import build_pattern_text
from octavo.openapi.examples.stated_values import choose_kind
from octavo.openapi.examples.value import add_discriminator, build_example
from octavo.openapi.model import Choice, Given, Limits, Node, Pointer, Property, Schema, Side
from octavo.openapi.schema.places import find_places
from octavo.openapi.schema.reader import SchemaReader, is_only_reference, is_visible
from octavo.openapi.validity.validity import TOO_MANY_WAYS, Validity
from octavo.openapi.validity.words import Mistake

_MAX_ROUNDS = 60
_MAX_OPTIONS = 40
_MAX_ALTERNATIVES_DEEP = 4
_MAX_VARIED = 3
"""The most nested lists without repetitions."""
_SUPERFLUOUS = frozenset(
    {"additionalProperties", "unevaluatedProperties", "falseSchema", "unevaluatedItems"}
)
_ANYTHING: tuple[Any, ...] = ("<any>", {}, [], 1, True, None)
_UNFIT: tuple[Any, ...] = (None, 0, "", False)
_MANY = (6, 1, 0, 3, 12, 24, 48)
_LARGEST_WITH_HALVES = 2**52
"""Larger numbers have no room for a half, and the largest are no floats."""


class ValueMaker:
    """Generates values of the schemas in one document, for one side of an exchange."""

    def __init__(self, reader: SchemaReader, validity: Validity, side: Side) -> None:
        self._reader = reader
        self._validity = validity
        self._side = side
        self._examples: dict[Node, Given | None] = {}
        self._open: set[Node] = set()
        self._varied: set[Node] = set()
        self._spending = Spending(ANSWER)
        self._shortened: set[Node] = set()

    def is_shortened(self, node: Node) -> bool:
        """Tell whether a schema requires more than the budget allows."""
        return self._find_own(node) in self._shortened

    def _find_own(self, node: Node) -> Node:
        return self._reader.find_target(node) if is_only_reference(node) else node

    def make(self, node: Node) -> Given | None:
        """Return a value of a schema, always the same; None if there is none.

        Callers must not change it.
        """
        node = self._find_own(node)
        if node not in self._examples:
            if node in self._open or len(self._open) > ANSWER.depth:
                return None  # The schema needs itself.
            if not self._open:
                self._spending = Spending(ANSWER)
            if not self._spending.may_look():
                return None
            self._open.add(node)
            example = self._mend(node, build_example(self._reader, node, self._side))
            self._open.discard(node)
            if example is None and self._open:
                return None  # With fewer schemas around it, there may be a value.
            if example is None and self._spending.is_short:
                self._shortened.add(node)
            self._examples[node] = example
        return self._examples[node]

    def mend(self, node: Node, value: Any) -> Given | None:
        """Return a value with its invalid parts replaced."""
        self._spending = Spending(ANSWER)
        return self._mend(node, value)

    def _mend(self, node: Node, value: Any) -> Given | None:
        tried: dict[Pointer, Iterator[Any]] = {}
        value = _copy(value)
        for _ in range(_MAX_ROUNDS):
            mistakes = self._validity.find_mistakes(node, value)
            if TOO_MANY_WAYS in mistakes:
                self._shortened.add(node)
                return Given(value)
            if not mistakes:
                return Given(value)
            if not self._spending.may_look(value):
                return None
            mended = self._mend_once(node, value, mistakes, tried)
            if mended is None:
                return None
            value = mended.value
        return None

    def _mend_once(
        self,
        node: Node,
        value: Any,
        mistakes: Iterable[Mistake],
        tried: dict[Pointer, Iterator[Any]],
    ) -> Given | None:
        """Return a value without the first of its mistakes; the deepest counts as first."""
        changed = _Places()
        for mistake in sorted(mistakes, key=lambda each: -len(each.pointer)):
            pointer = mistake.pointer
            if changed.touch(pointer):
                continue  # It may already be gone.
            if mistake.keyword in _SUPERFLUOUS and pointer and _remove(value, pointer):
                # The items after a removed one have moved.
                changed.add(pointer[:-1] if isinstance(pointer[-1], int) else pointer)
                continue
            place, candidate = self._find_better(node, pointer, tried)
            if candidate is None or not self._spending.may_hold(candidate.value):
                return None
            value = _put(value, place, _copy(candidate.value))
            changed.add(place)
        return Given(value)

    def _find_better(
        self, node: Node, pointer: Pointer, tried: dict[Pointer, Iterator[Any]]
    ) -> tuple[Pointer, Given | None]:
        """Return another value for a place, or for the nearest place around it."""
        while True:
            if pointer not in tried:
                tried[pointer] = self._list_values_at(node, pointer)
            for candidate in tried[pointer]:
                return pointer, Given(candidate)
            if not pointer:
                return pointer, None
            pointer = pointer[:-1]

    def _list_values_at(self, node: Node, pointer: Pointer) -> Iterator[Any]:
        if not pointer:
            yield from self._list_valid(node)
            return
        places = find_places(self._reader, node, pointer)
        for place in places:
            example = self.make(place)
            if example is not None:
                yield example.value
        for place in places:
            yield from self._list_valid(place)
        if not places:
            yield _ANYTHING[0]  # The schema allows any value.

    # --- values of one schema

    def _list_valid(self, node: Node) -> Iterator[Any]:
        """Yield values of a schema that are valid by themselves."""
        for value in self._list_candidates(node):
            if self._is_valid(node, value):
                yield value
            elif self._spending.steps < 0:
                return

    def _is_valid(self, node: Node, value: Any) -> bool:
        """Tell whether a value follows a schema; False once the budget is spent."""
        return self._spending.may_look(value) and self._validity.is_valid(node, value)

    def _list_candidates(self, node: Node) -> Iterator[Any]:
        schema = self._reader.read(node)
        if schema.const is not None:
            yield schema.const.value
        yield from (each.value for each in schema.enum)
        if schema.choice is not None:
            yield from self._list_options(schema)
        kinds = [kind for kind in schema.types if kind != "null"] or [choose_kind(schema)]
        for kind in kinds:
            yield from self._list_of_kind(node, schema, kind)
        yield from schema.examples
        yield None
        if not any(kinds):
            yield from _ANYTHING

    def _list_options(self, schema: Schema) -> Iterator[Any]:
        choice = schema.choice
        if choice is None:
            return
        own = self._build_least(schema) if schema.properties else {}
        for option in choice.options[:_MAX_OPTIONS]:
            example = self.make(option.node)
            values = [example.value] if example is not None else []
            least = self._build_least(self._reader.read(option.node))
            for value in [*values, *([least] if least is not None else [])]:
                if isinstance(value, dict):
                    whole = {**(own or {}), **value}
                    yield add_discriminator(whole, choice.discriminator, option.values)
                yield value
        yield from self._list_distinct(choice)

    def _list_distinct(self, choice: Choice) -> Iterator[dict[str, Any]]:
        """Yield objects of one option that all other options refuse.

        If all properties of the options are optional, every option may accept the same object. An
        unknown property with an invalid value makes the others refuse it.
        """
        options = choice.options[:_MAX_OPTIONS]
        for option in options:
            example = self.make(option.node)
            if example is None or not isinstance(example.value, dict):
                continue
            value = dict(example.value)
            for other in options:
                if other is not option and self._is_valid(other.node, value):
                    value |= self._find_breaking(other.node, value)
            yield value

    def _find_breaking(self, node: Node, value: dict[str, Any]) -> dict[str, Any]:
        """Return a property that a schema refuses, and an object doesn't have."""
        for property_ in self._reader.read(node).properties:
            for unfit in _UNFIT if property_.name not in value else ():
                if not self._is_valid(property_.node, unfit):
                    return {property_.name: unfit}
        return {}

    def _list_of_kind(self, node: Node, schema: Schema, kind: str) -> Iterator[Any]:
        match kind:
            case "string":
                yield from dict.fromkeys(_list_texts(schema, self._spending))
            case "integer" | "number":
                yield from _list_numbers(schema, whole=kind == "integer")
            case "boolean":
                yield from (True, False)
            case "array":
                yield from self._list_lists(node, schema)
            case "object" | "":
                yield from self._list_objects(node, schema)

    def _list_lists(self, node: Node, schema: Schema) -> Iterator[list[Any]]:
        least, most = schema.limits.min_items or 0, schema.limits.max_items
        first = [example.value for each in schema.prefix_items if (example := self.make(each))]
        member = node.get("contains")
        if member is not None and (example := self.make(member)):
            first.append(example.value)
        for length in dict.fromkeys((max(least, len(first), 1), max(least, len(first)), least)):
            may_be = most is None or length <= most
            if may_be and self._spending.may_make(length, ANSWER.items):
                further = self._list_items(schema, length - len(first))
                yield [*first[:length], *further]

    def _list_items(self, schema: Schema, count: int) -> list[Any]:
        if count <= 0:
            return []
        if schema.items is None:
            return [f"{_ANYTHING[0]} {number}" for number in range(1, count + 1)]
        example = self.make(schema.items)
        if example is None:
            return []
        if not schema.limits.unique_items or count == 1:
            return [example.value] * count
        values = (example.value, *self._list_different(schema.items, example.value, count))
        unique = {repr(each): each for each in values}
        return list(unique.values())[:count]

    def _list_different(self, node: Node, value: Any, count: int) -> Iterator[Any]:
        """Yield different values of a schema."""
        if node in self._varied or len(self._varied) > _MAX_VARIED:
            return
        self._varied.add(node)
        try:
            yield from self._list_variants(node, value, count)
        finally:
            self._varied.discard(node)

    def _list_variants(self, node: Node, value: Any, count: int) -> Iterator[Any]:
        schema = self._reader.read(node)
        yield from islice(self._list_valid(node), count * 3)
        for number in range(1, count * 2):
            if isinstance(value, int | float) and not isinstance(value, bool):
                try:
                    step = number * (schema.limits.multiple_of or 1)
                    candidates: list[Any] = [value + step, value - step]
                except OverflowError:  # This integer is too large for a float.
                    return
            elif isinstance(value, str):
                candidates = [f"{value}{number}", f"{value[:-2]}{number:02}"]
            elif isinstance(value, dict):
                candidates = [
                    {**value, each.name: other}
                    for each in schema.properties
                    for other in islice(self._list_different(each.node, value.get(each.name), 1), 6)
                    if each.name in value
                ] or [{**value, "key": number}]
            elif isinstance(value, list):
                candidates = [[*value, *value[:1] * number]]
            else:
                return
            yield from (each for each in candidates if self._is_valid(node, each))

    def _list_objects(self, node: Node, schema: Schema) -> Iterator[dict[str, Any]]:
        least = self._build_least(schema)
        if least is None:
            return
        yield least
        for names in self._list_required_sets(node):
            inner = {name: self._make_property(schema, name) for name in names}
            if None not in inner.values():
                yield {**least, **{name: each.value for name, each in inner.items() if each}}
        full = dict(least)
        for property_ in schema.properties:
            example = self.make(property_.node) if self._is_seen(property_) else None
            if example is not None and property_.name not in full:
                full[property_.name] = example.value
                yield dict(full)
                yield {**least, property_.name: example.value}
        if schema.limits.min_properties:
            yield self._fill_up(schema, full, schema.limits.min_properties)

    def _list_required_sets(self, node: Node, depth: int = 0) -> Iterator[tuple[str, ...]]:
        """Return the names that each alternative requires in addition."""
        node = self._reader.find_target(node)
        if depth == _MAX_ALTERNATIVES_DEEP or not self._spending.may_look():
            return
        for key in ("oneOf", "anyOf", "allOf"):
            parts = node.get(key)
            for part in parts.list_elements() if parts else ():
                required = part.value.get("required") if isinstance(part.value, dict) else None
                if isinstance(required, list) and key != "allOf":
                    yield tuple(name for name in required if isinstance(name, str))
                yield from self._list_required_sets(part, depth + 1)

    def _make_property(self, schema: Schema, name: str) -> Given | None:
        node = next((each.node for each in schema.properties if each.name == name), None)
        return self.make(node) if node is not None else Given(_ANYTHING[0])

    def _fill_up(self, schema: Schema, value: dict[str, Any], least: int) -> dict[str, Any]:
        """Return an object with the required number of properties."""
        if not self._spending.may_make(least, ANSWER.items):
            return value
        further = schema.additional if isinstance(schema.additional, Node) else None
        names = (
            text
            for each in schema.pattern_properties
            for many in range(1, least + 1)
            if self._spending.may_look()
            and (text := build_pattern_text(each.name, many)) is not None
        )
        if schema.pattern_properties and further is None:
            further = schema.pattern_properties[0].node
        example = self.make(further) if further is not None else Given(_ANYTHING[0])
        value = dict(value)
        for name in chain(names, ["key"], (f"key{number}" for number in range(2, least + 1))):
            if len(value) >= least or example is None:
                break
            value.setdefault(name, example.value)
        return value

    def _build_least(self, schema: Schema) -> dict[str, Any] | None:
        """Return an object with only its required parts; None if they never end."""
        value: dict[str, Any] = {}
        for property_ in schema.properties:
            if property_.required and self._is_seen(property_):
                example = self.make(property_.node)
                if example is None:
                    return None
                value[property_.name] = example.value
        least = schema.limits.min_properties or 0
        return value if len(value) >= least else self._fill_up(schema, value, least)

    def _is_seen(self, property_: Property) -> bool:
        return is_visible(self._reader.read(property_.node), self._side)


# --- texts and numbers --------------------------------------------------------------------------


def _list_texts(schema: Schema, spending: Spending) -> Iterator[str]:
    limits = schema.limits
    least = limits.min_length or 0
    yield build_text(schema.format, limits, schema.content_encoding, schema.content_media_type)
    if not spending.may_make(least, ANSWER.letters):
        return
    if limits.pattern:
        for extra in (0, 1, 2, least, limits.max_length or least):
            for many in dict.fromkeys((*_MANY, least)):
                text = build_pattern_text(limits.pattern, many, extra)
                if text is not None:
                    # The pattern may match only a part of the text.
                    yield from (text, text.ljust(least, "a"), text.rjust(least, "a"))
    yield build_text(None, Limits(min_length=limits.min_length, max_length=limits.max_length))
    yield ("string " * (least // 7 + 1))[:least]
    yield "a" * least
    yield "1" * max(least, 1)


def _list_numbers(schema: Schema, *, whole: bool) -> Iterator[int | float]:
    limits = schema.limits
    yield build_number(schema.format, limits, whole=whole)
    bounds = (
        limits.minimum,
        limits.maximum,
        limits.exclusive_minimum,
        limits.exclusive_maximum,
    )
    for bound in bounds:
        if bound is not None:
            yield from (bound, bound + 1, bound - 1)
            if abs(bound) < _LARGEST_WITH_HALVES:
                yield from (bound + 0.5, bound - 0.5)
    yield from (0, 1)
    if limits.multiple_of:
        yield limits.multiple_of


# --- places in values ---------------------------------------------------------------------------


def _copy(value: Any) -> Any:
    """Return a deep copy of a value, because parts of examples may be shared."""
    if isinstance(value, dict):
        return {key: _copy(inner) for key, inner in value.items()}
    return [_copy(inner) for inner in value] if isinstance(value, list) else value


class _Places:
    """Places in a value, and those around them."""

    def __init__(self) -> None:
        self._own: set[Pointer] = set()
        self._around: set[Pointer] = set()

    def add(self, pointer: Pointer) -> None:
        """Add a place."""
        self._own.add(pointer)
        self._around.update(pointer[:length] for length in range(len(pointer) + 1))

    def touch(self, pointer: Pointer) -> bool:
        """Tell whether a place is inside one of these, or around one."""
        inside = (pointer[:length] for length in range(len(pointer) + 1))
        return pointer in self._around or not self._own.isdisjoint(inside)


def _put(value: Any, pointer: Pointer, new: Any) -> Any:
    """Replace a part of a value in place; return the whole."""
    if not pointer:
        return new
    inner = value
    for step in pointer[:-1]:
        inner = inner[step]
    if isinstance(inner, list) and pointer[-1] == len(inner):
        inner.append(new)
    else:
        inner[pointer[-1]] = new
    return value


def _remove(value: Any, pointer: Pointer) -> bool:
    """Remove a part of a value; tell whether it existed."""
    for step in pointer[:-1]:
        value = value[step]
    last = pointer[-1]
    if isinstance(value, list) and isinstance(last, int) and last < len(value):
        del value[last]
        return True
    if isinstance(value, dict) and last in value:
        del value[last]
        return True
    return False
