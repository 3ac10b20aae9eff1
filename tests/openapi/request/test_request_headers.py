"""Headers of a request that bodies, answers, credentials or the client describe as well."""

from __future__ import annotations

import json
from typing import Any

import pytest

from octavo.openapi.model import Given
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.request.endpoint import EndpointField, build_endpoint_values, describe_endpoint
from octavo.openapi.request.request import describe_request
from octavo.openapi.request.sample_values import build_initial_values
from octavo.openapi.schema.reader import SchemaReader
from tests.openapi.api_documents import make_document

VENDOR = "application/vnd.pets+json;version=2"
JSON_BODY = {"content": {"application/json": {"schema": {"type": "object"}}}}


def header(name: str, schema: Any = None, **more: Any) -> dict[str, Any]:
    return {"name": name, "in": "header", "schema": schema or {"type": "string"}, **more}


def describe(*parameters: Any, **operation: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what can be sent to an operation, and what its sample sends."""
    schemes = {"token": {"type": "http", "scheme": "bearer"}}
    schemes["key"] = {"type": "apiKey", "in": "header", "name": "X-Key"}
    tree = {
        "paths": {"/pets": {"post": {"parameters": list(parameters), **operation}}},
        "components": {"securitySchemes": schemes},
    }
    document = make_document(json.dumps(tree))
    (entry,) = list_operations(document)
    found, reader = read_operation(document, entry), SchemaReader(document)
    description = describe_request(found, reader)
    return description, build_initial_values(found, reader, description)


def names(description: dict[str, Any]) -> list[str]:
    return [each["name"] for each in description["parameters"]]


@pytest.mark.parametrize("required", [True, False])
@pytest.mark.parametrize("schema", [{"enum": [VENDOR]}, {"const": VENDOR}])
def test_the_only_value_of_accept_is_sent(schema: Any, required: bool) -> None:
    description, values = describe(header("Accept", schema, required=required))
    assert description["parameters"][0]["required"] is True
    assert values["parameters"] == {"header:Accept": VENDOR}


def test_the_first_of_several_values_of_accept_is_in_the_sample() -> None:
    description, values = describe(header("accept", {"enum": ["text/csv", "text/plain"]}))
    assert description["parameters"][0]["required"] is False
    assert values["parameters"] == {"header:accept": "text/csv"}


def test_an_optional_accept_of_any_value_is_not_in_the_sample() -> None:
    description, values = describe(header("Accept"))
    assert names(description) == ["Accept"]
    assert values["parameters"] == {}


def test_a_described_content_type_is_that_of_the_body() -> None:
    only = header("Content-Type", {"enum": [VENDOR]}, required=True)
    description, values = describe(only, requestBody=JSON_BODY)
    assert names(description) == []
    assert [each["contentType"] for each in description["bodies"]] == [VENDOR]
    assert values["body"]["contentType"] == VENDOR


@pytest.mark.parametrize(
    ("allowed", "sent"),
    [
        (["text/csv", "application/json"], "application/json"),
        (["text/csv", "application/json; charset=utf-8"], "application/json; charset=utf-8"),
        ([], "application/json"),
    ],
)
def test_a_content_type_among_several_stays_that_of_the_body(allowed: Any, sent: str) -> None:
    schema = {"enum": allowed} if allowed else {"type": "string"}
    description, _ = describe(header("content-type", schema), requestBody=JSON_BODY)
    assert [each["contentType"] for each in description["bodies"]] == [sent]


def test_forms_keep_their_content_type() -> None:
    content = {"content": {"multipart/form-data": {"schema": {"type": "object"}}}}
    described = header("Content-Type", {"enum": ["application/json"]})
    description, _ = describe(described, requestBody=content)
    assert description["bodies"][0]["contentType"] == "multipart/form-data"


def test_a_content_type_without_a_body_is_a_header_like_others() -> None:
    description, values = describe(header("Content-Type", {"enum": ["application/json"]}))
    assert names(description) == ["Content-Type"]
    assert values["parameters"] == {"header:Content-Type": "application/json"}


def test_authorization_is_a_header_unless_a_credential_is_sent_in_it() -> None:
    own = header("Authorization", required=True, example="Token abc")
    description, values = describe(own, security=[{"key": []}])
    assert names(description) == ["Authorization"]
    assert values["parameters"] == {"header:Authorization": "Token abc"}
    description, values = describe(own, security=[{"token": []}])
    assert names(description) == []
    assert values["parameters"] == {}


OF_CLIENTS = ["Content-Length", "host", "Connection", "Transfer-Encoding", "Expect", "Upgrade"]


@pytest.mark.parametrize("name", OF_CLIENTS)
def test_headers_of_the_connection_are_never_sent(name: str) -> None:
    described = header(name, {"type": "string", "enum": ["1"]}, required=True)
    description, values = describe(described)
    assert names(description) == []
    assert values["parameters"] == {}


@pytest.mark.parametrize("name", OF_CLIENTS)
def test_nor_are_those_that_a_page_describes_by_hand(name: str) -> None:
    fields = [EndpointField("header", name, required=True), EndpointField("header", "X-A")]
    description = describe_endpoint("POST", "/pets", fields)
    assert names(description) == ["X-A"]
    assert build_endpoint_values(description, fields, show_optional=True)["parameters"].keys() == {
        "header:X-A"
    }


def test_a_content_type_that_a_page_describes_is_that_of_the_body() -> None:
    fields = [
        EndpointField("header", "Content-Type", required=True, example=Given(VENDOR)),
        EndpointField("body", "name", required=True),
    ]
    description = describe_endpoint("POST", "/pets", fields)
    assert description["bodies"][0]["contentType"] == VENDOR
