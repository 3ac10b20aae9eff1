"""Counts how much readers use the proxy, and says when it is too much."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from typing import Protocol

from octavo.outputs.proxy.answer import Decision, RefusedError
from octavo.outputs.proxy.rules import ProxyLimits, Rate
from octavo.outputs.web.static_site import Scope, read_header
from octavo.project.web.addresses import Network

_MOST_KEYS = 10_000


class Balances(Protocol):
    """How often each of many keys may still be used."""

    def take(self, key: str) -> float:
        """Use one of a balance; return 0, or the seconds until there is one again."""


class Counts(Protocol):
    """How many requests of each of many keys are under way."""

    def get(self, key: str) -> int:
        """Return how many there are of a key."""

    def count_all(self) -> int:
        """Return how many there are of all keys."""

    def add(self, key: str, number: int) -> None:
        """Count so many more, or fewer."""


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


def find_client(scope: Scope, trusted: Sequence[Network]) -> str:
    """Return whom a request counts for: an IPv4 address, or the /64 network of an IPv6 address."""
    peer = str((scope.get("client") or ("",))[0])
    if trusted and _is_in(peer, trusted):
        forwarded = read_header(scope, "X-Forwarded-For") or ""
        addresses = [peer, *filter(None, (part.strip() for part in reversed(forwarded.split(","))))]
        peer = next((each for each in addresses if not _is_in(each, trusted)), peer)
    try:
        ip = ip_address(peer)
    except ValueError:
        return "unknown"
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or IPv6Address(int(ip) >> 64 << 64))
    return str(ip)


def _is_in(address: str, networks: Sequence[Network]) -> bool:
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    return any(ip.version == network.version and ip in network for network in networks)
