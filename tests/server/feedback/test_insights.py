"""What the team sees of what readers said, and how it is taken along and forgotten."""

from __future__ import annotations

import csv
import io
import json
import re
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlencode

import pytest

from octavo.cli.entry import main
from octavo.server.feedback.insights.report import build_report, rank_unhappy, suggest_redirect
from octavo.server.feedback.insights.texts import FORMS
from octavo.server.feedback.records import (
    Vote,
    add_counts,
    render_minute,
    store_votes,
)
from tests.feedback_sites import (
    FORM,
    count_allowed,
    list_counts,
    list_votes,
    opened,
    send_form,
    vote,
)
from tests.previews import Answer
from tests.served_sites import ServedSite, ask, serving
from tests.whole import first_of_each

INSIGHTS = "/_octavo/insights"
TOKEN = "correct horse battery staple"
HOSTILE = "<img src=x onerror=alert(1)>\"'=cmd()"


def fill(database: str, now: datetime | None = None) -> None:
    """Keep some weeks of what readers could have said."""
    now = now or datetime.now(UTC)

    def at(days: int) -> str:
        return render_minute(now - timedelta(days=days))

    votes = [
        *(Vote("/bad", f"bad{each}", "no", at(each), "wrong") for each in range(9)),
        Vote("/bad", "bad9", "yes", at(1)),
        Vote("/once", "once", "no", at(2), "missing", HOSTILE),
        *(Vote("/good", f"good{each}", "yes", at(each % 5), "clear") for each in range(20)),
        Vote("/old", "old", "no", at(60), "", "Long ago"),
    ]
    today, before = (each[:10] for each in (at(0), at(3)))
    counts = {
        (today, "views", "/bad", ""): 40,
        (before, "views", "/bad", ""): 2,
        (today, "searches", "roses", ""): 5,
        (today, "searches", "=tulips", "nothing"): 3,
        (today, "missing", "/guide/water", ""): 2,
        (today, "missing", "/wp-login.php", ""): 90,
        (before, "missing", "/guide/water", "/bad"): 1,
        (today, "calls", "GET /plants", "200"): 8,
        (today, "calls", "POST /plants", "422"): 4,
    }
    with opened(database) as opened_database, opened_database.write() as session:
        store_votes(session, votes)
        add_counts(session, counts)


def test_the_report_begins_with_what_to_improve_first(database: str) -> None:
    fill(database)
    with opened(database) as opened_database, opened_database.read() as session:
        report = build_report(session, 30, ["/guides/water", "/bad"])
    assert [page.page for page in report.pages] == ["/bad", "/once", "/good"]
    bad = report.pages[0]
    assert (bad.yes, bad.no, bad.views, bad.reasons) == (1, 9, 42, {"wrong": 9})
    assert (report.yes, report.no) == (21, 10)
    assert [(each.words, each.number) for each in report.unfound] == [("=tulips", 3)]
    dead = report.dead[0]
    assert (dead.path, dead.number, dead.pages) == ("/guide/water", 3, ("/bad",))
    assert json.loads(dead.redirect) == {"source": "/guide/water", "destination": "/guides/water"}
    assert report.dead[1].redirect == ""
    assert report.calls[0].outcome == "422"
    assert len(report.views) == 30
    assert sum(number for _day, number in report.views) == 42


@pytest.mark.parametrize(
    ("worse", "better"),
    [((1, 9), (0, 1)), ((0, 1), (20, 0)), ((5, 5), (9, 1)), ((10, 90), (1, 9)), ((0, 1), (0, 0))],
)
def test_many_unhappy_readers_say_more_than_one(
    worse: tuple[int, int], better: tuple[int, int]
) -> None:
    assert rank_unhappy(*worse) > rank_unhappy(*better)


