"""Listening on a port."""

from __future__ import annotations

import asyncio
import socket

from octavo.server.web.ports import OpenPort, open_port


def test_what_is_sent_leaves_at_once() -> None:
    # Else the end of an answer waits, 40 ms as a rule, until the reader says that it got the rest.
    listening = open_port("127.0.0.1", 0, strict=True, say=lambda _line: None)
    assert isinstance(listening, OpenPort)

    async def connect() -> int:
        told: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def look(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connection = writer.get_extra_info("socket")
            told.set_result(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        server = await asyncio.start_server(look, sock=listening.sockets[0])
        async with server:
            _, writer = await asyncio.open_connection("127.0.0.1", listening.port)
            sends_at_once = await told
            writer.close()
            await writer.wait_closed()
        return sends_at_once

    assert asyncio.run(connect())
