"""Equal schemas are one; their mistakes are reported at each of their places."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.document import same_words
from octavo.openapi.model import Node, Schema
from octavo.openapi.schema.reader import SchemaReader
from tests.openapi.api_documents import make_document

SIZE: dict[str, Any] = {
    "type": "object",
    "properties": {"width": {"type": "integer"}, "unit": {"type": "string"}},
}


def read_both(one: Any, other: Any, around: dict[str, Any] | None = None) -> tuple[Schema, Schema]:
    """Return the schemas of two properties of a component."""
    component = {"type": "object", "properties": {"one": one, "other": other}, **(around or {})}
    document = make_document({"components": {"schemas": {"It": component, "Other": {}}}})
    reader = SchemaReader(document)
    place = Node(component, document.source, ("components", "schemas", "It"))
    first, second = (each.node for each in reader.read(place).properties)
    return reader.read(first), reader.read(second)


def test_schemas_in_the_same_words_are_read_once() -> None:
    one, other = read_both(SIZE, {"type": "object", "properties": dict(SIZE["properties"])})
    assert one is other


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"default": 1}, {"default": True}),
        ({"default": 1}, {"default": 1.0}),
        ({"description": "A"}, {"description": "B"}),
        ({"$ref": "#/components/schemas/Other", "description": "A"},) * 2,
        ({"items": {"$dynamicRef": "#node"}},) * 2,
        ({"properties": {"a": {"$id": "a.json"}}},) * 2,
    ],
)
def test_others_are_read_each(one: Any, other: Any) -> None:
    first, second = read_both(one, dict(other))
    assert first is not second


def test_what_points_into_a_schema_with_an_id_stays_there() -> None:
    inside = {"items": {"$ref": "#/$defs/size"}}
    around = {"$id": "https://example.org/it.json", "$defs": {"size": SIZE}}
    first, second = read_both(inside, dict(inside), around)
    assert first is not second


def test_components_keep_their_names() -> None:
    schemas = {"One": {"type": "string"}, "Other": {"type": "string"}}
    document = make_document({"components": {"schemas": schemas}})
    reader = SchemaReader(document)
    places = [Node(schemas[name], "api.yaml", ("components", "schemas", name)) for name in schemas]
    assert [reader.read(place).name for place in places] == ["One", "Other"]


@pytest.mark.parametrize("forgets", [False, True])
def test_what_is_wrong_is_told_at_every_place(forgets: bool) -> None:
    wrong = {"type": "object", "properties": {"a": {"type": "integer", "example": "many"}}}
    deeper = {"type": "object", "properties": {"b": wrong}}
    schemas = {"One": {"properties": {"x": deeper, "y": dict(deeper), "z": dict(wrong)}}}
    document = make_document({"components": {"schemas": schemas}})
    reader = SchemaReader(document)
    queue = [Node(schemas["One"], "api.yaml", ("components", "schemas", "One"))]
    while queue:
        queue += [each.node for each in reader.read(queue.pop()).properties]
    if forgets:
        document.memory.operations = ()
        document.forget()
        assert document.memory.operations is None
    places = [each.pointer[4:-2] for each in document.sort_findings()]
    assert places == [
        ("x", "properties", "b", "properties"),
        ("y", "properties", "b", "properties"),
        ("z", "properties"),
    ]


def test_files_are_named_by_words_or_else_by_places() -> None:
    document = make_document({})
    places = [Node(SIZE, "api.yaml", (name,)) for name in ("one", "other")]
    combined = [Node({"allOf": [SIZE]}, "api.yaml", place.pointer) for place in places]
    named, also = map(document.memory.same_words.list_naming_parts, places)
    assert named == also
    first, second = map(document.memory.same_words.list_naming_parts, combined)
    assert first != second


def test_what_is_inside_of_words_is_named_by_its_place_in_them() -> None:
    """For any reading order of two objects, their combined content has one name."""
    either = {"oneOf": [{"type": "string"}, {"type": "integer"}]}
    holder = {"type": "object", "properties": {"a": either}}
    component = {"type": "object", "properties": {"x": holder, "y": {**holder}}}
    document = make_document({"components": {"schemas": {"It": component}}})
    start = ("components", "schemas", "It", "properties")
    names = [
        document.memory.same_words.list_naming_parts(
            Node(either, "api.yaml", (*start, name, "properties", "a"))
        )
        for name in ("x", "y")
    ]
    assert names[0] == names[1]
    assert names[0][1:] == ["properties", "a"]
    alone = document.memory.same_words.list_naming_parts(Node(component, "api.yaml", start[:3]))
    assert alone == ["api.yaml", *start[:3]]


def test_numbers_of_any_length_are_compared() -> None:
    one, other = read_both({"default": 10**5000}, {"default": 10**5000})
    assert one is other


def test_there_is_an_end_to_comparing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(same_words, "_MOST_BYTES", 10)
    one, other = read_both(dict(SIZE), dict(SIZE))
    assert one is not other
    assert [each.name for each in one.properties] == [each.name for each in other.properties]
