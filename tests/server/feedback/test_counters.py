"""The counted events, the settings for them, and readers who opt out."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from octavo.server.feedback import counters
from octavo.server.feedback.counters import Counters, clean_search
from octavo.server.feedback.readers import DailyKey
from octavo.server.feedback.writer import Writer
from tests.feedback_sites import build_feedback_site, list_counts, opened
from tests.proxies import replying, response, running_api
from tests.served_sites import ServedSite, ask, serving
from tests.server.serve.attacked_site import build_attacked_site, build_call, send_raw

ALL = ("--count", "views,searches", "--count", "missing")


def tell_search(site: ServedSite, search: str, found: str = "nothing", **headers: str) -> int:
    named = {"Content-Type": "application/json", "Origin": site.address}
    named |= {name.replace("_", "-"): value for name, value in headers.items()}
    body = json.dumps({"search": search, "found": found}).encode()
    return ask(site.port, "/_octavo/counts", "POST", body, named).status


def test_each_kind_is_counted_by_its_own_switch(dist: Path, database: str) -> None:
    with serving(dist, "--database", database, *ALL) as site:
        for _ in range(3):
            site.get("/guides/water/")
        etag = site.get("/").headers["etag"]
        assert site.get("/", If_None_Match=etag).status == 304
        site.get("/_octavo/server.json")
        site.get("/own/")
        site.get("/nowhere", Referer=f"{site.address}/guides/water/?secret=1")
        site.get("/nowhere", Referer="https://elsewhere.example/secret")
        site.get("/nowhere", Referer="http://[")
        assert tell_search(site, "  Drip   IRRIGATION ") == 204
        assert tell_search(site, "roses", "something") == 204
    assert list_counts(database) == {
        ("views", "/guides/water", ""): 3,
        ("views", "/", ""): 2,
        ("missing", "/nowhere", "/guides/water/"): 1,
        ("missing", "/nowhere", ""): 2,
        ("searches", "drip irrigation", "nothing"): 1,
        ("searches", "roses", ""): 1,
    }


def test_answers_to_the_playground_are_counted_by_status(tmp_path: Path) -> None:
    database = f"sqlite:{tmp_path}/feedback.db"
    with running_api(replying(response(status="404 Not Found"))) as api:
        dist = build_attacked_site(tmp_path, api.port)
        options = ("--count", "calls", "--proxy-allow-net", f"127.0.0.1:{api.port}")
        with serving(dist, "--database", database, *options) as site:
            for further in ("", "", "Sec-GPC: 1\r\n"):
                send_raw(site.port, build_call(site.port, api.port, further))
    [(key, number)] = list_counts(database).items()
    assert (key[0], key[2], number) == ("calls", "404", 2)
    assert key[1].startswith("GET /")


def test_nothing_is_counted_unless_the_operator_says_so(dist: Path, tmp_path: Path) -> None:
    database = f"sqlite:{tmp_path}/feedback.db"
    with serving(dist, "--database", database) as site:
        site.get("/")
        site.get("/nowhere")
        assert tell_search(site, "roses") == 405
        facts = json.loads(site.get("/_octavo/server.json").body)
        assert facts["feedback"] == {"address": "/_octavo/feedback", "searches": None}
    assert list_counts(database) == {}


@pytest.mark.parametrize("wish", [{"Sec_GPC": "1"}, {"DNT": "1"}])
def test_whoever_asks_for_privacy_is_not_counted(
    dist: Path, tmp_path: Path, wish: dict[str, str]
) -> None:
    database = f"sqlite:{tmp_path}/feedback.db"
    with serving(dist, "--database", database, *ALL) as site:
        site.get("/", **wish)
        site.get("/", If_None_Match="*", **wish)
        site.get("/nowhere", **wish)
        assert tell_search(site, "roses", **wish) == 204
        site.get("/", **dict.fromkeys(wish, "0"))
    assert list_counts(database) == {("views", "/", ""): 1}


@pytest.mark.parametrize(
    "headers",
    [{"Sec_Purpose": "prefetch"}, {"Purpose": "prefetch"}, {"Sec_Fetch_Dest": "empty"}],
)
def test_what_nobody_reads_is_no_view(dist: Path, tmp_path: Path, headers: dict[str, str]) -> None:
    database = f"sqlite:{tmp_path}/feedback.db"
    with serving(dist, "--database", database, *ALL) as site:
        site.get("/", **headers)
        site.get("/", method="HEAD")
    assert list_counts(database) == {}


def test_a_site_below_a_path_counts_addresses_of_the_site(tmp_path: Path) -> None:
    database = f"sqlite:{tmp_path}/feedback.db"
    with serving(build_feedback_site(tmp_path, "/docs"), "--database", database, *ALL) as site:
        site.get("/docs/guides/water/")
        site.get("/docs/nowhere", Referer=f"{site.address}/docs/")
        site.get("/elsewhere")
    assert list_counts(database) == {
        ("views", "/guides/water", ""): 1,
        ("missing", "/nowhere", "/"): 1,
    }


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Rotate  Keys", "rotate keys"),
        ("ada@example.com", ""),
        ("card 4111111111111111", ""),
        ("https://example.com/?token=x", ""),
        ("error 4102", "error 4102"),
        ("x" * 500, "x" * 80),
    ],
)
def test_a_search_that_may_be_about_a_person_has_no_words(typed: str, kept: str) -> None:
    assert clean_search(typed) == kept


def test_other_sites_cannot_count(dist: Path, tmp_path: Path) -> None:
    with serving(dist, "--database", f"sqlite:{tmp_path}/feedback.db", *ALL) as site:
        assert tell_search(site, "roses", Origin="https://evil.example") == 403
        assert ask(site.port, "/_octavo/counts").status == 403


def test_one_reader_cannot_count_as_many(dist: Path, tmp_path: Path) -> None:
    with serving(dist, "--database", f"sqlite:{tmp_path}/feedback.db", *ALL) as site:
        statuses = {tell_search(site, "roses") for _ in range(100)}
    assert statuses == {204, 429}


def test_however_many_addresses_are_asked_for_few_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counters, "_MOST_SUBJECTS", 10)
    database = f"sqlite:{tmp_path}/feedback.db"

    async def count() -> None:
        from octavo.server.feedback.database import parse_database

        writer = Writer(parse_database(database).open)
        counting = Counters(writer, frozenset({"missing"}))
        for number in range(50):
            counting.add("missing", f"/{number}")
            counting.add("views", "/not-counted")
        counting.close()
        writer.close()

    asyncio.run(count())
    counts = list_counts(database)
    assert len(counts) == 11
    assert counts["missing", "", ""] == 40


def test_numbers_that_cannot_be_written_are_written_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counters, "_FLUSH_SECONDS", 0.01)
    path = tmp_path / "data" / "feedback.db"

    async def count() -> None:
        from octavo.server.feedback.database import parse_database

        writer = Writer(parse_database(f"sqlite:{path}").open)
        counting = Counters(writer, frozenset({"views"}))
        counting.add("views", "/")
        await asyncio.sleep(0.2)
        path.parent.mkdir()
        counting.add("views", "/")
        while not path.exists():
            await asyncio.sleep(0.02)
        counting.close()
        await asyncio.to_thread(writer.close)

    asyncio.run(count())
    assert list_counts(f"sqlite:{path}") == {("views", "/", ""): 2}


@pytest.mark.scorecard("SR-42")
def test_a_reader_is_another_one_the_next_day() -> None:
    now = 1_000_000.0
    key = DailyKey(clock=lambda: now)
    first = key.hash("vote", "203.0.113.7")
    assert key.hash("vote", "203.0.113.7") == first
    assert key.hash("vote", "203.0.113.8") != first
    now += 86_400
    second = key.hash("vote", "203.0.113.7")
    assert second != first
    now -= 86_400
    assert key.hash("vote", "203.0.113.7") == second


def test_old_feedback_is_forgotten_every_day(dist: Path, database: str) -> None:
    with opened(database) as opened_database, opened_database.write() as session:
        for day in ("2020-01-01", "2999-01-01"):
            session.run("INSERT INTO octavo_counts VALUES (?, 'views', '/', '', 1)", (day,))
            session.run(
                "INSERT INTO octavo_votes VALUES ('/', ?, 'yes', '', '', ?)", (day, f"{day}T00:00Z")
            )
    with serving(dist, "--database", database, "--keep-days", "90", *ALL) as site:
        site.get("/")
    assert list_counts(database) == {("views", "/", ""): 2}
    with opened(database) as opened_database, opened_database.read() as session:
        assert session.run("SELECT id FROM octavo_votes") == [("2999-01-01",)]
