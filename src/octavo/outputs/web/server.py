"""The HTTP front of everything that is served: uvicorn, which by itself lets too much through.

A request that can be read in two ways is refused, because somebody between us and the reader may
have read it the other way. A request that does not come in whole within its time ends with its
connection, however steadily its bytes drip, and so does one whose head is too long.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

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


def build_draining_server(app: Any, drain_delay: float, drain_seconds: int) -> DrainingServer:
    """Return a server that ends without losing a request."""
    return DrainingServer(_build_config(app, REQUEST_SECONDS, drain_seconds), drain_delay)


def _build_config(app: Any, request_seconds: float, drain_seconds: int) -> uvicorn.Config:
    protocol: Any = partial(_GuardedProtocol, request_seconds=request_seconds)
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

    def __init__(self, *arguments: Any, request_seconds: float, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._request_seconds = request_seconds
        self._deadline: asyncio.TimerHandle | None = None
        self._is_in_head = False
        self._head_bytes = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._await_request()

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

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_in_head, self._head_bytes = True, 0
        self._await_request()

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > MOST_HEADERS:
            raise ValueError("there are too many headers")

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > LONGEST_HEAD:
            raise ValueError("the head is too long")
        if sum(name == b"host" for name, _ in self.headers) != 1:
            raise ValueError("a request names exactly one host")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._end_watch()
        if self.cycle.response_complete:  # the answer did not wait for the body
            self._await_request()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.pipeline and not self._is_in_head:
            self._await_request()

    def _await_request(self) -> None:
        """Give the request that comes next, or is coming in, its time."""
        if self._deadline is None:
            self._deadline = self.loop.call_later(self._request_seconds, self.transport.abort)

    def _end_watch(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