@pytest.mark.parametrize(
    ("path", "destination"),
    [
        ("/install", "/start/install"),
        ("/start/instal", "/start/install"),
        ("/start/install/", None),
        ("/wp-admin/setup.php", None),
    ],
)
def test_a_redirect_leads_to_a_page_that_is_like_the_address(
    path: str, destination: str | None
) -> None:
    redirect = suggest_redirect(path, ["/", "/start/install", "/reference"])
    assert (json.loads(redirect)["destination"] if redirect else None) == destination


@pytest.mark.scorecard("SR-10", "SR-41")
@pytest.mark.parametrize("form", ["text", "json", "csv", "html"])
def test_hostile_comments_are_text_in_every_form(form: str, database: str) -> None:
    fill(database)
    with opened(database) as opened_database:
        with opened_database.write() as session:
            text = "\x1b]0;owned\x07\u202e\u2028<script>alert(1)</script>"
            now = render_minute(datetime.now(UTC))
            votes = [Vote("/once", "x", "no", now, "", text), Vote(f"/{HOSTILE}", "y", "no", now)]
            store_votes(session, votes)
            add_counts(session, {(now[:10], "searches", HOSTILE, "nothing"): 3})
        with opened_database.read() as session:
            report = build_report(session, 30)
    rendered = FORMS[form](report)
    if form == "json":
        pages = {page["page"]: page for page in json.loads(rendered)["pages"]}
        assert pages["/once"]["comments"]
    elif form == "csv":
        rows = list(csv.reader(io.StringIO(rendered)))
        assert len({len(row) for row in rows}) == 1
        assert any(cell.endswith("<script>alert(1)</script>") for row in rows for cell in row)
    elif form == "text":
        assert not re.search("[\x00-\x08\x0b-\x1f\u202e]", rendered)
    else:
        assert not re.search("<(script|img)", rendered)
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in rendered


@pytest.mark.scorecard("SR-41")
@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r"])
def test_no_spreadsheet_computes_what_a_reader_wrote(sign: str, tmp_path: Path) -> None:
    text = f"{sign}cmd|' /C calc'!A0"
    with opened(f"sqlite:{tmp_path}/f.db") as database:
        with database.write() as session:
            now = render_minute(datetime.now(UTC))
            store_votes(session, [Vote(text, "1", "no", now, text, text)])
        with database.read() as session:
            rows = list(csv.reader(io.StringIO(FORMS["csv"](build_report(session, 30)))))
    assert rows[0] == ["page", "yes", "no", "views", "day", "vote", "reason", "comment"]
    [(page, yes, no, views, _day, vote, reason, comment)] = rows[1:]
    assert (page, reason, comment) == (f"'{text}", f"'{text}", f"'{text}")
    assert (yes, no, views, vote) == ("0", "1", "0", "no")


DEAD = "/<img src=x onerror=alert(1)>"


@pytest.mark.scorecard("SR-10")
def test_dead_addresses_are_shown_with_the_pages_that_link_to_them(database: str) -> None:
    fill(database)
    with opened(database) as opened_database:
        with opened_database.write() as session:
            today = render_minute(datetime.now(UTC))[:10]
            add_counts(session, {(today, "missing", DEAD, "/<b>bad"): 7})
        with opened_database.read() as session:
            report = build_report(session, 30, ["/guides/water"])
    html, text = FORMS["html"](report), FORMS["text"](report)
    section = html.partition("Addresses that lead nowhere")[2].partition("</section>")[0]
    rows = re.findall(r"<tr><td><code>.*?</tr>", section)
    redirect = '{"source": "/guide/water", "destination": "/guides/water"}'
    assert rows == [
        f"<tr><td><code>{'</td><td>'.join(cells)}</td></tr>"
        for cells in (
            ("/&lt;img src=x onerror=alert(1)&gt;</code>", "7", "/&lt;b&gt;bad", "–"),
            ("/guide/water</code>", "3", "/bad", f"<code>{redirect}</code>"),
            ("/wp-login.php</code>", "90", "–", "–"),
        )
    ]
    assert text.partition("Addresses that lead nowhere\n")[2].splitlines()[:7] == [
        f"      7  {DEAD}",
        "         linked on /<b>bad",
        "      3  /guide/water",
        "         linked on /bad",
        f"         {redirect}",
        "     90  /wp-login.php",
        "",
    ]
    assert [each["path"] for each in json.loads(FORMS["json"](report))["dead"]] == [
        DEAD,
        "/guide/water",
        "/wp-login.php",
    ]


