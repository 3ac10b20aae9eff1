"""Counts the use of the proxy by readers, and refuses excessive use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from octavo.builder.served.refusals import Decision, RefusedError
from octavo.server.proxy.rules import ProxyLimits
from octavo.server.web.rates import Allowance, Balances


class Counts(Protocol):
    """The number of requests in progress, by key."""

    def get(self, key: str) -> int:
        """Return the number for a key."""

    def count_all(self) -> int:
        """Return the number for all keys."""

    def add(self, key: str, number: int) -> None:
        """Add a number, which may be negative."""


class LocalCounts:
    """Counts in this process."""

    def __init__(self) -> None:
        self._counter: Counter[str] = Counter()

    def get(self, key: str) -> int:
        """Return the number for a key."""
        return self._counter[key]

    def count_all(self) -> int:
        """Return the number for all keys."""
        return self._counter.total()

    def add(self, key: str, number: int) -> None:
        """Add a number, which may be negative."""
        self._counter[key] += number
        if not self._counter[key]:
            del self._counter[key]


class Usage:
    """The requests in progress, and the rates of readers and of API calls.

    Processes that serve the same site share these counts.
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
        """The number of requests in progress."""
        return self._counts.count_all()

    @contextmanager
    def count_request(self, client: str) -> Iterator[None]:
        """Count a request while it is in progress; refuse it if there are too many."""
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
        """Count a call of an API; refuse it if there are too many."""
        if wait := self._origins.take(authority):
            message = f"Many readers call this API just now. Try again in {wait:.0f} seconds."
            raise RefusedError(Decision.TOO_MANY_REQUESTS, message, retry_after=wait)
