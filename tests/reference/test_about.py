"""What is said about a value: facts, limits, examples, and the values it may have."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import Node
from octavo.openapi.schema.reader import SchemaReader
from octavo.reference import view
from octavo.reference.about import Abouts
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


@pytest.mark.parametrize(
    ("schema", "facts"),
    [
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
        ({"default": "d" * 200}, f"Default `{'d' * 160}…` and 40 more letters"),
    ],
)
def test_a_fact_is_a_few_words_with_a_value(schema: dict[str, Any], facts: str) -> None:
    assert [write_words(fact) for fact in read(schema).facts] == [facts]


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
