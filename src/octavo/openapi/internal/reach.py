"""Finds the components and files that parts of a document use, across all files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import Node, Pointer
from octavo.values import Struct, field

_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef", "operationRef")
_DEPTH = 3
"""The length of the pointer of a component."""


class Reached(Struct, eq=False):
    """The components and files in use."""

    components: set[Pointer] = field(default_factory=set)
    sources: set[str] = field(default_factory=set)


def find_reached(document: ApiDocument, starts: Iterable[Node]) -> Reached:
    """Return everything that some values refer to, directly or indirectly."""
    heirs = _list_heirs(document)
    reached, seen = Reached(), set[Node]()
    queue = list(starts)
    while queue:
        node = queue.pop()
        if node in seen:
            continue
        seen.add(node)
        reached.sources.add(node.source)
        if _is_component(document, node) and node.pointer not in reached.components:
            reached.components.add(node.pointer)
            queue += heirs.get(node.pointer, ())
        for target in _list_targets(document, node):
            queue.append(_find_component(document, target) or target)
    return reached


def list_components(document: ApiDocument) -> Iterator[Node]:
    """Return all components of a document."""
    components = document.root.get("components")
    for key, section in components.items() if components else ():
        if not key.startswith("x-"):
            yield from (each for _, each in section.items())


def _is_component(document: ApiDocument, node: Node) -> bool:
    return (
        node.source == document.source
        and node.pointer[:1] == ("components",)
        and len(node.pointer) == _DEPTH
    )


def _find_component(document: ApiDocument, node: Node) -> Node | None:
    """Return the component around a place."""
    if node.source != document.source or node.pointer[:1] != ("components",):
        return None
    at = document.root
    for step in node.pointer[:_DEPTH]:
        if not isinstance(at.value, dict) or step not in at.value:
            return None
        at = at.get_child(step)
    return at


def _list_targets(document: ApiDocument, node: Node) -> Iterator[Node]:
    """Return the targets of the references in a value."""
    stack = [node.value]
    while stack:
        value = stack.pop()
        if isinstance(value, list):
            stack += value
        elif isinstance(value, dict):
            stack += value.values()
            for reference in _list_references(value):
                target = document.find(reference, node.source)
                if target is not None:
                    yield target


def _list_references(value: dict[str, object]) -> Iterator[str]:
    for key in _REFERENCES:
        reference = value.get(key)
        if isinstance(reference, str):
            yield reference
    mapping = value.get("mapping")
    for each in mapping.values() if isinstance(mapping, dict) else ():
        if isinstance(each, str):
            yield _write_component("schemas", each)
            if "#" in each or "." in each:
                yield each
    security = value.get("security")
    for requirement in security if isinstance(security, list) else ():
        for name in requirement if isinstance(requirement, dict) else ():
            yield _write_component("securitySchemes", str(name))


def _write_component(section: str, name: str) -> str:
    return f"#/components/{section}/{name.replace('~', '~0').replace('/', '~1')}"


def _list_heirs(document: ApiDocument) -> dict[Pointer, list[Node]]:
    """Return the schemas that extend one with a discriminator, whose values may follow them."""
    heirs: dict[Pointer, list[Node]] = {}
    schemas = document.find("#/components/schemas", document.source)
    for _, schema in schemas.items() if schemas else ():
        parts = schema.get("allOf")
        for part in parts.list_elements() if parts else ():
            base = document.resolve_once(part) if isinstance(part.value, dict) else None
            if base is not None and base is not part and base.get("discriminator"):
                heirs.setdefault(base.pointer, []).append(schema)
    return heirs
