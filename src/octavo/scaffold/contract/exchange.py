"""Sends a request to the API that is checked, and reads the answer.

Redirects are not followed: they are an answer. The operator names the address, so it may be
private.
"""

from __future__ import annotations

import http.client
from collections.abc import Mapping
from urllib.parse import urlsplit

from octavo.openapi.examples.text import is_stream
from octavo.values import Struct

SECONDS = 15
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
    """Says why there is no answer."""


def send(request: Request) -> Answer:
    """Return the answer to a request. Raises `ExchangeError`."""
    parts = urlsplit(request.url)
    connect = _CONNECTIONS.get(parts.scheme)
    if connect is None or not parts.hostname:
        raise ExchangeError("the address does not begin with http:// or https://")
    connection = connect(parts.hostname, parts.port, timeout=SECONDS)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
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
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise ExchangeError(str(error) or type(error).__name__) from error
    finally:
        connection.close()
