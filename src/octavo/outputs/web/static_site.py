"""Answers requests for the files of a site: the one rule behind the preview and the server.

A request's path is a key that is looked up, never a path that is joined to a folder. What a site
does not hold cannot be asked for, however the request spells it.
"""

from __future__ import annotations

import asyncio
import os
import re
import unicodedata
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from typing import Any, Protocol
from urllib.parse import quote

from octavo.site.urls import LONGEST_URL
from octavo.values import dataclass, field

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = tuple[tuple[str, str], ...]

REVALIDATED = "no-cache"
"""May be kept, and is asked for again each time."""
NOT_KEPT = "no-store"

ALWAYS: Headers = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "strict-origin-when-cross-origin"),
)
_METHODS = ("GET", "HEAD")
_PIECE = 1 << 18
_IN_LOCATION = "/:@!$&'()*+,;=~?#[]%"
_IN_PATH = "/:@!$&'()*+,;=~"
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


@dataclass(frozen=True, slots=True)
class Stream:
    """Content that is sent in pieces: `open` gives a descriptor, or None when it cannot be had."""

    open: Callable[[], int | None]


@dataclass(frozen=True, slots=True)
class Found:
    """A file of the site, ready to be sent."""

    content: bytes | Stream
    content_type: str
    etag: str
    """In its quotes."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """What this file needs beside the usual, such as a policy."""
    cache: str = REVALIDATED


@dataclass(frozen=True, slots=True)
class Moved:
    """Where a path leads that has no file; `location` is a path of the site or a whole address."""

    location: str
    permanent: bool


class StaticSite(Protocol):
    """A site whose files can be looked up by their output, such as `guides/index.html`."""

    def has(self, output: str) -> bool:
        """Tell whether there is such a page."""

    async def load(self, output: str) -> Found | None:
        """Return a file; None when it is not there, or is gone."""

    def redirect(self, url: str) -> Moved | None:
        """Return where a url without a file leads."""

    async def load_not_found(self) -> Found | None:
        """Return the page for paths that lead nowhere."""


async def serve_file(scope: Scope, send: Send, site: StaticSite, extra: Headers = ()) -> None:
    """Answer a request; `extra` headers go with every answer."""
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
    found = await find_answer(scope["path"], site)
    if isinstance(found, Moved):
        await _send_redirect(scope, send, found, always)
    elif found is not None:
        await _send_found(scope, send, found, always)
    else:
        await _send_not_found(send, await site.load_not_found(), always)


def refuse_address(scope: Scope) -> tuple[int, str] | None:
    """Return the status and the reason when nobody should even look at what is asked for."""
    if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_URL:
        return 414, "This address is too long."
    if _CONTROL.search(scope["path"]):
        return 400, "No address has control characters."
    return None


async def find_answer(path: str, site: StaticSite) -> Found | Moved | None:
    """Return what stands at a path: a file, the way to one, or nothing."""
    output = output_of(path)
    if output is None:
        return None
    found = await site.load(output)
    if found is not None:
        return found
    if not path.endswith("/") and site.has(f"{output}/index.html"):
        return Moved(quote(f"/{output}/", safe=_IN_PATH), permanent=True)
    return site.redirect(f"/{output.removesuffix('index.html').rstrip('/')}")


def output_of(path: str) -> str | None:
    """Return the file that a decoded path means; None for what is no path at all."""
    if not path.startswith("/"):
        return None
    name = path[1:] if path.isascii() else unicodedata.normalize("NFC", path[1:])
    return f"{name}index.html" if not name or name.endswith("/") else name


def location_of(moved: Moved, query: bytes) -> str:
    """Return the value of the `Location` header; only a whole address leaves the site."""
    location = moved.location
    if not location.lower().startswith(("http://", "https://", "mailto:", "tel:")):
        location = "/" + location.lstrip("/\\")
    if query and "?" not in location and "#" not in location:
        location += "?" + query.decode("latin-1")
    return quote(location, safe=_IN_LOCATION)


def header_of(scope: Scope, name: str) -> str | None:
    """Return a header of a request; several of one name are one list."""
    wanted = name.lower().encode()
    values = [value.decode("latin-1") for key, value in scope["headers"] if key == wanted]
    return ", ".join(values) if values else None


# --- sending ------------------------------------------------------------------------------------


async def send_text(send: Send, status: int, text: str, headers: Headers = ()) -> None:
    """Answer with a line of plain text."""
    always = (("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", NOT_KEPT), *headers)
    await _send(send, status, always, text.encode())


async def send_page(
    send: Send, status: int, html: bytes, headers: Mapping[str, str], always: Headers
) -> None:
    """Answer with a page that stands for what is not there."""
    own = (("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", NOT_KEPT))
    await _send(send, status, (*own, *headers.items(), *always), html)


async def _send_redirect(scope: Scope, send: Send, moved: Moved, always: Headers) -> None:
    location = location_of(moved, scope.get("query_string", b""))
    headers = (("Location", location), ("Cache-Control", NOT_KEPT), *always)
    await _send(send, 308 if moved.permanent else 307, headers, b"")


async def _send_not_found(send: Send, page: Found | None, always: Headers) -> None:
    if page is None or not isinstance(page.content, bytes):
        await send_text(send, 404, "There is nothing here.", always)
    else:
        await send_page(send, 404, page.content, page.headers, always)


async def _send_found(scope: Scope, send: Send, found: Found, always: Headers) -> None:
    headers: Headers = (
        ("ETag", found.etag),
        ("Cache-Control", found.cache),
        *found.headers.items(),
        *always,
    )
    if _is_known(header_of(scope, "If-None-Match"), found.etag):
        await _send(send, 304, headers, None)
        return
    headers = (("Content-Type", found.content_type), *headers)
    if isinstance(found.content, Stream):
        await _send_stream(scope, send, found, headers, found.content)
    else:
        await _send(send, 200, headers, found.content)


def _is_known(header: str | None, etag: str) -> bool:
    """Tell whether the reader has this state of the file (RFC 9110, 13.1.2)."""
    known = [each.strip().removeprefix("W/") for each in (header or "").split(",")]
    return etag.removeprefix("W/") in known or "*" in known


async def _send_stream(
    scope: Scope, send: Send, found: Found, headers: Headers, stream: Stream
) -> None:
    descriptor = await asyncio.to_thread(stream.open)
    if descriptor is None:
        await send_text(send, 404, "This file is gone.", ALWAYS)
        return
    with open(descriptor, "rb", buffering=0) as file:
        size = os.fstat(descriptor).st_size
        status, part, headers = _choose_part(scope, found.etag, size, headers)
        await _start(send, status, (*headers, ("Content-Length", str(len(part)))))
        file.seek(part.start)
        left = 0 if scope["method"] == "HEAD" else len(part)
        while left > 0:
            piece = await asyncio.to_thread(file.read, min(left, _PIECE))
            if not piece:
                return  # it became shorter meanwhile; the connection is closed
            left -= len(piece)
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


def _choose_part(
    scope: Scope, etag: str, size: int, headers: Headers
) -> tuple[int, range, Headers]:
    """Return the status and the bytes to send: one part if exactly one is asked for, else all."""
    headers = (*headers, ("Accept-Ranges", "bytes"))
    asked = _RANGE.fullmatch(header_of(scope, "Range") or "")
    condition = header_of(scope, "If-Range")
    if asked is None or asked.groups() == ("", "") or condition not in (None, etag):
        return 200, range(size), headers
    first, last = asked.groups()
    if first:
        part = range(int(first), min(size, int(last) + 1) if last else size)
    else:
        part = range(max(0, size - int(last)), size)
    if not part:
        return 416, range(0), (*headers, ("Content-Range", f"bytes */{size}"))
    return 206, part, (*headers, ("Content-Range", f"bytes {part[0]}-{part[-1]}/{size}"))


async def _send(send: Send, status: int, headers: Headers, body: bytes | None) -> None:
    """Send a whole answer (to HEAD, the web server leaves out the body)."""
    if body is not None:
        headers = (*headers, ("Content-Length", str(len(body))))
    await _start(send, status, headers)
    await send({"type": "http.response.body", "body": body or b""})


async def _start(send: Send, status: int, headers: Iterable[tuple[str, str]]) -> None:
    encoded = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]
    await send({"type": "http.response.start", "status": status, "headers": encoded})
