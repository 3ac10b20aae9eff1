"""How a server ends under load, and how it bears requests that never end."""

from __future__ import annotations

import asyncio
import contextlib
import mmap
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.effort import RecordProperty, effort
from tests.feedback_clients import list_children
from tests.patience import HANGS_AFTER, wait_until
from tests.proxies import response, running_api
from tests.served_sites import ServedSite, serving
from tests.server.serve.attacked_site import (
    WIDE_SERVER,
    build_attacked_site,
    build_call,
    read_all,
    status_of,
)
from tests.whole import first_of_each

CALLS = effort(40, scorecard=180)
DOWNLOADS = effort(5, scorecard=20)
FILM = bytes(range(256)) * (32 << 10)


async def answer_late(_head: bytes, _reader: object, writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(3)
    writer.write(response(b"late"))
    await writer.drain()


async def answer_never(_head: bytes, _reader: object, _writer: object) -> None:
    await asyncio.sleep(600)


def start_download(site: ServedSite) -> socket.socket:
    """Begin to load a file that is larger than what systems keep for a slow reader."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
    connection.settimeout(HANGS_AFTER)
    connection.connect(("127.0.0.1", site.port))
    connection.sendall(b"GET /film.mp4 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert connection.recv(12, socket.MSG_PEEK | socket.MSG_WAITALL) == b"HTTP/1.1 200"
    return connection


def start_call(site: ServedSite, api_port: int) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", site.port), timeout=HANGS_AFTER)
    connection.sendall(build_call(site.port, api_port))
    return connection


@pytest.mark.scorecard("SR-38")
@pytest.mark.parametrize("workers", first_of_each(["1", "2"]))
def test_requests_under_way_are_answered_before_a_server_ends(
    tmp_path: Path, workers: str, record_property: RecordProperty
) -> None:
    with running_api(answer_late) as api, contextlib.ExitStack() as stack:
        (tmp_path / "project").mkdir()
        (tmp_path / "project/film.mp4").write_bytes(FILM)
        dist = build_attacked_site(tmp_path, api.port)
        options = ["--workers", workers, "--proxy-allow-net", f"127.0.0.1:{api.port}"]
        site = stack.enter_context(serving(dist, *options, command=WIDE_SERVER))
        downloads = [stack.enter_context(start_download(site)) for _ in range(DOWNLOADS)]
        calls = [stack.enter_context(start_call(site, api.port)) for _ in range(CALLS)]
        wait_until(lambda: len(api.requests) == CALLS)
        site.process.send_signal(signal.SIGTERM)
        answers = [read_all(connection) for connection in calls]
        files = [read_all(connection) for connection in downloads]
        assert site.process.wait(HANGS_AFTER) == 0
    cut = [answer for answer in answers if status_of(answer) != 200 or b"late" not in answer]
    cut += [file for file in files if not file.endswith(FILM)]
    record_property("requests under way", CALLS + DOWNLOADS)
    record_property("cut", len(cut))
    assert [answer[:200] for answer in cut] == []


def read_status(process: int) -> dict[str, str]:
    """Return what the system says of a process: its state, its signals, by their names."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def list_signals(process: int, kind: str) -> set[int]:
    """Return the signals of a kind: `ShdPnd`, sent and not taken; `SigCgt`, with a handler."""
    bits = int(read_status(process)[kind], 16)
    return {number for number in range(1, 32) if bits & (1 << (number - 1))}


def is_ready_to_end(worker: int) -> bool:
    """Whether a worker has its own handlers: a new fork has its parent's."""
    handlers = list_signals(worker, "SigCgt")
    return {signal.SIGTERM, signal.SIGINT} <= handlers and signal.SIGALRM not in handlers


@pytest.mark.scorecard("SR-38")
def test_a_worker_that_takes_both_signals_late_ends_at_once(tmp_path: Path) -> None:
    dist = build_attacked_site(tmp_path, 9)
    with serving(dist, "--workers", "2", "--drain-delay", "600") as site:
        wait_until(lambda: len(list_children(site.process.pid)) == 2)
        slow = list_children(site.process.pid)[0]
        wait_until(lambda: is_ready_to_end(slow))
        os.kill(slow, signal.SIGSTOP)
        try:
            wait_until(lambda: read_status(slow)["State"].startswith("T"))
            site.process.send_signal(signal.SIGTERM)
            wait_until(lambda: list_signals(slow, "ShdPnd") == {signal.SIGTERM})
            site.process.send_signal(signal.SIGTERM)
            wait_until(lambda: list_signals(slow, "ShdPnd") == {signal.SIGTERM, signal.SIGINT})
        finally:
            os.kill(slow, signal.SIGCONT)
        assert site.process.wait(HANGS_AFTER) == 0


@pytest.mark.scorecard("SR-38")
@pytest.mark.parametrize("workers", first_of_each(["1", "2"]))
def test_a_server_that_is_told_twice_waits_for_nobody(tmp_path: Path, workers: str) -> None:
    with running_api(answer_never) as api:
        dist = build_attacked_site(tmp_path, api.port)
        options = ["--workers", workers, "--proxy-allow-net", f"127.0.0.1:{api.port}"]
        # Told once, it would go on for ten minutes.
        with (
            serving(dist, *options, "--drain-delay", "600") as site,
            start_call(site, api.port),
        ):
            wait_until(lambda: api.requests)
            site.process.send_signal(signal.SIGTERM)
            wait_until(lambda: site.get("/readyz").status == 503)
            assert site.process.poll() is None
            site.process.send_signal(signal.SIGTERM)
            assert site.process.wait(HANGS_AFTER) == 0


TOLD_WHILE_STARTING = """
import os, signal, time
from octavo.server.serve import workers

fork = os.fork

def fork_and_tell():
    process = fork()
    os.kill(os.getpid(), signal.SIGTERM)
    return process

os.fork = fork_and_tell
assert workers.Workers(lambda *_: time.sleep(600), 2, [], patience=600).serve()
"""
"""A parent and its first worker that are both told to end before they know of each other."""


@pytest.mark.scorecard("SR-38")
def test_a_server_that_is_told_while_it_starts_a_worker_leaves_none() -> None:
    command = [sys.executable, "-c", TOLD_WHILE_STARTING]
    with subprocess.Popen(command, start_new_session=True) as process:
        try:
            assert process.wait(HANGS_AFTER) == 0
        finally:
            for child in list_children(process.pid):
                os.kill(child, signal.SIGKILL)
            process.kill()


# --- requests without end ---

MOST_GROWTH = 64 << 20
IDLE = effort(200, scorecard=1_000)


def read_memory(process: int) -> int:
    """Return the bytes of memory that a process uses."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        pytest.skip("the memory of a process cannot be read here")
    return pages * mmap.PAGESIZE


def pour(site: ServedSite, head: bytes, piece: bytes, times: int) -> int:
    """Send a piece again and again until the server has enough; return how many bytes it took."""
    sent = 0
    with socket.create_connection(("127.0.0.1", site.port), timeout=HANGS_AFTER) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(head)
            for _ in range(times):
                connection.sendall(piece)
                sent += len(piece)
            connection.shutdown(socket.SHUT_WR)  # else the server waits for more until its limit
        answer = read_all(connection)
    assert status_of(answer) in (0, 400, 403, 405, 413)
    return sent


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_attacked_site(tmp_path_factory.mktemp("endless"))


@pytest.mark.scorecard("SR-25")
@pytest.mark.parametrize(
    ("head", "piece"),
    first_of_each(
        [
            (b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ", b"a" * (1 << 20)),
            (b"GET / HTTP/1.1\r\nHost: x\r\n", b"X-More: 1\r\n" * 1_600),
            (b"GET /", b"a" * (1 << 20)),
            (b"GET /?", b"a" * (1 << 20)),
            (b"", b"a" * (1 << 20)),
            (
                b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10737418240\r\n\r\n",
                b"a" * (1 << 20),
            ),
            (
                b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
                b"1\r\na\r\n" * 4096,
            ),
        ],
        lambda case: case[0][:4],
    ),
    ids=["a header", "headers", "a path", "a query", "no request", "a length", "pieces"],
)
def test_what_has_no_end_takes_no_memory(dist: Path, head: bytes, piece: bytes) -> None:
    with serving(dist) as site:
        assert site.get("/").status == 200
        before = read_memory(site.process.pid)
        pour(site, head, piece, 64)
        assert read_memory(site.process.pid) - before < MOST_GROWTH
        assert site.get("/guides/start/").status == 200


@pytest.mark.scorecard("SR-25")
def test_idle_connections_keep_nobody_from_reading(
    dist: Path, record_property: RecordProperty
) -> None:
    resource = pytest.importorskip("resource")
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < IDLE + 200:
        pytest.skip("this system allows too few open files")
    with serving(dist) as site, contextlib.ExitStack() as stack:
        assert site.get("/").status == 200
        before = read_memory(site.process.pid)
        for number in range(IDLE):
            idle = socket.create_connection(("127.0.0.1", site.port), timeout=HANGS_AFTER)
            stack.enter_context(idle)
            idle.sendall((b"", b"GET / HT", b"POST /_octavo/request HTTP/1.1\r\n")[number % 3])
        for _ in range(20):
            assert site.get("/").status == 200
        assert read_memory(site.process.pid) - before < MOST_GROWTH
    record_property("idle connections", IDLE)
