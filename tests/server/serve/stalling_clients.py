"""Clients that stall: python -m tests.server.serve.stalling_clients KIND PORT NUMBER PATH

Each of them comes back when the server has closed its connection. They end with standard input.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import socket
import sys
from collections.abc import Awaitable, Callable

REST_SECONDS = 2.0
"""Between the end of a connection and the next one: who connects all the time does not stall."""
_ADDRESSES = 40
_HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"

Act = Callable[[asyncio.AbstractEventLoop, socket.socket, bytes], Awaitable[None]]


async def begin_head(loop: asyncio.AbstractEventLoop, client: socket.socket, _path: bytes) -> None:
    await loop.sock_sendall(client, _HEAD + b"X-Long: ")
    await loop.sock_recv(client, 1)


async def take_nothing(loop: asyncio.AbstractEventLoop, client: socket.socket, path: bytes) -> None:
    await loop.sock_sendall(client, b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % path)
    await _wait_for_end(loop, client, b"")


async def take_drops(loop: asyncio.AbstractEventLoop, client: socket.socket, path: bytes) -> None:
    await loop.sock_sendall(client, b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % path)
    while await loop.sock_recv(client, 1):
        await asyncio.sleep(1)


async def pour_requests(
    loop: asyncio.AbstractEventLoop, client: socket.socket, path: bytes
) -> None:
    requests = b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % path * 2_000
    while True:
        await loop.sock_sendall(client, requests)


async def drip_body(loop: asyncio.AbstractEventLoop, client: socket.socket, _path: bytes) -> None:
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
    await loop.sock_sendall(client, head)
    await _wait_for_end(loop, client, b"a")


async def _wait_for_end(
    loop: asyncio.AbstractEventLoop, client: socket.socket, drop: bytes
) -> None:
    """Send a drop each second; without one, wait until the system notices the end."""
    while True:
        await asyncio.sleep(1)
        if drop:
            await loop.sock_sendall(client, drop)
        elif client.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            return


KINDS: dict[str, Act] = {
    "half-open": begin_head,
    "never-reading": take_nothing,
    "drip-reading": take_drops,
    "pipelining": pour_requests,
    "slow-body": drip_body,
}


async def stall(act: Act, port: int, path: bytes, addresses: itertools.cycle[str]) -> None:
    """Connect and stall, again and again."""
    loop = asyncio.get_running_loop()
    while True:
        with socket.socket() as client, contextlib.suppress(OSError):
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.setblocking(False)
            with contextlib.suppress(OSError):  # some systems have an additional address
                client.bind((next(addresses), 0))
            await loop.sock_connect(client, ("127.0.0.1", port))
            await act(loop, client, path)
        await asyncio.sleep(REST_SECONDS * random.uniform(0.5, 1.5))  # not all at once


async def main(kind: str, port: int, number: int, path: bytes) -> None:
    kind, _, where = kind.partition("@")
    many = [f"127.0.0.{last}" for last in range(2, 2 + _ADDRESSES)]
    addresses = itertools.cycle(many if where else ["127.0.0.1"])
    clients = [
        asyncio.create_task(stall(KINDS[kind], port, path, addresses)) for _ in range(number)
    ]
    await asyncio.sleep(1)  # until they are there
    print("stalling", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for client in clients:
        client.cancel()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4].encode()))
