"""Sends a request to the API that is checked, and reads the answer.

Redirects are not followed: they are an answer. The operator names the address, so it may be
private.
"""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from octavo.openapi.examples.text import is_stream
from octavo.values import Struct

SECONDS = 15.0
"""The longest time of a request, from the connection to the last byte of its answer."""
MOST_BYTES = 8 * 1024 * 1024
_CONNECTIONS = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}


class Request(Struct, frozen=True):
    """A request as it is sent."""

    method: str
    url: str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""


class Answer(Struct, frozen=True):
    """The answer of a server."""

    status: int
    headers: Mapping[str, str]
    """By their names in small letters."""
    body: bytes = b""
    is_whole: bool = True
    """False if the body is longer than the part that is read."""


class ExchangeError(Exception):
    """Says why there is no answer, without the address and without values of the request."""


def send(request: Request, seconds: float = SECONDS) -> Answer:
    """Return the answer to a request. Raises `ExchangeError`."""
    deadline = time.monotonic() + seconds
    try:
        connection, target = _connect(request.url, seconds)
        with contextlib.closing(connection), _ending(connection, deadline):
            answer = _exchange(connection, request, target)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise ExchangeError(_explain(error, deadline, seconds)) from error
    if time.monotonic() >= deadline:  # the end of a body without a length looks like this one
        raise ExchangeError(_explain(TimeoutError(), deadline, seconds))
    return answer


def _connect(url: str, seconds: float) -> tuple[http.client.HTTPConnection, str]:
    """Return a connection to the server of an address, and what to ask it for."""
    parts = urlsplit(url)
    connect = _CONNECTIONS.get(parts.scheme)
    if connect is None or not parts.hostname:
        raise ExchangeError("the address does not begin with http:// or https://")
    connection = connect(parts.hostname, parts.port, timeout=seconds)
    connection.connect()
    return connection, (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


@contextlib.contextmanager
def _ending(connection: http.client.HTTPConnection, deadline: float) -> Iterator[None]:
    """End the connection at the deadline: a slow server may send a byte now and then."""
    channel = connection.sock

    def end() -> None:
        with contextlib.suppress(OSError):
            channel.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(max(0.0, deadline - time.monotonic()), end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _explain(error: Exception, deadline: float, seconds: float) -> str:
    """Say why there is no answer: messages of libraries may quote the address and headers."""
    if isinstance(error, TimeoutError) or time.monotonic() >= deadline:
        return f"no whole answer within {seconds:g} seconds"
    if isinstance(error, OSError):
        return error.strerror or "the connection ended"
    if isinstance(error, ValueError | http.client.InvalidURL):
        return "the address or a header is not valid"
    return "its answer is not valid HTTP"


def _exchange(connection: http.client.HTTPConnection, request: Request, target: str) -> Answer:
    """Send a request and read its answer."""
    connection.putrequest(request.method, target, skip_accept_encoding=True)
    names = {name.lower() for name, _ in request.headers}
    for name, value in request.headers:
        connection.putheader(name, value.encode("utf-8", "replace"))
    if "user-agent" not in names:
        connection.putheader("User-Agent", "octavo-check")
    if request.body or request.method in ("POST", "PUT", "PATCH"):
        connection.putheader("Content-Length", str(len(request.body)))
    connection.endheaders(request.body or None)
    answer = connection.getresponse()
    headers = {name.lower(): value for name, value in answer.getheaders()}
    if is_stream(headers.get("content-type", "")):  # it may never end
        return Answer(answer.status, headers, answer.read1(1024), is_whole=False)
    body = answer.read(MOST_BYTES + 1)
    return Answer(answer.status, headers, body[:MOST_BYTES], len(body) <= MOST_BYTES)