def test_the_command_shows_takes_along_and_forgets(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(database)

    def run(*options: str, at: str = database) -> str:
        assert main(["insights", "--database", at, *options]) == 0
        return capsys.readouterr().out

    assert re.search(r"/bad +9 no, 1 yes \(wrong 9\)", run())
    assert "Long ago" in run("--days", "90")
    assert "Long ago" not in run("--days", "30")
    assert json.loads(run("--format", "json"))["pages"][0]["page"] == "/bad"
    file, other = str(tmp_path / "feedback.jsonl"), f"sqlite:{tmp_path}/other.db"
    run("--export", file)
    run("--import", file, at=other)
    run("--import", file, at=other)
    assert list_votes(other) == list_votes(database)
    assert list_counts(other) == list_counts(database)
    run("--delete-page", "/bad/")
    assert {each["page"] for each in list_votes(database)} == {"/good", "/old", "/once"}
    assert ("views", "/bad", "") not in list_counts(database)
    run("--keep-days", "30")
    assert {each["page"] for each in list_votes(database)} == {"/good", "/once"}


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        "[]",
        "nonsense",
        '{"vote": {}}',
        '{"vote":{"page":"x","id":"1","vote":"yes","reason":"","comment":"","voted_at":""}}',
        '{"count":{"day":"2026-01-01","kind":"views","subject":"/","detail":"","number":"1"}}',
        '{"count":{"day":"2026-01-01","kind":"a\\u0000","subject":"","detail":"","number":1}}',
        "[" * 100_000,
    ],
)
def test_a_damaged_export_is_not_read_at_all(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, file = f"sqlite:{tmp_path}/feedback.db", tmp_path / "export.jsonl"
    good = '{"count":{"day":"2026-01-01","kind":"views","subject":"/","detail":"","number":1}}'
    file.write_text(f'{{"octavo":"feedback","format":1}}\n{good}\n{line}\n')
    assert main(["insights", "--database", database, "--import", str(file)]) == 1
    assert f"{file}:3: error: nothing was imported" in capsys.readouterr().err
    assert list_counts(database) == {}


def test_a_database_that_is_not_there_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = f"sqlite:{tmp_path}/none.db"
    assert main(["insights", "--database", database]) == 1
    assert "there is no such database [database-unusable]" in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()
    assert main(["insights"]) == 2


def test_a_page_has_a_table_for_what_there_is_and_none_for_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, now = f"sqlite:{tmp_path}/feedback.db", datetime.now(UTC)
    with opened(database) as opened_database, opened_database.write() as session:
        store_votes(session, [Vote("/a", "x", "no", render_minute(now))])
        add_counts(session, {(render_minute(now)[:10], "views", "/a", ""): 1_234})
    assert main(["insights", "--database", database, "--format", "html"]) == 0
    page = capsys.readouterr().out
    assert re.findall("<h2>(.*?)</h2>", page) == ["Votes", "Pages", "Most read", "Days"]
    assert "<td>0</td><td>1</td><td>1</td>" in page
    assert "<td><code>/a</code></td><td>1</td><td>0</td><td>1,234</td><td>–</td>" in page
    assert f"<td>{render_minute(now)[:10]}</td><td>0</td><td>1</td><td>1,234</td>" in page


# --- on the server ---


@pytest.fixture(scope="module")
def token_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("token") / "token"
    file.write_text(f"{TOKEN}\n")
    return file


def log_in(site: ServedSite, token: str = TOKEN, **headers: str) -> Answer:
    named = {"Content-Type": FORM, "Origin": site.address}
    named |= {name.replace("_", "-"): value for name, value in headers.items()}
    return ask(site.port, INSIGHTS, "POST", urlencode({"token": token}).encode(), named)


def test_whoever_knows_the_token_sees_the_report(
    dist: Path, database: str, token_file: Path
) -> None:
    options = ("--database", database, "--insights-token-file", str(token_file))
    with serving(dist, *options, "--workers", "2") as site:
        vote(site, comment="Water <b>less</b>.")
        assert b"Water" not in site.get(INSIGHTS).body
        answer = log_in(site)
        assert (answer.status, answer.headers["location"]) == (303, INSIGHTS)
        cookie = answer.headers["set-cookie"].partition(";")[0]
        for _ in range(4):
            page = site.get(INSIGHTS, Cookie=cookie)
            assert "Water &lt;b&gt;less&lt;/b&gt;." in page.body.decode()
        assert page.headers["cache-control"] == "no-store"
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        table = site.get(f"{INSIGHTS}?format=csv&days=7", Cookie=cookie)
        assert table.headers["content-disposition"] == 'attachment; filename="insights.csv"'
        assert b"Water" in table.body
        # What one worker has ended, none opens any more.
        send_form(site, {"leave": "1"}, INSIGHTS, Cookie=cookie)
        for _ in range(8):
            assert b"Water" not in site.get(INSIGHTS, Cookie=cookie).body


@pytest.mark.scorecard("SR-42")
@pytest.mark.parametrize("workers", first_of_each(["2", "1"]))
def test_the_token_cannot_be_guessed_quickly(
    dist: Path, tmp_path: Path, token_file: Path, workers: str
) -> None:
    options = ("--database", f"sqlite:{tmp_path}/f.db", "--insights-token-file", str(token_file))
    with serving(dist, *options, "--workers", workers) as site:
        started = time.monotonic()
        statuses = [log_in(site, f"guess {number}").status for number in range(14)]
        assert 10 <= statuses.count(403) <= count_allowed(started)
        assert statuses.count(403) + statuses.count(429) == len(statuses)


REFUSES = "Insights are shown by https and on this computer only"


@pytest.mark.parametrize(
    ("options", "status", "cookie"),
    [
        (["--host", "0.0.0.0", "--site-url", "http://docs.example"], 403, ""),
        (["--host", "0.0.0.0", "--site-url", "https://docs.example"], 303, "__Host-"),
        (["--site-url", "http://docs.example", "--insights-over-http"], 303, "octavo-insights="),
        (["--site-url", "http://docs.example", "--trusted-proxy", "127.0.0.1/32"], 303, "__Host-"),
    ],
)
def test_a_server_that_is_not_reached_by_https_says_so_and_shows_nothing(
    dist: Path, tmp_path: Path, token_file: Path, options: list[str], status: int, cookie: str
) -> None:
    own = ("--database", f"sqlite:{tmp_path}/f.db", "--insights-token-file", str(token_file))
    with serving(dist, *own, *options) as site:
        named = {"Host": "docs.example", "X_Forwarded_Proto": "https"}
        answer = log_in(site, Origin="http://docs.example", **named)
        assert (answer.status, any(REFUSES in line for line in site.said)) == (
            status,
            status == 403,
        )
        assert answer.headers.get("set-cookie", "").startswith(cookie)
        assert site.get("/", Host="docs.example").status == 200


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--insights-over-http"], "--insights-over-http needs --database"),
        (
            ["--database", "sqlite:x.db", "--insights-over-http"],
            "--insights-over-http needs --insights-token-file",
        ),
    ],
)
def test_plain_http_is_for_a_page_that_there_is(
    dist: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", str(dist), *options]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "message"), [("short", "at least 16 characters"), (None, "cannot be read")]
)
def test_a_token_that_can_be_guessed_is_refused(
    dist: Path,
    tmp_path: Path,
    content: str | None,
    message: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "token"
    if content is not None:
        file.write_text(content)
    options = ["--database", "sqlite:x.db", "--insights-token-file", str(file)]
    assert main(["serve", str(dist), *options]) == 2
    assert message in capsys.readouterr().err
