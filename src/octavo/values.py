"""Classes of named fields, and mappings by the identity of objects.

All of Octavo's values are based on `Struct`: `class Point(Struct, frozen=True)`. The fields of a
frozen value can't change.
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
    """A mapping by the identity of objects, and not by equality.

    It is for keys without a hash, such as the parts of a parsed document, or with a slow one, such
    as places in it. An object's id is only unique while it exists, so the mapping also stores the
    object.
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
        """Return the value for an object, or None."""
        entry = self._entries.get(id(key))
        return None if entry is None else entry[1]


class Results(dict[K, V]):
    """Caches the results of a function; `clear` deletes them."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[K], V]) -> None:
        self._make = make

    def __missing__(self, key: K) -> V:
        result = self[key] = self._make(key)
        return result
