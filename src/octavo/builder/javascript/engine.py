"""Evaluates the JavaScript of pages in a separate process, which starts on demand.

Octavo never trusts the process: it gets code, returns JSON, and is killed when it takes too long.
Its answers are checked before use. `worker` sets up the sandbox around it.
"""

from __future__ import annotations

import contextlib
import json
import os
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from typing import Any

from octavo import theme
from octavo.content.javascript.evaluation import (
    Answer,
    Failure,
    FailureKind,
    Outcome,
    Request,
    fail_all,
    read_outcome,
)
from octavo.project.dates import find_build_time

TIME_LIMIT = 3.0
"""The time limit in seconds for an answer; then the process is killed."""

START_LIMIT = 30.0
"""The limit in seconds for starting a process, which is slow on a busy machine."""

MAX_ANSWER = 4 << 20
REQUESTS_PER_PROCESS = 1000
"""The CPU time of a process is limited, so it is replaced before it reaches the limit."""

_WORKER = os.path.join(os.path.dirname(__file__), "worker.py")


class _Gone(Exception):
    """The process ended, or was killed, before it answered."""


class JavaScriptEngine:
    """Evaluates requests one after the other; `close` ends its process."""

    def __init__(self, builtins: Iterable[str] = ()) -> None:
        self._builtins = tuple(builtins)
        self._process: subprocess.Popen[bytes] | None = None
        self._requests = 0
        self._reason = ""
        self._lock = threading.Lock()

    def evaluate(self, request: Request) -> Answer:
        """Return the answer to a request, and never raise an error."""
        with self._lock:
            if not self._reason and self._process is None:
                self._start()
            if self._reason:
                return fail_all(request, Failure(FailureKind.UNAVAILABLE, message=self._reason))
            start = time.monotonic()
            try:
                answer = self._ask({"setup": request.setup, "jobs": request.jobs}, TIME_LIMIT)
            except _Gone:
                self._stop()
                return fail_all(request, _explain_end(time.monotonic() - start))
            self._requests += 1
            if self._requests >= REQUESTS_PER_PROCESS:
                self._stop()
        return _read_answer(request, answer)

    def close(self) -> None:
        """End the process, if there is one."""
        with self._lock:
            self._stop()

    def _start(self) -> None:
        engine = find_spec("_quickjs")
        if engine is None or engine.origin is None:
            self._reason = "the package quickjs-ng is not installed"
            return
        command = [sys.executable, "-I", "-S", "-B", _WORKER, engine.origin]
        try:
            self._process = subprocess.Popen(  # noqa: S603  (our own file, our own interpreter)
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=_build_environment(),
                close_fds=True,
            )
            hello = self._ask({"runtime": _build_runtime(self._builtins)}, START_LIMIT)
        except (OSError, _Gone) as error:
            self._stop()
            self._reason = f"its process cannot be started ({str(error) or 'it ended at once'})"
            return
        if not isinstance(hello, dict) or hello.get("engine"):
            self._stop()
            self._reason = str(hello.get("engine")) if isinstance(hello, dict) else "it is broken"

    def _stop(self) -> None:
        process, self._process, self._requests = self._process, None, 0
        if process is None:
            return
        process.kill()
        with contextlib.suppress(OSError):
            process.communicate()

    def _ask(self, message: Any, seconds: float) -> Any:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise _Gone
        data = json.dumps(message).encode()
        with _kill_after(process, seconds):
            try:
                process.stdin.write(struct.pack(">I", len(data)) + data)
                process.stdin.flush()
                head = process.stdout.read(4)
                size = struct.unpack(">I", head)[0] if len(head) == 4 else MAX_ANSWER + 1
                if size > MAX_ANSWER:
                    raise _Gone
                answer = process.stdout.read(size)
                return json.loads(answer)
            except (OSError, ValueError, RecursionError) as error:
                raise _Gone from error


@contextlib.contextmanager
def _kill_after(process: subprocess.Popen[bytes], seconds: float) -> Iterator[None]:
    timer = threading.Timer(seconds, process.kill)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _explain_end(seconds: float) -> Failure:
    if seconds >= TIME_LIMIT:
        return Failure(FailureKind.TIME)
    return Failure(FailureKind.ERROR, message="the JavaScript engine broke down over it")


def _build_environment() -> dict[str, str]:
    """Return the environment variables that the process needs to start; it clears even those."""
    variables = {"SYSTEMROOT": os.environ["SYSTEMROOT"]} if "SYSTEMROOT" in os.environ else {}
    return {**variables, "TZ": "UTC0"}


def _build_runtime(builtins: Iterable[str]) -> str:
    """Return the code that runs before every page: the runtime, the date, built-in components."""
    text = theme.FOLDER.joinpath("js", "sandbox", "runtime.js").read_text("utf-8")
    names = json.dumps([name for name in builtins if name.isidentifier()])
    now = find_build_time() * 1000
    return f"{text}\n$freeze({now});for(const n of {names})globalThis[n]=n;0"


# --- answers ------------------------------------------------------------------------------------


def _read_answer(request: Request, data: Any) -> Answer:
    """Parse an answer of the process, which may contain anything."""
    setup, jobs = (data.get("setup"), data.get("jobs")) if isinstance(data, dict) else (None, None)
    confused = fail_all(request, Failure(FailureKind.ERROR, message="the engine is confused"))
    if not isinstance(setup, list) or not isinstance(jobs, list):
        return confused
    if len(setup) != len(request.setup) or len(jobs) != len(request.jobs):
        return confused
    failures = tuple(None if each is None else _read_failure(each) for each in setup)
    return Answer(failures, tuple(_read_job(each) for each in jobs))


def _read_job(data: Any) -> Outcome | Failure:
    if not isinstance(data, str):
        return _read_failure(data)
    try:
        outcome = read_outcome(json.loads(data.encode("utf-8", "replace")))
    except (ValueError, RecursionError):
        outcome = None
    return outcome or Failure(FailureKind.ERROR, message="its result cannot be shown")


def _read_failure(data: Any) -> Failure:
    if not isinstance(data, dict):
        return Failure(FailureKind.ERROR)
    kinds = {kind.value: kind for kind in FailureKind}
    lines = data.get("lines")
    numbers = [line for line in lines if isinstance(line, int)] if isinstance(lines, list) else []
    return Failure(
        kinds.get(str(data.get("kind")), FailureKind.ERROR),
        str(data.get("name", ""))[:100],
        str(data.get("message", ""))[:500],
        tuple(numbers[:50]),
    )
