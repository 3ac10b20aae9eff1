"""The choice of a release on API pages: what is newer is highlighted."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.project_folder import write_files
from tests.render.api.test_release_pages import PROJECT

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]


@pytest.fixture(scope="module")
def site(serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory) -> str:
    return serve_project(write_files(tmp_path_factory.mktemp("releases"), PROJECT))


def test_what_is_newer_than_the_chosen_release_is_highlighted_on_every_page(
    page: Page, site: str
) -> None:
    page.goto(f"{site}/api/plants/list-plants/")
    choice = page.get_by_label("Highlight changes since")
    newer = page.locator(".field-pill[data-newer]")
    expect(newer).to_have_count(0)
    choice.select_option("2.1")
    expect(newer).to_have_text(["changed in 2.2", "new in 2.2", "changed in 2.2"])
    choice.select_option("2.0")
    expect(newer).to_have_count(4)
    page.goto(f"{site}/api/plants/add-a-plant/")
    expect(page.get_by_label("Highlight changes since")).to_have_value("0")
    expect(page.locator("p.since")).to_have_attribute("data-newer", "")
    page.get_by_label("Highlight changes since").select_option("")
    expect(page.locator("[data-newer]")).to_have_count(0)


def test_without_scripts_the_marks_are_there_and_the_choice_is_not(site: str, page: Page) -> None:
    browser = page.context.browser
    assert browser is not None
    context = browser.new_context(java_script_enabled=False)
    try:
        plain = context.new_page()
        plain.goto(f"{site}/api/plants/list-plants/")
        expect(plain.get_by_text(re.compile("new in 2.2"))).to_be_visible()
        expect(plain.locator(".since-choice")).to_be_hidden()
    finally:
        context.close()
