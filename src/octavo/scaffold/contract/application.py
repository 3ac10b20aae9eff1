"""Starts a Python application, so that it can be asked."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import IO

_SECONDS = 30.0


@contextlib.contextmanager
def running_application(name: str) -> Iterator[tuple[str, str | None]]:
    """Serve an application on this computer; give its address, or why it does not start.

    It is an ASGI application, or a WSGI application if it says so by its signature.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", name, "--port", str(port), "--log-level", "error"]
    # A pipe that nobody reads would stop an application that logs a lot.
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(  # noqa: S603 (the author names an application of theirs)
            [*command, "--app-dir", ".", "--interface", "auto"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
        )
        try:
            yield f"http://127.0.0.1:{port}", _wait(process, port, name, errors)
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=5)
            process.kill()
            process.wait()


def _wait(process: subprocess.Popen[bytes], port: int, name: str, errors: IO[bytes]) -> str | None:
    """Wait until the application answers; return why it does not."""
    deadline = time.monotonic() + _SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            errors.seek(0)
            lines = errors.read().decode("utf-8", "replace").splitlines()
            last = next((line for line in reversed(lines) if line.strip()), "")
            return f"{name} does not start: {last.strip() or 'it ended'}"
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return None
        time.sleep(0.05)
    return f"{name} did not start within {_SECONDS:.0f} seconds"
