"""Compares what two schemas say of one value: types, formats, limits, values, rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from octavo.openapi.changes.effects import Effect, Move, compare_amounts, compare_sets
from octavo.openapi.model import Limits, Node, Schema
from octavo.values import list_fields

_ALL_TYPES = frozenset(("array", "boolean", "integer", "null", "number", "object", "string"))
_UPPER = {"maximum", "exclusive_maximum", "max_length", "max_items", "max_properties"}
_LOWER = {"minimum", "exclusive_minimum", "min_length", "min_items", "min_properties"}
_ANY_TEXT = ("", ".*", "^.*", ".*$", "^.*$")
_WIDER_FORMATS = {("int32", "int64"), ("float", "double"), ("date", "date-time")}
_LONGEST_VALUE = 60
_SAYING_VALUES = frozenset(
    ("default", "deprecated", "description", "enum", "example", "examples", "title", "type")
)
"""Keywords of a variant that only lists values."""
_RULE_PARTS = {"if": ("if", "then", "else")}
_COUNTS = (("minContains", 1, False), ("maxContains", None, True))
"""A keyword, its default, and whether it is an upper limit."""
_EFFECT_WORDS = {
    Effect.NARROWER: "allows less",
    Effect.WIDER: "allows more",
    Effect.OTHER: "changed",
}


def write_words(value: Any) -> str:
    """Return the same text for values that say the same, whatever the order of their keys."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)


def show(value: Any) -> str:
    """Return a value for a message, shortened."""
    text = value if isinstance(value, str) else write_words(value)
    text = text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"
    return "`" + text.replace("`", "'") + "`"


def compare_values(old: Schema, new: Schema) -> Iterator[Move]:
    """Yield what changed of the value itself, not of what is inside it."""
    yield from _compare_types(old, new)
    yield from _compare_formats(old, new)
    yield from _compare_allowed(old, new)
    yield from _compare_limits(old, new)
    yield from _compare_rules(old, new)
    yield from _compare_encoding(old, new)
    if old.never != new.never:
        effect = Effect.NARROWER if new.never else Effect.WIDER
        yield Move("type-changed", effect, "no value is allowed" if new.never else "has values")
    yield from _compare_words(old, new)


def _expand_types(schema: Schema) -> frozenset[str]:
    types = frozenset(schema.types) or _ALL_TYPES
    return types | {"integer"} if "number" in types else types


def _name_types(types: frozenset[str]) -> str:
    if types == _ALL_TYPES:
        return "any type"
    return " or ".join(sorted(types - ({"integer"} if "number" in types else frozenset())))


def _compare_types(old: Schema, new: Schema) -> Iterator[Move]:
    if old.choice or new.choice or old.never or new.never:
        return
    before, after = _expand_types(old), _expand_types(new)
    is_known = _ALL_TYPES not in (before, after)
    if is_known and ("null" in before) != ("null" in after):
        effect, may = (Effect.WIDER, "can") if "null" in after else (Effect.NARROWER, "cannot")
        yield Move("nullable-changed", effect, f"{may} be null now")
        before, after = before - {"null"}, after - {"null"}
    effect_of_types = compare_sets(before, after)
    if effect_of_types:
        message = f"its type was {_name_types(before)} and is {_name_types(after)} now"
        yield Move("type-changed", effect_of_types, message)


def _compare_formats(old: Schema, new: Schema) -> Iterator[Move]:
    before, after = old.format, new.format
    if before == after or old.types != new.types:
        return
    if before is None or after is None:
        effect = Effect.NARROWER if before is None else Effect.WIDER
        verb = "is" if before is None else "is no longer"
        yield Move("format-changed", effect, f"its format {verb} {show(after or before)}")
        return
    effect = Effect.OTHER
    if (before, after) in _WIDER_FORMATS:
        effect = Effect.WIDER
    elif (after, before) in _WIDER_FORMATS:
        effect = Effect.NARROWER
    yield Move("format-changed", effect, f"its format was {show(before)} and is {show(after)} now")


def _compare_allowed(old: Schema, new: Schema) -> Iterator[Move]:
    if old.const != new.const:
        before, after = old.const, new.const
        if before is None and after is not None and not old.enum:
            yield Move("const-changed", Effect.NARROWER, f"must be {show(after.value)} now")
        elif after is None and before is not None and not new.enum:
            yield Move("const-changed", Effect.WIDER, f"can be more than {show(before.value)}")
        elif before is not None and after is not None:
            message = f"must be {show(after.value)} in place of {show(before.value)}"
            yield Move("const-changed", Effect.OTHER, message)
    yield from _compare_enums(_list_values(old), _list_values(new))
    for words in _list_known(old).keys() - _list_known(new).keys():
        message = f"no longer lists the value {show(_list_known(old)[words])}"
        yield Move("enum-value-removed", Effect.NARROWER, message)
    if old.default != new.default:
        before, after = old.default, new.default
        if before is None and after is not None:
            message = f"has the default {show(after.value)} now"
        elif after is None and before is not None:
            message = f"no longer has the default {show(before.value)}"
        else:
            was, now = (show(each.value if each else None) for each in (before, after))
            message = f"its default was {was} and is {now} now"
        # Requests that leave the value out mean something else now.
        yield Move("default-changed", Effect.NARROWER, message, firm=False)


def _list_values(schema: Schema) -> dict[str, Any]:
    """Return the allowed values; those of all variants where each only lists values."""
    if schema.enum:
        return {write_words(each.value): each.value for each in schema.enum}
    lists = list_variant_values(schema)
    return {write_words(value): value for values in lists for value in values}


