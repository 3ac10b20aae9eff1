"""The build cache: one SQLite file for each project, in the user's cache folder.

The cache is optional. A missing, damaged, outdated or locked entry is a miss, and a failed write is
skipped. So a build never fails because of the cache.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import time
import zlib
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from octavo.project.cache_folder import is_own_place, remove_old_files

FORMAT = 2
LIMIT = 512 * 1024 * 1024
"""The limit in bytes for a project's entries, not counting those of its last build."""
FOLDER_LIMIT = 4 * LIMIT
"""The limit for all projects; projects with the oldest builds are removed first."""

_MOST_PAGES = 8 * LIMIT // 4096
_DAY = 24 * 60 * 60
_CHECKSUM = 16
_WAIT = 2.0
_ENDINGS = ("", "-journal", "-wal", "-shm")
_KEYS_AT_ONCE = 500
_MOST_UNWRITTEN = 16 * 1024 * 1024
"""The limit in bytes for new entries in memory."""
_WORTH_PACKING = 4096
_PLAIN, _PACKED = b"-", b"z"
"""The prefix of a stored value, which shows its encoding."""
_FAILURES = (sqlite3.Error, zlib.error, ValueError, OverflowError, MemoryError)
"""The errors of a damaged file: it may contain invalid UTF-8 or any lengths."""


def build_cache_path(folder: str, root: str) -> str:
    """Return the cache file of a project, by its real path."""
    digest = hashlib.sha256(os.fsencode(root)).hexdigest()[:32]
    return os.path.join(folder, "builds", f"{digest}-{FORMAT}.sqlite3")


class CacheUse(NamedTuple):
    """The cache activity of one process, for another one that continues."""

    new: Mapping[bytes, bytes]
    """New entries that aren't written yet, in their stored form."""
    used: Mapping[bytes, bool]
    """The keys of all used entries, and whether the file must record the use."""


class Cache:
    """The entries of one project; `write` stores new ones, or a large number of them."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._is_damaged = False
        self._new: dict[bytes, bytes] = {}
        self._unwritten = 0
        self._used: dict[bytes, bool] = {}
        self._today = int(time.time()) // _DAY

    def load(self, key: bytes) -> bytes | None:
        """Return an entry, or None."""
        return next((value for _, value in self.load_many([key])), None)

    def load_many(self, keys: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
        """Return the entries that exist, with their keys."""
        keys = list(keys)
        for start in range(0, len(keys), _KEYS_AT_ONCE):
            some = keys[start : start + _KEYS_AT_ONCE]
            for key, stored, day in self._query("SELECT key, value, used FROM entry", some):
                value = _unpack(key, stored)
                if value is not None:
                    self._used[key] = self._used.get(key, False) or day != self._today
                    yield key, value

    def count(self, keys: Iterable[bytes]) -> int:
        """Return how many of some entries seem to exist."""
        keys, count = list(keys), 0
        for start in range(0, len(keys), _KEYS_AT_ONCE):
            some = keys[start : start + _KEYS_AT_ONCE]
            count += sum(1 for _ in self._query("SELECT key FROM entry", some))
        return count

    def add(self, key: bytes, value: bytes) -> None:
        """Add an entry; it can only be loaded after a write."""
        self.resume(CacheUse({key: _pack(key, value)}, {key: False}))

    def hand_over(self) -> CacheUse:
        """Return the activity so far, so that another process can continue."""
        use = CacheUse(self._new, self._used)
        self._new, self._used, self._unwritten = {}, {}, 0
        return use

    def resume(self, use: CacheUse) -> None:
        """Continue the activity of another process."""
        self._new.update(use.new)
        self._used.update(use.used)
        self._unwritten += sum(map(len, use.new.values()))
        if self._unwritten > _MOST_UNWRITTEN:
            self.write()

    def write(self, *, removes: bool = False) -> None:
        """Write new entries; `removes` excess ones, if this was a build of the whole site.

        Entries that this build has used are never removed.
        """
        aged = [key for key, is_aged in self._used.items() if is_aged]
        if not (self._new or aged) or not self._may_write():
            return
        if self._is_damaged:
            self._remove()
        try:
            self._write(aged, removes=removes)
        except _FAILURES as error:
            self.close()
            if _is_damage(error):
                self._remove()
                with contextlib.suppress(OSError, *_FAILURES):
                    self._write(aged, removes=removes)
        except OSError:
            self.close()
        self._new, self._used, self._unwritten = {}, dict.fromkeys(self._used, False), 0

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(sqlite3.Error):
                connection.close()

    def _query(self, select: str, keys: list[bytes]) -> list[tuple[Any, ...]]:
        if self._connection is None and (self._is_damaged or not self._is_there()):
            return []
        marks = ",".join("?" * len(keys))
        query = f"{select} WHERE key IN ({marks})"
        try:
            if self._connection is None:
                self._connection = self._connect("ro")
            return self._connection.execute(query, keys).fetchall()
        except _FAILURES as error:
            self._is_damaged = _is_damage(error)
            self.close()
            return []

    def _is_there(self) -> bool:
        return self._may_write() and os.path.exists(self.path)

    def _may_write(self) -> bool:
        """Tell whether neither the file nor SQLite's files next to it are links."""
        return all(is_own_place(self.path + ending) for ending in _ENDINGS)

    def _connect(self, mode: str) -> sqlite3.Connection:
        address = f"file:{_quote_path(self.path)}?mode={mode}"
        return sqlite3.connect(address, uri=True, timeout=_WAIT, isolation_level=None)

    def _write(self, aged: list[bytes], *, removes: bool) -> None:
        self.close()
        os.makedirs(os.path.dirname(self.path), mode=0o700, exist_ok=True)
        is_new = not os.path.exists(self.path)
        self._connection = connection = self._connect("rwc")
        # A damaged file may refer to places far after its end.
        connection.execute(f"PRAGMA max_page_count={_MOST_PAGES}")
        # A power failure may damage the file, which is then a miss; a crash of Octavo may not.
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute("PRAGMA auto_vacuum=INCREMENTAL")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS entry "
            "(id INTEGER PRIMARY KEY, key BLOB UNIQUE, value BLOB, used INTEGER)"
        )
        connection.executemany(
            "INSERT OR REPLACE INTO entry (key, value, used) VALUES (?, ?, ?)",
            ((key, stored, self._today) for key, stored in self._new.items()),
        )
        connection.executemany(
            "UPDATE entry SET used=? WHERE key=?", ((self._today, key) for key in aged)
        )
        if removes:
            _remove_oldest(connection, self._used)
        connection.execute("COMMIT")
        self.close()
        if is_new:
            remove_old_files(os.path.dirname(self.path), self.path, FOLDER_LIMIT)

    def _remove(self) -> None:
        self.close()
        for ending in _ENDINGS:
            with contextlib.suppress(OSError):
                os.unlink(self.path + ending)
        self._is_damaged = False


