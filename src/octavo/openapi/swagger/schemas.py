"""Converts schemas of Swagger documents; all nested places stay the same."""

from __future__ import annotations

from typing import Any

from octavo.openapi.model import Node
from octavo.openapi.swagger.references import Original
from octavo.values import ByIdentity

_NAMED = frozenset({"properties", "definitions", "patternProperties"})
_VALUES = frozenset({"default", "enum", "example", "examples", "required"})
_DISCRIMINATOR_VALUES = ("x-ms-discriminator-value", "x-discriminator-value")


class SchemaConverter:
    """Converts schemas at any place; values that aliases share are converted once."""

    def __init__(self, original: Original) -> None:
        self._original = original
        self._converted: dict[str, ByIdentity[object, Any]] = {}
        """Converted schemas by the file that needs them."""

    def convert(self, node: Node, for_source: str | None = None) -> Any:
        """Return a schema in the form for the converted document, or for its own file."""
        return self._convert(node.value, node.source, for_source or self._original.source)

    def _convert(self, value: Any, source: str, for_source: str) -> Any:
        if not isinstance(value, dict | list):
            return value
        memory = self._converted.setdefault(for_source, ByIdentity())
        if value in memory:
            return memory.get(value)
        memory[value] = {}  # This is for a value inside itself.
        if isinstance(value, list):
            converted: Any = [self._convert(each, source, for_source) for each in value]
        else:
            converted = self._convert_mapping(value, source, for_source)
        memory[value] = converted
        return converted

    def _convert_mapping(
        self, value: dict[str, Any], source: str, for_source: str
    ) -> dict[str, Any]:
        schema: dict[str, Any] = {}
        for key, each in value.items():
            if key in _NAMED and isinstance(each, dict):
                schema[key] = self._convert_names(each, source, for_source)
            elif key == "$ref" and isinstance(each, str):
                schema[key] = self._original.rewrite(each, source, for_source=for_source)
            elif key in _VALUES or (key.startswith("x-") and key not in _EXTENSIONS):
                schema[key] = each
            elif key == "discriminator" and isinstance(each, str):
                schema[key] = {"propertyName": each}
            elif key != "collectionFormat":
                name = _EXTENSIONS.get(key, key)
                schema.setdefault(name, self._convert(each, source, for_source))
        if schema.get("type") == "file":
            schema |= {"type": "string", "format": "binary"}
        return schema

    def _convert_names(self, value: dict[str, Any], source: str, for_source: str) -> dict[str, Any]:
        """Return named schemas; names may equal keywords."""
        if isinstance(value.get("$ref"), str):
            return self._convert_mapping(value, source, for_source)
        return {name: self._convert(each, source, for_source) for name, each in value.items()}


_EXTENSIONS = {
    "x-nullable": "nullable",
    "x-example": "example",
    "x-oneOf": "oneOf",
    "x-anyOf": "anyOf",
    "x-deprecated": "deprecated",
    "x-writeOnly": "writeOnly",
}
"""Extensions with a keyword in OpenAPI 3."""


def add_mappings(definitions: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Add the discriminating values of extending schemas to the mappings of their bases."""
    values = {name: _read_value(each) for name, each in definitions.items()}
    if not any(values.values()):
        return
    for name, value in values.items():
        for base in _list_bases(schemas, name):
            discriminator = base.get("discriminator")
            if isinstance(discriminator, dict):
                mapping = discriminator.setdefault("mapping", {})
                mapping[value or name] = f"#/components/schemas/{_escape(name)}"


def _read_value(definition: Any) -> str | None:
    members = definition if isinstance(definition, dict) else {}
    values = (members.get(key) for key in _DISCRIMINATOR_VALUES)
    return next((value for value in values if isinstance(value, str)), None)


def _list_bases(schemas: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Return the schemas that one extends with `allOf`, directly or indirectly."""
    names = {_escape(each): each for each in schemas}
    bases: dict[str, dict[str, Any]] = {}
    names_left = [name]
    while names_left:
        schema = schemas.get(names_left.pop())
        parts = schema.get("allOf") if isinstance(schema, dict) else None
        for part in parts if isinstance(parts, list) else ():
            reference = part.get("$ref") if isinstance(part, dict) else None
            start = "#/components/schemas/"
            if not isinstance(reference, str) or not reference.startswith(start):
                continue
            base = names.get(reference.removeprefix(start))
            if base is not None and base not in bases and isinstance(schemas[base], dict):
                bases[base] = schemas[base]
                names_left.append(base)
    return list(bases.values())


def _escape(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
