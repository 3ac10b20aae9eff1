"""The parameters of an operation."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import Given, In, Parameter
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.operation.operation import read_operation
from octavo.problems import Code
from tests.openapi.api_documents import codes, only_operation, operation_with_findings


def parameters_of(*listed: Any, path: str = "/a") -> tuple[Parameter, ...]:
    return only_operation({"paths": {path: {"get": {"parameters": list(listed)}}}}).parameters


def parameter_of(**keys: Any) -> Parameter:
    path = f"/a/{{{keys['name']}}}" if keys.get("in") == "path" else "/a"
    (parameter,) = parameters_of(keys, path=path)
    return parameter


def test_parameters_of_the_path_come_first_and_are_overridden_in_place() -> None:
    operation = only_operation("""
        paths:
          /a/{id}:
            parameters:
              - {name: id, in: path, schema: {type: string}, description: path}
              - {name: page, in: query, description: path}
              - {name: sort, in: query}
            get:
              parameters:
                - {name: extra, in: query}
                - {name: page, in: query, description: ours}
                - {name: page, in: header, description: another place}
    """)
    shown = [(each.name, each.location, each.description) for each in operation.parameters]
    assert shown == [
        ("id", In.PATH, "path"),
        ("page", In.QUERY, "ours"),
        ("sort", In.QUERY, None),
        ("extra", In.QUERY, None),
        ("page", In.HEADER, "another place"),
    ]


@pytest.mark.parametrize(
    ("location", "style", "explode"),
    [
        ("query", "form", True),
        ("cookie", "form", True),
        ("path", "simple", False),
        ("header", "simple", False),
    ],
)
def test_style_and_explode_have_defaults_by_place(location: str, style: str, explode: bool) -> None:
    parameter = parameter_of(**{"name": "x", "in": location})
    assert (parameter.style, parameter.explode) == (style, explode)


@pytest.mark.parametrize(
    ("location", "style", "explode"),
    [
        ("query", "spaceDelimited", False),
        ("query", "pipeDelimited", False),
        ("query", "deepObject", False),
        ("path", "label", False),
        ("path", "matrix", False),
        ("cookie", "cookie", True),
    ],
)
def test_explode_depends_on_the_style(location: str, style: str, explode: bool) -> None:
    parameter = parameter_of(**{"name": "x", "in": location, "style": style})
    assert (parameter.style, parameter.explode) == (style, explode)


def test_explode_can_be_stated() -> None:
    assert parameter_of(**{"name": "x", "in": "query", "explode": False}).explode is False
    assert parameter_of(**{"name": "x", "in": "path", "explode": True}).explode is True


def test_path_parameters_are_always_required() -> None:
    assert parameter_of(**{"name": "x", "in": "path", "required": False}).required is True
    assert parameter_of(**{"name": "x", "in": "query"}).required is False
    assert parameter_of(**{"name": "x", "in": "query", "required": True}).required is True


def test_flags_and_schema_are_kept() -> None:
    parameter = parameter_of(
        **{
            "name": "x",
            "in": "query",
            "deprecated": True,
            "allowReserved": True,
            "allowEmptyValue": True,
            "schema": {"type": "string"},
        }
    )
    assert (parameter.deprecated, parameter.allow_reserved, parameter.allow_empty) == (True,) * 3
    assert parameter.schema is not None
    assert parameter.schema.value == {"type": "string"}
    assert parameter.schema.pointer[-1] == "schema"


def test_a_parameter_may_be_described_by_its_content() -> None:
    media = {"schema": {"type": "object"}, "example": {"a": 1}}
    parameter = parameter_of(**{"name": "x", "in": "query", "content": {"application/json": media}})
    assert parameter.content_type == "application/json"
    assert parameter.schema is not None
    assert parameter.schema.value == {"type": "object"}
    assert parameter.examples[0].value == Given({"a": 1})


def test_the_whole_query_may_be_one_parameter() -> None:
    content = {"application/x-www-form-urlencoded": {"schema": {"type": "object"}}}
    parameter = parameter_of(**{"name": "q", "in": "querystring", "content": content})
    assert parameter.location is In.QUERYSTRING


def test_references_are_followed() -> None:
    operation = only_operation("""
        paths:
          /a: {get: {parameters: [{$ref: '#/components/parameters/Page'}]}}
        components:
          parameters:
            Page: {name: page, in: query}
    """)
    assert operation.parameters[0].node.pointer == ("components", "parameters", "Page")


def test_what_operations_share_is_read_once_and_own_words_stay_their_own() -> None:
    reference = {"$ref": "#/components/parameters/page"}
    own = reference | {"description": "ours"}
    tree = {
        "components": {"parameters": {"page": {"name": "p", "in": "query", "description": "all"}}},
        "paths": {
            f"/{at}": {"get": {"parameters": [each]}}
            for at, each in enumerate([reference, own, reference])
        },
    }
    document = ApiDocument("api.json", "api", "3.1", tree)
    operations = [read_operation(document, entry) for entry in list_operations(document)]
    first, second, third = (operation.parameters[0] for operation in operations)
    assert [first.description, second.description] == ["all", "ours"]
    assert third is first


def test_headers_that_others_describe_as_well_are_shown() -> None:
    names = ["Accept", "content-type", "Authorization", "Content-Length"]
    found = parameters_of(*({"name": name, "in": "header"} for name in names))
    assert [each.name for each in found] == names


def test_a_name_of_the_path_that_nobody_describes_becomes_a_string() -> None:
    operation, document = operation_with_findings({"paths": {"/a/{id}/{id}": {"get": {}}}})
    (parameter,) = operation.parameters
    assert (parameter.name, parameter.location, parameter.required) == ("id", In.PATH, True)
    assert parameter.schema is not None
    assert parameter.schema.value == {"type": "string"}
    (finding,) = document.findings
    assert finding.message == "GET /a/{id}/{id} does not describe the `id` of its path"
    assert finding.pointer == ("paths", "/a/{id}/{id}", "get")


@pytest.mark.parametrize(
    ("parameter", "code", "kept"),
    [
        ({"name": "x"}, Code.API_PARAMETER_UNUSABLE, False),
        ({"in": "query"}, Code.API_PARAMETER_UNUSABLE, False),
        ({"name": "x", "in": "body"}, Code.API_PARAMETER_UNUSABLE, False),
        ({"name": "x", "in": "formData"}, Code.API_PARAMETER_UNUSABLE, False),
        ({"name": "x", "in": ["query"]}, Code.API_PARAMETER_UNUSABLE, False),
        ("x", Code.API_WRONG_TYPE, False),
        ({"name": "x", "in": "path"}, Code.API_PARAMETER_NOT_IN_PATH, True),
        ({"name": "x", "in": "query", "style": "matrix"}, Code.API_WRONG_VALUE, True),
        ({"name": "x", "in": "query", "type": "string"}, Code.API_WRONG_VALUE, True),
        ({"name": "x", "in": "query", "examples": [1]}, Code.API_WRONG_TYPE, True),
    ],
)
def test_mistakes_are_told(parameter: Any, code: Code, kept: bool) -> None:
    tree = {"paths": {"/a": {"get": {"parameters": [parameter]}}}}
    operation, document = operation_with_findings(tree)
    assert codes(document) == [code]
    assert bool(operation.parameters) is kept


def test_a_style_that_the_place_does_not_have_falls_back() -> None:
    parameter = {"name": "x", "in": "query", "style": "matrix"}
    operation, _ = operation_with_findings({"paths": {"/a": {"get": {"parameters": [parameter]}}}})
    assert operation.parameters[0].style == "form"


def test_a_type_beside_the_name_is_read_as_its_schema() -> None:
    parameter = {"name": "x", "in": "query", "type": "integer", "minimum": 1, "required": True}
    operation, _ = operation_with_findings({"paths": {"/a": {"get": {"parameters": [parameter]}}}})
    schema = operation.parameters[0].schema
    assert schema is not None
    assert schema.value == {"type": "integer", "minimum": 1}


def test_the_same_parameter_twice_in_a_list_is_told_and_the_first_counts() -> None:
    listed = [
        {"name": "x", "in": "query", "description": "one"},
        {"name": "x", "in": "query", "description": "two"},
    ]
    operation, document = operation_with_findings(
        {"paths": {"/a": {"get": {"parameters": listed}}}}
    )
    assert [each.description for each in operation.parameters] == ["one"]
    assert codes(document) == [Code.API_PARAMETER_TWICE]


def test_unquoted_names_are_text() -> None:
    assert parameter_of(**{"name": 2024, "in": "query"}).name == "2024"
