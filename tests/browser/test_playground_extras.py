"""Headers and query parameters that the document does not tell of, added by the reader."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from octavo.server.proxy.rules import parse_allowed_net
from tests.playground_api import Api
from tests.previews import running_preview

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

ADD = "Add a header or query parameter"
ASK = "/api/ask/"
VENDOR = "application/vnd.own+json;version=2"


@pytest.fixture(scope="module")
def root(api: Api, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("extras")
    places = (("q", "query"), ("X-Known", "header"))
    fields = [{"name": name, "in": place, "schema": {"type": "string"}} for name, place in places]
    operation = {"summary": "Ask", "parameters": fields, "responses": {"200": {}}}
    kinds = [
        {"name": "Accept", "in": "header", "schema": {"enum": [VENDOR]}},
        {"name": "Content-Length", "in": "header", "required": True, "schema": {"type": "integer"}},
    ]
    fixed = {"summary": "Ask for a kind", "parameters": kinds, "responses": {"200": {}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Own", "version": "1"},
        "servers": [{"url": api.origin}],
        "paths": {"/echo": {"get": operation, "post": fixed}},
    }
    tabs = [{"name": "API", "url": "api", "openapi": "own.json"}]
    settings = {"name": "Own", "navigation": [{"group": "A", "pages": ["index"]}], "tabs": tabs}
    (root / "site.json").write_text(json.dumps(settings))
    (root / "own.json").write_text(json.dumps(document))
    (root / "index.mdx").write_text("Hello.")
    return root


@pytest.fixture(scope="module")
def site(root: Path, serve_project: Callable[[Path], str]) -> str:
    return serve_project(root)


def open_page(page: Page, site: str, path: str = ASK) -> None:
    page.goto(site + path)
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".play-bar")).to_be_visible()


def add(page: Page, kind: str, name: str, value: str) -> Locator:
    """Add a header or a parameter, and return its row."""
    before = page.locator(".extra").count()
    page.get_by_role("button", name=ADD).click()
    row = page.locator(".extra").nth(before)
    expect(row.get_by_label("Name")).to_be_focused()
    row.get_by_label("Kind").select_option(kind)
    row.get_by_label("Name").fill(name)
    row.get_by_label("Value").fill(value)
    return row


def test_what_is_added_is_sent_and_stands_in_the_sample(page: Page, site: str, api: Api) -> None:
    open_page(page, site)
    page.get_by_label("q", exact=True).fill("1")
    add(page, "Query", "extra[a]", "b c&d")
    add(page, "Header", "X-Trace", "on")
    sample = page.locator(".request-example .code-block:not([hidden]) code")
    expect(sample).to_contain_text("--header 'X-Trace: on'")
    expect(page.locator(".play-address")).to_contain_text("/echo?q=1&extra%5Ba%5D=b%20c%26d")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".response .status")).to_have_text("200 OK")
    assert api.last("GET").target == "/echo?q=1&extra%5Ba%5D=b%20c%26d"
    assert api.last("GET").headers["x-trace"] == "on"


@pytest.mark.whole
def test_what_is_added_can_be_removed_and_reset(page: Page, site: str) -> None:
    open_page(page, site)
    address = page.locator(".play-address")
    first = add(page, "Query", "one", "1")
    add(page, "Query", "two", "2")
    expect(address).to_contain_text("?one=1&two=2")
    first.get_by_role("button", name="Remove").click()
    expect(address).to_contain_text("?two=2")
    expect(page.locator(".extra").get_by_label("Name")).to_be_focused()
    page.get_by_role("button", name="Reset").click()
    expect(page.locator(".extra")).to_have_count(0)
    expect(address).not_to_contain_text("?")


def test_names_that_cannot_be_are_told_before_anything_is_sent(page: Page, site: str) -> None:
    open_page(page, site)
    wrong = {
        ("Header", "x y"): "This is no name of a header",
        ("Header", "x-known"): "The form above has a field of this name",
        ("Query", "q"): "The form above has a field of this name",
        ("Query", ""): "The name is missing",
    }
    for (kind, name), words in wrong.items():
        row = add(page, kind, name, "v")
        expect(row).to_contain_text(words)
        expect(row.get_by_label("Name")).to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".missing-list li")).to_have_count(4)
    expect(page.locator(".response")).to_have_count(0)
    expect(page.locator(".extra").first.get_by_label("Name")).to_be_focused()


@pytest.mark.whole
def test_headers_that_browsers_keep_for_themselves_are_explained(page: Page, site: str) -> None:
    open_page(page, site)
    row = add(page, "Header", "Origin", "https://x.example")
    expect(row).to_contain_text("Browsers do not let pages send this header")


def test_secrets_are_hidden_in_the_sample(page: Page, site: str) -> None:
    open_page(page, site)
    add(page, "Header", "X-Api-Key", "hush")
    sample = page.locator(".request-example .code-block:not([hidden]) code")
    expect(sample).to_contain_text("X-Api-Key: <secret>")
    expect(page.get_by_role("button", name="Copy with credentials")).to_be_visible()


@pytest.mark.whole
def test_the_proxy_passes_on_what_it_may_and_tells_the_rest(
    chromium: Browser, root: Path, api: Api
) -> None:
    context = chromium.new_context()
    page = context.new_page()
    with running_preview(root, allow_nets=(parse_allowed_net("localhost"),)) as running:
        open_page(page, running.address)
        add(page, "Query", "more", "1")
        usual = add(page, "Header", "X-Request-Id", "on")
        row = add(page, "Header", "X-Trace", "on")
        expect(row).to_contain_text("The proxy sends this header only if it is documented")
        expect(usual).not_to_contain_text("The proxy sends")
        page.keyboard.press("Control+Enter")
        response = page.locator(".response")
        expect(response.locator(".status")).to_have_text("200 OK")
        expect(response).to_contain_text("Not sent: X-Trace.")
        last = api.last("GET")
        assert (last.target, last.headers["x-request-id"]) == ("/echo?more=1", "on")
        assert "x-trace" not in last.headers
    context.close()


def test_a_header_with_one_value_is_sent_and_those_of_clients_are_not_asked_for(
    page: Page, site: str, api: Api
) -> None:
    open_page(page, site, "/api/ask-for-a-kind/")
    sample = page.locator(".request-example .code-block:not([hidden]) code")
    expect(sample).to_contain_text(f"--header 'Accept: {VENDOR}'")
    expect(page.get_by_role("textbox", name="Content-Length")).to_have_count(0)
    page.keyboard.press("Control+Enter")
    expect(page.locator(".response .status")).to_have_text("200 OK")
    assert api.last("POST").headers["accept"] == VENDOR
