"""Removes values from the trees of a document without changing the loaded trees."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import Any

from octavo.openapi.model import Pointer
from octavo.values import Struct, field

_GONE = object()


class Edit(Struct, eq=False):
    """One tree without some of its values; only the parts around them are copied."""

    tree: Any
    lists: dict[Pointer, list[int]] = field(default_factory=dict)
    """The old indexes of the remaining items, by the old pointer of the list."""
    _copies: dict[Pointer, Any] = field(default_factory=dict)

    def remove(self, pointers: Iterable[Pointer]) -> None:
        """Remove the values at some places, including nested ones."""
        shortened: dict[Pointer, list[Any]] = {}
        for pointer in sorted(pointers, key=len):
            around = self._open(pointer[:-1]) if pointer else None
            if isinstance(around, dict):
                around.pop(pointer[-1], None)
            elif isinstance(around, list):
                around[int(pointer[-1])] = _GONE
                shortened[pointer[:-1]] = around
        for pointer, elements in shortened.items():
            indexes = [index for index, each in enumerate(elements) if each is not _GONE]
            self.lists[pointer] = indexes
            elements[:] = [elements[index] for index in indexes]

    def write(self, pointer: Pointer, value: Any) -> None:
        """Replace the value at a place."""
        around = self._open(pointer[:-1])
        if around is not None:
            around[pointer[-1]] = value

    def find_now(self, pointer: Pointer) -> Pointer:
        """Return the current place of a remaining value."""
        return tuple(
            bisect_left(self.lists[pointer[:length]], step)
            if isinstance(step, int) and pointer[:length] in self.lists
            else step
            for length, step in enumerate(pointer)
        )

    def find_before(self, pointer: Pointer) -> Pointer:
        """Return the old place of a value."""
        steps: list[str | int] = []
        for step in pointer:
            indexes = self.lists.get(tuple(steps), ()) if isinstance(step, int) else ()
            steps.append(indexes[step] if isinstance(step, int) and step < len(indexes) else step)
        return tuple(steps)

    def _open(self, pointer: Pointer) -> Any:
        """Return a copy of the value at a place that may be changed; None if it is gone."""
        if pointer in self._copies:
            return self._copies[pointer]
        if not pointer:
            self.tree = self._copies[()] = self.tree.copy()
            return self.tree
        around = self._open(pointer[:-1])
        try:
            child = around[pointer[-1]]
        except (LookupError, TypeError):
            return None
        if not isinstance(child, dict | list):
            return None
        copy = self._copies[pointer] = around[pointer[-1]] = child.copy()
        return copy
