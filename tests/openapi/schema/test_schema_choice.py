"""Alternatives, discriminators, and inheritance."""

from __future__ import annotations

import time
from typing import Any

import pytest

from octavo.openapi.model import Choice, Schema
from octavo.openapi.schema.reader import SchemaReader
from tests.openapi.api_documents import messages, read_component, reader_of
from tests.patience import HANGS_AFTER

CAT = {"type": "object", "properties": {"purrs": {"type": "boolean"}}}
DOG = {"type": "object", "properties": {"barks": {"type": "boolean"}}}


def ref(name: str, **beside: Any) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}", **beside}


def read(schema: Any, **components: Any) -> tuple[Schema, SchemaReader]:
    reader = reader_of({"Cat": CAT, "Dog": DOG, **components, "It": schema})
    found = read_component(reader, "It")
    assert messages(reader.document) == []
    return found, reader


def choice_of(schema: Any, **components: Any) -> Choice:
    found, _ = read(schema, **components)
    assert found.choice is not None
    return found.choice


def labels(choice: Choice) -> list[str]:
    return [option.label for option in choice.options]


def values(choice: Choice) -> list[str | None]:
    """Return the first value of each option."""
    return [next(iter(option.values), None) for option in choice.options]


@pytest.mark.parametrize("kind", ["oneOf", "anyOf"])
def test_alternatives_are_options_with_labels(kind: str) -> None:
    choice = choice_of(
        {
            kind: [
                ref("Cat"),
                ref("Dog", title="A dog"),
                {"title": "Bird", "type": "object"},
                {"type": "string", "format": "date"},
                {"type": "array", "items": {"type": "integer"}},
                {"enum": ["a", "b"], "type": "string"},
                {"enum": [""], "type": "string"},
                {"type": "array", "items": ref("Cat")},
                {"const": "auto"},
                {"description": "?"},
            ]
        }
    )
    assert choice.kind == kind
    assert labels(choice) == [
        "Cat",
        "A dog",
        "Bird",
        "string (date)",
        "array of integer",
        "enum of strings",
        '""',
        "array of Cat",
        '"auto"',
        "Option 10",
    ]
    assert choice.discriminator is None


def test_labels_are_made_distinct() -> None:
    options = [{"type": "object", "title": "Pet"}, {"type": "object", "title": "Pet"}]
    assert labels(choice_of({"oneOf": options})) == ["Pet (1)", "Pet (2)"]
    named = [{"title": "Pet", "properties": {each: {}}} for each in ("a", "b")]
    assert labels(choice_of({"oneOf": named})) == ["Pet with a", "Pet with b"]


def test_the_same_title_gives_way_to_the_type() -> None:
    options = [{"type": "array", "title": "list", "items": {"type": each}} for each in TYPES]
    assert labels(choice_of({"oneOf": options})) == ["array of string", "array of integer"]


TYPES = ("string", "integer")


def test_options_without_a_name_are_called_by_the_value_that_only_they_have() -> None:
    options = [{"properties": {"id": {}, "event": {"enum": [event]}}} for event in ("made", "gone")]
    assert labels(choice_of({"oneOf": options})) == ["made", "gone"]


def test_options_without_a_name_are_called_by_the_schema_they_extend() -> None:
    options = [{"allOf": [ref(name), {"properties": {"more": {}}}]} for name in ("Cat", "Dog")]
    assert labels(choice_of({"oneOf": options})) == ["Cat", "Dog"]


def test_objects_without_a_name_are_called_by_the_properties_that_only_they_have() -> None:
    base: Any = {"properties": {"kind": {}}}
    options = [
        base,
        {"allOf": [base, {"properties": {"size": {}, "disk": {}, "more": {}}}]},
        {"allOf": [base, {"properties": {"image": {}}}]},
    ]
    assert labels(choice_of({"oneOf": options})) == ["object", "with size, disk", "with image"]


