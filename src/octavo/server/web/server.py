"""The HTTP front of all servers: uvicorn with stricter rules.

A request with two possible readings is refused, because a proxy in between may have read it
differently. Requests of one connection are read one after the other, each after the client has
received the last answer. `connections` limits how long all this may last, and how many connections
there may be.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from functools import partial
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from octavo.server.web.asgi import CONNECTION
from octavo.server.web.connections import (
    REQUEST_SECONDS,
    ConnectionLimits,
    Connections,
    Life,
    choose_limits,
)
from octavo.server.web.descriptors import count_for_connections, raise_limit
from octavo.server.web.plain_http import PLAIN_LINE, is_host, may_begin_line
from octavo.server.web.static_site import FindReady, ReadyAnswer

LONGEST_HEAD = 64 * 1024
"""The most bytes of the request line and the headers together."""
MOST_HEADERS = 200
BACKLOG = 2048
"""How many connections may wait to be accepted."""
_ACCEPTED_AT_ONCE = 32
"""How many connections some event loops accept before they do other work."""
_END = b"\r\n\r\n"
_MOST_UNNOTICED = 1 << 14
"""How many bytes may wait for a client before the server acts."""


def build_web_server(app: Any, request_seconds: float = REQUEST_SECONDS) -> uvicorn.Server:
    """Return a server for an application (ASGI) that trusts no header and logs nothing.

    It is for one person, whose connections may all come from one address.
    """
    most = choose_limits(count_for_connections(raise_limit())).most
    limits = ConnectionLimits(most, most, request_seconds=request_seconds)
    return ListeningServer(_build_config(app, Connections(limits), drain_seconds=2))


def build_draining_server(
    app: Any,
    drain_delay: float,
    drain_seconds: int,
    find_ready: FindReady,
    connections: Connections,
) -> DrainingServer:
    """Return a server that ends without losing a request."""
    config = _build_config(app, connections, drain_seconds, find_ready)
    return DrainingServer(config, drain_delay)


def _build_config(
    app: Any, connections: Connections, drain_seconds: int, find_ready: FindReady | None = None
) -> uvicorn.Config:
    logging.getLogger("uvicorn.error").addFilter(_is_worth_telling)
    protocol: Any = partial(_GuardedProtocol, lives=connections, find_ready=find_ready)
    return uvicorn.Config(
        app,
        http=protocol,
        loop="none",
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=_ACCEPTED_AT_ONCE,
        timeout_graceful_shutdown=drain_seconds,
    )


def _is_worth_telling(record: logging.LogRecord) -> bool:
    """Tell whether a log record is a mistake of Octavo, not of a client or of a shutdown."""
    is_ended = record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError)
    is_caused_by_clients = record.levelno < logging.ERROR
    return not (is_ended or is_caused_by_clients or "graceful shutdown exceeded" in str(record.msg))


class ListeningServer(uvicorn.Server):
    """A server with a larger queue for new connections."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening."""
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(BACKLOG)


