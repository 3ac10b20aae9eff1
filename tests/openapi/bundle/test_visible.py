"""Hidden operations are in no file, and nothing that only they need or name is."""

from __future__ import annotations

import json
from typing import Any

from octavo.openapi.bundle.bundler import bundle_document
from octavo.openapi.bundle.visible import leave_out
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.rules.check import check_document
from tests.openapi.bundle.bundles import answer, describe, read_again, read_files


def show(tree: dict[str, Any]) -> dict[str, Any]:
    document = read_files({"openapi.yaml": tree})
    hidden = [entry for entry in list_operations(document) if entry.hidden or entry.excluded]
    return leave_out(bundle_document(document), hidden)


def of_schema(name: str, **more: Any) -> dict[str, Any]:
    operation = answer({"$ref": f"#/components/schemas/{name}"})["get"]
    return {"get": {**operation, **more}}


SECRET = describe(
    paths={
        "/open": of_schema("Shared", tags=["open"], security=[{"key": []}]),
        "/secret": of_schema("Secret", tags=["staff"], security=[{"staff": []}])
        | {"x-hidden": True},
        "/both": {
            **of_schema("Shared", tags=["open"]),
            "post": {**of_schema("Secret")["get"], "operationId": "secretPost", "x-excluded": True},
        },
    },
    webhooks={"secretEvent": {"post": {"x-hidden": True, "responses": {}}}},
    tags=[{"name": "open"}, {"name": "staff"}],
    components={
        "schemas": {
            "Shared": {"type": "object", "properties": {"a": {"$ref": "#/components/schemas/A"}}},
            "A": {"type": "string"},
            "Secret": {
                "type": "object",
                "properties": {
                    "a": {"$ref": "#/components/schemas/A"},
                    "b": {"$ref": "#/components/schemas/SecretToo"},
                },
            },
            "SecretToo": {"type": "string"},
            "Unused": {"type": "string"},
        },
        "securitySchemes": {
            "key": {"type": "apiKey", "in": "header", "name": "K"},
            "staff": {"type": "apiKey", "in": "header", "name": "S"},
        },
    },
)


def test_hidden_operations_and_what_only_they_need_are_left_out() -> None:
    tree = show({**SECRET, "x-tagGroups": [{"name": "staff", "tags": ["staff"]}]})
    text = json.dumps(tree).lower()
    assert "secret" not in text
    assert "staff" not in text
    assert list(tree["paths"]) == ["/open", "/both"]
    assert list(tree["components"]["schemas"]) == ["Shared", "A", "Unused"]
    assert list(tree["components"]["securitySchemes"]) == ["key"]
    document = read_again(tree)
    assert [finding.message for finding in check_document(document)] == []


def test_links_to_hidden_operations_are_left_out() -> None:
    tree = json.loads(json.dumps(SECRET))
    response = tree["paths"]["/open"]["get"]["responses"]["200"]
    response["links"] = {"go": {"operationId": "secretPost"}, "stay": {"operationId": "other"}}
    shown = show(tree)["paths"]["/open"]["get"]["responses"]["200"]
    assert list(shown["links"]) == ["stay"]


def test_a_document_without_hidden_operations_is_whole() -> None:
    tree = describe(paths={"/p": answer({})}, tags=[{"name": "unused"}])
    tree["x-own"] = 1
    assert show(tree) == tree


def test_other_methods_are_hidden_by_their_names() -> None:
    operations = {"LINK": {"responses": {}, "x-hidden": True}, "COPY": {"responses": {}}}
    tree = show(describe("3.2.0", paths={"/p": {"additionalOperations": operations}}))
    assert list(tree["paths"]["/p"]["additionalOperations"]) == ["COPY"]
