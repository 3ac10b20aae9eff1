"""Hand-written endpoint pages: their fields describe a request as an operation would."""

from __future__ import annotations

import json
from typing import Any

import pytest

from octavo.openapi.model import Given
from octavo.openapi.request.endpoint import EndpointField, build_endpoint_values, describe_endpoint


def body_of(*fields: EndpointField, **settings: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the description and the value of the body that fields give."""
    description = describe_endpoint("post", "/pets", fields, **settings)
    values = build_endpoint_values(description, fields)
    assert json.loads(json.dumps([description, values])) == [description, values]
    return description["bodies"][0], values["body"]


def field(name: str, type_: str | None = "string", **more: Any) -> EndpointField:
    """Return a field of a body."""
    if "example" in more:
        more["example"] = Given(more["example"])
    return EndpointField("body", name, type_, **more)


def test_an_address_that_is_whole_says_its_server() -> None:
    description = describe_endpoint("get", "https://api.example.org/v1/pets?x=1", ())
    assert description["method"] == "GET"
    assert description["servers"] == [{"url": "https://api.example.org", "variables": []}]
    assert description["path"] == "/v1/pets?x=1"


def test_a_path_is_joined_to_the_base_urls_of_the_settings() -> None:
    urls = ["https://one.example.org", "https://two.example.org"]
    description = describe_endpoint("GET", "/pets", (), base_urls=urls)
    assert [server["url"] for server in description["servers"]] == urls
    assert describe_endpoint("GET", "/pets", ())["servers"][0]["assumed"] is True


def test_fields_become_parameters() -> None:
    fields = (
        EndpointField("path", "id", "string", example=Given("7")),
        EndpointField("query", "limit", "number", required=True),
        EndpointField("query", "q", "string", required=True),
        EndpointField("query", "page", "number"),
        EndpointField("header", "X-Trace", "string", required=True, example=Given("abc")),
        EndpointField("cookie", "theme", "boolean", required=True),
        EndpointField("auth", "Authorization", "string", required=True),
    )
    description = describe_endpoint("GET", "/pets/{id}/{other}", fields)
    assert [(each["in"], each["name"], each["style"]) for each in description["parameters"]] == [
        ("path", "id", "simple"),
        ("query", "limit", "form"),
        ("query", "q", "form"),
        ("query", "page", "form"),
        ("header", "X-Trace", "simple"),
        ("cookie", "theme", "form"),
        ("header", "Authorization", "simple"),
        ("path", "other", "simple"),
    ]
    assert build_endpoint_values(description, fields) == {
        "parameters": {
            "path:id": "7",
            "query:limit": 20,
            "header:X-Trace": "abc",
            "cookie:theme": True,
            "header:Authorization": "example",
        },
        "unfilled": ["query:q"],
    }
    every = build_endpoint_values(description, fields, show_optional=True)
    assert every["parameters"]["query:page"]


def test_an_empty_value_that_a_page_states_is_sent() -> None:
    fields = (EndpointField("query", "tags", "string[]", required=True, example=Given([])),)
    description = describe_endpoint("GET", "/pets", fields)
    assert build_endpoint_values(description, fields) == {"parameters": {"query:tags": []}}


@pytest.mark.parametrize(
    ("method", "name", "expected"),
    [
        ("bearer", None, {"key": "bearer", "type": "http", "scheme": "bearer"}),
        ("basic", "user:pass", {"key": "basic", "type": "http", "scheme": "basic"}),
        ("key", None, {"key": "key", "type": "apiKey", "in": "header", "name": "Key"}),
        ("key", "X-Key", {"key": "key", "type": "apiKey", "in": "header", "name": "X-Key"}),
    ],
)
def test_the_settings_say_how_to_authenticate(
    method: str, name: str | None, expected: dict[str, str]
) -> None:
    description = describe_endpoint("GET", "/", (), auth_method=method, auth_name=name)
    assert description["security"] == [[expected]]
    assert build_endpoint_values(description, ())["security"] == 0


@pytest.mark.parametrize("method", [None, "none"])
def test_without_a_method_nothing_is_asked_for(method: str | None) -> None:
    description = describe_endpoint("GET", "/", (), auth_method=method)
    assert description["security"] == []
    assert build_endpoint_values(description, ()) == {"parameters": {}}


def test_fields_of_a_body_are_json() -> None:
    body, value = body_of(
        field("name", required=True),
        field("age", "integer", example=12345678901234567890),
        field("ok", "boolean"),
        field("owner", "object", inner=(field("email"),)),
        field("tags", "string[]"),
        field("toys", "array<object>", inner=(field("name"), field("price", "float"))),
        field("empty", "object"),
        field("odd", None),
    )
    assert body == {"contentType": "application/json", "kind": "text"}
    assert json.loads(value["text"]) == {
        "name": "Example",
        "age": 12345678901234567890,
        "ok": True,
        "owner": {"email": "jane@example.com"},
        "tags": [],
        "toys": [{"name": "Example", "price": 19.99}],
        "empty": {},
        "odd": "example",
    }


def test_a_field_without_a_name_is_the_whole_body() -> None:
    assert body_of(field("", "array", example=[1, 2]))[1]["text"] == "[\n  1,\n  2\n]"
    _, value = body_of(field("", "string", example="a: 1"), content_type="application/yaml")
    assert value["text"] == "a: 1"


def test_a_file_makes_the_body_a_form_with_parts() -> None:
    body, value = body_of(field("avatar", "file", required=True), field("note"))
    assert body["contentType"] == "multipart/form-data"
    assert body["fields"] == [{"name": "avatar", "file": True}]
    assert value["fields"] == [["avatar", "example.png"]]


def test_several_files_are_a_list() -> None:
    assert body_of(field("docs", "file[]"))[1]["fields"] == [["docs", ["example.pdf"]]]


def test_the_page_says_the_type_of_the_body() -> None:
    form = "application/x-www-form-urlencoded"
    body, value = body_of(field("a"), field("o", "object"), content_type=form)
    assert (body["kind"], body["contentType"]) == ("urlencoded", form)
    assert value["fields"] == [["a", "example"], ["o", "{}"]]
    body, value = body_of(field("", "file"), content_type="image/png")
    assert (body["kind"], value["file"]) == ("binary", "example.png")


def test_a_body_is_not_sent_with_get() -> None:
    description = describe_endpoint("GET", "/", (field("a"),))
    assert "body" not in build_endpoint_values(description, (field("a"),))
