"""What a server keeps of very many requests, of new builds, and of streams that readers leave."""

from __future__ import annotations

import asyncio
import mmap
import os
import socket
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from octavo.project.walk import OUTPUT_MARK
from scorecard.finding import Finding, NotRunError, judge
from tests.proxies import running_api
from tests.served_sites import ServedSite, serving
from tests.server.serve.attacked_site import (
    WIDE_SERVER,
    build_attacked_site,
    build_call,
    status_of,
)

REQUESTS = 20_000
RELOADS = 50
STREAMS = 200
SPARE = 2
"""So many descriptors and threads more are no leak."""
MOST_BYTES_A_REQUEST = 1024
LONGEST_WAIT = 120.0
"""Old states are let go a minute after the next one came."""
_TARGETS = ("/", "/guides/start/", "/data.json", "/nothing", "/old", "/healthz", "/%00", "/?q=1")


@dataclass(frozen=True, slots=True)
class Held:
    """What a process holds."""

    descriptors: int
    threads: int
    memory: int


def measure_leaks() -> Finding:
    """Ask, publish and leave, and compare what the server holds with what it held before."""
    if not Path("/proc/self/fd").exists():
        raise NotRunError("needs /proc")
    with tempfile.TemporaryDirectory() as folder, running_api(_stream) as api:
        dist = build_attacked_site(Path(folder), api.port)
        options = ("--log", "off", "--proxy-allow-net", f"127.0.0.1:{api.port}")
        with serving(dist, *options, command=WIDE_SERVER) as site:
            _leave_streams(site, api.port, 10)
            _ask(site, 2_000, _nothing)
            before = _look(site)
            _leave_streams(site, api.port, STREAMS)
            _ask(site, REQUESTS, lambda: _renew(dist))
            after = _wait_for(site, before)
    each = (after.memory - before.memory) / REQUESTS
    faults = []
    if after.descriptors > before.descriptors + SPARE:
        faults.append("descriptors stay open")
    if after.threads > before.threads + SPARE:
        faults.append("threads go on")
    if each > MOST_BYTES_A_REQUEST:
        faults.append("memory grows")
    figure = (
        f"{REQUESTS:,} requests, {RELOADS} builds, {STREAMS} streams left: "
        f"{after.descriptors - before.descriptors:+} descriptors, "
        f"{after.threads - before.threads:+} threads"
    )
    return judge(f"{figure}, {each:+.0f} bytes a request", *faults, stable=figure)


async def _stream(_head: bytes, _reader: object, writer: asyncio.StreamWriter) -> None:
    """Answer without an end."""
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
    while True:
        writer.write(b"data: more\n\n")
        await writer.drain()
        await asyncio.sleep(0.05)


def _leave_streams(site: ServedSite, api_port: int, number: int) -> None:
    for _ in range(number):
        with socket.create_connection(("127.0.0.1", site.port), timeout=60) as connection:
            connection.sendall(build_call(site.port, api_port))
            if status_of(connection.recv(65_536)) != 200:
                raise RuntimeError("the proxy did not forward")


def _ask(site: ServedSite, number: int, publish: Callable[[], None]) -> None:
    """Send requests, a hundred on each connection; publish as often as is asked for meanwhile."""
    every = max(1, number // RELOADS)
    for first in range(0, number, 100):
        with socket.create_connection(("127.0.0.1", site.port), timeout=60) as connection:
            for count in range(first, first + 100):
                if count % every == 0:
                    publish()
                target = _TARGETS[count % len(_TARGETS)]
                connection.sendall(f"GET {target} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                if not connection.recv(1 << 20):
                    raise RuntimeError("the connection ended")


def _nothing() -> None:
    """Publish nothing."""


def _renew(dist: Path) -> None:
    """Put the same state in place again, like a build: with a new mark."""
    mark, following = dist / OUTPUT_MARK, dist / f"{OUTPUT_MARK}.next"
    following.write_bytes(mark.read_bytes())
    following.replace(mark)


def _wait_for(site: ServedSite, before: Held) -> Held:
    """Wait until the server has let go of what it held, or for as long as it may take."""
    end = time.monotonic() + LONGEST_WAIT
    while True:
        held = _look(site)
        if held.descriptors <= before.descriptors + SPARE or time.monotonic() > end:
            return held
        time.sleep(1)


def _look(site: ServedSite) -> Held:
    process = Path(f"/proc/{site.process.pid}")
    pages = int((process / "statm").read_text().split()[1])
    return Held(
        len(os.listdir(process / "fd")),
        len(os.listdir(process / "task")),
        pages * mmap.PAGESIZE,
    )
