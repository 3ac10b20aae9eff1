"""Values that follow their schemas in everything."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.examples.valid_values import ValueMaker
from octavo.openapi.model import Node, Side
from octavo.openapi.schema.reader import SchemaReader
from octavo.openapi.validity.validity import Validity
from tests.openapi.api_documents import make_document

IT = {"$ref": "#/components/schemas/It"}


def make(
    schema: Any, *, side: Side = Side.RESPONSE, schemas: Any = None, version: str = "3.1.0"
) -> tuple[Any, bool]:
    """Return the value of a schema, and whether it is right."""
    components = {"schemas": {"It": schema} | (schemas or {})}
    document = make_document({"openapi": version, "paths": {}, "components": components})
    reader = SchemaReader(document)
    validity = Validity(reader, side)
    node = Node(schema, document.source, ("components", "schemas", "It"))
    made = ValueMaker(reader, validity, side).make(node)
    if made is None:
        return None, False
    again = ValueMaker(SchemaReader(document), Validity(SchemaReader(document), side), side)
    assert again.make(node) == made, "another one the second time"
    return made.value, validity.is_valid(node, made.value)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "pattern": r"^(?:[a-z]{2}-)?\d{3}$"},
        {"type": "string", "pattern": r"^[a-z]*$", "minLength": 10, "maxLength": 12},
        {"type": "string", "pattern": r"^(?=.*\d)[a-z\d]{8,}$"},
        {"type": "string", "minLength": 300},
        {"type": "string", "minLength": 20, "pattern": "^(foo|bar)"},
        {"type": "string", "minLength": 20, "pattern": "[A-Z]{2}$"},
        {"type": "string", "maxLength": 2, "format": "date-time"},
        {"type": "string", "format": "uuid", "pattern": "^u_[0-9]+$"},
        {"type": "string", "example": 5, "enum": ["a", "b"]},
        {"type": "string", "example": "too long", "maxLength": 3},
        {"type": "integer", "default": 500, "maximum": 10},
        {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
        {"type": "integer", "multipleOf": 7, "minimum": 50, "maximum": 60},
        {"type": "array", "items": {"type": "integer"}, "minItems": 7, "uniqueItems": True},
        {"type": "array", "items": {"enum": ["a", "b", "c"]}, "minItems": 3, "uniqueItems": True},
        {"type": "array", "items": {"type": "string"}, "minItems": 4, "uniqueItems": True},
        {
            "type": "array",
            "uniqueItems": True,
            "minItems": 2,
            "items": {"type": "object", "properties": {"n": {"type": "integer"}}},
        },
        {
            "type": "array",
            "items": {"type": "number", "minimum": 30, "multipleOf": 7},
            "minItems": 3,
            "uniqueItems": True,
        },
        {"type": "array", "items": {"type": "object"}, "minItems": 4, "uniqueItems": True},
        {
            "type": "array",
            "items": {"type": "array", "items": {"type": "number"}, "minItems": 1},
            "minItems": 4,
            "uniqueItems": True,
        },
        {"type": "object", "required": ["p"], "additionalProperties": {"type": "number"}},
        {"type": "object", "required": ["p"], "dependentRequired": {"p": ["q"]}},
        {"type": "array", "contains": {"const": "it"}, "items": {"type": "string"}},
        {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "minItems": 2},
        {"type": "array", "items": {"type": "string"}, "maxItems": 0},
        {"type": "object", "minProperties": 3, "additionalProperties": {"type": "integer"}},
        {"type": "object", "minProperties": 2, "properties": {"a": {"type": "string"}}},
        {"type": "object", "required": ["a"], "additionalProperties": {"type": "integer"}},
        {
            "type": "object",
            "patternProperties": {"^x-[a-z]{2}$": {"type": "integer"}},
            "additionalProperties": False,
            "minProperties": 1,
        },
        {"type": "object", "properties": {"a": {}, "b": {}}, "dependentRequired": {"a": ["c"]}},
        {"type": "object", "properties": {"a": {}, "b": {}}, "maxProperties": 1},
        {"type": "object", "propertyNames": {"maxLength": 2}, "additionalProperties": {}},
        {
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {}},
            "not": {"required": ["b"]},
        },
        {
            "type": "object",
            "properties": {"kind": {"enum": ["a", "b"]}, "more": {"type": "string"}},
            "required": ["kind"],
            "if": {"properties": {"kind": {"const": "a"}}},
            "then": {"required": ["more"]},
        },
        {"oneOf": [{"type": "integer"}, {"type": "number", "minimum": 1000}]},
        {
            "oneOf": [
                {"type": "object", "properties": {"a": {"type": "string"}}},
                {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"]},
            ]
        },
        {
            "oneOf": [
                {"type": "object", "properties": {"a": {"type": "string"}}},
                {"type": "object", "properties": {"b": {"type": "string"}}},
                {"type": "object", "properties": {"c": {"type": "integer"}}},
            ]
        },
        {"anyOf": [{"type": "string", "pattern": "^a$"}, {"type": "null"}]},
        {
            "allOf": [
                {"type": "object", "properties": {"a": {"minLength": 9, "type": "string"}}},
                {"required": ["a"], "properties": {"a": {"maxLength": 9}}},
            ]
        },
        {"allOf": [{"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}], "type": "object"},
        {"const": {"a": [1]}},
        {"enum": [None]},
        {"type": "null"},
        {"type": ["integer", "null"], "minimum": 5},
        {},
        True,
    ],
)
def test_a_value_follows_its_schema(schema: Any) -> None:
    value, is_valid = make(schema)
    assert is_valid, value


def test_what_pages_show_is_kept_where_it_is_right() -> None:
    schema = {
        "type": "object",
        "properties": {
            "name": {"type": "string", "example": "Ada"},
            "code": {"type": "string", "pattern": "^[A-Z]{2}!$"},
        },
    }
    assert make(schema)[0] == {"name": "Ada", "code": "AB!"}


def test_schemas_that_contain_themselves_end() -> None:
    tree = {
        "type": "object",
        "required": ["id", "children"],
        "properties": {"id": {"type": "integer"}},
    }
    tree["properties"]["children"] = {"type": "array", "items": IT}  # type: ignore[index]
    assert make(tree)[1]
    least = {
        "type": "object",
        "required": ["next"],
        "properties": {"next": {"oneOf": [IT, {"type": "string"}]}},
    }
    assert make(least)[1]
    nullable = {
        "type": "object",
        "required": ["next"],
        "properties": {"next": {"anyOf": [IT, {"type": "null"}]}},
    }
    assert make(nullable)[1]
    endless = {"type": "object", "required": ["next"], "properties": {"next": IT}}
    assert make(endless) == (None, False)


def test_lists_that_contain_themselves_without_repetitions_end() -> None:
    part = {
        "type": "object",
        "properties": {"more": IT, "part": {"$ref": "#/components/schemas/Part"}},
    }
    schema = {"type": "array", "uniqueItems": True, "minItems": 4}
    schema["items"] = {"$ref": "#/components/schemas/Part"}
    assert make(schema, schemas={"Part": part})[1]


def test_a_value_that_stands_in_two_places_is_mended_in_each() -> None:
    item = {"type": "object", "properties": {"a": {"type": "string", "pattern": "^x{3}$"}}}
    schema = {"type": "array", "items": item, "minItems": 2}
    value, is_valid = make(schema)
    assert (value, is_valid) == ([{"a": "xxx"}, {"a": "xxx"}], True)
    assert value[0] is not value[1], "what mends one would change the other"


def test_each_side_gets_its_own_properties() -> None:
    schema = {
        "type": "object",
        "required": ["id", "secret"],
        "properties": {
            "id": {"type": "string", "readOnly": True},
            "secret": {"type": "string", "writeOnly": True},
        },
    }
    assert make(schema, side=Side.RESPONSE)[0].keys() == {"id"}
    assert make(schema, side=Side.REQUEST)[0].keys() == {"secret"}


def test_a_discriminator_has_the_value_of_its_option() -> None:
    pets = {
        "Cat": {"type": "object", "properties": {"kind": {"type": "string"}}, "required": ["kind"]},
        "Dog": {"type": "object", "properties": {"kind": {"type": "string"}}, "required": ["kind"]},
    }
    schema = {
        "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
        "discriminator": {"propertyName": "kind", "mapping": {"cat": "#/components/schemas/Cat"}},
    }
    value, is_valid = make(schema, schemas=pets)
    assert is_valid
    assert value == {"kind": "cat"}


def test_what_nothing_can_follow_has_no_value() -> None:
    assert make({"allOf": [{"type": "string"}, {"type": "integer"}]}) == (None, False)
    assert make({"type": "integer", "minimum": 5, "maximum": 4}) == (None, False)
    assert make(False) == (None, False)
