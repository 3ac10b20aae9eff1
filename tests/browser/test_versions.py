"""The menu of versions: the page is kept where it exists, and the version on pages of all."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

Serve = Callable[[Path], str]


def write(root: Path, pages: list[str], **settings: Any) -> Path:
    for name in pages:
        path = root / f"{name}.mdx"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"---\ntitle: {name.replace('/', ' ')}\n---\n\nText of {name}.\n")
    (root / "site.json").write_text(json.dumps({"name": "Test", **settings}))
    return root


@pytest.fixture(scope="module")
def site(serve_project: Serve, tmp_path_factory: pytest.TempPathFactory) -> str:
    root = write(
        tmp_path_factory.mktemp("versions"),
        ["index", "faq", "v2/install", "v2/new", "v1/install", "v1/old", "tools/one", "legacy/a"],
        versions=["2.0", "1.0"],
        anchors=[
            {"name": "Tools", "url": "tools", "version": "1.0"},
            {"name": "Legacy", "url": "legacy"},
        ],
        navigation=[
            {"group": "Start", "pages": ["index"]},
            {"group": "Two", "version": "2.0", "pages": ["v2/install", "v2/new"]},
            {
                "group": "One",
                "version": "1.0",
                "pages": [{"group": "Deep", "pages": ["v1/install"]}, "v1/old"],
            },
            {"group": "Help", "pages": ["faq"]},
            {"group": "Tools", "version": "1.0", "pages": ["tools/one"]},
            {"group": "Legacy", "pages": ["legacy/a"]},
        ],
    )
    return serve_project(root)


def choose(page: Page, version: str) -> None:
    menu = page.locator(".topbar details.versions")
    menu.locator("summary").click()
    menu.get_by_role("link", name=version, exact=True).click()


def expect_version(page: Page, version: str) -> None:
    expect(page.locator(".topbar details.versions summary")).to_have_text(version)


def tree(page: Page) -> list[str]:
    return page.locator(".sidebar-tree a").all_text_contents()


def test_choosing_a_version_keeps_the_page_where_it_exists(page: Page, site: str) -> None:
    page.goto(f"{site}/v2/install/")
    menu = page.locator(".topbar details.versions")
    menu.locator("summary").click()
    expect(menu.get_by_role("link", name="1.0")).to_have_attribute("href", "/v1/install/")
    menu.get_by_role("link", name="1.0").click()
    page.wait_for_url("**/v1/install/")
    expect_version(page, "1.0")


@pytest.mark.whole
def test_a_page_that_another_version_lacks_leads_to_its_first(page: Page, site: str) -> None:
    page.goto(f"{site}/v2/new/")
    choose(page, "1.0")
    page.wait_for_url("**/v1/install/")


@pytest.mark.whole
def test_pages_of_all_versions_keep_the_one_that_was_chosen(page: Page, site: str) -> None:
    page.goto(site)
    expect_version(page, "2.0")
    choose(page, "1.0")
    expect_version(page, "1.0")
    assert page.url.rstrip("/") == site
    expect(page.locator(".sidebar-tree")).to_contain_text("v1 old")
    assert "v2 new" not in tree(page)
    expect(page.locator(".sidebar-tree [aria-current=page]")).to_have_text("index")
    expect(page.locator(".topbar details.versions [aria-current]")).to_have_text("1.0")
    # The page after this one is that of the version.
    expect(page.locator(".pagination-next")).to_have_attribute("href", "/v1/install/")
    page.get_by_role("link", name="faq").first.click()
    page.wait_for_url("**/faq/")
    expect_version(page, "1.0")
    expect(page.locator(".sidebar-tree")).to_contain_text("v1 old")
    expect(page.locator(".pagination-previous")).to_have_attribute("href", "/v1/old/")
    choose(page, "2.0")
    expect_version(page, "2.0")
    expect(page.locator(".sidebar-tree")).to_contain_text("v2 new")
    page.reload()
    expect_version(page, "2.0")


def test_a_page_of_a_version_chooses_it(page: Page, site: str) -> None:
    page.goto(f"{site}/v1/old/")
    expect_version(page, "1.0")
    page.goto(f"{site}/faq/")
    expect_version(page, "1.0")
    expect(page.locator(".sidebar-tree")).to_contain_text("v1 old")


@pytest.mark.whole
def test_anchors_of_a_version_are_there_while_it_is_chosen(page: Page, site: str) -> None:
    page.goto(f"{site}/faq/")
    anchors = page.locator(".anchors")
    expect(anchors).to_contain_text("Legacy")
    expect(anchors).not_to_contain_text("Tools")
    choose(page, "1.0")
    expect(anchors).to_contain_text("Tools")
    anchors.get_by_role("link", name="Legacy").click()
    page.wait_for_url("**/legacy/a/")
    expect_version(page, "1.0")
    expect(anchors).to_contain_text("Tools")


def test_the_search_keeps_to_the_chosen_version(page: Page, site: str) -> None:
    page.goto(f"{site}/faq/")
    choose(page, "1.0")
    expect_version(page, "1.0")
    page.keyboard.press("/")
    page.get_by_role("combobox").fill("install")
    expect(page.get_by_role("option").first).to_contain_text("v1 install")
    expect(page.get_by_role("listbox")).not_to_contain_text("v2 install")


@pytest.mark.whole
def test_versions_without_pages_of_their_own_are_shown_and_kept(
    serve_project: Serve, tmp_path: Path, page: Page
) -> None:
    root = write(
        tmp_path,
        ["index", "faq"],
        versions=["2.0", "1.0"],
        navigation=[{"group": "Start", "pages": ["index", "faq"]}],
    )
    site = serve_project(root)
    page.goto(f"{site}/faq/")
    choose(page, "1.0")
    expect_version(page, "1.0")
    assert page.url.endswith("/faq/")
    page.get_by_role("link", name="index").first.click()
    page.wait_for_url(f"{site}/")
    expect_version(page, "1.0")
