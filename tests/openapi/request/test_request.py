"""Requests as data: what can be sent to an operation, and what its sample sends."""

from __future__ import annotations

import json
from typing import Any

import pytest

from octavo.openapi.operation.listing import list_operations
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.request.request import describe_request
from octavo.openapi.request.sample_files import name_sample_file
from octavo.openapi.request.sample_values import build_initial_values
from octavo.openapi.schema.reader import SchemaReader
from tests.openapi.api_documents import load_real_document, make_document, tree_of


def describe(content: str, **settings: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the description and the values of the only operation of a document."""
    document = make_document(content)
    (entry,) = list_operations(document)
    operation = read_operation(document, entry)
    reader = SchemaReader(document)
    description = describe_request(operation, reader, base_urls=settings.pop("base_urls", ()))
    values = build_initial_values(operation, reader, description, **settings)
    # Both are JSON: nothing in them may be shared, or of another type.
    assert json.loads(json.dumps([description, values])) == [description, values]
    return description, values


def with_parameters(parameters: str, path: str = "/pets", **settings: Any) -> dict[str, Any]:
    """Return the values for an operation with these parameters."""
    tree = {"paths": {path: {"get": {"parameters": tree_of(parameters)}}}}
    return describe(json.dumps(tree), **settings)[1]


def with_body(contents: str, **settings: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the description and the value of the body of an operation."""
    body = {"required": True, "content": tree_of(contents)}
    tree = {"paths": {"/pets": {"post": {"requestBody": body}}}}
    description, values = describe(json.dumps(tree), **settings)
    return description["bodies"][0], values.get("body", {})


# --- servers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "expected", "is_assumed"),
    [
        ("https://api.example.org/v1", "https://api.example.org/v1", False),
        ("//api.example.org/v1", "https://api.example.org/v1", False),
        ("api.example.org/v1", "https://api.example.org/v1", False),
        ("localhost:8080", "https://localhost:8080", False),
        ("{scheme}://{host}/v1", "{scheme}://{host}/v1", False),
        ("/api/v3", "https://api.example.com/api/v3", True),
        ("v3", "https://api.example.com/v3", True),
    ],
)
def test_the_address_of_a_server_is_made_whole(
    written: str, expected: str, is_assumed: bool
) -> None:
    document = {"servers": [{"url": written}], "paths": {"/pets": {"get": {}}}}
    (server,) = describe(json.dumps(document))[0]["servers"]
    assert server["url"] == expected
    assert server.get("assumed", False) is is_assumed


def test_a_document_without_servers_has_one_that_is_assumed() -> None:
    description, _ = describe("paths: {/pets: {get: {}}}")
    assert description["servers"] == [
        {"url": "https://api.example.com/", "variables": [], "assumed": True}
    ]


def test_relative_servers_are_found_beside_a_document_that_was_downloaded() -> None:
    document = make_document("{servers: [{url: ../v2}], paths: {/pets: {get: {}}}}")
    document.source = "https://docs.example.org/specs/api.yaml"
    operation = read_operation(document, list_operations(document)[0])
    description = describe_request(operation, SchemaReader(document))
    assert description["servers"] == [{"url": "https://docs.example.org/v2", "variables": []}]


def test_the_variables_of_a_server_are_kept() -> None:
    description, _ = describe("""
        servers:
          - url: https://{region}.example.org
            description: Production
            variables: {region: {default: eu, enum: [eu, us], description: Where}}
        paths: {/pets: {get: {}}}
    """)
    assert description["servers"] == [
        {
            "url": "https://{region}.example.org",
            "description": "Production",
            "variables": [
                {"name": "region", "default": "eu", "enum": ["eu", "us"], "description": "Where"}
            ],
        }
    ]


def test_base_urls_of_the_settings_replace_the_servers() -> None:
    urls = ["https://one.example.org", "https://two.example.org"]
    text = "{servers: [{url: https://x.example.org}], paths: {/pets: {get: {}}}}"
    description, _ = describe(text, base_urls=urls)
    assert [server["url"] for server in description["servers"]] == urls


# --- parameters ---------------------------------------------------------------------------------


def test_parameters_are_described_with_all_that_serialization_needs() -> None:
    description, _ = describe("""
        paths:
          /pets/{id}:
            get:
              parameters:
                - {name: id, in: path, required: true, style: matrix, schema: {type: integer}}
                - {name: q, in: query, allowReserved: true, schema: {type: [array, "null"]}}
                - {name: f, in: query, content: {application/json: {schema: {type: object}}}}
    """)
    first = {"name": "id", "in": "path", "required": True, "style": "matrix", "explode": False}
    second = {"name": "q", "in": "query", "required": False, "style": "form", "explode": True}
    third = {"name": "f", "in": "query", "required": False, "style": "form", "explode": True}
    assert description["parameters"] == [
        {**first, "type": "integer"},
        {**second, "type": "array", "allowReserved": True},
        {**third, "type": "object", "contentType": "application/json"},
    ]


