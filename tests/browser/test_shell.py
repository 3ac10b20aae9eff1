"""The page shell in a browser: reading, navigating, on wide and narrow screens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect

from octavo.scaffold.starter.starter_files import build_starter
from tests.whole import first_of_each

GARDEN = Path(__file__).parents[2] / "examples" / "garden"
pytestmark = [pytest.mark.browser, pytest.mark.shares_page]


@pytest.fixture(scope="module")
def garden(serve_project: Callable[[Path], str]) -> str:
    return serve_project(GARDEN)


@pytest.fixture(scope="module")
def large_site(
    serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory
) -> str:
    root = tmp_path_factory.mktemp("large")
    groups = []
    for group in range(30):
        names = [f"g{group:02}/p{number}" for number in range(10)]
        (root / f"g{group:02}").mkdir()
        for name in names:
            (root / f"{name}.mdx").write_text(f"---\ntitle: Page {name}\n---\n\n## Part\n\nText.\n")
        nested = f'{{"group": "Inner {group}", "pages": ["{names[8]}", "{names[9]}"]}}'
        pages = ", ".join(f'"{name}"' for name in names[:8])
        groups.append(f'{{"group": "Group {group}", "pages": [{pages}, {nested}]}}')
    (root / "site.json").write_text(f'{{"name": "Large", "navigation": [{", ".join(groups)}]}}')
    return serve_project(root)


def test_a_page_shows_its_title_its_place_and_its_contents(garden: str, page: Page) -> None:
    page.goto(f"{garden}/quickstart/")
    expect(page.locator("#page-title")).to_be_visible()
    expect(page.locator("#sidebar a[aria-current=page]")).to_have_count(1)
    expect(page.locator("#table-of-contents a").first).to_be_visible()
    assert page.title().endswith(" - Garden")


@pytest.mark.whole
def test_all_pages_of_the_navigation_can_be_read_in_order(garden: str, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")  # a click does not wait until the page has moved
    page.goto(garden)
    seen = 0
    following = page.locator(".pagination-next")
    while following.count():
        address = urljoin(page.url, following.get_attribute("href"))
        following.click()
        page.wait_for_url(address)
        expect(page.locator("#page-title")).to_be_visible()
        seen += 1
        assert seen < 100
    assert seen > 5


@pytest.mark.whole
def test_nothing_scrolls_sideways(garden: str, page: Page) -> None:
    for width in (320, 360, 768, 1024, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        for path in ("/", "/quickstart/"):
            page.goto(garden + path)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_on_a_phone_the_menu_opens_as_a_drawer(garden: str, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{garden}/quickstart/")
    sidebar = page.locator("#sidebar")
    expect(sidebar).to_be_hidden()
    page.get_by_role("button", name="Open the menu").click()
    expect(sidebar).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(sidebar).to_be_hidden()


@pytest.mark.parametrize("width", first_of_each([390, 1280]))
def test_without_scripts_nothing_that_needs_them_is_shown(
    garden: str, chromium: Browser, width: int
) -> None:
    context = chromium.new_context(
        java_script_enabled=False, viewport={"width": width, "height": 800}
    )
    page = context.new_page()
    for path in ("/quickstart/", "/api-reference/beds/list-beds/", "/404.html"):
        page.goto(f"{garden}{path}")
        parts = page.locator(".needs-script")
        assert parts.count() > 0
        assert [part for part in parts.all() if part.is_visible()] == []
    context.close()


def test_the_site_is_complete_without_javascript(chromium: Browser, garden: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{garden}/quickstart/")
    expect(page.locator("#sidebar a[aria-current=page]")).to_be_visible()
    page.locator(".pagination-next").click()
    expect(page.locator("#page-title")).to_be_visible()
    context.close()


def test_a_page_of_a_large_site_loads_the_whole_tree(large_site: str, page: Page) -> None:
    page.goto(f"{large_site}/g20/p9/")
    links = page.locator("#sidebar .sidebar-tree a")
    expect(links).to_have_count(300)
    current = page.locator("#sidebar a[aria-current=page]")
    expect(current).to_have_text("Page g20/p9")
    expect(current).to_be_in_viewport()


@pytest.mark.whole
def test_a_page_of_a_large_site_is_navigable_without_javascript(
    chromium: Browser, large_site: str
) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{large_site}/g20/p9/")
    expect(page.locator("#sidebar a[aria-current=page]")).to_be_visible()
    page.get_by_role("link", name="Group 21").click()
    expect(page.locator("#page-title")).to_have_text("Page g21/p0")
    context.close()


def test_the_first_key_press_reaches_the_content(garden: str, page: Page) -> None:
    page.goto(f"{garden}/quickstart/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{garden}/quickstart/#content-area")


def test_a_picture_is_enlarged_by_the_keyboard_and_gives_the_focus_back(
    garden: str, page: Page
) -> None:
    page.goto(f"{garden}/concepts/plans/")
    picture = page.get_by_role("button", name="Enlarge: Four cycles")
    picture.scroll_into_view_if_needed()
    picture.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog.zoom img")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.zoom")).to_be_hidden()
    expect(picture).to_be_focused()


def test_pictures_keep_their_place_free_before_they_load(garden: str, page: Page) -> None:
    page.goto(garden)
    sizes = page.locator(".mdx-content img").evaluate_all(
        "images => images.map(image => [image.hasAttribute('width'), image.hasAttribute('height')])"
    )
    assert sizes
    assert all(size == [True, True] for size in sizes)


@pytest.mark.parametrize(
    "name",
    first_of_each(
        ["Documentation", "Tea shop", "WWW MMM", "Illicit", "API", "Ärger ÖÜ", "文档中心"]
    ),
)
def test_the_logo_of_a_new_project_holds_its_name_in_the_font_of_any_reader(
    chromium: Browser, name: str
) -> None:
    page = chromium.new_page()
    for logo in ("logo/light.svg", "logo/dark.svg"):
        page.set_content(build_starter(name)[logo].decode())
        for font in ("ui-sans-serif, system-ui, sans-serif", "DejaVu Sans", "Liberation Sans"):
            room = page.evaluate(
                """font => {
                  const text = document.querySelector("text");
                  text.setAttribute("font-family", font);
                  const box = text.getBBox();
                  return document.querySelector("svg").viewBox.baseVal.width - box.x - box.width;
                }""",
                font,
            )
            assert 0 <= room < 150
    page.close()


def test_readers_who_listen_hear_headings_once_and_find_the_parts_of_a_page(
    garden: str, page: Page
) -> None:
    page.goto(f"{garden}/quickstart/")
    heading = page.get_by_role("heading", name="Before you start", exact=True)
    expect(heading).to_have_count(1)
    expect(heading.get_by_role("link", name="Before you start", exact=True)).to_have_count(1)
    for part in ("banner", "main", "contentinfo"):
        expect(page.get_by_role(part)).to_have_count(1)
    expect(page.get_by_role("main").get_by_role("heading", name="Product")).to_have_count(0)
    expect(page.get_by_role("complementary")).to_have_count(0)
    expect(page.get_by_role("navigation", name="On this page", exact=True)).to_have_count(1)
    page.goto(f"{garden}/api-reference/beds/create-a-bed/")
    expect(page.get_by_role("heading", name="Path Parameters", exact=True)).to_have_count(1)
