"""Single schemas: their keywords, types, and references."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.model import EnumValue, Given, Limits, Node, Schema, Side
from octavo.openapi.schema.reader import SchemaReader, list_visible_properties
from octavo.problems import Code
from tests.openapi.api_documents import (
    codes,
    component,
    make_document,
    messages,
    read_component,
    reader_of,
)


def read(schema: Any, **components: Any) -> Schema:
    """Return a schema about which there is nothing to tell."""
    reader = reader_of({**components, "It": schema})
    found = read_component(reader, "It")
    assert messages(reader.document) == []
    return found


def names(schema: Schema) -> list[str]:
    return [each.name for each in schema.properties]


def ref(name: str, **beside: Any) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}", **beside}


# --- keywords -----------------------------------------------------------------------------------


def test_a_schema_says_all_of_itself() -> None:
    schema = read(
        {
            "type": "string",
            "format": "date",
            "title": "Day",
            "description": "A day",
            "deprecated": True,
            "readOnly": True,
            "writeOnly": True,
            "default": None,
            "example": "a",
            "examples": ["b", "c"],
            "contentEncoding": "base64",
            "contentMediaType": "image/png",
            "xml": {"name": "day"},
            "x-mint": {"pre": ["new", 2], "post": "beta"},
            "not": {"type": "null"},
            "dependentRequired": {"a": ["b"]},
        }
    )
    assert schema.name == "It"
    assert (schema.types, schema.format) == (("string",), "date")
    assert (schema.title, schema.description) == ("Day", "A day")
    assert (schema.deprecated, schema.read_only, schema.write_only) == (True, True, True)
    assert schema.default == Given(None)
    assert schema.examples == ("a", "b", "c")
    assert (schema.content_encoding, schema.content_media_type) == ("base64", "image/png")
    assert schema.xml == {"name": "day"}
    assert (schema.pills_before, schema.pills_after) == (("new", "2"), ("beta",))


def test_limits_are_read() -> None:
    keys = {
        "minimum": 1,
        "maximum": 2.5,
        "multipleOf": 0.5,
        "minLength": 1.0,
        "maxLength": 2,
        "pattern": "^a$",
        "minItems": 3,
        "maxItems": 4,
        "uniqueItems": True,
        "minProperties": 5,
        "maxProperties": 6,
    }
    assert read(keys).limits == Limits(
        minimum=1,
        maximum=2.5,
        multiple_of=0.5,
        min_length=1,
        max_length=2,
        pattern="^a$",
        min_items=3,
        max_items=4,
        unique_items=True,
        min_properties=5,
        max_properties=6,
    )


@pytest.mark.parametrize(
    ("keys", "limits"),
    [
        ({"minimum": 0, "exclusiveMinimum": True}, Limits(exclusive_minimum=0)),
        ({"maximum": 9, "exclusiveMaximum": True}, Limits(exclusive_maximum=9)),
        ({"minimum": 0, "exclusiveMinimum": False}, Limits(minimum=0)),
        ({"exclusiveMinimum": 0}, Limits(exclusive_minimum=0)),
        ({"exclusiveMinimum": True}, Limits()),
        ({"minimum": True, "minLength": False, "maxLength": -1, "minItems": 1.5}, Limits()),
        ({"minimum": "1", "pattern": 5, "maxItems": float("inf")}, Limits()),
        ({"minimum": float("nan")}, Limits()),
    ],
)
def test_exclusive_bounds_may_be_flags_and_nonsense_is_no_limit(
    keys: dict[str, Any], limits: Limits
) -> None:
    assert read({"type": "integer", **keys}).limits == limits


def test_properties_keep_their_order_and_say_whether_they_are_required() -> None:
    schema = read(
        {"properties": {"b": {}, "a": {"type": "string"}}, "required": ["a", "later"]},
    )
    assert [(each.name, each.required) for each in schema.properties] == [
        ("b", False),
        ("a", True),
        ("later", True),
    ]


def test_a_required_name_without_a_description_is_a_property_of_any_type() -> None:
    reader = reader_of({"It": {"type": "object", "required": ["a"]}})
    (only,) = read_component(reader, "It").properties
    assert reader.read(only.node).types == ()


@pytest.mark.parametrize("value", [False, True])
def test_further_properties_are_allowed_or_not(value: bool) -> None:
    assert read({"additionalProperties": value}).additional is value
    assert read({"unevaluatedProperties": value}).additional is value


def test_further_properties_have_a_schema() -> None:
    schema = read({"additionalProperties": {"type": "string"}, "unevaluatedProperties": False})
    assert isinstance(schema.additional, Node)
    assert schema.additional.value == {"type": "string"}


def test_pattern_properties_are_kept() -> None:
    schema = read({"patternProperties": {"^x-": {"type": "string"}}})
    assert [each.name for each in schema.pattern_properties] == ["^x-"]


def test_items_may_be_one_schema_or_several() -> None:
    one = read({"items": {"type": "string"}})
    assert one.items is not None
    first = read({"prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False})
    assert len(first.prefix_items) == 2
    assert first.items is not None
    old = read({"items": [{"type": "string"}], "additionalItems": {"type": "integer"}})
    assert len(old.prefix_items) == 1
    assert old.items is not None
    assert old.items.value == {"type": "integer"}


# --- enum and const -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("x-enumDescriptions", {"a": "The first", "b": "The second"}),
        ("x-enumDescriptions", ["The first", "The second"]),
        ("x-enum-descriptions", ["The first", "The second"]),
        ("x-enum-varnames", ["The first", "The second"]),
    ],
)
def test_enum_values_have_descriptions(key: str, told: Any) -> None:
    schema = read({"enum": ["a", "b", "a"], key: told})
    assert schema.enum == (EnumValue("a", "The first"), EnumValue("b", "The second"))


def test_descriptions_win_over_names() -> None:
    schema = read({"enum": [1], "x-enum-varnames": ["ONE"], "x-enumDescriptions": {"1": "One"}})
    assert schema.enum == (EnumValue(1, "One"),)


def test_true_is_not_one() -> None:
    assert [each.value for each in read({"enum": [1, True, 1.0]}).enum] == [1, True, 1.0]


def test_null_among_the_values_is_a_type_and_no_value() -> None:
    schema = read({"type": ["string", "null"], "enum": ["a", None]})
    assert (schema.types, schema.enum) == (("string", "null"), (EnumValue("a"),))


def test_constants_are_kept_null_too() -> None:
    assert read({"const": "a"}).const == Given("a")
    assert read({"const": None}).const == Given(None)


@pytest.mark.parametrize("kind", ["oneOf", "anyOf"])
def test_a_choice_of_constants_is_an_enum(kind: str) -> None:
    options = [
        {"const": "a", "title": "First"},
        {"const": "b", "title": "Second", "description": "The second"},
        {"type": "null"},
    ]
    schema = read({kind: options})
    assert schema.enum == (EnumValue("a", "First"), EnumValue("b", "Second: The second"))
    assert schema.types == ("string", "null")
    assert schema.choice is None


# --- types --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "types"),
    [
        ({}, ()),
        ({"description": "x"}, ()),
        ({"type": "string"}, ("string",)),
        ({"type": ["string", "null"]}, ("string", "null")),
        ({"type": ["string", None]}, ("string", "null")),
        ({"type": "string", "nullable": True}, ("string", "null")),
        ({"type": "string", "nullable": False}, ("string",)),
        ({"nullable": True}, ()),
        ({"nullable": True, "properties": {"a": {}}}, ("object", "null")),
        ({"type": "any"}, ()),
        ({"properties": {}}, ()),
        ({"properties": {"a": {}}}, ("object",)),
        ({"additionalProperties": False}, ("object",)),
        ({"minProperties": 1}, ("object",)),
        ({"items": {}}, ("array",)),
        ({"prefixItems": [{}]}, ("array",)),
        ({"uniqueItems": True}, ("array",)),
        ({"enum": ["a"]}, ("string",)),
        ({"enum": ["a", 1]}, ("string", "integer")),
        ({"enum": [None, "a"]}, ("null", "string")),
        ({"const": 1.5}, ("number",)),
        ({"const": True}, ("boolean",)),
        ({"const": {}}, ("object",)),
        ({"pattern": "a"}, ("string",)),
        ({"minLength": 0}, ("string",)),
        ({"format": "date"}, ("string",)),
        ({"format": "int64"}, ("integer",)),
        ({"format": "double"}, ("number",)),
        ({"minimum": 0}, ("number",)),
        ({"minimum": 0, "minLength": 1}, ()),
        ({"contentEncoding": "base64"}, ("string",)),
    ],
)
def test_types_are_stated_or_inferred(keys: dict[str, Any], types: tuple[str, ...]) -> None:
    assert read(keys).types == types


@pytest.mark.parametrize(
    ("name", "types", "format_"),
    [
        ("int", ("integer",), None),
        ("String", ("string",), None),
        ("datetime", ("string",), "date-time"),
        ("file", ("string",), "binary"),
        ("Pet", (), None),
    ],
)
def test_other_names_of_types_are_guessed_and_told(
    name: str, types: tuple[str, ...], format_: str | None
) -> None:
    reader = reader_of({"It": {"type": name}})
    schema = read_component(reader, "It")
    assert (schema.types, schema.format) == (types, format_)
    assert codes(reader.document) == [Code.API_TYPE_UNKNOWN]


def test_a_schema_may_be_true_or_false() -> None:
    assert read(True).types == ()
    assert read(True).never is False
    assert read(False).never is True


@pytest.mark.parametrize(
    "schema",
    [
        5,
        "string",
        ["string"],
        {"type": 5},
        {"properties": []},
        {"required": True},
        {"required": "a"},
        {"enum": "a"},
        {"items": "string"},
        {"prefixItems": {}},
        {"additionalProperties": "string"},
        {"allOf": {}},
        {"oneOf": {}},
        {"oneOf": ["a"]},
        {"discriminator": 5},
        {"discriminator": "kind"},
        {"discriminator": {"propertyName": "kind", "mapping": {"a": "#/nowhere"}}},
    ],
)
def test_values_of_the_wrong_type_are_told_once(schema: Any) -> None:
    reader = reader_of({"It": schema})
    read_component(reader, "It")
    assert len(reader.document.findings) == 1


@pytest.mark.parametrize(
    "schema",
    [
        None,
        {"properties": None, "items": None, "required": None, "allOf": None, "oneOf": None},
        {"title": 5, "description": [], "format": {}, "xml": 5, "x-mint": []},
        {"minimum": "a", "deprecated": "yes", "examples": 5, "discriminator": None},
    ],
)
def test_what_is_empty_or_only_decoration_is_passed_over(schema: Any) -> None:
    read(schema)


# --- references ---------------------------------------------------------------------------------


def test_a_reference_is_what_it_refers_to() -> None:
    schema = read(ref("Pet"), Pet={"type": "object", "properties": {"a": {}}})
    assert (schema.name, schema.node.pointer) == ("Pet", ("components", "schemas", "Pet"))


def test_what_stands_beside_a_reference_overrides() -> None:
    pet = {
        "type": "object",
        "title": "Pet",
        "description": "Theirs",
        "example": {"a": 1},
        "properties": {"a": {}},
    }
    schema = read(
        ref(
            "Pet",
            description="Ours",
            deprecated=True,
            readOnly=True,
            default={},
            example={"a": 2},
            nullable=True,
        ),
        Pet=pet,
    )
    assert (schema.title, schema.description) == ("Pet", "Ours")
    assert (schema.deprecated, schema.read_only, schema.default) == (True, True, Given({}))
    assert schema.examples == ({"a": 2},)
    assert schema.types == ("object", "null")
    assert (schema.name, schema.node.pointer) == ("Pet", ("components", "schemas", "Pet"))


def test_keys_beside_a_reference_that_change_the_schema_are_merged() -> None:
    schema = read(
        ref("Pet", properties={"b": {}}, required=["a"]),
        Pet={"type": "object", "properties": {"a": {}}},
    )
    assert [(each.name, each.required) for each in schema.properties] == [("a", True), ("b", False)]
    assert schema.name == "It"


def test_a_single_all_of_keeps_the_name_of_what_it_wraps() -> None:
    reader = reader_of(
        {
            "Pet": {"type": "object", "properties": {"a": {}}},
            "Owner": {
                "properties": {
                    "pet": {"type": "object", "allOf": [ref("Pet")], "description": "Ours"},
                    "no": {"nullable": True, "allOf": [ref("Pet")]},
                    "more": {"allOf": [ref("Pet")], "properties": {"b": {}}},
                }
            },
        }
    )
    pet, no, more = (reader.read(each.node) for each in read_component(reader, "Owner").properties)
    assert (pet.name, pet.description, pet.types) == ("Pet", "Ours", ("object",))
    assert (no.name, no.types) == ("Pet", ("object", "null"))
    assert (more.name, names(more)) == (None, ["a", "b"])


def test_a_reference_that_leads_nowhere_allows_anything() -> None:
    reader = reader_of({"It": ref("Nope", description="Ours")})
    schema = read_component(reader, "It")
    assert (schema.types, schema.description) == ((), "Ours")
    assert len(reader.document.findings) == 1


def test_references_in_a_circle_are_cut_and_told() -> None:
    reader = reader_of({"It": ref("Other"), "Other": ref("It")})
    assert read_component(reader, "It").types == ()
    assert codes(reader.document) == [Code.API_SCHEMA_CIRCLE]


def test_a_schema_inside_itself_is_no_circle() -> None:
    reader = reader_of({"Tree": {"properties": {"left": ref("Tree")}}})
    (left,) = read_component(reader, "Tree").properties
    assert reader.read(left.node) is read_component(reader, "Tree")
    assert messages(reader.document) == []


def test_a_schema_is_read_once_for_each_place() -> None:
    reader = reader_of({"It": {"type": "string"}})
    assert read_component(reader, "It") is read_component(reader, "It")


def test_definitions_inside_a_schema_are_reached() -> None:
    schema = {
        "$defs": {"inner": {"type": "integer"}},
        "properties": {"a": {"$ref": "#/components/schemas/It/$defs/inner"}},
    }
    reader = reader_of({"It": schema})
    (only,) = read_component(reader, "It").properties
    inner = reader.read(only.node)
    assert (inner.types, inner.name) == (("integer",), None)


def test_a_schema_in_another_file_has_the_name_of_the_component_that_refers_to_it() -> None:
    document = make_document(
        {"components": {"schemas": {"Pet": {"$ref": "pet.yaml"}}}},
        {
            "pet.yaml": {
                "type": "object",
                "properties": {"owner": {"$ref": "owner.yaml#/Owner"}, "self": {"$ref": "#"}},
            },
            "owner.yaml": {"Owner": {"type": "object"}},
        },
    )
    reader = SchemaReader(document)
    pet = read_component(reader, "Pet")
    assert (pet.name, pet.node.source) == ("Pet", "pet.yaml")
    owner, self_ = (reader.read(each.node) for each in pet.properties)
    assert (owner.name, owner.node.source) == (None, "owner.yaml")
    assert self_ is pet


def test_a_recursive_reference_leads_to_the_schema_around_it() -> None:
    reader = reader_of(
        {"Filter": {"$recursiveAnchor": True, "properties": {"all": {"$recursiveRef": "#"}}}}
    )
    (only,) = read_component(reader, "Filter").properties
    assert reader.read(only.node).name == "Filter"


# --- sides, conditions --------------------------------------------------------------------------


def test_properties_of_one_side_are_not_seen_on_the_other() -> None:
    reader = reader_of(
        {
            "Id": {"type": "string", "readOnly": True},
            "It": {
                "properties": {
                    "id": ref("Id"),
                    "password": {"writeOnly": True},
                    "name": {},
                }
            },
        }
    )
    schema = read_component(reader, "It")
    request = list_visible_properties(schema, Side.REQUEST, reader)
    response = list_visible_properties(schema, Side.RESPONSE, reader)
    assert [each.name for each in request] == ["password", "name"]
    assert [each.name for each in response] == ["id", "name"]


def test_properties_of_conditions_are_optional() -> None:
    schema = read(
        {
            "properties": {"kind": {}},
            "if": {"properties": {"kind": {"const": "a"}}},
            "then": {"properties": {"a": {}, "kind": {}}, "required": ["a"]},
            "else": {"properties": {"b": {}}, "required": ["b"]},
        }
    )
    assert [(each.name, each.required) for each in schema.properties] == [
        ("kind", False),
        ("a", False),
        ("b", False),
    ]


def test_the_place_of_a_schema_is_its_own() -> None:
    reader = reader_of({"It": {"type": "string"}})
    assert read_component(reader, "It").node == component(reader, "It")
