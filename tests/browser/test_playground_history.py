"""The requests that were sent from a tab: listed, filled in again, exported and deleted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.playground_api import Api

pytestmark = pytest.mark.browser

STORED = "JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])"


def _operation(summary: str, **more: Any) -> dict[str, Any]:
    return {"summary": summary, "responses": {"200": {"description": "Fine"}}, **more}


@pytest.fixture(scope="module")
def site(
    api: Api, serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory
) -> str:
    root = tmp_path_factory.mktemp("history")
    secret = {"type": "string", "format": "password"}
    fields = [
        {"name": "q", "in": "query", "schema": {"type": "string"}},
        {"name": "tags", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
        {"name": "pass", "in": "query", "schema": secret},
    ]
    properties = {"name": {"type": "string"}, "big": {"type": "integer"}, "pin": secret}
    schema = {"type": "object", "properties": properties}
    contents = {"application/json": {"schema": schema}, "text/plain": {"schema": {}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Own", "version": "1"},
        "servers": [{"url": api.origin}],
        "paths": {
            "/echo": {
                "get": _operation("Ask", parameters=fields, security=[{"token": []}]),
                "post": _operation("Make", requestBody={"content": contents}),
            }
        },
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }
    tabs = [{"name": "API", "url": "api", "openapi": "own.json"}]
    settings = {"name": "Own", "navigation": [{"group": "A", "pages": ["index"]}], "tabs": tabs}
    (root / "site.json").write_text(json.dumps(settings))
    (root / "own.json").write_text(json.dumps(document))
    (root / "index.mdx").write_text("Hello.")
    return serve_project(root)


def open_page(page: Page, address: str) -> Locator:
    """Open a playground and return its history."""
    page.goto(address)
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".play-bar")).to_be_visible()
    return page.locator(".play-history")


def field(page: Page, label: str) -> Locator:
    return page.locator(".mdx-content").get_by_label(label, exact=True)


def send(page: Page, number: int) -> None:
    """Send, and wait until the history has so many requests."""
    page.keyboard.press("Control+Enter")
    expect(page.locator(".history summary")).to_have_text(f"History of this tab ({number})")


def test_a_request_is_filled_in_again_without_secrets(page: Page, site: str) -> None:
    history = open_page(page, f"{site}/api/ask/")
    expect(history).to_be_hidden()
    field(page, "Token").fill("hush-1")
    field(page, "q").fill("first")
    field(page, "pass").fill("hush-2")
    page.get_by_role("button", name="Add item to tags").click()
    page.keyboard.type("one")
    send(page, 1)
    field(page, "q").fill("second")
    send(page, 2)
    stored = page.evaluate(STORED)
    assert "first" in stored
    assert "hush" not in stored
    page.get_by_role("button", name="Reset").click()
    history.locator("summary").click()
    expect(history.get_by_role("listitem")).to_have_count(2)
    expect(history.get_by_role("listitem").first).to_contain_text("200 OK")
    history.get_by_role("button", name="Fill in again").nth(1).click()
    expect(field(page, "q")).to_have_value("first")
    expect(field(page, "pass")).to_have_value("")
    expect(page.locator(".play-address")).to_contain_text("/echo?q=first&tags=one")


@pytest.mark.whole
def test_a_body_is_filled_in_again_in_its_media_type(page: Page, site: str) -> None:
    history = open_page(page, f"{site}/api/make/")
    field(page, "name").fill("x")
    field(page, "big").fill("9007199254740993")
    send(page, 1)
    page.get_by_label("Media type of the body").select_option("text/plain")
    page.get_by_role("button", name="Reset").click()
    history.locator("summary").click()
    history.get_by_role("button", name="Fill in again").click()
    expect(page.get_by_label("Media type of the body")).to_have_value("0")
    expect(field(page, "name")).to_have_value("x")
    expect(field(page, "big")).to_have_value("9007199254740993")


@pytest.mark.whole
def test_the_history_goes_from_page_to_page_and_ends_with_the_tab(page: Page, site: str) -> None:
    open_page(page, f"{site}/api/make/")
    send(page, 1)
    history = open_page(page, f"{site}/api/ask/")
    history.locator("summary").click()
    link = history.get_by_role("link", name="Open its page")
    expect(link).to_have_attribute("href", "/api/make/#try-it")
    other = page.context.new_page()
    expect(open_page(other, f"{site}/api/ask/")).to_be_hidden()
    other.close()


@pytest.mark.whole
def test_the_history_is_exported_and_deleted(page: Page, site: str, tmp_path: Path) -> None:
    history = open_page(page, f"{site}/api/make/")
    field(page, "name").fill("x")
    send(page, 1)
    field(page, "name").fill("y")
    send(page, 2)
    history.locator("summary").click()
    with page.expect_download() as download:
        history.get_by_role("button", name="Export").click()
    download.value.save_as(tmp_path / "requests.json")
    exported = json.loads((tmp_path / "requests.json").read_text())
    assert [entry["values"]["body"]["value"]["name"] for entry in exported] == ["y", "x"]
    history.get_by_role("button", name="Delete request 1").click()
    expect(history.locator("summary")).to_be_focused()
    expect(history.get_by_role("listitem")).to_have_count(1)
    history.get_by_role("button", name="Delete all").click()
    expect(history).to_be_hidden()
    assert "octavo-history" not in page.evaluate(STORED)


@pytest.mark.whole
def test_what_was_added_is_filled_in_again_without_credentials(page: Page, site: str) -> None:
    history = open_page(page, f"{site}/api/make/")
    for at, (name, value) in enumerate({"X-Trace": "on", "X-Api-Key": "hush"}.items()):
        page.get_by_role("button", name="Add a header or query parameter").click()
        row = page.locator(".extra").nth(at)
        row.get_by_label("Kind").select_option("header")
        row.get_by_label("Name").fill(name)
        row.get_by_label("Value").fill(value)
    send(page, 1)
    assert "hush" not in page.evaluate(STORED)
    page.reload()
    history = open_page(page, f"{site}/api/make/")
    history.locator("summary").click()
    history.get_by_role("button", name="Fill in again").click()
    expect(page.locator(".extra")).to_have_count(1)
    expect(page.locator(".extra").get_by_label("Name")).to_have_value("X-Trace")
    expect(page.locator(".extra").get_by_label("Value")).to_have_value("on")
