"""What heavy API pages have folded, in a browser: it opens, is linked to, and is in the form."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.playground_project import open_form
from tests.heavy_api_documents import Words, heavy_document

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

PARAMETERS = "/api/tag-parameters/parameters/"
LAST = "query.p198"


@pytest.fixture(scope="module")
def site(serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory) -> str:
    root = tmp_path_factory.mktemp("folded")
    settings = {
        "name": "Heavy",
        "navigation": [{"group": "Start", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "api.json"}],
    }
    (root / "site.json").write_text(json.dumps(settings))
    (root / "index.mdx").write_text("---\ntitle: Start\n---\n\nHello.\n")
    document = heavy_document(Words())
    wanted = {name: document["paths"][name] for name in ("/parameters", "/many-choices")}
    (root / "api.json").write_text(json.dumps({**document, "paths": wanted}))
    return serve_project(root)


def test_what_is_folded_opens_in_its_place(page: Page, site: str) -> None:
    page.goto(site + PARAMETERS)
    row = page.locator(f"[id='{LAST}']")
    expect(row).to_have_count(0)
    page.locator("section:has(#query-parameters) > details[data-folded] > summary").click()
    expect(row).to_be_visible()


def test_a_link_leads_to_a_field_that_is_folded(page: Page, site: str) -> None:
    page.goto(f"{site}{PARAMETERS}#{LAST}")
    expect(page.locator(f"[id='{LAST}']")).to_be_in_viewport()


@pytest.mark.whole
def test_the_form_has_what_is_folded(page: Page, site: str) -> None:
    open_form(page, site + PARAMETERS)
    expect(page.locator(f"[id='{LAST}'] .slot").first).to_be_visible()
    expect(page.locator("[data-side='request'] details[data-folded]")).to_have_count(0)


@pytest.mark.whole
def test_the_form_has_options_that_are_folded(page: Page, site: str) -> None:
    open_form(page, site + "/api/tag-many-choices/many-choices/")
    body = page.locator("section:has(#body)")
    expect(body.locator(".switch-choice").first.locator("option")).to_have_count(400)


@pytest.mark.whole
def test_without_script_what_is_folded_is_a_link(chromium: Browser, site: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site + PARAMETERS)
    page.locator("section:has(#query-parameters) > details[data-folded] > summary").click()
    page.locator("section:has(#query-parameters) > details[data-folded] a").click()
    expect(page.locator(f"[id='{LAST}']")).to_have_count(1)
    context.close()
