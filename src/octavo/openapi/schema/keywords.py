"""Reads the keywords in a schema, without its references and parts.

Each keyword has a small function that sets fields of a `Schema`. A value of the wrong type is
reported if it changes the meaning of the schema, and is skipped otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from octavo.openapi.document.document import ApiDocument, is_reference
from octavo.openapi.document.shapes import (
    convert_to_text,
    follow_to_mapping,
    read_list,
    read_text,
    report_wrong_type,
)
from octavo.openapi.examples.documented import read_value
from octavo.openapi.model import EnumValue, Given, Limits, Node, Property, Rule
from octavo.openapi.schema.type_names import Fields, read_types

Keyword = Callable[[ApiDocument, Node, Any, Fields], None]


def read_keywords(document: ApiDocument, node: Node, keys: Iterable[str]) -> Fields:
    """Return fields of a `Schema` for the keywords in a mapping."""
    fields: Fields = {}
    value = node.value
    for key in keys:
        keyword = _KEYWORDS.get(key)
        if keyword is not None and value[key] is not None:
            keyword(document, node, value[key], fields)
    if "default" in value:
        fields["default"] = Given(value["default"])
    if "const" in value:
        fields["const"] = Given(value["const"])
    if "limits" in fields:
        fields["limits"] = _finish_limits(fields["limits"])
    if "properties" in fields or "required" in fields:
        _finish_properties(node, fields)
    return fields


# --- keywords -----------------------------------------------------------------------------------


def _build_text_reader(name: str) -> Keyword:
    def read(document: ApiDocument, node: Node, value: Any, fields: Fields) -> None:
        if isinstance(value, dict):
            value = read_text(document, node, name)
        if isinstance(value, str) and value.strip():
            fields[name] = value

    return read


def _build_flag_reader(name: str) -> Keyword:
    def read(_document: ApiDocument, _node: Node, value: Any, fields: Fields) -> None:
        if value is True:
            fields[name] = True

    return read


def _build_number_reader(name: str) -> Keyword:
    def read(_document: ApiDocument, _node: Node, value: Any, fields: Fields) -> None:
        if _is_number(value):  # Booleans count, too: see `_finish_limits`.
            fields.setdefault("limits", {})[name] = value

    return read


def _count(name: str) -> Keyword:
    def read(_document: ApiDocument, _node: Node, value: Any, fields: Fields) -> None:
        if _is_number(value) and not isinstance(value, bool) and value >= 0 and value % 1 == 0:
            fields.setdefault("limits", {})[name] = int(value)

    return read


def _is_number(value: Any) -> bool:
    return isinstance(value, int) or (isinstance(value, float) and math.isfinite(value))


def _read_pattern(_document: ApiDocument, _node: Node, value: Any, fields: Fields) -> None:
    if isinstance(value, str) and value:
        fields.setdefault("limits", {})["pattern"] = value


def _read_unique(_document: ApiDocument, _node: Node, value: Any, fields: Fields) -> None:
    if value is True:
        fields.setdefault("limits", {})["unique_items"] = True


def _read_enum(document: ApiDocument, node: Node, value: Any, fields: Fields) -> None:
    if not isinstance(value, list):
        enum_node = read_list(document, node, "enum")
        if enum_node is None:
            return
        value = enum_node.value
    if {*map(type, value)} == {str} and not any(key in node.value for key in _DESCRIPTION_KEYS):
        fields["enum"] = _build_texts_enum(tuple(value))
        return
    description_of = _read_descriptions(node.value, value)
    unique: dict[str, EnumValue] = {}
    for index, each in enumerate(value):
        # The keys are texts, because 1 and true are equal in Python.
        unique.setdefault(repr(each), EnumValue(each, description_of(index)))
    fields["enum"] = tuple(unique.values())


@lru_cache(maxsize=1_000)
def _build_texts_enum(texts: tuple[str, ...]) -> tuple[EnumValue, ...]:
    """Return allowed texts, cached because large documents repeat a few long lists."""
    return tuple(map(EnumValue, dict.fromkeys(texts)))


def _read_descriptions(schema: dict[str, Any], values: list[Any]) -> Callable[[int], str | None]:
    """Return a function for the description of the value at an index."""
    sources = [schema[key] for key in _DESCRIPTION_KEYS if key in schema]

    def describe(index: int) -> str | None:
        for source in sources:
            text: Any = None
            if isinstance(source, dict):
                text = source.get(convert_to_text(values[index]) or "")
            elif isinstance(source, list) and index < len(source):
                text = source[index]
            if isinstance(text, str) and text.strip():
                return text
        return None

    return describe


_DESCRIPTION_KEYS = (
    "x-enumDescriptions",
    "x-enum-descriptions",
    "x-enumNames",
    "x-enum-varnames",
)


def _read_example(document: ApiDocument, node: Node, value: Any, fields: Fields) -> None:
    if isinstance(value, dict):
        value = read_value(document, node.get_child("example")).value
    fields["examples"] = (value, *fields.get("examples", ()))


def _read_examples(_document: ApiDocument, _node: Node, value: Any, fields: Fields) -> None:
    if isinstance(value, dict):
        # Schemas can't have the form of parameters and bodies, but some documents use it.
        value = [each["value"] for each in value.values() if _has_value(each)]
    if isinstance(value, list):
        fields["examples"] = (*fields.get("examples", ()), *value)


def _has_value(example: Any) -> bool:
    return isinstance(example, dict) and "value" in example


def _read_properties(document: ApiDocument, node: Node, value: Any, fields: Fields) -> None:
    if not isinstance(value, dict):
        report_wrong_type(document, node.get_child("properties"), "a mapping of names to schemas")
        return
    source, pointer = node.source, (*node.pointer, "properties")
    properties = {name: Node(schema, source, (*pointer, name)) for name, schema in value.items()}
    if "$ref" in value:
        properties = _follow_names(document, node.get_child("properties"), properties)
    fields["properties"] = properties


def _follow_names(document: ApiDocument, place: Node, nodes: dict[str, Node]) -> dict[str, Node]:
    """Return a reference's target with its other keys; a property may have the name `$ref`."""
    if not is_reference(place):
        return nodes
    del nodes["$ref"]
    target = follow_to_mapping(document, place)
    return dict(target.items()) | nodes if target else nodes


