"""Finds the requested places of a text in one pass."""

from __future__ import annotations

from collections.abc import Collection

from octavo.values import Struct, field

Place = tuple[int, int]
"""Line and column, which start at 1."""

Path = tuple[str | int, ...]
"""The keys and indexes that lead from the top of a document to a value."""


class Wanted(Struct):
    """A value on the path to a wanted one; `places` are those of its key and of itself."""

    children: dict[str, Wanted] = field(default_factory=dict)
    places: tuple[Place, Place] | None = None


def plan_wanted(paths: Collection[Path], start: Place) -> Wanted:
    """Return the root of a tree of all paths; the root is at the start of the text."""
    top = Wanted(places=(start, start))
    for path in paths:
        node = top
        for step in path:
            node = node.children.setdefault(str(step), Wanted())
    return top


def find_nearest_places(top: Wanted, path: Path) -> tuple[Place, Place]:
    """Return the places of the key and value at a path, or of the nearest parent."""
    node, nearest = top, top.places
    for step in path:
        node = node.children[str(step)]
        nearest = node.places or nearest
    assert nearest  # noqa: S101 (the top has places)
    return nearest
