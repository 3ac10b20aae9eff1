"""What operations reach: a digest changes with all that a page can show, and with no more."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from octavo.builder.cache.reach import read_reach
from octavo.openapi.document.document import ApiDocument


def refer_to(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


TREE: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "T"},
    "paths": {
        "/a": {"summary": "Of all", "get": refer_to("A"), "put": {"summary": "Put"}},
        "/d": {"get": {"schema": refer_to("D")}},
        "/e": {"get": {"link": {"$ref": "#/paths/~1a/put"}}},
    },
    "components": {
        "securitySchemes": {"key": {"type": "apiKey"}},
        "schemas": {
            "A": {"b": refer_to("B")},
            "B": {"c": refer_to("C/properties/x")},
            "C": {"a": refer_to("A"), "properties": {"x": {"type": "string"}}},
            "D": {"discriminator": {"propertyName": "k", "mapping": {"e": "E"}}},
            "E": {"type": "object"},
            "F": {"allOf": [refer_to("D")]},
            "G": {},
        },
    },
}
OPERATIONS = [("paths", "/a", "get"), ("paths", "/d", "get"), ("paths", "/e", "get")]


def digest_all(tree: dict[str, Any]) -> list[str]:
    reach = read_reach(ApiDocument("api.json", "api", "3.1", tree))
    assert reach is not None
    return [reach.find_digest([place]) for place in OPERATIONS]


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda tree: tree["components"]["schemas"]["C"].update(x=1), [0]),
        (lambda tree: tree["paths"]["/a"].update(summary="Another"), [0]),
        (lambda tree: tree["paths"]["/a"]["put"].update(summary="Another"), [2]),
        (lambda tree: tree["components"]["schemas"]["E"].update(x=1), [1]),
        (lambda tree: tree["components"]["schemas"]["F"].update(x=1), [1]),
        (lambda tree: tree["components"]["schemas"].update(H={"allOf": [refer_to("D")]}), [1]),
        (lambda tree: tree["components"]["schemas"]["G"].update(x=1), []),
        (lambda tree: tree["components"]["schemas"].pop("B"), [0]),
        (lambda tree: tree["components"]["securitySchemes"]["key"].update(x=1), [0, 1, 2]),
        (lambda tree: tree["info"].update(title="U"), [0, 1, 2]),
        (lambda tree: tree.update(tags=[{"name": "t"}]), [0, 1, 2]),
    ],
)
def test_a_change_is_seen_by_the_operations_that_reach_it(
    change: Change, expected: list[int]
) -> None:
    tree = copy.deepcopy(TREE)
    before = digest_all(tree)
    change(tree)
    after = digest_all(tree)
    assert [n for n in range(len(OPERATIONS)) if before[n] != after[n]] == expected


@pytest.mark.parametrize(
    "change",
    [
        lambda tree: tree["components"]["schemas"]["G"].update({"$ref": "other.json#/A"}),
        lambda tree: tree["components"]["schemas"]["G"].update({"$ref": "#name"}),
        lambda tree: tree["components"]["schemas"]["G"].update({"$ref": "#/components/schemas"}),
        lambda tree: tree["components"]["schemas"].update({"$ref": "#/x-schemas"}),
        lambda tree: tree["components"]["schemas"]["G"].update({"$id": "https://a.example"}),
        lambda tree: tree["components"]["schemas"]["G"].update({"$dynamicRef": "#node"}),
    ],
)
def test_where_references_do_not_tell_all_nothing_is_told(change: Change) -> None:
    tree = copy.deepcopy(TREE)
    change(tree)
    assert read_reach(ApiDocument("api.json", "api", "3.1", tree)) is None


def test_places_are_reached_through_circles() -> None:
    reach = read_reach(ApiDocument("api.json", "api", "3.1", TREE))
    assert reach is not None
    targets = [("components", "schemas", name, "x") for name in "CEG"]
    places = {place[1]: [place] for place in OPERATIONS}
    assert reach.find_targets(places, targets) == {"/a": [0], "/d": [1]}


def test_a_long_chain_of_schemas_takes_no_recursion() -> None:
    tree = copy.deepcopy(TREE)
    schemas = {f"S{n}": {"next": refer_to(f"S{n + 1}")} for n in range(20_000)}
    tree["components"]["schemas"].update(schemas)
    tree["paths"]["/d"]["get"] = {"schema": refer_to("S0")}
    before = digest_all(tree)
    schemas["S19999"]["x"] = {}
    assert [a == b for a, b in zip(before, digest_all(tree), strict=True)] == [True, False, True]
