"""The sidebar of a huge site costs a page nothing until a reader turns to it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

GROUPS, PAGES = 60, 20
HERE = "/g30/p7/"
TREE = "navigation-0.html"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, serve_project: Callable[[Path], str]) -> str:
    root = tmp_path_factory.mktemp("huge")
    groups = []
    for group in range(GROUPS):
        folder = root / f"g{group}"
        folder.mkdir()
        names = [f"g{group}/p{number}" for number in range(PAGES)]
        for name in names:
            (root / f"{name}.mdx").write_text(f"---\ntitle: Page {name}\n---\n\nText.\n")
        groups.append({"group": f"Group {group}", "pages": names})
    (root / "site.json").write_text(json.dumps({"name": "Huge", "navigation": groups}))
    return serve_project(root)


def test_the_tree_is_loaded_when_the_pointer_enters_and_nothing_moves_under_it(
    page: Page, site: str
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site + HERE)
    page.wait_for_load_state("networkidle")
    links = page.locator("#sidebar .sidebar-list a")
    expect(links).to_have_count(PAGES)
    assert not any(TREE in url for url in asked)
    current = page.locator("#sidebar [aria-current=page]")
    before = current.bounding_box()
    page.locator("#sidebar").hover(position={"x": 5, "y": 5})
    expect(links).to_have_count(GROUPS * PAGES)
    after = current.bounding_box()
    assert before
    assert after
    assert abs(before["y"] - after["y"]) < 3


@pytest.mark.whole
def test_the_tree_is_loaded_for_the_keyboard_which_keeps_its_place(page: Page, site: str) -> None:
    page.goto(site + HERE)
    current = page.locator("#sidebar [aria-current=page]")
    current.focus()
    expect(page.locator("#sidebar .sidebar-list a")).to_have_count(GROUPS * PAGES)
    expect(current).to_be_focused()


@pytest.mark.whole
def test_the_drawer_of_a_phone_has_the_tree(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(site + HERE)
    page.locator(".menu-button").click()
    expect(page.locator("#sidebar .sidebar-list a")).to_have_count(GROUPS * PAGES)
