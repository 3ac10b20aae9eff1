"""What an operation says beside its parameters."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.model import Given, In, WrittenSample
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.operation.operation import read_operation
from octavo.problems import Code
from tests.openapi.api_documents import (
    codes,
    make_document,
    messages,
    only_operation,
    operation_with_findings,
)


def operation_tree(**keys: Any) -> dict[str, Any]:
    return {"paths": {"/a": {"post": keys}}}


# --- bodies -------------------------------------------------------------------------------------


def test_a_body_has_several_media_types_in_their_order() -> None:
    operation = only_operation("""
        paths:
          /a:
            post:
              requestBody:
                required: true
                description: The pet
                content:
                  application/json:
                    schema: {type: object}
                    example: {name: Kim}
                  multipart/form-data:
                    schema: {type: object}
                    encoding:
                      photo:
                        contentType: image/png
                        style: form
                        explode: false
                        headers:
                          X-Size: {schema: {type: integer}, required: true}
                          Content-Type: {schema: {type: string}}
                  text/plain:
    """)
    body = operation.body
    assert body is not None
    assert (body.required, body.description) == (True, "The pet")
    json, form, text = body.contents
    assert (json.name, form.name, text.name) == (
        "application/json",
        "multipart/form-data",
        "text/plain",
    )
    assert json.examples[0].value == Given({"name": "Kim"})
    photo = form.encoding["photo"]
    assert (photo.content_type, photo.style, photo.explode) == ("image/png", "form", False)
    assert [(header.name, header.required) for header in photo.headers] == [("X-Size", True)]
    assert text.schema is None


def test_bodies_and_media_types_may_be_references() -> None:
    operation = only_operation("""
        openapi: 3.2.0
        paths:
          /a: {post: {requestBody: {$ref: '#/components/requestBodies/Pet'}}}
        components:
          requestBodies:
            Pet:
              content:
                application/json: {$ref: '#/components/mediaTypes/Pet'}
          mediaTypes:
            Pet: {schema: {type: object}, itemSchema: {type: string}}
    """)
    assert operation.body is not None
    (media,) = operation.body.contents
    assert media.node.pointer == ("components", "mediaTypes", "Pet")
    assert media.item_schema is not None


def test_an_operation_without_a_body_has_none() -> None:
    assert only_operation(operation_tree()).body is None
    assert only_operation(operation_tree(requestBody=None)).body is None


# --- examples -----------------------------------------------------------------------------------


def test_named_examples_win_over_the_one_without_a_name() -> None:
    operation = only_operation("""
        paths:
          /a:
            post:
              requestBody:
                content:
                  application/json:
                    example: not this
                    examples:
                      cat: {summary: A cat, description: Purrs, value: {name: Kim}}
                      dog: {$ref: '#/components/examples/dog'}
                      raw: {dataValue: {a: 1}, serializedValue: '{"a": 1}'}
                      far: {externalValue: https://example.com/far.json}
                      nothing: {value: null}
                      file: {value: {$ref: '#/components/examples/dog/value'}}
        components:
          examples:
            dog: {value: {name: Rex}}
    """)
    assert operation.body is not None
    cat, dog, raw, far, nothing, file = operation.body.contents[0].examples
    assert (cat.name, cat.summary, cat.description) == ("cat", "A cat", "Purrs")
    assert cat.value == Given({"name": "Kim"})
    assert dog.value == Given({"name": "Rex"})
    assert (raw.value, raw.serialized) == (Given({"a": 1}), '{"a": 1}')
    assert (far.value, far.external) == (None, "https://example.com/far.json")
    assert nothing.value == Given(None)
    assert file.value == Given({"name": "Rex"})


@pytest.mark.parametrize(
    ("examples", "values"),
    [
        ({"cat": {"name": "Kim"}}, [{"name": "Kim"}]),
        ({"cat": "Kim"}, ["Kim"]),
        (["Kim", 2], ["Kim", 2]),
    ],
)
def test_examples_in_a_wrong_form_are_used_and_told(examples: Any, values: list[Any]) -> None:
    content = {"application/json": {"examples": examples}}
    operation, document = operation_with_findings(operation_tree(requestBody={"content": content}))
    assert operation.body is not None
    found = [each.value for each in operation.body.contents[0].examples]
    assert found == [Given(value) for value in values]
    assert codes(document) == [Code.API_WRONG_TYPE]


def test_an_example_that_is_null_is_an_example() -> None:
    content = {"application/json": {"example": None}}
    operation = only_operation(operation_tree(requestBody={"content": content}))
    assert operation.body is not None
    assert operation.body.contents[0].examples[0].value == Given(None)


# --- responses ----------------------------------------------------------------------------------


def test_responses_have_headers_contents_and_links() -> None:
    operation = only_operation("""
        paths:
          /a:
            post:
              responses:
                default: {description: Any error}
                4xx: {description: Yours}
                '200':
                  summary: Fine
                  description: It worked
                  headers:
                    X-Rate: {description: How many, schema: {type: integer}}
                    content-type: {schema: {type: string}}
                  content:
                    application/json: {schema: {type: object}}
                  links:
                    next:
                      operationId: getNext
                      description: The next one
                      parameters: {id: $response.body#/id, page: 2}
                    far: {operationRef: 'other.yaml#/paths/~1a/get'}
                x-note: {}
    """)
    fine, default, yours = operation.responses
    assert [fine.status, default.status, yours.status] == ["200", "default", "4XX"]
    assert (fine.summary, fine.description) == ("Fine", "It worked")
    (header,) = fine.headers
    assert (header.name, header.location, header.style) == ("X-Rate", In.HEADER, "simple")
    assert fine.contents[0].name == "application/json"
    following, far = fine.links
    assert (following.name, following.operation) == ("next", "getNext")
    assert following.parameters == (("id", "$response.body#/id"), ("page", "2"))
    assert far.operation == "other.yaml#/paths/~1a/get"


def test_responses_and_headers_may_be_references() -> None:
    operation = only_operation("""
        paths:
          /a: {post: {responses: {'404': {$ref: '#/components/responses/Lost'}}}}
        components:
          responses:
            Lost:
              description: Not there
              headers: {X-Id: {$ref: '#/components/headers/Id'}}
          headers:
            Id: {schema: {type: string}}
    """)
    assert operation.responses[0].description == "Not there"
    assert operation.responses[0].headers[0].node.pointer == ("components", "headers", "Id")


def test_words_beside_a_reference_count_more_than_those_of_what_it_refers_to() -> None:
    operation = only_operation("""
        paths:
          /a:
            post:
              parameters: [{$ref: '#/components/parameters/Page', description: Ours}]
              responses:
                '404': {$ref: '#/components/responses/Lost', summary: Ours}
        components:
          parameters:
            Page: {name: page, in: query, description: Theirs}
          responses:
            Lost: {description: Theirs}
    """)
    assert operation.parameters[0].description == "Ours"
    (response,) = operation.responses
    assert (response.summary, response.description) == ("Ours", "Theirs")


@pytest.mark.parametrize("status", ["20", "600", "2X0", "ok"])
def test_a_status_that_is_none_is_kept_and_told(status: str) -> None:
    operation, document = operation_with_findings(operation_tree(responses={status: {}}))
    assert len(operation.responses) == 1
    assert messages(document) == [f"`{status}` is no status of a response"]


def test_a_link_that_leads_nowhere_is_left_out_and_told() -> None:
    responses: Any = {"200": {"links": {"next": {}}}}
    operation, document = operation_with_findings(operation_tree(responses=responses))
    assert operation.responses[0].links == ()
    assert messages(document) == ["the link `next` does not say which operation it leads to"]


# --- callbacks and webhooks ---------------------------------------------------------------------


def test_callbacks_are_read_in_full() -> None:
    operation = only_operation("""
        paths:
          /a:
            post:
              callbacks:
                paid:
                  '{$request.body#/url}':
                    parameters: [{name: X-Sign, in: header}]
                    post:
                      summary: Paid
                      requestBody: {content: {application/json: {}}}
                shared: {$ref: '#/components/callbacks/Shared'}
        components:
          callbacks:
            Shared: {'{$url}': {put: {}}}
    """)
    paid, shared = operation.callbacks
    assert (paid.name, paid.expression) == ("paid", "{$request.body#/url}")
    assert paid.operation.entry.summary == "Paid"
    assert paid.operation.entry.key.is_webhook
    assert [each.name for each in paid.operation.parameters] == ["X-Sign"]
    assert paid.operation.body is not None
    assert shared.operation.entry.key.method == "PUT"


def test_a_callback_with_itself_as_a_callback_ends() -> None:
    operation = only_operation("""
        paths:
          /a: {post: {callbacks: {again: {$ref: '#/components/callbacks/Again'}}}}
        components:
          callbacks:
            Again: {'{$url}': {post: {callbacks: {again: {$ref: '#/components/callbacks/Again'}}}}}
    """)
    assert operation.callbacks[0].operation.callbacks == ()


def test_a_webhook_has_neither_the_servers_nor_the_security_of_the_api() -> None:
    document = make_document("""
        servers: [{url: https://api.example.com}]
        security: [{key: []}]
        components:
          securitySchemes:
            key: {type: apiKey, in: header, name: X-Key}
            signature: {type: apiKey, in: header, name: X-Sign}
        webhooks:
          plain: {post: {}}
          signed: {post: {security: [{signature: []}]}}
    """)
    plain, signed = (read_operation(document, entry) for entry in list_operations(document))
    assert (plain.servers, plain.security) == ((), ())
    assert [use.scheme.key for use in signed.security[0]] == ["signature"]


# --- samples, x-mint, other documents -----------------------------------------------------------

CURL = WrittenSample("curl", "curl x")
RUBY = WrittenSample("ruby", "puts 1", "SDK")


@pytest.mark.parametrize(
    ("key", "written", "samples"),
    [
        ("x-codeSamples", [{"lang": "curl", "source": "curl x"}], (CURL,)),
        (
            "x-code-samples",
            [
                {"lang": "curl", "source": "curl x"},
                {"lang": "ruby", "source": "puts 1", "label": "SDK"},
            ],
            (CURL, RUBY),
        ),
        ("x-codeSamples", {"curl": "curl x"}, (CURL,)),
        ("x-codeSamples", {"ruby": {"source": "puts 1", "label": "SDK"}}, (RUBY,)),
        ("x-code-sample", {"lang": "curl", "source": "curl x"}, (CURL,)),
        ("x-code-sample", [{"lang": "curl", "source": "curl x"}], (CURL,)),
        (
            "x-codeSamples",
            [{"label": "curl", "code": "curl x"}],
            (WrittenSample("curl", "curl x", "curl"),),
        ),
        ("x-codeSamples", [], ()),
        ("x-codeSamples", None, ()),
    ],
)
def test_samples_are_read_in_every_written_form(
    key: str, written: Any, samples: tuple[WrittenSample, ...]
) -> None:
    assert only_operation(operation_tree(**{key: written})).samples == samples


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("curl x", "the samples are not a list"),
        (["curl x"], "a sample is not a mapping"),
        ([{"source": "curl x"}], "a sample does not say its language"),
        ([{"lang": "curl"}], "the sample in curl has no source"),
        ({"curl": 5}, "the sample in curl is not a text"),
        ({"curl": {}}, "the sample in curl has no source"),
    ],
)
def test_samples_that_cannot_be_used_are_told(written: Any, message: str) -> None:
    operation, document = operation_with_findings(operation_tree(**{"x-codeSamples": written}))
    assert operation.samples == ()
    assert messages(document) == [message]
    assert codes(document) == [Code.API_SAMPLE_UNUSABLE]


def test_x_mint_gives_settings_text_and_url_of_the_page() -> None:
    operation = only_operation("""
        paths:
          /a:
            post:
              x-mint:
                metadata: {title: Own title, sidebarTitle: Short}
                content: Read this first.
                href: /own/place
                groups: [beta]
    """)
    assert operation.page_settings == {"title": "Own title", "sidebarTitle": "Short"}
    assert operation.page_content == "Read this first."
    assert operation.page_href == "/own/place"


def test_documentation_elsewhere_is_kept() -> None:
    docs = {"url": "https://example.com", "description": "More"}
    assert only_operation(operation_tree(externalDocs=docs)).external_docs == (
        "https://example.com",
        "More",
    )
    assert only_operation(operation_tree(externalDocs={"description": "x"})).external_docs is None


def test_a_container_may_be_a_reference_as_a_whole() -> None:
    document = make_document(
        {"paths": {"/a": {"get": {"responses": {"$ref": "responses.yaml"}}}}},
        {"responses.yaml": {"200": {"description": "Fine"}}},
    )
    operation = read_operation(document, list_operations(document)[0])
    assert operation.responses[0].description == "Fine"
    assert messages(document) == []


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (["default", "4XX", "200"], ["200", "default", "4XX"]),
        (["404", "201", "default", "2XX", "200"], ["201", "404", "default", "2XX", "200"]),
        (["default", "500", "2XX"], ["2XX", "default", "500"]),
        (["default", "302"], ["302", "default"]),
        (["101", "default", "204"], ["204", "101", "default"]),
        (["404", "default"], ["404", "default"]),
        (["default", "oops", ""], ["default", "OOPS", ""]),
    ],
)
def test_the_first_success_stands_first(written: list[str], expected: list[str]) -> None:
    operation = {"responses": {status: {"description": "Yes"} for status in written}}
    document = make_document({"paths": {"/a": {"get": operation}}})
    (entry,) = list_operations(document)
    read = read_operation(document, entry)
    assert [response.status for response in read.responses] == expected
