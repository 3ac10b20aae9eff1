"""Describes the rules of a schema beyond its type and limits: `not`, `contains`, `if`.

A rule that is too complex for words is shown as JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from octavo.openapi.model import NO_LIMITS, Node, Property, Rule, Schema
from octavo.openapi.schema.reader import SchemaReader, describe_type
from octavo.openapi.schema.types import is_only_named
from octavo.reference.view import Code, Words, list_words, say

_DEEPEST = 3
_MOST = 8
"""The most properties or names in a sentence."""

ShowValue = Callable[[Any], Code]
ListLimits = Callable[[Any], Iterable[Words]]


class RuleWords:
    """Describes the rules of one document's schemas, with the usual form of values and limits."""

    def __init__(self, reader: SchemaReader, show: ShowValue, list_limits: ListLimits) -> None:
        self._reader = reader
        self._show = show
        self._list_limits = list_limits

    def list_rules(self, schema: Schema, depth: int = 0) -> Iterator[Words]:
        """Return the rules of a schema, a sentence each."""
        for rule in schema.rules:
            yield from self._list_rule(rule, depth)
        content = schema.content_schema
        if content is not None and not self._reader.read(content).properties:
            yield say("Holds {rule}", rule=self._describe(content, depth + 1))

    def _list_rule(self, rule: Rule, depth: int) -> Iterator[Words]:
        value = rule.node.value
        match rule.keyword:
            case "contains":
                yield self._say_contains(value, self._describe_child(rule, "contains", depth))
            case "propertyNames":
                yield say(
                    "Property names: {rule}",
                    rule=self._describe_child(rule, "propertyNames", depth),
                )
            case "not":
                yield say("Not allowed: {rule}", rule=self._describe_child(rule, "not", depth))
            case "if":
                condition = self._describe_child(rule, "if", depth)
                if "then" in value:
                    then = self._describe_child(rule, "then", depth)
                    yield say("If {condition}: {rule}", condition=condition, rule=then)
                if "else" in value:
                    other = self._describe_child(rule, "else", depth)
                    yield say("If not {condition}: {rule}", condition=condition, rule=other)
            case keyword:
                yield from self._list_dependent(rule.node.get_child(keyword), depth)

    def _list_dependent(self, node: Node, depth: int) -> Iterator[Words]:
        for name, needed in [*node.items()][:_MOST]:
            if isinstance(needed.value, list):
                names = [each for each in needed.value if isinstance(each, str)]
                what = list_words([say("{name} is required", name=Code(each)) for each in names])
            else:
                what = self._describe(needed, depth + 1)
            yield say("With {name}: {rule}", name=Code(name), rule=what)

    def _say_contains(self, value: dict[str, Any], what: Words) -> Words:
        low, high = value.get("minContains", 1), value.get("maxContains")
        if high is not None:
            return say(
                "Contains {low} to {high} of {rule}", low=str(low), high=str(high), rule=what
            )
        if low == 1:
            return say("Contains {rule}", rule=what)
        return say("Contains at least {low} of {rule}", low=str(low), rule=what)

    def _describe_child(self, rule: Rule, key: str, depth: int) -> Words:
        return self._describe(rule.node.get_child(key), depth + 1)

    def _describe(self, node: Node, depth: int) -> Words:
        """Return the rules of a schema as a part of a sentence."""
        schema = self._reader.read(node)
        if schema.name:
            return list_words([Words("{name}", (("name", Code(schema.name)),))])
        is_plain = depth <= _DEEPEST and schema.choice is None and schema.items is None
        said = [*self._list_clauses(schema, depth)] if is_plain else []
        return list_words(said or [Words("{code}", (("code", self._show(node.value)),))])

    def _list_clauses(self, schema: Schema, depth: int) -> Iterator[Words]:
        values = _list_values(schema)
        if values:
            yield Words("{values}", (("values", tuple(map(self._show, values))),))
        elif schema.types and "type" in schema.node.value and not schema.properties:
            yield Words("{type}", (("type", describe_type(schema, self._reader)),))
        if schema.limits is not NO_LIMITS:
            yield from self._list_limits(schema.limits)
        for each in schema.properties[:_MOST]:
            yield from self._describe_property(each, depth)
        yield from self.list_rules(schema, depth)

    def _describe_property(self, each: Property, depth: int) -> Iterator[Words]:
        name = Code(each.name)
        values: tuple[Any, ...] = ()
        if not is_only_named(each):
            values = _list_values(self._reader.read(each.node))
            if values:
                yield say("{name} is {values}", name=name, values=tuple(map(self._show, values)))
            elif each.node.value not in (True, {}):
                rule = self._describe(each.node, depth + 1)
                yield Words("{name}: {rule}", (("name", name), ("rule", rule)))
        if each.required and not values:
            yield say("{name} is required", name=name)


def _list_values(schema: Schema) -> tuple[Any, ...]:
    """Return the allowed values of a schema, if it lists them."""
    if schema.const is not None:
        return (schema.const.value,)
    return tuple(each.value for each in schema.enum[:_MOST])
