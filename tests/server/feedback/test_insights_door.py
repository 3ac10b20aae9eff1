"""Access to the insights on the server: only with the token.

Requests go to the page's application itself, so that a test can set its clock and its encryption.
The files of the database are real ones.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from octavo.server.feedback.app import SenderRules
from octavo.server.feedback.database import parse_database
from octavo.server.feedback.insights import door as door_module
from octavo.server.feedback.insights.door import InsightsDoor
from octavo.server.feedback.insights.report import build_report
from octavo.server.feedback.records import Vote, store_votes
from octavo.server.feedback.service import FeedbackService, build_feedback_options
from octavo.server.web.senders import list_https_hosts
from tests.feedback_sites import FORM, opened
from tests.previews import Answer

INSIGHTS = "/_octavo/insights"
TOKEN = "correct horse battery staple"
CANARY = "The taps freeze in winter"
LOGIN_FIELD = b'<input type="password" name="token"'
LOCAL, PUBLIC = "localhost:8000", "docs.example.com"
HALF_A_DAY = 12 * 3600


@dataclass(frozen=True)
class Site:
    """A site of one page."""

    base_path: str = ""

    def has_page(self, url: str) -> bool:
        return url == "/taps"

    def list_pages(self) -> list[str]:
        return ["/taps"]


@dataclass
class Door:
    """The page of a server, whose clock stands still until a test sets it."""

    database: str
    rules: SenderRules = field(default_factory=SenderRules)
    token: str = TOKEN
    over_http: bool = False
    now: float = 1_800_000_000.0
    base_path: str = ""

    def __post_init__(self) -> None:
        self.app = InsightsDoor(
            parse_database(self.database),
            self.token,
            self.rules,
            over_http=self.over_http,
            clock=lambda: self.now,
        )

    def ask(
        self,
        method: str = "GET",
        query: str = "",
        fields: Any = None,
        **headers: str,
    ) -> Answer:
        scope_of_server = {
            "client": (headers.pop("client", "127.0.0.1"), 1),
            "scheme": headers.pop("scheme", "http"),
        }
        named = {"Host": LOCAL, "Content-Type": FORM}
        named |= {name.replace("_", "-"): value for name, value in headers.items()}
        scope = {
            "type": "http",
            "method": method,
            "path": self.base_path + INSIGHTS,
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), text.encode()) for name, text in named.items()],
            **scope_of_server,
        }
        body = urlencode(fields or {}).encode()
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        asyncio.run(self.app(scope, receive, send, Site(self.base_path)))
        pairs = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return Answer(sent[0]["status"], pairs, b"".join(each["body"] for each in sent[1:]))

    def log_in(self, token: str = TOKEN, **headers: str) -> Answer:
        return self.ask("POST", fields={"token": token}, **headers)

    def open(self, **headers: str) -> str:
        """Log in, and return the cookie as a browser sends it back."""
        answer = self.log_in(**headers)
        assert answer.status == 303, answer.body
        return answer.headers["set-cookie"].partition(";")[0]


@pytest.fixture
def database(tmp_path: Path) -> str:
    """What a reader has said, which must not be seen."""
    address = f"sqlite:{tmp_path}/feedback.db"
    with opened(address) as opened_database, opened_database.write() as session:
        store_votes(session, [Vote("/taps", "1", "no", "2027-01-14T12:00Z", "", CANARY)])
    return address


@pytest.fixture(autouse=True)
def on_the_day_of_the_vote(monkeypatch: pytest.MonkeyPatch) -> None:
    """The report is about the days before the vote, whenever the test runs."""

    def build(session: Any, days: int, pages: list[str]) -> Any:
        return build_report(session, days, pages, today=datetime(2027, 1, 15, tzinfo=UTC))

    monkeypatch.setattr(door_module, "build_report", build)


def shows_report(answer: Answer) -> bool:
    """Tell whether an answer is the report; else it must be the question for the token, alone."""
    if CANARY.encode() in answer.body:
        assert answer.status == 200
        assert LOGIN_FIELD not in answer.body
        return True
    assert_closed(answer)
    return False


def assert_closed(answer: Answer) -> None:
    page = answer.body.partition(b"</style>")[2]
    assert LOGIN_FIELD in page
    assert b"/taps" not in page
    assert b"Log out" not in page
    assert "set-cookie" not in answer.headers
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.scorecard("SR-40")
@pytest.mark.parametrize("query", ["", "days=7", "format=csv", "format=json", f"token={TOKEN}"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_nothing_is_seen_without_the_login(database: str, query: str, method: str) -> None:
    answer = Door(database).ask(method, query)
    assert answer.status == 200
    assert_closed(answer)


@pytest.mark.parametrize("form", ["", "csv", "json"])
def test_everything_is_seen_with_the_login(database: str, form: str) -> None:
    door = Door(database)
    answer = door.ask(query=f"format={form}", Cookie=door.open())
    assert shows_report(answer)
    types = {"": "text/html", "csv": "text/csv", "json": "application/json"}
    assert answer.headers["content-type"].partition(";")[0] == types[form]
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    if form:
        name = f'attachment; filename="insights.{form}"'
        assert answer.headers["content-disposition"] == name
    else:
        assert b"Log out" in answer.body
        assert "form-action 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "value",
    ["", "x", "99999999999.00", f"1800000000.{'0' * 64}", "9" * 5000, '"\\', "' OR 1=1 --", TOKEN],
)
def test_a_cookie_that_was_made_up_opens_nothing(database: str, value: str) -> None:
    door = Door(database)
    door.open()  # somebody else is logged in
    for before in ("", "a=b; ;=x; ", "a/b=1; "):
        cookie = f"{before}octavo-insights={value}"
        assert not shows_report(door.ask(Cookie=cookie))


def test_cookies_of_other_applications_do_not_matter(database: str) -> None:
    door = Door(database)
    for others in ("a/b=1; {}", 'x="a; {}', "; =; {}; octavo-insights=old", "octavo-insight=; {}"):
        assert shows_report(door.ask(Cookie=others.format(door.open())))


def test_no_part_of_what_the_database_holds_opens_it(database: str) -> None:
    door = Door(database)
    secret = door.open().partition("=")[2]
    with closing(sqlite3.connect(database.removeprefix("sqlite:"))) as connection:
        [(kept, _until)] = connection.execute("SELECT id, until FROM octavo_logins")
        dump = "\n".join(connection.iterdump())
    assert secret not in dump
    assert TOKEN not in dump
    assert not shows_report(door.ask(Cookie=f"octavo-insights={kept}"))


@pytest.mark.parametrize("token", ["", "x", TOKEN[:-1], f"{TOKEN}x", TOKEN.upper()])
def test_a_wrong_token_opens_nothing(database: str, token: str) -> None:
    answer = Door(database).log_in(token)
    assert answer.status == 403
    assert b"This is not the token." in answer.body
    assert_closed(answer)


def test_blanks_around_the_token_do_not_matter(database: str) -> None:
    assert Door(database).log_in(f" {TOKEN}\n").status == 303


def test_each_login_has_a_secret_of_its_own(database: str) -> None:
    door = Door(database)
    first, second = door.open(), door.open()
    assert first != second
    assert len(first.partition("=")[2]) >= 32


def test_a_login_lasts_half_a_day(database: str) -> None:
    door = Door(database)
    cookie = door.open()
    assert f"Max-Age={HALF_A_DAY};" in door.log_in().headers["set-cookie"]
    door.now += HALF_A_DAY - 1
    assert shows_report(door.ask(Cookie=cookie))
    door.now += 1
    assert not shows_report(door.ask(Cookie=cookie))
    door.open()
    with closing(sqlite3.connect(database.removeprefix("sqlite:"))) as connection:
        assert connection.execute("SELECT COUNT(*) FROM octavo_logins").fetchone() == (1,)


@pytest.mark.scorecard("SR-05")
def test_who_logs_out_has_logged_out_everywhere(database: str) -> None:
    door, replica = Door(database), Door(database)
    cookie, other = door.open(), door.open()
    assert shows_report(replica.ask(Cookie=cookie))
    answer = door.ask("POST", fields={"leave": "1"}, Cookie=cookie)
    assert (answer.status, answer.headers["location"]) == (303, INSIGHTS)
    assert answer.headers["set-cookie"].startswith(f"octavo-insights=; Path={INSIGHTS}; Max-Age=0;")
    for each in (door, replica):
        assert not shows_report(each.ask(Cookie=cookie))
        assert shows_report(each.ask(Cookie=other))


def test_a_new_token_ends_all_logins(database: str) -> None:
    cookie = Door(database).open()
    renewed = Door(database, token="another horse battery staple")
    assert not shows_report(renewed.ask(Cookie=cookie))
    assert renewed.log_in(TOKEN).status == 403


@pytest.mark.scorecard("SR-42")
def test_a_token_can_be_guessed_ten_times_and_then_not_even_right(database: str) -> None:
    door = Door(database, SenderRules(trusted_proxies=(ip_network("10.0.0.0/8"),)))
    headers = {"client": "203.0.113.7"}
    statuses = [door.log_in(f"guess {number}", **headers).status for number in range(10)]
    assert statuses == [403] * 10
    false = [{}, {"X_Forwarded_For": "198.51.100.1"}, {"Forwarded": "for=198.51.100.1"}]
    for further in false:
        answer = door.log_in(**headers, **further)
        assert answer.status == 429
        assert 1 <= int(answer.headers["retry-after"]) <= 7
        assert_closed(answer)
    assert door.log_in(client="203.0.113.8").status == 303
    assert door.log_in(client="10.0.0.1", X_Forwarded_For="203.0.113.9").status == 303
    assert door.log_in(client="10.0.0.1", X_Forwarded_For="203.0.113.7").status == 429


@pytest.mark.scorecard("SR-05")
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": f"http://evil.{LOCAL}"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_other_sites_can_log_nobody_in_or_out(database: str, headers: dict[str, str]) -> None:
    door = Door(database)
    answer = door.log_in(**headers)
    assert answer.status == 403
    assert_closed(answer)
    cookie = door.open()
    assert door.ask("POST", fields={"leave": "1"}, Cookie=cookie, **headers).status == 403
    assert shows_report(door.ask(Cookie=cookie))


def test_another_name_of_the_server_shows_nothing(database: str) -> None:
    door = Door(database, SenderRules(frozenset({"localhost"})))
    cookie = door.open()
    for host in ("evil.example", "localhost.evil.example", ""):
        answer = door.ask(Cookie=cookie, Host=host)
        assert answer.status == 403
        assert_closed(answer)
        assert door.log_in(Host=host).status == 403
    assert shows_report(door.ask(Cookie=cookie, Host="LOCALHOST:8000"))


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "get"])
def test_other_methods_are_refused(database: str, method: str) -> None:
    door = Door(database)
    answer = door.ask(method, Cookie=door.open())
    assert (answer.status, answer.headers["allow"]) == (405, "GET, POST")
    assert_closed(answer)


# --- encryption -----------------------------------------------------------------------------------

PROXIES = (ip_network("10.0.0.0/8"),)
BY_HTTPS: list[tuple[SenderRules, dict[str, str]]] = [
    (SenderRules(), {"scheme": "https", "Host": PUBLIC}),
    (SenderRules(), {"scheme": "https"}),
    (
        SenderRules(trusted_proxies=PROXIES),
        {"Host": PUBLIC, "X_Forwarded_Proto": "https", "client": "10.0.0.1"},
    ),
    (
        SenderRules(trusted_proxies=PROXIES),
        {"Host": PUBLIC, "X_Forwarded_Proto": "HTTPS, https", "client": "10.0.0.1"},
    ),
    (SenderRules(https_hosts=list_https_hosts(f"https://{PUBLIC}")), {"Host": PUBLIC}),
    (SenderRules(https_hosts=list_https_hosts(f"https://{PUBLIC}/d")), {"Host": f"{PUBLIC}:443"}),
    (SenderRules(https_hosts=list_https_hosts(f"https://{PUBLIC}:8443")), {"Host": PUBLIC}),
    (SenderRules(https_hosts=list_https_hosts("https://[2001:db8::1]")), {"Host": "[2001:db8::1]"}),
]
BY_HTTP: list[tuple[SenderRules, dict[str, str]]] = [
    (SenderRules(), {"Host": PUBLIC}),
    (SenderRules(), {"Host": "192.168.1.7:8000"}),
    (SenderRules(), {"Host": "[2001:db8::1]:8000"}),
    (SenderRules(), {"Host": "localhost.example.com"}),
    (SenderRules(), {"Host": PUBLIC, "X_Forwarded_Proto": "https"}),
    (
        SenderRules(trusted_proxies=PROXIES),
        {"Host": PUBLIC, "X_Forwarded_Proto": "https", "client": "203.0.113.7"},
    ),
    (
        SenderRules(trusted_proxies=PROXIES),
        {"Host": PUBLIC, "X_Forwarded_Proto": "https, http", "client": "10.0.0.1"},
    ),
    (
        SenderRules(trusted_proxies=PROXIES, https_hosts=list_https_hosts(f"https://{PUBLIC}")),
        {"Host": PUBLIC, "X_Forwarded_Proto": "http", "client": "10.0.0.1"},
    ),
    (SenderRules(https_hosts=list_https_hosts(f"https://{PUBLIC}")), {"Host": f"{PUBLIC}:8000"}),
    (SenderRules(https_hosts=list_https_hosts(f"http://{PUBLIC}")), {"Host": PUBLIC}),
]


@pytest.mark.scorecard("SR-05")
@pytest.mark.parametrize(("rules", "headers"), BY_HTTPS)
def test_by_https_the_cookie_is_for_this_host_and_https_only(
    database: str, rules: SenderRules, headers: dict[str, str]
) -> None:
    door = Door(database, rules, base_path="/dö cs")
    answer = door.log_in(**headers)
    cookie, *rest = answer.headers["set-cookie"].split("; ")
    assert cookie.startswith("__Host-octavo-insights%2Fd%C3%B6%20cs=")
    assert set(rest) == {
        "Path=/",
        "Secure",
        "HttpOnly",
        "SameSite=Strict",
        f"Max-Age={HALF_A_DAY}",
    }
    assert shows_report(door.ask(Cookie=cookie, **headers))
    # Other hosts of a domain, and plain http, can set a cookie with any other name.
    assert not shows_report(
        door.ask(Cookie=f"octavo-insights={cookie.partition('=')[2]}", **headers)
    )
    gone = door.ask("POST", fields={"leave": "1"}, Cookie=cookie, **headers)
    assert gone.headers["set-cookie"].startswith(cookie.partition("=")[0] + "=; Path=/; Secure;")
    assert not shows_report(door.ask(Cookie=cookie, **headers))


def test_a_browser_that_names_its_page_by_https_gets_a_cookie_for_https(database: str) -> None:
    door = Door(database)
    cookie, *rest = door.log_in(Origin=f"https://{LOCAL}").headers["set-cookie"].split("; ")
    assert cookie.startswith("__Host-octavo-insights=")
    assert "Secure" in rest
    assert shows_report(door.ask(Cookie=cookie))


@pytest.mark.parametrize(
    "host", ["localhost", LOCAL, "127.0.0.1:8000", "[::1]:8000", "127.1.2.3", "docs.localhost:80"]
)
def test_on_this_computer_no_encryption_is_needed(database: str, host: str) -> None:
    door = Door(database)
    answer = door.log_in(Host=host, Origin=f"http://{host}")
    assert answer.headers["location"] == INSIGHTS
    cookie, *rest = answer.headers["set-cookie"].split("; ")
    assert cookie.startswith("octavo-insights=")
    expected = {f"Path={INSIGHTS}", "HttpOnly", "SameSite=Strict", f"Max-Age={HALF_A_DAY}"}
    assert set(rest) == expected
    assert shows_report(door.ask(Host=host, Cookie=cookie))


@pytest.mark.scorecard("SR-40")
@pytest.mark.parametrize(("rules", "headers"), BY_HTTP)
def test_over_plain_http_neither_token_nor_report_is_sent(
    database: str, rules: SenderRules, headers: dict[str, str]
) -> None:
    door = Door(database, rules)
    cookie = Door(database).open()
    for answer in (door.ask(Cookie=cookie, **headers), door.ask(**headers), door.log_in(**headers)):
        page = answer.body.partition(b"</style>")[2]
        assert answer.status == 403
        assert b"Insights are not shown over plain http." in page
        assert b"<form" not in page
        assert CANARY.encode() not in page
        assert "set-cookie" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"
    allowed = Door(database, rules, over_http=True)
    assert shows_report(allowed.ask(Cookie=allowed.open(**headers), **headers))


# --- what may fail --------------------------------------------------------------------------------


def test_a_database_that_is_gone_shows_nothing_and_says_so(database: str, tmp_path: Path) -> None:
    door = Door(database)
    cookie = door.open()
    (tmp_path / "feedback.db").write_bytes(b"This is no database. " * 1000)
    for answer in (door.ask(Cookie=cookie), door.log_in(), door.ask("POST", fields={"leave": "1"})):
        assert answer.status == 503
        assert int(answer.headers["retry-after"]) >= 1
        page = answer.body.partition(b"</style>")[2]
        assert b"The database does not answer" in page
        assert CANARY.encode() not in page
    assert_closed(door.ask())  # which needs no database


def test_below_any_path_the_login_leads_back(database: str) -> None:
    answer = Door(database, base_path="/日本").log_in()
    assert answer.headers["location"] == f"/%E6%97%A5%E6%9C%AC{INSIGHTS}"
    assert f"; Path=/%E6%97%A5%E6%9C%AC{INSIGHTS};" in answer.headers["set-cookie"]


def test_below_a_path_everything_leads_there(database: str) -> None:
    door = Door(database, base_path="/docs")
    answer = door.log_in()
    assert answer.headers["location"] == f"/docs{INSIGHTS}"
    assert f"; Path=/docs{INSIGHTS};" in answer.headers["set-cookie"]
    assert f'action="/docs{INSIGHTS}"'.encode() in door.ask().body
    page = door.ask(query="days=7", Cookie=answer.headers["set-cookie"].partition(";")[0]).body
    assert f'<a href="/docs{INSIGHTS}?days=7" aria-current=true>7 days</a>'.encode() in page
    assert f'<a href="/docs{INSIGHTS}?days=90">90 days</a>'.encode() in page
    assert f'href="/docs{INSIGHTS}?days=7&amp;format=csv"'.encode() in page


def test_only_the_periods_that_are_offered_are_shown(database: str) -> None:
    door = Door(database)
    cookie = door.open()
    assert b"2027-01-09 to 2027-01-15" in door.ask(query="days=7", Cookie=cookie).body
    for query in ("", "days=30", "days=9999999", "days=-1", "days=x"):
        assert b"2026-12-17 to 2027-01-15" in door.ask(query=query, Cookie=cookie).body, query


def test_without_a_token_there_is_no_page(database: str) -> None:
    options = build_feedback_options(database, (), None, "")
    service = FeedbackService(options, SenderRules())
    scope = {
        "type": "http",
        "method": "GET",
        "path": INSIGHTS,
        "headers": [(b"host", b"localhost")],
    }

    async def fail(*_message: Any) -> Any:
        raise AssertionError("nothing is received or sent")

    assert not asyncio.run(service.answer(INSIGHTS, scope, fail, fail, Site()))
