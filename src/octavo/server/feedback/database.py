"""Where feedback is kept: one file, or a server that several replicas share."""

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
    """The database does not do its work; the message says why, without what stands in it."""


class SchemaError(DatabaseError):
    """The tables are those of a newer version of Octavo."""


class Session(Protocol):
    """One transaction."""

    def run(self, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        """Run a statement, with a `?` for each value, and return its rows."""

    def run_all(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement for each of many rows."""


class Database(Protocol):
    """A database that is open; all it raises is `DatabaseError`."""

    def write(self) -> contextlib.AbstractContextManager[Session]:
        """Begin a transaction; when the block ends well, it is kept, whatever happens then."""

    def read(self) -> contextlib.AbstractContextManager[Session]:
        """Look at one state of the database."""

    def close(self) -> None:
        """Let go of it."""


OpenDatabase = Callable[[], Database]


class DatabaseAddress(Struct, frozen=True):
    """What the operator wrote after `--database`."""

    kind: str
    """`sqlite` or `postgresql`."""
    place: str
    """The path of a file, or the whole address of a server."""

    @property
    def name(self) -> str:
        """What may be shown: an address without who logs in, and with which password."""
        if self.kind == "sqlite":
            return f"sqlite:{self.place}"
        parts = urlsplit(self.place)
        return f"postgresql://{(parts.hostname or '')}{parts.path}"

    def open(self) -> Database:
        """Open it, and bring its tables up to date; raises `DatabaseError`."""
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
        """Tell whether there is something to read; a server is asked when it is opened."""
        return self.kind != "sqlite" or os.path.exists(self.place)


def parse_database(text: str) -> DatabaseAddress:
    """Read `sqlite:feedback.db` or `postgresql://user@host/name`; ValueError says what is wrong."""
    scheme, colon, rest = text.partition(":")
    if scheme == "sqlite" and colon:
        # `sqlite:///var/lib/x.db` is how others write the same
        path = rest[2:] if rest.startswith("///") else rest
        if not path or path.startswith("//"):
            raise ValueError("name a file: sqlite:feedback.db")
        return DatabaseAddress("sqlite", path)
    if scheme in _POSTGRES and rest.startswith("//"):
        return DatabaseAddress("postgresql", text)
    # The text is not repeated: it may hold a password.
    raise ValueError("write it as sqlite:feedback.db or postgresql://user@host/name")
