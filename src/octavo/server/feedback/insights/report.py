"""Summarizes feedback and searches of some days, with the most urgent improvements first."""

from __future__ import annotations

import difflib
import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from octavo.render.shell.below_text.rating import REASONS
from octavo.server.feedback.counters import CALLS, MISSING, SEARCHES, VIEWS
from octavo.server.feedback.database import Session
from octavo.server.feedback.records import find_first_day
from octavo.values import Struct, field

_MOST_COMMENTS = 20
_MOST_ROWS = 50


class Comment(Struct, frozen=True):
    """The comment of a reader."""

    day: str
    vote: str
    reason: str
    text: str


class PageVotes(Struct, frozen=True):
    """The votes of readers on a page."""

    page: str
    yes: int
    no: int
    views: int
    reasons: Mapping[str, int] = field(default_factory=dict)
    """The reasons, complaints first."""
    comments: tuple[Comment, ...] = ()
    """The newest comments."""


class DeadAddress(Struct, frozen=True):
    """A requested address that doesn't exist."""

    path: str
    number: int
    pages: tuple[str, ...]
    """The pages of the site that link to it."""
    redirect: str
    """A redirect for `redirects` in `site.json`; empty if no page is similar."""


class Search(Struct, frozen=True):
    """A search of readers."""

    words: str
    number: int


class Call(Struct, frozen=True):
    """The responses of an API to an operation of the playground."""

    operation: str
    outcome: str
    number: int


Trend = tuple[tuple[str, int], ...]
"""A number for each day, including days with zero."""


class Report(Struct, frozen=True):
    """The whole report."""

    first_day: str
    last_day: str
    pages: tuple[PageVotes, ...]
    """The pages, starting with those that most likely disappoint readers."""
    dead: tuple[DeadAddress, ...]
    unfound: tuple[Search, ...]
    """Searches without a result."""
    searches: tuple[Search, ...]
    calls: tuple[Call, ...]
    most_read: tuple[tuple[str, int], ...]
    votes_yes: Trend
    votes_no: Trend
    views: Trend
    searched: Trend
    missed: Trend

    @property
    def yes(self) -> int:
        """The number of positive votes."""
        return sum(number for _day, number in self.votes_yes)

    @property
    def no(self) -> int:
        """The number of negative votes."""
        return sum(number for _day, number in self.votes_no)


def build_report(
    session: Session, days: int, pages: Iterable[str] = (), today: datetime | None = None
) -> Report:
    """Return the report of some days; `pages` are the current pages of the site."""
    today = today or datetime.now(UTC)
    first, last = find_first_day(today, days), today.astimezone(UTC).strftime("%Y-%m-%d")
    votes = session.run(
        "SELECT page, vote, reason, comment, voted_at FROM octavo_votes "
        "WHERE voted_at >= ? AND voted_at < ? ORDER BY voted_at DESC, page, id",
        (first, f"{last}T99"),
    )
    counts = session.run(
        "SELECT day, kind, subject, detail, number FROM octavo_counts WHERE day >= ? AND day <= ?",
        (first, last),
    )
    by_day: dict[str, Counter[str]] = defaultdict(Counter)
    for _page, vote, _reason, _comment, voted_at in votes:
        by_day[vote][voted_at[:10]] += 1
    for day, kind, _subject, _detail, number in counts:
        by_day[kind][day] += number
    every = _list_days(today, days)
    views = _sum_up(counts, VIEWS)
    searches, unfound = _sum_searches(counts)
    return Report(
        first,
        last,
        _build_pages(votes, views),
        _build_dead(counts, sorted({*pages, *views, *(row[0] for row in votes)})),
        unfound,
        searches,
        _build_calls(counts),
        tuple(_rank(views)),
        *(
            tuple((day, by_day[kind][day]) for day in every)
            for kind in ("yes", "no", VIEWS, SEARCHES, MISSING)
        ),
    )


def _list_days(today: datetime, days: int) -> list[str]:
    start = today.astimezone(UTC) - timedelta(days=days - 1)
    return [(start + timedelta(days=each)).strftime("%Y-%m-%d") for each in range(days)]


