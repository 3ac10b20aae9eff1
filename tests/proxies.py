"""Runs the proxy against servers on this computer, under a guard that lets nothing else be called.

`Guard` sees every connection of the process at the lowest level Python has (an audit hook): it
raises on each that leaves the loopback device, and counts all.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import sys
import threading
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Iterable,
    Iterator,
    Mapping,
)
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Any, TypeVar

from octavo.builder.served.proxy_manifest import ProxyManifest, ProxyOperation, build_manifest
from octavo.builder.served.proxy_servers import build_server
from octavo.project.discover import load_project
from octavo.server.proxy.answer import read_parts
from octavo.server.proxy.forward import Proxy, build_proxy
from octavo.server.proxy.request import CONTENT_TYPE, MARK, ROUTE
from octavo.server.proxy.rules import (
    AllowedNet,
    ProxyLimits,
    ProxyRules,
    parse_allowed_net,
)
from octavo.server.web.asgi import Message, Scope
from octavo.server.web.rates import Rate
from octavo.site.load import load_site
from octavo.values import replace
from tests.patience import HANGS_AFTER

Result = TypeVar("Result")

API = "api.example.com"
"""A host that the stub resolver finds on this computer."""

QUICK = ProxyLimits(by_client=Rate(60_000, 10_000), to_origin=Rate(60_000, 10_000))
"""The usual limits, without those on how often one may ask."""


# --- the guard ----------------------------------------------------------------------------------


class OutsideError(Exception):
    """Something called an address that is not on this computer."""


@dataclass
class Guard:
    """Sees all connections while it is on."""

    is_on: bool = False
    called: list[tuple[str, int]] = field(default_factory=list)

    def see(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.is_on or event != "socket.connect":
            return
        connection, address = arguments
        if connection.family not in (socket.AF_INET, socket.AF_INET6):
            return
        host, port = str(address[0]), int(address[1])
        self.called.append((host, port))
        if not ip_address(host).is_loopback:
            raise OutsideError(f"{host}:{port} was called")


GUARD = Guard()
sys.addaudithook(GUARD.see)  # a hook stays for ever; it looks only while the guard is on


@contextlib.contextmanager
def guarded() -> Iterator[list[tuple[str, int]]]:
    """Gives the list of the connections that are made in the block; none leaves this computer."""
    GUARD.is_on, GUARD.called = True, []
    try:
        yield GUARD.called
    finally:
        GUARD.is_on = False
    assert all(ip_address(host).is_loopback for host, _ in GUARD.called), GUARD.called


# --- APIs that answer, well or badly --------------------------------------------------------------

Talk = Callable[[bytes, asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
"""Gets the head of a request, and the connection."""


@dataclass
class Upstream:
    """A server that does what a test says, and remembers what it was asked."""

    port: int
    requests: list[bytes] = field(default_factory=list)
    """The heads of the requests."""


@contextlib.asynccontextmanager
async def upstream(talk: Talk, host: str = "127.0.0.1", tls: Any = None) -> AsyncIterator[Upstream]:
    """Runs a server that answers each connection by `talk`."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            head = await reader.readuntil(b"\r\n\r\n")
            found.requests.append(head)
            await talk(head, reader, writer)
        with contextlib.suppress(OSError, RuntimeError):
            writer.close()

    server = await asyncio.start_server(serve, host, 0, limit=1 << 20, ssl=tls)
    found = Upstream(server.sockets[0].getsockname()[1])
    try:
        yield found
    finally:
        server.close()


@contextlib.contextmanager
def running_api(talk: Talk) -> Iterator[Upstream]:
    """Run an API in a separate thread."""
    ready = threading.Event()
    found: list[Any] = []

    async def run() -> None:
        async with upstream(talk) as api:
            done = asyncio.Event()
            found.extend([api, asyncio.get_running_loop(), done])
            ready.set()
            await done.wait()

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    assert ready.wait(HANGS_AFTER)
    api, loop, done = found
    try:
        yield api
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join(HANGS_AFTER)


