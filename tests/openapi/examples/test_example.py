"""Example values from schemas."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.examples.examples import build_example
from octavo.openapi.model import Node, Side
from octavo.openapi.schema.reader import SchemaReader
from tests.patience import HANGS_AFTER


def reader_of(schemas: dict[str, Any] | None = None) -> SchemaReader:
    tree = {"openapi": "3.1.0", "components": {"schemas": schemas or {}}}
    return SchemaReader(ApiDocument("api.yaml", "api", "3.1", tree))


def node_of(schema: Any) -> Node:
    return Node(schema, "api.yaml", ("paths", "/", "get", "schema"))


def example(schema: Any, schemas: dict[str, Any] | None = None, side: Side = Side.RESPONSE) -> Any:
    return build_example(reader_of(schemas), node_of(schema), side)


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


# --- single values ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string"}, "example"),
        ({"type": "string", "format": "date"}, "2026-03-14"),
        ({"type": "string", "format": "date-time"}, "2026-03-14T09:30:00Z"),
        ({"type": "string", "format": "email"}, "jane@example.com"),
        ({"type": "string", "format": "uuid"}, "3c90c3cc-0d44-4b50-8888-8dd25736052a"),
        ({"type": "string", "format": "ipv4"}, "203.0.113.7"),
        ({"type": "integer"}, 123),
        ({"type": "number", "minimum": 1, "maximum": 2}, 1.5),
        ({"type": "integer", "minimum": 1}, 2),
        ({"type": "integer", "maximum": 10}, 9),
        ({"type": "boolean"}, True),
        ({"type": "null"}, None),
        ({}, "example"),
        (True, "example"),
        ({"type": ["null", "integer"]}, 123),
        ({"type": "array", "items": {"type": "string"}}, ["example"]),
        ({"type": "array"}, ["example"]),
        ({"type": "object"}, {}),
        ({"properties": {"a": {"type": "boolean"}}}, {"a": True}),
    ],
)
def test_a_type_has_its_example(schema: Any, expected: Any) -> None:
    assert json.dumps(example(schema)) == json.dumps(expected)


def test_a_text_that_holds_json_has_an_example_of_it() -> None:
    content = {"type": "object", "properties": {"at": {"type": "integer"}}}
    schema = {"type": "string", "contentMediaType": "application/json", "contentSchema": content}
    assert example({"type": "object", "properties": {"data": schema}}) == {
        "data": '{"at":1773480600}'
    }


def test_what_a_schema_states_comes_first_in_a_fixed_order() -> None:
    stated = {"const": "a", "example": "b", "default": "c", "enum": ["d", "e"], "type": "string"}
    found = []
    for key in ("const", "example", "default", "enum", "type"):
        found.append(example(stated))
        stated.pop(key)

    assert found == ["a", "b", "c", "d", "example"]


def test_the_first_of_several_examples_is_used() -> None:
    assert example({"type": "string", "examples": ["one", "two"]}) == "one"


def test_null_as_default_or_enum_value_says_nothing() -> None:
    assert example({"type": ["string", "null"], "default": None}) == "example"
    assert example({"enum": [None, "open"]}) == "open"
    assert example({"enum": [None]}) is None


def test_false_zero_and_empty_are_values() -> None:
    assert example({"type": "boolean", "default": False}) is False
    assert example({"type": "integer", "example": 0}) == 0
    assert example({"type": "string", "default": ""}) == ""


# --- objects, maps, arrays ----------------------------------------------------------------------


def test_an_object_has_all_its_properties_in_their_order() -> None:
    schema = {
        "type": "object",
        "required": ["b"],
        "properties": {"a": {"example": "x"}, "b": {"type": "integer"}, "c": {"default": []}},
    }

    assert json.dumps(example(schema)) == '{"a": "x", "b": 123, "c": []}'


def test_each_side_has_its_properties() -> None:
    schema = {
        "type": "object",
        "properties": {
            "id": {"type": "integer", "readOnly": True},
            "password": {"type": "string", "writeOnly": True},
            "name": {"type": "string"},
        },
    }

    assert list(example(schema, side=Side.REQUEST)) == ["password", "name"]
    assert list(example(schema, side=Side.RESPONSE)) == ["id", "name"]


def test_an_example_of_a_schema_keeps_what_its_side_sees() -> None:
    schema = {
        "type": "object",
        "properties": {"id": {"type": "integer", "readOnly": True}, "name": {"type": "string"}},
        "example": {"id": 7, "name": "Ada", "extra": True},
    }

    assert example(schema, side=Side.REQUEST) == {"name": "Ada", "extra": True}
    assert example(schema, side=Side.RESPONSE) == {"id": 7, "name": "Ada", "extra": True}


def test_an_example_of_an_object_that_is_a_text_of_json_is_read() -> None:
    assert example({"type": "object", "example": '{"a": 1}'}) == {"a": 1}
    assert example({"type": "object", "example": "{a: 1}"}) == "{a: 1}"
    assert example({"type": "string", "example": '{"a": 1}'}) == '{"a": 1}'


def test_a_map_has_one_entry() -> None:
    schema = {"type": "object", "additionalProperties": {"type": "integer"}}
    patterns = {"type": "object", "patternProperties": {"^[a-z]{3}$": {"type": "boolean"}}}

    assert example(schema) == {"key": 123}
    assert example(patterns) == {"abc": True}
    assert example({"type": "object", "additionalProperties": True}) == {}
    assert example({"type": "object", "additionalProperties": False}) == {}


def test_an_array_has_as_many_items_as_it_must_but_never_many() -> None:
    items = {"type": "array", "items": {"type": "integer"}}

    assert example(items) == [123]
    assert example({**items, "minItems": 2}) == [123, 123]
    assert example({**items, "minItems": 10**9}) == [123, 123, 123]
    assert example({**items, "maxItems": 0}) == []


def test_a_tuple_has_each_of_its_items() -> None:
    schema = {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]}

    assert example(schema) == ["example", 123]
    assert example({**schema, "minItems": 3, "items": {"type": "boolean"}}) == [
        "example",
        123,
        True,
    ]


def test_a_property_that_can_have_no_value_is_left_out() -> None:
    assert example({"type": "object", "properties": {"a": False, "b": True}}) == {"b": "example"}


# --- choices ------------------------------------------------------------------------------------


def test_the_first_option_of_a_choice_is_shown() -> None:
    assert example({"oneOf": [{"type": "integer"}, {"type": "string"}]}) == 123
    assert example({"anyOf": [{"type": "null"}, {"type": "string"}]}) == "example"


def test_a_choice_has_the_value_that_selects_it() -> None:
    schemas = {
        "Cat": {
            "type": "object",
            "properties": {"kind": {"type": "string"}, "lives": {"const": 9}},
        },
        "Dog": {"type": "object", "properties": {"barks": {"type": "boolean"}}},
    }
    choice = {
        "oneOf": [ref("Cat"), ref("Dog")],
        "discriminator": {"propertyName": "kind", "mapping": {"feline": ref("Cat")["$ref"]}},
    }
    turned = {**choice, "oneOf": [ref("Dog"), ref("Cat")]}

    assert example(choice, schemas) == {"kind": "feline", "lives": 9}
    assert json.dumps(example(turned, schemas)) == '{"kind": "Dog", "barks": true}'


def test_properties_beside_a_choice_are_shown_too() -> None:
    schema = {
        "type": "object",
        "properties": {"id": {"type": "integer"}},
        "oneOf": [{"type": "object", "properties": {"name": {"type": "string"}}}],
    }

    assert example(schema) == {"id": 4242, "name": "Example"}


# --- circles and size ---------------------------------------------------------------------------

TREE = {
    "Tree": {
        "type": "object",
        "required": ["twin", "root"],
        "properties": {
            "name": {"type": "string"},
            "parent": ref("Tree"),
            "twin": ref("Tree"),
            "root": {"anyOf": [ref("Tree"), {"type": "null"}]},
            "children": {"type": "array", "items": ref("Tree")},
            "byName": {"type": "object", "additionalProperties": ref("Tree")},
        },
    }
}


def test_a_schema_inside_itself_is_left_out_or_empty() -> None:
    assert example(ref("Tree"), TREE) == {
        "name": "Example",
        "twin": {},
        "root": None,
        "children": [],
        "byName": {},
    }


def test_a_choice_takes_an_option_that_is_no_circle() -> None:
    schemas = {
        "A": {"oneOf": [ref("A"), {"type": "integer"}]},
        "B": {"oneOf": [ref("B"), ref("C")]},
        "C": {"oneOf": [ref("B"), ref("C")]},
    }

    assert example(ref("A"), schemas) == 123
    assert example(ref("B"), schemas) is None


RING = {
    "A": {"type": "object", "properties": {"b": ref("B"), "name": {"const": "a"}}},
    "B": {"type": "object", "properties": {"c": ref("C"), "name": {"const": "b"}}},
    "C": {"type": "object", "properties": {"a": ref("A"), "name": {"const": "c"}}},
}


def test_examples_do_not_depend_on_what_was_built_before() -> None:
    alone = {name: example(ref(name), RING) for name in "ABC"}
    reader = reader_of(RING)
    together = {
        name: build_example(
            reader, Node(ref(name), "api.yaml", ("paths", name, str(turn))), Side.RESPONSE
        )
        for turn in range(2)
        for name in "CAB"
    }

    assert together == alone
    assert alone["B"] == {"c": {"a": {"name": "a"}, "name": "c"}, "name": "b"}


def test_a_part_that_was_built_before_is_cut_where_it_would_hold_itself() -> None:
    reader = reader_of(RING)
    outer = {"type": "object", "properties": {"c": ref("C"), "b": ref("B"), "a": ref("A")}}
    build_example(reader, Node(ref("B"), "api.yaml", ("x",)), Side.RESPONSE)

    assert build_example(reader, node_of(outer), Side.RESPONSE) == example(outer, RING)


def test_many_levels_are_cut() -> None:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(30):
        schema = {"type": "object", "properties": {"name": {"type": "string"}, "inner": schema}}
    text = json.dumps(example(schema))

    assert text.count("name") == 8


def test_deep_chains_of_choices_end() -> None:
    schemas: dict[str, Any] = {
        f"S{number}": {"oneOf": [ref(f"S{number + 1}"), ref("S0")]} for number in range(500)
    }
    schemas["S500"] = {"type": "integer"}

    assert example(ref("S0"), schemas) is None
    assert example(ref("S490"), schemas) == 123


def test_a_value_is_cut_to_the_levels_that_fit_a_page() -> None:
    schemas: dict[str, Any] = {
        f"L{level}": {
            "type": "object",
            "properties": {f"p{index}": ref(f"L{level + 1}") for index in range(6)},
        }
        for level in range(6)
    }
    schemas["L6"] = {"type": "string"}
    built = example(ref("L0"), schemas)

    assert len(built) == 6
    assert 6 * 6 <= json.dumps(built).count("p0") * 6 <= 250


def test_a_wide_object_is_cut_at_the_size_of_a_page() -> None:
    properties = {f"p{index}": {"type": "integer"} for index in range(5000)}
    built = example({"type": "object", "properties": properties})

    assert 200 < len(built) < 300


def test_a_wide_circle_takes_no_time() -> None:
    names = [f"S{index}" for index in range(60)]
    schemas = {
        name: {"type": "object", "properties": {other: ref(other) for other in names}}
        for name in names
    }
    reader = reader_of(schemas)
    started = time.process_time()
    for name in names:
        build_example(reader, Node(ref(name), "api.yaml", (name,)), Side.RESPONSE)

    assert time.process_time() - started < HANGS_AFTER


def test_the_name_of_a_property_reaches_the_items_and_options_of_its_value() -> None:
    text = {"type": "string"}
    properties = {
        "email": {"anyOf": [text, {"type": "null"}]},
        "member_ids": {"type": "array", "items": text},
        "label": text,
    }
    assert example({"type": "object", "properties": properties}) == {
        "email": "jane@example.com",
        "member_ids": ["4242"],
        "label": "Example",
    }


def test_one_schema_below_two_names_has_two_values() -> None:
    properties = {
        "email": ref("Text"),
        "emails": ref("List"),
        "city": ref("Text"),
        "ids": ref("List"),
    }
    parts = {"Text": {"type": "string"}, "List": {"type": "array", "items": ref("Text")}}
    assert example({"type": "object", "properties": properties}, parts) == {
        "email": "jane@example.com",
        "emails": ["jane@example.com"],
        "city": "Berlin",
        "ids": ["4242"],
    }
