"""The life of connections: what ends them, and in which order their requests are answered."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from ipaddress import ip_network
from typing import Any

import pytest

from octavo.server.web import connections as life
from octavo.server.web.connections import ConnectionLimits, Connections, choose_limits
from octavo.server.web.descriptors import count_for_connections, raise_limit
from octavo.server.web.plain_http import is_host
from octavo.server.web.ports import OpenPort, open_port
from octavo.server.web.senders import ClientCounts, find_client, is_in_networks, name_client
from octavo.server.web.server import build_draining_server
from octavo.server.web.static_site import ReadyAnswer
from tests.patience import HANGS_AFTER, wait_until

LARGE = 24 << 20
PATIENT = ConnectionLimits()
HURRIED = ConnectionLimits(request_seconds=0.6, idle_seconds=0.4, stall_seconds=0.6)


@dataclass
class Server:
    """A server with an application that answers by the path."""

    port: int
    closed: list[str] = field(default_factory=list)
    """Why it closed connections."""
    asked: list[str] = field(default_factory=list)
    under_way: int = 0
    most_under_way: int = 0
    may_answer: threading.Event = field(default_factory=threading.Event)

    def connect(self, *sent: bytes, source: str = "127.0.0.1", buffer: int = 0) -> socket.socket:
        client = socket.socket()
        if buffer:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        client.settimeout(HANGS_AFTER)
        client.bind((source, 0))
        client.connect(("127.0.0.1", self.port))
        for each in sent:
            client.sendall(each)
        return client

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope["path"]
        self.asked.append(path)
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        body = b""
        while (message := await receive())["type"] == "http.request":
            body += message["body"]
            if not message["more_body"]:
                break
        while path == "/late" and not self.may_answer.is_set():
            await asyncio.sleep(0.01)
        answer = bytes(LARGE) if path == "/large" else path.encode() + b"=" + body
        length = (b"content-length", str(len(answer)).encode())
        await send({"type": "http.response.start", "status": 200, "headers": [length]})
        await send({"type": "http.response.body", "body": answer})
        self.under_way -= 1


def find_ready(url: bytes, _headers: object, _port: int) -> ReadyAnswer | None:
    if not url.startswith(b"/ready"):
        return None
    body = bytes(LARGE) if url == b"/ready-large" else url
    return ReadyAnswer(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n" % len(body), body)


@contextlib.contextmanager
def running(limits: ConnectionLimits = PATIENT) -> Iterator[Server]:
    listening = open_port("127.0.0.1", 0, strict=True, say=print)
    assert isinstance(listening, OpenPort)
    server = Server(listening.port)
    lives = Connections(limits, server.closed.append)
    front = build_draining_server(server, 0, 1, find_ready, lives)
    thread = threading.Thread(
        target=lambda: asyncio.run(front.serve(sockets=list(listening.sockets)))
    )
    thread.start()
    try:
        wait_until(lambda: front.started)
        yield server
    finally:
        server.may_answer.set()
        front.should_exit = front.force_exit = True
        thread.join(HANGS_AFTER)


def ask_for(path: str, *lines: str, body: str = "", method: str = "GET") -> bytes:
    head = [f"{method} {path} HTTP/1.1", "Host: localhost", *lines]
    return ("\r\n".join(head) + "\r\n\r\n" + body).encode()


def has_ended(client: socket.socket) -> bool:
    """Tells whether the server has ended a connection; what it sent before is not read."""
    client.settimeout(0.001)
    try:
        return not client.recv(1, socket.MSG_PEEK)
    except TimeoutError:
        return False
    except OSError:
        return True
    finally:
        client.settimeout(HANGS_AFTER)


def receive(client: socket.socket, ending: bytes) -> bool:
    """Reads until an answer ends so; fails when it does not come."""
    received = b""
    while not received.endswith(ending):
        piece = client.recv(1000)
        assert piece, received
        received += piece
    return True


def read_all(client: socket.socket) -> bytes:
    received = b""
    with contextlib.suppress(ConnectionError):
        while piece := client.recv(1 << 16):
            received += piece
    return received


# --- deadlines ---


@pytest.mark.scorecard("SR-57")
@pytest.mark.parametrize(
    ("begun", "reason"),
    [
        (b"", life.LATE),
        (b"GET / HT", life.LATE),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ", life.LATE),
        (ask_for("/", "Content-Length: 9", method="POST", body="a"), life.LATE),
        (ask_for("/", "Transfer-Encoding: chunked", method="POST", body="5\r\na"), life.LATE),
        (ask_for("/") + b"GET /", life.LATE),
        (ask_for("/ready") + b"GET /", life.LATE),
        (ask_for("/ready"), None),
        (ask_for("/"), None),
    ],
)
def test_what_does_not_go_on_ends(begun: bytes, reason: str | None) -> None:
    with running(HURRIED) as server, server.connect(begun) as client:
        read_all(client)
    assert server.closed == ([reason] if reason else [])


@pytest.mark.scorecard("SR-57")
@pytest.mark.parametrize("path", ["/large", "/ready-large"])
@pytest.mark.parametrize("can_see_queues", [True, False])
def test_who_takes_nothing_is_left(
    path: str, can_see_queues: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not can_see_queues:  # as on systems that do not tell them
        monkeypatch.setattr(life, "_READ_QUEUE", None)
    with running(HURRIED) as server, server.connect(ask_for(path), buffer=4096):
        wait_until(lambda: server.closed)
    assert server.closed == [life.STALLED]


@pytest.mark.scorecard("SR-57")
def test_who_takes_a_byte_now_and_then_is_left() -> None:
    with running(HURRIED) as server, server.connect(ask_for("/large"), buffer=4096) as client:

        def drip() -> bool:
            with contextlib.suppress(OSError):
                client.recv(1)
            time.sleep(0.05)
            return bool(server.closed)

        wait_until(drip)
    assert server.closed == [life.STALLED]


@pytest.mark.parametrize("path", ["/large", "/ready-large"])
def test_who_takes_it_slowly_gets_all(path: str) -> None:
    with running(HURRIED) as server, server.connect(ask_for(path), buffer=1 << 16) as client:
        received, started = 0, time.monotonic()
        while received < LARGE:
            if time.monotonic() - started < 4 * HURRIED.stall_seconds:
                time.sleep(0.05)
            received += len(client.recv(1 << 16))
        assert time.monotonic() - started > 3 * HURRIED.stall_seconds
    assert server.closed == []


def test_work_that_takes_long_is_waited_for() -> None:
    with running(HURRIED) as server, server.connect(ask_for("/late")) as client:
        time.sleep(2)
        server.may_answer.set()
        assert receive(client, b"/late=")


# --- requests in a row ---


@pytest.mark.scorecard("SR-57")
@pytest.mark.parametrize("path", ["/ready", "/page"])
def test_requests_in_a_row_are_answered_one_after_the_other(path: str) -> None:
    paths = [f"{path}{number}" for number in range(300)]
    with running() as server:
        client = server.connect(b"".join(map(ask_for, paths)), ask_for("/", "Connection: close"))
        with client:
            received = read_all(client)
        assert received.count(b"HTTP/1.1 200 OK") == len(paths) + 1
        places = [received.index(f"\r\n\r\n{each}".encode()) for each in paths]
        assert places == sorted(places)
        assert server.most_under_way == 1


@pytest.mark.scorecard("SR-57")
@pytest.mark.parametrize("path", ["/large", "/late", "/ready-large"])
def test_nothing_more_is_taken_from_who_is_ahead(path: str) -> None:
    """Octavo creates no answers without takers, and reads no requests that it can't answer."""
    with running() as server, server.connect(ask_for(path), buffer=4096) as client:
        client.settimeout(0.5)
        requests = ask_for(path) * 400_000
        with pytest.raises(TimeoutError):
            client.sendall(requests)
        assert len(server.asked) <= 1
        assert server.closed == []


