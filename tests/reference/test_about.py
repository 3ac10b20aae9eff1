"""The statements about a value: facts, limits, examples, and allowed values."""

from __future__ import annotations

import re
from inspect import getsource
from typing import Any

import pytest

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import Node
from octavo.openapi.schema.reader import SchemaReader
from octavo.reference import view
from octavo.reference.facts.about import Abouts, list_facts
from octavo.reference.view import say
from octavo.render.api.view.markdown import write_type, write_words


def read(schema: dict[str, Any], *pages: str, required: bool = False) -> view.About:
    tree = {"openapi": "3.1.0", "components": {"schemas": {"Given": schema, "Other": {}}}}
    document = ApiDocument("api.json", "api", "3.1", tree)
    reader = SchemaReader(document)
    node = document.root.get_child("components").get_child("schemas").get_child("Given")
    return Abouts(reader, {name: f"/{name}" for name in pages}).read(
        reader.read(node), required=required
    )


FACTS: list[tuple[dict[str, Any], str]] = [
    ({"const": "a"}, "Always `a`"),
    ({"default": 3}, "Default `3`"),
    ({"default": ""}, 'Default `""`'),
    ({"const": 1, "default": 1}, "Always `1`"),
    ({"type": "string", "minLength": 3, "maxLength": 20}, "3 to 20 characters"),
    ({"type": "string", "pattern": "^a"}, "Matches `^a`"),
    ({"type": "number", "minimum": -1.5}, "At least -1.5"),
    ({"type": "array", "uniqueItems": True}, "Unique items"),
    ({"example": "x"}, "Example `x`"),
    ({"examples": ["two\nlines", "short"]}, "Example `short`"),
    ({"type": "string", "contentMediaType": "image/png"}, "Written as `image/png`"),
    ({"default": "d" * 200}, f"Default `{'d' * 160}…` and 40 more letters"),
]


def test_every_fact_has_a_case() -> None:
    words = set(re.findall(r'"([^"{]+) \{', getsource(list_facts)))
    assert len(words) > 2
    assert words - {fact.partition(" `")[0] for _, fact in FACTS} == set()


@pytest.mark.parametrize(("schema", "facts"), FACTS)
def test_a_fact_is_a_few_words_with_a_value(schema: dict[str, Any], facts: str) -> None:
    assert [write_words(fact) for fact in read(schema).facts] == [facts]


@pytest.mark.parametrize(
    ("schema", "facts"),
    [
        ({"contains": {"const": 1}}, ["Contains `1`"]),
        ({"contains": {"type": "string"}, "minContains": 2}, ["Contains at least 2 of string"]),
        ({"contains": {"enum": [1, 2]}, "maxContains": 3}, ["Contains 1 to 3 of `1` or `2`"]),
        ({"propertyNames": {"pattern": "^x"}}, ["Property names: Matches `^x`"]),
        (
            {"dependentRequired": {"a": ["b", "c"]}},
            ["With `a`: `b` is required, `c` is required"],
        ),
        ({"dependentSchemas": {"a": {"required": ["b"]}}}, ["With `a`: `b` is required"]),
        ({"not": {"required": ["a"]}}, ["Not allowed: `a` is required"]),
        ({"not": {"$ref": "#/components/schemas/Other"}}, ["Not allowed: `Other`"]),
        ({"not": {"not": {"const": 1}}}, ["Not allowed: Not allowed: `1`"]),
        (
            {"not": {"oneOf": [{"minimum": 1}, {}]}},
            ['Not allowed: `{"oneOf": [{"minimum": 1}, {}]}`'],
        ),
        (
            {
                "if": {"properties": {"kind": {"const": "a"}}, "required": ["kind"]},
                "then": {"required": ["b"], "properties": {"b": {"minLength": 2}}},
                "else": {"properties": {"b": {"maxLength": 1}}},
            },
            [
                "If `kind` is `a`: `b`: At least 2 characters, `b` is required",
                "If not `kind` is `a`: `b`: At most 1 character",
            ],
        ),
        (
            {"allOf": [{"not": {"const": 1}}, {"not": {"const": 2}}]},
            ["Not allowed: `1`", "Not allowed: `2`"],
        ),
        (
            {"contentMediaType": "application/json", "contentSchema": {"type": "integer"}},
            ["Written as `application/json`", "Holds integer"],
        ),
        ({"not": {}, "if": {"const": 1}, "contains": True}, []),
    ],
)
def test_rules_are_said_in_words(schema: dict[str, Any], facts: list[str]) -> None:
    assert [write_words(fact) for fact in read(schema).facts] == facts


def test_rules_inside_of_themselves_have_an_end() -> None:
    again = {"not": {"properties": {"a": {"$ref": "#/components/schemas/Given/not"}}}}
    assert write_words(read(again).facts[0]).startswith("Not allowed: `a`: `a`: `a`: `{")


def test_marks_are_in_the_order_that_readers_know() -> None:
    schema = {"type": "string", "readOnly": True, "deprecated": True}
    marks = [mark.label for mark in read(schema, required=True).marks]
    words = [each if isinstance(each, str) else each.text for each in marks]
    assert words == ["required", "deprecated", "read-only"]


def test_values_of_items_are_told_from_those_of_the_value() -> None:
    about = read({"type": "array", "enum": [[1]], "items": {"enum": ["a", "b"]}})
    assert [each.title for each in about.allowed] == [say("One of"), say("Each one of")]


def test_a_type_names_the_pages_of_schemas_and_no_others() -> None:
    schema = {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}}
    tree = {"openapi": "3.1.0", "components": {"schemas": {"Thing": {"properties": {"a": {}}}}}}
    document = ApiDocument("api.json", "api", "3.1", tree)
    reader = SchemaReader(document)
    node = document.root.get_child("components")
    list_ = type(node)(schema, node.source, ("list",))
    about = Abouts(reader, {"Thing": "/thing", "array": "/wrong"}).read(reader.read(list_))
    assert write_type(about) == "array of Thing"
    assert [(name.text, name.url) for name in about.type if name.url] == [("Thing", "/thing")]


def test_what_is_said_is_the_same_value_wherever_it_stands() -> None:
    assert read({"type": "string"}).weight == 0
    assert read({"type": "string", "description": "word " * 9}).weight >= 45


def test_a_value_has_the_name_of_its_schema_or_of_that_of_its_items() -> None:
    schemas = {"Pet": {"type": "object"}, "Pets": {"items": {"$ref": "#/components/schemas/Pet"}}}
    tree = {"openapi": "3.1.0", "components": {"schemas": schemas}}
    document = ApiDocument("api.json", "api", "3.1", tree)
    abouts = Abouts(SchemaReader(document), {})
    given = ({"$ref": "#/components/schemas/Pets"}, {"items": {"title": "Dog"}}, schemas["Pets"])
    values = [Node(value, "api.json", ("paths", at)) for at, value in enumerate(given)]
    named = [abouts.read(abouts.reader.read(value)).schema for value in values]
    assert named == ["Pets", "Dog", "Pet"]
    assert abouts.read(abouts.reader.read(Node({}, "api.json", ("paths", "y")))).schema == ""
