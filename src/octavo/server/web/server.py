"""The HTTP front of everything that is served: uvicorn, which by itself lets too much through.

A request that can be read in two ways is refused, because somebody between us and the reader may
have read it the other way. Requests of one connection are read one after the other, each when the
one before is answered and the client has taken the answer. How long all that may last, and how many
connections there may be, is for `connections`.
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
"""Bytes that the line of a request and its headers may have together."""
MOST_HEADERS = 200
BACKLOG = 2048
"""How many connections may wait to be taken up."""
_ACCEPTED_AT_ONCE = 32
"""How many of them some event loops take before they do anything else."""
_END = b"\r\n\r\n"
_MOST_UNNOTICED = 1 << 14
"""Bytes that may wait for a client until something is done about it."""


def build_web_server(app: Any, request_seconds: float = REQUEST_SECONDS) -> uvicorn.Server:
    """Return a server for an application (ASGI) that trusts no header and logs nothing.

    It is for one person, all of whose connections may come from one address.
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
    """Tell mistakes of ours from what clients send, and from what ends with its server."""
    is_ended = record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError)
    is_caused_by_clients = record.levelno < logging.ERROR
    return not (is_ended or is_caused_by_clients or "graceful shutdown exceeded" in str(record.msg))


class ListeningServer(uvicorn.Server):
    """It has room for more connections to wait than are taken at once."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(BACKLOG)


class DrainingServer(ListeningServer):
    """Told to end, it still takes requests for a while, then answers those under way, and ends.

    Told again, it ends at once.
    """

    def __init__(self, config: uvicorn.Config, drain_delay: float) -> None:
        super().__init__(config)
        self._drain_delay = drain_delay
        self._ends_at: float | None = None

    @property
    def is_ending(self) -> bool:
        """Whether it was told to end."""
        return self._ends_at is not None

    def end(self) -> None:
        """Begin to end; whoever sends requests should send them elsewhere."""
        if self._ends_at is None:
            self._ends_at = time.monotonic() + self._drain_delay

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Take a signal that asks the process to end. That it came is no failure."""
        if self.is_ending:
            self.should_exit = self.force_exit = True
        self.end()

    async def on_tick(self, counter: int) -> bool:
        """Look, several times a second, whether it is time to end."""
        if self._ends_at is not None and time.monotonic() >= self._ends_at:
            self.should_exit = True
        return await super().on_tick(counter)


class _GuardedProtocol(HttpToolsProtocol):
    """A connection that takes plain requests only, one after the other, each within its time.

    What a method raises while the parser calls it becomes an answer 400, and the connection ends.
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
        """What came in while the request before it is being answered, or half a line."""
        self._refusal = b"400 Bad Request"

    # --- what the event loop calls ---

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

    # --- one request after the other ---

    def _read(self, data: bytes) -> None:
        """Give the parser at most one request, and hold what follows until that is answered."""
        while data and not self.transport.is_closing():
            if not self._is_coming_in:
                if data.startswith(b"\r\n"):  # some send one too many after a body
                    data = data[2:]
                is_ahead = self.flow.write_paused or self._is_answering()
                if is_ahead or not (PLAIN_LINE(data) or self._may_become_line(data)):
                    self._hold(data, is_ahead=is_ahead)
                    return
            piece = self._cut(data)
            super().data_received(piece)
            if self._is_in_head:
                # A header is told when it is complete, so one without an end is counted here.
                self._head_bytes += len(piece)
                if self._head_bytes > 2 * LONGEST_HEAD:
                    self.send_400_response("The head of the request is too long.")
            data = data[len(piece) :]
            if data and not self._is_coming_in and not self.transport.is_closing():
                self._hold(data, is_ahead=True)
                self._plan_to_go_on()
                return

    def _cut(self, data: bytes) -> bytes:
        """Return as much as cannot reach into the next request."""
        if self._body_left:
            piece = data[: self._body_left]
            self._body_left -= len(piece)
            return piece
        before = self._last_bytes
        start = (before + data).find(_END)  # of a head, or of a body in chunks
        piece = data if start < 0 else data[: start + 4 - len(before)]
        self._last_bytes = b"" if start >= 0 else (before + piece)[-3:]
        return piece

    def _may_become_line(self, data: bytes) -> bool:
        """Answer what can never be the line of a request; there is no whole one, in any case."""
        if b"\n" in data or len(data) > LONGEST_HEAD or not may_begin_line(data):
            self.send_400_response("This is no request.")
        return False

    def _hold(self, data: bytes, *, is_ahead: bool = False) -> None:
        """Keep what cannot be read yet; a client that is ahead has to wait with more."""
        if self._life is None or self.transport.is_closing():
            data = b""
        self._held = data
        if self._life is not None and self._lives.hold(self._life, len(data)) and data and is_ahead:
            self.flow.pause_reading()

    def _plan_to_go_on(self) -> None:
        """Read what is held in the next turn, so that others have theirs before."""
        if self._held:
            self.loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        if self._held and not self.transport.is_closing():
            self.flow.resume_reading()
            self.data_received(b"")

    def on_response_complete(self) -> None:
        """Go on, in place of what uvicorn does: requests never wait in a line of its own."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        if not self._held:
            self.flow.resume_reading()
        self._settle()
        self._plan_to_go_on()

    # --- what the parser calls ---

    def on_message_begin(self) -> None:
        """Begin a request; what uvicorn needs for an application is made when one is asked."""
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
        super().on_message_begin()  # makes the scope, and forgets these
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
        """Return an answer that can be sent at once; nothing waits before it."""
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
        if headers is not self._date_headers:  # they are made anew each second
            self._date_headers = headers
            self._date = b"".join(name + b": " + value + b"\r\n" for name, value in headers)
        end = b"\r\n" if self._stays_open else b"connection: close\r\n\r\n"
        self.transport.writelines((answer.head, self._date, end, answer.body))
        self.server_state.total_requests += 1
        if not self._stays_open:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request, and end."""
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
        cycle: RequestResponseCycle | None = self.cycle  # there is none before the first request
        return cycle is not None and not cycle.response_complete

    def _settle(self) -> None:
        """Enter the phase that the connection is in now."""
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
