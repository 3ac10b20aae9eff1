"""The tables of feedback, and updates from earlier versions.

A released version never changes; changes become a new version. Statements work in both SQLite and
PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Sequence

from octavo.server.feedback.database import SchemaError, Session

Version = Sequence[str]

VERSIONS: Sequence[Version] = (
    (
        """CREATE TABLE octavo_votes (
            page TEXT NOT NULL,
            id TEXT NOT NULL,
            vote TEXT NOT NULL,
            reason TEXT NOT NULL,
            comment TEXT NOT NULL,
            voted_at TEXT NOT NULL,
            PRIMARY KEY (page, id)
        )""",
        "CREATE INDEX octavo_votes_by_time ON octavo_votes (voted_at)",
        """CREATE TABLE octavo_counts (
            day TEXT NOT NULL,
            kind TEXT NOT NULL,
            subject TEXT NOT NULL,
            detail TEXT NOT NULL,
            number BIGINT NOT NULL,
            PRIMARY KEY (day, kind, subject, detail)
        )""",
    ),
    ("CREATE TABLE octavo_logins (id TEXT NOT NULL PRIMARY KEY, until BIGINT NOT NULL)",),
)
"""The statements that each version adds to the last one."""


def migrate(session: Session, versions: Sequence[Version] = VERSIONS) -> None:
    """Update the tables; the caller must prevent parallel updates."""
    session.run("CREATE TABLE IF NOT EXISTS octavo_schema (version INTEGER NOT NULL)")
    rows = session.run("SELECT version FROM octavo_schema")
    before = int(rows[0][0]) if rows else 0
    if before > len(versions):
        raise SchemaError(
            f"it has the tables of a newer version of Octavo (format {before}, "
            f"and this one knows {len(versions)})"
        )
    if before == len(versions):
        return
    for version in versions[before:]:
        for statement in version:
            session.run(statement)
    session.run("DELETE FROM octavo_schema")
    session.run("INSERT INTO octavo_schema (version) VALUES (?)", (len(versions),))
