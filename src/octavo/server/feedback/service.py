"""The feedback functions of a server, for one process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from octavo.builder.served.file_headers import ALWAYS, NOT_KEPT, REVALIDATED
from octavo.render.shell.below_text.rating import ROUTE, SERVED_STYLES
from octavo.server.feedback.app import (
    BY_READER,
    BY_READER_AND_PAGE,
    STYLES,
    AskedSite,
    FeedbackApp,
    SenderRules,
)
from octavo.server.feedback.counters import (
    CALLS,
    KINDS,
    MISSING,
    SEARCHES,
    VIEWS,
    Counters,
    RawHeaders,
    asks_for_privacy,
    clean_search,
    is_reading,
)
from octavo.server.feedback.database import DatabaseAddress, Session, parse_database
from octavo.server.feedback.insights.door import ROUTE as INSIGHTS_ROUTE
from octavo.server.feedback.insights.door import InsightsDoor
from octavo.server.feedback.records import find_first_day, forget_before
from octavo.server.feedback.votes import RefusedAnswerError, read_answer
from octavo.server.feedback.writer import Writer
from octavo.server.web.asgi import Receive, Scope, Send, read_header
from octavo.server.web.rates import Rate
from octavo.server.web.senders import find_client, find_host, is_own_page
from octavo.server.web.static_site import send_body
from octavo.values import Struct

_SHORTEST_TOKEN, _LONGEST_TOKEN = 16, 4096
COUNTS_ROUTE = "/_octavo/counts"
NO_FEEDBACK: Mapping[str, Any] = {"address": None, "searches": None}
"""The facts for pages if the server accepts no feedback."""


class FeedbackOptions(Struct, frozen=True):
    """The options of the operator."""

    database: DatabaseAddress
    counted: frozenset[str] = frozenset()
    """The kinds that are counted, from `KINDS`."""
    keep_days: int | None = None
    """How many days feedback is stored; None for no limit."""
    insights_token: str = ""
    """The token for the report; without it there is no report page."""
    insights_over_http: bool = False
    """Whether the report may be read without encryption from other computers."""
    by_reader: Rate = BY_READER
    by_reader_and_page: Rate = BY_READER_AND_PAGE


def build_feedback_options(
    database: str,
    count: Iterable[str],
    keep_days: int | None,
    insights_token: str,
    insights_over_http: bool = False,
) -> FeedbackOptions:
    """Return options from texts; ValueError says what is wrong with them."""
    address, counted = parse_database(database), frozenset(count)
    if wrong := sorted(counted - KINDS.keys()):
        raise ValueError(f"{wrong[0]!r} is none of {', '.join(KINDS)}")
    return FeedbackOptions(address, counted, keep_days, insights_token, insights_over_http)


def load_token(path: str) -> str:
    """Return the token in a file; ValueError says what is wrong with it."""
    try:
        with open(path, encoding="utf-8") as file:
            token = file.read(_LONGEST_TOKEN).strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise ValueError(f"{path} cannot be read: {reason}") from error
    if len(token) < _SHORTEST_TOKEN:
        raise ValueError(
            f"{path} must hold at least {_SHORTEST_TOKEN} characters that are hard to guess"
        )
    return token


class FeedbackService:
    """Accepts votes, counts events, and shows the results."""

    def __init__(
        self,
        options: FeedbackOptions,
        rules: SenderRules,
        note: Callable[[str], None] = lambda _what: None,
    ) -> None:
        self._options = options
        self._rules = rules
        self._first_day = ""
        self._writer = Writer(options.database.open, self._forget_old)
        self._app = FeedbackApp(self._writer, rules, note)
        self.counters = Counters(self._writer, options.counted)
        self._door = _build_door(options, rules)

    def describe(self, base_path: str) -> Mapping[str, Any]:
        """Return the facts for pages."""
        counts = SEARCHES in self._options.counted
        return {
            "address": base_path + ROUTE,
            "searches": base_path + COUNTS_ROUTE if counts else None,
        }

    async def answer(
        self, path: str | None, scope: Scope, receive: Receive, send: Send, site: AskedSite
    ) -> bool:
        """Answer a request for a path of the site; return whether it was one for feedback."""
        if path == ROUTE:
            await self._app(scope, receive, send, site)
        elif path == COUNTS_ROUTE and SEARCHES in self._options.counted:
            await self._count_search(scope, receive, send)
        elif path == f"/{SERVED_STYLES}":
            await send_styles(send, STYLES)
        elif path == INSIGHTS_ROUTE and self._door is not None:
            await self._door(scope, receive, send, site)
        else:
            return False
        return True

    @property
    def counts_views(self) -> bool:
        """Whether page views are counted."""
        return VIEWS in self.counters.kinds

    def note_view(self, url: str, headers: RawHeaders) -> None:
        """Count a page view."""
        if self.counts_views and is_reading(headers):
            self.counters.add(VIEWS, url)

    def note_missing(self, scope: Scope, path: str, base_path: str) -> None:
        """Count a missing address, and the page of this site that links to it."""
        if MISSING in self.counters.kinds and not asks_for_privacy(scope["headers"]):
            self.counters.add(MISSING, path, _find_origin_page(scope, base_path))

    def note_call(self, scope: Scope, operation: str, outcome: str) -> None:
        """Count the response of an API to the playground."""
        if not asks_for_privacy(scope["headers"]):
            self.counters.add(CALLS, operation, outcome)

    def close(self) -> None:
        """Write waiting data, and close the database."""
        self.counters.close()
        self._writer.close()

    def _forget_old(self, session: Session) -> None:
        """Delete old data, once a day."""
        if self._options.keep_days is not None:
            first = find_first_day(datetime.now(UTC), self._options.keep_days)
            if first != self._first_day:
                forget_before(session, first)
                self._first_day = first

    async def _count_search(self, scope: Scope, receive: Receive, send: Send) -> None:
        status = 204
        try:
            host = find_host(scope, self._rules.hosts)
            if scope["method"] != "POST" or host is None or not is_own_page(scope, host):
                raise RefusedAnswerError(403, "")
            client = find_client(scope, self._rules.trusted_proxies)
            if self._rules.by_reader.take(self._rules.key.hash("search", client)):
                raise RefusedAnswerError(429, "")
            fields = (await read_answer(scope, receive)).fields
            if not asks_for_privacy(scope["headers"]):
                outcome = "nothing" if fields.get("found") == "nothing" else ""
                self.counters.add(SEARCHES, clean_search(fields.get("search", "")), outcome)
        except RefusedAnswerError as refusal:
            status = refusal.status
        await send_body(send, status, (("Cache-Control", NOT_KEPT), *ALWAYS), b"")


def _build_door(options: FeedbackOptions, rules: SenderRules) -> InsightsDoor | None:
    if not options.insights_token:
        return None
    return InsightsDoor(
        options.database, options.insights_token, rules, over_http=options.insights_over_http
    )


async def send_styles(send: Send, styles: bytes) -> None:
    """Send the additional styles for readers without scripts."""
    headers = (("Content-Type", "text/css; charset=utf-8"), ("Cache-Control", REVALIDATED), *ALWAYS)
    await send_body(send, 200, headers, styles)


def _find_origin_page(scope: Scope, base_path: str) -> str:
    """Return the path of the page of this site that has the link; empty for other sites."""
    try:
        parts = urlsplit(read_header(scope, "Referer") or "")
    except ValueError:
        return ""
    if parts.netloc.lower() != (read_header(scope, "Host") or "").lower() or not parts.netloc:
        return ""
    return parts.path.removeprefix(base_path) or "/"
