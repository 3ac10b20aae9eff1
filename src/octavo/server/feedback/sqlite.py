"""Stores feedback in an SQLite file, for any number of processes on one machine.

Only one process at a time writes or cleans up, with the help of a lock file next to the database.
SQLite has locks, but before version 3.51.3 two processes could damage the database in rare cases.
And with the lock file, each waiting process gets its turn soon.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from octavo.server.feedback.database import DatabaseError, Row, Session
from octavo.server.feedback.schema import migrate

_WAIT_SECONDS = 4.0
"""How many seconds a process waits for others that write."""
_LOOK_AGAIN_SECONDS = 0.002
_OPEN_OR_MAKE = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)


class SqliteDatabase:
    """An SQLite file, opened by this process."""

    def __init__(self, path: str) -> None:
        """Open the file, create it if needed, and update its tables."""
        self._path = path
        self._thread_lock = threading.Lock()
        with _translate():
            # Only the operator of the server may read the feedback, not all users of the machine.
            os.close(os.open(path, _OPEN_OR_MAKE, 0o600))
            self._connection = sqlite3.connect(
                path, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False
            )
        try:
            self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def _prepare(self) -> None:
        with _translate(), _lock_file(self._path):
            self._connection.execute("PRAGMA journal_mode = WAL")
            # A confirmed vote is on the disk, even after a power failure.
            self._connection.execute("PRAGMA synchronous = FULL")
        with self.write() as session:
            migrate(session)

    @contextlib.contextmanager
    def write(self) -> Iterator[Session]:
        """Begin a transaction, without any other writer."""
        with self._thread_lock, _translate(), _lock_file(self._path):
            yield from self._transact("BEGIN IMMEDIATE")

    @contextlib.contextmanager
    def read(self) -> Iterator[Session]:
        """Read one state."""
        with self._thread_lock, _translate():
            yield from self._transact("BEGIN")

    def _transact(self, begin: str) -> Iterator[Session]:
        self._connection.execute(begin)
        try:
            yield SqliteSession(self._connection)
            self._connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Close the file; the last process to do so cleans up."""
        with (
            self._thread_lock,
            contextlib.suppress(DatabaseError),
            _translate(),
            _lock_file(self._path),
        ):
            self._connection.close()


class SqliteSession:
    """A transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def run(self, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        """Run a statement, and return its rows."""
        return self._connection.execute(statement, values).fetchall()

    def run_all(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement for each of many rows."""
        self._connection.executemany(statement, rows)


@contextlib.contextmanager
def _translate() -> Iterator[None]:
    """Turn errors of SQLite and of the system into `DatabaseError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise DatabaseError(str(error)) from error
    except OSError as error:
        raise DatabaseError(error.strerror or type(error).__name__) from error


@contextlib.contextmanager
def _lock_file(path: str, clock: Callable[[], float] = time.monotonic) -> Iterator[None]:
    """Wait until no other process writes; the lock of a dead process is free."""
    try:
        import fcntl  # noqa: PLC0415 (where it is missing, one process is all there is)
    except ImportError:
        yield
        return
    descriptor = os.open(f"{path}.lock", _OPEN_OR_MAKE, 0o600)
    try:
        give_up = clock() + _WAIT_SECONDS
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if clock() > give_up:
                    raise DatabaseError("another process holds it") from None
                time.sleep(_LOOK_AGAIN_SECONDS)
        yield
    finally:
        os.close(descriptor)
