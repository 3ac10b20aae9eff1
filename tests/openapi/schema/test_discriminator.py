"""The values that a discriminating property can have: one where only one is possible, else all."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.examples.examples import build_example
from octavo.openapi.examples.value import build_option_example
from octavo.openapi.model import Choice, Side
from octavo.openapi.schema.reader import SchemaReader
from tests.openapi.api_documents import make_document, messages, read_component, reader_of


def ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def extend(name: str, **more: Any) -> dict[str, Any]:
    return {"allOf": [ref(name), {"type": "object", "properties": more}]}


def base(mapping: dict[str, str] | None = None, **kind: Any) -> dict[str, Any]:
    discriminator: dict[str, Any] = {"propertyName": "kind"}
    if mapping is not None:
        discriminator["mapping"] = mapping
    properties = {"kind": {"type": "string", **kind}, "name": {"type": "string"}}
    return {"type": "object", "discriminator": discriminator, "properties": properties}


def kinds(reader: SchemaReader, name: str) -> Any:
    """Return what a schema says on its own about `kind`: one value, a list of them, or None."""
    schema = read_component(reader, name)
    found = next(each for each in schema.properties if each.name == "kind")
    kind = reader.read(found.node)
    assert kind.const is None or not kind.enum
    if kind.const is not None:
        return kind.const.value
    return [each.value for each in kind.enum] or None


def options(choice: Choice | None) -> dict[str, tuple[str, ...]]:
    assert choice is not None
    return {option.label: option.values for option in choice.options}


ORDERS = [("A", "B", "C"), ("C", "B", "A")]


@pytest.mark.parametrize("order", ORDERS)
def test_a_value_is_not_inherited_over_two_levels(order: tuple[str, ...]) -> None:
    reader = reader_of({"A": base({"b": "B", "c": "C"}), "B": extend("A"), "C": extend("B")})
    for name in order:
        read_component(reader, name)
    assert kinds(reader, "C") == "c"
    assert kinds(reader, "B") == ["b", "c"]
    assert options(read_component(reader, "A").choice) == {"B": ("b",), "C": ("c",)}
    assert messages(reader.document) == []


def test_names_that_are_implied_are_not_inherited_over_three_levels() -> None:
    reader = reader_of({"A": base(), "B": extend("A"), "C": extend("B"), "D": extend("C")})
    assert [kinds(reader, name) for name in "BCD"] == [["B", "C", "D"], ["C", "D"], "D"]


def test_several_values_for_one_schema_are_a_list() -> None:
    mapping = {"cat": "Cat", "tom": "#/components/schemas/Cat", "dog": "Dog"}
    reader = reader_of({"Pet": base(mapping), "Cat": extend("Pet"), "Dog": extend("Pet")})
    assert (kinds(reader, "Cat"), kinds(reader, "Dog")) == (["cat", "tom"], "dog")
    pet = read_component(reader, "Pet")
    assert options(pet.choice) == {"Cat": ("cat", "tom"), "Dog": ("dog",)}


@pytest.mark.parametrize("kind", ["oneOf", "anyOf"])
def test_an_option_has_all_values_that_lead_to_it(kind: str) -> None:
    cat = {"type": "object", "properties": {"kind": {"type": "string"}}}
    inline = {"title": "Bird", "properties": {"kind": {"enum": ["robin", "wren"]}}}
    discriminator = {"propertyName": "kind", "mapping": {"cat": "Cat", "tom": "Cat"}}
    union = {kind: [ref("Cat"), ref("Dog"), inline], "discriminator": discriminator}
    reader = reader_of({"Cat": cat, "Dog": cat, "Pet": union})
    choice = read_component(reader, "Pet").choice
    assert options(choice) == {"Cat": ("cat", "tom"), "Dog": ("Dog",), "Bird": ("robin", "wren")}
    # Used on its own, a schema that does not extend the union says what it says itself.
    assert kinds(reader, "Cat") is None


def test_values_that_all_options_share_tell_none_of_them_apart() -> None:
    kind = {"enum": ["attach", "detach"]}
    inline = [{"properties": {"kind": kind, each: {}}} for each in ("size", "disk")]
    union = {"oneOf": inline, "discriminator": {"propertyName": "kind"}}
    choice = read_component(reader_of({"It": union}), "It").choice
    assert options(choice) == {"with size": (), "with disk": ()}


def test_a_schema_that_the_mapping_leaves_out_has_no_value_but_those_of_its_heirs() -> None:
    mapping = {"c": "C", "d": "D", "f": "F"}
    reader = reader_of(
        {
            "A": base(mapping),
            "B": extend("A"),
            "C": extend("B"),
            "D": extend("B"),
            "E": extend("A"),
            "F": extend("E"),
            "G": extend("C"),
        }
    )
    assert kinds(reader, "B") == ["c", "d"]
    assert kinds(reader, "E") is None  # it may stand for itself under its name
    assert kinds(reader, "G") is None


def test_a_schema_with_a_discriminator_of_its_own_has_a_choice_and_no_value() -> None:
    middle = extend("A")
    middle["discriminator"] = {"propertyName": "kind"}
    reader = reader_of({"A": base({"b": "B", "c": "C"}), "B": middle, "C": extend("B")})
    assert kinds(reader, "B") is None
    assert options(read_component(reader, "B").choice) == {"C": ("c",)}
    assert kinds(reader, "C") == "c"
    assert read_component(reader, "C").choice is None


@pytest.mark.parametrize("order", [("A", "B", "C", "D"), ("D", "C", "B", "A")])
def test_a_discriminator_in_a_part_of_a_schema_is_its_own(order: tuple[str, ...]) -> None:
    part = {"discriminator": {"propertyName": "kind", "mapping": {"c": "C"}}, "properties": {}}
    reader = reader_of(
        {
            "A": base({"b": "B", "c": "C", "d": "D"}),
            "B": {"allOf": [ref("A"), part]},
            "C": extend("B"),
            "D": extend("B"),
        }
    )
    for name in order:
        read_component(reader, name)
    assert options(read_component(reader, "B").choice) == {"C": ("c",)}
    assert [kinds(reader, name) for name in "BCD"] == [["b", "c", "d"], "c", "d"]
    assert [read_component(reader, name).choice for name in "CD"] == [None, None]


def test_what_a_schema_says_itself_about_its_values_counts() -> None:
    reader = reader_of(
        {
            "A": base(),
            "B": extend("A", kind={"enum": ["b1", "b2"]}),
            "C": extend("A", kind={"const": "see"}),
            "D": extend("A", kind={"enum": ["D", "d"]}),
        }
    )
    assert [kinds(reader, name) for name in "BCD"] == [["b1", "b2"], "see", ["D", "d"]]
    choice = read_component(reader, "A").choice
    assert options(choice) == {"B": ("b1", "b2"), "C": ("see",), "D": ("D", "d")}


def test_a_list_in_the_extending_schema_narrows_the_mapped_values() -> None:
    mapping = {"b1": "B", "b2": "B", "b3": "B", "x": "C"}
    reader = reader_of(
        {
            "A": base(mapping),
            "B": extend("A", kind={"enum": ["b2", "b3"]}),
            "C": extend("A", kind={"enum": ["y", "z"]}),
        }
    )
    assert kinds(reader, "B") == ["b2", "b3"]
    assert kinds(reader, "C") == ["y", "z"]


def test_a_list_in_the_base_allows_only_its_values() -> None:
    reader = reader_of({"A": base(enum=["B", "other"]), "B": extend("A"), "C": extend("A")})
    assert (kinds(reader, "B"), kinds(reader, "C")) == ("B", ["B", "other"])
    assert options(read_component(reader, "A").choice) == {"B": ("B",), "C": ()}


def test_a_default_or_example_of_the_base_is_not_that_of_another_kind() -> None:
    of_a = base({"a": "A", "b": "B", "c": "C"}, default="a", example="a")
    reader = reader_of({"A": of_a, "B": extend("A"), "C": extend("B")})
    for name, kind in (("B", "b"), ("C", "c")):
        schema = read_component(reader, name)
        assert build_example(reader, schema.node, Side.REQUEST)["kind"] == kind
        assert reader.read(schema.properties[0].node).default is None


def test_examples_follow_the_values_of_their_option() -> None:
    cat = {"type": "object", "properties": {"kind": {"type": "string"}}}
    dog = {**cat, "example": {"kind": "wolf", "age": 3}}
    mapping = {"cat": "Cat", "tom": "Cat", "dog": "Dog", "wolf": "Dog"}
    discriminator = {"propertyName": "kind", "mapping": mapping}
    union = {"oneOf": [ref("Cat"), ref("Dog")], "discriminator": discriminator}
    reader = reader_of({"Cat": cat, "Dog": dog, "Pet": union})
    pet = read_component(reader, "Pet")
    assert pet.choice is not None
    first, second = pet.choice.options
    assert build_option_example(reader, pet.node, first, Side.REQUEST) == {"kind": "cat"}
    assert build_option_example(reader, pet.node, second, Side.REQUEST) == dog["example"]


def test_schemas_in_files_of_their_own_extend_each_other() -> None:
    beside = {"$ref": "base.yaml"}
    document = make_document(
        {"components": {"schemas": {"Base": beside, "B": {"$ref": "b.yaml"}, "C": extend("B")}}},
        {
            "base.yaml": base({"b": "b.yaml", "c": "api.yaml#/components/schemas/C"}),
            "b.yaml": {"allOf": [beside, {"properties": {"more": {}}}]},
        },
    )
    reader = SchemaReader(document)
    assert (kinds(reader, "B"), kinds(reader, "C")) == (["b", "c"], "c")


def test_a_base_with_very_many_heirs_makes_no_list() -> None:
    heirs = {f"H{at}": extend("B") for at in range(400)}
    reader = reader_of({"A": base(), "B": extend("A"), **heirs})
    assert (kinds(reader, "B"), kinds(reader, "H7")) == (None, "H7")
