"""Speaks HTTP/1.1 with an API over a connection for one request.

Redirects are ordinary responses, bodies stay compressed, and a protocol error ends the connection.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator

import h11

from octavo.builder.served.refusals import Decision, RefusedError
from octavo.server.proxy.dial import Connection
from octavo.server.proxy.headers import RawHeaders
from octavo.values import Struct

_PIECE = 64 * 1024
_MOST_HEADERS = 1_000
_MOST_INTERIM = 16
"""The most interim responses, such as `100 Continue`."""


class BrokenAnswerError(Exception):
    """The rest of a response can't be read."""


class AnswerHead(Struct, frozen=True):
    """Status and headers of an API's response, with the API's spelling of names."""

    status: int
    reason: bytes
    headers: RawHeaders


class Wire:
    """One request to an API and its response."""

    def __init__(self, connection: Connection, head_bytes: int) -> None:
        self._reader, self._writer = connection
        self._head_bytes = head_bytes
        self._protocol = h11.Connection(h11.CLIENT, max_incomplete_event_size=head_bytes)

    def close(self) -> None:
        """Close the connection at once."""
        self._writer.transport.abort()

    async def send(
        self, method: str, target: str, headers: RawHeaders, body: AsyncIterator[bytes]
    ) -> None:
        """Send a request; the body follows in pieces."""
        await self._send(h11.Request(method=method, target=target, headers=headers))
        async for piece in body:
            await self._send(h11.Data(data=piece))
        await self._send(h11.EndOfMessage())

    async def read_head(self) -> AnswerHead:
        """Return the status and headers of the response."""
        try:
            for _ in range(_MOST_INTERIM):
                event = await self._read_event()
                if isinstance(event, h11.Response):
                    return self._read_head(event)
                if not isinstance(event, h11.InformationalResponse):
                    break
        except (OSError, h11.RemoteProtocolError) as error:
            raise _build_refusal() from error
        raise _build_refusal()

    async def read_body(self) -> AsyncGenerator[bytes]:
        """Yield the body of the response as it arrives."""
        try:
            while not isinstance(event := await self._read_event(), h11.EndOfMessage):
                if not isinstance(event, h11.Data):
                    raise BrokenAnswerError
                yield bytes(event.data)
        except (OSError, h11.RemoteProtocolError) as error:
            raise BrokenAnswerError from error

    def _read_head(self, event: h11.Response) -> AnswerHead:
        if event.http_version not in (b"1.0", b"1.1"):
            raise _build_refusal()
        headers = event.headers.raw_items()
        size = sum(len(name) + len(value) + 4 for name, value in headers)
        if size > self._head_bytes or len(headers) > _MOST_HEADERS:
            message = "The headers of the API's answer are too long."
            raise RefusedError(Decision.ANSWER_HEAD_TOO_LARGE, message)
        return AnswerHead(event.status_code, event.reason, headers)

    async def _send(self, event: h11.Request | h11.Data | h11.EndOfMessage) -> None:
        data = self._protocol.send(event)
        if data:
            self._writer.write(data)
            await self._writer.drain()

    async def _read_event(self) -> h11.Event | type[h11.PAUSED]:
        while True:
            event = self._protocol.next_event()
            if event is h11.PAUSED:
                return h11.PAUSED
            if not isinstance(event, type):
                return event
            self._protocol.receive_data(await self._reader.read(_PIECE))


def _build_refusal() -> RefusedError:
    message = "The API's answer cannot be read: it does not follow the rules of HTTP/1.1."
    return RefusedError(Decision.ANSWER_UNREADABLE, message)


async def end_task(task: asyncio.Task[None]) -> None:
    """Cancel a task and wait for its end, ignoring its error."""
    task.cancel()
    await asyncio.wait((task,))
    if not task.cancelled():
        task.exception()  # asyncio reports errors that no code has read.
