"""Writes other events to the same log: one line each, without tracebacks."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from octavo.problems import escape_controls

_EVERY_SECONDS = 10.0
_LONGEST_MESSAGE = 200
_PACKAGE = f"{Path(__file__).parents[2]}{os.sep}"


class EventLog(logging.Handler):
    """Writes events, and the messages of libraries and Python."""

    def __init__(self, form: str, write: Callable[[str], None], say: Callable[[str], None]) -> None:
        """Create the log in a form; without a log, failures go to `say`."""
        super().__init__(logging.WARNING)
        self._form = form
        self._write = write
        self._say = say
        self._counts: dict[str, int] = {}
        self._next: dict[str, float] = {}

    def note_closed(self, reason: str) -> None:
        """Record that a connection was closed; written at most every few seconds."""
        count = self._counts[reason] = self._counts.get(reason, 0) + 1
        now = time.monotonic()
        if self._form != "off" and now >= self._next.get(reason, 0.0):
            self._counts[reason], self._next[reason] = 0, now + _EVERY_SECONDS
            self._tell({"event": "connections-closed", "reason": reason, "number": count})

    def emit(self, record: logging.LogRecord) -> None:
        """Write the first line of a library's message."""
        message = record.getMessage().strip().partition("\n")[0]
        error = record.exc_info[1] if record.exc_info else None
        event = {"event": record.levelname.lower(), "message": message[:_LONGEST_MESSAGE]}
        self._tell({**event, **(_describe(error) if error else {})})

    def fail(self, message: str, error: BaseException) -> None:
        """Write that something failed."""
        self._tell({"event": "error", "message": message, **_describe(error)})

    @contextlib.contextmanager
    def catch_all(self) -> Iterator[None]:
        """Write all tracebacks of the block as single lines."""
        before = sys.unraisablehook, threading.excepthook
        sys.unraisablehook = lambda failure: self._take(failure.exc_value, failure.err_msg)
        threading.excepthook = lambda failure: self._take(failure.exc_value, None)
        logging.captureWarnings(True)
        logging.getLogger().addHandler(self)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(self)
            logging.captureWarnings(False)
            sys.unraisablehook, threading.excepthook = before

    def _take(self, error: BaseException | None, message: str | None) -> None:
        if error is not None:
            self.fail(message or "a task in the background failed", error)

    def _tell(self, event: dict[str, Any]) -> None:
        now = datetime.now(UTC)
        if self._form == "json":
            when = now.isoformat(timespec="milliseconds")
            self._write(json.dumps({"time": when, **event}, separators=(",", ":")))
            return
        words = escape_controls(" ".join(str(value) for value in event.values()))
        tell = self._write if self._form == "text" else self._say
        tell(f"{now:%Y-%m-%d %H:%M:%S} {words}")


def explain_failure(error: BaseException) -> str:
    """Return the type of a failure and its location, without data from readers."""
    return " at ".join(_describe(error).values())


def _describe(error: BaseException) -> dict[str, str]:
    return {"error": type(error).__name__, "at": _find_place(error.__traceback__)}


def _find_place(trace: TracebackType | None) -> str:
    """Return the last line of Octavo in a traceback, or the last line of any code."""
    frames = traceback.extract_tb(trace)
    ours = [frame for frame in frames if frame.filename.startswith(_PACKAGE)] or frames
    if not ours:
        return "an unknown place"
    name = ours[-1].filename.removeprefix(_PACKAGE).replace(os.sep, "/")
    return f"{name}:{ours[-1].lineno}"