def _read_pattern_properties(
    document: ApiDocument, node: Node, _value: Any, fields: Fields
) -> None:
    place = node.get_child("patternProperties")
    patterns = _follow_names(document, place, dict(place.items())).items()
    fields["pattern_properties"] = tuple(Property(name, schema) for name, schema in patterns)


def _read_required(document: ApiDocument, node: Node, value: Any, fields: Fields) -> None:
    if isinstance(value, dict):
        required_node = read_list(document, node, "required")
        value = required_node.value if required_node else []
    if isinstance(value, list):
        fields["required"] = {name: at for at, name in enumerate(value) if isinstance(name, str)}
        return
    hint = "List the names of required properties in `required` of the object that has them."
    report_wrong_type(document, node.get_child("required"), "a list of names", hint)


def _read_additional(document: ApiDocument, node: Node, value: Any, fields: Fields) -> None:
    if isinstance(value, bool):
        fields["additional"] = value
    elif isinstance(value, dict):
        fields["additional"] = node.get_child("additionalProperties")
    else:
        report_wrong_type(document, node.get_child("additionalProperties"), "a schema")


def _read_unevaluated(_document: ApiDocument, node: Node, value: Any, fields: Fields) -> None:
    if "additionalProperties" in node.value:
        return
    if isinstance(value, bool):
        fields["additional"] = value
    elif isinstance(value, dict):
        fields["additional"] = node.get_child("unevaluatedProperties")


def _read_items(document: ApiDocument, node: Node, value: Any, fields: Fields) -> None:
    if isinstance(value, list):
        fields["prefix_items"] = tuple(node.get_child("items").list_elements())
        rest = node.get("additionalItems")
        if rest is not None and isinstance(rest.value, dict | bool):
            fields["items"] = rest
    elif isinstance(value, dict | bool):
        fields["items"] = node.get_child("items")
    else:
        report_wrong_type(document, node.get_child("items"), "a schema")


def _read_prefix_items(document: ApiDocument, node: Node, value: Any, fields: Fields) -> None:
    if isinstance(value, list):
        fields["prefix_items"] = tuple(node.get_child("prefixItems").list_elements())
    else:
        report_wrong_type(document, node.get_child("prefixItems"), "a list of schemas")


def _read_content_schema(_document: ApiDocument, node: Node, value: Any, fields: Fields) -> None:
    if isinstance(value, dict):
        fields["content_schema"] = node.get_child("contentSchema")


