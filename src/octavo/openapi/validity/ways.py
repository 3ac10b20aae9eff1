"""Counts how often a comparison would visit a schema, before a library starts it.

`oneOf: [next, next]` visits the next schema twice, and so on. A few lines can ask for more visits
than any machine can do, and the library can't be interrupted. Here, each schema is counted once per
value and added as often as it is visited.

Explanations take more visits: at each choice, the library first checks all nested schemas for any
mistake, and then again to find it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from octavo.values import Struct

LOOKS_A_VALUE = 1_000
"""The most visits of schemas for each nested value; real documents need a few dozen."""
_LEAST_LOOKS = 20_000
_LISTS = ("allOf", "anyOf", "oneOf")
_ONE = ("not", "if", "then", "else")
_ITEMS = ("items", "contains", "unevaluatedItems")

Schema = dict[str, Any]
_Pair = tuple[int, int]


class _Uses(Struct, eq=False):
    """The schemas that one schema applies to the same value, and to nested ones."""

    beside: list[Schema]
    properties: dict[str, Schema]
    others: list[Schema]
    """The schemas of properties without their own schema."""
    rest: list[Schema]
    """The schemas of properties that may also have their own."""
    first_items: list[Schema]
    items: list[Schema]
    names: list[Schema]
    """The schemas of property names."""
    is_choice: bool

    @property
    def may_fork(self) -> bool:
        """Tell whether several schemas may visit the same value."""
        properties = bool(self.properties or self.others) + len(self.rest)
        items = bool(self.first_items) + len(self.items)
        beside = len(self.beside) + bool(properties or items)
        return properties > 1 or items > 1 or beside > 1 or self.is_choice

    def list_all(self) -> list[Schema]:
        """Return the schemas."""
        lists = (self.beside, self.properties.values(), self.others, self.rest)
        items = (self.first_items, self.items, self.names)
        return [each for part in (*lists, *items) for each in part]


class Ways:
    """Counts paths through the schemas of one document, which refer to definitions."""

    def __init__(self, definitions: dict[str, Any]) -> None:
        self._definitions = definitions
        self._uses: dict[int, _Uses] = {}
        self._forks: dict[int, bool] = {}
        self._plain: dict[tuple[int, bool], bool] = {}

    def are_too_many(self, schema: Any, value: Any, *, tells_why: bool = False) -> bool:
        """Tell whether a comparison of a value with a schema would take too long.

        `tells_why` is whether it must find the mistakes, and not only whether there are any.
        """
        if not isinstance(schema, dict) or not self._may_fork(schema):
            return False
        if isinstance(value, dict | list) and value:
            return self._has_too_many(schema, value, tells_why=tells_why)
        key = id(schema), tells_why
        if key not in self._plain:  # The result is the same for all values without parts.
            self._plain[key] = self._has_too_many(schema, None, tells_why=tells_why)
        return self._plain[key]

    def _has_too_many(self, schema: Schema, value: Any, *, tells_why: bool) -> bool:
        """Tell whether the visits of a value exceed the limit."""
        counts: dict[_Pair, int] = {}
        told_counts: dict[_Pair, int] = {}
        values: set[int] = set()
        stack = [(schema, value)]
        while stack:
            schema, value = stack[-1]
            pair = id(schema), id(value)
            if counts.get(pair):
                stack.pop()
                continue
            uses = self._uses.get(pair[0]) or self._read(schema)
            inner = _list_inner(uses, value)
            if pair not in counts:  # A pair that repeats while it waits contains itself.
                counts[pair] = 0
                values.add(pair[1])
                waiting = [each for each in inner if (id(each[0]), id(each[1])) not in counts]
                if waiting:
                    stack += waiting
                    continue
            looks = counts[pair] = 1 + sum([counts[id(part), id(each)] for part, each in inner])
            if tells_why:
                again = looks if uses.is_choice else 1
                inside = [told_counts.get((id(part), id(each)), 0) for part, each in inner]
                looks = told_counts[pair] = again + sum(inside)
            stack.pop()
            most = max(_LEAST_LOOKS, LOOKS_A_VALUE * len(values))
            if looks > most or len(counts) > most:
                return True
        return False

    def _may_fork(self, schema: Schema) -> bool:
        """Tell whether any reachable schema may be one of several for a value."""
        if id(schema) not in self._forks:
            stack, seen = [schema], {id(schema)}
            while stack and len(seen) < _LEAST_LOOKS:
                next_schema = stack.pop()
                uses = self._uses.get(id(next_schema)) or self._read(next_schema)
                if uses.may_fork or self._forks.get(id(next_schema)):
                    stack.append(next_schema)
                    break
                new = [each for each in uses.list_all() if id(each) not in seen]
                seen.update(map(id, new))
                stack += new
            self._forks.update(dict.fromkeys([id(schema)] if stack else seen, bool(stack)))
        return self._forks[id(schema)]

    def _read(self, schema: Schema) -> _Uses:
        beside: list[Any] = [each for key in _LISTS for each in schema.get(key, ())]
        beside += _list_keys(schema, _ONE)
        beside += schema.get("dependentSchemas", {}).values()
        if "$ref" in schema:
            beside.append(self._definitions[schema["$ref"].rpartition("/")[2]])
        rest = [
            *schema.get("patternProperties", {}).values(),
            *_list_keys(schema, ("unevaluatedProperties",)),
        ]
        properties = schema.get("properties", {})
        uses = self._uses[id(schema)] = _Uses(
            _list_usable(beside),
            {key: each for key, each in properties.items() if isinstance(each, dict)},
            _list_usable(_list_keys(schema, ("additionalProperties",))),
            _list_usable(rest),
            [each if isinstance(each, dict) else {} for each in schema.get("prefixItems", ())],
            _list_usable(_list_keys(schema, _ITEMS)),
            _list_usable(_list_keys(schema, ("propertyNames",))),
            is_choice="anyOf" in schema or "oneOf" in schema,
        )
        if "unevaluatedProperties" in schema or "unevaluatedItems" in schema:
            uses.beside *= 2  # The library visits these once more to find those already visited.
        return uses


def _list_inner(uses: _Uses, value: Any) -> list[tuple[Schema, Any]]:
    """Return all next visits, each as often as it happens."""
    inner = [(each, value) for each in uses.beside]
    if type(value) is dict:
        own = uses.properties
        if own:
            inner += [(own[name], each) for name, each in value.items() if name in own]
        for schema in uses.others:
            inner += [(schema, each) for name, each in value.items() if name not in own]
        for schema in uses.rest:
            inner += [(schema, each) for each in value.values()]
        for schema in uses.names:
            inner += [(schema, name) for name in value]
    elif type(value) is list:
        inner += zip(uses.first_items, value, strict=False)
        for schema in uses.items:
            inner += [(schema, each) for each in value]
    return inner


def _list_keys(schema: Schema, keys: Iterable[str]) -> Iterator[Any]:
    return (schema[key] for key in keys if key in schema)


def _list_usable(schemas: Iterable[Any]) -> list[Schema]:
    """Return the schemas other than booleans."""
    return [each for each in schemas if isinstance(each, dict)]
