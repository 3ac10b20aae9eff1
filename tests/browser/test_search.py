"""The search dialog: keys, states, filters, and the page that a result leads to."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from octavo.search.entry import PageHead, build_entry
from octavo.search.files import build_index, write_index
from tests.browser.page_project import page_text, write_project, write_versioned_project
from tests.patience import HANGS_AFTER, wait_in_page, wait_until
from tests.project_folder import write_files
from tests.whole import first_of_each

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

Serve = Callable[..., str]


@pytest.fixture(scope="module")
def site(serve_project: Serve, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A site with nothing to filter."""
    pages = {
        "index": page_text("Welcome", "First steps"),
        "install": page_text("Install a controller", *[f"Part {n}" for n in range(1, 9)]),
        "webhooks": page_text(
            "Webhooks", "listAllEvents", "Café hours", description="Answers that arrive by post."
        ),
        **{f"many/p{n}": page_text(f"Page {n}") for n in range(40)},
    }
    return serve_project(write_project(tmp_path_factory.mktemp("search"), pages))


@pytest.fixture(scope="module")
def versioned_site(serve_project: Serve, tmp_path_factory: pytest.TempPathFactory) -> str:
    return serve_project(write_versioned_project(tmp_path_factory.mktemp("versions")))


DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Pumps", "version": "1"},
    "servers": [{"url": "https://api.example.com"}],
    "paths": {
        "/pumps/{pump}/pressure": {
            "get": {
                "summary": "Read the pressure",
                "description": "The pressure of a pump, in bar.",
                "parameters": [
                    {"name": "pump", "in": "path", "required": True, "schema": {"type": "string"}}
                ],
                "responses": {"200": {"description": "Fine"}},
            }
        },
        "/pumps/{pump}": {
            "delete": {"summary": "Reset a pump", "responses": {"204": {"description": "Done"}}}
        },
    },
}


def write_api_project(root: Path, **settings: Any) -> Path:
    write_project(root, {"index": page_text("Pressure of a pump", "Bar")}, **settings)
    return write_files(root, {"pumps.json": DOCUMENT})


