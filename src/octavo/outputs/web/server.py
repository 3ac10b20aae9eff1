"""The HTTP front of everything that is served: uvicorn, which by itself lets too much through.

A request that says its length in two ways is refused, because somebody between us and the reader
may have believed the other one. A request that does not come in whole within its time ends with
its connection, however steadily its bytes drip.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 35.0
"""How long a request may take to come in, counted from when it could have begun."""

_UNFINISHED = (h11.IDLE, h11.SEND_BODY)


def build_web_server(app: Any, request_seconds: float = REQUEST_SECONDS) -> uvicorn.Server:
    """Return a server for an application (ASGI) that trusts no header and logs nothing."""
    protocol: Any = partial(_GuardedProtocol, request_seconds=request_seconds)
    return uvicorn.Server(
        uvicorn.Config(
            app,
            http=protocol,
            loop="asyncio",
            ws="none",
            lifespan="off",
            interface="asgi3",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=2,
        )
    )


class _StrictConnection(h11.Connection):
    """Reads requests that can be read in one way only, and counts those that came in whole."""

    complete_requests = 0

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            names = {name for name, _ in event.headers}
            if {b"content-length", b"transfer-encoding"} <= names:
                raise h11.RemoteProtocolError("the length of the request is said in two ways")
        elif isinstance(event, h11.EndOfMessage):
            self.complete_requests += 1
        return event


class _GuardedProtocol(H11Protocol):
    """A connection that ends when a request takes too long to come in."""

    def __init__(self, *arguments: Any, request_seconds: float, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn: _StrictConnection = _StrictConnection(h11.SERVER)
        self._request_seconds = request_seconds
        self._deadline: asyncio.TimerHandle | None = None
        self._complete_requests = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._watch_request()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch_request()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_watch()
        super().connection_lost(exc)

    def _watch_request(self) -> None:
        """Start the clock for the request that is coming in; each request has its own."""
        if self.conn.complete_requests != self._complete_requests:
            self._complete_requests = self.conn.complete_requests
            self._end_watch()
        if self._deadline is None and self.conn.their_state in _UNFINISHED:
            self._deadline = self.loop.call_later(self._request_seconds, self.transport.abort)

    def _end_watch(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
