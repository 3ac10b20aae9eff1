"""Merges the schemas of one value, and tells which parts of it are internal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from octavo.openapi.document.document import is_reference
from octavo.openapi.internal.judge import COMBINING, Judge
from octavo.openapi.model import Node
from octavo.values import Struct, field

_BESIDE = ("if", "then", "else")
_REST = ("patternProperties", "additionalProperties", "unevaluatedProperties")
_ITEMS = ("items", "additionalItems", "unevaluatedItems", "contains")
_MAX_SCHEMAS = 500_000
"""The most schemas to merge for a document's values; after that, values are left out completely."""

Starts = tuple[Node, ...]


class Level(Struct, eq=False):
    """The merged schemas of one value."""

    members: list[Node] = field(default_factory=list)
    internal_names: set[str] = field(default_factory=set)
    properties: dict[str, list[Node]] = field(default_factory=dict)
    rest: list[Node] = field(default_factory=list)
    """The schemas of properties without their own."""
    items: list[Node] = field(default_factory=list)
    places: dict[int, list[Node]] = field(default_factory=dict)
    """The schemas of elements with their own."""
    is_rest_internal: bool = False
    are_items_internal: bool = False
    internal_places: set[int] = field(default_factory=set)
    internal_values: list[Any] = field(default_factory=list)
    kinds: dict[str, set[Any]] = field(default_factory=dict)
    """The names of internal variants, by the property that distinguishes variants."""

    @property
    def lost_names(self) -> set[str]:
        """The names without a public schema."""
        return self.internal_names - self.properties.keys()

    @property
    def is_structured(self) -> bool:
        """Tell whether values have parts."""
        return bool(self.properties or self.internal_names or self.rest or self.items)


class Levels:
    """The levels of one document."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._levels: dict[Starts, Level] = {}
        self._left = _MAX_SCHEMAS

    def find(self, starts: Starts) -> Level | None:
        """Return the level of some schemas for one value; None after too many."""
        if starts not in self._levels:
            if self._left <= 0:
                return None
            self._levels[starts] = self._build(starts)
        return self._levels[starts]

    def _build(self, starts: Starts) -> Level:
        level = Level()
        of_variants: set[str] = set()
        public_values: list[Any] = []
        seen: set[Node] = set()
        queue = [(node, False) for node in starts]
        while queue:
            node, is_internal = queue.pop()
            if node in seen or type(node.value) is not dict:
                continue
            seen.add(node)
            self._left -= 1
            is_internal = is_internal or self._judge.is_internal_schema(node)
            queue += ((each, is_internal) for each in self._list_beside(node))
            values = level.internal_values if is_internal else public_values
            values += _list_values(node.value, with_enum=is_internal)
            if is_internal:
                properties = node.get("properties")
                of_variants.update(name for name, _ in properties.items()) if properties else None
            else:
                level.members.append(node)
                self._add_parts(level, node)
                self._add_kinds(level, node)
        level.internal_names |= of_variants - level.properties.keys()
        level.internal_values = [
            each for each in level.internal_values if not is_among(each, public_values)
        ]
        return level

    def _list_beside(self, node: Node) -> Iterator[Node]:
        """Return the other schemas that a schema applies to the same value."""
        if is_reference(node):
            target = self._judge.document.resolve_once(node)
            if target is not None:
                yield target
        for key in COMBINING:
            branches = node.get(key)
            yield from branches.list_elements() if branches else ()
        for key in _BESIDE:
            if key in node.value:
                yield node.get_child(key)
        dependent = node.get("dependentSchemas")
        yield from (each for _, each in dependent.items()) if dependent else ()

    def _add_parts(self, level: Level, node: Node) -> None:
        is_internal = self._judge.is_internal_schema
        properties = node.get("properties")
        target = self._judge.document.resolve_any(properties) if properties else None
        for name, child in target.items() if target else ():
            if is_internal(child):
                level.internal_names.add(name)
            else:
                level.properties.setdefault(name, []).append(child)
        for child in _list_schemas(node, _REST):
            level.is_rest_internal = level.is_rest_internal or is_internal(child)
            level.rest.append(child)
        for child in _list_schemas(node, _ITEMS):
            level.are_items_internal = level.are_items_internal or is_internal(child)
            level.items.append(child)
        prefix = node.get("prefixItems")
        for index, child in enumerate(prefix.list_elements() if prefix else ()):
            if is_internal(child):
                level.internal_places.add(index)
            level.places.setdefault(index, []).append(child)

    def _add_kinds(self, level: Level, node: Node) -> None:
        discriminator = node.get("discriminator")
        name = discriminator.get_text("propertyName") if discriminator else None
        if discriminator is None or name is None:
            return
        mapping = discriminator.get("mapping")
        kinds = {
            kind
            for kind, each in (mapping.items() if mapping else ())
            if self._judge.is_lost_variant(each)
        }
        for key in COMBINING:
            branches = node.get(key)
            for each in branches.list_elements() if branches else ():
                if is_reference(each) and self._judge.is_internal_schema(each):
                    kinds.add(str(each.value.get("$ref")).rpartition("/")[2])
        if kinds:
            level.kinds.setdefault(name, set()).update(kinds)


def _list_schemas(node: Node, keys: Iterable[str]) -> Iterator[Node]:
    """Return the schemas at some keys, one by one if a key has several."""
    for key in keys:
        child = node.get(key)
        if child is None:
            continue
        if key == "patternProperties":
            yield from (each for _, each in child.items())
        elif isinstance(child.value, list):
            yield from child.list_elements()
        else:
            yield child


def _list_values(value: dict[str, Any], *, with_enum: bool) -> Iterator[Any]:
    if "const" in value:
        yield value["const"]
    if with_enum and isinstance(value.get("enum"), list):
        yield from value["enum"]


def is_among(value: Any, others: Iterable[Any]) -> bool:
    """Tell whether a value equals one of others, with the same type."""
    return any(type(value) is type(other) and value == other for other in others)