def test_only_required_parameters_are_in_the_sample() -> None:
    parameters = """
        - {name: limit, in: query, required: true, schema: {type: integer}}
        - {name: page, in: query, schema: {type: integer}}
        - {name: X-Trace, in: header, schema: {type: string}, example: abc}
    """
    assert with_parameters(parameters)["parameters"] == {"query:limit": 20}


def test_optional_parameters_are_in_the_sample_where_the_settings_say_so() -> None:
    parameters = """
        - {name: page, in: query, schema: {type: integer}}
        - {name: old, in: query, deprecated: true, schema: {type: integer}}
        - {name: X-Trace, in: header, schema: {type: string}, example: abc}
    """
    values = with_parameters(parameters, show_optional=True)
    assert values["parameters"] == {"query:page": 1, "header:X-Trace": "abc"}


@pytest.mark.parametrize(
    "parameter",
    [
        "{schema: {type: string}, example: abc}",
        "{schema: {type: string}, examples: {one: {value: abc}, two: {value: x}}}",
        "{schema: {type: string, example: abc}}",
        "{schema: {type: string, examples: [abc, x]}}",
        "{schema: {type: string, default: abc}}",
        "{schema: {const: abc}}",
        "{schema: {enum: [abc, x]}}",
        "{schema: {type: string}, examples: {one: {serializedValue: abc}}}",
    ],
)
@pytest.mark.parametrize("location", ["path", "query", "header", "cookie"])
def test_a_value_that_the_document_states_is_in_the_sample(location: str, parameter: str) -> None:
    described = {"name": "id", "in": location, "required": True, **tree_of(parameter)}
    path = "/pets/{id}" if location == "path" else "/pets"
    values = with_parameters(json.dumps([described]), path)
    assert values == {"parameters": {f"{location}:id": "abc"}}


def test_a_path_parameter_without_an_example_stays_as_it_is_written() -> None:
    parameters = "[{name: id, in: path, required: true, schema: {type: integer}}]"
    assert with_parameters(parameters, "/pets/{id}") == {"parameters": {}}


def test_a_query_parameter_whose_value_nobody_can_know_is_unfilled() -> None:
    parameters = """
        - {name: q, in: query, required: true, schema: {type: string}}
        - {name: ids, in: query, required: true, schema: {type: array, items: {type: string}}}
        - {name: day, in: query, required: true, schema: {type: string, format: date}}
        - {name: X-Id, in: header, required: true, schema: {type: string}}
    """
    values = with_parameters(parameters)
    assert values["unfilled"] == ["query:q", "query:ids"]
    assert values["parameters"] == {"query:day": "2026-03-14", "header:X-Id": "4242"}


def test_an_example_as_it_is_sent_is_read_back() -> None:
    parameters = """
        - name: place
          in: query
          required: true
          content: {application/json: {schema: {type: object}}}
          examples: {one: {serializedValue: "place=%7B%22lat%22%3A10%7D"}}
    """
    assert with_parameters(parameters)["parameters"] == {"query:place": '{"lat":10}'}


def test_large_whole_numbers_travel_as_text() -> None:
    parameters = """
        - {name: n, in: query, required: true, schema: {type: integer}, example: 9007199254740993}
        - {name: l, in: query, required: true, schema: {}, example: [1, 12345678901234567890]}
    """
    assert with_parameters(parameters)["parameters"] == {
        "query:n": "9007199254740993",
        "query:l": [1, "12345678901234567890"],
    }


def test_content_parameters_are_given_as_json() -> None:
    parameters = """
        - name: filter
          in: query
          required: true
          content: {application/json: {schema: {type: object}, example: {id: 12345678901234567890}}}
    """
    values = with_parameters(parameters)
    assert values["parameters"] == {"query:filter": '{"id":12345678901234567890}'}


# --- security -----------------------------------------------------------------------------------


def test_the_first_way_to_authenticate_is_in_the_sample() -> None:
    description, values = describe("""
        components:
          securitySchemes:
            key: {type: apiKey, in: header, name: X-Key}
            login: {type: http, scheme: Basic}
        security: [{}, {key: [], login: []}]
        paths: {/pets: {get: {}}}
    """)
    key = {"key": "key", "type": "apiKey", "in": "header", "name": "X-Key"}
    login = {"key": "login", "type": "http", "scheme": "basic"}
    assert description["security"] == [[], [key, login]]
    assert values == {"parameters": {}, "security": 1}


