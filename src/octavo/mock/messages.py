"""Requests and responses as values."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from octavo.openapi.operation.phrases import STATUS_PHRASES
from octavo.values import Struct, field, replace

PROBLEM = "application/problem+json"
Headers = tuple[tuple[str, str], ...]


class MockRequest(Struct, frozen=True):
    """A request; path and query are encoded."""

    method: str
    path: str
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Headers by lowercase name; repeated ones are joined."""
    body: bytes | None = b""
    """The body; None if it is too large."""


class Fault(Struct, frozen=True):
    """A mistake in a request, with its location, such as `query.limit`."""

    place: str
    message: str


class MockAnswer(Struct, frozen=True):
    """A response, in the parts of an HTTP message."""

    status: int
    headers: Headers = ()
    pieces: tuple[bytes, ...] = ()
    reason: str = ""
    """Why a request was refused, in one line."""

    def add_headers(self, headers: Iterable[tuple[str, str]]) -> MockAnswer:
        """Return the response with additional headers."""
        return replace(self, headers=(*self.headers, *headers))


def build_refusal(
    status: int, detail: str, faults: Iterable[Fault] = (), headers: Headers = ()
) -> MockAnswer:
    """Return a response with the mistakes (RFC 9457)."""
    problem: dict[str, Any] = {
        "type": "about:blank",
        "title": STATUS_PHRASES[status],
        "status": status,
        "detail": detail,
    }
    described = [{"place": each.place, "message": each.message} for each in faults]
    if described:
        problem["errors"] = described
    body = json.dumps(problem, indent=2, ensure_ascii=False).encode("utf-8", "replace")
    reason = ", ".join(f"{each['place']}: {each['message']}" for each in described) or detail
    return MockAnswer(status, (("Content-Type", PROBLEM), *headers), (body,), reason)
