"""Keeps recent contents in memory, and compresses files that the build left uncompressed."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from octavo.builder.publish.compressed import find_compressors
from octavo.server.serve.generation import Generation

_MOST_AT_ONCE = 4
"""The most parallel compressions. Other files are sent uncompressed meanwhile."""

_Key = tuple[str, str]
"""The digest of a file, and its encoding; empty for the uncompressed file."""


class ContentMemory:
    """Recent contents by digest, up to the limit of memory."""

    def __init__(self, most_bytes: int = 64 << 20) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._contents: OrderedDict[_Key, bytes] = OrderedDict()
        self._under_way: dict[_Key, asyncio.Task[None]] = {}

    def find(self, digest: str, encoding: str = "") -> bytes | None:
        """Return a content from memory."""
        content = self._contents.get((digest, encoding))
        if content is not None:
            self._contents.move_to_end((digest, encoding))
        return content

    def load(self, generation: Generation, output: str) -> bytes:
        """Return the content of a file, from memory or from the disk."""
        digest = generation.files[output].digest
        content = self.find(digest)
        if content is None:
            content = generation.load(output)
            self._keep((digest, ""), content)
        return content

    async def compress(self, generation: Generation, output: str, encoding: str) -> None:
        """Compress a file once for all waiting requests; do nothing if the server is busy."""
        key = generation.files[output].digest, encoding
        task = self._under_way.get(key)
        if task is None:
            if len(self._under_way) >= _MOST_AT_ONCE:
                return
            task = asyncio.create_task(self._make(key, generation, output))
            self._under_way[key] = task
            task.add_done_callback(lambda _task: self._under_way.pop(key))
        # If one request ends, the others still wait.
        await asyncio.shield(task)

    async def _make(self, key: _Key, generation: Generation, output: str) -> None:
        compress = find_compressors()[key[1]]
        self._keep(key, await asyncio.to_thread(lambda: compress(generation.load(output))))

    def _keep(self, key: _Key, content: bytes) -> None:
        self._contents[key] = content
        self._bytes += len(content)
        while self._bytes > self._most_bytes:
            self._bytes -= len(self._contents.popitem(last=False)[1])