def test_an_operation_that_asks_for_nothing_sends_no_credentials() -> None:
    description, values = describe("{security: [{}], paths: {/pets: {get: {}}}}")
    assert description["security"] == [[]]
    assert values == {"parameters": {}}


# --- bodies -------------------------------------------------------------------------------------


def test_a_json_body_is_its_example_as_text() -> None:
    body, value = with_body("""
        application/json:
          schema: {type: object}
          example: {id: 12345678901234567890, name: é}
    """)
    assert body == {"contentType": "application/json", "kind": "text"}
    text = '{\n  "id": 12345678901234567890,\n  "name": "é"\n}'
    assert value == {"contentType": "application/json", "text": text}


def test_a_json_body_about_which_nothing_is_known_is_empty() -> None:
    assert with_body("{application/json: {}}")[1]["text"] == "{}"


def test_a_range_of_media_types_is_sent_as_one_of_them() -> None:
    assert with_body("{'*/*': {schema: {type: object}}}")[0]["contentType"] == "application/json"
    assert with_body("{image/*: {}}")[0] == {"contentType": "image/png", "kind": "binary"}


@pytest.mark.parametrize(
    ("media", "kind"),
    [
        ("application/octet-stream: {schema: {type: string, format: binary}}", "binary"),
        ("image/png: {}", "binary"),
        ("application/x-anything: {}", "binary"),
        ("text/csv: {schema: {type: string, format: binary}}", "binary"),
        ("text/plain: {schema: {type: string}}", "text"),
        ("text/plain: {}", "text"),
        ("application/xml: {schema: {type: object}}", "text"),
        ("application/x-ndjson: {itemSchema: {type: object}}", "text"),
        ("application/x-www-form-urlencoded: {schema: {type: object}}", "urlencoded"),
        ("multipart/form-data: {schema: {type: object}}", "multipart"),
    ],
)
def test_a_media_type_says_what_a_body_is_made_of(media: str, kind: str) -> None:
    assert with_body(f"{{{media}}}")[0]["kind"] == kind


def test_a_binary_body_is_a_file_of_its_type() -> None:
    schema = "{schema: {type: string, format: binary}}"
    assert with_body(f"{{image/jpeg: {schema}}}")[1]["file"] == "example.jpg"
    assert with_body(f"{{application/octet-stream: {schema}}}")[1]["file"] == "example.bin"


def test_the_fields_of_a_form_follow_their_encoding() -> None:
    body, value = with_body("""
        application/x-www-form-urlencoded:
          schema:
            type: object
            properties:
              name: {type: string, example: Rex}
              metadata: {type: object, example: {a: 1}}
              address: {type: object, example: {zip: 12345678901234567890}}
              tags: {type: array, items: {type: string}, example: [a, b]}
          encoding:
            metadata: {style: deepObject, explode: true}
            tags: {explode: false}
    """)
    assert body["fields"] == [
        {"name": "metadata", "style": "deepObject", "explode": True},
        {"name": "address", "contentType": "application/json"},
        {"name": "tags", "style": "form", "explode": False},
    ]
    assert value["fields"] == [
        ["name", "Rex"],
        ["metadata", {"a": 1}],
        ["address", '{"zip":12345678901234567890}'],
        ["tags", ["a", "b"]],
    ]


def test_a_form_shows_the_fields_that_must_be_there() -> None:
    form = """
        application/x-www-form-urlencoded:
          schema:
            type: object
            required: [b]
            properties: {a: {type: string}, b: {type: string}, c: {readOnly: true}}
    """
    assert with_body(form)[1]["fields"] == [["b", "example"]]
    shown = with_body(form, show_optional=True)[1]["fields"]
    assert shown == [["a", "example"], ["b", "example"]]


def test_a_form_without_required_fields_shows_the_first_few() -> None:
    properties = {f"f{number}": {"type": "boolean"} for number in range(9)}
    media = {"multipart/form-data": {"schema": {"type": "object", "properties": properties}}}
    fields = with_body(json.dumps(media))[1]["fields"]
    assert fields == [[f"f{number}", True] for number in range(5)]


def test_the_example_of_a_form_is_shown_whole() -> None:
    form = """
        multipart/form-data:
          schema: {type: object, required: [a], properties: {a: {}, b: {}, file: {format: binary}}}
          example: {b: 1, file: whatever}
    """
    assert with_body(form)[1]["fields"] == [["b", 1], ["file", "example.pdf"]]


