"""Limits how often something may happen, for each of many keys."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from octavo.values import Struct

_MOST_KEYS = 10_000


class Rate(Struct, frozen=True):
    """How often something may happen: so many times a minute, and so many times in a row."""

    per_minute: float
    burst: int


class Balances(Protocol):
    """How often each of many keys may still be used."""

    def take(self, key: str) -> float:
        """Use one of a balance; return 0, or the seconds until there is one again."""


class Allowance:
    """How often each key may still be used: a balance that grows back, up to the burst."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._balances: dict[str, tuple[float, float]] = {}

    def take(self, key: str) -> float:
        """Use one of the balance; return 0, or the seconds until there is one again."""
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
        """Forget full balances; if none is full, forget all, so that memory stays bounded."""
        burst = self._rate.burst
        self._balances = {
            key: at for key, at in self._balances.items() if self._compute_balance(key, now) < burst
        }
        if len(self._balances) >= _MOST_KEYS:
            self._balances = {}