def _remove_oldest(connection: sqlite3.Connection, needed: Container[bytes]) -> None:
    (pages,), (size,) = (
        connection.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size")
    )
    (free,) = connection.execute("PRAGMA freelist_count").fetchone()
    excess = (pages - free) * size - LIMIT
    if excess <= 0:
        return
    excess += LIMIT // 4
    old = []
    for number, key, length in connection.execute(
        "SELECT id, key, length(value) FROM entry ORDER BY used, id"
    ):
        if excess <= 0:
            break
        if key not in needed:
            old.append((number,))
            excess -= length
    connection.executemany("DELETE FROM entry WHERE id=?", old)
    connection.execute("PRAGMA incremental_vacuum")


_PASSING = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
    }
)
"""Errors that may pass, so the file stays.

A full file is removed: it is damaged, or the disk needs the space.
"""


def _is_damage(error: Exception) -> bool:
    """Tell whether the file isn't a database, is damaged, or has another schema."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF not in _PASSING


def _pack(key: bytes, value: bytes) -> bytes:
    """Return a value in its stored form; pages and their Markdown shrink to a fifth."""
    packed = zlib.compress(value, 1) if len(value) >= _WORTH_PACKING else value
    form = _PACKED + packed if len(packed) < len(value) else _PLAIN + value
    return _compute_checksum(key, form) + form


def _unpack(key: bytes, stored: object) -> bytes | None:
    """Return the original of a stored value, or None if it is damaged."""
    if not isinstance(stored, bytes):
        return None
    checksum, form = stored[:_CHECKSUM], stored[_CHECKSUM:]
    if checksum != _compute_checksum(key, form):
        return None
    return zlib.decompress(form[1:]) if form[:1] == _PACKED else form[1:]


def _compute_checksum(key: bytes, value: bytes) -> bytes:
    return hashlib.sha256(key + value).digest()[:_CHECKSUM]


def _quote_path(path: str) -> str:
    """Return a path in the form of a file URL."""
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
