"""The menu of a page in Chromium."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.page_project import page_text, write_project
from tests.patience import wait_in_page
from tests.whole import first_of_each

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]


@pytest.fixture(scope="module")
def site(serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory) -> str:
    root = write_project(
        tmp_path_factory.mktemp("menu"),
        {"index": page_text("Start", "Setup")},
        contextual={"options": ["copy", "view", "claude"]},
    )
    return serve_project(root)


def test_the_page_is_copied_as_markdown(chromium: Browser, site: str) -> None:
    context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(site)
    page.get_by_role("button", name="Copy page").first.click()
    wait_in_page(page, "navigator.clipboard.readText().then((text) => text.includes('## Setup'))")
    assert page.evaluate("navigator.clipboard.readText()").startswith("# Start")
    shown = "getComputedStyle(document.querySelector('.page-menu-first'), '::after').content"
    assert page.evaluate(shown) == '"Copied"'
    wait_in_page(page, f"{shown} !== '\"Copied\"'")
    context.close()


def test_the_list_opens_and_closes_with_the_keyboard(page: Page, site: str) -> None:
    page.goto(site)
    summary = page.locator(".page-menu-more")
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="View as Markdown")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="View as Markdown")).to_be_hidden()
    expect(summary).to_be_focused()


def test_assistants_are_asked_about_the_address_that_readers_see(page: Page, site: str) -> None:
    page.goto(site)
    link = page.locator("a.page-menu-entry", has_text="Open in Claude")
    href = link.get_attribute("href") or ""
    assert f"{site}/index.md " in parse_qs(urlsplit(href).query)["q"][0]


@pytest.mark.parametrize("width", first_of_each([390, 820, 1440]))
def test_the_list_stays_on_the_screen(page: Page, site: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(site)
    page.locator(".page-menu-more").click()
    box = page.locator(".page-menu-list").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width


def test_without_scripts_it_can_be_read_as_markdown(chromium: Browser, site: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site)
    expect(page.get_by_role("button", name="Copy page").first).to_be_hidden()
    page.locator(".page-menu-more").click()
    page.get_by_role("link", name="View as Markdown").click()
    expect(page.locator("body")).to_contain_text("## Setup")
    context.close()
