"""Named environments: a server, its variables and what was added; kept locally, no credentials."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FilePayload, Locator, Page, expect

from tests.browser.playground_project import open_form, operation, write_project

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

TEST = "https://{region}.test.example"
SERVERS: list[dict[str, Any]] = [
    {"url": "https://live.example"},
    {"url": TEST, "variables": {"region": {"default": "eu", "enum": ["eu", "us"]}}},
]
KNOWN = {"name": "X-Known", "in": "header", "schema": {"type": "string"}}
PATHS = {
    "/a": {"get": operation("First")},
    "/b": {"get": operation("Second", parameters=[KNOWN])},
    "/c": {"get": operation("Third", servers=[{"url": "https://third.example"}])},
}
STORED = "localStorage.getItem('octavo-environments') ?? ''"


@pytest.fixture(scope="module")
def site(serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory) -> str:
    return serve_project(write_project(tmp_path_factory.mktemp("env"), SERVERS, PATHS))


def open_environments(page: Page, site: str, path: str = "first") -> Locator:
    open_form(page, f"{site}/api/{path}/")
    page.get_by_role("button", name="Environments").click()
    panel = page.locator(".play-environments")
    expect(panel.get_by_label("Environment", exact=True)).to_be_visible()
    return panel


def add(page: Page, kind: str, name: str, value: str) -> None:
    before = page.locator(".extra").count()
    page.get_by_role("button", name="Add a header or query parameter").click()
    row = page.locator(".extra").nth(before)
    row.get_by_label("Kind").select_option(kind)
    row.get_by_label("Name").fill(name)
    row.get_by_label("Value").fill(value)


def save(panel: Locator, name: str) -> None:
    panel.get_by_label("Name of the environment").fill(name)
    panel.get_by_role("button", name="Save").click()
    expect(panel.get_by_role("status")).to_contain_text(f"{name} is saved")


def make_test_environment(page: Page, panel: Locator) -> None:
    page.get_by_label("Server", exact=True).select_option("1")
    page.get_by_label("Server variable region").select_option("us")
    add(page, "Header", "X-Trace", "on")
    add(page, "Query", "debug", "1")
    save(panel, "Test")


def test_nothing_of_environments_is_loaded_until_they_are_wanted(page: Page, site: str) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    open_form(page, f"{site}/api/first/")
    assert not [url for url in loaded if url.endswith("environments.js")]
    button = page.get_by_role("button", name="Environments")
    expect(button).to_have_attribute("aria-expanded", "false")
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    assert [url for url in loaded if url.endswith("environments.js")]
    button.click()
    expect(page.locator(".play-environments")).to_be_hidden()


@pytest.mark.whole
def test_an_environment_brings_back_server_variables_and_what_was_added(
    page: Page, site: str
) -> None:
    panel = open_environments(page, site)
    make_test_environment(page, panel)
    address = page.locator(".play-address")
    expect(address).to_have_text("https://us.test.example/a?debug=1")
    page.locator(".extra").first.get_by_role("button", name="Remove").click()
    page.get_by_label("Server", exact=True).select_option("0")
    expect(panel.get_by_role("status")).to_contain_text("Test is no longer in use")
    expect(panel.get_by_label("Environment", exact=True)).to_have_value("")
    expect(address).to_have_text("https://live.example/a?debug=1")
    panel.get_by_label("Environment", exact=True).select_option("Test")
    expect(address).to_have_text("https://us.test.example/a?debug=1")
    expect(page.locator(".extra").first.get_by_label("Value")).to_have_value("on")


def test_the_chosen_environment_holds_on_other_pages_that_have_its_server(
    page: Page, site: str
) -> None:
    make_test_environment(page, open_environments(page, site))
    open_form(page, f"{site}/api/second/")
    expect(page.locator(".play-address")).to_have_text("https://us.test.example/b?debug=1")
    expect(page.locator(".play-environments")).to_be_visible()
    open_form(page, f"{site}/api/third/")
    expect(page.locator(".play-address")).to_have_text("https://third.example/c")
    expect(page.locator(".play-environments")).to_contain_text("no server of this operation")
    expect(page.locator(".extra")).to_have_count(0)


def test_what_may_be_a_credential_is_never_kept(page: Page, site: str) -> None:
    panel = open_environments(page, site)
    add(page, "Header", "X-Api-Key", "hush-1")
    add(page, "Header", "X-Other", "Bearer hush-2")
    add(page, "Query", "access_token", "hush-3")
    add(page, "Header", "X-Trace", "on")
    save(panel, "Mine")
    expect(panel).to_contain_text("Not kept, because it may be a credential: X-Api-Key, X-Other")
    stored = page.evaluate(STORED)
    assert "X-Trace" in stored
    assert "hush" not in stored


@pytest.mark.whole
def test_a_header_that_an_operation_describes_is_left_to_its_field(page: Page, site: str) -> None:
    panel = open_environments(page, site)
    add(page, "Header", "x-known", "1")
    add(page, "Header", "X-More", "2")
    save(panel, "Own")
    open_form(page, f"{site}/api/second/")
    expect(page.locator(".extra")).to_have_count(1)
    expect(page.locator(".extra").get_by_label("Name")).to_have_value("X-More")


@pytest.mark.whole
def test_environments_are_renamed_and_deleted(page: Page, site: str) -> None:
    panel = open_environments(page, site)
    panel.get_by_role("button", name="Save").click()
    expect(panel.get_by_role("status")).to_have_text("Enter a name first.")
    expect(panel.get_by_label("Name of the environment")).to_be_focused()
    save(panel, "One")
    save(panel, "Two")
    panel.get_by_label("Name of the environment").fill("One")
    panel.get_by_role("button", name="Rename").click()
    expect(panel).to_contain_text("There is another environment called One")
    panel.get_by_label("Name of the environment").fill("Three")
    panel.get_by_role("button", name="Rename").click()
    expect(panel.get_by_label("Environment", exact=True).locator("option")).to_have_text(
        ["None", "One", "Three"]
    )
    panel.get_by_role("button", name="Delete").click()
    panel.get_by_label("Environment", exact=True).select_option("One")
    panel.get_by_role("button", name="Delete").click()
    expect(panel.get_by_role("button", name="Export")).to_be_hidden()
    assert page.evaluate(STORED) == ""


@pytest.mark.whole
def test_environments_go_from_one_browser_to_another(
    chromium: Browser, page: Page, site: str, tmp_path: Path
) -> None:
    panel = open_environments(page, site)
    make_test_environment(page, panel)
    with page.expect_download() as download:
        panel.get_by_role("button", name="Export").click()
    download.value.save_as(tmp_path / "environments.json")
    context = chromium.new_context()
    other = context.new_page()
    there = open_environments(other, site)
    there.locator("input[type=file]").set_input_files(tmp_path / "environments.json")
    expect(there.get_by_role("status")).to_have_text("1 environment imported.")
    there.get_by_label("Environment", exact=True).select_option("Test")
    expect(other.locator(".play-address")).to_have_text("https://us.test.example/a?debug=1")
    context.close()


def _file(data: object) -> FilePayload:
    written = data if isinstance(data, str) else json.dumps(data)
    return {"name": "e.json", "mimeType": "application/json", "buffer": written.encode()}


WITHOUT_ENVIRONMENTS = [
    "no json",
    "[" * 100_000,
    [],
    {"environments": "x"},
    {"environments": [None, 1, {"name": 1, "server": "x"}, {"name": "", "server": "x"}]},
    {"environments": [{"name": "n" * 61, "server": "x"}]},
    {"environments": [{"name": "a", "server": "x"}], "more": "y" * 600_000},
]


@pytest.mark.whole
def test_a_file_without_environments_is_a_message(page: Page, site: str) -> None:
    panel = open_environments(page, site)
    for data in WITHOUT_ENVIRONMENTS:
        panel.locator("input[type=file]").set_input_files(_file(data))
        status = panel.get_by_role("status")
        expect(status, f"{data}"[:60]).to_contain_text("holds no environments")
        assert page.evaluate(STORED) == ""
        status.evaluate("(status) => { status.textContent = '' }")


def test_a_hostile_file_brings_no_server_no_credential_and_no_markup(page: Page, site: str) -> None:
    added = [
        {"in": "header", "name": "Authorization", "value": "x"},
        {"in": "cookie", "name": "a", "value": "b"},
        {"in": "header", "name": "X-Long", "value": "y" * 5000},
        {"in": "header", "name": "X-Fine", "value": "<b>"},
    ]
    name = "<img src=x onerror=alert(1)>"
    variables = {"region": "evil.example/", "__proto__": {"a": 1}}
    environments = [
        {"name": name, "server": "https://evil.example", "variables": {}, "added": added},
        {"name": "b", "server": TEST, "variables": variables, "added": added},
    ]
    panel = open_environments(page, site)
    panel.locator("input[type=file]").set_input_files(_file({"environments": environments}))
    expect(panel.get_by_role("status")).to_have_text("2 environments imported.")
    panel.get_by_label("Environment", exact=True).select_option(name)
    expect(page.locator(".play-address")).to_have_text("https://live.example/a")
    expect(panel).to_contain_text("no server of this operation")
    assert panel.locator("img").count() == 0
    panel.get_by_label("Environment", exact=True).select_option("b")
    expect(page.locator(".play-address")).to_have_text("https://eu.test.example/a")
    expect(page.locator(".extra")).to_have_count(1)
    expect(page.locator(".extra").get_by_label("Name")).to_have_value("X-Fine")


@pytest.mark.whole
def test_a_module_that_does_not_load_is_told_and_tried_again(chromium: Browser, site: str) -> None:
    context = chromium.new_context()
    page = context.new_page()
    open_form(page, f"{site}/api/first/")
    page.route("**/environments.js", lambda route: route.abort())
    page.get_by_role("button", name="Environments").click()
    expect(page.locator(".play-missing")).to_contain_text("could not be loaded")
    page.unroute("**/environments.js")
    page.get_by_role("button", name="Environments").click()
    expect(page.locator(".play-environments")).to_be_visible()
    context.close()
