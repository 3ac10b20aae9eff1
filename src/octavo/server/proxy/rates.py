"""Counts how much readers use the proxy, and says when it is too much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from octavo.builder.served.refusals import Decision, RefusedError
from octavo.server.proxy.rules import ProxyLimits
from octavo.server.web.rates import Allowance, Balances


class Counts(Protocol):
    """How many requests of each of many keys are under way."""

    def get(self, key: str) -> int:
        """Return how many there are of a key."""

    def count_all(self) -> int:
        """Return how many there are of all keys."""

    def add(self, key: str, number: int) -> None:
        """Count so many more, or fewer."""


class LocalCounts:
    """Counts in this process."""

    def __init__(self) -> None:
        self._counter: Counter[str] = Counter()

    def get(self, key: str) -> int:
        """Return how many there are of a key."""
        return self._counter[key]

    def count_all(self) -> int:
        """Return how many there are of all keys."""
        return self._counter.total()

    def add(self, key: str, number: int) -> None:
        """Count so many more, or fewer."""
        self._counter[key] += number
        if not self._counter[key]:
            del self._counter[key]


class Usage:
    """The requests that are under way, and how often each reader asked and each API was called.

    Several processes that serve one site share what is counted.
    """

    def __init__(
        self,
        limits: ProxyLimits,
        clients: Balances | None = None,
        origins: Balances | None = None,
        counts: Counts | None = None,
    ) -> None:
        self._limits = limits
        self._clients = clients or Allowance(limits.by_client)
        self._origins = origins or Allowance(limits.to_origin)
        self._counts = counts or LocalCounts()

    @property
    def under_way(self) -> int:
        """How many requests are under way."""
        return self._counts.count_all()

    @contextmanager
    def count_request(self, client: str) -> Iterator[None]:
        """Count a request while it is under way; refuse it if it is one too many."""
        busy = self._counts.count_all() >= self._limits.at_once
        if busy or self._counts.get(client) >= self._limits.at_once_by_client:
            message = "Too many requests are under way. Try again when one has ended."
            raise RefusedError(Decision.TOO_MANY_AT_ONCE, message, retry_after=5)
        if wait := self._clients.take(client):
            message = f"That was too fast. Try again in {wait:.0f} seconds."
            raise RefusedError(Decision.TOO_MANY_REQUESTS, message, retry_after=wait)
        self._counts.add(client, 1)
        try:
            yield
        finally:
            self._counts.add(client, -1)

    def call_origin(self, authority: str) -> None:
        """Count a call of an API; refuse it if there were too many."""
        if wait := self._origins.take(authority):
            message = f"Many readers call this API just now. Try again in {wait:.0f} seconds."
            raise RefusedError(Decision.TOO_MANY_REQUESTS, message, retry_after=wait)