TWO_REQUESTS = (
    ask_for("/a", "Content-Length: 12", method="POST", body="12\r\n\r\nGET /b")
    + ask_for("/c", "Transfer-Encoding: chunked", method="POST", body="4\r\n\r\n\r\n\r\n0\r\n\r\n")
    + b"\r\n"
    + ask_for("/ready")
    + ask_for("/d", "Connection: close")
)
PARTS = [b"/a=12\r\n\r\nGET /b", b"/c=\r\n\r\n", b"\r\n\r\n/ready", b"/d="]


@pytest.mark.parametrize("step", [1, 2, 3, 5, 7, 31, 64, 100, 1000])
def test_it_does_not_matter_how_requests_are_cut(step: int) -> None:
    with running() as server, server.connect() as client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for start in range(0, len(TWO_REQUESTS), step):
            client.sendall(TWO_REQUESTS[start : start + step])
            time.sleep(0.002)
        received = read_all(client)
    assert received.count(b"HTTP/1.1 200 OK") == 4
    assert sorted(PARTS, key=received.index) == PARTS


@pytest.mark.scorecard("SR-24")
@pytest.mark.parametrize(
    "first",
    [
        ask_for("/a", "Content-Length: 3", method="POST", body="abc"),
        ask_for("/a", "Transfer-Encoding: chunked", method="POST", body="0\r\n\r\n"),
        ask_for("/ready"),
    ],
)
@pytest.mark.parametrize("step", [1, 1000])
def test_every_line_is_looked_at(first: bytes, step: int) -> None:
    with running() as server, server.connect() as client:
        sent = first + b"GET  "
        for start in range(0, len(sent), step):
            client.sendall(sent[start : start + step])
            time.sleep(0.002)
        received = read_all(client)
    assert received.count(b"HTTP/1.1 200 ") == received.count(b"HTTP/1.1 400 ") == 1