def test_null_is_no_option_but_a_type() -> None:
    schema, _ = read({"anyOf": [ref("Cat"), ref("Dog"), {"type": "null"}]})
    assert schema.choice is not None
    assert labels(schema.choice) == ["Cat", "Dog"]
    assert schema.types == ("null",)


@pytest.mark.parametrize("kind", ["oneOf", "anyOf"])
@pytest.mark.parametrize(
    "null", [{"type": "null"}, {"enum": [None]}, {"const": None}, {"type": None}]
)
def test_one_real_option_beside_null_is_no_choice(kind: str, null: Any) -> None:
    _, reader = read({"properties": {"a": {kind: [ref("Cat"), null], "description": "Ours"}}})
    (only,) = read_component(reader, "It").properties
    schema = reader.read(only.node)
    assert schema.choice is None
    assert (schema.name, schema.types, schema.description) == ("Cat", ("object", "null"), "Ours")


def test_a_choice_of_single_values_is_an_enum() -> None:
    options = [{"type": "string", "enum": [each]} for each in ("a", "b")]
    schema, _ = read({"oneOf": options})
    assert [each.value for each in schema.enum] == ["a", "b"]
    assert (schema.choice, schema.types) == (None, ("string",))


def test_a_component_that_wraps_one_option_keeps_its_own_name() -> None:
    schema, _ = read({"anyOf": [ref("Cat"), {"type": "null"}]})
    assert (schema.name, schema.types) == ("It", ("object", "null"))
    assert [each.name for each in schema.properties] == ["purrs"]


def test_the_same_reference_twice_is_one_option() -> None:
    assert read({"oneOf": [ref("Cat"), ref("Cat")]})[0].choice is None


def test_a_choice_inside_a_nullable_wrapper_is_kept() -> None:
    schema, _ = read({"anyOf": [{"oneOf": [ref("Cat"), ref("Dog")]}, {"type": "null"}]})
    assert schema.choice is not None
    assert labels(schema.choice) == ["Cat", "Dog"]
    assert schema.types == ("null",)


def test_nullable_beside_a_choice_is_a_type() -> None:
    schema, _ = read({"nullable": True, "oneOf": [ref("Cat"), ref("Dog")]})
    assert schema.types == ("null",)


def test_properties_beside_a_choice_are_kept() -> None:
    schema, _ = read(
        {
            "properties": {"id": {}},
            "required": ["id", "purrs"],
            "oneOf": [ref("Cat"), ref("Dog")],
        }
    )
    assert [(each.name, each.required) for each in schema.properties] == [("id", True)]
    assert schema.choice is not None


def test_options_that_only_check_are_not_shown() -> None:
    schema, _ = read(
        {
            "properties": {"a": {}, "b": {}},
            "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
        }
    )
    assert schema.choice is None
    assert [each.name for each in schema.properties] == ["a", "b"]


def test_a_choice_among_parts_is_kept() -> None:
    schema, _ = read({"allOf": [{"properties": {"id": {}}}, {"oneOf": [ref("Cat"), ref("Dog")]}]})
    assert [each.name for each in schema.properties] == ["id"]
    assert schema.choice is not None


@pytest.mark.parametrize("together", [True, False])
def test_two_choices_become_one_of_their_combinations(together: bool) -> None:
    sizes = [{"title": "Big", "properties": {"big": {}}}, {"title": "Small"}]
    kinds = [ref("Cat"), ref("Dog")]
    schema: dict[str, Any] = {"oneOf": kinds, "anyOf": sizes}
    if not together:
        schema = {"allOf": [{"oneOf": kinds}, {"anyOf": sizes}]}
    found, reader = read(schema)
    assert found.choice is not None
    assert labels(found.choice) == ["Cat, Big", "Cat, Small", "Dog, Big", "Dog, Small"]
    first = reader.read(found.choice.options[0].node)
    assert [each.name for each in first.properties] == ["purrs", "big"]


