"""Builds pages in several processes, if there are enough pages to make that faster.

A worker is a copy of this process (a fork). It has the site, and writes the files of its pages
itself. Each has a row of consecutive pages, and takes from others when it is done. It returns all
other results, which are put in page order, so the number of workers doesn't change the result. If
processes can't be copied safely, there are no workers. Files that API pages share arrive one by
one, and stay compressed while workers need the memory.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from octavo.builder.publish.disk import OutputError
from octavo.builder.team.api_report import ApiReport
from octavo.problems import Problem
from octavo.render.basis.rendered import ApiPart
from octavo.values import Struct

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkProcess

    from octavo.builder.pages.written import WrittenPage
    from octavo.builder.team.builder import PageBuilder
    from octavo.site.model import Page

MOST_WORKERS = 8
PAGES_WORTH_A_WORKER = 200
"""The pages per worker at which starting one pays off."""
_PARCEL = 20
"""The largest number of pages that a worker gets at once."""

Progress = Callable[[int, int], None]

_CAN_FORK = sys.platform == "linux"
"""Whether forks work; libraries of macOS fail after one."""


class TeamResult(Struct, frozen=True):
    """The results of all processes."""

    pages: list[WrittenPage]
    """The pages, in the order of the request."""
    reports: list[ApiReport]
    parts: dict[str, ApiPart]
    """The files that API pages share, by output."""


def _count_workers() -> int:
    """Return the number of useful workers on this machine."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST_WORKERS)
    return min(os.cpu_count() or 1, MOST_WORKERS)


def build_all(
    builder: PageBuilder, pages: Sequence[Page], workers: int, progress: Progress
) -> TeamResult:
    """Build all pages in at most `workers` processes (0: as many as make it faster)."""
    most = workers or _count_workers()
    worth = builder.estimate_work(pages) // PAGES_WORTH_A_WORKER
    count = min(most, worth, len(pages)) if _CAN_FORK else 1
    if count > 1:
        builder.prepare_to_fork()
        with contextlib.suppress(_WorkerLost):  # The system killed a worker; continue without it.
            return _Team(builder, pages, progress, count).build()
    results = []
    for number, page in enumerate(pages, 1):
        results.append(builder.build(page))
        progress(number, len(pages))
    parts: dict[str, ApiPart] = {}
    report = builder.report(lambda part: parts.setdefault(part.output, part))
    return TeamResult(results, [report], parts)


class _WorkerLost(Exception):
    """A worker ended before it finished."""


class _Team:
    """A group of workers that build the pages of one site."""

    def __init__(
        self, builder: PageBuilder, pages: Sequence[Page], progress: Progress, count: int
    ) -> None:
        self._builder = builder
        self._pages = pages
        self._progress = progress
        self._count = count
        # A small number of pages is also shared by all workers.
        size = min(_PARCEL, max(1, len(pages) // (4 * count)))
        orders = [range(at, min(at + size, len(pages))) for at in range(0, len(pages), size)]
        ends = [len(orders) * number // count for number in range(count + 1)]
        self._rows = [deque(orders[start:end]) for start, end in pairwise(ends)]
        """The parcels of each worker; consecutive pages share most of their content."""
        self._row_of: dict[Connection, deque[range]] = {}
        self._results: dict[int, WrittenPage] = {}
        self._reports: list[ApiReport] = []
        self._packed: dict[str, ApiPart] = {}

    def build(self) -> TeamResult:
        """Build all pages."""
        gc.collect()
        gc.freeze()  # A garbage collection would touch, and so copy, the shared memory.
        try:
            with contextlib.ExitStack() as stack:
                self._follow([self._start(stack, row) for row in self._rows])
        finally:
            gc.unfreeze()
        pages = [self._results[number] for number in range(len(self._pages))]
        parts = {
            output: part._replace(data=zlib.decompress(part.data))
            for output, part in self._packed.items()
        }
        return TeamResult(pages, self._reports, parts)

    def _start(self, stack: contextlib.ExitStack, row: deque[range]) -> Connection:
        context = get_context("fork")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(ours, theirs, self._builder, self._pages))
        with _hold_interrupts():  # Workers ignore Ctrl+C, because the parent ends them.
            process.start()
        stack.callback(_end, process)
        theirs.close()
        self._row_of[ours] = row
        for _ in range(2):  # One parcel is in progress, and one waits.
            self._send_order(ours)
        return ours

    def _send_order(self, connection: Connection) -> None:
        """Send the next parcel, or None; a dead worker is noticed when its answer is read."""
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            connection.send(self._take_order(self._row_of[connection]))

    def _take_order(self, row: deque[range]) -> range | None:
        """Return the next parcel of a worker, or the last one of the busiest worker."""
        longest = max(self._rows, key=len)
        return row.popleft() if row else longest.pop() if longest else None

    def _follow(self, connections: list[Connection]) -> None:
        """Send parcels until all are built."""
        from multiprocessing.connection import wait  # noqa: PLC0415 (see _start)

        while connections:
            for ready in wait(connections):
                connection = next(each for each in connections if each is ready)
                answer = _receive(connection)
                if isinstance(answer, ApiPart):
                    self._take(answer)
                elif isinstance(answer, ApiReport):
                    self._reports.append(answer)
                    connections.remove(connection)
                else:
                    results, use = answer
                    self._results.update(results)
                    self._builder.resume(use)
                    self._progress(len(self._results), len(self._pages))
                    self._send_order(connection)

    def _take(self, part: ApiPart) -> None:
        """Store a file, which several workers may have created."""
        if part.output not in self._packed:
            self._packed[part.output] = part._replace(data=zlib.compress(part.data, 1))


@contextlib.contextmanager
def _hold_interrupts() -> Iterator[None]:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _receive(connection: Connection) -> Any:
    """Return the answer of a worker; raise its errors."""
    try:
        answer = connection.recv()
    except (EOFError, OSError):
        raise _WorkerLost from None
    if isinstance(answer, Problem):
        raise OutputError(answer)
    return answer


def _end(process: ForkProcess) -> None:
    """End a worker if it still runs."""
    if process.is_alive():
        process.kill()
    process.join()


def _work(
    ours: Connection, theirs: Connection, builder: PageBuilder, pages: Sequence[Page]
) -> None:
    """Build parcels of pages until there are no more; runs in the worker."""
    ours.close()
    with contextlib.suppress(EOFError, OSError):  # The parent has ended.
        try:
            while (parcel := theirs.recv()) is not None:
                results = {number: builder.build(pages[number]) for number in parcel}
                theirs.send((results, builder.hand_over()))
            theirs.send(builder.report(theirs.send))
        except OutputError as error:
            theirs.send(error.problem)
        finally:
            builder.close()
