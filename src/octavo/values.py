"""Classes of named fields, and what is known of objects by which object it is.

All our values are made from `Struct`: `class Point(Struct, frozen=True)`. Nobody can assign to a
field of a frozen value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

__all__ = ["ByIdentity", "Results", "Struct", "field", "list_fields", "replace"]

K = TypeVar("K")
V = TypeVar("V")


def list_fields(value: Any) -> tuple[str, ...]:
    """Return the names of the fields of a value, or of a class of values."""
    names: tuple[str, ...] = value.__struct_fields__
    return names


class ByIdentity(Generic[K, V]):
    """What is known of objects, by which object it is and not by what it equals.

    For keys that have no hash, such as the parts of a parsed document, or a slow one, such as
    places in it. The number by which an object is found is its own only as long as it lives: so
    each is kept here, beside what is known of it.
    """

    __slots__ = ("_entries",)

    def __init__(self) -> None:
        self._entries: dict[int, tuple[K, V]] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: K) -> bool:
        return id(key) in self._entries

    def __setitem__(self, key: K, value: V) -> None:
        self._entries[id(key)] = key, value

    def get(self, key: K) -> V | None:
        """Return what is known of an object; None where nothing is."""
        entry = self._entries.get(id(key))
        return None if entry is None else entry[1]


class Results(dict[K, V]):
    """What a function makes of values, each once; `clear` forgets them."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[K], V]) -> None:
        self._make = make

    def __missing__(self, key: K) -> V:
        result = self[key] = self._make(key)
        return result
