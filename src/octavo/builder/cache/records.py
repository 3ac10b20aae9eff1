"""Converts values to bytes for the cache and back, by field names, with every type checked.

Keys contain the code version, so entries of other code are never loaded. Invalid bytes still count
as a miss.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, TypeVar, cast

import msgspec

T = TypeVar("T")
_MISSES = (msgspec.MsgspecError, ValueError, TypeError, RecursionError)
write_record = msgspec.msgpack.encode


def read_record(kind: type[T], data: bytes | None) -> T | None:
    """Return the value that bytes contain; None if they don't contain this type."""
    if data is None:
        return None
    try:
        value: T = _open_decoder(cast("Any", kind)).decode(data)
    except _MISSES:
        return None
    return value


@lru_cache
def _open_decoder(kind: Hashable) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind)