class DrainingServer(ListeningServer):
    """After a signal, it still accepts requests for a while, finishes those in progress, and ends.

    A second signal ends it at once.
    """

    def __init__(self, config: uvicorn.Config, drain_delay: float) -> None:
        super().__init__(config)
        self._drain_delay = drain_delay
        self._ends_at: float | None = None

    @property
    def is_ending(self) -> bool:
        """Whether it got a signal to end."""
        return self._ends_at is not None

    def end(self) -> None:
        """Begin to end; clients should go to another server."""
        if self._ends_at is None:
            self._ends_at = time.monotonic() + self._drain_delay

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Handle a signal to end, which is no failure."""
        if self.is_ending:
            self.should_exit = self.force_exit = True
        self.end()

    async def on_tick(self, counter: int) -> bool:
        """Check several times a second whether it is time to end."""
        if self._ends_at is not None and time.monotonic() >= self._ends_at:
            self.should_exit = True
        return await super().on_tick(counter)


class _GuardedProtocol(HttpToolsProtocol):
    """A connection that accepts only plain requests, one after the other, within time limits.

    If a method raises an error while the parser calls it, the client gets a 400 and the connection
    ends.
    """

    def __init__(
        self,
        *arguments: Any,
        lives: Connections,
        find_ready: FindReady | None = None,
        **options: Any,
    ) -> None:
        super().__init__(*arguments, **options)
        self._lives = lives
        self._life: Life | None = None
        self._find_ready = find_ready
        self._ready: ReadyAnswer | None = None
        self._stays_open = True
        self._date_headers: object = None
        self._date = b""
        self._is_in_head = False
        self._is_coming_in = False
        self._head_bytes = 0
        self._body_left = 0
        self._last_bytes = b""
        self._held = b""
        """Data that arrived before the last answer was sent, or half a line."""
        self._refusal = b"400 Bad Request"

    # --- calls from the event loop ---

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        transport.set_write_buffer_limits(_MOST_UNNOTICED, 0)
        self._life = self._lives.take(transport, self.client[0] if self.client else "")
        if self._life is None:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._life is not None:
            self._lives.leave(self._life)
            self._life = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._held:
            data = self._held + data
            self._hold(b"")
        self._read(data)
        self._settle()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._settle()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._settle()
        self._plan_to_go_on()

    # --- requests in order ---

    def _read(self, data: bytes) -> None:
        """Pass at most one request to the parser, and hold the rest until it is answered."""
        while data and not self.transport.is_closing():
            if not self._is_coming_in:
                if data.startswith(b"\r\n"):  # Some clients send an extra line end after a body.
                    data = data[2:]
                is_ahead = self.flow.write_paused or self._is_answering()
                if is_ahead or not (PLAIN_LINE(data) or self._may_become_line(data)):
                    self._hold(data, is_ahead=is_ahead)
                    return
            piece = self._cut(data)
            super().data_received(piece)
            if self._is_in_head:
                # The parser reports only complete headers, so an endless one is counted here.
                self._head_bytes += len(piece)
                if self._head_bytes > 2 * LONGEST_HEAD:
                    self.send_400_response("The head of the request is too long.")
            data = data[len(piece) :]
            if data and not self._is_coming_in and not self.transport.is_closing():
                self._hold(data, is_ahead=True)
                self._plan_to_go_on()
                return

    def _cut(self, data: bytes) -> bytes:
        """Return the longest prefix that can't reach into the next request."""
        if self._body_left:
            piece = data[: self._body_left]
            self._body_left -= len(piece)
            return piece
        before = self._last_bytes
        start = (before + data).find(_END)  # This is the end of a head, or of a chunked body.
        piece = data if start < 0 else data[: start + 4 - len(before)]
        self._last_bytes = b"" if start >= 0 else (before + piece)[-3:]
        return piece

    def _may_become_line(self, data: bytes) -> bool:
        """Refuse data that can't become a request line; the line is never complete here."""
        if b"\n" in data or len(data) > LONGEST_HEAD or not may_begin_line(data):
            self.send_400_response("This is no request.")
        return False

    def _hold(self, data: bytes, *, is_ahead: bool = False) -> None:
        """Hold data for later; a client that is too far ahead must wait."""
        if self._life is None or self.transport.is_closing():
            data = b""
        self._held = data
        if self._life is not None and self._lives.hold(self._life, len(data)) and data and is_ahead:
            self.flow.pause_reading()

    def _plan_to_go_on(self) -> None:
        """Read the held data in the next turn, so that other connections get theirs first."""
        if self._held:
            self.loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        if self._held and not self.transport.is_closing():
            self.flow.resume_reading()
            self.data_received(b"")

    def on_response_complete(self) -> None:
        """Continue with the next request; it replaces uvicorn's queue."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        if not self._held:
            self.flow.resume_reading()
        self._settle()
        self._plan_to_go_on()

    # --- calls from the parser ---

    def on_message_begin(self) -> None:
        """Begin a request; uvicorn's data for an application is created on demand."""
        self.url, self.headers, self.expect_100_continue = b"", [], False
        self._is_coming_in = self._is_in_head = True
        self._head_bytes = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        name = name.lower()
        if name == b"expect" and value.lower() == b"100-continue":
            self.expect_100_continue = True
        self.headers.append((name, value))
        if len(self.headers) > MOST_HEADERS:
            raise ValueError("there are too many headers")

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        size, hosts = len(self.url), []
        for name, value in self.headers:
            size += len(name) + len(value) + 4
            if name == b"host":
                hosts.append(value)
            elif name == b"content-length":
                self._body_left = int(value)
            elif name == b"transfer-encoding":
                self._check_coding(value)
        if size > LONGEST_HEAD:
            raise ValueError("the head is too long")
        if len(hosts) != 1 or not is_host(hosts[0]):
            raise ValueError("a request names exactly one host")
        self._ready = self._look_for_ready() if self._find_ready else None
        if self._ready is None:
            self._ask_application()

    def _ask_application(self) -> None:
        url, headers, expects = self.url, self.headers, self.expect_100_continue
        super().on_message_begin()  # This creates the scope and resets these values.
        self.url, self.headers, self.expect_100_continue = url, headers, expects
        further: Any = {"headers": headers, "extensions": {CONNECTION: self._is_gone}}
        self.scope.update(further)
        super().on_headers_complete()

    def _check_coding(self, value: bytes) -> None:
        if self.parser.get_http_version() == "1.0":
            raise ValueError("this version has no codings")
        if value.lower() != b"chunked":
            self._refusal = b"501 Not Implemented"
            raise ValueError("a body comes as it is, or in chunks")

    def on_message_complete(self) -> None:
        self._is_coming_in = False
        if self._life is not None:
            self._lives.restart(self._life)
        if self._ready is None:
            super().on_message_complete()
        else:
            self._send_ready(self._ready)

    def _look_for_ready(self) -> ReadyAnswer | None:
        """Return an answer that can be sent at once, because no earlier one waits."""
        assert self._find_ready is not None  # noqa: S101 (the caller has looked)
        is_plain = self.parser.get_method() == b"GET" and self.parser.get_http_version() == "1.1"
        if not is_plain:
            return None
        self._stays_open = self.parser.should_keep_alive()
        return self._find_ready(self.url, self.headers, self.server[1] or 0 if self.server else 0)

    # --- answers ---

    def _send_ready(self, answer: ReadyAnswer) -> None:
        self._ready = None
        headers = self.server_state.default_headers
        if headers is not self._date_headers:  # They are created again each second.
            self._date_headers = headers
            self._date = b"".join(name + b": " + value + b"\r\n" for name, value in headers)
        end = b"\r\n" if self._stays_open else b"connection: close\r\n\r\n"
        self.transport.writelines((answer.head, self._date, end, answer.body))
        self.server_state.total_requests += 1
        if not self._stays_open:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Refuse an invalid request, and close the connection."""
        if self.transport.is_closing():
            return
        text = msg.encode()
        lines = [
            b"HTTP/1.1 " + self._refusal,
            *(name + b": " + value for name, value in self.server_state.default_headers),
            b"content-type: text/plain; charset=utf-8",
            b"content-length: %d" % len(text),
            b"connection: close",
            b"",
            text,
        ]
        self.transport.write(b"\r\n".join(lines))
        self.transport.close()

    def _is_gone(self) -> bool:
        return self._life is None

    def _is_answering(self) -> bool:
        # There is no cycle before the first request.
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _settle(self) -> None:
        """Enter the current phase of the connection."""
        life, lives = self._life, self._lives
        if life is None:
            return
        if self.flow.write_paused:
            lives.enter(life, lives.sending)
        elif self._is_coming_in:
            lives.enter(life, lives.receiving)
        elif self._is_answering():
            lives.enter(life, lives.answering)
        elif self._held:
            lives.enter(life, lives.receiving)
        elif life.phase is not lives.receiving:
            lives.enter(life, lives.idle)
