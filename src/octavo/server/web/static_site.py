"""Answers requests for the files of a site, for the preview and the server.

A request's path is a lookup key, and never joined to a folder. So requests can only reach files of
the site.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol
from urllib.parse import quote

from octavo.builder.served.file_headers import ALWAYS, NOT_KEPT, REVALIDATED
from octavo.builder.served.locations import (
    Redirect,
    build_location,
    has_controls,
)
from octavo.server.web.asgi import Headers, Message, Scope, Send, has_left, read_header
from octavo.site.urls import LONGEST_URL
from octavo.values import Struct, field

_METHODS = ("GET", "HEAD")
_FOR_ALL = frozenset({"public", "private"})
_PIECE = 1 << 16
"""The most bytes of a large file in memory for each client."""
_IN_PATH = "/:@!$&'()*+,;=~"
_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


class Stream(Struct, frozen=True):
    """Content that is sent in pieces: `open` returns a descriptor, or None if the file is gone."""

    open: Callable[[], int | None]


class ServedFile(Struct, frozen=True):
    """A file of the site, ready to be sent."""

    content: bytes | Stream
    content_type: str
    etag: str
    """The entity tag, including its quotes."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Headers of this file only, such as a policy."""
    cache: str = REVALIDATED


class ReadyAnswer(Struct, frozen=True):
    """An answer that the connection can send without the application."""

    head: bytes
    """The status and the headers, without the date."""
    body: bytes


FindReady = Callable[[bytes, Sequence[tuple[bytes, bytes]], int], ReadyAnswer | None]
"""Returns the answer to a GET, by its address, its headers and its port."""


class StaticSite(Protocol):
    """A site whose files can be looked up by their output, such as `guides/index.html`."""

    def has(self, output: str) -> bool:
        """Tell whether a page exists."""

    async def load(self, output: str) -> ServedFile | None:
        """Return a file; None if it doesn't exist."""

    def find_redirect(self, url: str) -> Redirect | None:
        """Return the target of a URL without a file."""

    async def load_not_found(self) -> ServedFile | None:
        """Return the page for missing paths."""


async def serve_file(
    scope: Scope, send: Send, site: StaticSite, extra: Headers = (), base_path: str = ""
) -> None:
    """Answer a request; `extra` headers go with every answer.

    Paths outside `base_path` are not found.
    """
    always = (*ALWAYS, *extra)
    refusal = refuse_address(scope)
    if refusal is not None:
        await send_text(send, *refusal, always)
        return
    if scope["method"] not in _METHODS:
        await send_text(
            send, 405, "Only GET and HEAD are answered.", (*always, ("Allow", "GET, HEAD"))
        )
        return
    path = find_inner_path(scope, base_path)
    answer = None if path is None else await find_answer(path, site, base_path)
    if isinstance(answer, Redirect):
        await _send_redirect(scope, send, answer, always)
    elif answer is not None:
        await _send_file(scope, send, answer, always)
    else:
        await _send_not_found(send, await site.load_not_found(), always)


def refuse_address(scope: Scope) -> tuple[int, str] | None:
    """Return the status and the reason for an address that is refused without a lookup."""
    raw_path = scope.get("raw_path") or scope["path"].encode()  # Some servers don't set it.
    if len(raw_path) + len(scope["query_string"]) > LONGEST_URL:
        return 414, "This address is too long."
    if has_controls(scope["path"]):
        return 400, "No address has control characters."
    return None


def find_root_path(scope: Scope) -> str:
    """Return the path of this application in the one around it; empty without one."""
    path: str = scope.get("root_path", "").strip("/")
    return f"/{path}" if path else ""


def find_inner_path(scope: Scope, base_path: str) -> str | None:
    """Return the path of a request inside a base path; None if it is elsewhere.

    An application around this one sets `root_path` to the path of this application.
    """
    path: str = scope["path"]
    root = find_root_path(scope)
    if root and not f"{path}/".startswith(f"{root}/"):
        path = root + path
    return path[len(base_path) :] if f"{path}/".startswith(f"{base_path}/") else None


async def find_answer(
    path: str, site: StaticSite, base_path: str = ""
) -> ServedFile | Redirect | None:
    """Return the file at a path inside a base path, or its redirect."""
    if not path:
        return Redirect(quote(f"{base_path}/", safe=_IN_PATH), permanent=True)
    output = find_output(path)
    if output is None:
        return None
    file = await site.load(output)
    if file is not None:
        return file
    if not path.endswith("/") and site.has(f"{output}/index.html"):
        return Redirect(quote(f"{base_path}/{output}/", safe=_IN_PATH), permanent=True)
    return site.find_redirect(f"/{output}".removesuffix("/index.html").rstrip("/") or "/")


def find_output(path: str) -> str | None:
    """Return the output for a decoded path; None if the path is invalid."""
    if not path.startswith("/"):
        return None
    name = path[1:] if path.isascii() else unicodedata.normalize("NFC", path[1:])
    return f"{name}index.html" if not name or name.endswith("/") else name


# --- answers ------------------------------------------------------------------------------------


async def send_text(send: Send, status: int, text: str, headers: Headers = ()) -> None:
    """Send a line of plain text."""
    always = (("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", NOT_KEPT), *headers)
    await send_body(send, status, always, text.encode())


async def send_json(send: Send, value: Mapping[str, Any]) -> None:
    """Send a value that may change with each request."""
    headers = (("Content-Type", "application/json"), ("Cache-Control", NOT_KEPT), *ALWAYS)
    await send_body(send, 200, headers, json.dumps(value).encode())