def test_files_of_a_multipart_body_are_known_by_what_the_document_says() -> None:
    body, value = with_body(
        """
        multipart/form-data:
          schema:
            type: object
            properties:
              file: {type: string, format: binary}
              avatar: {anyOf: [{type: string, format: binary}, {type: "null"}]}
              images: {type: array, items: {type: string, format: binary}}
              old: {type: string, contentEncoding: binary}
              typed: {type: string, contentMediaType: audio/mpeg}
              coded: {type: string, contentMediaType: image/png, contentEncoding: base64}
              picture: {}
              note: {type: string}
              meta: {type: object, properties: {a: {const: 1}}}
              rows: {type: array, items: {type: object, properties: {a: {const: 1}}}}
          encoding:
            picture: {contentType: "image/png, image/jpeg"}
            images: {contentType: image/*}
    """,
        show_optional=True,
    )
    assert body["fields"] == [
        {"name": "file", "file": True},
        {"name": "avatar", "file": True},
        {"name": "images", "file": True, "contentType": "image/png"},
        {"name": "old", "file": True},
        {"name": "typed", "file": True, "contentType": "audio/mpeg"},
        {"name": "picture", "file": True, "contentType": "image/png"},
        {"name": "meta", "contentType": "application/json"},
        {"name": "rows", "contentType": "application/json"},
    ]
    values = dict(value["fields"])
    assert values["file"] == "example.pdf"
    assert values["avatar"] == values["picture"] == "example.png"
    assert values["images"] == ["example.png"]
    assert values["typed"] == "example.mp3"
    assert values["note"] == "A short text about it."
    assert (values["meta"], values["rows"]) == ('{"a":1}', ['{"a":1}'])


def test_the_media_type_that_is_asked_for_is_sent() -> None:
    contents = "{application/json: {example: 1}, application/xml: {example: <a/>}}"
    body = with_body(contents, content_type="application/xml")[1]
    assert body == {"contentType": "application/xml", "text": "<a/>"}
    assert with_body(contents)[1]["text"] == "1"


@pytest.mark.parametrize(("method", "is_sent"), [("get", False), ("post", True), ("delete", True)])
def test_a_body_that_may_be_left_out_is_not_sent_with_get(method: str, is_sent: bool) -> None:
    body = {"content": {"text/plain": {"example": "x"}}}
    _, values = describe(json.dumps({"paths": {"/pets": {method: {"requestBody": body}}}}))
    assert ("body" in values) is is_sent


def test_a_webhook_has_no_address() -> None:
    description, _ = describe("{paths: {}, webhooks: {newPet: {post: {}}}}")
    assert description["path"] == ""


@pytest.mark.parametrize(
    ("media_type", "hints", "expected"),
    [
        (None, ("file", "/audio/transcriptions"), "example.mp3"),
        (None, ("file", "/files"), "example.pdf"),
        ("image/svg+xml", ("file",), "example.svg"),
        ("application/octet-stream", ("logo",), "example.png"),
        ("application/octet-stream", (), "example.bin"),
        ("video/quicktime", (), "example.mp4"),
        ("../../evil", ("../x",), "example.pdf"),
    ],
)
def test_files_have_names_that_speak(
    media_type: str | None, hints: tuple[str, ...], expected: str
) -> None:
    assert name_sample_file(media_type, *hints) == expected


def test_the_fragments_of_a_real_path_name_an_operation_and_its_header() -> None:
    document = load_real_document("aws-cognito-identity.yaml")
    reader = SchemaReader(document)
    operation = read_operation(document, list_operations(document)[0])
    description = describe_request(operation, reader)
    values = build_initial_values(operation, reader, description)
    target = description["path"].partition("X-Amz-Target=")[2]
    assert values["parameters"] == {"header:X-Amz-Target": target}


@pytest.mark.parametrize("example", ["null", "[]", "{}"])
@pytest.mark.parametrize("location", ["path", "query", "header", "cookie"])
@pytest.mark.parametrize("stated", ["schema: {}, example: %s", "schema: {examples: [%s]}"])
def test_an_empty_example_is_a_value(stated: str, location: str, example: str) -> None:
    parameters = f"[{{name: a, in: {location}, required: true, {stated % example}}}]"
    path = "/pets/{a}" if location == "path" else "/pets"
    value = json.loads(example)
    assert with_parameters(parameters, path) == {"parameters": {f"{location}:a": value}}
