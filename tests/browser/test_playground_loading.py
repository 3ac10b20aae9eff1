"""Opening the playground: where the focus goes, and what happens when a part cannot be loaded."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.playground_api import Api
from tests.whole import first_of_each

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

ANY = "**/*"
LIST = "/api/list/"
WATCH = "/api/watch/"


def _get(summary: str, **more: Any) -> dict[str, Any]:
    return {"get": {"summary": summary, "responses": {"200": {"description": "Fine"}}, **more}}


def _parameter(name: str, *, required: bool) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": required, "schema": {"type": "string"}}


def describe(origin: str) -> dict[str, Any]:
    """Return a document with operations that ask for more and less."""
    fields = [_parameter("free", required=False), _parameter("needed", required=True)]
    content = {"application/json": {"schema": {"type": "object"}}}
    answer = {"200": {"description": "Fine", "content": content}}
    flow = {"tokenUrl": f"{origin}/token", "scopes": {}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Own", "version": "1"},
        "servers": [{"url": origin}],
        "paths": {
            "/json": _get("List", parameters=fields, security=[{"token": []}], responses=answer),
            "/echo": _get("Ask", parameters=fields),
            "/xml": _get("Plain", parameters=fields[:1]),
            "/events": _get("Watch"),
            "/text": _get("Maybe", parameters=fields, security=[{}, {"token": []}]),
            "/csv": _get("Sign", security=[{"oauth": []}]),
        },
        "components": {
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "oauth": {"type": "oauth2", "flows": {"clientCredentials": flow}},
            }
        },
    }


@pytest.fixture(scope="module")
def site(
    api: Api, serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory
) -> str:
    root = tmp_path_factory.mktemp("own")
    tabs = [{"name": "API", "url": "api", "openapi": "own.json"}]
    settings = {"name": "Own", "navigation": [{"group": "A", "pages": ["index"]}], "tabs": tabs}
    (root / "site.json").write_text(json.dumps(settings))
    (root / "own.json").write_text(json.dumps(describe(api.origin)))
    (root / "index.mdx").write_text("Hello.")
    return serve_project(root)


@pytest.fixture
def other_page(chromium: Browser) -> Iterator[Page]:
    """A page that may write to the console, as browsers do when a file cannot be loaded."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    yield context.new_page()
    context.close()


def cut_off(page: Page, *endings: str) -> None:
    """Keep files from being loaded, as if the reader were offline, until all is let through."""

    def decide(route: Route) -> None:
        if route.request.url.endswith(endings):
            route.abort("internetdisconnected")
        else:
            route.continue_()

    page.route(ANY, decide)


def try_it(page: Page) -> None:
    page.get_by_role("button", name="Try it").click()


# --- focus --------------------------------------------------------------------------------------


def test_the_focus_goes_to_the_credential_then_to_the_field_then_to_send(
    page: Page, site: str
) -> None:
    page.goto(site + LIST)
    try_it(page)
    token = page.get_by_label("Token", exact=True)
    expect(token).to_be_focused()
    token.fill("abc")
    page.keyboard.press("Escape")
    try_it(page)
    needed = page.get_by_label("needed", exact=True)
    expect(needed).to_be_focused()
    needed.fill("x")
    page.keyboard.press("Escape")
    try_it(page)
    expect(page.locator(".play-send")).to_be_focused()


@pytest.mark.parametrize(
    ("path", "label"), first_of_each([("/api/ask/", "needed"), ("/api/maybe/", "needed")])
)
def test_the_focus_goes_to_the_field_where_no_credential_must_be_there(
    page: Page, site: str, path: str, label: str
) -> None:
    page.goto(site + path)
    try_it(page)
    expect(page.get_by_label(label, exact=True)).to_be_focused()


@pytest.mark.whole
def test_the_focus_goes_to_send_where_nothing_must_be_there(page: Page, site: str) -> None:
    page.goto(f"{site}/api/plain/")
    try_it(page)
    expect(page.locator(".play-send")).to_be_focused()


