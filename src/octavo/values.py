"""Classes of named fields: as the standard library's to type checkers, lighter at run time.

Type checkers see `dataclasses.dataclass`, and so let nobody assign to a field of a frozen value.
At run time fields are assigned plainly, and only `__init__` is compiled when a class is loaded,
where the standard library compiles up to six functions.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414 (says that it is public)
else:

    def dataclass(*, frozen: bool = False, slots: bool = False, eq: bool = True) -> Any:
        """Make a class one of named fields, with the meaning of the standard library's options."""

        def make(cls: type) -> type:
            made = dataclasses.dataclass(cls, slots=slots, eq=False, repr=False)
            made.__repr__ = _represent
            if eq:
                _add_equality(made, hashable=frozen)
            return made

        return make


def _add_equality(cls: Any, *, hashable: bool) -> None:
    names = [field.name for field in dataclasses.fields(cls) if field.compare]
    key: Callable[[Any], Any] = attrgetter(*names) if names else _no_key

    def equal(self: object, other: object) -> Any:
        return key(self) == key(other) if self.__class__ is other.__class__ else NotImplemented

    def hash_value(self: object) -> int:
        return hash(key(self))

    has_equality, has_hash = "__eq__" in cls.__dict__, cls.__dict__.get("__hash__") is not None
    if not has_equality:
        cls.__eq__ = equal
    if not has_hash:
        cls.__hash__ = hash_value if hashable else None


def _no_key(_: object) -> tuple[()]:
    return ()


def _represent(self: Any) -> str:
    told = [
        f"{field.name}={getattr(self, field.name)!r}"
        for field in dataclasses.fields(self)
        if field.repr
    ]
    return f"{type(self).__qualname__}({', '.join(told)})"
