"""Stores feedback in PostgreSQL, for several replicas that write at once.

Only this module imports psycopg, so only this kind of database needs it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from octavo.server.feedback.database import DatabaseError, Row, Session
from octavo.server.feedback.schema import migrate

if TYPE_CHECKING:
    import psycopg

_WAIT_SECONDS = 3.0
_MOST_CONNECTIONS = 4
_MIGRATING = 0x6F637461766F  # The lock number for changes of tables is the text "octavo".
_OPTIONS = "-c statement_timeout=4000 -c lock_timeout=3000 -c client_encoding=UTF8"


class PostgresDatabase:
    """A PostgreSQL database; broken connections are opened again."""

    def __init__(self, address: str) -> None:
        """Open the database, and update its tables."""
        try:
            import psycopg  # noqa: PLC0415 (an extra)
            import psycopg_pool  # noqa: PLC0415 (the same)
        except ImportError:
            raise DatabaseError(
                'psycopg is not installed: pip install "octavo[postgres]"'
            ) from None
        self._errors = (psycopg.Error, psycopg_pool.PoolTimeout, psycopg_pool.PoolClosed)
        self._pool = psycopg_pool.ConnectionPool(
            address,
            min_size=0,
            max_size=_MOST_CONNECTIONS,
            timeout=_WAIT_SECONDS,
            reconnect_timeout=_WAIT_SECONDS,
            check=psycopg_pool.ConnectionPool.check_connection,
            kwargs={"connect_timeout": 3, "options": _OPTIONS},
            open=False,
        )
        self._pool.open()
        try:
            with self.write() as session:
                session.run("SELECT pg_advisory_xact_lock(?)", (_MIGRATING,))
                migrate(session)
        except BaseException:
            self._pool.close(timeout=1)
            raise

    @contextlib.contextmanager
    def write(self) -> Iterator[Session]:
        """Begin a transaction."""
        try:
            with self._pool.connection() as connection:
                yield PostgresSession(connection)
        except self._errors as error:
            raise DatabaseError(_describe(error)) from error

    @contextlib.contextmanager
    def read(self) -> Iterator[Session]:
        """Read one state."""
        with self.write() as session:
            session.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield session

    def close(self) -> None:
        """Close all connections."""
        self._pool.close(timeout=1)


class PostgresSession:
    """A transaction."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def run(self, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        """Run a statement, and return its rows."""
        cursor = self._connection.execute(_spell(statement), values or None)
        return cursor.fetchall() if cursor.description else []

    def run_all(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement for each of many rows."""
        with self._connection.cursor() as cursor:
            cursor.executemany(_spell(statement), rows)


def _spell(statement: str) -> str:
    """Return a statement in psycopg's syntax; statements never contain readers' texts."""
    return statement.replace("?", "%s")


def _describe(error: Exception) -> str:
    """Return what went wrong, without the server's message, which may contain values and names."""
    state = getattr(error, "sqlstate", None)
    return f"PostgreSQL says {state}" if state else "PostgreSQL does not answer"
