"""Merges schemas that apply together, like the parts of `allOf`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from octavo.openapi.model import NO_LIMITS, EnumValue, Given, Limits, Node, Property, Schema

Join = Callable[[Node, Node], Node]
"""Returns a place for two schemas that apply together."""

_LOWER = ("minimum", "exclusive_minimum", "min_length", "min_items", "min_properties")
_UPPER = ("maximum", "exclusive_maximum", "max_length", "max_items", "max_properties")


def merge_schemas(first: Schema, second: Schema, join: Join) -> Schema:
    """Return the combination of two schemas; the second wins in conflicts."""
    const = second.const or first.const
    enum = () if const else _merge_enums(first.enum, second.enum)
    allowed = [const.value] if const else [each.value for each in enum]
    return Schema(
        node=second.node,
        name=second.name,
        types=merge_types(first.types, second.types),
        format=second.format or first.format,
        title=second.title or first.title,
        description=second.description or first.description,
        deprecated=first.deprecated or second.deprecated,
        read_only=first.read_only or second.read_only,
        write_only=first.write_only or second.write_only,
        enum=enum,
        const=const,
        default=_pick_default(first, second, allowed),
        examples=tuple(
            each
            for each in _merge_examples(first, second)
            if not allowed or each in (None, *allowed)
        ),
        limits=_merge_limits(first.limits, second.limits),
        properties=_merge_properties(first.properties, second.properties, join),
        pattern_properties=_merge_properties(
            first.pattern_properties, second.pattern_properties, join
        ),
        additional=_merge_additional(first.additional, second.additional, join),
        items=_merge_items(first.items, second.items, join),
        prefix_items=second.prefix_items or first.prefix_items,
        choice=second.choice or first.choice,
        content_encoding=second.content_encoding or first.content_encoding,
        content_media_type=second.content_media_type or first.content_media_type,
        content_schema=second.content_schema or first.content_schema,
        rules=first.rules + second.rules,
        xml={**first.xml, **second.xml},
        never=first.never or second.never,
        pills_before=second.pills_before or first.pills_before,
        pills_after=second.pills_after or first.pills_after,
    )


def merge_types(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    """Return the types that both allow, or else those of the second."""
    if not first or not second:
        return first or second
    both = tuple(name for name in first if name in second)
    if "integer" not in both and {"integer", "number"} <= {*first, *second}:
        both = ("integer", *both)
    return both or second


def _merge_enums(
    first: tuple[EnumValue, ...], second: tuple[EnumValue, ...]
) -> tuple[EnumValue, ...]:
    if not first or not second:
        return first or second
    by_value = {repr(each.value): each for each in first}
    both = [(by_value[key], each) for each in second if (key := repr(each.value)) in by_value]
    merged = tuple(
        EnumValue(ours.value, ours.description or theirs.description) for theirs, ours in both
    )
    return merged or second


def _pick_default(first: Schema, second: Schema, allowed: list[Any]) -> Given | None:
    """Return a default that both parts allow."""
    defaults = [each for each in (second.default, first.default) if each is not None]
    fitting = (each for each in defaults if not allowed or each.value in (None, *allowed))
    return next(fitting, None)


def _merge_examples(first: Schema, second: Schema) -> tuple[Any, ...]:
    """Merge examples, because an example of one part lacks the fields of the other."""
    if first.examples and second.examples:
        ours, theirs = second.examples[0], first.examples[0]
        if isinstance(ours, dict) and isinstance(theirs, dict):
            return ({**theirs, **ours},)
        return second.examples
    if first.examples:
        return () if second.properties else first.examples
    return () if first.properties else second.examples


def _merge_limits(first: Limits, second: Limits) -> Limits:
    if NO_LIMITS in (first, second):
        return second if first == NO_LIMITS else first
    merged: dict[str, Any] = {
        "multiple_of": second.multiple_of or first.multiple_of,
        "pattern": second.pattern or first.pattern,
        "unique_items": first.unique_items or second.unique_items,
    }
    for names, tighter in ((_LOWER, max), (_UPPER, min)):
        for name in names:
            stated = [getattr(each, name) for each in (first, second)]
            merged[name] = tighter((value for value in stated if value is not None), default=None)
    return Limits(**merged)


def _merge_properties(
    first: tuple[Property, ...], second: tuple[Property, ...], join: Join
) -> tuple[Property, ...]:
    if not first or not second:
        return first or second
    merged = {each.name: each for each in first}
    for each in second:
        earlier = merged.get(each.name)
        if earlier is None:
            merged[each.name] = each
        else:
            node = _join_nodes(earlier.node, each.node, join)
            merged[each.name] = Property(each.name, node, earlier.required or each.required)
    return tuple(merged.values())


def _join_nodes(first: Node, second: Node, join: Join) -> Node:
    """Join two nodes; an empty schema adds nothing."""
    if second.value is True or second.value == {}:
        return first
    if first.value is True or first.value == {}:
        return second
    return join(first, second)


def _merge_additional(
    first: Node | bool | None, second: Node | bool | None, join: Join
) -> Node | bool | None:
    if isinstance(first, Node) and isinstance(second, Node):
        return _join_nodes(first, second, join)
    if first is False or second is False:
        return False
    if isinstance(first, Node):
        return first
    return first if second is None else second


def _merge_items(first: Node | None, second: Node | None, join: Join) -> Node | None:
    if first is None or second is None:
        return first or second
    return _join_nodes(first, second, join)