async def send_page(
    send: Send, status: int, html: bytes, headers: Mapping[str, str], always: Headers
) -> None:
    """Send a page instead of a missing one."""
    own = (("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", NOT_KEPT))
    await send_body(send, status, (*own, *headers.items(), *always), html)


async def _send_redirect(scope: Scope, send: Send, redirect: Redirect, always: Headers) -> None:
    location = build_location(redirect, scope.get("query_string", b""))
    headers = (("Location", location), ("Cache-Control", NOT_KEPT), *always)
    await send_body(send, 308 if redirect.permanent else 307, headers, b"")


async def _send_not_found(send: Send, page: ServedFile | None, always: Headers) -> None:
    if page is None or not isinstance(page.content, bytes):
        await send_text(send, 404, "There is nothing here.", always)
    else:
        await send_page(send, 404, page.content, page.headers, always)


async def _send_file(scope: Scope, send: Send, file: ServedFile, always: Headers) -> None:
    headers = _list_headers(file, always)
    if _is_current(read_header(scope, "If-None-Match"), file.etag):
        await send_body(send, 304, headers, None)
        return
    headers = (("Content-Type", file.content_type), ("Accept-Ranges", "bytes"), *headers)
    if isinstance(file.content, Stream):
        await _send_stream(scope, send, file.etag, headers, file.content)
    else:
        size = len(file.content)
        status, part, headers = _choose_part(scope, file.etag, size, headers)
        body = file.content if len(part) == size else file.content[part.start : part.stop]
        await send_body(send, status, headers, body, is_head=scope["method"] == "HEAD")


def _list_headers(file: ServedFile, always: Headers) -> Headers:
    """Return the headers of every answer about a file, including answers without content."""
    return (
        ("ETag", file.etag),
        ("Cache-Control", file.cache),
        *file.headers.items(),
        *always,
    )


def render_head(file: ServedFile, size: int) -> bytes:
    """Return the status line and headers of an answer with a whole file, without their end."""
    headers = (
        ("Content-Type", file.content_type),
        ("Accept-Ranges", "bytes"),
        *_list_headers(file, ALWAYS),
        ("Content-Length", str(size)),
    )
    lines = (f"{name.lower()}: {value}\r\n" for name, value in headers)
    return ("HTTP/1.1 200 OK\r\n" + "".join(lines)).encode("latin-1")


def _is_current(header: str | None, etag: str) -> bool:
    """Tell whether the reader has this state of the file (RFC 9110, 13.1.2)."""
    etags = [each.strip().removeprefix("W/") for each in (header or "").split(",")]
    return etag.removeprefix("W/") in etags or "*" in etags


async def _send_stream(
    scope: Scope, send: Send, etag: str, headers: Headers, stream: Stream
) -> None:
    descriptor = await asyncio.to_thread(stream.open)
    if descriptor is None:
        await send_text(send, 404, "This file is gone.", ALWAYS)
        return
    with open(descriptor, "rb", buffering=0) as file:
        size = os.fstat(descriptor).st_size
        status, part, headers = _choose_part(scope, etag, size, headers)
        await _start(send, status, (*headers, ("Content-Length", str(len(part)))))
        file.seek(part.start)
        remaining = 0 if scope["method"] == "HEAD" else len(part)
        while remaining > 0 and not has_left(scope):
            piece = await asyncio.to_thread(file.read, min(remaining, _PIECE))
            if not piece:
                return  # The file became shorter meanwhile, so the connection is closed.
            remaining -= len(piece)
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


def _choose_part(
    scope: Scope, etag: str, size: int, headers: Headers
) -> tuple[int, range, Headers]:
    """Return the status and the bytes to send: one part if exactly one is requested, else all."""
    match = _RANGE.fullmatch(read_header(scope, "Range") or "")
    condition = read_header(scope, "If-Range")
    if match is None or match.groups() == ("", "") or condition not in (None, etag):
        return 200, range(size), headers
    first, last = match.groups()
    if first:
        part = range(int(first), min(size, int(last) + 1) if last else size)
    else:
        part = range(max(0, size - int(last)), size)
    if not part:
        return 416, range(0), (*headers, ("Content-Range", f"bytes */{size}"))
    return 206, part, (*headers, ("Content-Range", f"bytes {part[0]}-{part[-1]}/{size}"))


def keep_private(send: Send) -> Send:
    """Return a `send` that marks answers as private, so that shared caches don't store them."""

    async def send_privately(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [each for each in message["headers"] if each[0].lower() != b"cache-control"]
            rules = [
                rule.strip().lower()
                for name, value in message["headers"]
                if name.lower() == b"cache-control"
                for rule in value.decode("latin-1").split(",")
            ]
            if "no-store" not in rules:
                rules = ["private", *(each for each in rules if each not in _FOR_ALL)]
            cache = (b"cache-control", ", ".join(rules).encode("latin-1"))
            message = {**message, "headers": [*headers, cache]}
        await send(message)

    return send_privately


async def send_body(
    send: Send, status: int, headers: Headers, body: bytes | None, *, is_head: bool = False
) -> None:
    """Send a complete answer; without its body for HEAD."""
    if body is not None:
        headers = (*headers, ("Content-Length", str(len(body))))
    await _start(send, status, headers)
    await send({"type": "http.response.body", "body": b"" if is_head else body or b""})


async def _start(send: Send, status: int, headers: Iterable[tuple[str, str]]) -> None:
    encoded = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]
    await send({"type": "http.response.start", "status": status, "headers": encoded})
