"""Readers who ask at a steady rate, however long they have to wait for answers."""

from __future__ import annotations

import contextlib
import itertools
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

READERS = 8


@dataclass
class Reading:
    """How long each answer took, from the moment at which its request was due."""

    waits: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def a_second(self) -> float:
        """Return how many answers came in a second."""
        return len(self.waits) / self.seconds

    @property
    def p99(self) -> float:
        """Return the milliseconds within which 99 of 100 answers came."""
        return 1000 * pick_p99(self.waits)


def pick_p99(waits: list[float]) -> float:
    """Return what 99 of 100 do not exceed."""
    return sorted(waits)[len(waits) * 99 // 100]


@contextlib.contextmanager
def reading(ask: Callable[[int], None], rate: float) -> Iterator[Reading]:
    """Ask at a rate while the block runs; its numbers are there when the block has ended."""
    found = Reading()
    numbers = itertools.count()
    is_over = threading.Event()
    started = time.monotonic()

    def ask_in_turn() -> None:
        for number in numbers:
            due = started + number / rate
            if is_over.wait(max(0.0, due - time.monotonic())):
                return
            try:
                ask(number)
            except Exception as error:  # counted, whatever it is
                found.failures.append(f"{type(error).__name__}: {str(error)[:200]}")
            found.waits.append(time.monotonic() - due)

    threads = [threading.Thread(target=ask_in_turn) for _ in range(READERS)]
    for thread in threads:
        thread.start()
    try:
        yield found
    finally:
        is_over.set()
        for thread in threads:
            thread.join()
        found.seconds = time.monotonic() - started
