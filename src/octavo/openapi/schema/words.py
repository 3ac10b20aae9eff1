"""Describes in words what a schema allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.openapi.model import NO_LIMITS, Choice, Limits, Schema

if TYPE_CHECKING:
    from octavo.openapi.schema.reader import SchemaReader

MAX_WORDS = 80
_MAX_NAMED = 4
_MAX_DEPTH = 3

LimitInWords = tuple[str, str | None]
"""A limit in words, and code where words are not enough (a pattern)."""


def describe_type(schema: Schema, reader: SchemaReader) -> str:
    """Return the type in words, such as `array of string`."""
    words = reader.type_words.get(schema)
    if words is None:
        words = reader.type_words[schema] = _describe_new_type(schema, reader)
    return words


def _describe_new_type(schema: Schema, reader: SchemaReader) -> str:
    for depth in range(_MAX_DEPTH, -1, -1):
        words = _say_type(schema, reader, depth)
        if len(words) <= MAX_WORDS:
            return words
    return words[: MAX_WORDS - 1] + "…"


def _say_type(schema: Schema, reader: SchemaReader, depth: int) -> str:
    return _list_words(_list_types(schema, reader, depth), "or")


def _list_types(schema: Schema, reader: SchemaReader, depth: int) -> list[str]:
    """Return each type in words, null last."""
    if schema.never:
        return ["nothing"]
    if schema.name is not None and (schema.properties or schema.choice):
        words = [schema.name]
    elif schema.choice is not None:
        words = _list_options(schema.choice, reader, depth)
    else:
        words = _say_types(schema, reader, depth)
    null = ["null"] if "null" in schema.types or "null" in words else []
    return [*dict.fromkeys(each for each in words if each != "null"), *null]


def _say_types(schema: Schema, reader: SchemaReader, depth: int) -> list[str]:
    types = [name for name in schema.types if name != "null"]
    if not schema.types:
        return ["any"]
    if schema.enum:
        return [f"enum of {' or '.join(f'{name}s' for name in types)}"] if types else []
    return [_say_one(name, schema, reader, depth) for name in types]


def _say_one(name: str, schema: Schema, reader: SchemaReader, depth: int) -> str:
    if name == "array":
        return _say_array(schema, reader, depth)
    if name == "object":
        return _say_object(schema, reader, depth)
    if schema.format and len(schema.format) <= 24:
        return f"{name} ({schema.format})"
    return name


def _say_array(schema: Schema, reader: SchemaReader, depth: int) -> str:
    if schema.prefix_items:
        return _say_tuple(schema, reader, depth)
    if schema.items is None or depth == 0:
        return "array"
    inner = _say_type(reader.read(schema.items), reader, depth - 1)
    if inner == "any":
        return "array"
    if inner == "object":
        return "array of objects"
    return f"array of ({inner})" if " or " in inner else f"array of {inner}"


def _say_tuple(schema: Schema, reader: SchemaReader, depth: int) -> str:
    count = len(schema.prefix_items)
    if depth == 0 or count > _MAX_NAMED:
        return f"tuple of {count} values"
    parts = [_say_type(reader.read(node), reader, depth - 1) for node in schema.prefix_items]
    return f"tuple of {_list_words(parts, 'and')}"


def _say_object(schema: Schema, reader: SchemaReader, depth: int) -> str:
    patterns = schema.pattern_properties
    values = patterns[0].node if patterns and schema.additional is None else schema.additional
    if schema.properties or values is None or isinstance(values, bool) or depth == 0:
        return "object"
    inner = _say_type(reader.read(values), reader, depth - 1)
    if inner == "object":
        return "map of objects"
    return f"map of ({inner})" if " or " in inner else f"map of {inner}"


def _list_options(choice: Choice, reader: SchemaReader, depth: int) -> list[str]:
    if depth > 0 and len(choice.options) <= _MAX_NAMED:
        options = (reader.read(option.node) for option in choice.options)
        words = [each for option in options for each in _list_types(option, reader, depth - 1)]
        if len(", ".join(words)) < MAX_WORDS:
            return words
    many = "one of" if choice.kind == "oneOf" else "any of"
    return [f"{many} {len(choice.options)} types"]


def _list_words(words: list[str], joint: str) -> str:
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


# --- limits -------------------------------------------------------------------------------------


def describe_limits(limits: Limits) -> tuple[LimitInWords, ...]:
    """Return the limits of a value in words, such as `3 to 20 characters`."""
    if limits is NO_LIMITS:
        return ()
    words: list[LimitInWords] = []
    _say_bounds(limits, words)
    if limits.multiple_of is not None:
        words.append((f"multiple of {_say_number(limits.multiple_of)}", None))
    _say_count(limits.min_length, limits.max_length, "character", "characters", words)
    if limits.pattern is not None:
        words.append(("matches", limits.pattern))
    _say_count(limits.min_items, limits.max_items, "item", "items", words)
    if limits.unique_items:
        words.append(("unique items", None))
    _say_count(limits.min_properties, limits.max_properties, "property", "properties", words)
    return tuple(words)


def _say_bounds(limits: Limits, words: list[LimitInWords]) -> None:
    low, high = limits.minimum, limits.maximum
    if low is not None and high is not None:
        exact = low == high
        text = (
            f"exactly {_say_number(low)}" if exact else f"{_say_number(low)} to {_say_number(high)}"
        )
        words.append((text, None))
    elif low is not None:
        words.append((f"at least {_say_number(low)}", None))
    elif high is not None:
        words.append((f"at most {_say_number(high)}", None))
    if limits.exclusive_minimum is not None:
        words.append((f"more than {_say_number(limits.exclusive_minimum)}", None))
    if limits.exclusive_maximum is not None:
        words.append((f"less than {_say_number(limits.exclusive_maximum)}", None))


def _say_count(
    low: int | None, high: int | None, one: str, many: str, words: list[LimitInWords]
) -> None:
    low = low or None  # A minimum of zero is no limit.
    if low is not None and low == high:
        words.append((f"exactly {low} {one if low == 1 else many}", None))
    elif low is not None and high is not None:
        words.append((f"{low} to {high} {many}", None))
    elif low is not None:
        words.append((f"at least {low} {one if low == 1 else many}", None))
    elif high is not None:
        words.append((f"at most {high} {one if high == 1 else many}", None))


def _say_number(value: float) -> str:
    if abs(value) < 1e15 and value == int(value):
        return str(int(value))
    return str(value)
