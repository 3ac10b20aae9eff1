"""Examples in XML."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.examples.examples import build_example
from octavo.openapi.examples.xml import render_xml
from octavo.openapi.model import Node, Side
from octavo.openapi.schema.reader import SchemaReader

START = '<?xml version="1.0" encoding="UTF-8"?>\n'


def xml_of(schema: Any, schemas: dict[str, Any] | None = None) -> str:
    """Return the XML of the schema's example, without the declaration; it is well-formed."""
    tree = {"openapi": "3.1.0", "components": {"schemas": schemas or {}}}
    reader = SchemaReader(ApiDocument("api.yaml", "api", "3.1", tree))
    node = Node(schema, "api.yaml", ("content", "schema"))
    text = render_xml(reader, node, build_example(reader, node, Side.RESPONSE))
    assert text.startswith(START)
    ElementTree.fromstring(text.encode())
    return text.removeprefix(START)


def thing(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "xml": {"name": "thing"}}


def test_an_object_is_an_element_with_its_properties_inside() -> None:
    schema = thing(id={"type": "integer"}, name={"type": "string", "xml": {"name": "label"}})

    assert xml_of(schema) == "<thing>\n  <id>4242</id>\n  <label>Example</label>\n</thing>"


def test_the_root_is_named_by_the_component() -> None:
    schemas = {"Pet": {"type": "object", "properties": {"id": {"type": "integer"}}}}

    assert xml_of({"$ref": "#/components/schemas/Pet"}, schemas) == "<Pet>\n  <id>4242</id>\n</Pet>"
    assert xml_of({"type": "integer"}) == "<root>123</root>"


def test_an_attribute_stands_in_the_tag() -> None:
    schema = thing(id={"type": "string", "example": "a\"b<c'd\n", "xml": {"attribute": True}})

    assert xml_of(schema) == """<thing id="a&quot;b&lt;c'd&#10;"/>"""


def test_a_list_is_wrapped_only_where_the_schema_says_so() -> None:
    items = {"type": "array", "items": {"type": "integer", "xml": {"name": "tag"}}, "minItems": 2}

    assert xml_of(thing(tags=items)) == "<thing>\n  <tag>123</tag>\n  <tag>123</tag>\n</thing>"
    wrapped = {**items, "minItems": 1, "xml": {"wrapped": True, "name": "all"}}
    assert xml_of(thing(tags=wrapped)) == (
        "<thing>\n  <all>\n    <tag>123</tag>\n  </all>\n</thing>"
    )
    plain = {"type": "array", "items": {"type": "integer"}}
    assert xml_of(thing(tags=plain)) == "<thing>\n  <tags>123</tags>\n</thing>"


def test_a_list_at_the_top_has_one_element_around_it() -> None:
    schemas = {"Pet": {"type": "object", "properties": {"id": {"type": "integer"}}}}
    pets = {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}

    assert xml_of(pets, schemas) == "<root>\n  <Pet>\n    <id>4242</id>\n  </Pet>\n</root>"


def test_prefixes_and_namespaces_are_declared() -> None:
    schema = {
        "type": "object",
        "xml": {"name": "book", "prefix": "b", "namespace": "https://example.com/books"},
        "properties": {"id": {"type": "integer", "xml": {"namespace": "https://example.com/ids"}}},
    }

    assert xml_of(schema) == (
        '<b:book xmlns:b="https://example.com/books">\n'
        '  <id xmlns="https://example.com/ids">4242</id>\n'
        "</b:book>"
    )


def test_kinds_of_nodes_of_openapi_3_2_are_obeyed() -> None:
    schema = thing(
        id={"type": "integer", "xml": {"nodeType": "attribute"}},
        value={"type": "string", "example": "a & b", "xml": {"nodeType": "text"}},
    )
    verbatim = thing(raw={"type": "string", "example": "]]><b>", "xml": {"nodeType": "cdata"}})

    assert xml_of(schema) == '<thing id="4242">a &amp; b</thing>'
    assert xml_of(verbatim) == ("<thing>\n  <raw><![CDATA[]]]]><![CDATA[><b>]]></raw>\n</thing>")


def test_nothing_and_truth_have_their_written_form() -> None:
    schema = thing(a={"type": "null"}, b={"type": "boolean"}, c={"type": "number", "const": 1.5})

    assert xml_of(schema) == "<thing>\n  <a/>\n  <b>true</b>\n  <c>1.5</c>\n</thing>"


def test_a_property_of_an_option_has_its_own_name() -> None:
    option = {
        "type": "object",
        "properties": {"id": {"type": "integer", "xml": {"attribute": True}}},
    }

    assert xml_of({"oneOf": [option], "xml": {"name": "x"}}) == '<x id="4242"/>'


@pytest.mark.parametrize("name", ["a b", "<script>", 'x"y', "1st", "", "a>b", "xmlns:a", "é"])
def test_names_that_xml_forbids_are_changed(name: str) -> None:
    inner = {"type": "string", "xml": {"name": name, "prefix": name or "p", "namespace": "urn:x"}}
    attribute = {"type": "string", "xml": {"attribute": True}}

    xml_of({"type": "object", "properties": {name: inner, f"{name}2": attribute}})


def test_a_number_that_python_refuses_to_write_does_no_harm() -> None:
    assert xml_of({"const": 16**5000}) == "<root>null</root>"


def test_characters_that_xml_forbids_are_replaced() -> None:
    assert xml_of({"const": "a\x00b\x1b"}) == "<root>a\ufffdb\ufffd</root>"
