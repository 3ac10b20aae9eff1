"""Defaults and examples of the wrong type are reported at their place and not used."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.examples.examples import build_example, choose_example, choose_value
from octavo.openapi.model import Side
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.schema.reader import SchemaReader
from octavo.problems import Code, Severity
from tests.openapi.api_documents import component, make_document, messages, reader_of


def built(schema: dict[str, Any]) -> tuple[Any, SchemaReader]:
    reader = reader_of({"It": schema, "Base": {"type": "integer"}})
    return build_example(reader, component(reader, "It"), Side.REQUEST), reader


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "integer", "example": "ten"},
        {"type": "integer", "default": "ten"},
        {"type": "integer", "default": 1.5},
        {"type": "integer", "default": True},
        {"type": "number", "examples": ["a"]},
        {"type": ["integer", "null"], "example": []},
        {"allOf": [{"$ref": "#/components/schemas/Base"}], "example": "ten"},
        {"$ref": "#/components/schemas/Base", "default": {}},
    ],
)
def test_a_number_is_made_up_where_the_document_gives_something_else(schema: Any) -> None:
    value, reader = built(schema)
    assert value == 123
    (finding,) = reader.document.findings
    assert (finding.code, finding.severity) == (Code.API_EXAMPLE_WRONG_TYPE, Severity.WARNING)
    assert "the schema asks for a" in finding.message
    *_, key = (each for each in finding.pointer if isinstance(each, str))
    assert key in schema


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "array", "items": {"type": "string"}, "example": "a,b"}, ["example"]),
        ({"type": "object", "properties": {"a": {"type": "boolean"}}, "example": [1]}, {"a": True}),
        ({"type": "string", "example": {"a": 1}}, "example"),
        ({"type": "boolean", "default": "true"}, True),
    ],
)
def test_other_types_are_made_up_too(schema: Any, expected: Any) -> None:
    value, reader = built(schema)
    assert value == expected
    assert len(reader.document.findings) == 1


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "integer", "example": 5.0}, 5.0),
        ({"type": "number", "example": 5}, 5),
        ({"type": ["string", "integer"], "example": 5}, 5),
        ({"type": "object", "example": '{"a": 1}'}, {"a": 1}),
        ({"type": "string", "enum": ["a", 2], "default": 2}, 2),
        ({"type": "string", "default": None, "example": "a"}, "a"),
        ({"example": "anything"}, "anything"),
        ({"oneOf": [{"type": "string"}, {"type": "integer"}], "example": 5}, 5),
        ({"type": "integer", "examples": [7, 8]}, 7),
    ],
)
def test_what_fits_is_used_without_a_word(schema: Any, expected: Any) -> None:
    value, reader = built(schema)
    assert (value, messages(reader.document)) == (expected, [])


@pytest.mark.parametrize(("given", "expected"), [(12345, "12345"), (True, "true"), (1.5, "1.5")])
def test_a_text_without_quotes_is_read_as_text_with_a_note(given: Any, expected: str) -> None:
    value, reader = built({"type": "string", "example": given, "default": given})
    assert value == expected
    assert {each.severity for each in reader.document.findings} == {Severity.INFO}


def test_of_several_examples_those_that_fit_are_kept() -> None:
    value, reader = built({"type": "integer", "examples": ["one", 2]})
    assert value == 2
    (finding,) = reader.document.findings
    assert finding.pointer[-2:] == ("examples", 0)


OPERATION = {
    "parameters": [
        {"name": "a", "in": "query", "schema": {"type": "integer"}, "example": "many"},
        {"name": "b", "in": "query", "schema": {"type": "integer"}, "example": "5"},
        {"name": "c", "in": "query", "schema": {"type": "string"}, "example": 5},
        {
            "name": "d",
            "in": "query",
            "schema": {"type": "array", "items": {"type": "string"}},
            "examples": {"x": {"value": {"no": 1}}, "y": {"value": ["e", "f"]}},
        },
    ],
    "requestBody": {
        "content": {
            "application/json": {
                "schema": {"$ref": "#/components/schemas/Pet"},
                "examples": {"bad": {"value": [1]}, "good": {"value": {"name": "Rex"}}},
            },
            "application/xml": {
                "schema": {"$ref": "#/components/schemas/Pet"},
                "example": "<pet/>",
            },
        }
    },
}


def test_examples_of_parameters_and_bodies_follow_their_schemas() -> None:
    pet = {"type": "object", "properties": {"name": {"type": "string"}}}
    tree = {"paths": {"/a": {"post": OPERATION}}, "components": {"schemas": {"Pet": pet}}}
    document = make_document(tree)
    (entry,) = list_operations(document)
    operation = read_operation(document, entry)
    reader = SchemaReader(document)
    values = [choose_example(reader, each) for each in operation.parameters]
    assert values == [123, "5", 5, ["e", "f"]]
    assert operation.body is not None
    bodies = [choose_value(reader, each, Side.REQUEST) for each in operation.body.contents]
    assert [each and each.value for each in bodies] == [{"name": "Rex"}, "<pet/>"]
    assert [finding.pointer[3:] for finding in document.sort_findings()] == [
        ("parameters", 0, "example"),
        ("parameters", 3, "examples", "x", "value"),
        ("requestBody", "content", "application/json", "examples", "bad", "value"),
    ]
