"""Starts the worker processes, and ends them when the server gets a signal to end.

The parent checks the site and opens the ports; workers are forks that share both. A dead worker is
replaced. A worker ends when its parent is gone.
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
"""Answers requests until a signal; takes its number and a file that closes with the parent."""

_EARLY_SECONDS = 1.0
_MOST_EARLY_ENDS = 5
"""How many workers in a row may end early; more mean an error that a restart can't fix."""


class Workers:
    """The worker processes of a server."""

    def __init__(
        self, run: RunWorker, number: int, sockets: Sequence[socket.socket], patience: int
    ) -> None:
        """Create the workers; `patience` seconds after the signal to end, they are killed."""
        self._run = run
        self._patience = patience
        self._number = number
        self._sockets = sockets
        self._places: dict[int, int] = {}
        self._started: dict[int, float] = {}
        self._is_ending = False
        self._early_ends = 0
        self._parent_end, self._child_end = os.pipe()
        # These signals have another meaning in a worker; some systems lack some of them.
        self._taken = (signal.SIGTERM, signal.SIGINT, signal.SIGALRM)

    def serve(self) -> bool:
        """Keep workers running until a signal to end; return whether that was the reason."""
        signal.signal(signal.SIGTERM, self._end)
        signal.signal(signal.SIGINT, self._end)
        signal.signal(signal.SIGALRM, self._kill)
        # The server notices a new site without this signal.
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        for worker in range(self._number):
            self._start(worker)
        while self._places:
            process, _ = os.waitpid(-1, 0)
            self._replace(process)
        return self._early_ends < _MOST_EARLY_ENDS

    def _start(self, worker: int) -> None:
        """Start a worker, unless the server got a signal to end.

        Signals wait meanwhile. Otherwise the parent would not pass a signal on to a worker that it
        doesn't know yet, and a new worker would handle one like the parent.
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
        """Run as a worker from now on."""
        code = 1
        try:
            os.close(self._child_end)
            os.setpgid(0, 0)  # Ctrl+C goes only to the parent, which signals its workers once.
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
        """Tell all workers to end; the second call kills them."""
        if self._is_ending:
            # A worker that hasn't handled the first signal would miss a second one of the same
            # kind.
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
