"""Patterns of a document that may take forever: the page continues, without a verdict."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.playground_project import open_form, operation, write_project
from tests.patience import wait_in_page, wait_until
from tests.playground_pages import serve_page

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

ENDLESS = "^(a+)+$"
HARD = "a" * 35 + "!"
"""What a browser would look at for more than a minute."""


def _text(pattern: str, **more: Any) -> dict[str, Any]:
    return {"type": "string", "pattern": pattern, **more}


PARAMETERS = [
    {"name": "slow", "in": "query", "required": True, "schema": _text(ENDLESS), "example": HARD},
    {"name": "quick", "in": "query", "schema": _text("^[a-z]{3}$")},
    {"name": "odd", "in": "query", "schema": _text("(?<bad>[")},
]
BODY = {
    "type": "object",
    "properties": {"slow": _text(ENDLESS), "quick": _text("^[a-z]{3}$")},
    "patternProperties": {ENDLESS: {"type": "integer"}, "^x-": {"type": "integer"}},
}


@pytest.fixture(scope="module")
def site(serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory) -> str:
    content = {"application/json": {"schema": BODY, "example": {"slow": HARD, HARD: 1, "x-1": 2}}}
    paths = {
        "/find": {"get": operation("Find", parameters=PARAMETERS)},
        "/make": {"post": operation("Make", requestBody={"content": content})},
    }
    servers = [{"url": "https://one.example"}]
    return serve_project(write_project(tmp_path_factory.mktemp("patterns"), servers, paths))


def expect_responsive(page: Page) -> None:
    """The page answers; the limit is only there to end a test whose page hangs."""
    wait_in_page(page, "document.readyState === 'complete'")


def error_of(content: Locator, label: str) -> Locator:
    slot = content.locator(".slot").filter(has=content.page.get_by_label(label, exact=True))
    return slot.locator(".slot-error").last


def test_a_field_tells_what_does_not_match(page: Page, site: str) -> None:
    content = open_form(page, f"{site}/api/find/")
    quick = content.get_by_label("quick", exact=True)
    quick.fill("AB")
    expect(error_of(content, "quick")).to_have_text("This must match ^[a-z]{3}$")
    expect(quick).to_have_attribute("aria-invalid", "true")
    quick.fill("abc")
    expect(error_of(content, "quick")).to_be_empty()
    content.get_by_label("odd", exact=True).fill("no browser knows this pattern")
    expect(error_of(content, "odd")).to_be_empty()


def test_a_pattern_that_takes_for_ever_gives_no_verdict(page: Page, site: str) -> None:
    content = open_form(page, f"{site}/api/find/")
    slow, quick = (content.get_by_label(name, exact=True) for name in ("slow", "quick"))
    slow.fill("b")
    expect(error_of(content, "slow")).to_have_text(f"This must match {ENDLESS}")
    slow.fill(HARD)
    expect_responsive(page)
    expect(error_of(content, "slow")).to_be_empty()
    expect(slow).not_to_have_attribute("aria-invalid", "true")
    # What ran out is over: other fields, and the same one with another text, get their verdicts.
    quick.fill("AB")
    expect(error_of(content, "quick")).to_have_text("This must match ^[a-z]{3}$")
    slow.fill("c")
    expect(error_of(content, "slow")).to_have_text(f"This must match {ENDLESS}")
    # The one that ran out ends.
    wait_until(lambda: len(page.workers) <= 1, lambda: page.wait_for_timeout(20))


@pytest.mark.whole
def test_sending_waits_for_verdicts_but_not_for_ever(page: Page, site: str) -> None:
    def answer(route: Route) -> None:
        sent.append(route.request.url)
        route.abort()

    sent: list[str] = []
    page.route("https://one.example/**", answer)
    content = open_form(page, f"{site}/api/find/")
    content.get_by_label("slow", exact=True).fill("aaa")
    quick = content.get_by_label("quick", exact=True)
    quick.fill("A")
    expect(error_of(content, "quick")).not_to_be_empty()  # what gives verdicts is there
    quick.fill("AB")
    content.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".play-missing")).to_contain_text("must match")
    assert sent == []


@pytest.mark.whole
def test_an_example_that_takes_for_ever_is_filled_in(page: Page, site: str) -> None:
    content = open_form(page, f"{site}/api/find/")
    content.get_by_role("button", name="Fill in an example").click()
    expect_responsive(page)
    expect(content.get_by_label("slow", exact=True)).to_have_value(HARD)
    expect(error_of(content, "slow")).to_be_empty()


@pytest.mark.whole
def test_keys_go_where_their_pattern_says_and_none_is_lost(page: Page, site: str) -> None:
    content = open_form(page, f"{site}/api/make/")
    content.get_by_role("button", name="Fill in an example").click()
    expect_responsive(page)
    expect(content.get_by_label("^x-, key")).to_have_value("x-1")
    expect(content.locator(".slot-note, .play-others")).to_contain_text([HARD])
    expect(content.get_by_label("slow", exact=True)).to_have_value(HARD)


@pytest.mark.whole
def test_hints_beside_json_do_not_run_patterns(page: Page, site: str) -> None:
    content = open_form(page, f"{site}/api/make/")
    content.get_by_role("button", name="JSON", exact=True).click()
    box = content.get_by_label("Body, as JSON")
    box.fill(json.dumps({"slow": HARD, HARD: 1}))
    box.press("Home")
    for _ in range(4):
        box.press("ArrowRight")
    expect_responsive(page)
    expect(content.locator(".json-hint")).to_contain_text(f"must match {ENDLESS}")


CHECK = """
import { readRows } from "/a/playground/response/viewer/json-rows.js";
import { checkRows } from "/a/playground/response/check/check.js";
const { rows, step } = readRows(document.querySelector("pre").textContent, 1000);
while (step());
const schema = JSON.parse(document.querySelector("code").textContent);
window.result = (await checkRows(rows, schema, (found) => found)).differences;
"""


def test_the_comparison_of_an_answer_does_not_run_patterns(page: Page) -> None:
    schema = {
        "types": ["object"],
        "properties": [{"name": "slow", "schema": {"types": ["string"], "pattern": ENDLESS}}],
        "patterns": [{"name": ENDLESS, "schema": {"types": ["integer"]}}],
    }
    answer = json.dumps({"slow": HARD, HARD: "no number"})
    with serve_page(f"<pre>{answer}</pre><code>{json.dumps(schema)}</code>", CHECK) as address:
        page.goto(f"{address}/")
        wait_in_page(page, "window.result !== undefined")
        assert page.evaluate("window.result") == []
