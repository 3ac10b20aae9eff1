"""Helpers for ASGI requests and answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = tuple[tuple[str, str], ...]
CONNECTION = "octavo.connection"
"""The request extension of Octavo's server that says whether the client is gone."""


def read_header(scope: Scope, name: str) -> str | None:
    """Return a header of a request; repeated headers are joined to one list."""
    key = name.lower().encode()
    values = [value.decode("latin-1") for each, value in scope["headers"] if each == key]
    return ", ".join(values) if values else None


def has_left(scope: Scope) -> bool:
    """Tell whether Octavo's server knows that the client is gone."""
    is_gone = (scope.get("extensions") or {}).get(CONNECTION)
    return is_gone is not None and bool(is_gone())
