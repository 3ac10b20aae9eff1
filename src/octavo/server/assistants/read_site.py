"""The interface for assistants: one state of a site, published or in a preview."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol
from urllib.parse import urlsplit

from octavo.builder.served.locations import Redirect

LoadFile = Callable[[str], bytes | None]
"""Returns a file by its output; None if it doesn't exist. Any thread may call it."""


class SiteReplacedError(Exception):
    """A file is gone, because a newer state has replaced this one."""


class ReadSite(Protocol):
    """A state of a site; it only returns its own public files."""

    @property
    def base_path(self) -> str:
        """The path of the site's root."""

    @property
    def origin(self) -> str:
        """The start of its addresses, such as https://docs.example.com; empty if unknown."""

    @property
    def state(self) -> object:
        """An object that identifies the state."""

    async def load(self, output: str) -> bytes | None:
        """Return a public file; None if it doesn't exist."""

    async def open_index(self) -> LoadFile:
        """Return a loader for the files of the search index."""

    def find_redirect(self, url: str) -> Redirect | None:
        """Return the target of a URL without a page."""


OpenSite = Callable[[], Awaitable[ReadSite]]
"""Returns the current state of the site."""


def read_origin(site_url: str) -> str:
    """Return the origin of a site's addresses; pages already have its path."""
    parts = urlsplit(site_url)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