def _build_rule_reader(name: str) -> Keyword:
    def read(_document: ApiDocument, node: Node, value: Any, fields: Fields) -> None:
        if isinstance(value, dict) and value:
            fields["rules"] = (*fields.get("rules", ()), Rule(name, node))

    return read


def _read_xml(_document: ApiDocument, _node: Node, value: Any, fields: Fields) -> None:
    if isinstance(value, dict):
        fields["xml"] = value


def _read_both_pills(_document: ApiDocument, _node: Node, value: Any, fields: Fields) -> None:
    if isinstance(value, dict):
        for name, key in (("pills_before", "pre"), ("pills_after", "post")):
            pills = _read_pills(value.get(key))
            if pills:
                fields[name] = pills


def _read_pills(value: Any) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    return tuple(text for text in map(convert_to_text, values) if text is not None)


_KEYWORDS: dict[str, Keyword] = {
    "type": read_types,
    "format": _build_text_reader("format"),
    "title": _build_text_reader("title"),
    "description": _build_text_reader("description"),
    "deprecated": _build_flag_reader("deprecated"),
    "readOnly": _build_flag_reader("read_only"),
    "writeOnly": _build_flag_reader("write_only"),
    "nullable": _build_flag_reader("nullable"),
    "enum": _read_enum,
    "example": _read_example,
    "examples": _read_examples,
    "minimum": _build_number_reader("minimum"),
    "maximum": _build_number_reader("maximum"),
    "exclusiveMinimum": _build_number_reader("exclusive_minimum"),
    "exclusiveMaximum": _build_number_reader("exclusive_maximum"),
    "multipleOf": _build_number_reader("multiple_of"),
    "minLength": _count("min_length"),
    "maxLength": _count("max_length"),
    "minItems": _count("min_items"),
    "maxItems": _count("max_items"),
    "minProperties": _count("min_properties"),
    "maxProperties": _count("max_properties"),
    "pattern": _read_pattern,
    "uniqueItems": _read_unique,
    "properties": _read_properties,
    "patternProperties": _read_pattern_properties,
    "required": _read_required,
    "additionalProperties": _read_additional,
    "unevaluatedProperties": _read_unevaluated,
    "items": _read_items,
    "prefixItems": _read_prefix_items,
    "contentEncoding": _build_text_reader("content_encoding"),
    "contentMediaType": _build_text_reader("content_media_type"),
    "contentSchema": _read_content_schema,
    "contains": _build_rule_reader("contains"),
    "propertyNames": _build_rule_reader("propertyNames"),
    "dependentRequired": _build_rule_reader("dependentRequired"),
    "dependentSchemas": _build_rule_reader("dependentSchemas"),
    "not": _build_rule_reader("not"),
    "xml": _read_xml,
    "x-mint": _read_both_pills,
}


# --- combinations of keywords -------------------------------------------------------------------


def _finish_limits(limits: dict[str, Any]) -> Limits:
    if len(limits) == 1:
        [(name, value)] = limits.items()
        if type(value) is int:  # This is not a flag.
            return _build_limit(name, value)
    for side in ("minimum", "maximum"):
        exclusive = limits.get(f"exclusive_{side}")
        # In OpenAPI 3.0, this tells whether the bound itself is excluded.
        if isinstance(exclusive, bool):
            del limits[f"exclusive_{side}"]
            if exclusive and side in limits:
                limits[f"exclusive_{side}"] = limits.pop(side)
    usable = {name: value for name, value in limits.items() if not _is_stray_flag(name, value)}
    return Limits(**usable)


@lru_cache(maxsize=1_000)
def _build_limit(name: str, value: int) -> Limits:
    """Return a single limit, cached because most limits repeat."""
    limit: dict[str, Any] = {name: value}
    return Limits(**limit)


def _is_stray_flag(name: str, value: Any) -> bool:
    return isinstance(value, bool) and name != "unique_items"


def _finish_properties(node: Node, fields: Fields) -> None:
    """Merge the properties with the required names, described or not."""
    properties, required = fields.get("properties", {}), fields.pop("required", {})
    members = [Property(name, each, name in required) for name, each in properties.items()]
    place = (*node.pointer, "required")
    members += (
        Property(name, Node(True, node.source, (*place, at)), required=True)
        for name, at in required.items()
        if name not in properties
    )
    fields["properties"] = tuple(members)
