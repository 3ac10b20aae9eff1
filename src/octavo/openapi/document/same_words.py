"""Finds schemas with equal text, because documents repeat themselves a lot.

Tools often repeat a schema wherever it is used. Equal schemas are read once, and share the same
files.

A schema is compared by its bytes, including nested parts. That ends, because documents with huge
aliases are refused.
"""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Iterator
from typing import Any

from octavo.openapi.document.references import find_resource, walk_up
from octavo.openapi.model import Node, Pointer
from octavo.values import ByIdentity

COMBINING = frozenset(
    "$ref $dynamicRef $recursiveRef allOf oneOf anyOf discriminator if then else".split()
)
"""The keywords that combine schemas, whose meaning can depend on the place."""

_HOLDING = COMBINING | frozenset(
    "properties patternProperties additionalProperties unevaluatedProperties"
    " items prefixItems additionalItems contentSchema".split()
)
"""The keywords with nested schemas."""
_DEPENDS_ON_PLACE = (b"$dynamicRef", b"$recursiveRef", b"$id", b"$anchor", b"$dynamicAnchor")
"""Keywords whose meaning depends on the place."""
_COMPONENTS = ("components", "schemas")
_MARSHAL_VERSION = 2
"""The last version that always writes the same bytes for the same values."""
_MOST_BYTES = 50_000_000
"""The most bytes to compare and store.

Nested schemas count again at each level. GitHub's document has 6,000,000; a hostile one could have
far more.
"""


class SameWords:
    """The texts of one file's schemas as comparable bytes, with their repetitions."""

    def __init__(self, source: str, tree: dict[str, Any]) -> None:
        self._root = Node(tree, source, ())
        self._words: ByIdentity[dict[str, Any], bytes] = ByIdentity()
        """The text of each schema; empty if its place matters."""
        self._bytes_left = _MOST_BYTES
        self._repetitions: dict[Pointer, list[Pointer]] = {}
        """The places of repeated texts, by the first place, where they are read."""

    def find(self, node: Node) -> bytes | None:
        """Return equal bytes for equal schemas; None if the place matters.

        The place matters for components, which have names, for combined schemas, and for those in
        other files.
        """
        value, pointer = node.value, node.pointer
        if type(value) is not dict or node.source != self._root.source:
            return None
        if pointer[:2] == _COMPONENTS and len(pointer) == len(_COMPONENTS) + 1:
            return None
        if not COMBINING.isdisjoint(value):
            return None
        words = self._words.get(value)
        if words is None:
            words = self._words[value] = self._write_down(node)
        return words or None

    def list_naming_parts(self, node: Node) -> list[str]:
        """Return the parts of a schema's name: its text, or its place in another one, or its place.

        Equal schemas have equal names, in any order of reading.
        """
        for outer in (node, *self._list_holders(node)):
            words = self.find(outer)
            if words is not None:
                digest = hashlib.sha256(words).hexdigest()
                return [digest, *map(str, node.pointer[len(outer.pointer) :])]
        return [node.source, *map(str, node.pointer)]

    def add_repetition(self, first: Node, again: Node) -> None:
        """Record a repeated text, so that findings at its first place also count here."""
        self._repetitions.setdefault(first.pointer, []).append(again.pointer)

    def list_repetitions(self, source: str, pointer: Pointer) -> Iterator[Pointer]:
        """Return the places where a value repeats, by the equal texts around it."""
        for length in range(len(pointer) if source == self._root.source else 0):
            for again in self._repetitions.get(pointer[:length], ()):
                yield (*again, *pointer[length:])

    def _list_holders(self, node: Node) -> list[Node]:
        """Return the schemas around another one, from the inside out."""
        pointer = node.pointer
        if node.source != self._root.source:
            return []
        around = (each for each in walk_up(self._root, node) if len(each.pointer) < len(pointer))
        return [each for each in around if pointer[len(each.pointer)] in _HOLDING]

    def _write_down(self, node: Node) -> bytes:
        if self._bytes_left <= 0:
            return b""
        words = marshal.dumps(node.value, _MARSHAL_VERSION)
        self._bytes_left -= len(words)
        if b"$" in words and self._depends_on_place(node, words):
            return b""
        return words

    def _depends_on_place(self, node: Node, words: bytes) -> bool:
        if any(key in words for key in _DEPENDS_ON_PLACE):
            return True
        return bool(find_resource(self._root, node).pointer)
