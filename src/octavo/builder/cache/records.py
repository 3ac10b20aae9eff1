"""Values as bytes in the cache, and back: by the names of their fields, with every type checked.

Entries of other code are never asked for, since keys name the code. Bytes that are no such value
are a miss all the same.
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
    return msgspec.msgpack.Decoder(kind)