def replying(reply: bytes) -> Talk:
    """Answers everything with some bytes."""

    async def talk(_: bytes, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(reply)
        await writer.drain()

    return talk


def response(body: bytes = b"", status: str = "200 OK", **headers: str) -> bytes:
    """Returns an answer."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


async def echo(head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answers with the body of the request."""
    length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
    writer.write(response(await reader.readexactly(int(length[1]) if length else 0)))
    await writer.drain()


# --- sites ----------------------------------------------------------------------------------------


def manifest_of(
    root: Path, document: Mapping[str, Any], settings: Mapping[str, Any] | None = None
) -> ProxyManifest:
    """Returns what the proxy of a small project may call."""
    root.mkdir(parents=True, exist_ok=True)
    site = {
        "name": "Site",
        "navigation": [{"group": "Start", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "api.json"}],
    }
    (root / "site.json").write_text(json.dumps({**site, **(settings or {})}))
    if not (root / "index.mdx").exists():
        (root / "index.mdx").write_text("Hello")
    (root / "api.json").write_text(json.dumps(document))
    loaded = load_site(load_project(str(root))[0])
    assert loaded.site is not None, loaded.problems
    return build_manifest(loaded.site)


def document_of(
    paths: Mapping[str, Any], servers: Iterable[str | Mapping[str, Any]] = (), **further: Any
) -> dict[str, Any]:
    """Returns an API document."""
    listed = [{"url": each} if isinstance(each, str) else dict(each) for each in servers]
    return {
        "openapi": "3.1.0",
        "info": {"title": "API", "version": "1"},
        "servers": listed,
        "paths": dict(paths),
        **further,
    }


USERS = {
    "/users/{id}": {
        "parameters": [{"name": "id", "in": "path", "required": True, "schema": {}}],
        "get": {"operationId": "users.get"},
        "post": {"operationId": "users.post"},
        "put": {"operationId": "users.put"},
    }
}


def manifest_for(*servers: str, path: str = "/users/{id}", **names: Any) -> ProxyManifest:
    """Returns what a proxy may call where one operation is documented, with all methods."""
    built = tuple(build_server({"url": url, "variables": []}) for url in servers)
    methods = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
    return ProxyManifest(
        {(method, path): (ProxyOperation(method, path, built, **names),) for method in methods}
    )


def server_of(api: Upstream, scheme: str = "http") -> str:
    """Returns the documented address of a server that runs."""
    return f"{scheme}://{API}:{api.port}"


def proxy_to(api: Upstream, manifest: ProxyManifest | None = None, **rules: Any) -> Proxy:
    """Returns a proxy that may call one server, which is found under the name of `API`."""
    found = finding({API: ["127.0.0.1"]})
    usual = ProxyRules(allow_nets=allow(api.port), resolve=found, limits=QUICK)
    return build_proxy(manifest or manifest_for(server_of(api)), replace(usual, **rules))


# --- asking ---------------------------------------------------------------------------------------


@dataclass
class Reply:
    """What the proxy answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def code(self) -> str:
        """The decision of a refusal."""
        if self.status == 200:
            return "forwarded"
        return str(json.loads(self.body)["code"])

    @property
    def message(self) -> str:
        return str(json.loads(self.body)["message"])

    @property
    def frames(self) -> list[tuple[bytes, bytes]]:
        return list(read_parts(self.body))

    @property
    def head(self) -> dict[str, Any]:
        kind, content = self.frames[0]
        assert kind == b"H"
        return dict(json.loads(content))

    @property
    def data(self) -> bytes:
        return b"".join(content for kind, content in self.frames if kind == b"D")

    @property
    def end(self) -> dict[str, Any]:
        kind, content = self.frames[-1]
        assert kind == b"E"
        return dict(json.loads(content))


def envelope(server: str, path: str = "/users/42", **further: Any) -> dict[str, Any]:
    """Returns the envelope of a request to the operation of `USERS`."""
    named = {"server": server, "method": "GET", "operation": "/users/{id}", "path": path}
    return {**named, **further}


def scope_of(length: int, headers: Mapping[str, str | None], **further: Any) -> Scope:
    """Returns a request in the form of the web server; a header that is None is left out."""
    usual: dict[str, str | None] = {
        "Host": "docs.test",
        "Origin": "http://docs.test",
        "Sec-Fetch-Site": "same-origin",
        "Content-Type": CONTENT_TYPE,
        "Content-Length": str(length),
        MARK: "1",
    }
    merged = {**usual, **headers}
    return {
        "type": "http",
        "method": "POST",
        "path": ROUTE,
        "query_string": b"",
        "client": ("127.0.0.1", 50_000),
        "headers": [
            (name.lower().encode(), value.encode("latin-1"))
            for name, value in merged.items()
            if value is not None
        ],
        **further,
    }


async def ask(
    proxy: Proxy,
    named: Mapping[str, Any] | bytes,
    body: bytes | list[bytes] = b"",
    headers: Mapping[str, str | None] | None = None,
    gone: asyncio.Event | None = None,
    keep: bool = True,
    heard: Callable[[bytes], object] = len,
    **scope: Any,
) -> Reply:
    """Sends one request through the proxy, in this process.

    When `gone` is set, the reader leaves; with `keep` false, bodies are thrown away; `heard` gets
    each piece of the answer as it comes.
    """
    line = named if isinstance(named, bytes) else json.dumps(named).encode() + b"\n"
    chunks = [line, *(body if isinstance(body, list) else [body])]
    waiting = [
        {"type": "http.request", "body": chunk, "more_body": n < len(chunks) - 1}
        for n, chunk in enumerate(chunks)
    ]
    reply = Reply(0, {}, b"")
    received = bytearray()

    async def receive() -> Message:
        if waiting:
            return waiting.pop(0)
        await (gone or asyncio.Event()).wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        await asyncio.sleep(0)
        if message["type"] == "http.response.start":
            reply.status = message["status"]
            reply.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            heard(message["body"])
            if keep or message["body"][:1] != b"D":
                received.extend(message["body"])

    length = sum(map(len, chunks))
    await proxy(scope_of(length, headers or {}, **scope), receive, send)
    reply.body = bytes(received)
    return reply


def allow(port: int) -> tuple[AllowedNet, ...]:
    """Lets the proxy call one server of a test."""
    return (parse_allowed_net(f"127.0.0.1:{port}"),)


def finding(answers: Mapping[str, list[str]]) -> Callable[[str, int], list[str]]:
    """Returns a resolver that knows some hosts and no others."""

    def resolve(host: str, _port: int) -> list[str]:
        if host not in answers:
            raise socket.gaierror(f"there is no {host}")
        return answers[host]

    return resolve


def run_alone(work: Coroutine[Any, Any, Result]) -> Result:
    """Run asynchronous work in a thread: browser tests leave an event loop in the main one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
