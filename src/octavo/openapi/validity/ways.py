"""Counts how often a comparison would look at a schema, before a library compares natively.

`oneOf: [next, next]` looks twice at what comes next, and so on: a few lines ask for more looks than
any machine has, and the library cannot be interrupted. Here the same schema for the same value is
counted once and added as often as it is looked at.

To tell what is wrong takes more looks: at each choice, the library looks at all that is inside of
it to see whether anything is wrong, and then again to see what.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from octavo.values import Struct

LOOKS_A_VALUE = 1_000
"""So often may schemas look at each value inside a value; real documents need a few dozen."""
_LEAST_LOOKS = 20_000
_LISTS = ("allOf", "anyOf", "oneOf")
_ONE = ("not", "if", "then", "else")
_ITEMS = ("items", "contains", "unevaluatedItems")

Schema = dict[str, Any]
_Pair = tuple[int, int]


class _Uses(Struct, eq=False):
    """The schemas that one schema applies: to the same value, and to what is inside of it."""

    beside: list[Schema]
    properties: dict[str, Schema]
    others: list[Schema]
    """Of properties that have no schema of their own."""
    rest: list[Schema]
    """Of properties that may have one of their own as well."""
    first_items: list[Schema]
    items: list[Schema]
    names: list[Schema]
    """Of the names of properties."""
    is_choice: bool

    @property
    def may_fork(self) -> bool:
        """Tell whether several schemas may look at the same value."""
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
    """Counts ways through the schemas of one document, which refer to definitions."""

    def __init__(self, definitions: dict[str, Any]) -> None:
        self._definitions = definitions
        self._uses: dict[int, _Uses] = {}
        self._forks: dict[int, bool] = {}
        self._plain: dict[tuple[int, bool], bool] = {}

    def are_too_many(self, schema: Any, value: Any, *, tells_why: bool = False) -> bool:
        """Tell whether a comparison of a value with a schema would take too long.

        `tells_why` is whether it is to tell what is wrong, and not only whether anything is.
        """
        if not isinstance(schema, dict) or not self._may_fork(schema):
            return False
        if isinstance(value, dict | list) and value:
            return self._has_too_many(schema, value, tells_why=tells_why)
        key = id(schema), tells_why
        if key not in self._plain:  # the same for all values without parts
            self._plain[key] = self._has_too_many(schema, None, tells_why=tells_why)
        return self._plain[key]

    def _has_too_many(self, schema: Schema, value: Any, *, tells_why: bool) -> bool:
        """Tell whether the looks at a value are more than the most."""
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
            if pair not in counts:  # what is met again while it waits is inside of itself
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
        """Tell whether any schema that this one leads to may be one of several for a value."""
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
            uses.beside *= 2  # once more, to tell which ones were looked at
        return uses


def _list_inner(uses: _Uses, value: Any) -> list[tuple[Schema, Any]]:
    """Return all that is looked at next, each as often as that happens."""
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
    """Return the schemas that are more than a truth value."""
    return [each for each in schemas if isinstance(each, dict)]
