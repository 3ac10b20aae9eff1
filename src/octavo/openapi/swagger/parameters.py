"""Converts parameters of Swagger operations; those of bodies and forms become a request body."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from octavo.openapi.internal.marks import keep_marks
from octavo.openapi.model import Node, Pointer
from octavo.openapi.swagger.references import Original
from octavo.openapi.swagger.schemas import SchemaConverter

JSON = "application/json"
MULTIPART = "multipart/form-data"
URLENCODED = "application/x-www-form-urlencoded"

_KEPT = ("name", "in", "description", "required", "allowEmptyValue", "deprecated")
_NOT_OF_SCHEMAS = frozenset((*_KEPT, "schema", "collectionFormat", "$ref"))
_STYLES = {"ssv": ("spaceDelimited", False), "pipes": ("pipeDelimited", False)}
_EXAMPLES = ("x-example", "example")


def list_parameters(original: Original, levels: Iterable[Node | None]) -> list[Node]:
    """Return the resolved parameters of a path and its operation; later ones win."""
    parameters: dict[tuple[Any, Any], Node] = {}
    for level in levels:
        for node in level.list_elements() if level is not None else ():
            target = original.follow(node)
            value = target.value if isinstance(target.value, dict) else {}
            place = value.get("in")
            # There is only one body, whatever its name; an unreadable parameter keeps its place.
            name = "" if place == "body" else value.get("name") or node.pointer
            parameters[str(place), str(name)] = target
    return list(parameters.values())


def is_of_body(node: Node) -> bool:
    """Tell whether a parameter is a body or a field of a form."""
    return isinstance(node.value, dict) and node.value.get("in") in ("body", "formData")


class ParameterConverter:
    """Converts parameters, headers and bodies."""

    def __init__(self, original: Original, schemas: SchemaConverter) -> None:
        self._original = original
        self._schemas = schemas

    def convert(self, node: Node, at: Pointer) -> Any:
        """Return a parameter of the path, the query or a header."""
        value = node.value
        self._original.note(at, node)
        if not isinstance(value, dict) or "$ref" in value:
            return self._schemas.convert(node)
        parameter = {key: value[key] for key in _KEPT if key in value}
        parameter |= self._describe(node, at, value.get("in"))
        return parameter

    def convert_header(self, node: Node, at: Pointer) -> Any:
        """Return a header of a response."""
        value = node.value
        if not isinstance(value, dict):
            return value
        header = {"description": value["description"]} if "description" in value else {}
        return header | self._describe(node, at, "header")

    def _describe(self, node: Node, at: Pointer, place: Any) -> dict[str, Any]:
        """Return schema, style and extensions of a parameter."""
        value = node.value
        description: dict[str, Any] = {key: value[key] for key in value if key.startswith("x-")}
        for key in _EXAMPLES:
            if key in value:
                description["example"] = value[key]
        if "schema" in value:  # This is not allowed here, but some documents have it.
            self._original.note((*at, "schema"), node.get_child("schema"))
            description["schema"] = self._schemas.convert(node.get_child("schema"))
            return description
        description["schema"] = self._build_schema(node)
        self._original.note((*at, "schema"), node)
        if value.get("type") == "array":
            description |= _choose_style(value.get("collectionFormat"), place)
        return description

    def _build_schema(self, node: Node) -> Any:
        """Return the schema keywords in a parameter."""
        keywords = {
            key: each
            for key, each in node.value.items()
            if key not in _NOT_OF_SCHEMAS and (not key.startswith("x-") or key == "x-nullable")
        }
        keywords.pop("example", None)
        return self._schemas.convert(Node(keywords, node.source, node.pointer))

    # --- bodies ---

    def convert_body(
        self, nodes: Sequence[Node], consumes: Sequence[str], at: Pointer
    ) -> dict[str, Any] | None:
        """Return the body from body and form parameters; None without any."""
        fields = [node for node in nodes if node.value["in"] == "formData"]
        if fields:
            return self._convert_form(fields, consumes, at)
        return self._convert_whole(nodes[-1], consumes, at) if nodes else None

    def _convert_whole(self, node: Node, consumes: Sequence[str], at: Pointer) -> dict[str, Any]:
        value = node.value
        self._original.note(at, node)
        body = {key: value[key] for key in ("description", "required") if key in value}
        body |= keep_marks(value)
        contents: dict[str, Any] = {}
        examples = value.get("x-examples") or value.get("x-example")
        schema = node.get("schema")
        for name in consumes or (JSON,):
            place = (*at, "content", name)
            contents[name] = {}
            if schema is not None:
                self._original.note((*place, "schema"), schema)
                contents[name]["schema"] = self._schemas.convert(schema)
            if isinstance(examples, dict) and name in examples:
                contents[name]["example"] = examples[name]
        return {**body, "content": contents}

    def _convert_form(
        self, fields: Sequence[Node], consumes: Sequence[str], at: Pointer
    ) -> dict[str, Any]:
        contents: dict[str, Any] = {}
        for name in _choose_form_types(fields, consumes):
            place = (*at, "content", name)
            contents[name] = {"schema": self._build_form_schema(fields, (*place, "schema"))}
            encoding = dict(_build_encodings(fields))
            if encoding:
                contents[name]["encoding"] = encoding
        self._original.note(at, fields[0])
        required = any(node.value.get("required") is True for node in fields)
        return {"content": contents, **({"required": True} if required else {})}

    def _build_form_schema(self, fields: Sequence[Node], at: Pointer) -> dict[str, Any]:
        properties: dict[str, Any] = {}
        for node in fields:
            name = str(node.value.get("name"))
            self._original.note((*at, "properties", name), node)
            schema = self._build_schema(node) | keep_marks(node.value)
            for key in ("description", "deprecated"):
                if key in node.value:
                    schema[key] = node.value[key]
            for key in _EXAMPLES:
                if key in node.value:
                    schema["example"] = node.value[key]
            properties[name] = schema
        required = [
            name
            for name, node in zip(properties, fields, strict=False)
            if node.value.get("required") is True
        ]
        form: dict[str, Any] = {"type": "object", "properties": properties}
        return form | ({"required": required} if required else {})


def _choose_form_types(fields: Sequence[Node], consumes: Sequence[str]) -> Sequence[str]:
    """Return the media types of a form; one with files is multipart."""
    if any(node.value.get("type") == "file" for node in fields):
        return [name for name in consumes if name.startswith("multipart/")] or [MULTIPART]
    forms = [name for name in consumes if name.startswith("multipart/") or name == URLENCODED]
    return forms or [URLENCODED]


def _build_encodings(fields: Sequence[Node]) -> Iterator[tuple[str, dict[str, Any]]]:
    for node in fields:
        if node.value.get("type") == "array" and node.value.get("collectionFormat") != "multi":
            style = _choose_style(node.value.get("collectionFormat"), "query")
            yield str(node.value.get("name")), style


def _choose_style(format_: Any, place: Any) -> dict[str, Any]:
    """Return the style of a list: with commas, unless the document has another one."""
    if place != "query":
        return {"style": "simple", "explode": False}
    if format_ == "multi":
        return {"style": "form", "explode": True}
    style, explode = _STYLES.get(str(format_), ("form", False))
    return {"style": style, "explode": explode}
