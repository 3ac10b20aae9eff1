"""Starts the processes that answer requests, and ends them when the server is told to end.

The parent checks the site and opens the ports; workers are forked from it and share both. One that
dies is replaced. A worker whose parent is gone ends by itself.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import time
from collections.abc import Callable, Sequence
from typing import NoReturn

RunWorker = Callable[[int, int], None]
"""Answers requests until it is told to end: its number, and what ends with the parent."""

_EARLY_SECONDS = 1.0
_MOST_EARLY_ENDS = 5
"""So many workers may end early in a row; then something is wrong that none can mend."""


class Workers:
    """The worker processes of a server."""

    def __init__(
        self, run: RunWorker, number: int, sockets: Sequence[socket.socket], patience: int
    ) -> None:
        """Make them; `patience` seconds after they were told to end, they are ended."""
        self._run = run
        self._patience = patience
        self._number = number
        self._sockets = sockets
        self._places: dict[int, int] = {}
        self._started: dict[int, float] = {}
        self._is_ending = False
        self._early_ends = 0
        self._parent_end, self._child_end = os.pipe()
        # What means something else to a parent than to a worker; not every system has them all.
        self._taken = (signal.SIGTERM, signal.SIGINT, signal.SIGALRM)

    def serve(self) -> bool:
        """Keep workers running until the server is told to end; return whether that was why."""
        signal.signal(signal.SIGTERM, self._end)
        signal.signal(signal.SIGINT, self._end)
        signal.signal(signal.SIGALRM, self._kill)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # a new site is noticed without it
        for worker in range(self._number):
            self._start(worker)
        while self._places:
            process, _ = os.waitpid(-1, 0)
            self._replace(process)
        return self._early_ends < _MOST_EARLY_ENDS

    def _start(self, worker: int) -> None:
        """Start a worker, unless the server was told to end.

        Signals wait meanwhile: else the parent would not tell a worker that it does not know yet,
        and a worker would take one for itself as if it were the parent.
        """
        signal.pthread_sigmask(signal.SIG_BLOCK, self._taken)
        if not self._is_ending:
            process = os.fork()
            if process == 0:
                self._become(worker)
            self._places[process] = worker
            self._started[process] = time.monotonic()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, self._taken)

    def _become(self, worker: int) -> NoReturn:
        """Be a worker, and nothing else, from now on."""
        code = 1
        try:
            os.close(self._child_end)
            os.setpgid(0, 0)  # Ctrl+C is for the parent, which tells its workers once
            for each in self._taken:
                signal.signal(each, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, self._taken)
            self._run(worker, self._parent_end)
            code = 0
        finally:
            os._exit(code)

    def _replace(self, process: int) -> None:
        worker = self._places.pop(process)
        lasted = time.monotonic() - self._started.pop(process)
        if self._is_ending:
            return
        self._early_ends = self._early_ends + 1 if lasted < _EARLY_SECONDS else 0
        if self._early_ends < _MOST_EARLY_ENDS:
            self._start(worker)
        else:
            self._end()

    def _end(self, *_signal: object) -> None:
        """Tell all workers to end; the second time, at once."""
        if self._is_ending:
            # Another signal: the same one would be lost on a worker that has not taken the first.
            self._signal_all(signal.SIGINT)
            return
        self._is_ending = True
        signal.alarm(self._patience)
        for each in self._sockets:
            each.close()
        self._signal_all(signal.SIGTERM)

    def _kill(self, *_signal: object) -> None:
        self._signal_all(signal.SIGKILL)

    def _signal_all(self, number: int) -> None:
        for process in self._places:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)