def test_too_many_combinations_keep_the_first_choice() -> None:
    many = [{"title": f"T{number}", "type": "object"} for number in range(5)]
    assert len(choice_of({"oneOf": many, "anyOf": many}).options) == 5


# --- discriminators -----------------------------------------------------------------------------


def test_a_mapping_names_the_options_by_name_or_reference() -> None:
    choice = choice_of(
        {
            "oneOf": [ref("Cat"), ref("Dog"), ref("Bird")],
            "discriminator": {
                "propertyName": "kind",
                "mapping": {"meow": "Cat", "purr": "Cat", "bark": "#/components/schemas/Dog"},
            },
        },
        Bird={"type": "object"},
    )
    assert choice.discriminator == "kind"
    assert values(choice) == ["meow", "bark", "Bird"]


def test_without_a_mapping_the_constant_of_the_option_counts_then_its_name() -> None:
    choice = choice_of(
        {
            "oneOf": [ref("A"), ref("B"), ref("C"), ref("Cat"), ref("D"), ref("E"), {"title": "F"}],
            "discriminator": {"propertyName": "kind"},
        },
        A={"properties": {"kind": {"const": "a"}}},
        B={"properties": {"kind": {"enum": ["b"]}}},
        C={"allOf": [ref("B"), {"properties": {"c": {}}}]},
        D={"properties": {"kind": {"anyOf": [{"enum": ["d"]}, {"type": "null"}]}}},
        E={"oneOf": [ref("A"), ref("B")]},
    )
    assert values(choice) == ["a", "b", "b", "Cat", "d", None, None]


PETS: dict[str, Any] = {
    "Pet": {
        "type": "object",
        "discriminator": {"propertyName": "kind"},
        "properties": {"kind": {"type": "string"}, "name": {}},
        "required": ["kind"],
    },
    "Lizard": {"allOf": [ref("Pet"), {"properties": {"loves": {}}}]},
    "Fish": {"allOf": [ref("Pet")]},
    "Gecko": {"allOf": [ref("Lizard")]},
}


def test_schemas_that_extend_one_with_a_discriminator_are_its_options() -> None:
    reader = reader_of(PETS)
    pet = read_component(reader, "Pet")
    assert pet.choice is not None
    assert labels(pet.choice) == ["Lizard", "Gecko", "Fish"]
    assert values(pet.choice) == ["Lizard", "Gecko", "Fish"]
    assert pet.choice.discriminator == "kind"
    assert [each.name for each in pet.properties] == ["kind", "name"]
    assert messages(reader.document) == []


@pytest.mark.parametrize("first", ["Pet", "Gecko"])
def test_those_that_extend_have_no_choice_but_the_value_that_stands_for_them(first: str) -> None:
    reader = reader_of(PETS)
    read_component(reader, first)
    for name in ("Lizard", "Fish", "Gecko"):
        schema = read_component(reader, name)
        assert schema.choice is None
        kind = reader.read(schema.properties[0].node)
        assert kind.types == ("string",)
    gecko = read_component(reader, "Gecko")
    assert [each.name for each in gecko.properties] == ["kind", "name", "loves"]
    fish = read_component(reader, "Fish")
    kind = reader.read(fish.properties[0].node)
    assert kind.const is not None
    assert kind.const.value == "Fish"
    assert messages(reader.document) == []


def test_inheritance_works_inside_arrays_and_wrappers() -> None:
    reader = reader_of(
        {
            **PETS,
            "Zoo": {
                "properties": {
                    "all": {"type": "array", "items": ref("Pet")},
                    "star": {"allOf": [ref("Pet")], "description": "The star"},
                    "more": {"allOf": [ref("Pet"), {"properties": {"price": {}}}]},
                }
            },
        }
    )
    every, star, more = read_component(reader, "Zoo").properties
    items = reader.read(every.node).items
    assert items is not None
    assert reader.read(items).choice is not None
    assert reader.read(star.node).choice is not None
    assert reader.read(more.node).choice is not None


