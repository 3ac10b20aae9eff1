"""What is known of the examples of one API document, so that each is made once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.openapi.model import Node, Schema, Side
from octavo.values import ByIdentity, Struct, field

if TYPE_CHECKING:
    from octavo.openapi.examples.examples import ShownExample
    from octavo.openapi.examples.value import Extent

Parts = dict[tuple[int, int, str], "tuple[object, Extent]"]
"""Values by the number of their place, the levels they may have, if those cut anything, and the
name that they suit."""
Leaves = dict[tuple[Schema, str], tuple[object, int]]
"""Values that the document gives or that have no parts, by the name that they suit; their sizes."""


class ExampleMemory(Struct, eq=False):
    """Examples as data and as text, and what they are put together from."""

    values: dict[tuple[Node, Side, str], object] = field(default_factory=dict)
    """Those made of schemas."""
    bodies: dict[tuple[str, Node, Side], tuple[ShownExample, ...]] = field(default_factory=dict)
    """Those of bodies, by media type and place."""
    texts: ByIdentity[object, str] = field(default_factory=ByIdentity)
    """Values as JSON."""
    parts: dict[Side, Parts] = field(default_factory=lambda: {side: {} for side in Side})
    leaves: dict[Side, Leaves] = field(default_factory=lambda: {side: {} for side in Side})
    _places: ByIdentity[Node, int] = field(default_factory=ByIdentity)

    def assign_number(self, place: Node) -> int:
        """Return a number that stands for a place: sets of numbers are quicker."""
        number = self._places.get(place)
        if number is None:
            number = self._places[place] = len(self._places)
        return number
