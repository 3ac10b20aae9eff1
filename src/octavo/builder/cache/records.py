"""Values as bytes in the cache, and back: by the names of their fields, with every type checked.

Entries of other code are never asked for, since keys name the code. Bytes that are no such value
are a miss all the same.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, TypedDict, TypeVar, cast, get_type_hints

import msgspec

from octavo.values import list_fields

T = TypeVar("T")
_MISSES = (msgspec.MsgspecError, ValueError, TypeError, RecursionError)


def write_record(value: object) -> bytes:
    """Return a value as bytes."""
    return msgspec.msgpack.encode(value, enc_hook=_name_fields)


def read_record(kind: type[T], data: bytes | None) -> T | None:
    """Return the value of a kind that bytes hold; None if they hold none."""
    if data is None:
        return None
    try:
        value: T = _open_decoder(cast("Any", kind)).decode(data)
    except _MISSES:
        return None
    return value


@lru_cache
def _open_decoder(kind: Hashable) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind, dec_hook=_build_value)


def _name_fields(value: object) -> dict[str, Any]:
    return {name: getattr(value, name) for name in list_fields(value)}


def _build_value(kind: type[T], values: Any) -> T:
    """Return a value of one of our classes from what its fields hold."""
    form, names = _find_form(cast("Any", kind))
    if not isinstance(values, dict) or values.keys() != names:
        raise TypeError(f"these are not the fields of {kind.__name__}")
    fields: dict[str, Any] = msgspec.convert(values, form, dec_hook=_build_value)
    return kind(**fields)


@lru_cache
def _find_form(kind: Hashable) -> tuple[Any, frozenset[str]]:
    """Return the fields of a class as a dictionary with types, and their names."""
    types, names = get_type_hints(kind), list_fields(kind)
    form = cast("Any", TypedDict)("Form", {name: types[name] for name in names})
    return form, frozenset(names)
