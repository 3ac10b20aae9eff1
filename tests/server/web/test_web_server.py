"""The HTTP front: what it refuses before any application sees it."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.served.locations import Redirect, build_location
from octavo.preview.server import Preview
from octavo.server.web.connections import REQUEST_SECONDS
from octavo.server.web.server import build_web_server
from tests.patience import HANGS_AFTER, wait_until
from tests.previews import RunningPreview, running_preview

PROJECT: dict[str, Any] = {
    "site.json": {"name": "Test", "navigation": [{"group": "A", "pages": ["index"]}]},
    "index.mdx": "Home.\n",
}


@pytest.fixture
def root(write_project: Any) -> Path:
    folder: Path = write_project(PROJECT)
    return folder


@contextlib.contextmanager
def patient_for(seconds: float, root: Path) -> Iterator[RunningPreview]:
    """A preview that waits so long for a request."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Preview, "request_seconds", seconds)
        with running_preview(root) as running:
            yield running


@pytest.fixture
def preview(root: Path) -> Iterator[RunningPreview]:
    with running_preview(root) as running:
        yield running


@pytest.fixture
def impatient(root: Path) -> Iterator[RunningPreview]:
    with patient_for(0.3, root) as running:
        yield running


def connect(preview: RunningPreview) -> socket.socket:
    return socket.create_connection(("127.0.0.1", preview.port), timeout=HANGS_AFTER)


def read_all(connection: socket.socket) -> bytes:
    """Returns what comes until the other side ends the connection; fails when it never does."""
    received = b""
    try:
        while piece := connection.recv(65536):
            received += piece
    except ConnectionError:  # ended without ceremony
        pass
    return received


SMUGGLED = "GET /style.css HTTP/1.1\r\nHost: localhost\r\n\r\n"
TWO_LENGTHS = [
    "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG",
    "Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\nG",
    "transfer-encoding: CHUNKED\r\ncontent-length: 0\r\n\r\n0\r\n\r\n",
    "Content-Length: 6\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG",
    "Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
    "Content-Length: +5\r\n\r\nabcde",
    "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
]


TWO_READINGS = [
    "GET / HTTP/1.1\nHost: localhost\n\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: 1\nX-B: 2\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: 1\r\n folded\r\n\r\n",
    "GET / HTTP/1.1\r\nHost : localhost\r\n\r\n",
    "GET / HTTP/1.1\r\n Host: localhost\r\n\r\n",
    "GET / HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nhost: other.example\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: a\0b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nX\tA: b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nNothing\r\n\r\n",
    "GET /\x01 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET / HTTP/9.1\r\nHost: localhost\r\n\r\n",
    "get / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /  HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET / / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\nabc\n0\n\n",
    "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nabc\r\n",
    "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0x3\r\nabc\r\n",
    "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n",
]


@pytest.mark.scorecard("SR-24")
@pytest.mark.parametrize("request_text", TWO_READINGS)
def test_what_others_may_read_in_another_way_ends_the_connection(
    preview: RunningPreview, request_text: str
) -> None:
    with connect(preview) as connection:
        connection.sendall(f"{request_text}{SMUGGLED}".encode())
        answers = read_all(connection)
    assert b"HTTP/1.1 400 " in answers
    assert answers.count(b"HTTP/1.1 ") == 1
    assert b"connection: close" in answers.lower()


LONG_HEADS = [
    "X-Long: " + "a" * 1_000_000,
    "".join(f"X-{number}: a\r\n" for number in range(10_000)),
    "".join(f"X-{number}: {'a' * 1000}\r\n" for number in range(150)),
]


@pytest.mark.scorecard("SR-25")
@pytest.mark.parametrize("headers", LONG_HEADS)
@pytest.mark.parametrize("end", ["", "\r\n\r\n"])
def test_a_head_that_is_too_long_ends_the_connection(
    preview: RunningPreview, headers: str, end: str
) -> None:
    head = f"GET / HTTP/1.1\r\nHost: localhost\r\n{headers}{end}".encode()
    with connect(preview) as connection:
        answer = send_too_much(connection, head)
    # What is not read any more may cost the answer, too; nothing else may come.
    assert answer.startswith(b"HTTP/1.1 400 ") or not answer
    assert b"<html" not in answer
    with connect(preview) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert read_all(connection).startswith(b"HTTP/1.1 200 ")


def send_too_much(connection: socket.socket, head: bytes) -> bytes:
    """Return what is answered; nothing if the connection was reset meanwhile."""
    with contextlib.suppress(ConnectionError):
        connection.sendall(head)
        return read_all(connection)
    return b""


def test_an_answer_that_did_not_wait_for_the_body_leaves_no_open_connection(root: Path) -> None:
    # The answer, too, must come while the request may still come in.
    with patient_for(10, root) as preview, connect(preview) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")
        connection.sendall(b"abc")
        read_all(connection)


@pytest.mark.scorecard("SR-24")
@pytest.mark.parametrize("rest", TWO_LENGTHS)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_length_that_can_be_read_in_two_ways_ends_the_connection(
    preview: RunningPreview, method: str, rest: str
) -> None:
    with connect(preview) as connection:
        head = f"{method} / HTTP/1.1\r\nHost: localhost\r\n"
        connection.sendall(f"{head}{rest}{SMUGGLED}".encode())
        received = read_all(connection)
    assert received.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 501 "))
    assert received.count(b"HTTP/1.1 ") == 1
    assert b"connection: close" in received.lower()


