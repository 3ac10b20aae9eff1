"""Shows the report on the server to whoever knows the token.

A login is remembered by a cookie that the browser sends to this path alone, and only from its own
pages. What stands in it is signed with the token, so that nothing has to be kept, and a new token
ends all logins.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import time
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl

from octavo.outputs.feedback.app import AskedSite, SenderRules
from octavo.outputs.feedback.database import DatabaseAddress, DatabaseError
from octavo.outputs.feedback.insights.page import SHEET, render_report_page
from octavo.outputs.feedback.insights.report import Report, build_report
from octavo.outputs.feedback.insights.texts import FORMS
from octavo.outputs.feedback.pages import build_page_policy, render_page, send_own_page
from octavo.outputs.feedback.votes import RefusedAnswerError, read_answer
from octavo.outputs.web.asgi import Headers, Receive, Scope, Send, read_header
from octavo.outputs.web.senders import find_client, find_host, is_own_page
from octavo.outputs.web.static_site import ALWAYS, NOT_KEPT, send_body
from octavo.render.html import escape_attribute, escape_text

ROUTE = "/_octavo/insights"
COOKIE = "octavo-insights"
_LOGIN_SECONDS = 12 * 3600
_PERIODS = (7, 30, 90, 365)
_TYPES = {"json": "application/json", "csv": "text/csv; charset=utf-8"}


class InsightsDoor:
    """Answers requests for `ROUTE`."""

    def __init__(
        self,
        database: DatabaseAddress,
        token: str,
        rules: SenderRules,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._database = database
        self._token = token
        self._rules = rules
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send, site: AskedSite) -> None:
        """Answer a request: with the report, or with the question for the token."""
        action = site.base_path + ROUTE
        try:
            if find_host(scope, self._rules.hosts) is None:
                raise RefusedAnswerError(403, "This name is not this server's.")
            if scope["method"] == "POST":
                await self._log_in(scope, receive, send, action)
            elif scope["method"] not in ("GET", "HEAD"):
                raise RefusedAnswerError(405, "Only GET and POST are answered here.")
            elif not self._is_known(scope):
                await _ask_for_token(send, 200, action)
            else:
                await self._show(scope, send, site, action)
        except RefusedAnswerError as refusal:
            headers: Headers = ()
            if refusal.retry_after:
                headers += (("Retry-After", str(max(1, round(refusal.retry_after)))),)
            if refusal.status == 405:
                headers += (("Allow", "GET, POST"),)
            await _ask_for_token(send, refusal.status, action, refusal.message, headers)

    async def _log_in(self, scope: Scope, receive: Receive, send: Send, action: str) -> None:
        host = find_host(scope, self._rules.hosts) or ""
        if not is_own_page(scope, host):
            raise RefusedAnswerError(403, "Only this page itself may send the token.")
        client = find_client(scope, self._rules.trusted_proxies)
        if wait := self._rules.by_reader.take(self._rules.key.hash("login", client)):
            raise RefusedAnswerError(429, "That was too often. Please try again later.", wait)
        fields = (await read_answer(scope, receive)).fields
        if "leave" in fields:
            await _redirect(send, action, self._build_cookie(scope, action, "", 0))
        elif hmac.compare_digest(_digest(fields.get("token", "").strip()), _digest(self._token)):
            until = int(self._clock()) + _LOGIN_SECONDS
            value = f"{until}.{self._sign(until)}"
            await _redirect(send, action, self._build_cookie(scope, action, value, _LOGIN_SECONDS))
        else:
            raise RefusedAnswerError(403, "This is not the token.")

    def _is_known(self, scope: Scope) -> bool:
        cookies: SimpleCookie = SimpleCookie()
        try:
            cookies.load(read_header(scope, "Cookie") or "")
        except CookieError:
            return False
        text = cookies[COOKIE].value if COOKIE in cookies else ""
        until, _, signature = text.partition(".")
        if not (until.isascii() and until.isdecimal() and len(until) < 16):
            return False
        is_signed = hmac.compare_digest(signature.encode(), self._sign(int(until)).encode())
        return is_signed and self._clock() < int(until)

    def _sign(self, until: int) -> str:
        message = f"octavo insights {until}".encode()
        return hmac.new(_digest(self._token), message, hashlib.sha256).hexdigest()

    def _build_cookie(self, scope: Scope, path: str, value: str, seconds: int) -> str:
        # A server in front may add the encryption; the browser knows, and names it in `Origin`.
        is_secure = scope.get("scheme") == "https" or (
            read_header(scope, "Origin") or ""
        ).lower().startswith("https://")
        cookie = f"{COOKIE}={value}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Strict"
        return f"{cookie}; Secure" if is_secure else cookie

    async def _show(self, scope: Scope, send: Send, site: AskedSite, action: str) -> None:
        query = dict(parse_qsl(scope.get("query_string", b"").decode("latin-1")))
        days = int(query["days"]) if query.get("days", "") in tuple(map(str, _PERIODS)) else 30
        try:
            report = await asyncio.to_thread(self._load, days, sorted(site.list_pages()))
        except DatabaseError as error:
            html = render_page(
                "Insights",
                '<main><h1>Insights</h1><p class="fault" role="alert">'
                f"The database does not answer: {escape_text(str(error))}.</p></main>",
            )
            retry: Headers = (("Retry-After", "5"),)
            await send_own_page(send, 503, html, build_page_policy(), retry)
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

    def _load(self, days: int, pages: list[str]) -> Report:
        database = self._database.open()
        try:
            with database.read() as session:
                return build_report(session, days, pages)
        finally:
            database.close()


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
        '</nav><button class="quiet" name="leave" value="1">Log out</button></form>'
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


async def _redirect(send: Send, location: str, cookie: str) -> None:
    headers: Headers = (
        ("Location", location),
        ("Set-Cookie", cookie),
        ("Cache-Control", NOT_KEPT),
        *ALWAYS,
    )
    await send_body(send, 303, headers, b"")


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
