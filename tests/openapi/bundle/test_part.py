"""The part of one operation is a complete document."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.bundle.part import PartCutter
from octavo.openapi.model import OperationKey
from octavo.openapi.rules.check import check_document
from tests.openapi.bundle.bundles import answer, describe, find_schema, read_again

TREE = describe(
    servers=[{"url": "https://api.example.com"}],
    security=[{"key": []}],
    tags=[{"name": "pets"}, {"name": "others"}],
    paths={
        "/p": {
            "summary": "Pets",
            "parameters": [{"$ref": "#/components/parameters/Limit"}],
            "get": {**answer({"$ref": "#/components/schemas/Pet"})["get"], "tags": ["pets"]},
            "post": {
                "responses": {"200": {"$ref": "#/components/responses/Other"}},
                "security": [],
            },
        }
    },
    webhooks={"born": {"post": {"responses": {"200": {"description": ""}}}}},
    components={
        "schemas": {
            "Pet": {
                "type": "object",
                "properties": {"kind": {"type": "string"}},
                "discriminator": {"propertyName": "kind", "mapping": {"dog": "Dog"}},
            },
            "Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"}]},
            "Dog": {"type": "object", "properties": {"bone": {"$ref": "#bone"}}},
            "Bone": {"$anchor": "bone", "type": "string"},
            "Other": {"type": "string"},
        },
        "parameters": {"Limit": {"name": "limit", "in": "query", "schema": {"type": "integer"}}},
        "responses": {"Other": {"description": ""}},
        "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "K"}},
    },
)


def cut(method: str, path: str, *, is_webhook: bool = False) -> dict[str, Any] | None:
    return PartCutter(TREE).cut(OperationKey(method, path, is_webhook))


def test_a_part_holds_what_its_operation_needs_and_no_more() -> None:
    part = cut("GET", "/p")
    assert part is not None
    assert list(part["paths"]["/p"]) == ["summary", "parameters", "get"]
    assert part["servers"] == TREE["servers"]
    assert part["tags"] == [{"name": "pets"}]
    assert part["security"] == [{"key": []}]
    assert {section: list(parts) for section, parts in part["components"].items()} == {
        "schemas": ["Pet", "Cat", "Dog", "Bone"],
        "parameters": ["Limit"],
        "securitySchemes": ["key"],
    }
    assert find_schema(part) == {"$ref": "#/components/schemas/Pet"}


def test_an_operation_without_security_needs_no_scheme() -> None:
    part = cut("POST", "/p")
    assert part is not None
    assert "security" not in part
    assert list(part["components"]) == ["parameters", "responses"]


@pytest.mark.parametrize(
    ("method", "path", "webhook"), [("GET", "/p", False), ("POST", "born", True)]
)
def test_a_part_follows_the_rules(method: str, path: str, webhook: bool) -> None:
    part = cut(method, path, is_webhook=webhook)
    assert part is not None
    document = read_again(part)
    assert [finding.message for finding in document.sort_findings(check_document(document))] == []


def test_there_is_no_part_of_what_is_not_there() -> None:
    assert cut("DELETE", "/p") is None
    assert cut("GET", "/q") is None
