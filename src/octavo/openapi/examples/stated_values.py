"""The values in schemas, for one side of an exchange."""

from __future__ import annotations

from typing import Any

from octavo.openapi.examples.text import parse_json
from octavo.openapi.model import Given, Node, Schema, Side
from octavo.openapi.schema.reader import SchemaReader, list_visible_properties


def find_stated_value(reader: SchemaReader, schema: Schema, side: Side) -> Given | None:
    """Return the value in a schema, without the parts that this side doesn't see."""
    if schema.const is not None:
        return schema.const
    if schema.examples:
        return Given(fit_to_side(reader, schema, schema.examples[0], side))
    if schema.default is not None and (schema.default.value is not None or not schema.types):
        return schema.default
    if schema.enum:
        values = [allowed.value for allowed in schema.enum]
        return Given(next((value for value in values if value is not None), None))
    return None


def fit_to_side(reader: SchemaReader, schema: Schema, value: Any, side: Side) -> Any:
    """Return an example for both sides without the parts that one side doesn't see."""
    if isinstance(value, str) and choose_kind(schema) in {"object", "array"}:
        value = parse_json(value)
    if not isinstance(value, dict):
        return value
    visible_names = {property_.name for property_ in list_visible_properties(schema, side, reader)}
    hidden_names = {property_.name for property_ in schema.properties} - visible_names
    return (
        {key: inner for key, inner in value.items() if key not in hidden_names}
        if hidden_names
        else value
    )


def choose_kind(schema: Schema) -> str:
    """Return the first type other than null; "" for any type."""
    for name in schema.types:
        if name != "null":
            return name
    if schema.types:
        return "null"
    if schema.properties or schema.pattern_properties or isinstance(schema.additional, Node):
        return "object"
    return "array" if schema.items is not None or schema.prefix_items else ""
