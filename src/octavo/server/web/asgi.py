"""The words of ASGI: how a server and an application speak of a request and its answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = tuple[tuple[str, str], ...]
CONNECTION = "octavo.connection"
"""The extension of a request by which our own server tells whether its client is gone."""


def read_header(scope: Scope, name: str) -> str | None:
    """Return a header of a request; several of one name are joined to one list."""
    key = name.lower().encode()
    values = [value.decode("latin-1") for each, value in scope["headers"] if each == key]
    return ", ".join(values) if values else None


def has_left(scope: Scope) -> bool:
    """Tell whether our own server knows that the client is gone."""
    is_gone = (scope.get("extensions") or {}).get(CONNECTION)
    return is_gone is not None and bool(is_gone())
