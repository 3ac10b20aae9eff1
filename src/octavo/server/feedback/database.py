"""The storage of feedback: one file, or a server that several replicas share."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from typing import Any, Protocol
from urllib.parse import urlsplit

from octavo.values import Struct

Row = tuple[Any, ...]
_POSTGRES = ("postgresql", "postgres")


class DatabaseError(Exception):
    """The database failed; the message says why, without any of its content."""


class SchemaError(DatabaseError):
    """The tables are those of a newer version of Octavo."""


class Session(Protocol):
    """One transaction."""

    def run(self, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        """Run a statement, with a `?` for each value, and return its rows."""

    def run_all(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement for each of many rows."""


class Database(Protocol):
    """An open database; all its errors are `DatabaseError`."""

    def write(self) -> contextlib.AbstractContextManager[Session]:
        """Begin a transaction, which is committed at the end of the block."""

    def read(self) -> contextlib.AbstractContextManager[Session]:
        """Read one state of the database."""

    def close(self) -> None:
        """Close the database."""


OpenDatabase = Callable[[], Database]


class DatabaseAddress(Struct, frozen=True):
    """The value of `--database`."""

    kind: str
    """`sqlite` or `postgresql`."""
    place: str
    """The path of a file, or the full address of a server."""

    @property
    def name(self) -> str:
        """The address without the user and the password, for messages."""
        if self.kind == "sqlite":
            return f"sqlite:{self.place}"
        parts = urlsplit(self.place)
        return f"postgresql://{(parts.hostname or '')}{parts.path}"

    def open(self) -> Database:
        """Open it, and update its tables; raise `DatabaseError` on failure."""
        if self.kind == "sqlite":
            from octavo.server.feedback.sqlite import (  # noqa: PLC0415 (one of the two is needed)
                SqliteDatabase,
            )

            return SqliteDatabase(self.place)
        from octavo.server.feedback.postgres import (  # noqa: PLC0415 (the same)
            PostgresDatabase,
        )

        return PostgresDatabase(self.place)

    def exists(self) -> bool:
        """Tell whether the database exists; a server is only checked when it is opened."""
        return self.kind != "sqlite" or os.path.exists(self.place)


def parse_database(text: str) -> DatabaseAddress:
    """Parse `sqlite:feedback.db` or `postgresql://user@host/name`; raise ValueError if invalid."""
    scheme, colon, rest = text.partition(":")
    if scheme == "sqlite" and colon:
        # Other tools write an absolute path as `sqlite:///var/lib/x.db`.
        path = rest[2:] if rest.startswith("///") else rest
        if not path or path.startswith("//"):
            raise ValueError("name a file: sqlite:feedback.db")
        return DatabaseAddress("sqlite", path)
    if scheme in _POSTGRES and rest.startswith("//"):
        return DatabaseAddress("postgresql", text)
    # The message doesn't repeat the text, because it may contain a password.
    raise ValueError("write it as sqlite:feedback.db or postgresql://user@host/name")
