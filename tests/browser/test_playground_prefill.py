"""`api.playground.prefill`: the form holds the document's examples when it opens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playground_project import open_form, operation, shown_sample, write_project

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

NAMED = {"type": "string", "example": "Ada"}
BODY = {"type": "object", "required": ["name"], "properties": {"name": NAMED, "note": {}}}
PATHS = {
    "/people/{id}": {
        "put": operation(
            "Change",
            parameters=[
                {
                    "name": "id",
                    "in": "path",
                    "required": True,
                    "schema": {"type": "string"},
                    "example": "p1",
                },
                {"name": "dry", "in": "query", "schema": {"type": "boolean"}, "example": True},
            ],
            requestBody={"content": {"application/json": {"schema": BODY}}},
        )
    }
}


@pytest.fixture(scope="module")
def site(serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory) -> str:
    root = tmp_path_factory.mktemp("prefill")
    servers = [{"url": "https://one.example"}]
    return serve_project(write_project(root, servers, PATHS, playground={"prefill": True}))


def test_the_form_opens_with_the_example_and_the_sample_shows_it(page: Page, site: str) -> None:
    content = open_form(page, f"{site}/api/change/")
    expect(content.get_by_label("id", exact=True)).to_have_value("p1")
    expect(content.get_by_label("name", exact=True)).to_have_value("Ada")
    # Optional values are not sent.
    expect(page.locator(".play-address")).to_have_text("https://one.example/people/p1")
    expect(shown_sample(page)).to_contain_text("Ada")
    expect(page.get_by_role("button", name="Send")).to_be_focused()


@pytest.mark.whole
def test_reset_brings_the_form_back_as_it_opened(page: Page, site: str) -> None:
    content = open_form(page, f"{site}/api/change/")
    content.get_by_label("id", exact=True).fill("other")
    content.get_by_label("name", exact=True).fill("Eve")
    content.get_by_role("button", name="Reset").click()
    expect(content.get_by_label("id", exact=True)).to_have_value("p1")
    expect(content.get_by_label("name", exact=True)).to_have_value("Ada")
    expect(page.get_by_role("status")).to_have_text("The form holds the example")


@pytest.mark.whole
def test_closing_and_opening_keeps_what_was_filled_in(page: Page, site: str) -> None:
    content = open_form(page, f"{site}/api/change/")
    content.get_by_label("name", exact=True).fill("Eve")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Try it").click()
    expect(content.get_by_label("name", exact=True)).to_have_value("Eve")