@pytest.fixture(scope="module")
def api_site(serve_project: Serve, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A site with guides and an API, and no tabs."""
    root = write_api_project(
        tmp_path_factory.mktemp("api"),
        openapi="pumps.json",
        navigation=[
            {"group": "Start", "pages": ["index"]},
            {"group": "Reference", "pages": ["read", "reset"]},
        ],
    )
    operations = {"read": "GET /pumps/{pump}/pressure", "reset": "DELETE /pumps/{pump}"}
    pages = {f"{name}.mdx": f"---\nopenapi: {text}\n---\n" for name, text in operations.items()}
    return serve_project(write_files(root, pages))


@pytest.fixture(scope="module")
def tabbed_site(serve_project: Serve, tmp_path_factory: pytest.TempPathFactory) -> str:
    root = write_api_project(
        tmp_path_factory.mktemp("tabs"),
        primaryTab={"name": "Guides"},
        tabs=[
            {"name": "Cookbook", "url": "cookbook"},
            {"name": "API reference", "url": "api", "openapi": "pumps.json"},
        ],
        navigation=[
            {"group": "Start", "pages": ["index"]},
            {"group": "Recipes", "pages": ["cookbook/soup"]},
        ],
    )
    write_files(root, {"cookbook/soup.mdx": page_text("Soup under pressure")})
    return serve_project(root)


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser context that allows messages in the console."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    yield context
    context.close()


def is_text_of_page(route: Route) -> bool:
    """Tell whether a file of the index holds the texts of a page.

    Lists of pages and parts of the index have other beginnings. The server is asked past the
    browser: an answer that the browser waits for when its test ends would fail the next one.
    """
    return requests.get(route.request.url, timeout=HANGS_AFTER).text.startswith("[[[")


def type_query(page: Page, query: str) -> Locator:
    """Open the search of a page, type something, and return the titles of pages."""
    page.keyboard.press("/")
    page.get_by_role("combobox").fill(query)
    return page.locator(".search-page .search-title")


def search_for(page: Page, query: str) -> Locator:
    """Open the search of a page, find something, and return the titles of pages."""
    type_query(page, query)
    # What is marked is an answer; pages to start with are not.
    page.locator(".search-list mark").first.wait_for()
    return page.locator(".search-page .search-title")


def find_status(page: Page) -> Locator:
    """Return what the dialog tells screen readers."""
    return page.get_by_role("dialog").get_by_role("status")


@pytest.mark.parametrize("key", first_of_each(["Control+k", "Meta+k", "/"]))
def test_keys_open_the_search_and_esc_gives_the_focus_back(site: str, page: Page, key: str) -> None:
    page.goto(f"{site}/install/")
    page.locator(".pagination-next").focus()
    page.keyboard.press(key)
    expect(page.get_by_role("combobox")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator(".pagination-next")).to_be_focused()


def test_a_slash_typed_into_a_field_stays_there(site: str, page: Page) -> None:
    page.goto(site)
    page.evaluate("document.querySelector('.mdx-content').innerHTML = '<input id=field>'")
    page.locator("#field").press_sequentially("a/b")
    expect(page.locator("#field")).to_have_value("a/b")
    expect(page.locator(".search-dialog")).to_have_count(0)


def test_nothing_of_the_search_is_loaded_before_it_is_wanted(site: str, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site}/install/", wait_until="networkidle")
    assert not [url for url in asked if "search/dialog" in url or "search.json" in url]
    with page.expect_request("**/search.json"):
        page.locator("#search-bar-entry").hover()
    page.locator("#search-bar-entry").click()
    expect(page.get_by_role("combobox")).to_be_focused()
    assert len([url for url in asked if url.endswith("/search.json")]) == 1


def hold_dialog(page: Page, file: str = "dialog/dialog.js") -> list[Route]:
    """Keep the script of the dialog on its way, or another file, as a slow network does."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route(f"**/{file}", hold)
    return waiting


def open_held_search(page: Page, site: str) -> list[Route]:
    """Open the search of a page while the rest of it is on its way."""
    waiting = hold_dialog(page)
    page.goto(site)
    with page.expect_request("**/dialog/dialog.js"):
        page.keyboard.press("/")
    return waiting


def release(page: Page, waiting: list[Route]) -> None:
    """Let a script come that is on its way."""
    wait_until(lambda: waiting, lambda: page.wait_for_timeout(20))
    waiting[0].continue_()


@pytest.mark.parametrize("way", ["key", "button"])
def test_the_field_is_there_before_the_search_and_keeps_what_is_typed(
    site: str, page: Page, way: str
) -> None:
    waiting = hold_dialog(page)
    page.goto(site)
    with page.expect_request("**/dialog/dialog.js"):
        if way == "key":
            page.keyboard.press("/")
        else:
            page.locator("#search-bar-entry").click()
    field = page.get_by_role("dialog").get_by_label("Search")
    expect(field).to_be_focused()
    expect(find_status(page)).to_have_text("Loading…")
    page.keyboard.type("webx")
    page.keyboard.press("Backspace")
    page.keyboard.type("h")
    place = field.bounding_box()
    release(page, waiting)
    expect(page.get_by_role("option").first).to_contain_text("Webhooks")
    expect(field).to_have_value("webh")
    assert field.bounding_box() == place
    page.keyboard.type("ooks")
    expect(field).to_have_value("webhooks")
    expect(page.get_by_role("option").first).to_contain_text("Webhooks")
    expect(page.get_by_text("Loading…")).to_have_count(0)


@pytest.mark.whole
def test_the_frame_stays_as_it_is_until_the_styles_of_the_rest_are_there(
    site: str, page: Page
) -> None:
    waiting = hold_dialog(page, "search-results.css")
    page.goto(site)
    with page.expect_response("**/dialog/dialog.js"):
        page.keyboard.press("/")
    page.keyboard.type("webhooks")
    expect(find_status(page)).to_have_text("Loading…")
    assert page.locator(".search-keys").count() == 0
    release(page, waiting)
    expect(page.get_by_role("option").first).to_contain_text("Webhooks")
    expect(page.locator(".search-keys")).to_have_css("display", "flex")
    assert len(waiting) == 1


@pytest.mark.whole
def test_a_search_without_its_styles_finds_pages(site: str, context: BrowserContext) -> None:
    page = context.new_page()
    page.route("**/search-results.css", lambda route: route.abort())
    page.goto(site)
    page.keyboard.press("/")
    page.keyboard.type("webhooks")
    expect(page.get_by_role("option").first).to_contain_text("Webhooks")


@pytest.mark.whole
def test_enter_before_the_search_is_there_leads_to_its_first_result(site: str, page: Page) -> None:
    waiting = open_held_search(page, site)
    page.keyboard.type("webhooks")
    page.keyboard.press("Enter")
    release(page, waiting)
    expect(page).to_have_url(re.compile("webhooks"))


@pytest.mark.parametrize("more", first_of_each(["s", "Backspace"]))
def test_enter_is_forgotten_when_the_reader_types_on(site: str, page: Page, more: str) -> None:
    waiting = open_held_search(page, site)
    page.keyboard.type("webhook")
    page.keyboard.press("Enter")
    page.keyboard.press(more)
    release(page, waiting)
    expect(page.get_by_role("option").first).to_contain_text("Webhooks")
    assert page.get_by_role("dialog").is_visible()  # a result that opens closes it at once


@pytest.mark.whole
def test_enter_of_a_search_that_was_closed_is_forgotten(site: str, page: Page) -> None:
    waiting = open_held_search(page, site)
    page.keyboard.type("webhooks")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("dialog").get_by_label("Search")).to_have_value("webhooks")
    release(page, waiting)
    expect(page.get_by_role("option").first).to_contain_text("Webhooks")
    assert page.get_by_role("dialog").is_visible()  # a result that opens closes it at once


