"""Tells which schemas are written in the same words: documents repeat themselves a lot.

Tools that write API documents write a schema out wherever it is used. Schemas that say again what
another one says are read once, and shown by the same files.

A schema is compared by writing it down with all that is inside it. That has an end, because those
who load documents refuse what aliases make too large.
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
"""The keywords that make a schema of others. What they lead to can depend on where it stands."""

_HOLDING = COMBINING | frozenset(
    "properties patternProperties additionalProperties unevaluatedProperties"
    " items prefixItems additionalItems contentSchema".split()
)
"""The keywords below which a schema holds others."""
_DEPENDS_ON_PLACE = (b"$dynamicRef", b"$recursiveRef", b"$id", b"$anchor", b"$dynamicAnchor")
"""What is said with them means something else elsewhere."""
_COMPONENTS = ("components", "schemas")
_MARSHAL_VERSION = 2
"""The last one in which the same values are always the same bytes."""
_MOST_BYTES = 50_000_000
"""So much is read word by word, and kept: a schema is, with all that is inside it, and then what is
inside of it again. GitHub's document comes to 6,000,000; one that is made to be slow could go on
and on."""


class SameWords:
    """What the schemas of one file say, as bytes to compare, and where they say it again."""

    def __init__(self, source: str, tree: dict[str, Any]) -> None:
        self._root = Node(tree, source, ())
        self._words: ByIdentity[dict[str, Any], bytes] = ByIdentity()
        """Nothing for those whose place matters."""
        self._bytes_left = _MOST_BYTES
        self._repetitions: dict[Pointer, list[Pointer]] = {}
        """Where the same words stand again that are read at a first place only."""

    def find(self, node: Node) -> bytes | None:
        """Return the same bytes for schemas that say the same; None where the place matters, too.

        That is so for components, which have names, for all that is combined from other schemas,
        and for what stands in another file.
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
        """Return what a schema is named after: its words, or its place in others, or its place.

        The same schema has the same name whichever of the places that say the same was read first.
        """
        for outer in (node, *self._list_holders(node)):
            words = self.find(outer)
            if words is not None:
                digest = hashlib.sha256(words).hexdigest()
                return [digest, *map(str, node.pointer[len(outer.pointer) :])]
        return [node.source, *map(str, node.pointer)]

    def add_repetition(self, first: Node, again: Node) -> None:
        """Keep that words are read at a first place only: what is wrong there is so here, too."""
        self._repetitions.setdefault(first.pointer, []).append(again.pointer)

    def list_repetitions(self, source: str, pointer: Pointer) -> Iterator[Pointer]:
        """Return where a value stands again, in words that say the same as those around it."""
        for length in range(len(pointer) if source == self._root.source else 0):
            for again in self._repetitions.get(pointer[:length], ()):
                yield (*again, *pointer[length:])

    def _list_holders(self, node: Node) -> list[Node]:
        """Return the schemas that hold another one, from the inside out."""
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
