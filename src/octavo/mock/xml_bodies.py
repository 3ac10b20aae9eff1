"""Converts an XML body to the value of its schema, the reverse of how pages write it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.parsers import expat

from octavo.mock.request_values import ValueReader
from octavo.openapi.model import Node, Schema
from octavo.values import Struct, field

_DEEPEST = 100
_MOST_OPTIONS = 20
_MOST_CHOICES = 8
"""The limit for nested choices."""
_MOST_READINGS = 20_000
_COST_OF_OPTION = 10
"""The cost of comparing an option and its content with its schema."""


class UnreadableXMLError(Exception):
    """The body isn't XML, or is too large."""


class _Element(Struct):
    name: str
    attributes: dict[str, str]
    text: str = ""
    children: list[_Element] = field(default_factory=list)


def list_xml_readings(node: Node, body: bytes, values: ValueReader) -> Iterator[Any]:
    """Return the possible values of a body, one for each form of the schema."""
    try:
        yield from [*_Reader(values).list_readings(parse_xml(body), node)]
    except _TooMuchError:
        values.unknown.add(node)


def parse_xml(body: bytes) -> _Element:
    """Return the root element; refuse entities and document types."""
    top = _Element("", {})
    stack = [top]

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(stack) > _DEEPEST:
            raise UnreadableXMLError("is nested too deeply")
        named = {_strip_prefix(key): text for key, text in attributes.items()}
        element = _Element(_strip_prefix(name), named)
        stack[-1].children.append(element)
        stack.append(element)

    def add_text(text: str) -> None:
        stack[-1].text += text

    def refuse(*_: object) -> None:
        raise UnreadableXMLError("has a document type, which is not read")

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _name: stack.pop()
    parser.CharacterDataHandler = add_text
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(body, True)
    except expat.ExpatError as error:
        place = f"line {error.lineno}, column {error.offset + 1}"
        raise UnreadableXMLError(f"is not XML: {place}") from None
    return top.children[0]


def _strip_prefix(name: str) -> str:
    return name.rpartition(":")[2]


class _TooMuchError(Exception):
    """There are too many combinations of forms to try them all."""


class _Reader:
    """Converts elements by their schemas, within a limit of work."""

    def __init__(self, values: ValueReader) -> None:
        self._values = values
        self._left = _MOST_READINGS

    def list_readings(self, element: _Element, node: Node, choices: int = 0) -> Iterator[Any]:
        """Return the possible values of an element, one for each form of its schema."""
        self._left -= 1
        if self._left < 0 or choices > _MOST_CHOICES:
            raise _TooMuchError
        values = self._values
        schema = values.reader.read(node)
        if schema.choice is not None:
            own = self._read_fields(element, schema) if schema.properties else {}
            for option in schema.choice.options[:_MOST_OPTIONS]:
                self._left -= _COST_OF_OPTION
                for reading in self.list_readings(element, option.node, choices + 1):
                    yield {**reading, **own} if isinstance(reading, dict) else reading
            return
        kinds = values.list_kinds(node)
        if "array" in kinds:
            yield [self._read(each, schema.items) for each in element.children]
        is_text = bool(element.text.strip()) and not element.children
        if "object" in kinds and (not is_text or self._has_text(schema)):
            yield self._read_fields(element, schema)
        if not element.children:
            yield from values.list_readings(node, element.text)
        elif "array" not in kinds and "object" not in kinds:
            yield {each.name: self._read(each, None) for each in element.children}

    def _read(self, element: _Element, node: Node | None) -> Any:
        """Return the value of an element: the first reading that its schema allows."""
        if node is None:
            inner = {each.name: self._read(each, None) for each in element.children}
            return inner or element.text
        readings = []
        for reading in self.list_readings(element, node):
            if self._values.validity.is_valid(node, reading):
                return reading
            readings.append(reading)
        return readings[0]

    def _has_text(self, schema: Schema) -> bool:
        kinds = (self._values.reader.read(each.node).xml for each in schema.properties)
        return any(kind.get("nodeType") in ("text", "cdata") for kind in kinds)

    def _read_fields(self, element: _Element, schema: Schema) -> dict[str, Any]:
        """Return an object: attributes and children by their names in the schema."""
        values, fields = self._values, dict[str, Any]()
        rest = {each.name: each for each in element.children}
        for each in schema.properties:
            inner = values.reader.read(each.node)
            name = _read_name(inner, each.name)
            if inner.xml.get("attribute") is True or inner.xml.get("nodeType") == "attribute":
                if name in element.attributes:
                    fields[each.name] = values.convert(each.node, element.attributes[name])
            elif inner.xml.get("nodeType") == "text":
                fields[each.name] = values.convert(each.node, element.text)
            elif "array" in values.list_kinds(each.node) and not _is_wrapped(inner):
                name = _read_name(values.reader.read(inner.items), name) if inner.items else name
                own = [child for child in element.children if child.name == name]
                if own:
                    fields[each.name] = [self._read(child, inner.items) for child in own]
                rest.pop(name, None)
            elif name in rest:
                fields[each.name] = self._read(rest.pop(name), each.node)
        further = schema.additional if isinstance(schema.additional, Node) else None
        return fields | {name: self._read(child, further) for name, child in rest.items()}


def _read_name(schema: Schema, name: str) -> str:
    own = schema.xml.get("name")
    return own if isinstance(own, str) and own.strip() else name


def _is_wrapped(schema: Schema) -> bool:
    return schema.xml.get("wrapped") is True or schema.xml.get("nodeType") == "element"
