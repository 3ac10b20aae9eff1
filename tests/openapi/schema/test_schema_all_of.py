"""Schemas that hold together."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.model import EnumValue, Given, Limits, Node, Schema
from octavo.openapi.schema.reader import MAX_JOINS, MAX_PARTS_DEEP
from octavo.problems import Code
from tests.openapi.api_documents import codes, component, messages, read_component, reader_of


def ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def merged(*parts: Any, **beside: Any) -> Schema:
    reader = reader_of({"It": {"allOf": list(parts), **beside}})
    schema = read_component(reader, "It")
    assert messages(reader.document) == []
    return schema


def shown(schema: Schema) -> list[tuple[str, bool]]:
    return [(each.name, each.required) for each in schema.properties]


def test_properties_are_united_in_order_and_so_is_what_is_required() -> None:
    schema = merged(
        {"properties": {"a": {}, "b": {}}, "required": ["a"]},
        {"properties": {"c": {}, "a": {}}, "required": ["b", "c"]},
        properties={"d": {}},
        required=["d", "nowhere"],
    )
    assert shown(schema) == [
        ("a", True),
        ("b", True),
        ("c", True),
        ("d", True),
        ("nowhere", True),
    ]
    assert schema.types == ("object",)


def test_a_part_may_require_what_another_describes() -> None:
    reader = reader_of(
        {"It": {"allOf": [{"required": ["a"]}, {"properties": {"a": {"type": "string"}}}]}}
    )
    (only,) = read_component(reader, "It").properties
    assert only.required
    assert reader.read(only.node).types == ("string",)


def test_later_words_win_and_those_beside_the_parts_win_most() -> None:
    schema = merged(
        {"title": "One", "description": "One", "default": 1, "format": "int32"},
        {"title": "Two", "default": 2},
        description="Three",
    )
    assert (schema.title, schema.description) == ("Two", "Three")
    assert (schema.default, schema.format) == (Given(2), "int32")


def test_flags_of_any_part_count() -> None:
    schema = merged({"readOnly": True}, {"deprecated": True}, writeOnly=True)
    assert (schema.read_only, schema.deprecated, schema.write_only) == (True, True, True)


def test_the_tighter_bounds_win() -> None:
    first = {"minimum": 1, "maximum": 10, "minLength": 2, "maxItems": 5, "exclusiveMinimum": 0}
    second = {"minimum": 0, "maximum": 9.5, "minLength": 3, "uniqueItems": True, "pattern": "a"}
    assert merged(first, second).limits == Limits(
        minimum=1,
        maximum=9.5,
        min_length=3,
        max_items=5,
        exclusive_minimum=0,
        unique_items=True,
        pattern="a",
    )


def test_enums_are_intersected() -> None:
    schema = merged(
        {"enum": ["a", "b", "c"], "x-enumDescriptions": {"b": "The b"}}, {"enum": ["c", "b"]}
    )
    assert schema.enum == (EnumValue("c"), EnumValue("b", "The b"))


def test_enums_without_a_common_value_keep_the_later() -> None:
    assert merged({"enum": ["a"]}, {"enum": ["b"]}).enum == (EnumValue("b"),)


@pytest.mark.parametrize(
    ("first", "second", "types"),
    [
        ("string", "string", ("string",)),
        ("number", "integer", ("integer",)),
        ("integer", "number", ("integer",)),
        (["string", "null"], ["null", "string"], ("string", "null")),
        (["string", "null"], "string", ("string",)),
        ("string", "object", ("object",)),
    ],
)
def test_types_are_intersected(first: Any, second: Any, types: tuple[str, ...]) -> None:
    assert merged({"type": first}, {"type": second}).types == types


def test_nullable_beside_the_parts_allows_null() -> None:
    schema = merged({"type": "object"}, {"properties": {"a": {}}}, nullable=True)
    assert schema.types == ("object", "null")


def test_false_among_the_parts_allows_nothing() -> None:
    assert merged({"type": "object"}, False).never


def test_a_property_of_two_parts_follows_both_and_keeps_their_places() -> None:
    reader = reader_of(
        {
            "A": {"properties": {"x": {"type": "string", "description": "Theirs"}}},
            "It": {
                "allOf": [ref("A"), {"properties": {"x": {"maxLength": 5}}}],
            },
        }
    )
    (only,) = read_component(reader, "It").properties
    schema = reader.read(only.node)
    assert (schema.types, schema.description) == (("string",), "Theirs")
    assert schema.limits.max_length == 5
    assert only.node not in (component(reader, "It"), component(reader, "A"))


def test_objects_inside_two_parts_are_merged_all_the_way_down() -> None:
    inner: Any = {"properties": {"y": {"properties": {"a": {}}}}}
    other: Any = {"properties": {"y": {"properties": {"b": {}}}}}
    reader = reader_of(
        {"It": {"allOf": [{"properties": {"x": inner}}, {"properties": {"x": other}}]}}
    )
    (x,) = read_component(reader, "It").properties
    (y,) = reader.read(x.node).properties
    assert [each.name for each in reader.read(y.node).properties] == ["a", "b"]


def test_a_property_that_both_parts_refer_to_is_the_same() -> None:
    reader = reader_of(
        {
            "X": {"type": "string"},
            "It": {"allOf": [{"properties": {"x": ref("X")}}, {"properties": {"x": ref("X")}}]},
        }
    )
    (only,) = read_component(reader, "It").properties
    assert reader.read(only.node).name == "X"


def test_items_of_two_parts_follow_both() -> None:
    reader = reader_of(
        {"It": {"allOf": [{"items": {"type": "string"}}, {"items": {"enum": ["a"]}}]}}
    )
    items = read_component(reader, "It").items
    assert items is not None
    schema = reader.read(items)
    assert (schema.types, schema.enum) == (("string",), (EnumValue("a"),))


def test_further_properties_are_the_narrowest() -> None:
    assert (
        merged({"additionalProperties": True}, {"additionalProperties": False}).additional is False
    )
    kept = merged({"additionalProperties": {"type": "string"}}, {"additionalProperties": True})
    assert isinstance(kept.additional, Node)


def test_an_example_of_a_part_is_not_one_of_the_whole() -> None:
    one = {"properties": {"a": {}}, "example": {"a": 1}}
    two = {"properties": {"b": {}}, "example": {"b": 2}}
    assert merged(one, two).examples == ({"a": 1, "b": 2},)
    assert merged(one, {"properties": {"b": {}}}).examples == ()
    assert merged({"properties": {"b": {}}}, one).examples == ()
    assert merged(one, {"description": "x"}).examples == ({"a": 1},)
    assert merged(one, two, example={"c": 3}).examples == ({"c": 3},)


def test_parts_may_have_parts() -> None:
    reader = reader_of(
        {
            "A": {"properties": {"a": {}}},
            "B": {"allOf": [ref("A"), {"properties": {"b": {}}}]},
            "C": {"allOf": [ref("B"), {"allOf": [{"properties": {"c": {}}}]}]},
        }
    )
    schema = read_component(reader, "C")
    assert [each.name for each in schema.properties] == ["a", "b", "c"]
    assert (schema.name, schema.node) == ("C", component(reader, "C"))


def test_a_schema_made_of_itself_is_cut_and_told() -> None:
    reader = reader_of(
        {
            "A": {"allOf": [ref("B")], "properties": {"a": {}}},
            "B": {"allOf": [ref("A")], "properties": {"b": {}}},
        }
    )
    assert {each.name for each in read_component(reader, "A").properties} == {"a", "b"}
    assert codes(reader.document) == [Code.API_SCHEMA_CIRCLE]


def test_a_long_row_of_parts_is_cut_at_the_same_places_wherever_reading_starts() -> None:
    row: dict[str, Any] = {
        f"S{number}": {"allOf": [ref(f"S{number + 1}")], "properties": {f"p{number}": {}}}
        for number in range(1000)
    }
    row["S1000"] = {"properties": {"last": {}}}
    counts = []
    for names in (list(row), list(reversed(row))):
        reader = reader_of(row)
        read = {name: len(read_component(reader, name).properties) for name in names}
        counts.append(dict(sorted(read.items())))
        assert Code.API_SCHEMA_CIRCLE in codes(reader.document)
    assert counts[0] == counts[1]
    assert counts[0]["S999"] == 2
    assert 20 < max(counts[0].values()) <= MAX_PARTS_DEEP + 1


def test_a_long_circle_of_parts_ends() -> None:
    count = 500
    row: dict[str, Any] = {
        f"S{number}": {"allOf": [ref(f"S{(number + 1) % count}")], "properties": {f"p{number}": {}}}
        for number in range(count)
    }
    reader = reader_of(row)
    for name in row:
        assert read_component(reader, name).properties
    assert Code.API_SCHEMA_CIRCLE in codes(reader.document)


def test_parts_named_many_times_over_take_no_time() -> None:
    levels = {
        f"S{level}": {"allOf": [ref(f"S{level + 1}")] * 10, "properties": {f"p{level}": {}}}
        for level in range(25)
    }
    reader = reader_of({**levels, "S25": {"properties": {"end": {}}}})
    assert len(read_component(reader, "S0").properties) == 26


@pytest.mark.whole
def test_circles_that_are_joined_do_not_multiply_without_end() -> None:
    circles: dict[str, Any] = {}
    for length in (2, 3, 5, 7, 11, 13, 17):
        for at in range(length):
            following = ref(f"C{length}_{(at + 1) % length}")
            circles[f"C{length}_{at}"] = {"properties": {"next": following}}
    starts = [ref(name) for name in circles if name.endswith("_0")]
    reader = reader_of({**circles, "It": {"allOf": starts}})
    schema = read_component(reader, "It")
    seen = set()
    while schema.properties[0].node not in seen:
        seen.add(schema.properties[0].node)
        schema = reader.read(schema.properties[0].node)
    assert len(seen) < MAX_JOINS