@pytest.mark.parametrize("key", first_of_each(["Escape", "Control+k"]))
def test_a_search_that_is_closed_while_it_loads_stays_closed(
    site: str, page: Page, key: str
) -> None:
    waiting = hold_dialog(page)
    page.goto(site)
    with page.expect_request("**/dialog/dialog.js"):
        page.keyboard.press("Control+k")
    page.keyboard.press(key)
    expect(page.locator(".search-dialog")).to_be_hidden()
    release(page, waiting)
    expect(page.locator(".search-dialog .search-keys")).to_be_attached()
    expect(page.locator(".search-dialog")).to_be_hidden()
    page.keyboard.press("Control+k")
    expect(page.get_by_role("group", name="Start here")).to_be_visible()


@pytest.mark.whole
def test_a_search_that_does_not_come_says_so_and_is_asked_for_again(
    site: str, context: BrowserContext
) -> None:
    page = context.new_page()
    page.route("**/dialog/dialog.js", lambda route: route.abort())
    page.goto(site)
    page.keyboard.press("/")
    expect(find_status(page)).to_have_text("The search could not be loaded")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.unroute("**/dialog/dialog.js")
    page.keyboard.press("/")
    expect(page.get_by_role("group", name="Start here")).to_be_visible()
    expect(page.get_by_text("could not be loaded")).to_have_count(0)


def test_results_are_chosen_with_the_keyboard(site: str, page: Page) -> None:
    page.goto(site)
    page.keyboard.press("/")
    field = page.get_by_role("combobox")
    field.fill("part")
    options = page.get_by_role("option")
    expect(options).to_have_count(4)
    expect(options.nth(0)).to_have_attribute("aria-selected", "true")
    expect(options.nth(0)).to_contain_text("Install a controller")
    page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    chosen = options.nth(1).get_attribute("id")
    assert chosen
    expect(field).to_have_attribute("aria-activedescendant", chosen)
    page.keyboard.press("End")
    expect(options.nth(3)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(options.nth(0)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/install/#part-1")


@pytest.mark.whole
def test_ctrl_enter_opens_a_result_in_a_new_tab(site: str, page: Page) -> None:
    page.goto(site)
    page.keyboard.press("/")
    page.get_by_role("combobox").fill("webhooks")
    expect(page.get_by_role("option").first).to_be_visible()
    with page.context.expect_page() as opened:
        page.keyboard.press("Control+Enter")
    expect(opened.value).to_have_url(f"{site}/webhooks/")
    expect(page.get_by_role("dialog")).to_be_visible()


FIRST_FOUND = [
    ("webh", "Webhooks"),
    ("WEBHOOKS", "Webhooks"),
    ("webhokos", "Webhooks"),
    ("events list", "Webhooks"),
    ("listall", "Webhooks"),
    ("cafe", "Webhooks"),
    ("post arrive", "Webhooks"),
    ("controller inst", "Install a controller"),
    ("many/p7", "Page 7"),
]
"""What is typed, and the page that is found first."""


def test_words_are_found_as_people_type_them(site: str, page: Page) -> None:
    for query, first in FIRST_FOUND:
        page.goto(site)
        page.keyboard.press("/")
        page.get_by_role("combobox").fill(query)
        expect(page.locator(".search-page .search-title").first, query).to_have_text(first)


def test_the_search_says_that_nothing_was_found(site: str, page: Page) -> None:
    page.goto(site)
    titles = type_query(page, "qqqqqqqq")
    expect(find_status(page)).to_contain_text(
        "Nothing found for “qqqqqqqq”. Try fewer or other words"
    )
    expect(page.get_by_role("group", name="Start here")).to_be_visible()
    expect(page.locator("[aria-selected=true]")).to_have_count(0)
    page.get_by_role("combobox").fill("webhooks qqqqqqqq")
    expect(find_status(page)).to_contain_text(
        "No page has all these words. 1 page with some of them"
    )
    expect(titles.first).to_have_text("Webhooks")


@pytest.mark.whole
def test_a_word_that_is_nowhere_leads_to_those_that_begin_alike(site: str, page: Page) -> None:
    page.goto(site)
    titles = type_query(page, "controlxyzz")
    expect(find_status(page)).to_contain_text("Did you mean")
    page.get_by_role("dialog").get_by_role("button", name="controller").click()
    expect(page.get_by_role("combobox")).to_have_value("controller")
    expect(page.get_by_role("combobox")).to_be_focused()
    expect(titles.first).to_have_text("Install a controller")


@pytest.mark.whole
def test_searches_are_kept_on_this_machine_until_they_are_cleared(site: str, page: Page) -> None:
    page.goto(site)
    for query, address in (("webh", "**/webhooks/"), ("control", "**/install/")):
        search_for(page, query)
        page.get_by_role("option").first.click()
        page.wait_for_url(address)
    page.keyboard.press("/")
    recent = page.get_by_role("group", name="Recent searches").get_by_role("option")
    expect(recent).to_have_text(["control", "webh"])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Delete")
    expect(recent).to_have_text(["webh"])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".search-page .search-title").first).to_have_text("Webhooks")
    page.get_by_role("combobox").fill("")
    page.get_by_role("button", name="Clear recent searches").click()
    expect(recent).to_have_count(0)
    expect(page.get_by_role("combobox")).to_be_focused()
    assert page.evaluate("localStorage.length") == 0