# --- room ---


def wait_for(ended: Callable[[], bool], *others: socket.socket) -> None:
    """Wait for an end, and see that others go on."""
    wait_until(ended)
    assert not any(map(has_ended, others))


@pytest.mark.scorecard("SR-57")
def test_the_idlest_connection_of_an_address_goes_for_a_new_one() -> None:
    with running(ConnectionLimits(most_by_address=3)) as server, contextlib.ExitStack() as stack:

        def connect(*sent: bytes, source: str = "127.0.0.1") -> socket.socket:
            client = stack.enter_context(server.connect(*sent, source=source))
            time.sleep(0.02)
            return client

        at_work = connect(ask_for("/late"))
        first, second = connect(b"GET / HT"), connect(b"GET / HT")
        first.sendall(b"TP/1.1\r\nHost: localhost\r\n\r\n")
        assert receive(first, b"/=")  # so the second one waits longer
        elsewhere = connect(source="127.0.0.2")
        third = connect()
        wait_for(lambda: has_ended(second), at_work, first, third, elsewhere)
        assert server.closed == [life.ADDRESS_FULL]


@pytest.mark.scorecard("SR-57")
def test_who_takes_what_waits_is_not_the_idlest() -> None:
    with running(ConnectionLimits(most_by_address=2)) as server, contextlib.ExitStack() as stack:
        reader = stack.enter_context(server.connect(ask_for("/large"), buffer=1 << 16))
        received = 0
        for _ in range(20):
            stack.enter_context(server.connect(b"GET / HT"))
            piece = reader.recv(1 << 16)
            time.sleep(0.05)
            assert piece
            received += len(piece)
        read_to_end(reader, LARGE - received)
    assert server.closed == [life.ADDRESS_FULL] * 19


def read_to_end(client: socket.socket, least: int) -> bytes:
    received = b""
    while len(received) < least and (piece := client.recv(1 << 20)):
        received += piece
    assert len(received) >= least
    return received


@pytest.mark.scorecard("SR-57")
def test_the_idlest_connection_of_all_goes_for_a_new_one() -> None:
    with running(ConnectionLimits(most=3)) as server, contextlib.ExitStack() as stack:
        clients = []
        for last in range(2, 6):
            clients.append(stack.enter_context(server.connect(source=f"127.0.0.{last}")))
            time.sleep(0.02)
        wait_for(lambda: has_ended(clients[0]), *clients[1:])
        assert server.closed == [life.SERVER_FULL]


@pytest.mark.parametrize("limits", [ConnectionLimits(most=2), ConnectionLimits(most_by_address=2)])
def test_work_is_not_ended_for_a_new_connection(limits: ConnectionLimits) -> None:
    with running(limits) as server, contextlib.ExitStack() as stack:
        at_work = [stack.enter_context(server.connect(ask_for("/late"))) for _ in range(2)]
        wait_until(lambda: len(server.asked) == 2)
        with server.connect() as refused:
            wait_for(lambda: has_ended(refused), *at_work)
        server.may_answer.set()
        assert all(receive(client, b"/late=") for client in at_work)


def test_servers_in_front_have_as_many_connections_as_there_are() -> None:
    limits = ConnectionLimits(most_by_address=1, trusted_proxies=(ip_network("127.0.0.1/32"),))
    with running(limits) as server, contextlib.ExitStack() as stack:
        clients = [stack.enter_context(server.connect()) for _ in range(5)]
        others = [stack.enter_context(server.connect(source="127.0.0.2")) for _ in range(2)]
        wait_for(lambda: any(map(has_ended, others)), *clients)


def test_a_server_forgets_connections_that_are_gone() -> None:
    with running(ConnectionLimits(most=4, most_by_address=2)) as server:
        for _ in range(20):
            with server.connect(ask_for("/ready", "Connection: close")) as client:
                assert read_all(client)
    assert server.closed == []


