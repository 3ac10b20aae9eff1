"""Tells readers apart for a day, without knowing who they are.

An address is never kept. What stands for it is a keyed hash, whose key is in memory only, and is
thrown away after a day: from then on nobody can tell whose hash it was, not even with the address.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import mmap
import secrets
import time
from collections.abc import Callable

_KEY_BYTES = 32
_DAY_SECONDS = 86_400

Hold = Callable[[], contextlib.AbstractContextManager[None]]
"""Keeps all others who share a key from changing it."""


class DailyKey:
    """A key that is another one every day. Made before workers start, it is shared by them."""

    def __init__(self, hold: Hold | None = None, clock: Callable[[], float] = time.time) -> None:
        self._memory = mmap.mmap(-1, 8 + _KEY_BYTES)
        self._hold = hold or contextlib.nullcontext
        self._clock = clock

    def hash(self, *texts: str) -> str:
        """Return what stands for texts today, as 32 characters."""
        message = "\0".join(texts).encode("utf-8", "replace")
        return hmac.new(self._get(), message, hashlib.sha256).hexdigest()[:32]

    def _get(self) -> bytes:
        # A clock that is set back leaves the key as it is.
        day = int(self._clock() // _DAY_SECONDS) + 1
        with self._hold():
            if day > int.from_bytes(self._memory[:8]):
                self._memory[:] = day.to_bytes(8) + secrets.token_bytes(_KEY_BYTES)
            return self._memory[8:]
