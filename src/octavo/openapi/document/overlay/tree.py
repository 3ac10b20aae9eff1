"""A tree that overlays change, and that knows for each value which file it is written in.

The trees that were loaded stay as they are: each container around a change is copied once. A copy
knows where its entries come from. A container without a copy is written inside the one around it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from octavo.openapi.model import Pointer
from octavo.values import Struct

MAX_DEPTH = 200
"""As of documents themselves."""
MAX_ADDED = 1_000_000
"""Values that overlays add to one document: an overlay that copies doubles what it copies."""


class TooLargeError(Exception):
    """A tree that would be too deep, or have too many values."""


class Place(Struct, frozen=True):
    """Where a value is written."""

    source: str
    pointer: Pointer

    def get_child(self, key: str | int) -> Place:
        """Return the place of a value inside of this one."""
        return Place(self.source, (*self.pointer, key))


class _Copy(Struct, eq=False):
    """A container that may be changed, and where its entries come from."""

    value: Any
    origins: Any
    """By key: places of new entries. For a list a list, with the old indexes of the others."""


class ChangedTree:
    """The tree of one document while overlays are applied, and afterwards."""

    def __init__(self, source: str, tree: Any) -> None:
        self.tree = tree
        self.source = source
        self._copies: dict[int, _Copy] = {}
        self._left = MAX_ADDED

    @property
    def is_changed(self) -> bool:
        """Whether anything is not as it was loaded."""
        return bool(self._copies)

    def get(self, pointer: Pointer) -> Any:
        """Return the value at a place."""
        value = self.tree
        for step in pointer:
            value = value[step]
        return value

    def find_place(self, pointer: Pointer) -> Place:
        """Return where the value at a place is written; the nearest known for one that is gone."""
        place, value = Place(self.source, ()), self.tree
        for step in pointer:
            place = self.find_child(value, place, step)
            try:
                value = value[step]
            except (LookupError, TypeError):
                value = None
        return place

    def find_child(self, value: Any, place: Place, key: str | int) -> Place:
        """Return where an entry of a container is written that is itself written at a place."""
        copy = self._copies.get(id(value))
        if copy is None:
            return place.get_child(key)
        if isinstance(copy.origins, dict):
            return copy.origins.get(key) or place.get_child(key)
        is_there = isinstance(key, int) and key < len(copy.origins)
        origin = copy.origins[key] if is_there else key
        return origin if isinstance(origin, Place) else place.get_child(origin)

    def put(self, pointer: Pointer, key: str, value: Any, origin: Place) -> None:
        """Put a value into the object at a place."""
        self._charge(value, len(pointer) + 1)
        copy = self._open(pointer)
        copy.value[key] = value
        copy.origins[key] = origin

    def replace(self, pointer: Pointer, value: Any, origin: Place) -> None:
        """Put a value into the place of another one."""
        self._charge(value, len(pointer))
        copy = self._open(pointer[:-1])
        copy.value[pointer[-1]] = value
        copy.origins[pointer[-1]] = origin

    def append(self, pointer: Pointer, value: Any, origin: Place) -> None:
        """Put a value at the end of the list at a place."""
        self._charge(value, len(pointer) + 1)
        copy = self._open(pointer)
        copy.value.append(value)
        copy.origins.append(origin)

    def remove(self, pointers: Iterable[Pointer]) -> None:
        """Remove the values at some places, also those that are inside of others."""
        keys: dict[Pointer, set[str | int]] = {}
        for pointer in pointers:
            keys.setdefault(pointer[:-1], set()).add(pointer[-1])
        for around in sorted(keys, key=len, reverse=True):
            copy = self._open(around)
            if isinstance(copy.value, dict):
                for key in keys[around]:
                    del copy.value[key]
                    copy.origins.pop(key, None)
            else:
                rest = [n for n in range(len(copy.value)) if n not in keys[around]]
                copy.value[:] = [copy.value[n] for n in rest]
                copy.origins[:] = [copy.origins[n] for n in rest]

    def take(self, pointer: Pointer) -> tuple[Any, Place]:
        """Return the value at a place, to be put elsewhere too, and where it is written."""
        return self._duplicate(self.get(pointer)), self.find_place(pointer)

    def _duplicate(self, value: Any) -> Any:
        """Return a value whose changes do not show in another place: what may change is copied."""
        copy = self._copies.get(id(value))
        if copy is None:
            return value
        if isinstance(value, dict):
            double: Any = {key: self._duplicate(each) for key, each in value.items()}
        else:
            double = [self._duplicate(each) for each in value]
        self._left -= len(double)
        if self._left < 0:
            raise TooLargeError
        self._copies[id(double)] = _Copy(double, copy.origins.copy())
        return double

    def _open(self, pointer: Pointer) -> _Copy:
        """Return the container at a place, which may be changed then."""
        copy = self._copies.get(id(self.tree))
        if copy is None:
            copy = self._copy(self.tree)
            self.tree = copy.value
        for step in pointer:
            child = copy.value[step]
            below = self._copies.get(id(child))
            if below is None:
                below = self._copy(child)
                copy.value[step] = below.value
            copy = below
        return copy

    def _copy(self, value: Any) -> _Copy:
        copy = _Copy(value.copy(), {} if isinstance(value, dict) else [*range(len(value))])
        self._copies[id(copy.value)] = copy
        return copy

    def _charge(self, value: Any, depth: int) -> None:
        """Count the values that are put in; there may be so many, and so deep."""
        level = [value]
        while level:
            self._left -= len(level)
            if self._left < 0 or depth > MAX_DEPTH:
                raise TooLargeError
            below: list[Any] = []
            for each in level:
                if isinstance(each, dict):
                    below += each.values()
                elif isinstance(each, list):
                    below += each
            level, depth = below, depth + 1
