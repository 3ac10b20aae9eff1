"""Serves the report to clients with the token.

A cookie keeps the login; scripts and other sites can't use it, see `logins`. Tokens and reports are
only sent over encrypted connections, except on the same computer.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import time
from collections.abc import Callable
from contextlib import closing
from typing import TypeVar
from urllib.parse import parse_qsl, quote

from octavo.builder.served.file_headers import ALWAYS, NOT_KEPT
from octavo.builder.served.locations import escape_location
from octavo.render.basis.html import escape_attribute, escape_text
from octavo.server.feedback.app import AskedSite, SenderRules
from octavo.server.feedback.database import DatabaseAddress, DatabaseError, Session
from octavo.server.feedback.insights.logins import (
    LOGIN_SECONDS,
    forget_login,
    is_logged_in,
    store_login,
)
from octavo.server.feedback.insights.report import Report, build_report
from octavo.server.feedback.insights.report_page import SHEET, render_report_page
from octavo.server.feedback.insights.texts import FORMS
from octavo.server.feedback.vote_pages import build_page_policy, render_page, send_own_page
from octavo.server.feedback.votes import RefusedAnswerError, read_answer
from octavo.server.web.asgi import Headers, Receive, Scope, Send, read_header
from octavo.server.web.senders import (
    find_client,
    find_host,
    is_called_local,
    is_encrypted,
    is_own_page,
)
from octavo.server.web.static_site import send_body
from octavo.values import Struct

ROUTE = "/_octavo/insights"
COOKIE = "octavo-insights"
_UNENCRYPTED = (
    "Insights are not shown over plain http. Open this page by https. If you did, start the server "
    "with --site-url https://…, or with --trusted-proxy for the server in front of it that sends "
    "X-Forwarded-Proto. In a network that you trust, use --insights-over-http."
)
_PERIODS = (7, 30, 90, 365)
Result = TypeVar("Result")
_TYPES = {"json": "application/json", "csv": "text/csv; charset=utf-8"}


class InsightsDoor:
    """Answers requests for `ROUTE`."""

    def __init__(
        self,
        database: DatabaseAddress,
        token: str,
        rules: SenderRules,
        *,
        over_http: bool = False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._database = database
        self._token = token
        self._rules = rules
        self._over_http = over_http
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send, site: AskedSite) -> None:
        """Answer a request with the report, or with the login form."""
        action = site.base_path + ROUTE
        try:
            host = find_host(scope, self._rules.hosts)
            if host is None:
                raise RefusedAnswerError(403, "This name is not this server's.")
            cookie = self._choose_cookie(scope, host, site.base_path)
            if scope["method"] == "POST":
                await self._log_in(scope, receive, send, host, cookie)
            elif scope["method"] not in ("GET", "HEAD"):
                raise RefusedAnswerError(405, "Only GET and POST are answered here.")
            else:
                await self._show(scope, send, site, cookie)
        except RefusedAnswerError as refusal:
            headers: Headers = ()
            if refusal.retry_after:
                headers += (("Retry-After", str(max(1, round(refusal.retry_after)))),)
            if refusal.status == 405:
                headers += (("Allow", "GET, POST"),)
            await _ask_for_token(send, refusal.status, action, refusal.message, headers)
        except _UnencryptedError:
            await _send_fault(send, 403, _UNENCRYPTED)
        except DatabaseError as error:
            fault = f"The database does not answer: {error}."
            await _send_fault(send, 503, fault, (("Retry-After", "5"),))

    def _choose_cookie(self, scope: Scope, host: str, base_path: str) -> _Cookie:
        """Return the cookie of this site; raise an error if the connection is not encrypted."""
        rules = self._rules
        is_secure = is_encrypted(scope, host, rules.trusted_proxies, rules.https_hosts)
        if not (is_secure or self._over_http or is_called_local(host)):
            raise _UnencryptedError
        return _Cookie(base_path, is_secure)

    async def _log_in(
        self, scope: Scope, receive: Receive, send: Send, host: str, cookie: _Cookie
    ) -> None:
        if not is_own_page(scope, host):
            raise RefusedAnswerError(403, "Only this page itself may send the token.")
        client = find_client(scope, self._rules.trusted_proxies)
        if wait := self._rules.by_reader.take(self._rules.key.hash("login", client)):
            raise RefusedAnswerError(429, "Too many requests. Try again later.", wait)
        fields = (await read_answer(scope, receive)).fields
        if "leave" in fields:
            secret = cookie.read(scope)
            await self._write(lambda session: forget_login(session, self._token, secret))
            await _redirect(send, cookie, "", 0)
        elif hmac.compare_digest(_digest(fields.get("token", "").strip()), _digest(self._token)):
            now = int(self._clock())
            secret = await self._write(lambda session: store_login(session, self._token, now))
            await _redirect(send, cookie, secret, LOGIN_SECONDS)
        else:
            raise RefusedAnswerError(403, "This is not the token.")

    async def _write(self, work: Callable[[Session], Result]) -> Result:
        """Run work in a transaction, in a separate thread, and return its result."""

        def run() -> Result:
            with closing(self._database.open()) as database, database.write() as session:
                return work(session)

        return await asyncio.to_thread(run)

    async def _show(self, scope: Scope, send: Send, site: AskedSite, cookie: _Cookie) -> None:
        query = dict(parse_qsl(scope.get("query_string", b"").decode("latin-1")))
        days = int(query["days"]) if query.get("days", "") in tuple(map(str, _PERIODS)) else 30
        report, secret, action = None, cookie.read(scope), site.base_path + ROUTE
        if secret:
            report = await asyncio.to_thread(self._load, secret, days, sorted(site.list_pages()))
        if report is None:
            await _ask_for_token(send, 200, action)
            return
        form = query.get("format", "")
        if form in _TYPES:
            headers: Headers = (
                ("Content-Type", _TYPES[form]),
                ("Content-Disposition", f'attachment; filename="insights.{form}"'),
                ("Cache-Control", NOT_KEPT),
                *ALWAYS,
            )
            await send_body(send, 200, headers, FORMS[form](report).encode())
            return
        html = render_report_page(report, _render_controls(action, days))
        await send_own_page(send, 200, html, build_page_policy(SHEET))

    def _load(self, secret: str, days: int, pages: list[str]) -> Report | None:
        """Return the report for a logged-in author; None for other clients."""
        with closing(self._database.open()) as database, database.read() as session:
            if not is_logged_in(session, self._token, secret, int(self._clock())):
                return None
            return build_report(session, days, pages)


class _UnencryptedError(Exception):
    """The connection would expose a token or a report."""


class _Cookie(Struct, frozen=True):
    """The login cookie of one site; a host can have several sites."""

    base_path: str
    is_secure: bool

    @property
    def names(self) -> tuple[str, ...]:
        """Its names; over https, the only one is safe from other hosts and from plain http."""
        name = f"__Host-{COOKIE}{quote(self.base_path, safe='')}"
        return (name,) if self.is_secure else (COOKIE, name)

    def render(self, value: str, seconds: int) -> str:
        """Return the header that sets the cookie."""
        path = "/; Secure" if self.is_secure else escape_location(self.base_path + ROUTE)
        return f"{self.names[0]}={value}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Strict"

    def read(self, scope: Scope) -> str:
        """Return the value of the cookie; empty if the request has none."""
        header = read_header(scope, "Cookie") or ""
        pairs = (each.strip().partition("=") for each in header.split(";"))
        return next((value for name, _, value in pairs if name in self.names), "")


def _render_controls(action: str, days: int) -> str:
    path = escape_attribute(action)
    periods = "".join(
        f'<a href="{path}?days={each}"{" aria-current=true" if each == days else ""}>'
        f"{each} days</a>"
        for each in _PERIODS
    )
    forms = "".join(
        f'<a href="{path}?days={days}&amp;format={form}">{form.upper()}</a>' for form in _TYPES
    )
    return (
        f'<form method="post" action="{path}"><nav aria-label="Period and forms">{periods}{forms}'
        '</nav><button name="leave" value="1">Log out</button></form>'
    )


async def _ask_for_token(
    send: Send, status: int, action: str, fault: str = "", headers: Headers = ()
) -> None:
    alert = f'<p class="fault" role="alert">{escape_text(fault)}</p>' if fault else ""
    body = (
        f'<main><h1>Insights</h1>{alert}<form method="post" action="{escape_attribute(action)}">'
        '<label class="field"><span class="label">Token</span>'
        '<input type="password" name="token" autocomplete="current-password" required autofocus>'
        "</label><div><button>Log in</button></div></form></main>"
    )
    html = render_page("Insights", body)
    await send_own_page(send, status, html, build_page_policy(), headers)


async def _send_fault(send: Send, status: int, fault: str, headers: Headers = ()) -> None:
    alert = f'<p class="fault" role="alert">{escape_text(fault)}</p>'
    html = render_page("Insights", f"<main><h1>Insights</h1>{alert}</main>")
    await send_own_page(send, status, html, build_page_policy(), headers)


async def _redirect(send: Send, cookie: _Cookie, value: str, seconds: int) -> None:
    headers: Headers = (
        ("Location", escape_location(cookie.base_path + ROUTE)),
        ("Set-Cookie", cookie.render(value, seconds)),
        ("Cache-Control", NOT_KEPT),
        *ALWAYS,
    )
    await send_body(send, 303, headers, b"")


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()
