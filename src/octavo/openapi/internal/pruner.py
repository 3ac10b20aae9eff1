"""Removes the internal parts from the values that a document has for its schemas."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from octavo.openapi.internal.judge import Judge
from octavo.openapi.internal.levels import Level, Levels, Starts, is_among
from octavo.openapi.model import Node

_TEXTS = ("serializedValue", "externalValue")
"""Examples as text, from which no part can be removed."""
Remove = Callable[[Node], None]


class Pruner:
    """Removes internal parts from examples, defaults, lists of names and mappings."""

    def __init__(self, judge: Judge, holding: Collection[Node], remove: Remove) -> None:
        """`holding` are the schemas that contain internal parts, or lead to them."""
        self._judge = judge
        self._holding = frozenset(holding)
        self._levels = Levels(judge)
        self._remove = remove

    def prune(self, schemas: Iterable[Node], media: Iterable[Node]) -> None:
        """Clean schemas, and the examples of media types, parameters and headers."""
        for node in schemas:
            if node in self._holding:
                self._prune_schema(node)
        for node in media:
            self._prune_media(node)

    def _prune_schema(self, node: Node) -> None:
        """Clean the keywords of a schema, and of the merged ones, except their properties."""
        level = self._levels.find((node,))
        if level is None:
            return self._remove_examples(node, ("default", "const", "enum"))
        for member in level.members:
            self._prune_names(member, level)
            self._prune_discriminator(member, level)
            for key in ("default", "const", "example"):
                if key in member.value:
                    self._prune_value(member.get_child(key), (node,))
            for key in ("enum", "examples"):
                values = member.get(key)
                for each in (
                    *(values.list_elements() if values else ()),
                    *(each for _, each in (values.items() if values else ())),
                ):
                    self._prune_value(each, (node,))
        return None

    def _prune_media(self, node: Node) -> None:
        items, schema = node.get("itemSchema"), node.get("schema")
        if items is not None and (items in self._holding or self._judge.is_internal_schema(items)):
            self._remove_examples(node)  # This is a stream, whose parts can't be separated.
            return
        content = node.get("content")
        media = next((each for _, each in content.items()), None) if content else None
        schema = schema or (media.get("schema") if media else None)
        if schema is not None:
            self._prune_examples(node, schema)

    def _prune_examples(self, node: Node, schema: Node) -> None:
        if self._judge.is_internal_schema(schema):
            self._remove_examples(node)
            return
        if schema not in self._holding:
            return
        if "example" in node.value:
            self._prune_value(node.get_child("example"), (schema,))
        examples = node.get("examples")
        target = self._judge.document.resolve_any(examples) if examples else None
        for _, each in target.items() if target else ():
            example = self._judge.document.resolve_any(each)
            for key, child in example.items() if example else ():
                if key in ("value", "dataValue"):
                    self._prune_value(child, (schema,))
                elif key in _TEXTS:
                    self._remove(child)
        encoding, level = node.get("encoding"), self._levels.find((schema,))
        lost = level.lost_names if level else frozenset()
        for name, each in encoding.items() if encoding else ():
            if name in lost:
                self._remove(each)

    def _prune_value(self, value: Node, starts: Starts) -> None:
        queue = [(value, starts)]
        while queue:
            origin, starts = queue.pop()
            if self._holding.isdisjoint(starts):
                continue
            reference = origin.value.get("$ref") if isinstance(origin.value, dict) else None
            is_elsewhere = isinstance(reference, str)
            target = self._judge.document.resolve_any(origin) if is_elsewhere else None
            node, level = target or origin, self._levels.find(starts)
            if level is None or _is_lost(node, level):
                self._remove(origin)
            elif isinstance(node.value, dict):
                queue += self._list_members(node, level)
            elif isinstance(node.value, list):
                queue += self._list_elements(node, level)

    def _list_members(self, node: Node, level: Level) -> Iterator[tuple[Node, Starts]]:
        for name, child in node.items():
            nodes = level.properties.get(name)
            if name in level.internal_names or (nodes is None and level.is_rest_internal):
                self._remove(child)
            elif nodes or level.rest:
                yield child, tuple(nodes or level.rest)

    def _list_elements(self, node: Node, level: Level) -> Iterator[tuple[Node, Starts]]:
        for index, child in enumerate(node.list_elements()):
            nodes = level.places.get(index)
            is_lost = level.are_items_internal if nodes is None else index in level.internal_places
            if is_lost:
                self._remove(child)
            elif nodes or level.items:
                yield child, tuple(nodes or level.items)

    def _prune_names(self, member: Node, level: Level) -> None:
        """Remove the names of internal properties from lists of names."""
        lost = level.lost_names
        if not lost:
            return
        required = member.get("required")
        self._remove_named(required.list_elements() if required else (), lost)
        for key in ("dependentRequired", "dependentSchemas"):
            dependent = member.get(key)
            for name, each in dependent.items() if dependent else ():
                if name in lost:
                    self._remove(each)
                elif key == "dependentRequired":
                    self._remove_named(each.list_elements(), lost)

    def _remove_named(self, nodes: Iterable[Node], names: set[str]) -> None:
        for each in nodes:
            if isinstance(each.value, str) and each.value in names:
                self._remove(each)

    def _prune_discriminator(self, member: Node, level: Level) -> None:
        discriminator = member.get("discriminator")
        if discriminator is None or not isinstance(discriminator.value, dict):
            return
        if discriminator.get_text("propertyName") in level.lost_names:
            self._remove(discriminator)
            return
        mapping, default = discriminator.get("mapping"), discriminator.get("defaultMapping")
        for _, each in mapping.items() if mapping else ():
            if self._judge.is_lost_variant(each):
                self._remove(each)
        if default and self._judge.is_lost_variant(default):
            self._remove(default)

    def _remove_examples(self, node: Node, keys: tuple[str, ...] = ()) -> None:
        for key in ("example", "examples", *keys):
            if key in node.value:
                self._remove(node.get_child(key))


def _is_lost(node: Node, level: Level) -> bool:
    """Tell whether a value is internal as a whole, or is a text with internal parts."""
    value = node.value
    if isinstance(value, dict):
        return any(
            isinstance(value.get(name), str) and value[name] in kinds
            for name, kinds in level.kinds.items()
        )
    if isinstance(value, str) and level.is_structured:
        return True
    return is_among(value, level.internal_values)
