"""Finds the schemas of values inside other values."""

from __future__ import annotations

from collections.abc import Iterator

from octavo.openapi.model import Node, Pointer, Schema
from octavo.openapi.schema.reader import SchemaReader

_MAX_PLACES = 24
_MAX_CHOICES = 4
"""The most nested choices."""


def list_forms(reader: SchemaReader, node: Node, depth: int = 0) -> Iterator[Schema]:
    """Return a schema and all options of its choices: the possible forms of a value."""
    schema = reader.read(node)
    yield schema
    for option in schema.choice.options if schema.choice and depth < _MAX_CHOICES else ():
        yield from list_forms(reader, option.node, depth + 1)


def list_kinds(reader: SchemaReader, node: Node) -> tuple[str, ...]:
    """Return the possible types of a value; empty if any type is allowed."""
    kinds: dict[str, None] = {}
    for form in list_forms(reader, node):
        kinds.update(dict.fromkeys(form.types))
        if form.const is None and not form.types:
            if form.properties or form.pattern_properties or isinstance(form.additional, Node):
                kinds["object"] = None
            if form.items is not None or form.prefix_items:
                kinds["array"] = None
    return tuple(kinds)


def find_places(reader: SchemaReader, node: Node, pointer: Pointer) -> tuple[Node, ...]:
    """Return the schemas that may apply to the value at a place inside another one."""
    nodes: tuple[Node, ...] = (node,)
    for step in pointer:
        inner = (
            place
            for each in nodes
            for form in list_forms(reader, each)
            for place in _find_inner(form, step)
        )
        nodes = tuple(dict.fromkeys(inner))[:_MAX_PLACES]
    return nodes


def _find_inner(schema: Schema, step: str | int) -> Iterator[Node]:
    if isinstance(step, int):
        if step < len(schema.prefix_items):
            yield schema.prefix_items[step]
        elif schema.items is not None:
            yield schema.items
        return
    nodes = [each.node for each in schema.properties if each.name == step]
    yield from nodes
    if all(node.value is True for node in nodes):  # These are required, and not described by name.
        yield from (each.node for each in schema.pattern_properties)
        if isinstance(schema.additional, Node):
            yield schema.additional
