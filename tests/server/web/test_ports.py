"""Listening on a port."""

from __future__ import annotations

import asyncio
import errno
import socket

import pytest

from octavo.problems import Code, Problem
from octavo.server.web import ports
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


@pytest.mark.parametrize("strict", [False, True])
def test_a_port_that_windows_reserves_counts_as_taken(
    strict: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    listen = ports._listen

    def listen_above(families: list[tuple[int, str]], port: int) -> OpenPort:
        if port == 3000:
            error = PermissionError(errno.EACCES, "An attempt was made to access a socket")
            error.winerror = 10013  # type: ignore[attr-defined]  # as on Windows
            raise error
        return listen(families, 0)

    monkeypatch.setattr(ports, "_listen", listen_above)
    lines: list[str] = []
    answer = open_port("127.0.0.1", 3000, strict=strict, say=lines.append)
    if isinstance(answer, Problem):
        assert (strict, answer.code) == (True, Code.PORT_TAKEN)
    else:
        answer.sockets[0].close()
        assert (strict, lines) == (False, ["Port 3000 is already in use. Trying 3001 instead."])
