"""Exports feedback as lines of JSON, and imports it into another database.

The first line describes the format. A second import of the same file changes nothing: votes have
ids, and the greater of two counts stays.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from octavo.render.shell.below_text.rating import LONGEST_COMMENT
from octavo.server.feedback.database import Session
from octavo.server.feedback.records import VOTES, Vote, store_votes

_HEAD = {"octavo": "feedback", "format": 1}
_VOTE = ("page", "id", "vote", "reason", "comment", "voted_at")
_COUNT = ("day", "kind", "subject", "detail", "number")
_LONGEST_TEXT = 2048
_MINUTE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\dZ")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_RAISE_COUNT = """
INSERT INTO octavo_counts (day, kind, subject, detail, number) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (day, kind, subject, detail) DO UPDATE SET number = CASE
    WHEN excluded.number > octavo_counts.number THEN excluded.number ELSE octavo_counts.number END
"""


class UnreadableLineError(Exception):
    """A line doesn't come from an export."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


def export_lines(session: Session) -> Iterator[str]:
    """Yield all stored data, line by line."""
    yield _write(_HEAD)
    order = "ORDER BY voted_at, page, id"
    for row in session.run(f"SELECT {', '.join(_VOTE)} FROM octavo_votes {order}"):  # noqa: S608 (our own names)
        yield _write({"vote": dict(zip(_VOTE, row, strict=True))})
    order = "ORDER BY day, kind, subject, detail"
    for row in session.run(f"SELECT {', '.join(_COUNT)} FROM octavo_counts {order}"):  # noqa: S608 (the same)
        yield _write({"count": dict(zip(_COUNT, row, strict=True))})


def import_lines(session: Session, lines: Iterable[str]) -> int:
    """Store the data of lines, and return their number. Raises `UnreadableLineError`."""
    votes: list[Vote] = []
    counts: list[tuple[Any, ...]] = []
    for number, line in enumerate(lines, 1):
        value = _read_line(line, number)
        if number == 1:
            if value != _HEAD:
                raise UnreadableLineError(1, "this is no export of feedback that can be read here")
        elif "vote" in value:
            votes.append(_read_vote(value["vote"], number))
        elif "count" in value:
            counts.append(_read_count(value["count"], number))
        else:
            raise UnreadableLineError(number, "this is neither a vote nor a count")
    store_votes(session, votes)
    session.run_all(_RAISE_COUNT, counts)
    return len(votes) + len(counts)


def _read_line(line: str, number: int) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise UnreadableLineError(number, "this is no object of JSON")
    return value


def _read_vote(value: Any, number: int) -> Vote:
    texts = _read_texts(value, _VOTE, number)
    page, id_, vote, reason, comment, voted_at = texts
    is_vote = page.startswith("/") and id_ and vote in VOTES and _MINUTE.fullmatch(voted_at)
    if not is_vote or len(comment) > LONGEST_COMMENT:
        raise UnreadableLineError(number, "this is no vote")
    return Vote(page, id_, vote, voted_at, reason, comment)


def _read_count(value: Any, number: int) -> tuple[Any, ...]:
    day, kind, subject, detail = _read_texts(value, _COUNT[:-1], number)
    times = value.get("number")
    if _DAY.fullmatch(day) is None or not isinstance(times, int) or not 0 < times < 1 << 53:
        raise UnreadableLineError(number, "this is no count")
    return day, kind, subject, detail, times


def _read_texts(value: Any, names: tuple[str, ...], number: int) -> list[str]:
    texts: list[Any] = [value.get(name) for name in names] if isinstance(value, dict) else [None]
    if not all(isinstance(text, str) and len(text) <= _LONGEST_TEXT for text in texts):
        raise UnreadableLineError(number, "something is missing here, or of another type")
    if any("\0" in text for text in texts):
        raise UnreadableLineError(number, "no text has such characters")
    return texts


def _write(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