class Transport:
    """A connection that only knows whether it was ended."""

    is_aborted = False

    def abort(self) -> None:
        self.is_aborted = True

    def get_write_buffer_size(self) -> int:
        return 0


@pytest.mark.parametrize(
    ("clients", "size", "most"), [(200, 1 << 18, 128), (3, 1 << 19, 3), (3, (1 << 19) + 1, 0)]
)
def test_input_that_waits_is_bounded(clients: int, size: int, most: int) -> None:
    async def fill() -> tuple[int, list[str]]:
        closed: list[str] = []
        lives = Connections(PATIENT, closed.append)
        transports = [Transport() for _ in range(clients)]
        for number, transport in enumerate(transports):
            client = lives.take(transport, f"10.0.0.{number}")
            assert client is not None
            lives.hold(client, size)
        return sum(not each.is_aborted for each in transports), closed

    kept, closed = asyncio.run(fill())
    assert kept == most
    assert closed == [life.TOO_MUCH_HELD] * (clients - most)


# --- who asks ---


def test_whom_an_address_counts_for() -> None:
    assert name_client("192.0.2.7") == "192.0.2.7"
    assert name_client("::ffff:192.0.2.7") == "192.0.2.7"
    assert name_client("2001:db8:1:2:3:4:5:6") == name_client("2001:db8:1:2::9") == "2001:db8:1:2::"
    assert name_client("2001:db8:1:3::9") != name_client("2001:db8:1:2::9")
    assert name_client("") == "unknown"
    assert is_in_networks("::ffff:192.0.2.7", [ip_network("192.0.2.0/24")])


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("10.0.0.1", "192.0.2.7", "192.0.2.7"),
        ("10.0.0.1", "198.51.100.1, 192.0.2.7, 10.0.0.2", "192.0.2.7"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("192.0.2.7", "198.51.100.1", "192.0.2.7"),
    ],
)
def test_only_servers_in_front_say_who_asks(peer: str, forwarded: str, client: str) -> None:
    scope = {"client": (peer, 1), "headers": [(b"x-forwarded-for", forwarded.encode())]}
    assert find_client(scope, [ip_network("10.0.0.0/8")]) == client
    assert find_client(scope, []) == peer


def test_clients_of_servers_in_front_are_counted_by_the_address_that_these_name() -> None:
    counts = ClientCounts([ip_network("10.0.0.0/8")], 2)

    def count(client: str, peer: str = "10.0.0.1") -> contextlib.AbstractContextManager[bool]:
        headers = [(b"x-forwarded-for", client.encode())] if client else []
        return counts.count({"client": (peer, 1), "headers": headers})

    with count("192.0.2.7") as first, count("192.0.2.7, 10.0.0.2") as second:
        with count("::ffff:192.0.2.7") as third, count("192.0.2.8") as other:
            assert (first, second, third, other) == (True, True, False, True)
        with count("", "192.0.2.7") as direct, count("192.0.2.7", "192.0.2.7") as pretended:
            assert direct
            assert pretended
    with count("192.0.2.7") as later:
        assert later


# --- descriptors ---


def test_each_connection_may_need_two_descriptors_and_some_are_left() -> None:
    assert count_for_connections(1024) == 480
    limits = choose_limits(480)
    assert (limits.most, limits.most_by_address) == (480, 120)
    assert choose_limits(count_for_connections(1 << 20)).most_by_address == 256


def test_the_limit_is_raised_to_what_the_system_lets_it_be() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (200, before[1]))
        raised = raise_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (raised, before[1])
        assert raised > 200
        assert raise_limit() == raised
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_system_without_limits_has_a_number_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert raise_limit() == 8192


# --- hosts ---


@pytest.mark.parametrize(
    "host",
    [
        "a",
        "a.example",
        "a.example.",
        "a:80",
        "a:",
        "1.2.3.4:8000",
        "[::1]",
        "[::1]:80",
        "a_b",
        "a%20b",
    ],
)
def test_a_host_is_one_name_or_address(host: str) -> None:
    assert is_host(host.encode())


@pytest.mark.parametrize(
    "host",
    [
        *("", ":80", "a b", "a,b", "a, b", "a/b", "a@b", "a?b", "a#b", "a:b", "a:80:80", "a:65536"),
        *(
            "::1",
            "[::1",
            "[::zz]",
            "[1.2.3.4]",
            "[]",
            "[::1]x",
            "a%zz",
            "<a>",
            "é",
            "a\\b",
            "a" * 301,
        ),
    ],
)
def test_all_else_is_no_host(host: str) -> None:
    assert not is_host(host.encode())
