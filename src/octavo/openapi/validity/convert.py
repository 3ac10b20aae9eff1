"""Writes schemas of API documents as plain JSON Schema (2020-12) for a library.

A referenced schema is written once, under its own name, for any number of references and files.
Keywords of OpenAPI 3.0 become current ones. A keyword with an invalid value is left out, like on
pages, so that it doesn't make every value wrong.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from octavo.openapi.document.document import ApiDocument, is_reference
from octavo.openapi.model import Node, Side
from octavo.openapi.schema.choice import is_null
from octavo.openapi.schema.reader import SchemaReader, is_visible
from octavo.openapi.schema.type_names import Fields, read_types

ADDRESS = "octavo:/document"
"""The address of the document with the definitions, for references."""
ANYTHING = True
"""The schema that allows every value."""
FORMATS = ("date", "date-time", "time", "duration", "uuid", "email", "ipv4", "ipv6", "uri")
"""The formats to check; authors and servers interpret others differently."""
_RANGES = {"int32": 2**31, "int64": 2**63}
_MAX_DEPTH = 100
"""The most nested schemas; deeper ones allow anything."""

Converted = dict[str, Any] | bool
"""A schema in the library's form."""
_Place = tuple[Node, Node | None]
"""A schema, and the one that includes it as a part."""
_MAPS = ("properties", "patternProperties", "dependentSchemas")
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_INNER = (
    "additionalProperties unevaluatedProperties unevaluatedItems propertyNames contains not if then"
    " else items"
).split()
_COUNTS = (
    "minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains"
).split()
_BOUNDS = {"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"}


class SchemaConverter:
    """Converts the schemas of a document for one side of an exchange."""

    def __init__(
        self,
        reader: SchemaReader,
        side: Side,
        is_pattern: Callable[[str], bool],
        *,
        checks_ranges: bool = False,
    ) -> None:
        """Create a converter; `is_pattern` tells which patterns are usable.

        With `checks_ranges`, numbers of the formats int32 and int64 have their range.
        """
        self._checks_ranges = checks_ranges
        self.definitions: dict[str, Converted] = {}
        """The referenced schemas so far, by their names in references."""
        self._reader = reader
        self._document: ApiDocument = reader.document
        self._side = side
        self._is_pattern = is_pattern
        self._names: dict[_Place, str] = {}
        self._met: dict[tuple[int, int], Node] = {}
        """The first place of each value, because aliases repeat values."""
        self._deepest = 0
        self.levels = 0
        """The deepest possible nesting of schemas, if each refers to the next one."""

    def convert(self, node: Node) -> Converted:
        """Return a schema, and add its references to the definitions."""
        waiting: list[_Place] = []
        self._met.clear()
        schema = self._convert_whole((node, None), waiting)
        while waiting:
            place = waiting.pop()
            name = self._names[place]
            # The definition is in progress, so it isn't started again.
            self.definitions[name] = ANYTHING
            self.definitions[name] = self._convert_whole(place, waiting)
        return schema

    def _convert_whole(self, place: _Place, waiting: list[_Place]) -> Converted:
        self._deepest = 0
        schema = self._convert(place[0], waiting, 0, place[1])
        self.levels += self._deepest + 1
        return schema

    def _convert(
        self, node: Node, waiting: list[_Place], depth: int, whole: Node | None = None
    ) -> Converted:
        """Return a schema; `whole` is the one that includes it as a part."""
        value = node.value
        if not isinstance(value, dict) or depth > _MAX_DEPTH:
            return value is not False
        first = self._met.setdefault((id(value), id(whole.value) if whole else 0), node)
        if depth and first is not node:
            return {"$ref": self._refer_to((first, whole), waiting)}
        self._deepest = max(self._deepest, depth)
        schema: dict[str, Any] = {}
        self._add_reference(node, schema, waiting)
        self._add_inner(node, schema, waiting, depth + 1, whole or node)
        _add_plain(value, schema)
        self._add_patterns(value, schema)
        self._add_types(node, schema)
        self._add_enum(node, schema)
        self._add_required(node, schema, whole or node)
        self._add_discriminator(node, schema)
        return _allow_null(schema) if value.get("nullable") is True else schema

    def _add_reference(self, node: Node, schema: dict[str, Any], waiting: list[_Place]) -> None:
        target = self._document.resolve_once(node) if is_reference(node) else None
        if target is not None:
            schema["$ref"] = self._refer_to((target, None), waiting)

    def _refer_to(self, place: _Place, waiting: list[_Place]) -> str:
        if place not in self._names:
            self._names[place] = str(len(self._names))
            waiting.append(place)
        return f"{ADDRESS}#/$defs/{self._names[place]}"

    def _add_inner(
        self, node: Node, schema: dict[str, Any], waiting: list[_Place], depth: int, whole: Node
    ) -> None:
        """Add the nested schemas."""
        for key in _MAPS:
            if children := dict(self._list_named(node, key)):
                schema[key] = {
                    name: self._convert(each, waiting, depth) for name, each in children.items()
                }
        for key in _LISTS:
            parts = [each for each in _list_parts(node, key) if isinstance(each.value, dict | bool)]
            if parts:
                of = whole if key == "allOf" else None
                schema[key] = [self._convert(each, waiting, depth, of) for each in parts]
        for key in _INNER:
            child = node.get(key)
            if child is not None and isinstance(child.value, dict | bool):
                schema[key] = self._convert(child, waiting, depth)
        if schema.get("additionalProperties") is False:
            # Otherwise the message couldn't name the additional ones.
            schema.setdefault("properties", {})
        # Earlier versions of JSON Schema had this form.
        if isinstance(node.value.get("items"), list):
            parts = list(node.get_child("items").list_elements())
            schema["prefixItems"] = [self._convert(each, waiting, depth) for each in parts]
            rest = node.get("additionalItems")
            if rest is not None and isinstance(rest.value, dict | bool):
                schema["items"] = self._convert(rest, waiting, depth)

    def _list_named(self, node: Node, key: str) -> Iterator[tuple[str, Node]]:
        children = node.get(key)
        if children is not None and is_reference(children):
            children = self._document.resolve_any(children)
        for name, child in children.items() if children else ():
            is_usable = key != "patternProperties" or self._is_pattern(name)
            if is_usable and isinstance(child.value, dict | bool | None):
                yield name, child

    def _add_patterns(self, value: dict[str, Any], schema: dict[str, Any]) -> None:
        pattern = value.get("pattern")
        if isinstance(pattern, str) and self._is_pattern(pattern):
            schema["pattern"] = pattern

    def _add_types(self, node: Node, schema: dict[str, Any]) -> None:
        fields: Fields = {}
        type_value = node.value.get("type")
        if type_value is not None:
            read_types(self._document, node, type_value, fields)
        elif is_null(node.value) and "type" in node.value:
            fields["types"] = ("null",)
        types = fields.get("types", ())
        if types:
            schema["type"] = types[0] if len(types) == 1 else list(types)
        kind = node.value.get("format") or fields.get("format")
        if kind in FORMATS:
            schema["format"] = kind
        elif self._checks_ranges and kind in _RANGES and "integer" in types:
            schema["allOf"] = [*schema.get("allOf", ()), _build_range(_RANGES[kind])]

    def _add_enum(self, node: Node, schema: dict[str, Any]) -> None:
        enum = node.get("enum")
        if enum is not None and is_reference(enum):
            enum = self._document.resolve_any(enum)
        if enum is not None and isinstance(enum.value, list) and enum.value:
            schema["enum"] = _list_unique(enum.value)
        if "const" in node.value:
            schema["const"] = node.value["const"]

    def _add_required(self, node: Node, schema: dict[str, Any], whole: Node) -> None:
        required = node.get("required")
        if required is not None and is_reference(required):
            required = self._document.resolve_any(required)
        if required is None or not isinstance(required.value, list):
            return
        hidden = self._list_hidden(whole)
        names = [name for name in required.value if isinstance(name, str) and name not in hidden]
        schema["required"] = list(dict.fromkeys(names))

    def _list_hidden(self, node: Node) -> frozenset[str]:
        """Return the properties that this side neither sends nor sees, required or not."""
        return frozenset(
            each.name
            for each in self._reader.read(node).properties
            if not is_visible(self._reader.read(each.node), self._side)
        )

    def _add_discriminator(self, node: Node, schema: dict[str, Any]) -> None:
        """Make the discriminating property choose between otherwise equal options."""
        if "discriminator" not in node.value:
            return
        choice = self._reader.read(node).choice
        if choice is None or choice.discriminator is None:
            return
        values = {
            self._reader.find_target(option.node): list(option.values) for option in choice.options
        }
        for key in ("oneOf", "anyOf"):
            parts = [each for each in _list_parts(node, key) if isinstance(each.value, dict | bool)]
            for at, part in enumerate(parts):
                part_values = values.get(self._reader.find_target(part))
                if part_values:
                    says = {"properties": {choice.discriminator: {"enum": part_values}}}
                    schema[key][at] = {"allOf": [says, schema[key][at]]}