def test_a_mapping_chooses_among_those_that_extend() -> None:
    pets = {
        **PETS,
        "Pet": {
            **PETS["Pet"],
            "discriminator": {"propertyName": "kind", "mapping": {"fishy": "Fish"}},
        },
    }
    reader = reader_of(pets)
    pet = read_component(reader, "Pet")
    assert pet.choice is not None
    assert (labels(pet.choice), values(pet.choice)) == (["Fish"], ["fishy"])
    assert read_component(reader, "Lizard").choice is None


def test_a_name_that_the_property_does_not_allow_is_not_its_value() -> None:
    pets = {
        **PETS,
        "Pet": {**PETS["Pet"], "properties": {"kind": {"enum": ["fish", "Lizard"]}}},
        "Gecko": {},
    }
    reader = reader_of(pets)
    fish, lizard = (read_component(reader, name) for name in ("Fish", "Lizard"))
    assert reader.read(fish.properties[0].node).const is None
    assert reader.read(lizard.properties[0].node).const is not None


def test_a_discriminator_that_nobody_extends_is_no_choice() -> None:
    schema, _ = read({"type": "object", "discriminator": {"propertyName": "kind"}})
    assert schema.choice is None


def test_options_that_refer_back_to_the_schema_with_the_choice_are_cut_in_silence() -> None:
    reader = reader_of(
        {
            "Pet": {
                "properties": {"kind": {"type": "string"}},
                "oneOf": [ref("Lizard"), ref("Fish")],
                "discriminator": {"propertyName": "kind", "mapping": {"l": "Lizard", "f": "Fish"}},
            },
            "Lizard": {"allOf": [ref("Pet"), {"properties": {"loves": {}}}]},
            "Fish": {"allOf": [ref("Pet")]},
        }
    )
    for order in (("Pet", "Lizard", "Fish"), ("Fish", "Lizard", "Pet")):
        schemas = {name: read_component(reader, name) for name in order}
        assert schemas["Pet"].choice is not None
        assert schemas["Lizard"].choice is None
        assert [each.name for each in schemas["Lizard"].properties] == ["kind", "loves"]
    assert messages(reader.document) == []


def test_a_choice_between_schemas_inside_each_other_ends() -> None:
    reader = reader_of(
        {
            "Value": {"oneOf": [{"type": "string"}, ref("List"), ref("Value")]},
            "List": {"type": "array", "items": ref("Value")},
        }
    )
    value = read_component(reader, "Value")
    assert value.choice is not None
    for option in value.choice.options:
        reader.read(option.node)
    assert messages(reader.document) == []


def test_thousands_of_schemas_that_extend_one_take_no_time() -> None:
    count = 3000
    children = {f"C{at}": {"allOf": [ref("Base")]} for at in range(count)}
    mapping = {f"c{at}": f"C{at}" for at in range(count)}
    base = {
        "properties": {"kind": {}},
        "discriminator": {"propertyName": "kind", "mapping": mapping},
    }
    reader = reader_of({**children, "Base": base})
    started = time.process_time()
    for name in children:
        assert read_component(reader, name).choice is None
    assert time.process_time() - started < HANGS_AFTER


def test_a_long_row_of_schemas_that_extend_each_other_takes_no_time() -> None:
    row: dict[str, Any] = {
        f"C{at}": {"allOf": [ref(f"C{at + 1}")], "discriminator": {"propertyName": "kind"}}
        for at in range(2000)
    }
    reader = reader_of({**row, "C2000": {"discriminator": {"propertyName": "kind"}}})
    started = time.process_time()
    choice = read_component(reader, "C2000").choice
    assert choice is not None
    assert len(choice.options) <= 1000
    assert time.process_time() - started < HANGS_AFTER
