"""Caches the examples of one API document, so that each is built once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.openapi.model import Node, Schema, Side
from octavo.values import ByIdentity, Struct, field

if TYPE_CHECKING:
    from octavo.openapi.examples.examples import ShownExample
    from octavo.openapi.examples.value import Extent

Parts = dict[tuple[int, int, str], "tuple[object, Extent]"]
"""Values by the number of their place, the levels that cut them, and the name that they fit."""
Leaves = dict[tuple[Schema, str], tuple[object, int]]
"""Values without parts or from the document, by the name that they fit; with their sizes."""


class ExampleMemory(Struct, eq=False):
    """Examples as data and as text, and their parts."""

    values: dict[tuple[Node, Side, str], object] = field(default_factory=dict)
    """The values generated from schemas."""
    bodies: dict[tuple[str, Node, Side], tuple[ShownExample, ...]] = field(default_factory=dict)
    """The examples of bodies, by media type and place."""
    texts: ByIdentity[object, str] = field(default_factory=ByIdentity)
    """Values as JSON."""
    parts: dict[Side, Parts] = field(default_factory=lambda: {side: {} for side in Side})
    leaves: dict[Side, Leaves] = field(default_factory=lambda: {side: {} for side in Side})
    _places: ByIdentity[Node, int] = field(default_factory=ByIdentity)

    def assign_number(self, place: Node) -> int:
        """Return a number for a place, because sets of numbers are faster."""
        number = self._places.get(place)
        if number is None:
            number = self._places[place] = len(self._places)
        return number