def _build_pages(votes: Sequence[Sequence[str]], views: Mapping[str, int]) -> tuple[PageVotes, ...]:
    grouped: dict[str, list[Sequence[str]]] = defaultdict(list)
    for vote in votes:
        grouped[vote[0]].append(vote)
    pages = [_build_page(page, rows, views.get(page, 0)) for page, rows in grouped.items()]
    return tuple(sorted(pages, key=lambda each: (-rank_unhappy(each.yes, each.no), each.page)))


def _build_page(page: str, rows: Sequence[Sequence[str]], views: int) -> PageVotes:
    votes = Counter(row[1] for row in rows)
    reasons = Counter(row[2] for row in rows if row[2])
    comments = tuple(
        Comment(voted_at[:10], vote, reason, text)
        for _page, vote, reason, text, voted_at in rows
        if text
    )
    return PageVotes(
        page,
        votes["yes"],
        votes["no"],
        views,
        dict(sorted(reasons.items(), key=lambda each: (each[0] in REASONS["yes"], -each[1]))),
        comments[:_MOST_COMMENTS],
    )


def rank_unhappy(yes: int, no: int) -> float:
    """Return the lowest likely share of unhappy readers.

    It is the lower end of Wilson's interval, so one reader of one counts less than nine of ten.
    """
    number, z = yes + no, 1.96
    if not number:
        return 0.0
    share = no / number
    middle = share + z * z / (2 * number)
    spread = z * math.sqrt((share * (1 - share) + z * z / (4 * number)) / number)
    return (middle - spread) / (1 + z * z / number)


def _sum_up(counts: Iterable[Sequence[object]], kind: str) -> Counter[str]:
    numbers: Counter[str] = Counter()
    for _day, each, subject, _detail, number in counts:
        if each == kind and subject:
            numbers[str(subject)] += int(str(number))
    return numbers


def _sum_searches(
    counts: Iterable[Sequence[object]],
) -> tuple[tuple[Search, ...], tuple[Search, ...]]:
    """Return all searches, and those without results."""
    hits: Counter[str] = Counter()
    misses: Counter[str] = Counter()
    for _day, kind, words, detail, number in counts:
        if kind == SEARCHES and words:
            (misses if detail == "nothing" else hits)[str(words)] += int(str(number))
    every = hits + misses
    return tuple(Search(*each) for each in _rank(every)), tuple(
        Search(*each) for each in _rank(misses)
    )


def _build_dead(
    counts: Iterable[Sequence[object]], pages: Sequence[str]
) -> tuple[DeadAddress, ...]:
    numbers = _sum_up(counts, MISSING)
    origins: dict[str, set[str]] = defaultdict(set)
    for _day, kind, path, origin, _number in counts:
        if kind == MISSING and origin:
            origins[str(path)].add(str(origin))
    # The author can fix a link on the site's pages, so it comes first.
    ranked = sorted(numbers.items(), key=lambda each: (each[0] not in origins, -each[1], each[0]))
    return tuple(
        DeadAddress(path, number, tuple(sorted(origins[path])), suggest_redirect(path, pages))
        for path, number in ranked[:_MOST_ROWS]
    )


def suggest_redirect(path: str, pages: Sequence[str]) -> str:
    """Return a redirect to the most similar address as JSON; empty if there is none."""
    source = path.removesuffix("/index.html").rstrip("/") or "/"
    last = source.rpartition("/")[2].lower()
    same_name = [page for page in pages if last and page.rpartition("/")[2].lower() == last]
    nearest = same_name or difflib.get_close_matches(source, pages, 1, 0.6)
    if not nearest or nearest[0] == source:
        return ""
    return json.dumps({"source": source, "destination": nearest[0]}, ensure_ascii=False)


def _build_calls(counts: Iterable[Sequence[object]]) -> tuple[Call, ...]:
    numbers: Counter[tuple[str, str]] = Counter()
    for _day, kind, operation, outcome, number in counts:
        if kind == CALLS and operation:
            numbers[str(operation), str(outcome)] += int(str(number))
    # Failures come first, because they stop readers.
    ranked = sorted(numbers.items(), key=lambda each: (each[0][1] < "400", -each[1], each[0]))
    return tuple(Call(*key, number) for key, number in ranked[:_MOST_ROWS])


def _rank(numbers: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(numbers.items(), key=lambda each: (-each[1], each[0]))[:_MOST_ROWS]
