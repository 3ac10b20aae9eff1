"""Runs `octavo serve` for a test, as a separate process on a free port."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.patience import HANGS_AFTER, wait_until
from tests.previews import Answer

COMMAND = [sys.executable, "-m", "octavo", "serve"]


@dataclass(frozen=True)
class ServedSite:
    """A server that answers."""

    process: subprocess.Popen[str]
    port: int
    said: list[str] = field(default_factory=list)
    """Its lines on standard error."""
    log: list[str] = field(default_factory=list)
    """Its lines on standard output."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def get(self, path: str, method: str = "GET", **headers: str) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return ask(self.port, path, method, headers=named)

    def requests(self) -> list[dict[str, Any]]:
        """What the log tells so far."""
        return [json.loads(line) for line in self.log]

    def wait_for_log(self, lines: int) -> list[dict[str, Any]]:
        """Wait until the log has so many lines."""
        wait_until(lambda: len(self.log) >= lines)
        return self.requests()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Tell the server to end, and return its exit code."""
        self.process.send_signal(number)
        return self.process.wait(HANGS_AFTER)


def ask(
    port: int,
    path: str,
    method: str = "GET",
    body: bytes | None = None,
    headers: Mapping[str, str] | None = None,
) -> Answer:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=HANGS_AFTER)
    try:
        connection.request(method, path, body, dict(headers or {}))
        response = connection.getresponse()
        values = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, values, response.read())
    finally:
        connection.close()


@contextlib.contextmanager
def serving(
    folder: Path | str,
    *options: str,
    environment: Mapping[str, str] | None = None,
    command: Sequence[str] = COMMAND,
) -> Iterator[ServedSite]:
    """Serve a folder until the block ends."""
    process = subprocess.Popen(
        [*command, str(folder), "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **(environment or {})},
    )
    said: list[str] = []
    log: list[str] = []
    threads = [
        threading.Thread(target=_collect, args=(process.stderr, said), daemon=True),
        threading.Thread(target=_collect, args=(process.stdout, log), daemon=True),
    ]
    for thread in threads:
        thread.start()
    try:
        wait_until(lambda: process.poll() is not None or any("is served at" in s for s in said))
        address = next((re.search(r":(\d+)/", line) for line in said if "served at" in line), None)
        assert address, said
        yield ServedSite(process, int(address[1]), said, log)
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(HANGS_AFTER)
        process.kill()
        for thread in threads:
            thread.join(HANGS_AFTER)


@contextlib.contextmanager
def collect_lines(stream: Any) -> Iterator[list[str]]:
    """Read the lines of a process while the block runs, and until it has ended."""
    lines: list[str] = []
    thread = threading.Thread(target=_collect, args=(stream, lines), daemon=True)
    thread.start()
    yield lines
    thread.join(HANGS_AFTER)


def _collect(stream: Any, lines: list[str]) -> None:
    with stream:
        lines.extend(line.rstrip("\n") for line in stream)
