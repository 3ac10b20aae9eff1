"""What assistants read: one state of a site, published or in a preview."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol
from urllib.parse import urlsplit

from octavo.builder.served.locations import Redirect

LoadFile = Callable[[str], bytes | None]
"""Returns a file by its output; None if there is none. May be called from any thread."""


class SiteReplacedError(Exception):
    """A file is gone, because the next state of the site has taken the place of this one."""


class ReadSite(Protocol):
    """A state of a site; files that it does not hold cannot be asked for."""

    @property
    def base_path(self) -> str:
        """The path that the site is served below."""

    @property
    def origin(self) -> str:
        """What its addresses begin with, such as https://docs.example.com; empty if unknown."""

    @property
    def state(self) -> object:
        """What is another object for each state."""

    async def load(self, output: str) -> bytes | None:
        """Return a file that readers may ask for; None if there is none."""

    async def open_index(self) -> LoadFile:
        """Return what loads the files of the search index."""

    def find_redirect(self, url: str) -> Redirect | None:
        """Return where a url without a page leads."""


OpenSite = Callable[[], Awaitable[ReadSite]]
"""Returns the site as it is now."""


def read_origin(site_url: str) -> str:
    """Return what the addresses of a site begin with; those of pages have its path already."""
    parts = urlsplit(site_url)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
