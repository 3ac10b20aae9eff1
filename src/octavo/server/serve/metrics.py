"""Counts the events of all workers in shared memory, and renders them for Prometheus.

Each worker writes separate numbers, so none waits for another; the reader adds them up.
"""

from __future__ import annotations

import mmap
from bisect import bisect_left
from collections.abc import Iterator

from octavo.server.web.connections import REASONS

_STATUSES = ("1xx", "2xx", "3xx", "4xx", "5xx")
_BOUNDS = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0)
"""The upper bounds in seconds of the classes of response times."""
_COUNTERS = (
    *(f"status:{status}" for status in _STATUSES),
    *(f"within:{bound}" for bound in _BOUNDS),
    "requests",
    "bytes",
    "microseconds",
    "proxied",
    "refused",
    "votes",
    "votes_refused",
    "votes_failed",
    "reloads",
    "failed_reloads",
    "clients_refused",
    "under_way",
    *(f"closed:{reason}" for reason in REASONS),
)
_PLACES = {name: place for place, name in enumerate(_COUNTERS)}
_REQUESTS, _BYTES, _MICROSECONDS = (_PLACES[name] for name in ("requests", "bytes", "microseconds"))
_NUMBER_BYTES = 8


class Metrics:
    """The numbers of all workers; created before they start, so that they share it."""

    def __init__(self, workers: int) -> None:
        self._memory = mmap.mmap(-1, max(1, workers) * len(_COUNTERS) * _NUMBER_BYTES)
        self._numbers = memoryview(self._memory).cast("q")
        self._first = 0

    def count_for(self, worker: int) -> None:
        """Make this process count as one of the workers, possibly as a replacement."""
        self._first = worker * len(_COUNTERS)
        self._numbers[self._first + _PLACES["under_way"]] = 0

    def add(self, name: str, number: int = 1) -> None:
        """Add to a number of this worker."""
        self._numbers[self._first + _PLACES[name]] += number

    def count_answer(self, status: int, sent_bytes: int, seconds: float) -> None:
        """Count an answer."""
        numbers, first = self._numbers, self._first
        numbers[first + status // 100 - 1] += 1  # The statuses come first.
        numbers[first + _REQUESTS] += 1
        numbers[first + _BYTES] += sent_bytes
        numbers[first + _MICROSECONDS] += round(seconds * 1_000_000)
        place = bisect_left(_BOUNDS, seconds)
        if place < len(_BOUNDS):
            numbers[first + len(_STATUSES) + place] += 1  # the bounds follow

    def sum_up(self, name: str) -> int:
        """Return a number, summed over all workers."""
        return sum(self._numbers[_PLACES[name] :: len(_COUNTERS)])

    def render(self) -> str:
        """Return all numbers as text for Prometheus."""
        return "\n".join(self._render_lines()) + "\n"

    def _render_lines(self) -> Iterator[str]:
        yield from _describe("octavo_requests_total", "counter", "Answers by class of status.")
        for status in _STATUSES:
            number = self.sum_up(f"status:{status}")
            yield f'octavo_requests_total{{status="{status}"}} {number}'
        name = "octavo_request_seconds"
        yield from _describe(name, "histogram", "How long answers took.")
        within = 0
        for bound in _BOUNDS:
            within += self.sum_up(f"within:{bound}")
            yield f'{name}_bucket{{le="{bound}"}} {within}'
        yield f'{name}_bucket{{le="+Inf"}} {self.sum_up("requests")}'
        yield f"{name}_sum {self.sum_up('microseconds') / 1_000_000}"
        yield f"{name}_count {self.sum_up('requests')}"
        name = "octavo_connections_closed_total"
        yield from _describe(name, "counter", "Connections that the server ended, by reason.")
        for reason in REASONS:
            yield f'{name}{{reason="{reason}"}} {self.sum_up(f"closed:{reason}")}'
        for key, kind, text in _PLAIN:
            yield from _describe(f"octavo_{key}", kind, text)
            yield f"octavo_{key} {self.sum_up(_NAMES.get(key, key))}"


_PLAIN = (
    ("sent_bytes_total", "counter", "Bytes of bodies that were sent."),
    ("under_way", "gauge", "Requests that are being answered."),
    ("proxied_total", "counter", "Requests that the playground's proxy forwarded."),
    ("proxy_refused_total", "counter", "Requests that the playground's proxy refused."),
    ("votes_total", "counter", "Votes about pages that were kept."),
    ("votes_refused_total", "counter", "Votes about pages that were refused."),
    ("votes_failed_total", "counter", "Votes about pages that the database did not keep."),
    ("clients_refused_total", "counter", "Requests of clients that had too many under way."),
    ("reloads_total", "counter", "New states of the site that were taken over."),
    ("reload_failures_total", "counter", "New states of the site that were not whole."),
)
_NAMES = {
    "sent_bytes_total": "bytes",
    "proxied_total": "proxied",
    "proxy_refused_total": "refused",
    "votes_total": "votes",
    "votes_refused_total": "votes_refused",
    "votes_failed_total": "votes_failed",
    "clients_refused_total": "clients_refused",
    "reloads_total": "reloads",
    "reload_failures_total": "failed_reloads",
}


def _describe(name: str, kind: str, text: str) -> Iterator[str]:
    yield f"# HELP {name} {text}"
    yield f"# TYPE {name} {kind}"
