"""Caches the output for schemas, and stops cycles.

Documents are full of cycles, including long ones. A list of fields depends on the schemas around
it, but only on those that it meets. So the cache stores each list with the schemas that it met, and
reuses it if the same ones are around. The result doesn't depend on the order.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeVar, cast

from octavo.openapi.model import Node

T = TypeVar("T")


class _Piece(NamedTuple):
    """The cached output for a schema."""

    made_of: object
    around: frozenset[Node]
    """The schemas around it that it met."""
    met: frozenset[Node] | None
    """All schemas that it met; None for most, which had no schema around them."""


class Chain:
    """The schemas around the current place, and the cached outputs."""

    def __init__(self) -> None:
        self._around: set[Node] = set()
        self._met: list[set[Node]] = []
        self._pieces: dict[Hashable, list[_Piece]] = {}

    def meet(self, node: Node) -> bool:
        """Tell whether a schema is around this place, so that it must not be repeated."""
        if self._met:
            self._met[-1].add(node)
        return node in self._around

    @contextmanager
    def enter(self, node: Node) -> Iterator[set[Node]]:
        """Enter a schema; yield the set of all other schemas met inside."""
        is_inside = node in self._around
        met: set[Node] = set()
        self._around.add(node)
        self._met.append(met)
        try:
            yield met
        finally:
            self._met.pop()
            if not is_inside:
                self._around.discard(node)
                met.discard(node)
            if self._met:
                self._met[-1] |= met

    def make(self, node: Node, key: Hashable, make: Callable[[], T]) -> T:
        """Return the output for a schema from the cache or from `make`; the key must be unique."""
        pieces = self._pieces.setdefault(key, [])
        for piece in pieces:
            if self._fits(piece):
                if self._met and piece.met:
                    self._met[-1] |= piece.met
                return cast("T", piece.made_of)
        is_outermost = not self._around
        with self.enter(node) as met:
            value = make()
        around = frozenset(self._around & met)
        pieces.append(_Piece(value, around, None if is_outermost else frozenset(met)))
        return value

    def _fits(self, piece: _Piece) -> bool:
        """Tell whether a cached output is also valid at this place."""
        if not self._around:
            return not piece.around
        return piece.met is not None and piece.around == self._around & piece.met
