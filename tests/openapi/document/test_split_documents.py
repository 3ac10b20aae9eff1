"""References where real split documents put them: at maps, lists, texts, examples and samples."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import Node, Operation, WrittenSample
from octavo.openapi.operation.listing import list_operations, read_tags
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.rules.check import check_document
from octavo.openapi.schema.reader import SchemaReader
from tests.openapi.api_documents import codes, make_document, messages, read_component

SHELL = "curl https://example.com\n"
FILES: dict[str, Any] = {
    "text/intro.md": "# Intro\n\nNote: all of it.\n",
    "code/list.sh": SHELL,
    "code/body.json": "{}",
    "code/samples.yaml": [{"lang": "Go", "source": {"$ref": "list.sh"}}],
    "code/one.yaml": {"lang": "C", "source": "main()"},
    "texts.yaml": {"short": "In short", "list": ["a"]},
    "op.yaml": {"summary": "Elsewhere", "description": {"$ref": "text/intro.md"}},
    "parameters.yaml": [{"name": "q", "in": "query", "schema": {"$ref": "#/far"}}],
    "fields.yaml": {"name": {"type": "string"}, "age": {"$ref": "texts.yaml#/none"}},
    "data.json": {"name": "Rex"},
    "data.xml": "<name>Rex</name>",
    "names.yaml": ["name"],
    "schemas.yaml": {"Pet": {"title": "A pet"}, "Cat": {"$ref": "#/Pet"}},
}


def read(operation: dict[str, Any], **more: Any) -> tuple[Operation, ApiDocument]:
    document = make_document({"paths": {"/a": {"get": operation}}, **more}, FILES)
    (entry,) = list_operations(document)
    return read_operation(document, entry), document


def ref(reference: str) -> dict[str, str]:
    return {"$ref": reference}


@pytest.mark.parametrize(
    ("samples", "expected"),
    [
        ([{"lang": "Shell", "source": ref("code/list.sh")}], WrittenSample("Shell", SHELL)),
        ([{"lang": "JSON", "source": ref("code/body.json")}], WrittenSample("JSON", "{}")),
        ([ref("code/one.yaml")], WrittenSample("C", "main()")),
        (ref("code/samples.yaml"), WrittenSample("Go", SHELL)),
        ({"Shell": ref("code/list.sh")}, WrittenSample("Shell", SHELL)),
        ({"Shell": {"source": ref("code/list.sh")}}, WrittenSample("Shell", SHELL)),
    ],
)
def test_samples_may_stand_in_other_files(samples: Any, expected: WrittenSample) -> None:
    operation, document = read({"x-codeSamples": samples})
    assert operation.samples == (expected,)
    assert messages(document) == []


def test_a_whole_operation_and_its_description_may_stand_in_other_files() -> None:
    operation, document = read(ref("op.yaml"))
    assert operation.entry.summary == "Elsewhere"
    assert operation.entry.description == FILES["text/intro.md"]
    assert messages(document) == []
    assert document.loaded_texts == ("text/intro.md",)


def test_texts_may_stand_elsewhere_wherever_they_are_shown() -> None:
    text = ref("texts.yaml#/short")
    operation, document = read(
        {
            "parameters": [{"name": "q", "in": "query", "description": text}],
            "requestBody": {"description": text, "content": {}},
            "responses": {"200": {"description": text, "headers": {"E": {"description": text}}}},
            "security": [{"key": []}],
            "servers": [{"url": "/", "description": text}],
            "externalDocs": {"url": "https://example.com", "description": text},
        },
        tags=[{"name": "t", "description": text}],
        components={
            "securitySchemes": {"key": {"type": "http", "description": text}},
            "schemas": {"It": {"description": text}},
        },
    )
    response = operation.responses[0]
    assert operation.body is not None
    assert operation.external_docs is not None
    found = [
        operation.parameters[0].description,
        operation.body.description,
        response.description,
        response.headers[0].description,
        operation.security[0][0].scheme.description,
        operation.servers[0].description,
        operation.external_docs[1],
        read_tags(document)["t"].description,
        read_component(SchemaReader(document), "It").description,
    ]
    assert {*found} == {"In short"}
    assert messages(document) == []


def test_lists_may_stand_in_other_files() -> None:
    operation, document = read({"parameters": ref("parameters.yaml")})
    (parameter,) = operation.parameters
    assert (parameter.name, parameter.node.source) == ("q", "parameters.yaml")
    assert messages(document) == []


def test_properties_and_required_names_may_stand_in_other_files() -> None:
    it = {
        "properties": {**ref("fields.yaml"), "own": {"type": "integer"}},
        "required": ref("names.yaml"),
    }
    named = {"properties": {"$ref": {"type": "string"}}}
    info = {"title": "Split", "version": "1"}
    tree = {"info": info, "components": {"schemas": {"It": it, "Named": named}}}
    document = make_document(tree, FILES)
    reader = SchemaReader(document)
    found = read_component(reader, "It").properties
    assert [(each.name, each.required) for each in found] == [
        ("name", True),
        ("age", False),
        ("own", False),
    ]
    assert reader.read(found[0].node).types == ("string",)
    assert [each.name for each in read_component(reader, "Named").properties] == ["$ref"]
    assert messages(document) == []
    assert [each.message for each in check_document(document)] == []


def test_examples_may_stand_in_other_files() -> None:
    json, xml = ref("data.json"), ref("data.xml")
    contents = {
        "application/json": {"example": json},
        "application/xml": {"example": xml},
        "text/xml": {"examples": {"a": {"value": xml}}},
    }
    schemas = {"It": {"type": "object", "example": json}}
    operation, document = read(
        {"requestBody": {"content": contents}}, components={"schemas": schemas}
    )
    assert operation.body is not None
    values = [media.examples[0].value for media in operation.body.contents]
    assert [each and each.value for each in values] == [
        {"name": "Rex"},
        "<name>Rex</name>",
        "<name>Rex</name>",
    ]
    assert read_component(SchemaReader(document), "It").examples == ({"name": "Rex"},)
    assert messages(document) == []


def test_a_pointer_leads_through_a_section_that_stands_in_another_file() -> None:
    document = make_document({"components": {"schemas": ref("schemas.yaml")}}, FILES)
    for name in ("Pet", "Cat"):
        found = document.resolve(Node(ref(f"#/components/schemas/{name}"), "api.yaml", ("x",)))
        assert found is not None
        assert (found.source, found.value) == ("schemas.yaml", {"title": "A pet"})
    assert messages(document) == []


@pytest.mark.parametrize(
    ("reference", "code"),
    [
        ("text/none.md", "api-reference-lost"),
        ("../../secret.md", "api-reference-lost"),
        ("texts.yaml#/list", "api-reference-wrong-target"),
        ("texts.yaml#/none", "api-reference-lost"),
    ],
)
def test_a_text_that_is_not_there_is_told_at_its_place(reference: str, code: str) -> None:
    operation, document = read({"description": ref(reference)})
    assert operation.entry.description is None
    assert codes(document) == [code]
    (finding,) = document.findings
    assert finding.pointer == ("paths", "/a", "get", "description", "$ref")


@pytest.mark.parametrize("samples", [[{"lang": "C", "source": ref("a.c")}], {"C": ref("a.c")}])
def test_a_sample_whose_file_is_not_there_is_told_once(samples: Any) -> None:
    operation, document = read({"x-codeSamples": samples})
    assert operation.samples == ()
    assert messages(document) == ["`a.c` cannot be followed: there is no such file"]