@pytest.mark.whole
def test_a_recent_search_is_removed_with_its_cross(site: str, page: Page) -> None:
    page.goto(site)
    search_for(page, "webh")
    page.get_by_role("option").first.click()
    page.wait_for_url("**/webhooks/")
    page.keyboard.press("/")
    page.locator(".search-forget").click()
    expect(page.get_by_role("group", name="Recent searches")).to_have_count(0)
    expect(page.get_by_role("combobox")).to_have_value("")


def test_an_empty_field_shows_where_to_start(site: str, page: Page) -> None:
    page.goto(site)
    page.keyboard.press("/")
    start = page.get_by_role("group", name="Start here").get_by_role("option")
    expect(start.first).to_contain_text("Welcome")
    expect(start).to_have_count(5)
    field = page.get_by_role("combobox")
    expect(field).not_to_have_attribute("aria-activedescendant", re.compile("."))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/install/")


def test_an_index_that_does_not_come_can_be_asked_for_again(
    site: str, context: BrowserContext
) -> None:
    page = context.new_page()
    page.route("**/search.json", lambda route: route.abort())
    page.goto(site)
    page.keyboard.press("/")
    page.get_by_role("combobox").fill("webhooks")
    expect(find_status(page)).to_have_text("The search could not be loaded")
    page.unroute("**/search.json")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("option").first).to_contain_text("Webhooks")


@pytest.mark.whole
def test_the_search_keeps_to_the_version_of_the_page(versioned_site: str, page: Page) -> None:
    page.goto(f"{versioned_site}/v1/start/")
    page.keyboard.press("/")
    page.get_by_role("combobox").fill("start")
    expect(page.locator(".search-page .search-title")).to_have_count(2)
    titles = page.locator(".search-page .search-title").all_text_contents()
    assert sorted(titles) == ["Start for all", "Start of one"]


def build_files(titles: Sequence[str], description: str = "") -> Mapping[str, bytes]:
    """Return the files of an index of pages, by their outputs."""
    heads = [
        PageHead(f"/p{number}/", title, description, "", "", "", "g", "", "", 1.0)
        for number, title in enumerate(titles)
    ]
    return write_index(build_index([build_entry(head, ()) for head in heads]))


def read_index_file(files: Mapping[str, bytes], route: Route) -> bytes:
    """Return the file of an index that a browser asks for."""
    return files[urlsplit(route.request.url).path[1:]]


@pytest.mark.whole
def test_two_thousand_pages_are_searched_and_few_are_shown(site: str, page: Page) -> None:
    words = ["sensor", "valve", "planning"]
    files = build_files([f"{words[number % 3]} guide{number}" for number in range(2000)])

    def answer(route: Route) -> None:
        route.fulfill(body=read_index_file(files, route))

    page.route("**/search.json", answer)
    page.route("**/_octavo/search/*.json", answer)
    page.goto(site)
    page.keyboard.press("/")
    field = page.get_by_role("combobox")
    field.fill("sensor")
    expect(page.get_by_role("option")).to_have_count(10)
    field.fill("guide1999")
    expect(page.get_by_role("option").first).to_contain_text("guide1999")


