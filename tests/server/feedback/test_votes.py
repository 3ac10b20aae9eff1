"""What readers say of pages is taken, kept once, and refused where it must be."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from octavo.render.shell.below_text.rating import LONGEST_COMMENT
from octavo.server.feedback.app import FeedbackApp, SenderRules
from octavo.server.feedback.database import parse_database
from octavo.server.feedback.writer import Writer
from octavo.server.web.rates import Allowance, Rate
from tests.feedback_sites import (
    FORM,
    ROUTE,
    build_feedback_site,
    count_allowed,
    list_votes,
    send_form,
    vote,
)
from tests.served_sites import ServedSite, ask, serving
from tests.server.feedback.conftest import DATABASES
from tests.whole import first_of_each

ID = "11111111-2222-4333-a444-555555555555"


@pytest.mark.parametrize("database", DATABASES, indirect=True)
def test_a_vote_is_kept_and_can_be_changed(dist: Path, database: str) -> None:
    with serving(dist, "--database", database) as site:
        assert vote(site, vote="yes", id=ID).status == 200
        assert vote(site, vote="yes", id=ID).status == 200
        answer = vote(site, vote="no", id=ID, reason="wrong", comment="Roses <b>drown</b>.")
        assert (answer.status, json.loads(answer.body)) == (200, {"kept": True})
        assert vote(site, vote="no", id=ID).status == 200
        assert vote(site, "/", vote="yes", id=ID).status == 200
        assert site.stop() == 0
    home, water = list_votes(database)
    assert (home["page"], home["vote"]) == ("/", "yes")
    assert (water["page"], water["vote"], water["reason"]) == ("/guides/water", "no", "wrong")
    assert water["comment"] == "Roses <b>drown</b>."
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\dZ", water["voted_at"])


def test_a_reason_goes_with_the_vote_that_it_was_given_for(dist: Path, database: str) -> None:
    with serving(dist, "--database", database) as site:
        vote(site, vote="no", id=ID, reason="wrong", comment="Why?")
        vote(site, vote="yes", id=ID)
    [kept] = list_votes(database)
    assert (kept["vote"], kept["reason"], kept["comment"]) == ("yes", "", "Why?")


def test_a_reader_without_scripts_votes_and_says_why(dist: Path, database: str) -> None:
    with serving(dist, "--database", database) as site:
        first = send_form(site, {"page": "/größe", "vote": "no", "website": "", "comment": ""})
        assert first.status == 303
        thanks = site.get(first.headers["location"])
        assert thanks.status == 200
        html = thanks.body.decode()
        assert "Something is missing" in html
        assert 'href="/gr%C3%B6%C3%9Fe/"' in html
        assert "style-src 'sha256-" in thanks.headers["content-security-policy"]
        fields = {"page": "/größe", "vote": "no", "reason": "missing", "comment": "Show a table."}
        second = send_form(site, fields)
        assert "Your comment was kept" in site.get(second.headers["location"]).body.decode()
        send_form(site, fields, User_Agent="Another browser")
        send_form(site, {**fields, "page": "/"})
    kept = list_votes(database)
    assert [each["comment"] for each in kept] == ["Show a table."] * 3
    assert len({each["id"] for each in kept}) == 3, "ids of two pages say that one reader voted"


def test_a_site_below_a_path_takes_votes_there(tmp_path: Path) -> None:
    dist = build_feedback_site(tmp_path, "/docs")
    database = f"sqlite:{tmp_path}/feedback.db"
    with serving(dist, "--database", database) as site:
        answer = send_form(site, {"page": "/", "vote": "yes"}, "/docs" + ROUTE)
        assert answer.headers["location"].startswith("/docs/_octavo/feedback?page=%2F")
        assert site.get(answer.headers["location"]).status == 200
        facts = json.loads(site.get("/docs/_octavo/server.json").body)
        assert facts["feedback"]["address"] == "/docs/_octavo/feedback"
        assert send_form(site, {"page": "/", "vote": "yes"}).status == 405
    assert len(list_votes(database)) == 1


def test_without_a_database_nobody_is_asked(dist: Path) -> None:
    with serving(dist) as site:
        facts = json.loads(site.get("/_octavo/server.json").body)
        assert facts["feedback"] == {"address": None, "searches": None}
        assert site.get("/_octavo/served.css").body == b""
        assert vote(site).status == 405
        assert site.get("/_octavo/insights").status == 404


@pytest.mark.parametrize("asks", [True, False])
def test_a_database_for_pages_that_ask_nobody_is_told(tmp_path: Path, asks: bool) -> None:
    dist = build_feedback_site(tmp_path, asks=asks)
    with serving(dist, "--database", f"sqlite:{tmp_path}/votes.db") as site:
        told = [line for line in site.said if "feedback.thumbsRating" in line]
    assert len(told) == (0 if asks else 1)


def test_readers_without_scripts_are_asked_only_where_a_server_takes_votes(
    dist: Path, tmp_path: Path
) -> None:
    html = (dist / "index.html").read_text()
    assert re.search(r'<form class="rating" data-rating hidden method="post"', html)
    assert '<noscript><link rel="stylesheet" href="/_octavo/served.css"></noscript>' in html
    assert (dist / "_octavo/served.css").read_bytes() == b""
    with serving(dist, "--database", f"sqlite:{tmp_path}/feedback.db") as site:
        styles = site.get("/_octavo/served.css")
        assert styles.headers["content-type"] == "text/css; charset=utf-8"
        assert b"display: flex" in styles.body


@pytest.fixture(scope="module")
def site(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedSite]:
    folder = tmp_path_factory.mktemp("votes")
    with serving(dist, "--database", f"sqlite:{folder}/feedback.db") as served:
        yield served


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"page": "/nowhere"}, 404),
        ({"page": "/own"}, 404),
        ({"page": "/guides/water/../../etc/passwd"}, 404),
        ({"page": "//example.com"}, 404),
        ({"page": ""}, 400),
        ({"page": "guides/water"}, 400),
        ({"page": "/" + "x" * 3000}, 400),
        ({"vote": "maybe"}, 400),
        ({"vote": ""}, 400),
        ({"reason": "solved"}, 400),
        ({"reason": "<script>"}, 400),
        ({"id": "' OR 1=1 --"}, 400),
        ({"comment": "x" * (LONGEST_COMMENT + 1)}, 413),
        ({"comment": "x" * 40_000}, 413),
        ({"unknown": "x" * 40_000}, 413),
        ({f"unknown{each}": "x" for each in range(50)}, 400),
    ],
)
def test_what_is_no_answer_is_refused(
    site: ServedSite, fields: dict[str, str], status: int
) -> None:
    answer = vote(site, **{"page": "/guides/water", **fields})
    assert answer.status == status
    assert json.loads(answer.body)["message"]


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"", "application/json", 400),
        (b"[]", "application/json", 400),
        (b"[" * 20_000, "application/json", 400),
        (b'{"page": 1, "vote": "yes"}', "application/json", 400),
        (b"\xff\xfe", FORM, 400),
        (b"page=%FF&vote=yes", FORM, 400),
        (b"page=/&vote=yes" + b"&a=b" * 500, FORM, 400),
        (b"page=/&vote=yes", "text/plain", 415),
        (b"page=/&vote=yes", "multipart/form-data; boundary=x", 415),
        (b"page=/&vote=yes", "", 415),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(
    site: ServedSite, body: bytes, kind: str, status: int
) -> None:
    answer = ask(site.port, ROUTE, "POST", body, {"Content-Type": kind})
    assert answer.status == status


@pytest.mark.scorecard("SR-05")
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Host": "evil.example"},
    ],
)
@pytest.mark.parametrize("kind", ["application/json", FORM])
def test_other_sites_cannot_vote(site: ServedSite, headers: dict[str, str], kind: str) -> None:
    body = b'{"page": "/", "vote": "yes"}' if kind != FORM else b"page=/&vote=yes"
    assert ask(site.port, ROUTE, "POST", body, {"Content-Type": kind, **headers}).status == 403


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH"])
def test_only_forms_and_pages_are_answered(site: ServedSite, method: str) -> None:
    answer = ask(site.port, ROUTE, method)
    assert (answer.status, answer.headers["allow"]) == (405, "GET, POST")


def test_programs_that_fill_in_everything_are_not_kept(dist: Path, tmp_path: Path) -> None:
    database = f"sqlite:{tmp_path}/feedback.db"
    with serving(dist, "--database", database) as site:
        fields = {"page": "/", "vote": "yes", "website": "https://spam.example"}
        assert send_form(site, fields, User_Agent="Spam/1").status == 303
        assert send_form(site, {"page": "/", "vote": "yes", "website": ""}).status == 303
    assert len(list_votes(database)) == 1


HOSTILE = (
    "<script>alert(1)</script>",
    "'; DROP TABLE octavo_votes; --",
    "=cmd|' /C calc'!A0",
    "\x00\x1b[31m\u2028\u202egnp.exe",
    "x\ud83d",
    "𝕳𝖊𝖑𝖑𝖔 " * 100,
)


def test_hostile_comments_are_text(dist: Path, database: str) -> None:
    with serving(dist, "--database", database) as site:
        for number, comment in enumerate(HOSTILE):
            page = ("/", "/guides/water")[number % 2]
            assert vote(site, page, comment=comment, id=f"{number:032x}").status == 200
        assert site.get(f"{ROUTE}?page=/&vote=%3Cscript%3E").status == 404
    kept = {int(each["id"], 16): each["comment"] for each in list_votes(database)}
    assert [kept[number] for number in range(len(HOSTILE))] == [
        *HOSTILE[:3],
        "[31m\u2028gnp.exe",
        "x?",
        HOSTILE[5].strip(),
    ]


@pytest.mark.scorecard("SR-42")
@pytest.mark.parametrize("workers", first_of_each(["2", "1"]))
def test_one_address_votes_only_so_often_and_is_told_when_again(
    dist: Path, tmp_path: Path, workers: str
) -> None:
    database = f"sqlite:{tmp_path}/feedback.db"
    with serving(dist, "--database", database, "--workers", workers) as site:
        pages = ["/", "/guides/water"]
        started = time.monotonic()
        answers = [vote(site, pages[number % 2]) for number in range(24)]
        most = count_allowed(started)
        kept = [answer for answer in answers if answer.status == 200]
        refused = [answer for answer in answers if answer.status == 429]
        assert len(kept) + len(refused) == 24
        assert 10 <= len(kept) <= most
        assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)
        assert site.get("/").status == 200
    assert len(list_votes(database)) == len(kept)


@pytest.mark.parametrize("page", ["/nowhere", "//evil.example", "https://evil.example", ""])
def test_nobody_is_thanked_for_a_page_that_there_is_not(site: ServedSite, page: str) -> None:
    assert site.get(f"{ROUTE}?page={page}&vote=yes").status == 404


@pytest.mark.scorecard("SR-42")
def test_a_false_address_gains_no_vote(dist: Path, tmp_path: Path) -> None:
    with serving(dist, "--database", f"sqlite:{tmp_path}/feedback.db") as site:
        started = time.monotonic()
        statuses = [
            send_form(
                site, {"page": "/", "vote": "yes"}, X_Forwarded_For=f"203.0.113.{number}"
            ).status
            for number in range(14)
        ]
        most = count_allowed(started)
    assert 10 <= statuses.count(303) <= most
    assert statuses.count(303) + statuses.count(429) == len(statuses)


@pytest.mark.scorecard("SR-40")
def test_nothing_that_is_kept_tells_who_voted(dist: Path, tmp_path: Path) -> None:
    database = f"sqlite:{tmp_path}/feedback.db"
    with serving(dist, "--database", database) as site:
        send_form(site, {"page": "/", "vote": "yes"}, User_Agent="Canary/7", Cookie="s=canary")
        log = site.wait_for_log(1)
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for secret in (b"127.0.0.1", b"Canary", b"canary"):
        assert secret not in content
    assert "127.0.0.1" not in json.dumps(log)
    assert (tmp_path / "feedback.db").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--database", "mysql://secret@host/x"], "sqlite:feedback.db"),
        (["--database", "sqlite:"], "name a file"),
        (["--count", "views"], "--count needs --database"),
        (["--keep-days", "7"], "--keep-days needs --database"),
        (["--database", "sqlite:x.db", "--count", "cookies"], "none of views"),
        (["--database", "sqlite:x.db", "--keep-days", "0"], "number of days"),
    ],
)
def test_options_that_make_no_sense_are_told(
    dist: Path, options: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    from octavo.cli.entry import main

    code: object
    try:
        code = main(["serve", str(dist), *options])
    except SystemExit as end:
        code = end.code
    error = capfd.readouterr().err
    assert code == 2
    assert message in error
    assert "secret" not in error


@dataclass(frozen=True)
class OnePage:
    """A site that has every page."""

    base_path: str = ""

    def has_page(self, url: str) -> bool:
        return True

    def list_pages(self) -> list[str]:
        return []


@pytest.mark.scorecard("SR-42")
def test_one_address_votes_on_one_page_only_so_often(tmp_path: Path) -> None:
    writer = Writer(parse_database(f"sqlite:{tmp_path}/feedback.db").open)
    rules = SenderRules(by_reader=Allowance(Rate(1000, 1000)))
    app = FeedbackApp(writer, rules)
    scope: dict[str, Any] = {
        "method": "POST",
        "query_string": b"",
        "client": ("192.0.2.1", 1),
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
    }

    async def send_vote(page: str) -> int:
        statuses: list[int] = []

        async def receive() -> dict[str, Any]:
            return {
                "type": "http.request",
                "body": json.dumps({"page": page, "vote": "yes", "website": "x"}).encode(),
            }

        async def send(message: MutableMapping[str, Any]) -> None:
            statuses.extend([message["status"]] if "status" in message else [])

        await app(scope, receive, send, OnePage())
        return statuses[0]

    async def send_votes() -> list[int]:
        return [await send_vote(page) for page in ["/"] * 13 + ["/other"]]

    assert asyncio.run(send_votes()) == [200] * 12 + [429, 200]
    writer.close()
