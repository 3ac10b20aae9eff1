"""Counts the use of the proxy for all workers together, in shared memory.

A key has a row in a table of fixed size, found by a keyed hash, so attackers can't choose keys that
share one. A lock keeps two workers from changing the table at once. The system releases it when its
holder dies.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import secrets
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO

from octavo.server.proxy.rates import Usage
from octavo.server.proxy.rules import ProxyLimits
from octavo.server.web.rates import Rate

_PLACES = 8192
_TRIES = 16
"""How many rows are tried for a key; if all are taken, the least recently used one is reused."""


class WorkerLock:
    """Lets one worker at a time change the shared data."""

    def __init__(self) -> None:
        self._file = _open_shared_file()

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Wait until no other worker holds the lock."""
        import fcntl  # noqa: PLC0415 (there are no workers where it does not exist)

        fcntl.lockf(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.lockf(self._file, fcntl.LOCK_UN)


def _open_shared_file() -> IO[bytes]:
    """Return a file without a name, in memory if possible, because the disk may be read-only."""
    create = getattr(os, "memfd_create", None)
    return os.fdopen(create("octavo"), "w+b") if create else tempfile.TemporaryFile()


class SharedTable:
    """Rows of numbers by key; the first number of a row is the time of its last use."""

    def __init__(self, lock: WorkerLock, width: int) -> None:
        self.lock = lock
        self._width = width
        self._secret = secrets.token_bytes(16)
        self._keys = memoryview(mmap.mmap(-1, _PLACES * 8)).cast("Q")
        self.numbers = memoryview(mmap.mmap(-1, _PLACES * width * 8)).cast("d")

    def find(self, key: str, now: float) -> tuple[int, bool]:
        """Return the start of a key's row, and whether it is new."""
        digest = hashlib.blake2b(key.encode(), digest_size=8, key=self._secret).digest()
        name = int.from_bytes(digest) or 1
        places = [(name + step) % _PLACES for step in range(_TRIES)]
        for place in places:
            if self._keys[place] == name:
                return self._use(place, now), False
        free = min(places, key=lambda place: (self._keys[place] and 1, self._read_use(place)))
        self._keys[free] = name
        start = free * self._width
        for number in range(self._width):
            self.numbers[start + number] = 0
        return self._use(free, now), True

    def list_rows(self) -> range:
        """Yield the starts of all rows."""
        return range(0, _PLACES * self._width, self._width)

    def _read_use(self, place: int) -> float:
        return self.numbers[place * self._width]

    def _use(self, place: int, now: float) -> int:
        self.numbers[place * self._width] = now
        return place * self._width


class SharedAllowance:
    """A balance for each key, like `Allowance` for one process."""

    def __init__(
        self, rate: Rate, lock: WorkerLock, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._clock = clock
        self._table = SharedTable(lock, 3)

    def take(self, key: str) -> float:
        """Use one unit of a balance; return 0, or the seconds until one is available."""
        rate, numbers = self._rate, self._table.numbers
        with self._table.lock.hold():
            now = self._clock()
            row, is_new = self._table.find(key, now)
            balance, then = (rate.burst, now) if is_new else (numbers[row + 1], numbers[row + 2])
            balance = min(rate.burst, balance + (now - then) * rate.per_minute / 60)
            is_enough = balance >= 1
            numbers[row + 1], numbers[row + 2] = balance - is_enough, now
        return 0 if is_enough else (1 - balance) * 60 / rate.per_minute


class SharedCounts:
    """The number of requests in progress, by key and worker; dead workers don't count."""

    def __init__(self, workers: int, lock: WorkerLock) -> None:
        self._table = SharedTable(lock, 1 + workers)
        self._totals = memoryview(mmap.mmap(-1, workers * 8)).cast("q")
        self._workers = workers
        self._worker = 0

    def count_for(self, worker: int) -> None:
        """Make this process count as one of the workers, starting at zero."""
        self._worker = worker
        with self._table.lock.hold():
            self._totals[worker] = 0
            for row in self._table.list_rows():
                self._table.numbers[row + 1 + worker] = 0

    def get(self, key: str) -> int:
        """Return the number for a key."""
        with self._table.lock.hold():
            row, _ = self._table.find(key, time.monotonic())
            return round(sum(self._table.numbers[row + 1 : row + 1 + self._workers]))

    def count_all(self) -> int:
        """Return the number for all keys."""
        return sum(self._totals)

    def add(self, key: str, number: int) -> None:
        """Add a number, which may be negative."""
        self._totals[self._worker] += number
        with self._table.lock.hold():
            row, _ = self._table.find(key, time.monotonic())
            place = row + 1 + self._worker
            self._table.numbers[place] = max(0, self._table.numbers[place] + number)


class SharedUsage(Usage):
    """The use of the proxy by readers, for several workers; created before they start."""

    def __init__(self, limits: ProxyLimits, workers: int) -> None:
        lock = WorkerLock()
        self._shared_counts = SharedCounts(workers, lock)
        super().__init__(
            limits,
            SharedAllowance(limits.by_client, lock),
            SharedAllowance(limits.to_origin, lock),
            self._shared_counts,
        )

    def count_for(self, worker: int) -> None:
        """Make this process count as one of the workers."""
        self._shared_counts.count_for(worker)