# --- parts that cannot be loaded ----------------------------------------------------------------


@pytest.mark.parametrize(
    "ending", first_of_each(["/playground/open.js", "/playground.css", "/auth/auth.js", ".json"])
)
def test_a_playground_that_cannot_be_loaded_says_so_at_its_button_and_opens_later(
    other_page: Page, site: str, ending: str
) -> None:
    other_page.goto(site + LIST)
    cut_off(other_page, ending)
    try_it(other_page)
    alert = other_page.locator(".endpoint").get_by_role("alert")
    expect(alert).to_have_text(
        "The playground could not be loaded. Check your connection, and press the button again."
    )
    expect(other_page.locator(".play-bar")).to_have_count(0)
    other_page.unroute(ANY)
    try_it(other_page)
    expect(other_page.locator(".play-bar")).to_be_visible()
    expect(alert).to_have_count(0)
    for once in (".play-bar", ".play-tools", ".play-send"):
        expect(other_page.locator(once)).to_have_count(1)
    expect(other_page.get_by_label("needed", exact=True)).to_have_count(1)
    expect(other_page.get_by_label("Token", exact=True)).to_have_count(1)


@pytest.mark.parametrize("ending", first_of_each(["/send/send.js", "/response/response.js"]))
def test_a_request_is_not_sent_without_the_parts_for_it_and_is_sent_when_they_are_there(
    other_page: Page, site: str, api: Api, ending: str
) -> None:
    other_page.goto(site + LIST)
    try_it(other_page)
    other_page.get_by_label("Token", exact=True).fill("abc")
    other_page.get_by_label("needed", exact=True).fill("x")
    cut_off(other_page, ending)
    before = len(api.received)
    sends = other_page.locator(".play-send")
    sends.click()
    alert = other_page.locator(".play-bar").get_by_role("alert")
    expect(alert).to_contain_text("Nothing was sent. A part of the playground could not be loaded.")
    expect(alert.get_by_role("button")).to_have_count(0)
    assert len(api.received) == before
    other_page.unroute(ANY)
    sends.click()
    expect(other_page.locator(".response .status")).to_have_text("200 OK")
    expect(alert).to_have_count(0)


@pytest.mark.whole
def test_an_answer_that_cannot_be_compared_is_shown(other_page: Page, site: str) -> None:
    other_page.goto(site + LIST)
    try_it(other_page)
    other_page.get_by_label("Token", exact=True).fill("abc")
    other_page.get_by_label("needed", exact=True).fill("x")
    cut_off(other_page, "/check/check.js")
    other_page.locator(".play-send").click()
    response = other_page.locator(".response")
    expect(response).to_contain_text("The body was not compared with the documentation")
    expect(response.get_by_role("treeitem").first).to_be_visible()


@pytest.mark.whole
def test_an_answer_that_cannot_be_shown_is_told_and_comes_with_the_next_try(
    other_page: Page, site: str
) -> None:
    other_page.goto(site + WATCH)
    try_it(other_page)
    cut_off(other_page, "/response/live.js")
    other_page.locator(".play-send").click()
    response = other_page.locator(".response")
    expect(response).to_contain_text("A part of the playground could not be loaded")
    other_page.unroute(ANY)
    other_page.locator(".play-send").click()
    expect(response.locator(".live-state")).to_have_text("Ended")


@pytest.mark.whole
def test_a_sign_in_that_cannot_be_loaded_can_be_tried_again(other_page: Page, site: str) -> None:
    other_page.goto(f"{site}/api/sign/")
    cut_off(other_page, "/auth/oauth/panel.js")
    try_it(other_page)
    row = other_page.locator('[id="auth.oauth"]')
    expect(row.get_by_role("alert")).to_contain_text("The sign-in could not be loaded")
    other_page.unroute(ANY)
    row.get_by_role("button", name="Try again").click()
    expect(row.locator(".play-oauth summary")).to_be_visible()
    expect(row.get_by_role("alert")).to_have_count(0)
