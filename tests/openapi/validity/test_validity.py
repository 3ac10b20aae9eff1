"""What is wrong with values, by the schemas of API documents."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from octavo.openapi.model import Node, Side
from octavo.openapi.schema.reader import SchemaReader
from octavo.openapi.validity.library import Checker, Definitions
from octavo.openapi.validity.validity import Validity
from octavo.openapi.validity.words import render_pointer
from tests.effort import effort
from tests.openapi.api_documents import make_document
from tests.recursive_schemas import DOUBLING, build_doubling_chain, refer

ROOT = Path(__file__).parents[3]


def find(
    schema: Any,
    value: Any,
    *,
    side: Side = Side.REQUEST,
    version: str = "3.1.0",
    schemas: Any = None,
    files: Any = None,
    formats: bool = False,
) -> list[str]:
    """Return the mistakes of a value, each in one line."""
    tree = {
        "openapi": version,
        "paths": {},
        "components": {"schemas": {"It": schema} | (schemas or {})},
    }
    document = make_document(tree, files)
    place = ("components", "schemas", "It")
    node = Node(document.tree["components"]["schemas"]["It"], document.source, place)
    validity = Validity(SchemaReader(document), side, checks_formats=formats)
    return [
        f"{render_pointer(each.pointer)} {each.message}".strip()
        for each in validity.find_mistakes(node, value)
    ]


@pytest.mark.parametrize(
    ("schema", "value", "message"),
    [
        ({"type": "integer"}, "a", "must be a whole number"),
        ({"type": ["string", "null"]}, 1, "must be a text or null"),
        ({"maximum": 100}, 101, "must be at most 100"),
        ({"minimum": 1}, 0, "must be at least 1"),
        ({"exclusiveMinimum": 0}, 0, "must be more than 0"),
        ({"exclusiveMaximum": 5}, 5, "must be less than 5"),
        ({"multipleOf": 5}, 7, "must be a multiple of 5"),
        ({"minLength": 1}, "", "must have at least 1 character"),
        ({"maxLength": 2}, "abc", "must have at most 2 characters"),
        ({"pattern": "^a+$"}, "b", "must match the pattern ^a+$"),
        ({"enum": ["a", "b"]}, "c", "must be one of a, b"),
        ({"const": True}, False, "must be true"),
        ({"minItems": 2}, [1], "must have at least 2 items"),
        ({"maxItems": 1}, [1, 2], "must have at most 1 item"),
        ({"uniqueItems": True}, [1, 1], "must not have the same item twice"),
        ({"minProperties": 1}, {}, "must have at least 1 property"),
        ({"maxProperties": 0}, {"a": 1}, "must have at most 0 properties"),
        ({"required": ["a"]}, {}, ".a is missing"),
        ({"properties": {}, "additionalProperties": False}, {"b": 1}, ".b is not known here"),
        ({"not": {"type": "string"}}, "a", "has a form that it must not have"),
        ({"items": {"properties": {"a": {"type": "boolean"}}}}, [{"a": 1}], None),
        ({"contains": {"const": 1}}, [2], "lacks an item that it must have"),
        ({"propertyNames": {"maxLength": 1}}, {"ab": 1}, None),
        ({"dependentRequired": {"a": ["b"]}}, {"a": 1}, ".b is missing"),
        (False, 1, "is not allowed"),
    ],
)
def test_a_mistake_is_told_in_plain_words(schema: Any, value: Any, message: str | None) -> None:
    (told,) = find(schema, value)
    if message is not None:
        assert told == message


def test_every_mistake_is_told_with_its_place() -> None:
    schema = {
        "properties": {"tags": {"items": {"type": "string"}}, "size": {"maximum": 3}},
        "required": ["name"],
    }
    told = find(schema, {"tags": ["a", 2], "size": 4})
    assert sorted(told) == [
        ".name is missing",
        ".size must be at most 3",
        ".tags[1] must be a text",
    ]


def test_a_choice_tells_what_is_wrong_with_the_form_that_was_meant() -> None:
    cat = {"properties": {"kind": {"const": "cat"}, "lives": {"maximum": 9}}, "required": ["kind"]}
    dog = {"properties": {"kind": {"const": "dog"}}, "required": ["kind"]}
    told = find({"oneOf": [cat, dog]}, {"kind": "cat", "lives": 10})
    assert told == [".lives must be at most 9"]
    assert find({"anyOf": [{"type": "string"}, {"type": "integer"}]}, []) == [
        "must be a text or a whole number"
    ]
    assert find({"oneOf": [{"type": "integer"}, {"type": "number"}]}, 1) == [
        "fits more than one of the forms that it may have, and must fit only one"
    ]


def test_a_discriminator_decides_between_forms_that_are_alike() -> None:
    pets = {
        "Cat": {"type": "object", "properties": {"kind": {"type": "string"}}},
        "Dog": {"type": "object", "properties": {"kind": {"type": "string"}}},
    }
    schema = {
        "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {"cat": "#/components/schemas/Cat", "dog": "#/components/schemas/Dog"},
        },
    }
    assert find(schema, {"kind": "cat"}, schemas=pets) == []
    assert find(schema, {"kind": "cow"}, schemas=pets) != []


def test_keywords_of_openapi_3_0_mean_what_they_meant() -> None:
    assert find({"type": "string", "nullable": True}, None, version="3.0.3") == []
    assert find({"type": "string", "nullable": True, "enum": ["a"]}, None, version="3.0.3") == []
    bound = {"type": "integer", "minimum": 5, "exclusiveMinimum": True}
    assert find(bound, 5, version="3.0.3") == ["must be more than 5"]
    reference = {"$ref": "#/components/schemas/Other", "nullable": True}
    other = {"Other": {"type": "object"}}
    assert find(reference, None, version="3.0.3", schemas=other) == []
    assert find(reference, 1, version="3.0.3", schemas=other) != []


def test_each_side_needs_what_it_sends() -> None:
    schema = {
        "properties": {"id": {"readOnly": True}, "secret": {"writeOnly": True}},
        "required": ["id", "secret"],
    }
    assert find(schema, {}, side=Side.REQUEST) == [".secret is missing"]
    assert find(schema, {}, side=Side.RESPONSE) == [".id is missing"]
    split = {"allOf": [{"properties": {"id": {"readOnly": True}}}, {"required": ["id"]}]}
    assert find(split, {}, side=Side.REQUEST) == []
    assert find(split, {}, side=Side.RESPONSE) == [".id is missing"]


def test_schemas_may_contain_themselves_and_stand_in_other_files() -> None:
    tree = {
        "properties": {"next": {"$ref": "#/components/schemas/It"}, "size": {"type": "integer"}}
    }
    assert find(tree, {"next": {"next": {"size": "x"}}}) == [
        ".next.next.size must be a whole number"
    ]
    other = {"other.yaml": {"Size": {"type": "integer"}, "Boxed": {"$ref": "#/Size"}}}
    assert find({"$ref": "other.yaml#/Boxed"}, "x", files=other) == ["must be a whole number"]
    assert find({"$ref": "#/components/schemas/Missing"}, "x") == []


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "banana", "minimum": "3", "enum": 5, "required": True, "properties": []},
        {"pattern": "((", "items": 7, "multipleOf": 0, "minLength": -1, "maxItems": 1.5},
        {"patternProperties": {"((": {"type": "string"}}, "allOf": "no", "oneOf": [None]},
        {"additionalProperties": "yes", "uniqueItems": "yes", "format": 3, "not": 1},
        {"$ref": 5, "dependentRequired": [], "if": 1, "const": None, "type": None} | {"const": 1},
    ],
)
def test_a_keyword_that_makes_no_sense_makes_no_value_wrong(schema: Any) -> None:
    assert find(schema, 1) == []


def test_a_pattern_that_takes_for_ever_ends() -> None:
    assert find({"pattern": "^(a|a)*(?=b)(a|a)*c$"}, "a" * 5_000) in (
        [],
        find({"pattern": "^b$"}, "a"),
    )


def test_formats_are_looked_at_only_when_asked_for() -> None:
    schema = {"type": "string", "format": "date"}
    assert find(schema, "soon") == []
    assert find(schema, "soon", formats=True) == ["must be a date, such as 2023-12-25"]
    assert find({"type": "string", "format": "own"}, "soon", formats=True) == []


def test_a_value_that_is_nested_deeply_is_no_crash() -> None:
    value: Any = 1
    for _ in range(900):
        value = [value]
    assert find({"items": {"$ref": "#/components/schemas/It"}}, value) == []


TOO_MANY = "has too many combinations to compare"
DEEP: dict[str, Any] = {"a": {"a": {"a": {"b": "text"}}}}


@pytest.mark.parametrize("form", ["allOf", "anyOf", "oneOf", "if then else", "not"])
@pytest.mark.parametrize("value", ["text", DEEP])
def test_ways_that_double_at_each_level_are_not_compared(form: str, value: Any) -> None:
    schemas = build_doubling_chain(form, 60)
    assert find(refer("S0"), value, schemas=schemas) == [TOO_MANY]
    assert find(refer("S54"), value, schemas=schemas) != [TOO_MANY]


def test_a_value_decides_how_many_ways_there_are() -> None:
    node = DOUBLING["variants"](refer("It"))
    assert find(node, DEEP) != [TOO_MANY]
    deeper: dict[str, Any] = {}
    for _ in range(40):
        deeper = {"a": deeper}
    assert find(node, deeper) == [TOO_MANY]
    branches = build_doubling_chain("properties", 60)
    assert find(refer("S0"), deeper, schemas=branches) == []
    assert find(refer("S0"), DEEP, schemas=branches) == [".a.a.a.b must be a mapping"]


def test_names_of_properties_are_not_compared_in_ways_that_double() -> None:
    schemas = build_doubling_chain("oneOf", 40)
    assert find({"propertyNames": refer("S0")}, {"a": 1}, schemas=schemas) == [TOO_MANY]
    assert find({"propertyNames": refer("S38")}, {"a": 1}, schemas=schemas) != [TOO_MANY]


class Untold:
    """Compares, but must not be asked what is wrong."""

    def __init__(self, checker: Checker) -> None:
        self.is_valid = checker.is_valid


TOO_MUCH = "has a mistake, among too many combinations to tell which"


@pytest.mark.parametrize("keyword", ["oneOf", "anyOf"])
@pytest.mark.parametrize("others", [[], [{"type": "string"}]])
def test_what_is_wrong_in_a_deep_chain_of_choices_is_not_looked_for(
    keyword: str, others: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    chain = {f"S{at}": {keyword: [refer(f"S{at + 1}"), *others]} for at in range(1_000)}
    schemas: dict[str, Any] = {**chain, "S1000": {"type": "boolean"}}
    assert find(refer("S950"), 1, schemas=schemas)[0].startswith("must be true or false")
    build = Definitions.build_checker
    monkeypatch.setattr(
        Definitions, "build_checker", lambda *args, **options: Untold(build(*args, **options))
    )
    assert find(refer("S0"), 1, schemas=schemas) == [TOO_MUCH]
    assert find(refer("S0"), True, schemas=schemas) == []


def test_long_chains_and_large_values_are_compared() -> None:
    chain = {f"S{at}": {"allOf": [refer(f"S{at + 1}")]} for at in range(5_000)}
    assert find(refer("S0"), 1, schemas={**chain, "S5000": {"type": "string"}}) == [
        "must be a text"
    ]
    variants = {"oneOf": [{"properties": {"kind": {"const": kind}}} for kind in range(100)]}
    count = effort(500, whole=5_000, scorecard=5_000)
    many = [{"kind": number % 100} for number in range(count)]
    assert find({"items": variants}, many) == []
    assert find({"items": variants}, [*many, {"kind": 100}])[0] != TOO_MANY


ENDING = """
from octavo.openapi.model import Node, Side
from octavo.openapi.schema.reader import SchemaReader
from octavo.openapi.validity.validity import Validity
from tests.openapi.api_documents import make_document

schema = {"type": "string"}
for _ in range(90):
    schema = {"not": schema}
names = [f"S{at}" for at in range(5)]
document = make_document({"openapi": "3.1.0", "components": {"schemas": {}}, "paths": {}})
validity = Validity(SchemaReader(document), Side.REQUEST)
for name in names:
    validity.find_mistakes(Node(schema, document.source, ("components", "schemas", name)), 1)
assert validity._room._executor
"""


def test_python_ends_without_a_word_after_deep_schemas() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", ENDING], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")