@pytest.mark.whole
@pytest.mark.parametrize("rest_comes", [True, False])
def test_the_first_results_do_not_wait_for_the_others(
    site: str, context: BrowserContext, rest_comes: bool
) -> None:
    page = context.new_page()
    titles = ["Sensor" if number % 100 == 0 else "Valve" for number in range(2000)]
    files = build_files(titles, "Each page is in a list of its own, " * 4)
    lists: list[Route] = []

    def answer(route: Route) -> None:
        body = read_index_file(files, route)
        if body.startswith(b'[{"pages"'):
            lists.append(route)
        else:
            route.fulfill(body=body)

    page.route("**/search.json", answer)
    page.route("**/_octavo/search/*.json", answer)
    page.goto(site)
    type_query(page, "sensor")

    options = page.get_by_role("option")
    wait_until(lambda: len(lists) == 5, lambda: page.wait_for_timeout(20))
    for route in lists:
        route.fulfill(body=read_index_file(files, route))
    expect(options).to_have_count(5)
    page.keyboard.press("ArrowDown")
    wait_until(lambda: len(lists) == 10, lambda: page.wait_for_timeout(20))
    for route in lists[5:]:
        route.fulfill(body=read_index_file(files, route)) if rest_comes else route.abort()
    expect(options).to_have_count(10 if rest_comes else 5)
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    expect(page.locator(".search-message")).to_be_hidden()


@pytest.mark.whole
def test_an_address_with_a_slip_leads_to_the_nearest_pages(site: str, page: Page) -> None:
    page.goto(f"{site}/404.html")
    html = page.content()
    page.route(
        "**/instal-controller", lambda route: route.fulfill(body=html, content_type="text/html")
    )
    page.goto(f"{site}/instal-controller")
    near = page.locator("[data-nearest] a")
    expect(near.first).to_have_text("Install a controller")
    assert near.first.get_attribute("href") == "/install/"
    assert near.count() <= 5


