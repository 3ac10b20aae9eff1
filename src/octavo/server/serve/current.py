"""Follows the folder of a site, and serves each new state from its publication on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from octavo.problems import Problem
from octavo.server.serve.generation import (
    Generation,
    SiteError,
    StateIdentity,
    find_identity,
    load_generation,
)
from octavo.server.serve.metrics import Metrics

_TRY_AGAIN_SECONDS = 1.0
"""The pause before the next attempt, because an incomplete state may be a copy in progress."""
_CLOSE_AFTER_SECONDS = 60.0


class CurrentSite:
    """The state of a site that is served now."""

    def __init__(
        self,
        path: str,
        first: Generation,
        tell: Callable[[Problem], None],
        metrics: Metrics,
    ) -> None:
        self._path = path
        self._generation = first
        self._tell = tell
        self._metrics = metrics
        self._lock = asyncio.Lock()
        self._refused: StateIdentity | None = None
        self._next_try = 0.0

    def peek(self) -> Generation | None:
        """Return the current state if the folder hasn't changed."""
        generation = self._generation
        return generation if find_identity(self._path) == generation.identity else None

    async def get(self) -> Generation:
        """Return the current state, and load a new one first if the folder has changed.

        So each worker switches with its next request, and a page from one worker finds its files at
        every other.
        """
        generation = self._generation
        identity = find_identity(self._path)
        if identity == generation.identity or identity is None:
            return generation
        if identity == self._refused and time.monotonic() < self._next_try:
            return generation
        async with self._lock:
            return await self._follow()

    async def reload(self) -> Generation:
        """Load the current state of the folder, even if it looks unchanged."""
        async with self._lock:
            return await self._follow(is_changed=True)

    def close(self) -> None:
        """Close the served state."""
        self._generation.close()

    async def _follow(self, *, is_changed: bool = False) -> Generation:
        before = self._generation
        identity = find_identity(self._path)
        if identity is None or (identity == before.identity and not is_changed):
            return before
        try:
            unchanged = None if is_changed else before
            generation = await asyncio.to_thread(load_generation, self._path, unchanged)
        except SiteError as error:
            if identity != self._refused:
                self._metrics.add("failed_reloads")
                self._tell(error.problem)
            self._refused, self._next_try = identity, time.monotonic() + _TRY_AGAIN_SECONDS
            return before
        self._generation, self._refused = generation, None
        self._metrics.add("reloads")
        # Earlier requests may still open files of the old state.
        asyncio.get_running_loop().call_later(_CLOSE_AFTER_SECONDS, before.close)
        return generation