def list_variant_values(schema: Schema) -> list[list[Any]]:
    """Return the values of each variant; nothing unless all of them only list values."""
    lists: list[list[Any]] = []
    for option in schema.choice.options if schema.choice else ():
        words = option.node.value
        values = words.get("enum") if isinstance(words, dict) else None
        if not isinstance(values, list) or words.keys() - _SAYING_VALUES:
            return []
        lists.append(values)
    return lists


def _list_known(schema: Schema) -> dict[str, Any]:
    """Return the values of an open list, to which the API may add."""
    value = schema.node.value
    values = value.get("x-extensible-enum") if isinstance(value, dict) else None
    return {write_words(each): each for each in values} if isinstance(values, list) else {}


def _compare_enums(old: dict[str, Any], new: dict[str, Any]) -> Iterator[Move]:
    if old and not new:
        yield Move("enum-dropped", Effect.WIDER, "allows values beside those listed", firm=False)
    elif new and not old:
        values = ", ".join(show(value) for value in list(new.values())[:5])
        more = ", …" if len(new) > 5 else ""
        yield Move("enum-set", Effect.NARROWER, f"allows only {values}{more} now")
    else:
        for words in old.keys() - new.keys():
            message = f"no longer allows {show(old[words])}"
            yield Move("enum-value-removed", Effect.NARROWER, message)
        for words in new.keys() - old.keys():
            yield Move("enum-value-added", Effect.WIDER, f"allows {show(new[words])}", firm=False)


def _compare_limits(old: Schema, new: Schema) -> Iterator[Move]:
    if old.limits == new.limits:
        return
    for name in list_fields(old.limits):
        before, after = (_read_limit(name, each.limits) for each in (old, new))
        if before == after:
            continue
        words = name.replace("_", " ")
        if name in _UPPER | _LOWER:
            effect = compare_amounts(before, after, is_upper=name in _UPPER)
        elif name == "unique_items":
            effect = Effect.NARROWER if after else Effect.WIDER
        elif before is None or after is None:
            effect = Effect.NARROWER if before is None else Effect.WIDER
        else:
            effect = _compare_multiples(before, after) if name == "multiple_of" else Effect.OTHER
        was = "had none" if before in (None, False) else f"was {show(before)}"
        now = "has none" if after in (None, False) else f"is {show(after)}"
        firm = name == "pattern" if before is None else name != "pattern" or after is None
        code = "pattern-changed" if name == "pattern" else "limit-changed"
        yield Move(code, effect or Effect.OTHER, f"its {words} {was} and {now} now", firm)


def _read_limit(name: str, limits: Limits) -> Any:
    value = getattr(limits, name)
    return None if name == "pattern" and value in _ANY_TEXT else value


def _compare_multiples(old: float, new: float) -> Effect:
    if new and old % new == 0:
        return Effect.WIDER
    return Effect.NARROWER if old and new % old == 0 else Effect.OTHER


def _compare_rules(old: Schema, new: Schema) -> Iterator[Move]:
    before = {rule.keyword: _get_rule(rule.keyword, rule.node) for rule in old.rules}
    after = {rule.keyword: _get_rule(rule.keyword, rule.node) for rule in new.rules}
    for keyword in dict.fromkeys((*before, *after)):
        if before.get(keyword) == after.get(keyword):
            if keyword == "contains":
                yield from _compare_counts(old.node, new.node)
            continue
        effect = Effect.OTHER
        if keyword not in before:
            effect = Effect.NARROWER
        elif keyword not in after:
            effect = Effect.WIDER
        message = f"its rule `{keyword}` {_EFFECT_WORDS[effect]}"
        yield Move("rule-changed", effect, message)


def _compare_counts(old: Node, new: Node) -> Iterator[Move]:
    for name, usual, is_upper in _COUNTS:
        before, after = (node.value.get(name, usual) for node in (old, new))
        try:
            effect = compare_amounts(before, after, is_upper=is_upper)
        except TypeError:
            effect = Effect.OTHER
        if effect:
            message = f"its `{name}` was {show(before)} and is {show(after)} now"
            yield Move("limit-changed", effect, message)


def _get_rule(keyword: str, node: Node) -> str:
    parts = _RULE_PARTS.get(keyword, (keyword,))
    return write_words({part: node.value.get(part) for part in parts})


def _compare_encoding(old: Schema, new: Schema) -> Iterator[Move]:
    for name in ("content_encoding", "content_media_type"):
        before, after = getattr(old, name), getattr(new, name)
        if before != after:
            words = name.replace("_", " ")
            was, now = (show(each) if each else "none" for each in (before, after))
            yield Move(f"{name.replace('_', '-')}-changed", Effect.OTHER, f"{words}: {was} → {now}")


def _compare_words(old: Schema, new: Schema) -> Iterator[Move]:
    if old.deprecated != new.deprecated:
        message = "is deprecated" if new.deprecated else "is no longer deprecated"
        yield Move("deprecated" if new.deprecated else "reactivated", Effect.NONE, message)
    for name in ("title", "description"):
        if getattr(old, name) != getattr(new, name):
            yield Move("text-changed", Effect.NONE, f"its {name} changed")
    if list(map(write_words, old.examples)) != list(map(write_words, new.examples)):
        yield Move("example-changed", Effect.NONE, "its examples changed")
    if write_words(dict(old.xml)) != write_words(dict(new.xml)):
        yield Move("xml-changed", Effect.NONE, "its form in XML changed")
