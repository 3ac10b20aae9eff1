"""The stored votes and counts, and the SQL statements for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from octavo.server.feedback.database import Session
from octavo.values import Struct

VOTES = ("yes", "no")

CountKey = tuple[str, str, str, str]
"""The day, the kind, the subject, and a detail."""


class Vote(Struct, frozen=True):
    """The vote of a reader on a page."""

    page: str
    """The URL of the page."""
    id: str
    """The same for all votes of one reader on one page, and different for all others."""
    vote: str
    """`yes` or `no`."""
    voted_at: str
    """The minute, in the form `2026-11-16T14:05Z`."""
    reason: str = ""
    """One of `REASONS`."""
    comment: str = ""


# A second vote keeps earlier reasons and comments that still fit it.
_STORE_VOTE = """
INSERT INTO octavo_votes (page, id, vote, reason, comment, voted_at) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (page, id) DO UPDATE SET
    reason = CASE
        WHEN excluded.reason <> '' OR excluded.vote <> octavo_votes.vote THEN excluded.reason
        ELSE octavo_votes.reason END,
    comment = CASE
        WHEN excluded.comment <> '' THEN excluded.comment ELSE octavo_votes.comment END,
    vote = excluded.vote,
    voted_at = excluded.voted_at
"""
_ADD_COUNT = """
INSERT INTO octavo_counts (day, kind, subject, detail, number) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (day, kind, subject, detail)
DO UPDATE SET number = octavo_counts.number + excluded.number
"""


def store_votes(session: Session, votes: Sequence[Vote]) -> None:
    """Store votes; a reader's last vote on a page replaces earlier ones."""
    rows = [(v.page, v.id, v.vote, v.reason, v.comment, v.voted_at) for v in votes]
    session.run_all(_STORE_VOTE, rows)


def add_counts(session: Session, counts: Mapping[CountKey, int]) -> None:
    """Add to counts, in the same order in all processes, which prevents deadlocks."""
    session.run_all(_ADD_COUNT, [(*key, number) for key, number in sorted(counts.items())])


def forget_before(session: Session, day: str) -> None:
    """Delete data from before a day."""
    session.run("DELETE FROM octavo_votes WHERE voted_at < ?", (day,))
    session.run("DELETE FROM octavo_counts WHERE day < ?", (day,))


def forget_page(session: Session, page: str) -> int:
    """Delete the votes and views of a page, and return the number of votes."""
    votes = session.run("SELECT COUNT(*) FROM octavo_votes WHERE page = ?", (page,))[0][0]
    session.run("DELETE FROM octavo_votes WHERE page = ?", (page,))
    session.run("DELETE FROM octavo_counts WHERE kind = 'views' AND subject = ?", (page,))
    return int(votes)


def render_minute(moment: datetime) -> str:
    """Return a moment in its stored form, without seconds."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ")


def find_first_day(today: datetime, days: int) -> str:
    """Return the first day of a period of days that ends today."""
    return (today.astimezone(UTC) - timedelta(days=days - 1)).strftime("%Y-%m-%d")
