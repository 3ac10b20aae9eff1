"""Reads discriminators, and inheritance with `allOf`."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.shapes import read_mapping, report
from octavo.openapi.model import Given, Node
from octavo.problems import Code
from octavo.values import Struct

_MAX_NAMED = 8
_MAX_PARTS = 20
_MAX_PROPERTIES = 200
MAX_DESCENDANTS = 1_000


class Discriminator(Struct, frozen=True):
    """The property that identifies the schema of a value."""

    name: str
    values: Mapping[Node, tuple[str, ...]]
    """The values of the property by the place of their schema."""


def read_discriminator(document: ApiDocument, node: Node) -> Discriminator | None:
    """Return the usable discriminator of a schema, or None."""
    place = node.get("discriminator")
    if place is None or place.value is None:
        return None
    name = place.value if isinstance(place.value, str) else place.get_text("propertyName")
    if name is None or isinstance(place.value, str):
        message = "`discriminator` must be a mapping with `propertyName`"
        hint = "Write `discriminator: {propertyName: kind}`."
        report(document, Code.API_DISCRIMINATOR_UNUSABLE, message, place, hint)
    if name is None:
        return None
    mapping = place.get("mapping")
    return Discriminator(name, _read_mapping(document, mapping) if mapping else {})


def _read_mapping(document: ApiDocument, mapping: Node) -> dict[Node, tuple[str, ...]]:
    values: dict[Node, tuple[str, ...]] = {}
    lost_values = []
    for value, place in mapping.items():
        target = _find_mapped(document, place)
        if target is None:
            lost_values.append(value)
        else:
            values[target] = (*values.get(target, ()), value)
    if lost_values:
        names = ", ".join(f"`{value}`" for value in lost_values[:_MAX_NAMED])
        message = f"the discriminator maps {names} to schemas that are not there"
        hint = "Use names of `components.schemas`, or references."
        report(document, Code.API_DISCRIMINATOR_UNUSABLE, message, mapping, hint)
    return values


def _find_mapped(document: ApiDocument, place: Node) -> Node | None:
    if not isinstance(place.value, str):
        return None
    schemas = _find_components(document)
    target = schemas.get(place.value) if schemas else None
    return target or document.find(place.value, place.source)


def list_constants(document: ApiDocument, schema: Node) -> Iterator[tuple[str, str]]:
    """Return the properties of a schema, or of its parts, with only one possible text."""
    for name, node in _list_properties(document, schema):
        only = read_only_value(_leave_out_null(node.value))
        if only is not None and isinstance(only.value, str):
            yield name, only.value


def list_property_names(document: ApiDocument, schema: Node) -> Iterator[str]:
    """Return the unique names of the first properties of a schema and its parts."""
    first = itertools.islice(_list_properties(document, schema), _MAX_PROPERTIES)
    return iter(dict.fromkeys(name for name, _ in first))


def list_stated_values(document: ApiDocument, schema: Node, name: str) -> tuple[str, ...] | None:
    """Return the texts that a schema and its parts allow for a property; None for any."""
    common: tuple[str, ...] | None = None
    for properties in _list_mappings(document, schema):
        node = properties.get(name)
        texts = _list_texts(document, node) if node else ()
        if texts:
            common = texts if common is None else tuple(text for text in common if text in texts)
    return common


def _list_texts(document: ApiDocument, node: Node) -> tuple[str, ...]:
    """Return the texts among the listed values of a schema."""
    target = document.resolve_once(node)
    value = _leave_out_null(target.value if target else None)
    only = read_only_value(value)
    enum = value.get("enum") if isinstance(value, dict) else None
    values = [only.value] if only else enum if isinstance(enum, list) else ()
    return tuple(dict.fromkeys(each for each in values if isinstance(each, str)))


def _list_properties(document: ApiDocument, schema: Node) -> Iterator[tuple[str, Node]]:
    for properties in _list_mappings(document, schema):
        yield from properties.items()


def _list_mappings(document: ApiDocument, schema: Node) -> Iterator[Node]:
    """Return the `properties` of a schema and of its parts."""
    nodes = [schema]
    for _ in range(_MAX_PARTS):
        if not nodes:
            return
        node = document.resolve_once(nodes.pop(0))
        properties = node.get("properties") if node else None
        properties = document.resolve_once(properties) if properties else None
        if properties is not None:
            yield properties
        all_of = node.get("allOf") if node else None
        nodes += itertools.islice(all_of.list_elements(), _MAX_PARTS) if all_of else ()


def _leave_out_null(value: Any) -> Any:
    """Return the only alternative of a schema besides null."""
    for kind in ("anyOf", "oneOf"):
        options = value.get(kind) if isinstance(value, dict) else None
        if isinstance(options, list) and len(options) == 2:
            value = next((each for each in options if each != {"type": "null"}), value)
    return value


def read_only_value(value: Any) -> Given | None:
    """Return the value of a schema that allows only one."""
    if not isinstance(value, dict):
        return None
    if "const" in value:
        return Given(value["const"])
    enum = value.get("enum")
    return Given(enum[0]) if isinstance(enum, list) and len(enum) == 1 else None


def list_components(document: ApiDocument) -> Iterator[tuple[str, Node]]:
    """Return the schemas of `components.schemas` by name."""
    schemas = _find_components(document)
    return schemas.items() if schemas else iter(())


def _find_components(document: ApiDocument) -> Node | None:
    components = read_mapping(document, document.root, "components")
    return read_mapping(document, components, "schemas") if components else None


def index_children(document: ApiDocument) -> dict[Node, list[Node]]:
    """Return the schemas that extend each schema with `allOf`."""
    children: dict[Node, list[Node]] = {}
    for _, component in list_components(document):
        schema = _find_target(document, component)
        all_of = schema.get("allOf")
        for part in all_of.list_elements() if all_of else ():
            base = _find_target(document, part)
            if base is not part:
                children.setdefault(base, []).append(schema)
    return children


def _find_target(document: ApiDocument, node: Node) -> Node:
    """Return the target of references, or the value itself, without a finding."""
    for _ in range(_MAX_PARTS):
        reference = node.value.get("$ref") if isinstance(node.value, dict) else None
        target = document.find(reference, node.source) if isinstance(reference, str) else None
        if target is None:
            break
        node = target
    return node


def list_descendants(
    base: Node, children: Mapping[Node, list[Node]], most: int = MAX_DESCENDANTS
) -> tuple[Node, ...]:
    """Return the schemas that extend one, each followed by those that extend it."""
    queue = list(reversed(children.get(base, ())))
    descendants = {base: None}
    while queue and len(descendants) <= most:
        child = queue.pop()
        if child not in descendants:
            descendants[child] = None
            queue.extend(reversed(children.get(child, ())))
    return tuple(descendants)[1:]
