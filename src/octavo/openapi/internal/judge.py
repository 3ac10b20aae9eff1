"""Decides which parts of a document are internal: marked, referring to them, or left empty."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from octavo.openapi.document.document import ApiDocument, is_reference
from octavo.openapi.document.references import walk_up
from octavo.openapi.internal.marks import is_marked, is_marked_container
from octavo.openapi.model import Node
from octavo.openapi.operation.listing import METHODS
from octavo.openapi.rules.tables import Object, Shape, read_objects

COMBINING = ("allOf", "oneOf", "anyOf")
_MAX_DEPTH = 40
"""The most nested values that are internal only because all their parts are."""
_SUBSTANCE = frozenset(
    (
        *COMBINING,
        *("$ref", "properties", "patternProperties", "items", "prefixItems", "contains", "enum"),
        *("const", "not", "if", "then", "else", "dependentSchemas", "additionalProperties"),
    )
)
"""Keywords of a schema with more meaning than its types and texts."""


class Judge:
    """Tells which parts of one document are internal; each is decided once."""

    def __init__(self, document: ApiDocument) -> None:
        self.document = document
        self.objects = read_objects(int(document.version.partition(".")[2]))
        self._decided: dict[tuple[Node, str], bool] = {}
        self._inside: dict[Node, bool] = {}
        self._depth = 0
        self.marked: dict[Node, str] = {}
        """The marked values, with their kinds."""
        self._rules: dict[str, Callable[[Node], bool]] = {
            "operation": self._has_internal_tag,
            "tag": lambda node: node.get_text("name") in self.tags,
            "path_item": self._has_internal_operations_only,
            "callback": lambda node: self._is_all_internal(
                [each for key, each in node.items() if not key.startswith("x-")], "path_item"
            ),
            "parameter": self._has_internal_content,
            "header": self._has_internal_content,
            "request_body": self._has_internal_content,
            "server": lambda node: any(
                self.is_internal(each, self.objects["server_variable"])
                for _, each in self._list_items(node, "variables")
            ),
            "security_scheme": lambda node: self._is_all_internal(
                [each for _, each in self._list_items(node, "flows")], "flow"
            ),
            "schema": self._has_internal_branches_only,
        }
        self.tags: frozenset[str] = frozenset()
        self.tags = self._list_internal_tags()

    def is_internal(self, node: Node, each: Object) -> bool:
        """Tell whether a value of some kind is internal."""
        if type(node.value) is not dict:
            return False
        place = node, each.name
        if place not in self._decided:
            self._decided[place] = False  # This is for a value inside itself.
            if self._depth < _MAX_DEPTH:
                self._depth += 1
                self._decided[place] = self._decide(node, each)
                self._depth -= 1
            else:
                del self._decided[place]
                return is_marked(node.value, each.name)
        return self._decided[place]

    def is_internal_schema(self, node: Node) -> bool:
        """Tell whether a schema is internal."""
        return self.is_internal(node, self.objects["schema"])

    def leads_inside(self, target: Node) -> bool:
        """Tell whether a reference leads to an internal value, or inside one."""
        if target not in self._inside:
            # This is for a reference into a part that is being decided.
            self._inside[target] = False
            is_typed = target.source == self.document.source and not (
                target.pointer and str(target.pointer[0]).startswith("x-")
            )
            self._inside[target] = (
                self._descend(target)
                if is_typed
                else any(is_marked(each.value) for each in walk_up(self._find_root(target), target))
            )
        return self._inside[target]

    def is_lost_variant(self, node: Node) -> bool:
        """Tell whether a discriminator names an internal schema, by name or by reference."""
        text = node.value
        if not isinstance(text, str):
            return False
        schemas = self.document.find("#/components/schemas", self.document.source)
        target = schemas.get(text) if schemas else None
        if target is None and ("#" in text or "." in text):
            target = self.document.find(text, node.source)
        return target is not None and (self.is_internal_schema(target) or self.leads_inside(target))

    def find_shape(self, each: Object, key: str) -> Shape | None:
        """Return the shape for a key of an object; None for extensions and unknown keys."""
        if key == "x-webhooks" and each.name == "document":
            key = "webhooks"
        shape = each.keys.get(key)
        if shape is None and not key.startswith("x-") and key != "$ref":
            shape = each.rest
        return shape

    # --- one value ---

    def _decide(self, node: Node, each: Object) -> bool:
        if is_marked(node.value, each.name):
            self.marked.setdefault(node, each.name)
            return True
        if is_reference(node):
            target = self.document.resolve_once(node)
            if target is not None and (self.leads_inside(target) or self.is_internal(target, each)):
                return True
        rule = self._rules.get(each.name)
        return rule is not None and rule(node)

    def _descend(self, target: Node) -> bool:
        """Go through everything around a place, from the whole document on."""
        at = self.document.root
        shape: Shape | None = Shape("one", "document", None, self.objects["document"])
        for step in target.pointer:
            if not isinstance(at.value, dict | list):
                return False
            if shape is not None:
                is_object = shape.object is not None
                shape = self.find_shape(shape.object, str(step)) if shape.object else shape.of
                if not is_object and is_marked_container(at.value):
                    return True
            at = at.get_child(step)
            kind = shape.object if shape else None
            if self.is_internal(at, kind) if kind else shape is None and is_marked(at.value):
                return True
        return False

    def _find_root(self, target: Node) -> Node:
        root = self.document.find("", target.source)
        return target if root is None else root

    # --- by kind ---

    def _list_internal_tags(self) -> frozenset[str]:
        """Return the names of internal tags, and of their child tags."""
        tags = self.document.root.get("tags")
        nodes = [each for each in tags.list_elements() if type(each.value) is dict] if tags else []
        names = {each.get_text("name") for each in nodes if is_marked(each.value, "tag")}
        children: dict[str | None, list[str | None]] = {}
        for each in nodes:
            children.setdefault(each.get_text("parent"), []).append(each.get_text("name"))
        queue = list(names)
        while queue:
            new = [name for name in children.get(queue.pop(), ()) if name not in names]
            names.update(new)
            queue += new
        return frozenset(filter(None, names))

    def _has_internal_tag(self, node: Node) -> bool:
        tags = node.value.get("tags")
        names = tags if isinstance(tags, list) else [tags]
        return any(isinstance(name, str) and name in self.tags for name in names)

    def _has_internal_operations_only(self, node: Node) -> bool:
        operations = [
            *(each for key, each in node.items() if key.lower() in METHODS),
            *(each for _, each in self._list_items(node, "additionalOperations")),
        ]
        return self._is_all_internal(operations, "operation")

    def _has_internal_content(self, node: Node) -> bool:
        schema = node.get("schema")
        if schema is not None and self.is_internal_schema(schema):
            return True
        media = [each for _, each in self._list_items(node, "content")]
        schemas = [each.get("schema") for each in media]
        if schemas and all(each is not None and self.is_internal_schema(each) for each in schemas):
            return True
        return self._is_all_internal(media, "media_type")

    def _has_internal_branches_only(self, node: Node) -> bool:
        """Tell whether a schema has only internal parts."""
        value = node.value
        keys = [key for key in value if key in _SUBSTANCE and not isinstance(value[key], bool)]
        return bool(keys) and all(
            key in COMBINING and self.has_internal_branches(node.get_child(key)) for key in keys
        )

    def has_internal_branches(self, branches: Node) -> bool:
        """Tell whether all schemas of a list are internal, except `null`."""
        nodes = [each for each in branches.list_elements() if not _is_null(each.value)]
        return self._is_all_internal(nodes, "schema")

    def _is_all_internal(self, nodes: list[Node], kind: str) -> bool:
        each = self.objects[kind]
        return bool(nodes) and all(self.is_internal(node, each) for node in nodes)

    def _list_items(self, node: Node, key: str) -> Iterator[tuple[str, Node]]:
        child = node.get(key)
        target = self.document.resolve_any(child) if child is not None else None
        for name, each in target.items() if target else ():
            if not name.startswith("x-"):
                yield name, each


def _is_null(value: Any) -> bool:
    return isinstance(value, dict) and value.get("type") in ("null", ["null"])
