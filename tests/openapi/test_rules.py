"""Violations of the OpenAPI rules are reported, and valid parts are not."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.rules.check import check_document
from octavo.openapi.rules.tables import read_objects
from octavo.problems import Code, Severity
from tests.openapi.api_documents import make_document

INFO = {"title": "T", "version": "1"}
HEAD = "openapi: 3.0.3\ninfo: {title: T, version: '1'}\n"


def tell(text: str) -> list[str]:
    """Return the messages about a document, read as a build reads it."""
    document = make_document(HEAD + text)
    for entry in list_operations(document):
        read_operation(document, entry)
    return [finding.message for finding in document.sort_findings(check_document(document))]


def of_schema(text: str) -> str:
    return f"components: {{schemas: {{A: {text}}}}}"


def of_parameter(text: str) -> str:
    return f"components: {{parameters: {{a: {text}}}}}"


def of_scheme(text: str) -> str:
    return f"components: {{securitySchemes: {{a: {text}}}}}"


def of_callback(address: str) -> str:
    item = "{post: {responses: {default: {description: A}}}}"
    return f"components: {{callbacks: {{a: {{'{address}': {item}}}}}}}"


def of_get(text: str) -> str:
    return f"paths: {{/a: {{get: {{responses: {{'200': {{description: Yes}}}}, {text}}}}}}}"


WRONG = [
    # keys
    ("servers: [{description: Main}]", "a server has no `url`"),
    ("servers: [{url: /v1, descripton: Main}]", "`descripton` is no key of a server"),
    ("overlays: {}", "`overlays` is no key of a document, and is left out"),
    ("tags: [{description: Pets}]", "a tag has no `name`"),
    (of_get("sumary: List"), "`sumary` is no key of an operation"),
    (of_get("deprecated: 'true'"), "`deprecated` must be true or false, but is a text"),
    (of_get("externalDocs: {}"), "an external documentation has no `url`"),
    ("components: {pathItems: {}}", "`pathItems` is a key of OpenAPI 3.1"),
    ("servers: {url: /v1}", "`servers` must be a list, but is a mapping"),
    ("externalDocs: {url: 'ht<p://a'}", "`ht<p://a` is no address"),
    ("tags: [{name: a}, {name: a}]", "the tag `a` is described twice"),
    # servers
    (
        "servers: [{url: '/{v}', variables: {v: {default: b, enum: [a]}}}]",
        "the default `b` is not among the values of `enum`",
    ),
    (
        "servers: [{url: '/{v}', variables: {v: {default: b, enum: []}}}]",
        "the list of allowed values is empty",
    ),
    # paths
    ("paths: {'/a/{b}/{b}': {}}", "`{b}` appears in this path twice"),
    (
        "paths: {'/a/{b}': {}, '/a/{c}': {}}",
        "this path and `/a/{b}` differ only in the names of their parameters",
    ),
    (of_get("operationId: a") + "\nwebhooks: {b: {post: {}}}", "`webhooks` is a key of OpenAPI"),
    # parameters, bodies and responses
    (of_parameter("{name: a, in: body}"), "`body` is no place of a parameter"),
    (of_parameter("{name: a, in: query}"), "has neither `schema` nor `content`"),
    (of_parameter("{name: a b, in: header, schema: {}}"), "`a b` is no name for a header"),
    (
        of_parameter("{name: a, in: query, style: matrix, schema: {}}"),
        "a query parameter cannot have the style `matrix`",
    ),
    (
        of_parameter("{name: a, in: path, allowReserved: true, schema: {}}"),
        "`allowReserved` has no meaning",
    ),
    (
        of_parameter("{name: a, in: query, schema: {}, example: 1, examples: {}}"),
        "`example` and `examples` stand together in a parameter",
    ),
    (of_parameter("{name: a, in: query, content: {}}"), "`a` must name one media type"),
    (
        of_parameter("{name: a, in: query, content: {a/b: {}, c/d: {}}}"),
        "`a` must name one media type",
    ),
    (
        of_parameter("{name: a, in: path, required: false, schema: {}}"),
        "`a` is part of the path, which no caller can leave out",
    ),
    (
        of_parameter("{name: a, in: path, schema: {}}"),
        "`a` is part of the path, and needs `required: true`",
    ),
    (of_callback("{request.body#/url}"), "`request.body#/url` is no expression"),
    (of_callback("$request.form.url"), "`$request.form.url` is no expression"),
    (of_get("requestBody: {content: {schema: {}}}"), "`schema` is no media type"),
    ("components: {responses: {A: {}}}", "a response has no `description`"),
    ("components: {links: {A: {}}}", "the link does not say which operation it leads to"),
    ("components: {examples: {A: {value: 1, externalValue: a}}}", "stand together in an example"),
    # security
    (of_scheme("{type: oauth2, flow: {}}"), "a security scheme of type `oauth2` has no `flows`"),
    (of_scheme("{type: oauth2, flows: {}, flow: {}}"), "`flow` is no key of a security scheme"),
    (of_scheme("{type: basic}"), "`basic` is no type of a security scheme"),
    (of_scheme("{type: apiKey, name: a, in: body}"), "`body` is no place of an API key"),
    (
        of_scheme("{type: oauth2, flows: {implicit: {scopes: {}}}}"),
        "the flow `implicit` has no `authorizationUrl`",
    ),
    (of_scheme("{type: oauth2, flows: {}}"), "`flows` describes no flow"),
    (of_scheme("{type: http, scheme: basic, name: a}"), "`name` has no meaning for a security"),
    (of_scheme("{type: apiKey, name: a, in: query, scheme: b}"), "`scheme` has no meaning"),
    # schemas
    (of_schema("{type: strnig}"), "`strnig` is no type of a schema"),
    (of_schema("{propertis: {}}"), "`propertis` is no key of a schema"),
    (of_schema("{required: true}"), "`required` must be a list, but is true or false"),
    (of_schema("{required: [a, a]}"), "`required` has a name twice"),
    (of_schema("{type: array}"), "an array does not say what its items are"),
    (of_schema("{type: string, enum: [1]}"), "a value of `enum` is a number, not string"),
    (of_schema("{enum: []}"), "the list of allowed values is empty"),
    (of_schema("{pattern: '[a-z'}"), "a bracket of this pattern is not closed"),
    (of_schema("{minLength: '3'}"), "`minLength` must be a number, but is a text"),
    (of_schema("{properties: {a: 0}}"), "`a` must be an object with keys, but is a number"),
    (of_schema("{minimum: 3, maximum: 2}"), "no value can be right: `minimum` is 3"),
    (of_schema("{minLength: 3, maxLength: 2}"), "no value can be right: `minLength` is 3"),
    (of_schema("{type: array, items: {}, minItems: 1, maxItems: 0}"), "`minItems` is 1"),
    (of_schema("{minProperties: 1, maxProperties: 0}"), "`minProperties` is 1"),
    (of_schema("{minContains: 2, maxContains: 1}"), "`minContains` is 2"),
    (of_schema("{minimum: 2, exclusiveMaximum: 2}"), "`minimum` is 2, and `exclusiveMaximum` is 2"),
    (of_schema("{enum: [a, b, a]}"), "a value of `enum` is listed twice"),
    (
        of_schema("{readOnly: true, writeOnly: true}"),
        "this value is both `readOnly` and `writeOnly`",
    ),
    (of_schema("{oneOf: []}"), "`oneOf` lists no schemas"),
    (of_schema("{discriminator: {mapping: {}}}"), "a discriminator has no `propertyName`"),
    # references
    (of_schema("{$ref: 0}"), "a reference must be text; this one is left out"),
    (of_schema("{$ref: '#/components/schemas/B'}"), "`#/components/schemas/B` leads to nothing"),
    (
        of_parameter("{name: a, in: query, schema: {$ref: '#/components/parameters/a'}}"),
        "a schema is expected here, but the reference leads to a parameter",
    ),
]


@pytest.mark.parametrize(("text", "expected"), WRONG, ids=[expected for _, expected in WRONG])
def test_what_is_wrong_is_told_once(text: str, expected: str) -> None:
    told = tell(text)
    assert len([message for message in told if expected in message]) == 1, told


RIGHT = [
    "paths: {}",
    "x-own: 1",
    of_get("x-own: {}, tags: [a], security: [], servers: [{url: 'https://a.test/'}]"),
    "paths: {/a: {$ref: '#/x-a'}}\nx-a: {get: {responses: {default: {description: A}}}}",
    of_parameter("{name: a, in: query, content: {application/json: {schema: {}}}}"),
    "components: {headers: {x-rate: {schema: {type: integer}}}}",
    of_schema("{properties: {x-a: {type: string}, $ref: {type: string}, type: {}}}"),
    of_schema("{type: string, nullable: true, enum: [a, null], pattern: '[]]\\(\\['}"),
    of_schema("{type: number, enum: [1, 2.5], exclusiveMinimum: true, minimum: 0}"),
    of_schema("{additionalProperties: true, customKeyword: {}}"),
    of_schema("{minimum: 2, maximum: 2, minLength: 0, maxLength: 0, enum: [1, true, '1']}"),
    of_parameter("{name: a, in: path, required: true, schema: {}}"),
    of_callback("https://a.test?id={$request.header.x-id}&b={$response.body}"),
    of_callback("$url"),
    of_schema("{description: }"),
    of_scheme("{type: http, scheme: bearer}"),
    "components: {callbacks: {a: {'{$request.body#/url}': {post: {responses: {}}}, x-a: 1}}}",
]


@pytest.mark.parametrize("text", RIGHT)
def test_nothing_is_told_of_what_is_right(text: str) -> None:
    assert tell(text) == []


def test_parts_without_a_value_are_one_note_at_the_first() -> None:
    body = "requestBody: {content: {application/json: }}, callbacks: "
    (message,) = tell(of_get(body))
    assert message == "`callbacks` has no value (and 1 more), and counts as missing"


def test_a_mistake_of_the_reader_and_of_the_rules_is_told_once() -> None:
    told = tell(of_get("parameters: [{name: a, in: query, style: matrix, schema: {type: strnig}}]"))
    assert len(told) == 2


def findings_of(tree: dict[str, Any], files: dict[str, Any] | None = None) -> list[tuple[Any, ...]]:
    document = make_document(tree, files)
    return [(each.source, each.pointer, each.severity) for each in check_document(document)]


def test_a_finding_has_its_place_and_weight() -> None:
    tree = {"info": {"title": 1, "version": "1"}, "servers": [{}]}
    found = findings_of(tree)
    assert sorted(found, key=repr) == [
        ("api.yaml", ("info", "title"), Severity.INFO),
        ("api.yaml", ("servers", 0), Severity.WARNING),
    ]


def test_parts_in_other_files_are_looked_at_where_a_document_refers_to_them() -> None:
    files = {"pets.yaml": {"Pet": {"type": "object", "propertis": {}}, "Other": {"type": "x"}}}
    tree = {"info": INFO, "components": {"schemas": {"Pet": {"$ref": "pets.yaml#/Pet"}}}}
    assert findings_of(tree, files) == [
        ("pets.yaml", ("Pet", "propertis"), Severity.WARNING),
    ]


def test_a_key_of_a_newer_version_is_a_note_only_in_older_ones() -> None:
    tree = {"openapi": "3.0.0", "info": {"title": "T", "version": "1", "summary": "S"}}
    (found,) = check_document(make_document(tree))
    assert (found.code, found.severity) == (Code.API_UNKNOWN_KEY, Severity.INFO)
    assert not check_document(make_document({**tree, "openapi": "3.1.0"}))


@pytest.mark.parametrize("schema", [{"nullable": True}, {"exclusiveMinimum": True, "minimum": 1}])
def test_keywords_of_older_versions_are_a_note_in_newer_ones(schema: dict[str, Any]) -> None:
    tree = {"info": INFO, "components": {"schemas": {"A": schema}}}
    (found,) = check_document(make_document({**tree, "openapi": "3.1.0"}))
    assert (found.severity, found.pointer[-1]) == (Severity.INFO, next(iter(schema)))
    assert not check_document(make_document({**tree, "openapi": "3.0.0"}))


def test_a_document_is_looked_at_without_recursion_and_shared_values_once() -> None:
    schema: dict[str, Any] = {"type": "strnig"}
    for _ in range(5_000):
        schema = {"type": "array", "items": schema}
    for _ in range(50):
        schema = {"type": "object", "properties": {"a": schema, "b": schema}}
    tree = {"info": INFO, "components": {"schemas": {"A": schema}}}
    document: ApiDocument = make_document(tree)
    assert [each.message for each in check_document(document)] == [
        "`strnig` is no type of a schema"
    ]


@pytest.mark.parametrize("minor", [0, 1, 2])
def test_every_shape_of_the_tables_is_known(minor: int) -> None:
    objects = read_objects(minor)
    for each in objects.values():
        for shape in (*each.keys.values(), *([each.rest] if each.rest else [])):
            inner = shape.of or shape
            assert inner.object or inner.scalar or inner.kind == "any", (each.name, inner.kind)
