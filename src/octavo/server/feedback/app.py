"""Answers the requests of readers who rate a page."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlencode

from octavo.builder.served.file_headers import ALWAYS, NOT_KEPT
from octavo.builder.served.locations import escape_location
from octavo.project.web.addresses import Network
from octavo.render.shell.below_text.rating import ROUTE
from octavo.server.feedback.database import DatabaseError
from octavo.server.feedback.readers import DailyKey
from octavo.server.feedback.records import VOTES, Vote, render_minute, store_votes
from octavo.server.feedback.vote_pages import (
    build_page_policy,
    render_fault,
    render_last_thanks,
    render_thanks,
    send_own_page,
)
from octavo.server.feedback.votes import (
    Answer,
    RefusedAnswerError,
    build_vote,
    is_form,
    read_answer,
    read_page,
)
from octavo.server.feedback.writer import Writer
from octavo.server.web.asgi import Headers, Receive, Scope, Send, read_header
from octavo.server.web.rates import Allowance, Balances, Rate
from octavo.server.web.senders import find_client, find_host, is_own_page
from octavo.server.web.static_site import send_body, send_text
from octavo.site.urls import build_page_href
from octavo.values import Struct, field

BY_READER: Rate = Rate(10, 10)
"""How often one address may vote."""
BY_READER_AND_PAGE: Rate = Rate(1 / 30, 12)
"""How often one address may vote on one page."""
STYLES = b"form.rating[hidden] { display: flex; }\n"
"""Shows the question to readers without scripts."""
_RETRY_SECONDS = 5


class AskedSite(Protocol):
    """The site that a vote is about."""

    @property
    def base_path(self) -> str:
        """The path of the site's root."""

    def has_page(self, url: str) -> bool:
        """Tell whether the site has a page."""

    def list_pages(self) -> Iterable[str]:
        """Return the URLs of its pages."""


class SenderRules(Struct, frozen=True):
    """The rules that decide which votes count."""

    hosts: frozenset[str] | None = None
    """The names of this server, without port, in lowercase; None for any name."""
    trusted_proxies: tuple[Network, ...] = ()
    """Proxies in front of this server whose `X-Forwarded-…` headers count."""
    https_hosts: frozenset[str] = frozenset()
    """The `Host` values of requests that reach this server by https; see `list_https_hosts`."""
    key: DailyKey = field(default_factory=DailyKey)
    by_reader: Balances = field(default_factory=lambda: Allowance(BY_READER))
    by_reader_and_page: Balances = field(default_factory=lambda: Allowance(BY_READER_AND_PAGE))


class FeedbackApp:
    """Accepts votes; one for each server process."""

    def __init__(
        self,
        writer: Writer,
        rules: SenderRules,
        note: Callable[[str], None] = lambda _what: None,
    ) -> None:
        """Create the application; `note` takes the name of each event for metrics."""
        self._writer = writer
        self._rules = rules
        self._note = note

    async def __call__(self, scope: Scope, receive: Receive, send: Send, site: AskedSite) -> None:
        """Answer a request for `ROUTE`."""
        if scope["method"] in ("GET", "HEAD"):
            await self._show_thanks(scope, send, site)
            return
        back = ""
        try:
            self._check_sender(scope)
            answer = await read_answer(scope, receive)
            page = read_page(answer.fields)
            if not site.has_page(page):
                raise RefusedAnswerError(404, "This site has no such page.")
            back = build_page_href(page, site.base_path)
            vote = self._read_vote(scope, answer, page)
            if not answer.is_trapped:
                await self._keep(vote)
        except RefusedAnswerError as refusal:
            self._note("votes_refused" if refusal.status < 500 else "votes_failed")
            await _refuse(scope, send, refusal, back)
        else:
            self._note("votes")
            await _thank(send, answer, vote, site)

    def _check_sender(self, scope: Scope) -> None:
        if scope["method"] != "POST":
            raise RefusedAnswerError(405, "Only POST is answered here.")
        host = find_host(scope, self._rules.hosts)
        if host is None:
            raise RefusedAnswerError(403, "This name is not this server's.")
        if not is_own_page(scope, host):
            raise RefusedAnswerError(403, "Only the pages of this site may send answers.")

    def _read_vote(self, scope: Scope, answer: Answer, page: str) -> Vote:
        """Return the vote of a reader, unless there were too many."""
        rules = self._rules
        client = find_client(scope, rules.trusted_proxies)
        agent = read_header(scope, "User-Agent") or ""
        vote = build_vote(
            answer,
            page,
            rules.key.hash("vote", client, agent, page),
            render_minute(datetime.now(UTC)),
        )
        wait = rules.by_reader.take(rules.key.hash("reader", client))
        wait = wait or rules.by_reader_and_page.take(rules.key.hash("page", client, page))
        if wait:
            message = "Too many requests. Try again later."
            raise RefusedAnswerError(429, message, wait)
        return vote

    async def _keep(self, vote: Vote) -> None:
        try:
            await self._writer.write(lambda session: store_votes(session, (vote,)))
        except DatabaseError as error:
            message = "The answer could not be saved. Try again later."
            raise RefusedAnswerError(503, message, _RETRY_SECONDS) from error

    async def _show_thanks(self, scope: Scope, send: Send, site: AskedSite) -> None:
        query = dict(parse_qsl(scope.get("query_string", b"").decode("latin-1")))
        page, vote = query.get("page", ""), query.get("vote", "")
        if vote not in VOTES or not page.startswith("/") or not site.has_page(page):
            await send_text(send, 404, "There is nothing here.", ALWAYS)
            return
        back = build_page_href(page, site.base_path)
        if "said" in query:
            html = render_last_thanks(back)
        else:
            html = render_thanks(site.base_path + ROUTE, back, page, vote)
        await send_own_page(send, 200, html, build_page_policy())


async def _thank(send: Send, answer: Answer, vote: Vote, site: AskedSite) -> None:
    if not answer.is_form:
        await _send_json(send, 200, {"kept": True})
        return
    # A redirect to a separate page, so that a reload sends no second vote.
    query = {"page": vote.page, "vote": vote.vote}
    if vote.comment or vote.reason:
        query["said"] = "1"
    location = escape_location(f"{site.base_path}{ROUTE}?{urlencode(query)}")
    headers: Headers = (("Location", location), ("Cache-Control", NOT_KEPT), *ALWAYS)
    await send_body(send, 303, headers, b"")


async def _refuse(scope: Scope, send: Send, refusal: RefusedAnswerError, back: str) -> None:
    headers: Headers = ()
    if refusal.retry_after:
        headers += (("Retry-After", str(max(1, round(refusal.retry_after)))),)
    if refusal.status == 405:
        headers += (("Allow", "GET, POST"),)
    if is_form(scope):
        html = render_fault(refusal.message, back)
        await send_own_page(send, refusal.status, html, build_page_policy(), headers)
    else:
        await _send_json(send, refusal.status, {"message": refusal.message}, headers)


async def _send_json(
    send: Send, status: int, value: Mapping[str, Any], headers: Headers = ()
) -> None:
    always: Headers = (("Content-Type", "application/json"), ("Cache-Control", NOT_KEPT), *ALWAYS)
    await send_body(send, status, (*always, *headers), json.dumps(value).encode())
