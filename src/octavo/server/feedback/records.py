"""What is kept: votes and counts, and the statements that keep them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from octavo.server.feedback.database import Session
from octavo.values import Struct

VOTES = ("yes", "no")

CountKey = tuple[str, str, str, str]
"""The day, what is counted, of what, and a detail of it."""


class Vote(Struct, frozen=True):
    """What a reader says of a page."""

    page: str
    """Its url."""
    id: str
    """The same for every answer of one reader about one page, and for no other."""
    vote: str
    """`yes` or `no`."""
    voted_at: str
    """The minute, as `2026-11-16T14:05Z`."""
    reason: str = ""
    """One of `REASONS`."""
    comment: str = ""


# A reader who votes again takes nothing back that was said before, unless it does not fit any more.
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
    """Keep votes; of several by one reader about one page, the last."""
    rows = [(v.page, v.id, v.vote, v.reason, v.comment, v.voted_at) for v in votes]
    session.run_all(_STORE_VOTE, rows)


def add_counts(session: Session, counts: Mapping[CountKey, int]) -> None:
    """Add to counts; in one order for all processes, so that none waits for another in a circle."""
    session.run_all(_ADD_COUNT, [(*key, number) for key, number in sorted(counts.items())])


def forget_before(session: Session, day: str) -> None:
    """Forget what is older than a day."""
    session.run("DELETE FROM octavo_votes WHERE voted_at < ?", (day,))
    session.run("DELETE FROM octavo_counts WHERE day < ?", (day,))


def forget_page(session: Session, page: str) -> int:
    """Forget what was said and counted of a page; return how many votes these were."""
    votes = session.run("SELECT COUNT(*) FROM octavo_votes WHERE page = ?", (page,))[0][0]
    session.run("DELETE FROM octavo_votes WHERE page = ?", (page,))
    session.run("DELETE FROM octavo_counts WHERE kind = 'views' AND subject = ?", (page,))
    return int(votes)


def render_minute(moment: datetime) -> str:
    """Return a moment as it is kept: nobody needs to know the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ")


def find_first_day(today: datetime, days: int) -> str:
    """Return the first of so many days that end today."""
    return (today.astimezone(UTC) - timedelta(days=days - 1)).strftime("%Y-%m-%d")
