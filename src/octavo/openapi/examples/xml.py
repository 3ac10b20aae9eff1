"""Writes example values as XML, with the names and namespaces of schemas."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Any

from octavo.openapi.examples.text import render_scalar
from octavo.openapi.model import Node, Schema
from octavo.openapi.schema.reader import SchemaReader
from octavo.values import Struct, field

_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
_NOT_IN_NAMES = re.compile(r"[^\w.-]")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_MAX_OPTIONS = 20


class _Element(Struct):
    """An element that is being built."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    text: str = ""
    is_verbatim: bool = False
    children: list[_Element] = field(default_factory=list)


def render_xml(reader: SchemaReader, node: Node | None, value: Any) -> str:
    """Return a value of a schema as an XML text."""
    schema = reader.read(node) if node is not None else None
    name = _read_own_name(schema) or (schema.name if schema is not None else None)
    elements = list(_Writer(reader).write(name or "root", schema, value, is_root=True))
    if len(elements) != 1:
        elements = [_Element(_clean_name(name or "root"), children=elements)]
    return "\n".join([_DECLARATION, *_render_lines(elements[0], "")])


class _Writer:
    """Turns values into elements, guided by their schemas."""

    def __init__(self, reader: SchemaReader) -> None:
        self._reader = reader

    def write(
        self, name: str, schema: Schema | None, value: Any, *, is_root: bool = False
    ) -> Iterator[_Element]:
        """Return the elements for a value: one, or those of an unwrapped list."""
        if isinstance(value, list):
            yield from self._write_list(name, schema, value, is_root=is_root)
            return
        element = _start(name, schema)
        if isinstance(value, dict):
            for key, inner in value.items():
                self._add_field(element, str(key), self._find_field_schema(schema, key), inner)
        else:
            element.text = _render_text(value)
            element.is_verbatim = schema is not None and schema.xml.get("nodeType") == "cdata"
        yield element

    def _write_list(
        self, name: str, schema: Schema | None, values: list[Any], *, is_root: bool
    ) -> Iterator[_Element]:
        items = self._reader.read(schema.items) if schema is not None and schema.items else None
        outer = _read_own_name(schema) or name
        item_name = _read_own_name(items) or (
            outer if not is_root else (items and items.name) or name
        )
        children = [each for value in values for each in self.write(item_name, items, value)]
        if schema is not None and (is_root or _is_wrapped(schema)):
            element = _start(name, schema)
            element.children.extend(children)
            yield element
        else:
            yield from children

    def _add_field(self, parent: _Element, name: str, schema: Schema | None, value: Any) -> None:
        node_type = _read_node_type(schema)
        if node_type == "attribute":
            element = _start(name, schema)
            parent.attributes |= {**element.attributes, element.name: _render_text(value)}
        elif node_type == "text":
            parent.text += _render_text(value)
        else:
            parent.children.extend(self.write(name, schema, value))

    def _find_field_schema(self, schema: Schema | None, name: str) -> Schema | None:
        """Return the schema of a property: the object's own, or that of an option."""
        if schema is None:
            return None
        for property_ in schema.properties:
            if property_.name == name:
                return self._reader.read(property_.node)
        for option in schema.choice.options[:_MAX_OPTIONS] if schema.choice else ():
            for property_ in self._reader.read(option.node).properties:
                if property_.name == name:
                    return self._reader.read(property_.node)
        return self._reader.read(schema.additional) if isinstance(schema.additional, Node) else None


def _read_own_name(schema: Schema | None) -> str | None:
    name = schema.xml.get("name") if schema is not None else None
    return name if isinstance(name, str) and name.strip() else None


def _read_node_type(schema: Schema | None) -> str:
    """Return the node type: `nodeType` of OpenAPI 3.2, or its older form."""
    if schema is None:
        return "element"
    if schema.xml.get("attribute") is True:
        return "attribute"
    return str(schema.xml.get("nodeType", "element"))


def _is_wrapped(schema: Schema) -> bool:
    return schema.xml.get("wrapped") is True or schema.xml.get("nodeType") == "element"


def _start(name: str, schema: Schema | None) -> _Element:
    """Return an empty element with the prefix and namespace of its schema."""
    name = _clean_name(_read_own_name(schema) or name)
    if schema is None:
        return _Element(name)
    prefix, namespace = schema.xml.get("prefix"), schema.xml.get("namespace")
    attributes = {}
    if isinstance(prefix, str) and prefix.strip():
        prefix = _clean_name(prefix)
        name = f"{prefix}:{name}"
        if isinstance(namespace, str):
            attributes[f"xmlns:{prefix}"] = namespace
    elif isinstance(namespace, str):
        attributes["xmlns"] = namespace
    return _Element(name, attributes)


def _clean_name(name: str) -> str:
    """Return a valid XML name: letters, digits, `_`, `.` and `-`, no digit first."""
    name = _NOT_IN_NAMES.sub("_", name.strip())
    return name if name[:1].isalpha() or name.startswith("_") else f"_{name}"


def _render_text(value: Any) -> str:
    if value is None:
        return ""
    return _FORBIDDEN.sub("\ufffd", value if isinstance(value, str) else render_scalar(value))


def _render_lines(element: _Element, indent: str) -> Iterator[str]:
    attributes = "".join(
        f' {name}="{_escape_attribute(_render_text(value))}"'
        for name, value in element.attributes.items()
    )
    start = f"{indent}<{element.name}{attributes}"
    text = _escape_text(element)
    if not element.children:
        yield f"{start}>{text}</{element.name}>" if text else f"{start}/>"
        return
    yield f"{start}>{text}"
    for child in element.children:
        yield from _render_lines(child, indent + "  ")
    yield f"{indent}</{element.name}>"


_BLANKS = str.maketrans({"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
"""Characters that XML parsers would replace by spaces in an attribute."""


def _escape_attribute(text: str) -> str:
    return escape(text).replace("&#x27;", "'").translate(_BLANKS)


def _escape_text(element: _Element) -> str:
    if not element.is_verbatim:
        return escape(element.text, quote=False)
    return f"<![CDATA[{element.text.replace(']]>', ']]]]><![CDATA[>')}]]>"
