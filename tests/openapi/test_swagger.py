"""Swagger 2.0 documents: converted to OpenAPI 3.0 in memory, with problems for the original."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.read_tree import read_document
from octavo.openapi.model import In, Operation, Parameter
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.rules.check import check_document
from octavo.openapi.schema.reader import SchemaReader
from octavo.problems import Code, Severity

SOURCE = "api/old.yaml"
NO_FILES: dict[str, Any] = {}
PET = {"$ref": "#/definitions/Pet"}


def read(tree: dict[str, Any], files: dict[str, Any] | None = None) -> ApiDocument:
    info = {"title": "Old", "version": "1"}
    whole = {"swagger": "2.0", "info": info, "paths": {}, **tree}
    document, _ = read_document(SOURCE, "old", whole, (files or {}).get)
    assert document is not None
    return document


def told(document: ApiDocument) -> list[tuple[str, tuple[Any, ...]]]:
    """Return what there is to tell beside the note, with its places."""
    found = document.sort_findings(check_document(document))
    return [(each.source, each.pointer) for each in found if each.code is not Code.API_SWAGGER_2]


def operation(
    keys: dict[str, Any], files: dict[str, Any] | None = None, **tree: Any
) -> tuple[Operation, SchemaReader]:
    """Return the one operation of a document about which there is nothing to tell."""
    whole = {"responses": {"200": {"description": "Fine"}}, **keys}
    document = read({"paths": {"/a": {"post": whole}}, **tree}, files)
    (entry,) = list_operations(document)
    found = read_operation(document, entry)
    assert told(document) == []
    return found, SchemaReader(document)


def test_a_swagger_document_is_read_with_a_note() -> None:
    document = read({})
    assert document.version == "3.0"
    (finding,) = document.findings
    assert (finding.code, finding.severity) == (Code.API_SWAGGER_2, Severity.INFO)
    assert finding.pointer == ("swagger",)


@pytest.mark.parametrize("version", ["2.0", 2, 2.0, " v2.0 "])
@pytest.mark.parametrize("key", ["swagger", "openapi"])
def test_the_version_may_be_written_in_many_ways(key: str, version: Any) -> None:
    document, _ = read_document(SOURCE, "old", {key: version, "paths": {}}, NO_FILES.get)
    assert document is not None


@pytest.mark.parametrize("version", ["1.2", "3.0", True, None, [], "20"])
def test_other_versions_of_swagger_are_refused(version: Any) -> None:
    document, (finding,) = read_document(
        SOURCE, "old", {"swagger": version, "paths": {}}, NO_FILES.get
    )
    assert document is None
    assert finding.code in (Code.API_VERSION_UNKNOWN, Code.API_NOT_OPENAPI)


# --- servers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tree", "urls"),
    [
        (
            {"host": "a.example", "basePath": "/v1", "schemes": ["https", "http"]},
            ["https://a.example/v1", "http://a.example/v1"],
        ),
        ({"host": "a.example:8080", "schemes": ["http"]}, ["http://a.example:8080"]),
        ({"host": "a.example", "basePath": "/"}, ["//a.example"]),
        ({"host": "https://a.example/", "basePath": "v1"}, ["//a.example/v1"]),
        ({"host": "a.example", "schemes": ["ws", "https"]}, ["https://a.example"]),
        ({"basePath": "/v1", "schemes": ["https"]}, ["/v1"]),
        ({"schemes": ["https"]}, []),
        ({"host": 5, "basePath": []}, []),
    ],
)
def test_host_path_and_schemes_become_servers(tree: dict[str, Any], urls: list[str]) -> None:
    found, _ = operation({}, **tree)
    assert [server.url for server in found.servers] == urls


def test_an_operation_may_have_schemes_of_its_own() -> None:
    found, _ = operation({"schemes": ["http"]}, host="a.example", schemes=["https"])
    assert [server.url for server in found.servers] == ["http://a.example"]


# --- parameters ---------------------------------------------------------------------------------


def only(parameter: dict[str, Any]) -> tuple[Parameter, SchemaReader]:
    found, reader = operation({"parameters": [{"name": "a", **parameter}]})
    (read_parameter,) = found.parameters
    return read_parameter, reader


def test_the_keywords_of_a_parameter_become_its_schema() -> None:
    parameter, reader = only(
        {
            "in": "query",
            "type": "integer",
            "format": "int32",
            "description": "How many",
            "required": True,
            "default": 5,
            "maximum": 9,
            "enum": [5, 9],
            "x-nullable": True,
            "x-example": 9,
        }
    )
    assert (parameter.location, parameter.required) == (In.QUERY, True)
    assert parameter.description == "How many"
    assert [each.value and each.value.value for each in parameter.examples] == [9]
    assert parameter.schema is not None
    schema = reader.read(parameter.schema)
    assert (schema.types, schema.format, schema.limits.maximum) == (("integer", "null"), "int32", 9)
    assert [each.value for each in schema.enum] == [5, 9]
    assert schema.default is not None


@pytest.mark.parametrize(
    ("place", "written", "style", "explode"),
    [
        ("query", None, "form", False),
        ("query", "csv", "form", False),
        ("query", "multi", "form", True),
        ("query", "ssv", "spaceDelimited", False),
        ("query", "pipes", "pipeDelimited", False),
        ("header", "csv", "simple", False),
    ],
)
def test_the_format_of_a_collection_becomes_a_style(
    place: str, written: str | None, style: str, explode: bool
) -> None:
    extra = {} if written is None else {"collectionFormat": written}
    parameter, reader = only({"in": place, "type": "array", "items": {"type": "string"}, **extra})
    assert (parameter.style, parameter.explode) == (style, explode)
    assert parameter.schema is not None
    assert reader.read(parameter.schema).items is not None


def test_parameters_of_the_path_the_document_and_other_files_are_found() -> None:
    document = read(
        {
            "parameters": {"limit": {"name": "limit", "in": "query", "type": "integer"}},
            "paths": {
                "/a/{id}": {
                    "parameters": [
                        {"name": "id", "in": "path", "required": True, "type": "string"},
                        {"name": "over", "in": "query", "type": "string"},
                        {"name": "body", "in": "body", "schema": {"type": "object"}},
                    ],
                    "post": {
                        "parameters": [
                            {"$ref": "#/parameters/limit"},
                            {"$ref": "parts/more.yaml#/trace"},
                            {"name": "over", "in": "query", "type": "integer"},
                            {"name": "other", "in": "body", "schema": PET},
                        ],
                        "responses": {"200": {"description": "Fine"}},
                    },
                }
            },
            "definitions": {"Pet": {"type": "string"}},
        },
        {"api/parts/more.yaml": {"trace": {"name": "X-Trace", "in": "header", "type": "string"}}},
    )
    (entry,) = list_operations(document)
    found = read_operation(document, entry)
    reader = SchemaReader(document)
    types = {each.name: reader.read(each.schema).types for each in found.parameters if each.schema}
    assert types == {
        "id": ("string",),
        "over": ("integer",),
        "limit": ("integer",),
        "X-Trace": ("string",),
    }
    assert found.body is not None
    (media,) = found.body.contents
    assert media.schema is not None
    assert reader.read(media.schema).name == "Pet"
    assert told(document) == []


# --- bodies -------------------------------------------------------------------------------------


def test_a_body_has_the_media_types_that_are_consumed() -> None:
    body = {"name": "pet", "in": "body", "required": True, "description": "It", "schema": PET}
    keys = {"parameters": [body], "consumes": ["application/json", "application/xml"]}
    found, _ = operation(keys, consumes=["text/plain"], definitions={"Pet": {"type": "object"}})
    assert found.body is not None
    assert (found.body.required, found.body.description) == (True, "It")
    assert [media.name for media in found.body.contents] == ["application/json", "application/xml"]
    found, _ = operation({"parameters": [body]}, definitions={"Pet": {"type": "object"}})
    assert found.body is not None
    assert [media.name for media in found.body.contents] == ["application/json"]


@pytest.mark.parametrize(
    ("kind", "consumes", "names"),
    [
        ("string", [], ["application/x-www-form-urlencoded"]),
        ("string", ["multipart/form-data"], ["multipart/form-data"]),
        ("string", ["application/json"], ["application/x-www-form-urlencoded"]),
        ("file", [], ["multipart/form-data"]),
        ("file", ["application/x-www-form-urlencoded"], ["multipart/form-data"]),
    ],
)
def test_fields_of_a_form_become_a_body(kind: str, consumes: list[str], names: list[str]) -> None:
    fields = [
        {"name": "a", "in": "formData", "type": kind, "required": True, "description": "First"},
        {"name": "b", "in": "formData", "type": "array", "items": {"type": "string"}},
    ]
    found, reader = operation({"parameters": fields, "consumes": consumes})
    assert found.parameters == ()
    assert found.body is not None
    assert found.body.required
    assert [media.name for media in found.body.contents] == names
    (media,) = found.body.contents
    assert media.schema is not None
    first, second = reader.read(media.schema).properties
    assert (first.name, first.required, second.required) == ("a", True, False)
    schema = reader.read(first.node)
    assert schema.description == "First"
    assert (schema.format == "binary") == (kind == "file")
    assert media.encoding["b"].explode is False


# --- responses ----------------------------------------------------------------------------------


def test_a_response_has_contents_examples_and_headers() -> None:
    response = {
        "description": "A pet",
        "schema": PET,
        "headers": {"X-Left": {"type": "integer", "description": "Calls"}},
        "examples": {"application/json": {"name": "Rex"}, "text/csv": "Rex"},
    }
    keys = {"responses": {"200": response, "404": {"$ref": "#/responses/Lost"}}}
    lost = {"description": "Lost", "schema": {"type": "string"}}
    pet = {"type": "object", "properties": {"name": {"type": "string"}}}
    found, reader = operation(
        keys, definitions={"Pet": pet}, responses={"Lost": lost}, produces=["application/json"]
    )
    fine, missing = found.responses
    assert [media.name for media in fine.contents] == ["application/json", "text/csv"]
    examples = [media.examples[0].value for media in fine.contents]
    assert [each and each.value for each in examples] == [{"name": "Rex"}, "Rex"]
    (header,) = fine.headers
    assert (header.name, header.description) == ("X-Left", "Calls")
    assert header.schema is not None
    assert reader.read(header.schema).types == ("integer",)
    assert (missing.description, missing.contents[0].name) == ("Lost", "application/json")


def test_an_example_without_a_media_type_is_one_of_the_first() -> None:
    response = {"description": "A", "examples": {"default": {"a": 1}}}
    found, _ = operation({"responses": {"200": response}, "produces": ["application/hal+json"]})
    (media,) = found.responses[0].contents
    assert media.name == "application/hal+json"
    assert media.examples[0].value is not None


def test_a_response_of_a_file_is_binary_and_one_without_a_schema_has_no_body() -> None:
    responses = {
        "200": {"description": "A", "schema": {"type": "file"}},
        "204": {"description": "B"},
    }
    found, reader = operation({"responses": responses, "produces": ["image/png"]})
    picture, nothing = found.responses
    assert picture.contents[0].schema is not None
    assert reader.read(picture.contents[0].schema).format == "binary"
    assert nothing.contents == ()


# --- security -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flow", "kind"),
    [
        ("implicit", "implicit"),
        ("password", "password"),
        ("application", "clientCredentials"),
        ("accessCode", "authorizationCode"),
    ],
)
def test_flows_of_oauth_have_their_new_names(flow: str, kind: str) -> None:
    urls = {"authorizationUrl": "https://a.example/a", "tokenUrl": "https://a.example/t"}
    login = {"type": "oauth2", "flow": flow, **urls, "scopes": {"read": "Read", "x-a": "b"}}
    schemes = {"login": login, "basic": {"type": "basic"}}
    found, _ = operation(
        {"security": [{"login": ["read"]}, {"basic": []}]}, securityDefinitions=schemes
    )
    (one,), (other,) = found.security
    assert [(each.kind, each.scopes) for each in one.scheme.flows] == [(kind, (("read", "Read"),))]
    assert (other.scheme.type, other.scheme.scheme) == ("http", "basic")


# --- schemas ------------------------------------------------------------------------------------


def test_schemas_say_in_new_words_what_they_said_in_old_ones() -> None:
    pet = {
        "type": "object",
        "discriminator": "kind",
        "properties": {
            "kind": {"type": "string"},
            "type": {"type": "string", "x-nullable": True},
            "discriminator": {"type": "string"},
            "photo": {"type": "file"},
            "default": {"$ref": "#/definitions/Cat"},
        },
    }
    cat = {"allOf": [PET, {"properties": {"purrs": {}}}], "x-ms-discriminator-value": "cat"}
    document = read({"definitions": {"Pet": pet, "Cat": cat, "Dog": {"allOf": [PET]}}})
    reader = SchemaReader(document)
    schemas = document.root.get_child("components").get_child("schemas")
    schema = reader.read(schemas.get_child("Pet"))
    assert schema.choice is not None
    assert [option.values for option in schema.choice.options] == [("cat",), ("Dog",)]
    found = {each.name: reader.read(each.node) for each in schema.properties}
    assert found["type"].types == ("string", "null")
    assert found["discriminator"].types == ("string",)
    assert (found["photo"].types, found["photo"].format) == (("string",), "binary")
    assert found["default"].name == "Cat"
    assert told(document) == []


def test_references_lead_through_files_and_back() -> None:
    files = {
        "api/models/pet.yaml": {
            "type": "object",
            "properties": {
                "owner": {"$ref": "../old.yaml#/definitions/Owner"},
                "friend": {"$ref": "#"},
                "tag": {"$ref": "more.yaml#/definitions/Tag"},
            },
        },
        "api/models/more.yaml": {"definitions": {"Tag": {"type": "string", "x-nullable": True}}},
        "api/paths/pets.yaml": {
            "get": {
                "parameters": [{"name": "q", "in": "query", "type": "string"}],
                "responses": {
                    "200": {"description": "Fine", "schema": {"$ref": "../models/pet.yaml"}}
                },
            }
        },
    }
    owner = {"type": "object", "properties": {"name": {"type": "string"}}}
    paths = {"/pets": {"$ref": "paths/pets.yaml"}}
    document = read({"paths": paths, "definitions": {"Owner": owner}}, files)
    (entry,) = list_operations(document)
    found = read_operation(document, entry)
    reader = SchemaReader(document)
    node = found.responses[0].contents[0].schema
    assert node is not None
    inner = {each.name: reader.read(each.node) for each in reader.read(node).properties}
    assert inner["owner"].name == "Owner"
    assert [each.name for each in inner["friend"].properties] == ["owner", "friend", "tag"]
    assert inner["tag"].types == ("string", "null")
    assert told(document) == []


def test_a_reference_into_a_part_that_has_moved_leads_there() -> None:
    body = {"name": "b", "in": "body", "schema": {"type": "object", "title": "Moved"}}
    paths = {
        "/a": {"post": {"parameters": [body], "responses": {"200": {"description": "A"}}}},
        "/b": {
            "get": {
                "responses": {
                    "200": {
                        "description": "B",
                        "schema": {"$ref": "#/paths/~1a/post/parameters/0/schema"},
                    }
                }
            }
        },
    }
    document = read({"paths": paths})
    _, entry = list_operations(document)
    node = read_operation(document, entry).responses[0].contents[0].schema
    assert node is not None
    assert SchemaReader(document).read(node).title == "Moved"
    assert told(document) == []


# --- problems -----------------------------------------------------------------------------------


def test_findings_have_the_places_and_names_of_the_original() -> None:
    document = read(
        {
            "parameters": {
                "limit": {"name": "limit", "in": "query", "type": "integer", "default": "x"}
            },
            "paths": {
                "/a": {
                    "post": {
                        "parameters": [
                            {"$ref": "#/parameters/limit"},
                            {"name": "b", "in": "body", "schema": {"$ref": "#/definitions/Pett"}},
                            {"name": "h", "in": "header", "type": "integer", "default": "y"},
                        ],
                        "responses": {
                            "200": {"description": "A", "schema": {"$ref": "far.yaml#/A"}}
                        },
                        "security": [{"nobody": []}],
                    }
                }
            },
            "definitions": {"Pet": {"type": "integer", "example": "z"}},
        }
    )
    reader = SchemaReader(document)
    (entry,) = list_operations(document)
    found = read_operation(document, entry)
    nodes = [each.schema for each in found.parameters]
    nodes += [found.responses[0].contents[0].schema]
    nodes += [found.body.contents[0].schema] if found.body else []
    for node in [
        *nodes,
        document.root.get_child("components").get_child("schemas").get_child("Pet"),
    ]:
        assert node is not None
        reader.read(node)
    post = ("paths", "/a", "post")
    assert set(told(document)) == {
        (SOURCE, ("parameters", "limit", "default")),
        (SOURCE, (*post, "parameters", 1, "schema", "$ref")),
        (SOURCE, (*post, "parameters", 2, "default")),
        (SOURCE, (*post, "responses", "200", "schema", "$ref")),
        (SOURCE, (*post, "security", 0, "nobody")),
        (SOURCE, ("definitions", "Pet", "example")),
    }
    texts = " ".join(f"{each.message} {each.hint}" for each in document.sort_findings())
    assert "`#/definitions/Pett` leads to nothing" in texts
    assert "Did you mean `#/definitions/Pet`?" in texts
    assert "components" not in texts


LOST = [
    ([{"name": "a", "in": "body"}, {"name": "b", "in": "formData", "type": "string"}],
     "so this body is not shown", 0),
    ([{"name": "a", "in": "body"}, {"name": "b", "in": "body"}],
     "an operation has one body, so the one before is not shown", 1),
    ([{"name": "a", "in": "query", "type": "string"}] * 2,
     "the query parameter `a` is described twice", 1),
    ([{"name": "a", "in": "query", "type": "file"}], "a file is sent in a form only", 0),
    ([{"name": "a", "in": "cookie", "type": "string"}], "`cookie` is no place", 0),
    ([{"name": "a", "in": "query", "type": "object"}], "is a single value or an array", 0),
    ([{"name": "a", "in": "header", "type": "array", "collectionFormat": "multi"}],
     "has a meaning in the query and in forms only", 0),
    ([{"name": "a", "in": "formData", "type": "file"}], "`consumes` has no form", 0),
    ({"name": "a", "in": "query"}, "`parameters` must be a list", None),
]  # fmt: skip


@pytest.mark.parametrize("is_shared", [False, True])
@pytest.mark.parametrize(("parameters", "message", "at"), LOST)
def test_what_openapi_cannot_keep_is_told_where_it_stands(
    parameters: Any, message: str, at: int | None, is_shared: bool
) -> None:
    post: dict[str, Any] = {"responses": {"200": {"description": "A"}}, "consumes": ["text/plain"]}
    item: dict[str, Any] = {"post": post}
    (item if is_shared else post)["parameters"] = parameters
    found = read({"paths": {"/a": item}}).sort_findings()
    place = ("paths", "/a", *(() if is_shared else ("post",)), "parameters")
    places = [each.pointer for each in found if message in each.message]
    assert places == [place if at is None else (*place, at)]


def test_an_operation_without_responses_is_told() -> None:
    document = read({"paths": {"/a": {"get": {}}}})
    assert told(document) == [(SOURCE, ("paths", "/a", "get"))]


# --- hostile documents --------------------------------------------------------------------------

ANYTHING: list[Any] = [None, True, 5, "text", [], {}, [None], {"$ref": 5}, {"$ref": "#/nowhere"}]
KEYS = (
    "host basePath schemes consumes produces paths definitions parameters responses"
    " securityDefinitions security tags"
).split()
OPERATION_KEYS = "parameters responses consumes produces schemes security tags".split()


@pytest.mark.parametrize("value", ANYTHING, ids=str)
def test_anything_anywhere_is_read_without_a_failure(value: Any) -> None:
    trees: list[dict[str, Any]] = [{key: value} for key in KEYS]
    trees += [{"paths": {"/a": value}}, {"paths": {"/a": {"get": value}}}]
    trees += [{"paths": {"/a": {"get": {key: value}}}} for key in OPERATION_KEYS]
    trees += [
        {"paths": {"/a": {"parameters": [value], "get": {"parameters": value}}}},
        {"paths": {"/a": {"get": {"parameters": [value]}}}},
        {"paths": {"/a": {"get": {"responses": {"200": value}}}}},
        {"definitions": {"A": value}, "securityDefinitions": {"A": value}},
    ]
    inner = "name in type items schema required collectionFormat description".split()
    trees += [
        {"paths": {"/a": {"get": {"parameters": [{"name": "a", "in": place, key: value}]}}}}
        for place in ("query", "body", "formData")
        for key in inner
    ]
    trees += [
        {"paths": {"/a": {"get": {"responses": {"200": {"description": "A", key: value}}}}}}
        for key in ("schema", "headers", "examples", "description")
    ]
    documents = 0
    for tree in trees:
        whole = {"swagger": "2.0", "info": {"title": "A", "version": "1"}, "paths": {}, **tree}
        document, problems = read_document(SOURCE, "old", whole, NO_FILES.get)
        assert document is not None or problems, tree
        documents += document is not None
        for entry in list_operations(document) if document else ():
            read_operation(document, entry) if document else None
        if document is not None:
            document.sort_findings(check_document(document))
    assert documents > len(trees) / 2


def test_references_in_a_circle_end() -> None:
    circle = {"a": {"$ref": "#/parameters/b"}, "b": {"$ref": "#/parameters/a"}}
    paths = {"/a": {"get": {"parameters": [{"$ref": "#/parameters/a"}]}}}
    document = read({"parameters": circle, "paths": paths})
    (entry,) = list_operations(document)
    assert read_operation(document, entry).parameters == ()


def test_values_that_aliases_share_are_converted_once() -> None:
    shared: Any = {"type": "object"}
    for _ in range(60):
        shared = {"properties": {"a": shared, "b": shared}}
    document = read({"definitions": {"A": shared}})
    assert (
        SchemaReader(document)
        .read(document.root.get_child("components").get_child("schemas").get_child("A"))
        .properties
    )
