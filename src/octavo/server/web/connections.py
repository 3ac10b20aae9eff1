"""Limits the number of connections, and the duration of each of their phases.

A connection is in one phase at a time. Each phase lists its connections in the order in which they
entered it. So the first one has waited longest: it is the first to be late, and the first to be
closed for lack of room.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from heapq import nsmallest
from itertools import islice, takewhile
from typing import Any

from octavo.project.web.addresses import Network
from octavo.server.web.senders import is_in_networks, name_client
from octavo.values import Struct


def _find_queue_call() -> Callable[[int], bytes] | None:
    """Return a function for the bytes that the system still holds for a client, if available."""
    if sys.platform != "linux":
        return None
    try:
        from fcntl import ioctl  # noqa: PLC0415 (other systems lack them)
        from termios import TIOCOUTQ  # noqa: PLC0415 (the same)
    except ImportError:
        return None
    return lambda descriptor: ioctl(descriptor, TIOCOUTQ, bytes(4))


_READ_QUEUE = _find_queue_call()
REQUEST_SECONDS = 30.0
"""How many seconds a request may take to arrive, from its earliest possible start."""
SLOWEST_RATE = 1_024
"""The fewest bytes per second that a client must accept while data waits for it."""
_MOST_CONNECTIONS = 8_192
_MOST_BY_ADDRESS = 256
_MOST_HELD = 1 << 19
"""The most bytes of waiting requests; event loops read up to half of it at once."""
_MOST_HELD_BY_ALL = 32 << 20
_MOST_LOOKS = 8
_UNSEEN_TIMES = 4.0
"""The factor for a client's time limit if its queue is invisible."""

LATE, STALLED, ADDRESS_FULL, SERVER_FULL, TOO_MUCH_HELD = REASONS = (
    "late_request",
    "stalled_client",
    "address_full",
    "server_full",
    "input_full",
)
"""The reasons for closing connections."""


class ConnectionLimits(Struct, frozen=True):
    """The limits for clients and their connections."""

    most: int = _MOST_CONNECTIONS
    """The most connections."""
    most_by_address: int = _MOST_BY_ADDRESS
    """The most connections from one IPv4 address, or from one /64 network of IPv6."""
    trusted_proxies: tuple[Network, ...] = ()
    """The proxies in front, which ask for many clients."""
    request_seconds: float = REQUEST_SECONDS
    idle_seconds: float = 5.0
    """How many seconds a connection may wait for its next request."""
    stall_seconds: float = 30.0
    """How many seconds a client may accept almost none of the waiting data."""


