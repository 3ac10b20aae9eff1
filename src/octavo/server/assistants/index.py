"""Lists all public pages of a site, and searches them like a reader.

The search engine belongs to the thread that created it, and file access may block. So both run in a
separate thread, and requests for pages never wait for a search.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from octavo.search.files import MANIFEST, read_heads
from octavo.server.assistants.arguments import ToolError
from octavo.server.assistants.listing import Listing, sort_pages
from octavo.server.assistants.read_site import LoadFile, ReadSite, SiteReplacedError
from octavo.server.search.engine import SearchEngine, SearchError
from octavo.values import Struct

Result = TypeVar("Result")

_FOLDER = MANIFEST.rpartition("/")[0]


class _OpenIndex(Struct, frozen=True, eq=False):
    """The index of one state of a site."""

    state: object
    engine: SearchEngine
    listing: Listing


class SiteIndex:
    """The index of the most recently used state of a site."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "mcp")
        self._open: _OpenIndex | None = None

    async def search(
        self, site: ReadSite, query: str, filter_by: Mapping[str, str], most: int
    ) -> Mapping[str, Any]:
        """Return the search results of a site."""
        return await self._run(site, lambda index: index.engine.find(query, filter_by, most))

    async def list_pages(self, site: ReadSite) -> Listing:
        """Return all public pages of a site."""
        return await self._run(site, lambda index: index.listing)

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _run(self, site: ReadSite, work: Callable[[_OpenIndex], Result]) -> Result:
        load, state = await site.open_index(), site.state

        def run() -> Result:
            if self._open is None or self._open.state is not state:
                self._open = _open(state, load)
            try:
                return work(self._open)
            except SearchError as error:
                self._open = None
                raise _explain(error) from error

        return await asyncio.get_running_loop().run_in_executor(self._thread, run)


def _open(state: object, load: LoadFile) -> _OpenIndex:
    def load_text(name: str) -> str:
        return load_output(f"{_FOLDER}/{name}").decode()

    def load_output(output: str) -> bytes:
        content = load(output)
        if content is None:
            raise KeyError(output)
        return content

    try:
        listing = sort_pages(read_heads(load_output))
    except (KeyError, ValueError) as error:
        raise ToolError("This site has no search index that can be read.") from error
    return _OpenIndex(state, SearchEngine(load_text), listing)


def _explain(error: SearchError) -> Exception:
    if isinstance(error.__cause__, SiteReplacedError):
        return error.__cause__
    return ToolError("The search index of this site cannot be read.")
