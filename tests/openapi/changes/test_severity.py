"""How severe changes are, by who writes a value and who reads it."""

from __future__ import annotations

import copy
import datetime
import json
from typing import Any

import pytest

from octavo.openapi.changes import schemas
from octavo.openapi.changes.compare import compare_documents
from octavo.openapi.changes.effects import Change
from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.read_tree import read_document

TODAY = datetime.date(2026, 5, 1)
TEXT = {"type": "string"}
BASE: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Pets", "version": "1"},
    "paths": {
        "/pets/{id}": {
            "put": {
                "operationId": "putPet",
                "parameters": [{"name": "id", "in": "path", "required": True, "schema": TEXT}],
                "requestBody": {"content": {"application/json": {"schema": TEXT}}},
                "responses": {
                    "200": {"description": "", "content": {"application/json": {"schema": TEXT}}}
                },
            }
        }
    },
}


def read(tree: dict[str, Any]) -> ApiDocument:
    document, _ = read_document("api.json", "api", tree, lambda _: None, lambda _: None)
    assert document is not None
    return document


def compare(old: dict[str, Any], new: dict[str, Any]) -> list[Change]:
    return list(compare_documents(read(old), read(new), TODAY).changes)


def place(schema: Any, side: str) -> dict[str, Any]:
    tree = copy.deepcopy(BASE)
    operation = tree["paths"]["/pets/{id}"]["put"]
    holder = operation["requestBody"] if side == "request" else operation["responses"]["200"]
    holder["content"]["application/json"]["schema"] = schema
    return tree


def say(changes: list[Change]) -> set[str]:
    return {f"{each.impact} {each.code}" for each in changes}


def an_object(**keywords: Any) -> dict[str, Any]:
    return {"type": "object", **keywords}


NAMED = an_object(properties={"name": TEXT})
ROWS = [
    ({"type": "integer"}, {"type": "number"}, "type-changed", "additive", "breaking"),
    ({"type": "number"}, {"type": "integer"}, "type-changed", "breaking", "additive"),
    (TEXT, {"type": "integer"}, "type-changed", "breaking", "breaking"),
    (TEXT, {"type": ["string", "null"]}, "nullable-changed", "additive", "breaking"),
    ({"enum": ["a"]}, {"enum": ["a", "b"]}, "enum-value-added", "additive", "dangerous"),
    ({"enum": ["a", "b"]}, {"enum": ["a"]}, "enum-value-removed", "breaking", "additive"),
    (TEXT, {"type": "string", "enum": ["a"]}, "enum-set", "breaking", "additive"),
    ({"const": "a"}, {"const": "b"}, "const-changed", "breaking", "breaking"),
    (TEXT, {**TEXT, "maxLength": 5}, "limit-changed", "dangerous", "additive"),
    ({**TEXT, "maxLength": 9}, {**TEXT, "maxLength": 5}, "limit-changed", "breaking", "additive"),
    ({**TEXT, "maxLength": 5}, {**TEXT, "maxLength": 9}, "limit-changed", "additive", "breaking"),
    ({**TEXT, "minLength": 5}, {**TEXT, "minLength": 9}, "limit-changed", "breaking", "additive"),
    (TEXT, {**TEXT, "pattern": "^a"}, "pattern-changed", "breaking", "additive"),
    ({**TEXT, "pattern": "^a"}, TEXT, "pattern-changed", "additive", "breaking"),
    ({**TEXT, "pattern": "^a"}, {**TEXT, "pattern": "b"}, "pattern-changed", *["dangerous"] * 2),
    (
        {"type": "integer", "format": "int32"},
        {"type": "integer", "format": "int64"},
        "format-changed",
        "additive",
        "breaking",
    ),
    (
        {"type": "integer", "multipleOf": 2},
        {"type": "integer", "multipleOf": 4},
        "limit-changed",
        "breaking",
        "additive",
    ),
    (
        {**TEXT, "default": "a"},
        {**TEXT, "default": "b"},
        "default-changed",
        "dangerous",
        "additive",
    ),
    (NAMED, an_object(), "property-removed", "dangerous", "dangerous"),
    (
        an_object(properties={"name": TEXT}, required=["name"], additionalProperties=False),
        an_object(additionalProperties=False),
        "property-removed",
        "breaking",
        "breaking",
    ),
    (an_object(), NAMED, "property-added", "additive", "additive"),
    (an_object(), {**NAMED, "required": ["name"]}, "property-added", "breaking", "additive"),
    (NAMED, {**NAMED, "required": ["name"]}, "property-required", "breaking", "additive"),
    ({**NAMED, "required": ["name"]}, NAMED, "property-required", "additive", "breaking"),
    (
        an_object(),
        an_object(additionalProperties=False),
        "additional-properties",
        "breaking",
        "additive",
    ),
    (
        {"oneOf": [TEXT, {"type": "integer"}]},
        {"oneOf": [TEXT, {"type": "integer"}, {"type": "boolean"}]},
        "variant-added",
        "additive",
        "breaking",
    ),
    (TEXT, {"oneOf": [TEXT, {"type": "integer"}]}, "variants-changed", "additive", "breaking"),
    (
        {"type": "array", "items": TEXT},
        {"type": "array", "items": TEXT, "contains": {"const": "a"}},
        "rule-changed",
        "breaking",
        "additive",
    ),
    (TEXT, {**TEXT, "description": "A name"}, "text-changed", *["documentation"] * 2),
    (TEXT, {**TEXT, "deprecated": True}, "deprecated", *["documentation"] * 2),
]