def _build_range(end: int) -> dict[str, int]:
    return {"minimum": -end, "maximum": end - 1}


def _list_parts(node: Node, key: str) -> list[Node]:
    child = node.get(key)
    return list(child.list_elements()) if child is not None else []


def _list_unique(values: list[Any]) -> list[Any]:
    """Return values without repetitions; 1 and true are equal in Python."""
    return list({repr(value): value for value in values}.values())


def _add_plain(value: dict[str, Any], schema: dict[str, Any]) -> None:
    """Add the keywords with a number or a flag."""
    for key in _COUNTS:
        if _is_number(value.get(key)) and value[key] >= 0 and value[key] % 1 == 0:
            schema[key] = int(value[key])
    for key, exclusive in _BOUNDS.items():
        if _is_number(value.get(key)):
            name = exclusive if value.get(exclusive) is True else key  # OpenAPI 3.0 has a flag.
            schema[name] = value[key]
        if _is_number(value.get(exclusive)):
            schema[exclusive] = value[exclusive]
    if _is_number(value.get("multipleOf")) and value["multipleOf"] > 0:
        schema["multipleOf"] = value["multipleOf"]
    if value.get("uniqueItems") is True:
        schema["uniqueItems"] = True
    needed = value.get("dependentRequired")
    if isinstance(needed, dict):
        schema["dependentRequired"] = {
            name: list(dict.fromkeys(filter(_is_text, names)))
            for name, names in needed.items()
            if isinstance(names, list)
        }


def _is_number(value: Any) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or (isinstance(value, float) and math.isfinite(value))


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _allow_null(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema that also allows null."""
    if schema.keys() & {"$ref", "allOf", "anyOf", "oneOf", "not", "const", "if"}:
        return {"anyOf": [schema, {"type": "null"}]}
    types = schema.get("type", [])
    types = types if isinstance(types, list) else [types]
    if types and "null" not in types:
        schema["type"] = [*types, "null"]
    if "enum" in schema and None not in schema["enum"]:
        schema["enum"] = [*schema["enum"], None]
    return schema
