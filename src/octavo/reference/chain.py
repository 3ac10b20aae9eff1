"""Keeps what is made of schemas, and sees to it that none is written out inside of itself.

Documents are full of circles, long ones too: a list of fields depends on the schemas around it, but
only on those that it meets. So it is kept with all that it met, and serves wherever the same of
them are around. What is made does not depend on what was made before.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeVar, cast

from octavo.openapi.model import Node

T = TypeVar("T")


class _Piece(NamedTuple):
    """What was made of a schema."""

    made_of: object
    around: frozenset[Node]
    """The schemas around it that it met."""
    met: frozenset[Node] | None
    """All that it met; None where nothing was around it, which is most and takes no memory."""


class Chain:
    """The schemas that stand around the place where something is written, and what was made."""

    def __init__(self) -> None:
        self._around: set[Node] = set()
        self._met: list[set[Node]] = []
        self._pieces: dict[Hashable, list[_Piece]] = {}

    def meet(self, node: Node) -> bool:
        """Tell whether a schema that is met stands around this place: it is not written again."""
        if self._met:
            self._met[-1].add(node)
        return node in self._around

    @contextmanager
    def enter(self, node: Node) -> Iterator[set[Node]]:
        """Be inside of a schema; the value is the set of all others that are met meanwhile."""
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
        """Return what is made of a schema, now or before; the key tells it from all else."""
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
        """Tell whether a piece would be the same if it were made here."""
        if not self._around:
            return not piece.around
        return piece.met is not None and piece.around == self._around & piece.met
