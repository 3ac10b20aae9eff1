"""Types and limits in words."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.schema.reader import describe_limits, describe_type
from octavo.openapi.schema.words import MAX_WORDS
from tests.openapi.api_documents import read_component, reader_of


def ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


PET = {"type": "object", "properties": {"name": {"type": "string"}}}
CAT = {"type": "object", "properties": {"purrs": {"type": "boolean"}}}
INLINE = {"type": "object", "properties": {"a": {}}}


def words(schema: Any) -> str:
    reader = reader_of({"Pet": PET, "Cat": CAT, "Status": {"enum": ["a"]}, "Any": {"a": schema}})
    outer = reader_of({**reader.document.tree["components"]["schemas"], "Outer": {"items": schema}})
    items = read_component(outer, "Outer").items
    assert items is not None
    return describe_type(outer.read(items), outer)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({}, "any"),
        (True, "any"),
        (False, "nothing"),
        ({"type": "string"}, "string"),
        ({"type": "string", "format": "date-time"}, "string (date-time)"),
        ({"type": "integer", "format": "int64"}, "integer (int64)"),
        ({"type": "string", "nullable": True}, "string or null"),
        ({"type": ["string", "integer", "null"]}, "string, integer or null"),
        ({"type": "null"}, "null"),
        ({"type": "string", "enum": ["a", "b"]}, "enum of strings"),
        ({"enum": [1, 2], "nullable": True}, "enum of integers or null"),
        (ref("Status"), "enum of strings"),
        ({"const": "a"}, "string"),
        ({"type": "object"}, "object"),
        (INLINE, "object"),
        (ref("Pet"), "Pet"),
        ({"anyOf": [ref("Pet"), {"type": "null"}]}, "Pet or null"),
        ({"type": "array"}, "array"),
        ({"type": "array", "items": {}}, "array"),
        ({"type": "array", "items": {"type": "string"}}, "array of string"),
        ({"type": "array", "items": INLINE}, "array of objects"),
        ({"type": "array", "items": ref("Pet")}, "array of Pet"),
        ({"type": "array", "items": {"type": ["string", "null"]}}, "array of (string or null)"),
        ({"items": {"items": {"type": "string"}}}, "array of array of string"),
        ({"type": ["array", "null"], "items": ref("Pet")}, "array of Pet or null"),
        ({"additionalProperties": {"type": "string"}}, "map of string"),
        ({"additionalProperties": INLINE}, "map of objects"),
        ({"additionalProperties": True}, "object"),
        ({"patternProperties": {"^a": {"type": "integer"}}}, "map of integer"),
        ({"properties": {"a": {}}, "additionalProperties": {"type": "string"}}, "object"),
        ({"prefixItems": [{"type": "string"}, {"type": "integer"}]}, "tuple of string and integer"),
        ({"prefixItems": [{}] * 9}, "tuple of 9 values"),
        ({"oneOf": [ref("Pet"), ref("Cat")]}, "Pet or Cat"),
        ({"oneOf": [ref("Pet"), ref("Cat"), {"type": "string"}]}, "Pet, Cat or string"),
        ({"anyOf": [ref("Pet"), ref("Cat"), {"type": "null"}]}, "Pet, Cat or null"),
        ({"oneOf": [INLINE, {"type": "object", "title": "Other"}]}, "object"),
        (
            {"oneOf": [{"type": ["string", "null"]}, {"type": ["integer", "null"]}]},
            "string, integer or null",
        ),
        ({"oneOf": [{"type": "string", "maxLength": n} for n in range(1, 9)]}, "one of 8 types"),
        ({"anyOf": [{"title": f"{n}"} for n in range(1, 9)]}, "any of 8 types"),
    ],
)
def test_types_are_said_as_a_reader_would(schema: Any, expected: str) -> None:
    assert words(schema) == expected


def test_types_that_contain_themselves_end() -> None:
    reader = reader_of(
        {
            "List": {"type": "array", "items": ref("List")},
            "Value": {"oneOf": [ref("Value"), {"type": "array", "items": ref("Value")}]},
        }
    )
    assert (
        describe_type(read_component(reader, "List"), reader) == "array of array of array of array"
    )
    assert describe_type(read_component(reader, "Value"), reader) == "Value"


def test_words_are_short_whatever_the_schema() -> None:
    long = "Name" * 100
    deep: Any = {"type": "string", "format": "f" * 1000}
    for _ in range(8):
        deep = {"oneOf": [deep, {"items": deep}, {"additionalProperties": deep}]}
    reader = reader_of({long: PET, "Deep": {"items": deep}, "Long": {"items": ref(long)}})
    assert len(describe_type(read_component(reader, "Deep"), reader)) <= MAX_WORDS
    assert describe_type(read_component(reader, "Long"), reader) == "array"
    assert len(describe_type(read_component(reader, long), reader)) == MAX_WORDS


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({}, []),
        ({"minimum": 1, "maximum": 100}, ["1 to 100"]),
        ({"minimum": 1}, ["at least 1"]),
        ({"maximum": 1.0}, ["at most 1"]),
        ({"minimum": 0}, ["at least 0"]),
        ({"minimum": 5, "maximum": 5}, ["exactly 5"]),
        ({"minimum": 0, "exclusiveMinimum": True}, ["more than 0"]),
        ({"exclusiveMaximum": 1.5}, ["less than 1.5"]),
        ({"exclusiveMinimum": 0, "exclusiveMaximum": 1}, ["more than 0", "less than 1"]),
        ({"exclusiveMinimum": 0, "maximum": 1}, ["at most 1", "more than 0"]),
        ({"multipleOf": 5}, ["multiple of 5"]),
        ({"multipleOf": 0.01}, ["multiple of 0.01"]),
        ({"maximum": 9223372036854775807}, ["at most 9223372036854775807"]),
        ({"minLength": 3, "maxLength": 20}, ["3 to 20 characters"]),
        ({"minLength": 1}, ["at least 1 character"]),
        ({"minLength": 0}, []),
        ({"minLength": 0, "maxLength": 5}, ["at most 5 characters"]),
        ({"minLength": 2, "maxLength": 2}, ["exactly 2 characters"]),
        ({"maxItems": 10}, ["at most 10 items"]),
        ({"maxItems": 1}, ["at most 1 item"]),
        ({"minItems": 2, "uniqueItems": True}, ["at least 2 items", "unique items"]),
        ({"minProperties": 1}, ["at least 1 property"]),
        ({"maxProperties": 3}, ["at most 3 properties"]),
    ],
)
def test_limits_are_said_in_words(keys: dict[str, Any], expected: list[str]) -> None:
    schema = read_component(reader_of({"It": keys}), "It")
    assert list(describe_limits(schema.limits)) == [(text, None) for text in expected]


def test_a_pattern_stands_apart_from_its_words() -> None:
    schema = read_component(reader_of({"It": {"pattern": "^a$"}}), "It")
    assert describe_limits(schema.limits) == (("matches", "^a$"),)
