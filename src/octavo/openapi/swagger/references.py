"""Resolves references of a Swagger document, and writes them for the converted one."""

from __future__ import annotations

import posixpath
from typing import Any

from octavo.openapi.document.document import Finding
from octavo.openapi.document.references import find_by_pointer, has_scheme, join_source
from octavo.openapi.internal.marks import is_marked, mark
from octavo.openapi.model import Node, Pointer
from octavo.project.documents.api_files import NotLoaded, is_link
from octavo.values import Struct, field

MAX_REFERENCES = 20
KEPT = "x-swagger"
"""The key with the original document, for references to places that have moved."""

_MOVED = {"definitions": "schemas", "responses": "responses"}


class Original(Struct, eq=False):
    """A Swagger document in its original form, with facts for the conversion."""

    source: str
    tree: dict[str, Any]
    load_file: Any
    places: dict[Pointer, tuple[str, Pointer]] = field(default_factory=dict)
    """The original places of the converted document's parts."""
    is_kept: bool = False
    """Whether a reference leads to a place that has moved."""
    findings: list[Finding] = field(default_factory=list)
    """What is wrong with it, at its own places."""

    def note(self, at: Pointer, node: Node) -> Pointer:
        """Record the origin of a part, and return its new place."""
        self.places.setdefault(at, (node.source, node.pointer))
        return at

    def find_place(self, pointer: Pointer) -> tuple[str, Pointer]:
        """Return the original place of a converted part."""
        if pointer[:1] == (KEPT,):
            return self.source, pointer[1:]
        for length in range(len(pointer), 0, -1):
            place = self.places.get(pointer[:length])
            if place is not None:
                return place[0], (*place[1], *pointer[length:])
        return self.source, pointer

    def follow(self, node: Node) -> Node:
        """Return the target of a reference, or the reference itself if it is broken."""
        at, is_internal = node, False
        for _ in range(MAX_REFERENCES):
            reference = at.value.get("$ref") if isinstance(at.value, dict) else None
            if not isinstance(reference, str):
                # A mark next to a reference to it makes it internal here.
                return Node(mark(at.value), at.source, at.pointer) if is_internal else at
            is_internal = is_internal or is_marked(at.value, "path_item")
            target = self._find(reference, at.source)
            if target is None:
                return node
            at = target
        return node

    def _find(self, reference: str, source: str) -> Node | None:
        address, _, fragment = reference.partition("#")
        target = join_source(source, address) if address else source
        tree = self.tree if target == self.source else self.load_file(target)
        if tree is None or isinstance(tree, NotLoaded):
            return None
        root = Node(tree, target, ())
        return find_by_pointer(root, fragment) if fragment else root

    def rewrite(self, reference: str, source: str, *, for_source: str) -> str:
        """Return a reference in the form for a file after the conversion."""
        address, mark, fragment = reference.partition("#")
        if not mark and self._is_name(address):  # Swagger 1.2 had this form.
            address, mark, fragment = "", "#", f"/definitions/{address}"
            source = self.source
        target = join_source(source, address) if address else source
        if target == self.source:
            fragment = self._move(fragment)
        if target == for_source:
            return f"#{fragment}"
        return _make_relative(target, for_source) + mark + fragment

    def _is_name(self, text: str) -> bool:
        definitions = self.tree.get("definitions")
        return isinstance(definitions, dict) and text in definitions

    def _move(self, fragment: str) -> str:
        """Return the pointer to the same part in the converted document."""
        first, _, rest = fragment.removeprefix("/").partition("/")
        if first == "definitions" or (first == "responses" and rest and "/" not in rest):
            return f"/components/{_MOVED[first]}/{rest}" if rest else f"/components/{_MOVED[first]}"
        if not fragment.startswith("/"):
            return fragment
        self.is_kept = True
        return f"/{KEPT}{fragment}"


def _make_relative(target: str, source: str) -> str:
    if is_link(target) or has_scheme(target) or target.startswith("/"):
        return target
    return posixpath.relpath(target, posixpath.dirname(source) or ".")