@pytest.mark.scorecard("SR-24")
@pytest.mark.parametrize("coding", ["gzip, chunked", "gzip", "chunked, chunked", "chunked;a=b"])
def test_codings_that_are_not_read_are_refused_as_such(
    preview: RunningPreview, coding: str
) -> None:
    with connect(preview) as connection:
        head = f"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: {coding}\r\n\r\n"
        connection.sendall(f"{head}0\r\n\r\n{SMUGGLED}".encode())
        received = read_all(connection)
    assert received.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 501 "))
    assert received.startswith(b"HTTP/1.1 501 ") or coding != "gzip, chunked"
    assert received.count(b"HTTP/1.1 ") == 1


@pytest.mark.scorecard("SR-24")
@pytest.mark.parametrize("host", ["", "a,b", "user@localhost", "local host", "[::1", "a:99999"])
def test_a_host_that_is_none_is_refused_before_anyone_is_asked(
    preview: RunningPreview, host: str
) -> None:
    with connect(preview) as connection:
        connection.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert read_all(connection).startswith(b"HTTP/1.1 400 ")


@pytest.mark.scorecard("SR-24")
def test_requests_with_one_length_are_answered(preview: RunningPreview) -> None:
    bodies = (
        "Content-Length: 3\r\n\r\nabc",
        "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    )
    with connect(preview) as connection:
        for body in bodies:
            connection.sendall(f"GET / HTTP/1.1\r\nHost: localhost\r\n{body}".encode())
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert read_all(connection).count(b"HTTP/1.1 200 ") == 3


@pytest.mark.scorecard("SR-25")
@pytest.mark.parametrize(
    "begun",
    [
        "",
        "G",
        "GET / HTTP/1.1\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: a",
        "POST /_octavo/request HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc",
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\n",
    ],
)
def test_a_request_that_never_comes_in_whole_ends(impatient: RunningPreview, begun: str) -> None:
    with connect(impatient) as connection:
        connection.sendall(begun.encode())
        read_all(connection)  # the end of the connection, or a failure


@pytest.mark.scorecard("SR-25")
def test_dripping_bytes_win_no_time(impatient: RunningPreview) -> None:
    with connect(impatient) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n")
        connection.settimeout(0.05)
        wait_until(lambda: has_ended(connection))


def has_ended(connection: socket.socket) -> bool:
    """Sends one more byte, and tells whether the connection is still there."""
    try:
        connection.sendall(b"x")
        return not connection.recv(65536)
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def test_what_comes_in_whole_has_all_time_and_each_request_its_own(root: Path) -> None:
    limit = 3  # less than connections may be idle
    with patient_for(limit, root) as preview, preview.listening("/") as next_state:
        next_state()  # an answer that never ends
        with connect(preview) as connection:
            for _ in range(2):
                connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                received = b""
                while b"</html>" not in received:
                    piece = connection.recv(65536)
                    assert piece
                    received += piece
                time.sleep(limit * 0.6)
        (root / "index.mdx").write_text("Changed.\n")
        assert next_state()["version"] > 1


ANSWERS_LATE = """
import asyncio
from octavo.server.web.ports import open_port
from octavo.server.web.server import build_web_server
from octavo.server.web.static_site import Redirect, build_location

async def application(scope, receive, send):
    print("asked", flush=True)
    if scope["path"] == "/broken":
        raise LookupError("a mistake of ours")
    await asyncio.sleep(600)

port = open_port("127.0.0.1", 0, strict=True, say=print)
print(port.port, flush=True)
asyncio.run(build_web_server(application).serve(sockets=list(port.sockets)))
"""


@pytest.mark.parametrize("path", ["/late", "/broken"])
def test_what_is_answered_too_late_for_the_end_is_no_mistake(path: str) -> None:
    command = [sys.executable, "-c", ANSWERS_LATE]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        with socket.create_connection(("127.0.0.1", port), timeout=HANGS_AFTER) as connection:
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert process.stdout.readline() == "asked\n"
            process.terminate()
            _, told = process.communicate(timeout=HANGS_AFTER)
    assert ("Traceback" in told) is (path == "/broken")
    assert bool(told) is (path == "/broken")


def test_no_header_says_who_asks() -> None:
    """uvicorn's own middleware would trust `X-Forwarded-For` from any client on this computer."""

    async def application(_scope: object, _receive: object, _send: object) -> None:
        """Answer nothing."""

    config = build_web_server(application).config
    config.load()
    assert config.loaded_app is application


def test_a_request_has_30_seconds() -> None:
    assert Preview.request_seconds == REQUEST_SECONDS == 30


@pytest.mark.parametrize(
    ("location", "query", "sent"),
    [
        ("/guide/", b"a=b", "/guide/?a=b"),
        ("/guide/?c", b"a=b", "/guide/?c"),
        ("//evil.example/", b"", "/evil.example/"),
        ("/\\evil.example/", b"", "/evil.example/"),
        ("\\/\\evil.example/", b"", "/evil.example/"),
        ("javascript:alert(1)", b"", "/javascript:alert(1)"),
        ("https://docs.example/a", b"", "https://docs.example/a"),
        ("/a\r\nSet-Cookie: a=b", b"", "/a%0D%0ASet-Cookie:%20a=b"),
        ("/a", b"b\r\nc", "/a?b%0D%0Ac"),
        ("/é", b"", "/%C3%A9"),
    ],
)
def test_a_redirect_leads_where_it_says_and_has_one_line(
    location: str, query: bytes, sent: str
) -> None:
    assert build_location(Redirect(location, permanent=True), query) == sent
