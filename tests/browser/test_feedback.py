"""Votes in the browser, as readers give them to `octavo serve`, and what the team sees of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.feedback_sites import PROJECT, build_feedback_site, list_counts, list_votes
from tests.patience import wait_until
from tests.project_folder import write_files
from tests.served_sites import ServedSite, serving

TOKEN = "correct horse battery staple"


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_feedback_site(tmp_path_factory.mktemp("asked"))


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:{tmp_path}/feedback.db"


@pytest.fixture
def site(dist: Path, database: str, tmp_path: Path) -> Iterator[ServedSite]:
    token = tmp_path / "token"
    token.write_text(TOKEN)
    options = ("--database", database, "--count", "searches", "--insights-token-file", str(token))
    with serving(dist, *options) as served:
        yield served


def test_a_reader_votes_and_the_team_reads_the_comment(
    page: Page, site: ServedSite, database: str
) -> None:
    page.goto(f"{site.address}/guides/water/")
    page.get_by_role("button", name="No", exact=True).click()
    page.get_by_label("Something is missing").check()
    page.get_by_label("Comment").fill("How much <b>water</b>?")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".rating-more")).to_be_hidden()
    page.reload()
    no = page.get_by_role("button", name="No", exact=True)
    expect(no).to_have_attribute("aria-pressed", "true")
    [kept] = list_votes(database)
    assert (kept["page"], kept["reason"]) == ("/guides/water", "missing")
    assert page.context.cookies() == []

    page.goto(f"{site.address}/_octavo/insights")
    page.get_by_label("Token").fill(TOKEN)
    page.keyboard.press("Enter")
    expect(page.get_by_role("cell", name="How much <b>water</b>?")).to_be_visible()
    expect(page.get_by_role("cell", name="/guides/water").first).to_be_visible()
    [cookie] = page.context.cookies()
    assert (cookie["path"], cookie["httpOnly"]) == ("/_octavo/insights", True)
    assert cookie["sameSite"] == "Strict"
    page.get_by_role("link", name="7 days").click()
    expect(page.get_by_role("link", name="7 days")).to_have_attribute("aria-current", "true")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_label("Token")).to_be_visible()


def test_a_reader_without_scripts_votes(chromium: Browser, site: ServedSite, database: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.address}/größe/")
    page.get_by_role("button", name="No", exact=True).click()
    expect(page.get_by_role("heading")).to_have_text("Thank you for telling us.")
    page.get_by_label("It is out of date").check()
    page.get_by_label("Comment").fill("A new scale?")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("heading")).to_have_text("Thank you. Your comment was kept.")
    page.get_by_role("link", name="Back to the page").click()
    expect(page.get_by_role("heading", name="Size")).to_be_visible()
    [kept] = list_votes(database)
    assert (kept["page"], kept["vote"]) == ("/größe", "no")
    assert (kept["reason"], kept["comment"]) == ("outdated", "A new scale?")
    context.close()


@pytest.mark.parametrize("has_scripts", [True, False])
def test_on_a_static_host_nobody_is_asked(
    chromium: Browser, serve_project: object, tmp_path: Path, has_scripts: bool
) -> None:
    assert callable(serve_project)
    address = serve_project(write_files(tmp_path / "project", PROJECT))
    context = chromium.new_context(java_script_enabled=has_scripts)
    page = context.new_page()
    page.goto(f"{address}/guides/water/", wait_until="networkidle")
    expect(page.locator("[data-rating]")).to_have_count(1)
    expect(page.locator("[data-rating]")).to_be_hidden()
    context.close()


@pytest.mark.whole
def test_searches_are_counted_when_the_dialog_closes(
    page: Page, site: ServedSite, database: str
) -> None:
    page.goto(site.address)
    for words, shown in (("watering", r"1 page"), ("xylophone", "Nothing found")):
        page.keyboard.press("Control+k")
        dialog = page.locator(".search-dialog")
        dialog.get_by_role("combobox").fill(words)
        expect(dialog).to_contain_text(re.compile(shown))
        with page.expect_response("**/_octavo/counts") as answer:
            page.keyboard.press("Escape")
        assert answer.value.status == 204
    site.stop()
    wait_until(lambda: len(list_counts(database)) == 2)
    counts = {(words, found): n for (_kind, words, found), n in list_counts(database).items()}
    assert counts == {("watering", ""): 1, ("xylophone", "nothing"): 1}


@pytest.mark.whole
def test_a_long_dead_address_hides_nothing_that_is_said_of_it(
    page: Page, dist: Path, database: str, tmp_path: Path
) -> None:
    token = tmp_path / "token"
    token.write_text(TOKEN)
    options = ("--database", database, "--count", "missing", "--insights-token-file", str(token))
    with serving(dist, *options) as site:
        page.request.get(f"{site.address}/{'x' * 300}", headers={"Accept": "text/html"})
        page.goto(f"{site.address}/_octavo/insights")
        page.get_by_label("Token").fill(TOKEN)
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Log out")).to_be_visible()
        times = page.get_by_role("region", name="Addresses that lead nowhere").get_by_text("Times")

        def look_again() -> None:
            page.wait_for_timeout(50)
            page.reload()

        wait_until(times.count, look_again)
        expect(times).to_be_in_viewport(ratio=1)
