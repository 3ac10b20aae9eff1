"""Follows redirects as browsers do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol
from urllib.parse import unquote, urlsplit


class Answering(Protocol):
    """What came back for a request."""

    @property
    def status(self) -> int: ...

    @property
    def headers(self) -> Mapping[str, str]: ...


class Asked(Protocol):
    """A server that answers requests."""

    def get(self, path: str, /) -> Answering: ...


def follow(server: Asked, address: str) -> tuple[int, str, str]:
    """Return the last status, where the way ends, and the statuses on the way.

    A step that only adds the slash at the end of an address is none: servers that do not know all
    pages take it, and others do not need it.
    """
    statuses = []
    answer = server.get(address)
    while (location := answer.headers.get("location")) and location.startswith("/"):
        if location.partition("?")[0].rstrip("/") != address.partition("?")[0].rstrip("/"):
            statuses.append(str(answer.status))
        address = location
        answer = server.get(address.partition("#")[0])
    if location:
        statuses.append(str(answer.status))
    parts = urlsplit(location or f"http://site{address}")
    path = unquote(parts.path).rstrip("/")
    end = parts._replace(path=path, query=unquote(parts.query)).geturl()
    last = 0 if location else answer.status
    return last, end, statuses[0] if statuses else ""
