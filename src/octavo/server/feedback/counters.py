"""Counts page views, searches and other events per day, without identifying readers.

Each kind is counted only if the operator enables it. A reader whose browser asks for privacy is not
counted. Numbers stay in memory for some seconds, so counting doesn't slow requests down. If the
server is killed, the last numbers are lost.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from datetime import UTC, datetime

from octavo.server.feedback.database import DatabaseError
from octavo.server.feedback.records import CountKey, add_counts
from octavo.server.feedback.votes import clean_text
from octavo.server.feedback.writer import Writer

VIEWS, SEARCHES, MISSING, CALLS = "views", "searches", "missing", "calls"
KINDS = {
    VIEWS: "how often each page is read",
    SEARCHES: "what is searched for, and what of it finds nothing",
    MISSING: "addresses that lead nowhere, and the pages that link to them",
    CALLS: "how APIs answer the playground",
}
"""The kinds of events, with descriptions."""

_FLUSH_SECONDS = 5.0
_MOST_SUBJECTS = 2_000
"""The most different subjects of a kind per day; all others count as one subject."""
_LONGEST_SUBJECT = 200
_LONGEST_SEARCH = 80
_PERSONAL = re.compile(r"@|\d{6}|://")
"""A sign of personal data in a search: an email address, a long number, or a full link."""

RawHeaders = Iterable[tuple[bytes, bytes]]


class Counters:
    """The counts since the last write."""

    def __init__(
        self, writer: Writer, kinds: frozenset[str], clock: Callable[[], float] = time.time
    ) -> None:
        self.kinds = kinds
        self._writer = writer
        self._clock = clock
        self._counts: dict[CountKey, int] = {}
        self._subjects: dict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)
        self._is_planned = False

    def add(self, kind: str, subject: str, detail: str = "") -> None:
        """Count an event, if its kind is enabled."""
        if kind not in self.kinds:
            return
        day = datetime.fromtimestamp(self._clock(), UTC).strftime("%Y-%m-%d")
        key = (day, kind, *self._limit(day, kind, subject, detail))
        self._counts[key] = self._counts.get(key, 0) + 1
        if not self._is_planned:
            self._is_planned = True
            asyncio.get_running_loop().call_later(_FLUSH_SECONDS, self._flush)

    def _limit(self, day: str, kind: str, subject: str, detail: str) -> tuple[str, str]:
        pair = clean_text(subject)[:_LONGEST_SUBJECT], clean_text(detail)[:_LONGEST_SUBJECT]
        if (day, kind) not in self._subjects:
            self._subjects = defaultdict(
                set, {key: pairs for key, pairs in self._subjects.items() if key[0] == day}
            )
        pairs = self._subjects[day, kind]
        if pair in pairs or len(pairs) < _MOST_SUBJECTS:
            pairs.add(pair)
            return pair
        return "", ""

    def _flush(self) -> None:
        self._is_planned = False
        loop = asyncio.get_running_loop()
        counts, self._counts = self._counts, {}

        def check(future: Future[None]) -> None:
            if future.exception() is not None and not loop.is_closed():
                loop.call_soon_threadsafe(self._restore, counts)

        try:
            self._writer.put(lambda session: add_counts(session, counts)).add_done_callback(check)
        except DatabaseError:
            self._restore(counts)

    def _restore(self, counts: dict[CountKey, int]) -> None:
        """Restore numbers that couldn't be written, for the next write."""
        for key, number in counts.items():
            self._counts[key] = self._counts.get(key, 0) + number
        if self._counts and not self._is_planned:
            self._is_planned = True
            asyncio.get_running_loop().call_later(_FLUSH_SECONDS, self._flush)

    def close(self) -> None:
        """Write the last numbers."""
        counts, self._counts = self._counts, {}
        if counts:
            try:
                self._writer.put(lambda session: add_counts(session, counts))
            except DatabaseError:
                return


def asks_for_privacy(headers: RawHeaders) -> bool:
    """Tell whether a browser opts out of counting: Global Privacy Control, or Do Not Track."""
    return any(name in (b"sec-gpc", b"dnt") and value.strip() == b"1" for name, value in headers)


def is_reading(headers: RawHeaders) -> bool:
    """Tell whether a browser shows a page to a reader who may be counted."""
    for name, value in headers:
        if name in (b"sec-gpc", b"dnt"):
            if value.strip() == b"1":
                return False
        elif name in (b"sec-purpose", b"purpose", b"x-moz"):
            if b"prefetch" in value.lower():
                return False
        elif name == b"sec-fetch-dest" and value != b"document":
            return False
    return True


def clean_search(text: str) -> str:
    """Return a search in its stored form; empty if it may be personal."""
    words = " ".join(text.lower().split())[:_LONGEST_SEARCH]
    return "" if _PERSONAL.search(words) else words
