"""A check reports contradictions between parts of a document."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.operation.listing import list_operations
from octavo.openapi.rules.consistency import check_consistency
from octavo.openapi.rules.given_values import check_given_values
from octavo.openapi.schema.reader import SchemaReader
from tests.openapi.api_documents import make_document

SCHEMES = """
  securitySchemes:
    login:
      type: oauth2
      flows: {implicit: {authorizationUrl: /a, scopes: {read: Read}}, password: {scopes: {own: ""}}}
    other: {type: openIdConnect}
"""


def of_operation(text: str) -> str:
    return f"paths: {{/a: {{get: {{operationId: getA, {text}}}}}}}\ncomponents:{SCHEMES}"


def of_links(text: str) -> str:
    return of_operation(f"responses: {{'200': {{links: {{next: {text}}}}}}}")


def of_form(schema: str) -> str:
    media = f"{{schema: {schema}, encoding: {{b: {{contentType: a/b}}}}}}"
    return of_operation(f"requestBody: {{content: {{multipart/form-data: {media}}}}}")


def of_schemas(text: str) -> str:
    return f"components: {{schemas: {{{text}}}}}"


def tell(text: str) -> list[str]:
    document = make_document(text)
    found = check_consistency(document, SchemaReader(document), list_operations(document))
    return [each.message for each in found if "`info`" not in each.message]


def test_a_document_without_info_is_one_note() -> None:
    document = make_document({"paths": {}})
    (found,) = check_consistency(document, SchemaReader(document), ())
    assert found.message == "the document has no `info`"


WRONG = [
    (
        of_operation("security: [{login: [read, write]}]"),
        "no flow of `login` has the scope `write`",
    ),
    (
        "security: [{login: [write]}]\ncomponents:" + SCHEMES,
        "no flow of `login` has the scope `write`",
    ),
    (
        of_links("{operationId: getB}"),
        "the link `next` leads to the operation `getB`, which is not there",
    ),
    (
        of_links("{operationRef: '#/paths/~1b/get'}"),
        "the link `next` leads to `#/paths/~1b/get`, which doesn't exist",
    ),
    (
        of_form("{properties: {a: {}}}"),
        "`b` has an encoding, but is no property of the body",
    ),
    (
        of_schemas("A: {required: [a, b], properties: {a: {}}}"),
        "`b` is required, but is not among the properties",
    ),
    (
        of_schemas("A: {items: {required: [b], properties: {a: {}}}}"),
        "`b` is required, but is not among the properties",
    ),
    (
        of_schemas("A: {oneOf: [{properties: {b: {}}}], discriminator: {propertyName: kind}}"),
        "no form of this schema has the property `kind`, which tells them apart",
    ),
]


@pytest.mark.parametrize(("text", "expected"), WRONG)
def test_what_does_not_fit_is_told_once(text: str, expected: str) -> None:
    assert tell(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        of_operation("security: [{login: [read, own], other: [any]}, {}]"),
        of_links("{operationId: getA}"),
        of_links("{operationRef: '#/paths/~1a/get'}"),
        of_links("{operationRef: 'https://other.test/api#/paths/~1b/get'}"),
        of_form("{properties: {b: {}}}"),
        of_form("{additionalProperties: {}}"),
        of_form("{oneOf: [{properties: {a: {}}}, {properties: {b: {}}}]}"),
        of_schemas("A: {required: [b]}"),
        of_schemas("A: {required: [b], properties: {a: {}}, patternProperties: {^b: {}}}"),
        of_schemas(
            "A: {allOf: [{$ref: '#/components/schemas/B'}, {properties: {b: {}}}]},"
            "B: {required: [b], properties: {a: {}}}"
        ),
        of_schemas(
            "A: {discriminator: {propertyName: kind}, properties: {kind: {}}},"
            "B: {anyOf: [{$ref: '#/components/schemas/A'}], discriminator: {propertyName: kind}}"
        ),
    ],
)
def test_what_fits_is_not_told(text: str) -> None:
    assert tell(text) == []


@pytest.mark.parametrize(
    "operation",
    [
        {"parameters": [{"name": "a", "in": "query", "schema": {"maximum": 2}, "example": 3}]},
        {
            "parameters": [
                {
                    "name": "a",
                    "in": "query",
                    "schema": {"maximum": 2},
                    "examples": {"b": {"value": 3}},
                }
            ]
        },
    ],
)
@pytest.mark.parametrize("is_of_path", [False, True])
def test_an_example_of_a_parameter_outside_its_range_is_told_once(
    operation: dict[str, Any], is_of_path: bool
) -> None:
    own: dict[str, Any] = {"get": {}, "post": {}} if is_of_path else {"get": operation}
    item = {**own, **(operation if is_of_path else {})}
    document = make_document({"paths": {"/a": item}})
    found = check_given_values(document, SchemaReader(document), list_operations(document))
    message = "the example does not follow its schema: it must be at most 2"
    assert [each.message for each in found] == [message]
