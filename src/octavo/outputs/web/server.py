"""The HTTP front of everything that is served: uvicorn, which by itself lets too much through.

A request that can be read in two ways is refused, because somebody between us and the reader may
have read it the other way. A request that does not come in whole within its time ends with its
connection, however steadily its bytes drip, and so does one whose head is too long.
"""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from octavo.outputs.web.static_site import FindReady, ReadyAnswer

REQUEST_SECONDS = 35.0
"""How long a request may take to come in, counted from when it could have begun."""
LONGEST_HEAD = 64 * 1024
"""Bytes that the line of a request and its headers may have together."""
MOST_HEADERS = 200
BACKLOG = 2048
"""How many connections may wait to be taken up."""


def build_web_server(app: Any, request_seconds: float = REQUEST_SECONDS) -> uvicorn.Server:
    """Return a server for an application (ASGI) that trusts no header and logs nothing."""
    return uvicorn.Server(_build_config(app, request_seconds, drain_seconds=2))


def build_draining_server(
    app: Any, drain_delay: float, drain_seconds: int, find_ready: FindReady
) -> DrainingServer:
    """Return a server that ends without losing a request."""
    config = _build_config(app, REQUEST_SECONDS, drain_seconds, find_ready)
    return DrainingServer(config, drain_delay)


def _build_config(
    app: Any, request_seconds: float, drain_seconds: int, find_ready: FindReady | None = None
) -> uvicorn.Config:
    logging.getLogger("uvicorn.error").addFilter(_is_worth_telling)
    protocol: Any = partial(
        _GuardedProtocol, request_seconds=request_seconds, find_ready=find_ready
    )
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
        backlog=BACKLOG,
        timeout_graceful_shutdown=drain_seconds,
    )


def _is_worth_telling(record: logging.LogRecord) -> bool:
    """Tell what goes wrong from requests that end with their server, as whoever ended it wanted."""
    is_ended = record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError)
    return not is_ended and "graceful shutdown exceeded" not in str(record.msg)


class DrainingServer(uvicorn.Server):
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
    """A connection that takes plain requests only, each within its time and size.

    What a method raises while the parser calls it becomes an answer 400, and the connection ends.
    """

    def __init__(
        self,
        *arguments: Any,
        request_seconds: float,
        find_ready: FindReady | None = None,
        **options: Any,
    ) -> None:
        super().__init__(*arguments, **options)
        self._request_seconds = request_seconds
        self._find_ready = find_ready
        self._ready: ReadyAnswer | None = None
        self._stays_open = True
        self._deadline: asyncio.TimerHandle | None = None
        self._is_in_head = False
        self._is_coming_in = False
        self._head_bytes = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_watch()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_in_head:
            # A header is told when it is complete, so one without an end is counted here.
            self._head_bytes += len(data)
            if self._head_bytes > 2 * LONGEST_HEAD and not self.transport.is_closing():
                self.send_400_response("The head of the request is too long.")
        self._watch()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_coming_in = self._is_in_head = True
        self._head_bytes = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > MOST_HEADERS:
            raise ValueError("there are too many headers")

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        size, hosts = len(self.url), 0
        for name, value in self.headers:
            size += len(name) + len(value) + 4
            hosts += name == b"host"
        if size > LONGEST_HEAD:
            raise ValueError("the head is too long")
        if hosts != 1:
            raise ValueError("a request names exactly one host")
        self._ready = self._look_for_ready() if self._find_ready else None
        if self._ready is None:
            super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._is_coming_in = False
        self._end_watch()
        if self._ready is None:
            super().on_message_complete()
        else:
            self._send_ready(self._ready)

    def _look_for_ready(self) -> ReadyAnswer | None:
        """Return an answer that can be sent at once: nothing waits before it or after it."""
        assert self._find_ready is not None  # noqa: S101 (the caller has looked)
        is_plain = self.parser.get_method() == b"GET" and self.parser.get_http_version() == "1.1"
        if not is_plain or self._is_answering() or self.pipeline or self.flow.write_paused:
            return None
        self._stays_open = self.parser.should_keep_alive()
        return self._find_ready(self.url, self.headers, self.server[1] or 0 if self.server else 0)

    def _send_ready(self, answer: ReadyAnswer) -> None:
        self._ready = None
        date = b"".join(
            name + b": " + value + b"\r\n" for name, value in self.server_state.default_headers
        )
        end = b"\r\n" if self._stays_open else b"connection: close\r\n\r\n"
        self.transport.writelines((answer.head, date, end, answer.body))
        self.server_state.total_requests += 1
        if self._stays_open:
            self._unset_keepalive_if_required()
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )
        else:
            self.transport.close()

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # there is none before the first request
        return cycle is not None and not cycle.response_complete

    def _watch(self) -> None:
        """Give a request that is coming in, or has not begun, its time, if nothing else does."""
        is_waiting = self._is_coming_in or not self._is_answering()
        if self._deadline is None and self.timeout_keep_alive_task is None and is_waiting:
            self._deadline = self.loop.call_later(self._request_seconds, self.transport.abort)

    def _end_watch(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