@pytest.mark.parametrize(("old", "new", "code", "request_impact", "response_impact"), ROWS)
def test_a_change_hurts_writers_or_readers(
    old: Any, new: Any, code: str, request_impact: str, response_impact: str
) -> None:
    for side, impact in (("request", request_impact), ("response", response_impact)):
        assert say(compare(place(old, side), place(new, side))) == {f"{impact} {code}"}, side


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_the_same_schema_has_no_changes(row: tuple[Any, ...]) -> None:
    assert compare(place(row[1], "response"), place(copy.deepcopy(row[1]), "response")) == []


def test_a_webhook_turns_the_sides_round() -> None:
    def build(schema: Any) -> dict[str, Any]:
        body = {"content": {"application/json": {"schema": schema}}}
        return {**BASE, "webhooks": {"pet": {"post": {"requestBody": body}}}}

    assert say(compare(build({"enum": ["a"]}), build({"enum": ["a", "b"]}))) == {
        "dangerous enum-value-added"
    }


def test_a_property_counts_on_the_side_that_has_it() -> None:
    old = an_object(properties={"id": {**TEXT, "readOnly": True}, "name": TEXT})
    new = an_object(properties={"name": TEXT})
    assert compare(place(old, "request"), place(new, "request")) == []
    assert say(compare(place(old, "response"), place(new, "response"))) == {
        "dangerous property-removed"
    }


def test_a_shared_schema_changes_once_and_names_its_operations() -> None:
    def build(schema: Any) -> dict[str, Any]:
        tree = place({"$ref": "#/components/schemas/Pet"}, "response")
        put = tree["paths"]["/pets/{id}"]["put"]
        tree["paths"]["/pets"] = {"get": {**put, "operationId": "listPets", "parameters": []}}
        tree["components"] = {"schemas": {"Pet": schema}}
        return tree

    (change,) = compare(build({"enum": ["a"]}), build({"enum": ["a", "b"]}))
    assert change.where == "schema `Pet`"
    assert {each.path for each in change.operations} == {"/pets", "/pets/{id}"}


def test_recursive_schemas_are_compared_once() -> None:
    def build(limit: int) -> dict[str, Any]:
        node = an_object(
            properties={"next": {"$ref": "#/components/schemas/Node"}, "n": {"maximum": limit}}
        )
        tree = place({"$ref": "#/components/schemas/Node"}, "response")
        return {**tree, "components": {"schemas": {"Node": node}}}

    (change,) = compare(build(1), build(2))
    assert (change.code, change.where) == ("limit-changed", "schema `Node`, `n`")


def test_schemas_that_were_not_compared_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schemas, "MAX_PAIRS", 1)
    assert say(compare(BASE, BASE)) == {"dangerous not-compared"}


def edit(**changes: Any) -> dict[str, Any]:
    tree = copy.deepcopy(BASE)
    tree["paths"]["/pets/{id}"]["put"].update(changes)
    return tree


def test_operations_are_matched_by_place_then_by_name() -> None:
    renamed = json.loads(json.dumps(BASE).replace("{id}", "{petId}").replace('"id"', '"petId"'))
    assert say(compare(BASE, renamed)) == {"documentation parameter-renamed"}
    moved = json.loads(json.dumps(BASE).replace("/pets/", "/animals/"))
    assert say(compare(BASE, moved)) == {"breaking operation-moved"}
    assert say(compare(BASE, {**BASE, "paths": {}})) == {"breaking operation-removed"}
    assert say(compare({**BASE, "paths": {}}, BASE)) == {"additive operation-added"}


@pytest.mark.parametrize(
    ("words", "impact"),
    [
        ({}, "breaking"),
        ({"deprecated": True}, "dangerous"),
        ({"deprecated": True, "x-sunset": "2026-04-30"}, "documentation"),
        ({"deprecated": True, "x-sunset": "2026-05-02"}, "breaking"),
        ({"deprecated": True, "x-sunset": "soon"}, "dangerous"),
    ],
)
def test_an_announced_removal_is_less_severe(words: dict[str, Any], impact: str) -> None:
    gone = {**BASE, "paths": {}}
    assert say(compare(edit(**words), gone)) == {f"{impact} operation-removed"}


