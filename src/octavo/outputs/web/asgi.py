"""The words of ASGI: how a server and an application speak of a request and its answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = tuple[tuple[str, str], ...]


def read_header(scope: Scope, name: str) -> str | None:
    """Return a header of a request; several of one name are joined to one list."""
    key = name.lower().encode()
    values = [value.decode("latin-1") for each, value in scope["headers"] if each == key]
    return ", ".join(values) if values else None
