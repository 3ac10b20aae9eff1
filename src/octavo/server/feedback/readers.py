"""Tells readers apart for a day, without identifying them.

Octavo never stores an address. It stores a keyed hash, whose key is only in memory and is deleted
after a day. From then on, the hash can't be linked to a reader, even with the address.
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
"""Keeps other processes from changing a shared key."""


class DailyKey:
    """A key that changes every day; if it exists before workers start, they share it."""

    def __init__(self, hold: Hold | None = None, clock: Callable[[], float] = time.time) -> None:
        self._memory = mmap.mmap(-1, 8 + _KEY_BYTES)
        self._hold = hold or contextlib.nullcontext
        self._clock = clock

    def hash(self, *texts: str) -> str:
        """Return today's hash of texts, as 32 characters."""
        message = "\0".join(texts).encode("utf-8", "replace")
        return hmac.new(self._get(), message, hashlib.sha256).hexdigest()[:32]

    def _get(self) -> bytes:
        # If the clock goes back, the key stays.
        day = int(self._clock() // _DAY_SECONDS) + 1
        with self._hold():
            if day > int.from_bytes(self._memory[:8]):
                self._memory[:] = day.to_bytes(8) + secrets.token_bytes(_KEY_BYTES)
            return self._memory[8:]
