"""Extracts one operation from a bundled document as a small, complete document."""

from __future__ import annotations

from typing import Any

from octavo.openapi.bundle.graph import ComponentGraph
from octavo.openapi.model import OperationKey
from octavo.openapi.operation.listing import METHODS

_NAME = str | int
_ALWAYS = ("openapi", "info", "jsonSchemaDialect", "servers", "externalDocs")


class PartCutter:
    """Cuts the parts of one bundled document."""

    def __init__(self, tree: dict[str, Any]) -> None:
        self._tree = tree
        self._graph = ComponentGraph(tree)
        self._order = {each: at for at, each in enumerate(self._graph.components)}
        self._tags: dict[Any, list[int]] = {}
        """The indexes of tags by name, for each operation's own tags."""
        tags = tree.get("tags")
        for at, tag in enumerate(tags if isinstance(tags, list) else ()):
            if isinstance(tag, dict) and isinstance(tag.get("name"), _NAME):
                self._tags.setdefault(tag["name"], []).append(at)

    def cut(self, key: OperationKey) -> dict[str, Any] | None:
        """Return the document of one operation or webhook; None if it doesn't exist."""
        tree = self._tree
        names = ("webhooks", "x-webhooks") if key.is_webhook else ("paths",)
        for name in names:
            items = tree.get(name)
            item = items.get(key.path) if isinstance(items, dict) else None
            part = _cut_item(item, key.method) if isinstance(item, dict) else None
            if part is None:
                continue
            operation, cut_item = part
            result = {each: tree[each] for each in _ALWAYS if each in tree}
            if "security" in tree and "security" not in operation:
                result["security"] = tree["security"]
            tags = self._list_tags(operation)
            if tags:
                result["tags"] = tags
            if name == "x-webhooks":  # A document of OpenAPI 3.0 must have paths.
                result["paths"] = {}
            result[name] = {key.path: cut_item}
            components = self._cut_components(
                cut_item, operation.get("security", tree.get("security"))
            )
            return {**result, "components": components} if components else result
        return None

    def _list_tags(self, operation: dict[str, Any]) -> list[Any]:
        own = operation.get("tags")
        names = (name for name in own if isinstance(name, _NAME)) if isinstance(own, list) else ()
        places = {at for name in dict.fromkeys(names) for at in self._tags.get(name, ())}
        return [self._tree["tags"][at] for at in sorted(places)]

    def _cut_components(self, item: dict[str, Any], security: Any) -> dict[str, Any]:
        names = [
            name
            for requirement in (security if isinstance(security, list) else ())
            if isinstance(requirement, dict)
            for name in requirement
        ]
        reached = self._graph.reach(item, starts=[("securitySchemes", name) for name in names])
        components: dict[str, Any] = {}
        for section, name in sorted(reached, key=self._order.__getitem__):
            components.setdefault(section, {})[name] = self._graph.components[section, name]
        return components


def _cut_item(item: dict[str, Any], method: str) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Return an operation, and its path item without other operations."""
    shared = {
        key: value
        for key, value in item.items()
        if key.lower() not in METHODS and key != "additionalOperations" and not key.startswith("x-")
    }
    if method.lower() in METHODS:
        own = next((each for key, each in item.items() if key.upper() == method), None)
        key, value = method.lower(), own
    else:
        others = item.get("additionalOperations")
        own = others.get(method) if isinstance(others, dict) else None
        key, value = "additionalOperations", {method: own}
    return (own, {**shared, key: value}) if isinstance(own, dict) else None