@pytest.mark.whole
def test_an_address_that_does_not_exist_can_be_searched_for(site: str, page: Page) -> None:
    page.goto(f"{site}/404.html", wait_until="networkidle")
    expect(page.locator("[data-nearest]")).to_be_hidden()
    html = page.content()
    page.route("**/web_hoks**", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(f"{site}/guides/web_hoks")
    page.get_by_role("link", name="Search for “guides web hoks”").click()
    expect(page.get_by_role("combobox")).to_have_value("guides web hoks")


# keys


@pytest.mark.whole
def test_home_and_end_move_in_the_text_until_the_list_is_entered(site: str, page: Page) -> None:
    page.goto(site)
    search_for(page, "part")
    options = page.get_by_role("option")
    expect(options).to_have_count(4)
    field = page.get_by_role("combobox")
    field.press("Home")
    assert field.evaluate("(field) => field.selectionStart") == 0
    expect(options.first).to_have_attribute("aria-selected", "true")
    field.press("ArrowDown")
    field.press("End")
    expect(options.last).to_have_attribute("aria-selected", "true")
    field.press("ArrowRight")
    field.press("End")
    assert field.evaluate("(field) => field.selectionStart") == 4
    expect(options.last).to_have_attribute("aria-selected", "true")


@pytest.mark.whole
def test_enter_waits_for_the_answer_to_what_was_typed_last(site: str, page: Page) -> None:
    page.goto(site)
    titles = search_for(page, "webhooks")
    expect(titles.first).to_have_text("Webhooks")
    page.get_by_role("combobox").evaluate(
        """(field) => {
          field.value = "install controller";
          field.dispatchEvent(new Event("input"));
          field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
        }"""
    )
    page.wait_for_url("**/install/")


@pytest.mark.whole
def test_what_is_typed_on_a_filter_goes_to_the_field(api_site: str, page: Page) -> None:
    page.goto(api_site)
    search_for(page, "pres")
    page.get_by_role("radio", name="API").check(force=True)
    page.get_by_role("radio", name="API").focus()
    page.keyboard.type("s")
    expect(page.get_by_role("combobox")).to_have_value("press")


def test_the_number_of_results_is_told_after_a_pause(site: str, page: Page) -> None:
    page.goto(site)
    page.keyboard.press("/")
    expect(page.get_by_role("combobox")).to_be_focused()
    page.evaluate(
        """() => {
          window.said = [];
          const status = document.querySelector(".search-dialog [role=status]");
          new MutationObserver(() => window.said.push(status.textContent))
            .observe(status, { childList: true, characterData: true, subtree: true });
        }"""
    )
    page.evaluate(
        """() => {
          const field = document.querySelector(".search-input");
          for (const query of ["we", "web", "webh", "webho", "webhooks"]) {
            field.value = query;
            field.dispatchEvent(new Event("input"));
          }
        }"""
    )
    expect(find_status(page)).to_have_text("1 page")
    counts = [text for text in page.evaluate("window.said") if re.fullmatch(r"\d+ pages?", text)]
    assert counts == ["1 page"]


# states


@pytest.mark.whole
def test_one_letter_keeps_the_start_and_loads_what_the_next_ones_need(
    site: str, page: Page
) -> None:
    page.goto(site)
    page.keyboard.press("/")
    expect(page.get_by_role("group", name="Start here")).to_be_visible()
    terms = json.loads(page.request.get(f"{site}/_octavo/search.json").body())["parts"]
    asked: list[str] = []
    page.on("request", lambda request: asked.append(Path(urlsplit(request.url).path).stem))
    field = page.get_by_role("combobox")
    field.fill("w")
    wait_until(lambda: set(asked) & set(terms), lambda: page.wait_for_timeout(20))
    expect(page.get_by_role("group", name="Start here")).to_be_visible()
    assert set(asked) <= set(terms)
    asked.clear()
    field.fill("webh")
    expect(page.get_by_role("option", name="Webhooks").first).to_be_visible()
    assert not set(asked) & set(terms)


@pytest.mark.whole
def test_one_letter_loads_the_lists_of_pages_where_they_are_few(
    serve_project: Serve, page: Page, tmp_path: Path
) -> None:
    pages = {"index": page_text("Welcome"), **{f"p{n}": page_text(f"Page {n}") for n in range(300)}}
    site = serve_project(write_project(tmp_path, pages))
    lists = json.loads(page.request.get(f"{site}/_octavo/search.json").body())["lists"]
    assert len(lists) == 2
    asked: list[str] = []
    page.on("request", lambda request: asked.append(Path(urlsplit(request.url).path).stem))
    page.goto(site)
    page.keyboard.press("/")
    field = page.get_by_role("combobox")
    field.fill("p")
    wait_until(lambda: set(asked) >= set(lists), lambda: page.wait_for_timeout(20))
    asked.clear()
    field.fill("page 29")
    expect(page.get_by_role("option", name="Page 29").first).to_be_visible()
    assert not set(asked) & set(lists)


@pytest.mark.whole
def test_pages_are_shown_before_their_texts_and_the_choice_stays(site: str, page: Page) -> None:
    waiting: list[Route] = []
    may_come = False

    def hold(route: Route) -> None:
        if not may_come and is_text_of_page(route):
            waiting.append(route)
        else:
            route.continue_()

    page.route("**/_octavo/search/*.json", hold)
    page.goto(site)
    titles = search_for(page, "part page")
    expect(titles.first).to_be_visible()
    expect(page.locator(".search-heading")).to_have_count(0)
    page.keyboard.press("ArrowDown")
    chosen = page.locator("[aria-selected=true]")
    before = (chosen.text_content() or "").split()[0:2]
    wait_until(lambda: waiting, lambda: page.wait_for_timeout(20))
    may_come = True
    for route in waiting:
        route.continue_()
    expect(page.locator(".search-heading").first).to_be_visible()
    assert (chosen.text_content() or "").split()[0:2] == before
    expect(page.get_by_role("option").nth(0)).to_have_attribute("aria-selected", "false")


@pytest.mark.whole
def test_a_page_whose_text_does_not_come_is_still_found(site: str, context: BrowserContext) -> None:
    page = context.new_page()

    def fail(route: Route) -> None:
        if is_text_of_page(route):
            route.abort()
        else:
            route.continue_()

    page.route("**/_octavo/search/*.json", fail)
    page.goto(site)
    titles = search_for(page, "webhooks")
    expect(titles).to_have_text(["Webhooks"])
    expect(page.locator(".search-heading")).to_have_count(0)


@pytest.mark.whole
def test_only_a_slow_search_says_that_it_loads(site: str, page: Page) -> None:
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/search.json", hold)
    page.goto(site)
    type_query(page, "webhooks")
    expect(page.locator(".search-message")).to_have_text("Loading…")
    waiting[0].continue_()
    expect(page.locator(".search-page .search-title")).to_have_text(["Webhooks"])
    expect(page.locator(".search-message")).to_be_hidden()


# results


def test_operations_show_method_path_and_place(api_site: str, page: Page) -> None:
    page.goto(api_site)
    titles = search_for(page, "pumps/7/pressure")
    first = page.locator(".search-page").first
    expect(titles.first).to_have_text("Read the pressure")
    expect(first.locator(".nav-method")).to_have_text("GET")
    expect(first.locator(".search-path")).to_have_text("/pumps/{pump}/pressure")
    expect(first.locator(".search-path mark")).to_have_text(["pumps", "pump", "pressure"])
    expect(first.locator(".search-place")).to_contain_text("Reference")
    page.get_by_role("combobox").fill("reset")
    badge = page.locator(".search-page .nav-method").first
    expect(badge).to_have_text("DEL")
    expect(badge).to_have_attribute("title", "DELETE")


def test_matched_words_are_marked_and_small_ones_are_not(site: str, page: Page) -> None:
    page.goto(site)
    titles = search_for(page, "install a contr")
    expect(titles.first.locator("mark")).to_have_text(["Install", "controller"])


def test_sections_stand_below_their_page(site: str, page: Page) -> None:
    page.goto(site)
    search_for(page, "café")
    group = page.get_by_role("group", name="Webhooks")
    expect(group.get_by_role("option")).to_have_count(2)
    section = group.get_by_role("option").nth(1)
    expect(section).to_contain_text("Café hours")
    assert (section.get_attribute("href") or "").endswith("/webhooks/#cafe-hours")


# filters


def list_filters(page: Page) -> list[str]:
    return page.locator(".search-chip").all_text_contents()


@pytest.mark.whole
def test_a_site_without_parts_has_no_filters(site: str, page: Page) -> None:
    page.goto(site)
    expect(search_for(page, "webhooks").first).to_be_visible()
    expect(page.locator(".search-filters")).to_be_hidden()


def test_guides_and_api_are_filters(api_site: str, page: Page) -> None:
    page.goto(api_site)
    titles = search_for(page, "pressure")
    expect(titles).to_have_count(2)
    assert list_filters(page) == ["All", "Guides", "API"]
    page.get_by_text("API", exact=True).click()
    expect(titles).to_have_text(["Read the pressure"])
    expect(page.get_by_role("combobox")).to_be_focused()
    page.get_by_role("radio", name="API").focus()
    page.keyboard.press("ArrowLeft")
    expect(titles).to_have_text(["Pressure of a pump"])
    expect(page.get_by_role("radio", name="Guides")).to_be_focused()


def test_tabs_are_filters_and_the_choice_lasts_for_the_session(
    tabbed_site: str, page: Page
) -> None:
    page.goto(tabbed_site)
    titles = search_for(page, "pressure")
    expect(titles).to_have_count(3)
    assert sorted(list_filters(page)) == ["API reference", "All", "Cookbook", "Guides"]
    page.get_by_text("Cookbook", exact=True).last.click()
    expect(titles).to_have_text(["Soup under pressure"])
    page.reload()
    titles = search_for(page, "pressure")
    expect(titles).to_have_text(["Soup under pressure"])
    expect(page.get_by_role("radio", name="Cookbook")).to_be_checked()


@pytest.mark.whole
def test_tabs_that_name_no_api_stand_beside_guides_and_api(
    serve_project: Serve, tmp_path: Path, page: Page
) -> None:
    root = write_api_project(
        tmp_path,
        primaryTab={"name": "Start"},
        tabs=[{"name": "Pumps", "url": "api", "openapi": "pumps.json"}],
        navigation=[{"group": "Start", "pages": ["index"]}],
    )
    page.goto(serve_project(root))
    search_for(page, "pressure")
    assert sorted(list_filters(page)) == ["API", "All", "Guides", "Pumps", "Start"]


@pytest.mark.whole
def test_a_filter_that_hides_all_results_can_be_removed(tabbed_site: str, page: Page) -> None:
    page.goto(tabbed_site)
    titles = search_for(page, "soup")
    page.get_by_text("API reference", exact=True).last.click()
    page.get_by_role("button", name="Remove the filter").click()
    expect(titles).to_have_text(["Soup under pressure"])
    expect(page.get_by_role("radio", name="All")).to_be_checked()


@pytest.mark.whole
def test_other_versions_are_searched_when_asked_for(versioned_site: str, page: Page) -> None:
    page.goto(f"{versioned_site}/v2/start/")
    titles = type_query(page, "obsolete")
    expect(page.get_by_role("radio", name="v2")).to_be_checked()
    page.get_by_role("button", name="Search in all versions").click()
    expect(titles).to_have_text(["Start of one"])
    expect(page.locator(".search-place").first).to_contain_text("v1")
    expect(page.get_by_role("radio", name="All versions")).to_be_checked()
    page.get_by_text("v1", exact=True).last.click()
    page.get_by_role("combobox").fill("start")
    expect(titles).to_have_count(2)
    assert sorted(titles.all_text_contents()) == ["Start for all", "Start of one"]


# the page that a result leads to


READING = """---
title: Reading
---

Opening words.

<Accordion title="Closed">The quokka sleeps here.</Accordion>

<Tabs>
<Tab title="One">First.</Tab>
<Tab title="Two">The numbat is hidden here.</Tab>
</Tabs>

## Far

FILLER

A wombat at last. Another wombat.

## Farther

FILLER

A wombat again.
""".replace("FILLER", "Words to read.\n\n" * 60)


@pytest.fixture(scope="module")
def reading_site(serve_project: Serve, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A site below a path, whose page has hidden and far parts."""
    root = write_project(tmp_path_factory.mktemp("reading"), {"index": page_text("Welcome")})
    write_project(root, {"index": page_text("Welcome"), "reading": READING})
    return serve_project(root, "/docs")


MARKED = """() => [...(CSS.highlights.get("search-hit") ?? [])].map((range) => range.toString())"""


def expect_marked(page: Page, words: list[str]) -> None:
    wait_in_page(page, f"({MARKED})().join() === {','.join(words)!r}")


def test_the_reached_page_scrolls_to_the_hit_and_marks_it(reading_site: str, page: Page) -> None:
    page.goto(reading_site)
    search_for(page, "wombat")
    page.get_by_role("option").filter(has_text="Farther").click()
    page.wait_for_url("**/docs/reading/#farther")
    expect_marked(page, ["wombat"] * 3)
    expect(page.get_by_text("A wombat again.")).to_be_in_viewport()
    assert page.evaluate("localStorage.getItem('octavo-hit:/docs')") is None
    page.keyboard.press("Escape")
    expect_marked(page, [])
    page.reload()
    expect(page.get_by_text("A wombat again.")).to_be_attached()
    expect_marked(page, [])


@pytest.mark.whole
def test_a_hit_on_the_same_page_is_shown_without_loading_it_again(
    reading_site: str, page: Page
) -> None:
    page.goto(f"{reading_site}/reading/")
    page.evaluate("window.isSame = true")
    search_for(page, "wombat")
    page.get_by_role("option").nth(1).click()
    page.wait_for_url("**/docs/reading/#far")
    expect_marked(page, ["wombat"] * 3)
    expect(page.get_by_role("article").get_by_text("A wombat at last.")).to_be_in_viewport()
    assert page.evaluate("window.isSame")


@pytest.mark.whole
def test_a_hit_in_a_new_tab_is_marked_there(reading_site: str, page: Page) -> None:
    page.goto(reading_site)
    search_for(page, "wombat")
    expect(page.get_by_role("option").first).to_be_visible()
    with page.context.expect_page() as opened:
        page.keyboard.press("Control+Enter")
    expect_marked(opened.value, ["wombat"] * 3)


@pytest.mark.parametrize("word", first_of_each(["quokka", "numbat"]))
def test_what_hides_the_hit_is_opened(reading_site: str, page: Page, word: str) -> None:
    page.goto(reading_site)
    search_for(page, word)
    page.get_by_role("option").first.click()
    page.wait_for_url("**/docs/reading/**")
    expect_marked(page, [word])
    expect(page.get_by_text(word)).to_be_in_viewport()


@pytest.mark.whole
def test_a_page_reached_later_or_otherwise_is_not_marked(reading_site: str, page: Page) -> None:
    page.goto(reading_site)
    search_for(page, "wombat")
    expect(page.get_by_role("option").first).to_be_visible()
    page.evaluate(
        """() => {
          const old = Date.now;
          Date.now = () => old() - 31_000;
          document.addEventListener("click", (event) => event.preventDefault());
          document.querySelector("a.search-hit").click();
        }"""
    )
    assert page.evaluate("localStorage.getItem('octavo-hit:/docs')")
    page.goto(f"{reading_site}/reading/")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(MARKED) == []
    assert page.evaluate("localStorage.getItem('octavo-hit:/docs')") is None


def test_nothing_that_marks_is_loaded_by_other_pages(reading_site: str, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{reading_site}/reading/", wait_until="networkidle")
    assert [url for url in asked if "show-hit" in url or "site-search" in url] == []


@pytest.mark.parametrize("way", first_of_each(["reload", "back"]))
def test_a_query_in_the_address_opens_the_search_again(site: str, page: Page, way: str) -> None:
    page.goto(f"{site}/?q=webhooks")
    titles = page.locator(".search-page .search-title")
    expect(titles).to_have_text(["Webhooks"])
    if way == "reload":
        page.reload()
    else:
        page.get_by_role("option").first.click()
        page.wait_for_url("**/webhooks/")
        page.go_back()
    expect(page.get_by_role("combobox")).to_have_value("webhooks")
    expect(titles).to_have_text(["Webhooks"])


def test_the_dialog_is_a_few_small_scripts(site: str, page: Page) -> None:
    asked: list[str] = []
    page.goto(site, wait_until="networkidle")
    page.on("request", lambda request: asked.append(request.url))
    page.keyboard.press("/")
    expect(page.get_by_role("group", name="Start here")).to_be_visible()
    expected = {"dialog.js", "site-search.js", "say.js", "server.js"}
    wait_until(
        lambda: {url.rsplit("/", 1)[1] for url in asked} >= expected,
        lambda: page.wait_for_timeout(20),
    )
    scripts = {url.rsplit("/", 1)[1]: url for url in asked if url.endswith(".js")}
    assert set(scripts) == expected
    dialog = page.request.get(scripts["dialog.js"]).body()
    assert len(gzip.compress(dialog, 9)) <= 6 * 1024
