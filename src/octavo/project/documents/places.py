"""The places that somebody asks for in a text: found in one pass, the rest is passed over."""

from __future__ import annotations

from collections.abc import Collection

from octavo.values import Struct, field

Place = tuple[int, int]
"""Line and column, from 1."""

Path = tuple[str | int, ...]
"""The keys and indices that lead from the top of a document to a value."""


class Wanted(Struct):
    """A value on the way to a wanted one; `places` are those of its key and of itself."""

    children: dict[str, Wanted] = field(default_factory=dict)
    places: tuple[Place, Place] | None = None


def plan_wanted(paths: Collection[Path], start: Place) -> Wanted:
    """Return the top of the ways to all paths; the top itself stands at the start."""
    top = Wanted(places=(start, start))
    for path in paths:
        node = top
        for step in path:
            node = node.children.setdefault(str(step), Wanted())
    return top


def find_nearest_places(top: Wanted, path: Path) -> tuple[Place, Place]:
    """Return where the key and the value at a path stand, or those of the nearest above it."""
    node, nearest = top, top.places
    for step in path:
        node = node.children[str(step)]
        nearest = node.places or nearest
    assert nearest  # noqa: S101 (the top has places)
    return nearest
