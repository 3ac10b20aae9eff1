"""Finds the components that parts of a bundled document refer to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any
from urllib.parse import unquote

Component = tuple[str, str]
"""The section and the name of a component."""

_COMPONENT = re.compile(r"#/components/([^/]+)/([^/]+)")
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_NAMES = ("$anchor", "$dynamicAnchor")


class ComponentGraph:
    """The components of one tree."""

    def __init__(self, tree: dict[str, Any]) -> None:
        components = tree.get("components")
        self.components: dict[Component, Any] = {
            (section, name): value
            for section, parts in (components.items() if isinstance(components, dict) else ())
            if isinstance(parts, dict)
            for name, value in parts.items()
        }
        self._references: dict[Component, tuple[Component, ...]] = {}

    def reach(self, *values: Any, starts: Iterable[Component] = ()) -> set[Component]:
        """Return all components that some values and components need."""
        reached: set[Component] = set()
        queue = [*starts, *(each for value in values for each in self._list_references(value))]
        while queue:
            component = queue.pop()
            if component in reached or component not in self.components:
                continue
            reached.add(component)
            if component not in self._references:
                value = self.components[component]
                references = dict.fromkeys(self._list_references(value))
                self._references[component] = (*references, *self._heirs.get(component, ()))
            queue += self._references[component]
        return reached

    def _list_references(self, value: Any) -> Iterator[Component]:
        for each in walk_objects(value):
            for key in _REFERENCES:
                reference = each.get(key)
                if isinstance(reference, str):
                    yield from self._find(reference)
            discriminator = each.get("discriminator")
            mapping = discriminator.get("mapping") if isinstance(discriminator, dict) else None
            for reference in mapping.values() if isinstance(mapping, dict) else ():
                if isinstance(reference, str):
                    yield ("schemas", reference)
                    yield from self._find(reference)

    def _find(self, reference: str) -> Iterator[Component]:
        match = _COMPONENT.match(unquote(reference))
        if match:
            name = match[2].replace("~1", "/").replace("~0", "~")
            yield (match[1], name)
        elif reference in self._holders:
            yield self._holders[reference]

    @cached_property
    def _holders(self) -> dict[str, Component]:
        """The components with an anchor or an id, by the reference to it."""
        holders: dict[str, Component] = {}
        for component, value in self.components.items():
            for each in walk_objects(value):
                for key in _NAMES:
                    if isinstance(each.get(key), str):
                        holders.setdefault(f"#{each[key]}", component)
                if isinstance(each.get("$id"), str):
                    holders.setdefault(each["$id"], component)
        return holders

    @cached_property
    def _heirs(self) -> dict[Component, list[Component]]:
        """The schemas that extend one with a discriminator, because its values may follow them."""
        heirs: dict[Component, list[Component]] = {}
        for component, value in self.components.items():
            parts = value.get("allOf") if isinstance(value, dict) else None
            for part in parts if isinstance(parts, list) else ():
                reference = part.get("$ref") if isinstance(part, dict) else None
                for base in self._find(reference) if isinstance(reference, str) else ():
                    schema = self.components.get(base)
                    if isinstance(schema, dict) and "discriminator" in schema:
                        heirs.setdefault(base, []).append(component)
        return heirs


def walk_objects(value: Any) -> Iterator[dict[str, Any]]:
    """Return all objects in a value."""
    stack = [value]
    while stack:
        each = stack.pop()
        if isinstance(each, dict):
            yield each
            stack += each.values()
        elif isinstance(each, list):
            stack += each
