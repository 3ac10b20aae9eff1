"""What readers notice of connections that never end, and when these do end."""

from __future__ import annotations

import contextlib
import mmap
import multiprocessing
import selectors
import socket
import tempfile
import time
from collections.abc import Iterator
from multiprocessing.synchronize import Event
from pathlib import Path

from scorecard.finding import Finding, NotRunError, judge
from scorecard.measured.readers import Reading, reading
from tests.served_sites import ServedSite, serving
from tests.server.serve.attacked_site import build_attacked_site

IDLE = 1_000
READS_A_SECOND = 200
SECONDS = 2
ROUNDS = 5
MOST_TIMES = 2.0
MOST_SECONDS = 35.0
MOST_GROWTH = 64 << 20
_BEGUN = (
    b"",
    b"GET / HT",
    b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: a",
    b"POST /_octavo/request HTTP/1.1\r\nHost: x\r\nContent-Length: 10737418240\r\n\r\na",
)
_DRIPPING = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"
_FLOODS = (
    (b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ", b"a" * (1 << 20), 64),
    (b"GET / HTTP/1.1\r\nHost: x\r\n", b"X-More: 1\r\n" * 1_000, 100),
    (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10737418240\r\n\r\n", b"a" * (1 << 20), 64),
)


def measure_abuse() -> Finding:
    """Read at a steady rate, in turn without and with others who hold connections and pour."""
    import resource  # noqa: PLC0415 (Windows has none)

    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 2 * IDLE:
        raise NotRunError("this system allows too few open files")
    quiet, attacked = [], []
    with tempfile.TemporaryDirectory() as folder:
        dist = build_attacked_site(Path(folder))
        with serving(dist, "--log", "off") as site:
            _read(site)
            memory = _read_memory(site)
            for _ in range(ROUNDS):
                quiet.append(_read(site))
                with _pouring(site.port), contextlib.ExitStack() as stack:
                    idle = {
                        stack.enter_context(_begin(site, n)): time.monotonic() for n in range(IDLE)
                    }
                    attacked.append(_read(site))
                    if len(attacked) == ROUNDS:
                        ended = _wait_for_ends(idle)
                    growth = _read_memory(site) - memory
    # A machine that does something else meanwhile makes waits longer, and never shorter.
    before, during = (min(each.p99 for each in rounds) for rounds in (quiet, attacked))
    faults = [failure for each in attacked for failure in each.failures][:3]
    if during > MOST_TIMES * before:
        faults.append("readers wait too long")
    if growth > MOST_GROWTH:
        faults.append("memory grows")
    if ended is None or round(ended) > MOST_SECONDS:
        faults.append("requests that are never whole do not end in time")
    figure = (
        f"{IDLE:,} connections ended within {ended or 0:.1f} s, {growth / 2**20:+.0f} MiB, "
        f"p99 {before:.1f} ms without and {during:.1f} ms with them"
    )
    stable = "; ".join(faults) or "readers do not notice, and all connections end"
    return judge(figure, *faults, stable=stable)


def _read(site: ServedSite) -> Reading:
    with reading(lambda _number: _ask(site), READS_A_SECOND) as found:
        time.sleep(SECONDS)
    return found


def _ask(site: ServedSite) -> None:
    assert site.get("/guides/start/").status == 200


def _read_memory(site: ServedSite) -> int:
    pages = int(Path(f"/proc/{site.process.pid}/statm").read_text().split()[1])
    return pages * mmap.PAGESIZE


def _begin(site: ServedSite, number: int) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", site.port), timeout=60)
    connection.sendall(_BEGUN[number % len(_BEGUN)])
    return connection


def _wait_for_ends(begun: dict[socket.socket, float]) -> float | None:
    """Return the seconds from the beginning of a connection to its end, of the longest one."""
    longest = 0.0
    end = time.monotonic() + MOST_SECONDS + 10
    with selectors.DefaultSelector() as selector:
        for connection in begun:
            selector.register(connection, selectors.EVENT_READ, connection)
        while selector.get_map():
            if time.monotonic() > end:
                return None
            for key, _ in selector.select(1):
                with contextlib.suppress(ConnectionError):
                    if key.data.recv(65_536):
                        continue
                selector.unregister(key.data)
                longest = max(longest, time.monotonic() - begun[key.data])
    return longest


@contextlib.contextmanager
def _pouring(port: int) -> Iterator[None]:
    """Let a separate process pour and drip while the block runs."""
    context = multiprocessing.get_context("spawn")
    has_begun, is_over = context.Event(), context.Event()
    process = context.Process(target=_pour, args=(port, has_begun, is_over))
    process.start()
    try:
        has_begun.wait(60)  # the start of a process takes what readers should have
        yield
    finally:
        is_over.set()
        process.join(60)
        process.kill()


def _pour(port: int, has_begun: Event, is_over: Event) -> None:
    """Send what has no end, again and again, and a byte of a body each second."""
    dripping: list[socket.socket] = []
    while not is_over.wait(0.2):
        has_begun.set()
        if len(dripping) < 20:
            dripping.append(socket.create_connection(("127.0.0.1", port), timeout=60))
            dripping[-1].sendall(_DRIPPING)
        for connection in dripping:
            with contextlib.suppress(OSError):
                connection.sendall(b"a")
        for head, piece, times in _FLOODS:
            with (
                contextlib.suppress(OSError),
                socket.create_connection(("127.0.0.1", port), timeout=60) as connection,
            ):
                connection.sendall(head)
                for _ in range(times):
                    connection.sendall(piece)
