"""Reads the requests of the playground to the proxy.

A request is a `POST`. Its body is one line of JSON, the envelope, followed by the body for the API,
which passes through unread. The envelope names a documented operation and a documented server by
their texts in the API document. It never contains an address to call:

    {"server": "https://{region}.example.com/v1", "variables": {"region": "eu"},
     "method": "GET", "operation": "/users/{id}",
     "path": "/v1/users/42", "query": "expand=team",
     "headers": [["Authorization", "Bearer …"]], "cookies": [["session", "…"]]}

`path` and `query` are those of the full address, in their encoded form.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

from octavo.builder.served.refusals import Decision, RefusedError
from octavo.server.web.asgi import Receive, Scope, read_header
from octavo.server.web.senders import find_host, is_own_page
from octavo.values import Struct, field

ROUTE = "/_octavo/request"
CONTENT_TYPE = "application/vnd.octavo.request"
"""The content type, which forms can't send, so browsers ask before another site may use it."""
MARK = "X-Octavo-Playground"
"""A header with the value 1 that only the playground's script adds."""

MAX_ENVELOPE = 256 * 1024
_TEXTS = ("server", "method", "operation", "path")
_PAIRS = ("headers", "cookies")
_KEYS = frozenset({*_TEXTS, *_PAIRS, "query", "variables"})

Pairs = tuple[tuple[str, str], ...]


class ProxyRequest(Struct, frozen=True):
    """The playground's request, parsed but not checked."""

    server: str
    method: str
    operation: str
    path: str
    query: str = ""
    headers: Pairs = ()
    cookies: Pairs = ()
    variables: Mapping[str, str] = field(default_factory=dict)


# --- sender -------------------------------------------------------------------------------------


def check_sender(scope: Scope, hosts: frozenset[str] | None) -> None:
    """Refuse a request that can't come from a page of this site."""
    if scope["method"] != "POST":
        raise RefusedError(Decision.NOT_POST, "Only POST is answered here.")
    host = find_host(scope, hosts)
    if host is None:
        raise RefusedError(Decision.HOST_UNKNOWN, "This name is not this server's.")
    if not is_own_page(scope, host) or read_header(scope, MARK) != "1":
        raise RefusedError(Decision.CROSS_SITE, "Only the pages of this site may send requests.")
    if (read_header(scope, "Content-Type") or "").lower() != CONTENT_TYPE:
        raise RefusedError(Decision.WRONG_TYPE, f"The content type must be {CONTENT_TYPE}.")


def read_length(scope: Scope, limit: int) -> int:
    """Return the length of the body, which the request must state."""
    text = read_header(scope, "Content-Length") or ""
    if not (text.isascii() and text.isdecimal()):
        raise RefusedError(Decision.LENGTH_MISSING, "The request does not say how long it is.")
    if len(text) > 18 or int(text) > limit + MAX_ENVELOPE:
        size = f"{limit / (1 << 20):.0f} MiB"
        raise RefusedError(Decision.REQUEST_TOO_LARGE, f"The request is larger than {size}.")
    return int(text)


# --- body ---------------------------------------------------------------------------------------


class ClientGoneError(Exception):
    """The reader has closed the page, or the connection broke."""


class Upload:
    """The body of a request while it arrives: a line, then bytes to pass on."""

    def __init__(self, receive: Receive, length: int) -> None:
        self.remaining_bytes = length
        """The number of unread bytes in the body."""
        self._receive = receive
        self._buffer = bytearray()
        self._has_ended = asyncio.Event()

    async def read_line(self) -> bytes:
        """Return the first line."""
        start = 0
        while (end := self._buffer.find(b"\n", start)) < 0:
            start = len(self._buffer)
            if start > MAX_ENVELOPE or self._has_ended.is_set():
                raise RefusedError(Decision.REQUEST_UNREADABLE, "The request has no envelope.")
            self._buffer += await self._receive_bytes()
        if end > MAX_ENVELOPE:
            raise RefusedError(
                Decision.REQUEST_UNREADABLE, "The envelope of the request is too long."
            )
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        self.remaining_bytes -= end + 1
        return line

    async def read_rest(self) -> AsyncIterator[bytes]:
        """Yield the bytes after the line as they arrive, and check their stated length."""
        piece = bytes(self._buffer)
        self._buffer.clear()
        while True:
            self.remaining_bytes -= len(piece)
            has_ended = self._has_ended.is_set()
            if self.remaining_bytes < 0 or (has_ended and self.remaining_bytes):
                raise RefusedError(
                    Decision.REQUEST_UNREADABLE, "The request is not as long as it says."
                )
            if piece:
                yield piece
            if has_ended:
                return
            piece = await self._receive_bytes()

    async def wait_until_gone(self) -> None:
        """Return when the reader is gone; during an upload, raise `ClientGoneError`."""
        await self._has_ended.wait()
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def _receive_bytes(self) -> bytes:
        message = await self._receive()
        if message["type"] == "http.disconnect":
            raise ClientGoneError
        if not message.get("more_body", False):
            self._has_ended.set()
        body: bytes = message.get("body", b"")
        return body


def read_envelope(line: bytes) -> ProxyRequest:
    """Return the parsed envelope, which must be complete and of the right types."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or not value.keys() <= _KEYS:
        raise _build_refusal()
    texts: list[Any] = [value.get(name) for name in _TEXTS]
    query, variables = value.get("query", ""), value.get("variables", {})
    if not all(isinstance(text, str) for text in (*texts, query)) or not _is_texts(variables):
        raise _build_refusal()
    server, method, operation, path = texts
    pairs = {name: _read_pairs(value.get(name, [])) for name in _PAIRS}
    return ProxyRequest(
        server, method, operation, path, query, pairs["headers"], pairs["cookies"], variables
    )


def _read_pairs(value: Any) -> Pairs:
    if not isinstance(value, list):
        raise _build_refusal()
    for pair in value:
        if not (isinstance(pair, list) and len(pair) == 2):
            raise _build_refusal()
        if not all(isinstance(text, str) for text in pair):
            raise _build_refusal()
    return tuple((name, text) for name, text in value)


def _is_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())


def _build_refusal() -> RefusedError:
    return RefusedError(Decision.REQUEST_UNREADABLE, "The envelope of the request cannot be read.")
