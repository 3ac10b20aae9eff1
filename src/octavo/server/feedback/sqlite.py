"""Feedback in a file of SQLite, which any number of processes of one machine may write.

Nothing is written while another process writes or tidies up: a file beside the database is locked
meanwhile. SQLite has locks of its own, but before version 3.51.3 two processes could damage the
database in a rare moment; and here, whoever waits gets its turn soon.
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
"""So long another process may write before this one gives up."""
_LOOK_AGAIN_SECONDS = 0.002
_OPEN_OR_MAKE = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)


class SqliteDatabase:
    """A file of SQLite, opened by this process."""

    def __init__(self, path: str) -> None:
        """Open it; where it is missing it is made, and its tables are brought up to date."""
        self._path = path
        self._thread_lock = threading.Lock()
        with _translate():
            # What readers say is for those who run the server, not for everybody on the machine.
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
            # What is acknowledged is on the disk, even if the power fails.
            self._connection.execute("PRAGMA synchronous = FULL")
        with self.write() as session:
            migrate(session)

    @contextlib.contextmanager
    def write(self) -> Iterator[Session]:
        """Begin a transaction that nobody can get in the way of."""
        with self._thread_lock, _translate(), _lock_file(self._path):
            yield from self._transact("BEGIN IMMEDIATE")

    @contextlib.contextmanager
    def read(self) -> Iterator[Session]:
        """Look at one state."""
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
        """Let go of the file; whoever is the last to do so tidies up."""
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
    """Tell what went wrong in words of ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise DatabaseError(str(error)) from error
    except OSError as error:
        raise DatabaseError(error.strerror or type(error).__name__) from error


@contextlib.contextmanager
def _lock_file(path: str, clock: Callable[[], float] = time.monotonic) -> Iterator[None]:
    """Wait until no other process writes; a lock whose holder dies is free."""
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
