"""Infers the types of a schema from all of its keywords."""

from __future__ import annotations

from octavo.openapi.model import NO_LIMITS, Limits, Property, Schema
from octavo.openapi.schema.type_names import name_type_of_value
from octavo.values import replace

_NUMBER_FORMATS = {"int32": "integer", "int64": "integer", "float": "number", "double": "number"}


def settle_schema(schema: Schema) -> Schema:
    """Return a schema with inferred types, and without meaningless parts."""
    types = schema.types or infer_types(schema)
    enum = schema.enum
    if enum and any(each.value is None for each in enum):
        # `types` already includes it.
        enum = tuple(each for each in enum if each.value is not None)
    properties = schema.properties
    if properties and schema.choice is not None:
        # The options may describe properties that are only named here.
        properties = tuple(each for each in properties if not is_only_named(each))
    if types == schema.types and enum is schema.enum and properties is schema.properties:
        return schema
    return replace(schema, types=types, enum=enum, properties=properties)


def allow_null(schema: Schema) -> Schema:
    """Return a schema that also allows null."""
    if "null" in schema.types:
        return schema
    types = schema.types or infer_types(schema)
    if not types and schema.choice is None:
        return schema
    return replace(schema, types=(*types, "null"))


def is_only_named(each: Property) -> bool:
    """Tell whether a property is required but not described."""
    return each.node.value is True and isinstance(each.node.pointer[-1], int)


def infer_types(schema: Schema) -> tuple[str, ...]:
    """Return the types that the other keywords imply; empty next to a choice."""
    if schema.choice is not None:
        return ()
    if schema.const is not None:
        return (name_type_of_value(schema.const.value),)
    if schema.enum:
        return tuple(dict.fromkeys(name_type_of_value(each.value) for each in schema.enum))
    if schema.properties or schema.pattern_properties or schema.additional is not None:
        return ("object",)
    if schema.items is not None or schema.prefix_items:
        return ("array",)
    if schema.format in _NUMBER_FORMATS:
        return (_NUMBER_FORMATS[schema.format],)
    if schema.format or schema.content_encoding or schema.content_media_type:
        return ("string",)
    return _infer_from_limits(schema.limits)


def _infer_from_limits(limits: Limits) -> tuple[str, ...]:
    if limits == NO_LIMITS:
        return ()
    types = {kind for name, kind in _TYPE_OF_LIMIT.items() if _is_stated(getattr(limits, name))}
    return tuple(types) if len(types) == 1 else ()


def _is_stated(limit: object) -> bool:
    return limit is not None and limit is not False


_TYPE_OF_LIMIT = {
    "minimum": "number",
    "maximum": "number",
    "exclusive_minimum": "number",
    "exclusive_maximum": "number",
    "multiple_of": "number",
    "min_length": "string",
    "max_length": "string",
    "pattern": "string",
    "min_items": "array",
    "max_items": "array",
    "unique_items": "array",
    "min_properties": "object",
    "max_properties": "object",
}
