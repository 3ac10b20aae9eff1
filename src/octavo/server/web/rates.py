"""Limits how often something may happen, for each of many keys."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from octavo.values import Struct

_MOST_KEYS = 10_000


class Rate(Struct, frozen=True):
    """A limit of events per minute, and of events in a row."""

    per_minute: float
    burst: int


class Balances(Protocol):
    """The remaining uses of each key."""

    def take(self, key: str) -> float:
        """Use one unit of a balance; return 0, or the seconds until one is available."""


class Allowance:
    """The remaining uses of each key: a balance that grows back, up to the burst."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._balances: dict[str, tuple[float, float]] = {}

    def take(self, key: str) -> float:
        """Use one unit of the balance; return 0, or the seconds until one is available."""
        now = self._clock()
        if key not in self._balances and len(self._balances) >= _MOST_KEYS:
            self._forget(now)
        balance = self._compute_balance(key, now)
        if balance >= 1:
            self._balances[key] = (balance - 1, now)
            return 0
        return (1 - balance) * 60 / self._rate.per_minute

    def _compute_balance(self, key: str, now: float) -> float:
        balance, then = self._balances.get(key, (float(self._rate.burst), now))
        return min(self._rate.burst, balance + (now - then) * self._rate.per_minute / 60)

    def _forget(self, now: float) -> None:
        """Delete full balances to limit the memory; without full ones, delete all."""
        burst = self._rate.burst
        self._balances = {
            key: at for key, at in self._balances.items() if self._compute_balance(key, now) < burst
        }
        if len(self._balances) >= _MOST_KEYS:
            self._balances = {}