KEY = {"type": "apiKey", "in": "header", "name": "X-Key"}


def secure(*alternatives: dict[str, list[str]]) -> dict[str, Any]:
    schemes = {
        "key": KEY,
        "other": KEY,
        "login": {"type": "oauth2", "flows": {"implicit": {"scopes": {"a": "", "b": ""}}}},
    }
    tree = edit(security=list(alternatives))
    return {**tree, "components": {"securitySchemes": schemes}}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ((), ({"key": []},), {"breaking security-changed"}),
        (({"key": []},), (), {"additive security-added"}),
        (({"key": []},), ({"other": []},), set()),
        (({"key": []},), ({"key": []}, {"login": []}), {"additive security-added"}),
        (({"login": ["a"]},), ({"login": ["a", "b"]},), {"breaking security-changed"}),
        (({"login": ["a", "b"]},), ({"login": ["a"]},), {"additive security-added"}),
    ],
)
def test_credentials_that_no_longer_suffice_break_clients(
    old: tuple[Any, ...], new: tuple[Any, ...], expected: set[str]
) -> None:
    assert say(compare(secure(*old), secure(*new))) == expected


def test_parameters_bodies_and_answers_are_compared() -> None:
    path = BASE["paths"]["/pets/{id}"]["put"]["parameters"]
    query = {"name": "q", "in": "query", "schema": TEXT}
    header = {**query, "in": "header"}

    def check(old: dict[str, Any], new: dict[str, Any], *expected: str) -> None:
        assert say(compare(old, new)) == set(expected)

    with_query = edit(parameters=[*path, query])
    check(BASE, with_query, "additive parameter-added")
    check(with_query, BASE, "dangerous parameter-removed")
    must = edit(parameters=[*path, {**query, "required": True}])
    check(with_query, must, "breaking parameter-required")
    check(with_query, edit(parameters=[*path, header]), "breaking parameter-moved")
    exploded = edit(parameters=[*path, {**query, "explode": False}])
    check(with_query, exploded, "breaking parameter-written")
    body = BASE["paths"]["/pets/{id}"]["put"]["requestBody"]
    check(BASE, edit(requestBody={**body, "required": True}), "breaking body-required")
    check(BASE, edit(requestBody=None), "breaking body-removed")
    answers = BASE["paths"]["/pets/{id}"]["put"]["responses"]
    check(
        BASE, edit(responses={**answers, "404": {"description": ""}}), "additive response-changed"
    )
    check(
        BASE,
        edit(responses={"201": answers["200"]}),
        "breaking response-changed",
        "additive response-changed",
    )
    check(BASE, edit(responses={"2XX": answers["200"]}))
    one, two = (edit(servers=[{"url": f"https://{name}.test"}]) for name in "ab")
    check(one, two, "additive server-added", "dangerous server-removed")


def test_odd_documents_are_compared_without_a_crash() -> None:
    odd = [
        {**BASE, "tags": [3, {"name": None}], "info": 4},
        edit(parameters=[None, 3, {"name": 5, "in": []}], responses=[], security={"a": 1}),
        place({"allOf": [{"$ref": "#/nothing"}], "enum": [[], {}], "minimum": "a"}, "request"),
        place({"minContains": "x", "contains": {}, "type": ["array", 5]}, "response"),
        place({"type": "array", "contains": {}, "minContains": [1]}, "response"),
    ]
    for old in (BASE, *odd):
        for new in (BASE, *odd):
            compare(old, new)


@pytest.mark.parametrize(("side", "severity"), [("request", "additive"), ("response", "dangerous")])
def test_a_list_of_values_that_is_cut_into_variants_is_the_same_list(
    side: str, severity: str
) -> None:
    whole = {"type": "string", "enum": ["a", "b"], "default": "a"}
    cut = {
        "oneOf": [
            {"type": "string", "enum": ["a"], "default": "a"},
            {"title": "Old", "type": "string", "enum": ["b", "c"]},
        ]
    }
    changes = compare(place(whole, side), place(cut, side))
    assert [each.message for each in changes if "default" not in each.code] == ["allows `c`"]
    assert f"{severity} enum-value-added" in say(changes)
    back = compare(place(cut, side), place(whole, side))
    assert "no longer allows `c`" in {each.message for each in back}
    same = {"oneOf": [{"enum": ["b", "c"]}, {"enum": ["a"]}]}
    again = compare(place(cut, side), place(same, side))
    assert {each.impact for each in again} <= {"documentation"}
    open_ = {"oneOf": [{"type": "string", "enum": ["a"]}, {"type": "string", "minLength": 2}]}
    assert "enum-value-added" not in {
        each.code for each in compare(place(whole, side), place(open_, side))
    }
