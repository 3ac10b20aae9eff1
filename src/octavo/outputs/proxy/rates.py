"""Counts how much readers use the proxy, and says when it is too much."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address

from octavo.outputs.proxy.answer import Decision, RefusedError
from octavo.outputs.proxy.rules import ProxyLimits, Rate
from octavo.outputs.web.static_site import Scope, header_of
from octavo.project.web.addresses import Network

_MOST_KEYS = 10_000


class Allowance:
    """What is left to each of many: it grows back over time, up to the burst."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, key: str) -> float:
        """Use one; return 0, or the seconds after which there is one again."""
        now = self._clock()
        if key not in self._left and len(self._left) >= _MOST_KEYS:
            self._forget(now)
        left = self._grown(key, now)
        if left >= 1:
            self._left[key] = (left - 1, now)
            return 0
        return (1 - left) * 60 / self._rate.per_minute

    def _grown(self, key: str, now: float) -> float:
        left, then = self._left.get(key, (float(self._rate.burst), now))
        return min(self._rate.burst, left + (now - then) * self._rate.per_minute / 60)

    def _forget(self, now: float) -> None:
        """Forget those who have everything again; if nobody has, all: memory has an end."""
        burst = self._rate.burst
        self._left = {key: at for key, at in self._left.items() if self._grown(key, now) < burst}
        if len(self._left) >= _MOST_KEYS:
            self._left = {}


class Usage:
    """The requests that are under way, and how often each reader and each API was busy."""

    def __init__(self, limits: ProxyLimits) -> None:
        self._limits = limits
        self._clients = Allowance(limits.by_client)
        self._origins = Allowance(limits.to_origin)
        self._now: Counter[str] = Counter()

    @property
    def under_way(self) -> int:
        """How many requests are under way."""
        return self._now.total()

    @contextmanager
    def one_more(self, client: str) -> Iterator[None]:
        """Count a request while it is under way; refuse it where it is one too many."""
        busy = self._now.total() >= self._limits.at_once
        if busy or self._now[client] >= self._limits.at_once_by_client:
            message = "Too many requests are under way. Try again when one has ended."
            raise RefusedError(Decision.TOO_MANY_AT_ONCE, message, retry_after=5)
        if wait := self._clients.take(client):
            message = f"That was too fast. Try again in {wait:.0f} seconds."
            raise RefusedError(Decision.TOO_MANY_REQUESTS, message, retry_after=wait)
        self._now[client] += 1
        try:
            yield
        finally:
            self._now[client] -= 1
            if not self._now[client]:
                del self._now[client]

    def call_origin(self, authority: str) -> None:
        """Count a call of an API; refuse it where others have called too often."""
        if wait := self._origins.take(authority):
            message = f"Many readers call this API just now. Try again in {wait:.0f} seconds."
            raise RefusedError(Decision.TOO_MANY_REQUESTS, message, retry_after=wait)


def client_of(scope: Scope, trusted: Sequence[Network]) -> str:
    """Return whom a request counts for: an IPv4 address, or the /64 network of an IPv6 address."""
    peer = str((scope.get("client") or ("",))[0])
    if trusted and _is_in(peer, trusted):
        forwarded = header_of(scope, "X-Forwarded-For") or ""
        named = [peer, *filter(None, (part.strip() for part in reversed(forwarded.split(","))))]
        peer = next((each for each in named if not _is_in(each, trusted)), peer)
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