def choose_limits(room: int, trusted_proxies: tuple[Network, ...] = ()) -> ConnectionLimits:
    """Return the limits of a server with room for this many connections."""
    most = min(room, _MOST_CONNECTIONS)
    return ConnectionLimits(most, max(2, min(_MOST_BY_ADDRESS, most // 4)), trusted_proxies)


class Phase:
    """The connections in one phase, with the times of their entry."""

    __slots__ = ("lives", "seconds")

    def __init__(self, seconds: float) -> None:
        """Create the phase with its time limit in seconds."""
        self.seconds = seconds
        self.lives: dict[Life, None] = {}


class Life(Struct, eq=False):
    """The facts about a connection."""

    transport: Any
    address: str
    """The client that it counts for; empty if it is not counted."""
    phase: Phase | None = None
    since: float = 0.0
    unsent: int = 0
    held: int = 0
    """The bytes of requests that wait for the answers to earlier ones."""


class Connections:
    """The connections of a server, in one event loop."""

    def __init__(
        self, limits: ConnectionLimits, note: Callable[[str], None] = lambda _reason: None
    ) -> None:
        """Create the list; `note` takes the reason when a connection is closed."""
        self.count = 0
        self.receiving = Phase(limits.request_seconds)
        """A request is arriving, or the first one has not begun."""
        self.idle = Phase(limits.idle_seconds)
        self.sending = Phase(
            limits.stall_seconds * (1.0 if _READ_QUEUE is not None else _UNSEEN_TIMES)
        )
        """Data waits for the client."""
        self.answering = Phase(math.inf)
        self._first_look = min(1.0, limits.stall_seconds / 4)
        """Systems send data in large pieces, so an earlier look would say little about a client."""
        self._limits = limits
        self._note = note
        self._held = 0
        self._by_address: dict[str, dict[Life, None]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def take(self, transport: Any, peer: str) -> Life | None:
        """Add a connection, which may close another one; None if there is no room."""
        is_trusted = is_in_networks(peer, self._limits.trusted_proxies)
        address = "" if is_trusted else name_client(peer)
        others = self._by_address.get(address, {})
        is_full = bool(address) and len(others) >= self._limits.most_by_address
        if is_full and not self._make_room(others, ADDRESS_FULL):
            return None
        if self.count >= self._limits.most and not self._make_room(self._list_first(), SERVER_FULL):
            return None
        life = Life(transport, address)
        self.count += 1
        if address:
            self._by_address.setdefault(address, {})[life] = None
        self.enter(life, self.receiving)
        if self._timer is None:
            self._plan()
        return life

    def enter(self, life: Life, phase: Phase) -> None:
        """Begin a phase, unless the connection is already in it."""
        before = life.phase
        if before is phase:
            return
        if before is not None:
            del before.lives[life]
        life.phase = phase
        phase.lives[life] = None
        life.since = time.monotonic()
        if phase is self.sending:
            life.unsent = count_unsent(life.transport)

    def restart(self, life: Life) -> None:
        """Begin the time limit of the current phase again."""
        if life.phase is not None:
            del life.phase.lives[life]
            life.phase = None

    def hold(self, life: Life, size: int) -> bool:
        """Record that bytes of requests wait; False if there are too many."""
        self._held += size - life.held
        life.held = size
        if size <= _MOST_HELD and self._held <= _MOST_HELD_BY_ALL:
            return True
        self._close(life, TOO_MUCH_HELD)
        return False

    def leave(self, life: Life) -> None:
        """Remove a connection, which may be removed already."""
        if life.transport is None:
            return
        life.transport = None
        self.count -= 1
        self._held -= life.held
        self.restart(life)
        others = self._by_address.get(life.address)
        if others is not None:
            del others[life]
            if not others:
                del self._by_address[life.address]

    # --- room ---

    def _list_first(self) -> Iterator[Life]:
        for phase in (self.idle, self.receiving, self.sending):
            yield from islice(phase.lives, _MOST_LOOKS)

    def _make_room(self, lives: Iterable[Life], reason: str) -> bool:
        """Close the connection that has been idle longest; if all are busy, there is no room."""
        lives = (life for life in lives if life.phase is not self.answering)
        oldest = nsmallest(_MOST_LOOKS, lives, key=lambda life: life.since)
        if not oldest:
            self._note(reason)
            return False
        self._close(next((life for life in oldest if not self._takes(life)), oldest[0]), reason)
        return True

    def _takes(self, life: Life) -> bool:
        """Tell whether a client accepts its data; if so, its time limit begins again."""
        seconds = time.monotonic() - life.since
        if life.phase is not self.sending or seconds < self._first_look:
            return life.phase is self.sending
        if life.unsent - count_unsent(life.transport) < SLOWEST_RATE * seconds:
            return False
        self.restart(life)
        self.enter(life, self.sending)
        return True

    def _close(self, life: Life, reason: str) -> None:
        transport = life.transport
        self.leave(life)
        transport.abort()
        if reason:
            self._note(reason)

    # --- time ---

    def _plan(self) -> None:
        shortest = min(each.seconds for each in (self.receiving, self.idle, self.sending))
        timer = asyncio.get_running_loop().call_later(min(0.5, shortest / 4), self._look)
        self._timer = timer

    def _look(self) -> None:
        """Close late connections."""
        now = time.monotonic()
        for life in _list_late(self.receiving, now):
            self._close(life, LATE)
        for life in _list_late(self.idle, now):
            if life.transport.get_write_buffer_size():
                self.enter(life, self.sending)
            else:
                self._close(life, "")
        for life in _list_late(self.sending, now):
            if not life.transport.get_write_buffer_size():
                self.enter(life, self.idle)
            elif not self._takes(life):
                self._close(life, STALLED)
        self._timer = None
        if self.count:
            self._plan()


def count_unsent(transport: Any) -> int:
    """Return how many bytes wait for a client, in Octavo and, if known, in the system."""
    size: int = transport.get_write_buffer_size()
    if _READ_QUEUE is not None:
        with contextlib.suppress(OSError):
            queue = _READ_QUEUE(transport.get_extra_info("socket").fileno())
            size += int.from_bytes(queue, sys.byteorder)
    return size


def _list_late(phase: Phase, now: float) -> list[Life]:
    return list(takewhile(lambda life: now - life.since >= phase.seconds, phase.lives))
