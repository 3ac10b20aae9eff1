"""The samples of a page before values are filled in: other servers, long samples."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playground_project import (
    open_form,
    operation,
    shown_sample,
    write_project,
)

pytestmark = pytest.mark.browser

SERVERS: list[dict[str, Any]] = [
    {"url": "https://one.example/v1"},
    {
        "url": "https://{region}.example/v2",
        "variables": {"region": {"default": "eu", "enum": ["eu", "us"]}},
    },
]
BACK = "https://one.example/v1/back"


def body(example: Any) -> dict[str, Any]:
    schema = {"type": "object", "example": example}
    return {"content": {"application/json": {"schema": schema}}}


LONG = {f"key{number}": "x" * 50 for number in range(200)}
PATHS = {
    "/notes": {"post": operation("Short", requestBody=body({"back": BACK}))},
    "/texts": {"post": operation("Long", requestBody=body(LONG))},
}


@pytest.fixture(scope="module")
def site(serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory) -> str:
    return serve_project(write_project(tmp_path_factory.mktemp("samples"), SERVERS, PATHS))


def test_they_are_for_the_server_that_is_chosen(page: Page, site: str) -> None:
    form = open_form(page, f"{site}/api/short/")
    sample = shown_sample(page)
    before = sample.inner_text()
    form.get_by_label("Server", exact=True).select_option("1")
    for language in ("Python", "JavaScript", "PHP", "Go", "Java", "cURL"):
        page.get_by_role("tab", name=language, exact=True).click()
        expect(sample).to_contain_text("https://eu.example/v2/notes")
        expect(sample).to_contain_text(BACK)
        expect(sample.locator(".s").first).to_be_visible()
    form.get_by_label("Server variable region").select_option("us")
    expect(sample).to_have_text(
        before.replace("https://one.example/v1/n", "https://us.example/v2/n")
    )
    form.get_by_label("Server", exact=True).select_option("0")
    expect(sample).to_have_text(before)


@pytest.mark.whole
def test_a_long_one_keeps_the_link_to_all_of_it(page: Page, site: str) -> None:
    form = open_form(page, f"{site}/api/long/")
    sample, more = shown_sample(page), page.locator("#sample .example-more")
    expect(more).to_be_visible()
    expect(sample).not_to_contain_text("key199")
    form.get_by_label("Server", exact=True).select_option("1")
    expect(sample).to_contain_text("https://eu.example/v2/texts")
    expect(more).to_be_visible()
    more.click()
    expect(sample).to_contain_text("key199")
    expect(sample).to_contain_text("https://eu.example/v2/texts")
    expect(more).to_have_count(0)
    form.get_by_label("Server", exact=True).select_option("0")
    expect(sample).to_contain_text("https://one.example/v1/texts")
    expect(sample).to_contain_text("key199")
