"""The positions of parts on a page, in every layout and at every width."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, FloatRect, Page

from tests.chromium import add_style, draw_page
from tests.whole import first_of_each

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

LAYOUTS = ["topnav", "sidenav", "solidSidenav"]
OPENAPI = {
    "openapi": "3.1.0",
    "info": {"title": "Beds", "version": "1"},
    "servers": [{"url": "https://api.garden.example"}],
    "paths": {
        "/beds": {
            "get": {
                "summary": "List beds",
                "parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer"}}],
                "responses": {
                    "200": {
                        "description": "The beds",
                        "content": {"application/json": {"schema": {"type": "string"}}},
                    }
                },
            }
        }
    },
}
PAGES = {
    "guide": "---\ntitle: Guide\ndescription: How.\n---\n\n## First\n\nText.\n\n## Second\n\n"
    '<Warning title="Careful">Text.</Warning>\n',
    "plain": "---\ntitle: Plain\n---\n\nText without headings.\n",
    "wide": "---\ntitle: Wide\nmode: wide\n---\n\n## First\n\nText.\n",
    "list-beds": "---\ntitle: List beds\nopenapi: GET /beds\n---\n",
}
SETTINGS: dict[str, Any] = {
    "name": "Garden",
    "openapi": "openapi.json",
    "navigation": [{"group": "All", "pages": list(PAGES)}],
    "colors": {"primary": "#123456"},
    "topbarCtaButton": {"name": "Go", "url": "https://garden.example"},
    "topbarLinks": [{"name": "Support", "url": "https://garden.example"}],
    "footer": {"socials": {"hacker-news": "https://news.example", "x": "https://x.example"}},
}

WriteSite = Callable[[str, dict[str, Any]], Path]


@pytest.fixture(scope="module")
def write_site(tmp_path_factory: pytest.TempPathFactory) -> WriteSite:
    def write(name: str, settings: dict[str, Any]) -> Path:
        root = tmp_path_factory.mktemp(name)
        (root / "site.json").write_text(json.dumps(SETTINGS | settings))
        (root / "openapi.json").write_text(json.dumps(OPENAPI))
        for page, text in PAGES.items():
            (root / f"{page}.mdx").write_text(text)
        return root

    return write


@pytest.fixture(scope="module", params=first_of_each(LAYOUTS))
def site(
    request: pytest.FixtureRequest,
    serve_project: Callable[[Path], str],
    write_site: WriteSite,
) -> str:
    return serve_project(write_site(request.param, {"layout": request.param}))


def box_of(page: Page, selector: str) -> FloatRect:
    box = page.locator(selector).bounding_box()
    assert box, selector
    return box


def test_the_text_starts_at_one_place_on_every_page(site: str, page: Page) -> None:
    starts: dict[int, dict[str, float]] = {width: {} for width in (390, 1100, 1440, 1920)}
    for name in PAGES:
        page.goto(f"{site}/{name}/")
        for width, places in starts.items():
            page.set_viewport_size({"width": width, "height": 900})
            places[name] = box_of(page, "#page-title")["x"]
    assert [places for places in starts.values() if len(set(places.values())) > 1] == []
    # Without side columns, it is in the middle.
    page.set_viewport_size({"width": 820, "height": 900})
    box = box_of(page, "#content-area")
    assert box["x"] + box["width"] / 2 == pytest.approx(410, abs=1)


@pytest.mark.parametrize("width", first_of_each([390, 1440]))
def test_the_footer_of_a_short_page_stands_at_the_bottom(site: str, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 1200})
    page.goto(f"{site}/plain/")
    bottom = page.evaluate("document.querySelector('#footer').getBoundingClientRect().bottom")
    assert 1200 - 5 * 16 < bottom <= 1200
    assert page.evaluate("document.documentElement.scrollHeight") == 1200


def test_logo_and_search_come_first_in_tab_order(site: str, page: Page) -> None:
    page.goto(f"{site}/guide/")
    reached = []
    for _ in range(4):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.className.split(' ')[0]"))
    assert reached == ["skip-link", "nav-logo", "search-entry", "navbar-link"]


@pytest.fixture(scope="module", params=first_of_each(["default", "venus", "quill", "prism"]))
def look(
    request: pytest.FixtureRequest, serve_project: Callable[[Path], str], write_site: WriteSite
) -> str:
    theme = {} if request.param == "default" else {"theme": request.param}
    tabs = {"tabs": [{"name": "Status", "url": "https://status.example"}]}
    return serve_project(write_site(request.param, theme | tabs))


def test_the_drawer_of_every_look_has_logo_and_search_and_no_empty_strip(
    look: str, page: Page
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{look}/guide/")
    page.get_by_role("button", name="Open the menu").click()
    logo, close, search, tree = (
        box_of(page, f"#sidebar {part}")
        for part in (".nav-logo", ".sidebar-close", ".search-entry", ".sidebar-tree")
    )
    middle = [box["y"] + box["height"] / 2 for box in (logo, close)]
    assert abs(middle[0] - middle[1]) <= 4
    assert 0 <= search["y"] - box_of(page, ".topbar-row")["height"] <= 16
    assert 0 <= tree["y"] - (search["y"] + search["height"]) <= 40


def test_buttons_of_every_look_have_the_color_of_the_site(look: str, page: Page) -> None:
    page.goto(f"{look}/guide/")
    background = page.locator("#topbar-cta-button").evaluate(
        "button => getComputedStyle(button).backgroundColor"
    )
    theme = page.evaluate("document.documentElement.dataset.theme")
    assert background == ("rgb(27, 25, 22)" if theme == "quill" else "rgb(18, 52, 86)")
    assert page.locator("#topbar-cta-button.button-pill").count() == (theme == "venus")


def test_the_bar_of_contents_lets_nothing_be_seen_between_it_and_the_header(
    look: str, page: Page
) -> None:
    page.set_viewport_size({"width": 820, "height": 600})
    page.goto(f"{look}/guide/")
    add_style(page, ".mdx-content { min-block-size: 3000px; background: red }")
    page.evaluate("scrollTo(0, 1000)")
    header, bar = box_of(page, ".topbar"), box_of(page, ".contents-bar")
    end = header["y"] + header["height"]
    assert end == pytest.approx(page.evaluate(_HEAD_HEIGHT), abs=1)
    assert 0 < bar["y"] - end <= 10
    gap = {"x": bar["x"], "y": end, "width": bar["width"], "height": bar["y"] - end + 8}
    assert (255, 0, 0) not in pixels(page, gap)


_HEAD_HEIGHT = """() => {
  const strip = document.body.appendChild(document.createElement("div"));
  strip.style.blockSize = "var(--head-height)";
  return strip.offsetHeight;
}"""


def test_no_page_without_a_sidebar_scrolls_sideways(look: str, page: Page) -> None:
    for width in (390, 1100, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{look}/404.html")
        assert page.evaluate("document.scrollingElement.scrollWidth") == width


def test_no_rule_below_the_description_doubles_that_of_the_bar(look: str, page: Page) -> None:
    page.set_viewport_size({"width": 820, "height": 900})
    page.goto(f"{look}/guide/")
    style = "text => getComputedStyle(text).borderBlockEndWidth"
    assert page.locator(".page-description").evaluate(style) == "0px"


def test_letters_that_join_each_other_are_not_spaced(look: str, page: Page) -> None:
    page.goto(f"{look}/guide/")
    page.evaluate("document.documentElement.dir = 'rtl'")
    spaces = page.evaluate(
        """() => [...document.querySelectorAll("body *")].flatMap((part) =>
          [null, "::before"].map((of) => getComputedStyle(part, of).letterSpacing))"""
    )
    assert set(spaces) <= {"normal", "0px"}


def test_the_title_of_a_callout_stands_close_to_its_text(look: str, page: Page) -> None:
    page.goto(f"{look}/guide/")
    title, text = box_of(page, ".callout-title"), box_of(page, ".callout-title + *")
    assert 0 <= text["y"] - title["y"] - title["height"] <= 4


def test_a_long_word_stays_inside_its_entry_of_the_sidebar(look: str, page: Page) -> None:
    page.goto(f"{look}/guide/")
    entry = page.locator("#sidebar a[aria-current]")
    entry.evaluate("(link) => { link.textContent = 'applicationLoadBalancer'.repeat(3) }")
    assert entry.evaluate("(link) => link.scrollWidth <= link.clientWidth")


def test_the_form_on_a_phone_keeps_off_the_edges_in_the_font_of_labels(
    look: str, page: Page
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{look}/list-beds/")
    page.get_by_role("button", name="Try it").click()
    page.locator(".slot-input").first.wait_for()
    method, close = box_of(page, ".endpoint-bar .method-pill"), box_of(page, ".endpoint-try")
    assert method["x"] >= 16
    assert close["x"] + close["width"] <= 374
    fonts = page.evaluate(
        """() => [...document.querySelectorAll(".sidebar-list a, .slot-input, .slot-state")].map(
          (part) => getComputedStyle(part).fontFamily)"""
    )
    assert len(set(fonts)) == 1


@pytest.mark.parametrize("theme", first_of_each(["quill", "prism"]))
def test_where_the_bar_would_be_empty_the_switch_of_the_mode_is_beside_the_logo(
    serve_project: Callable[[Path], str], write_site: WriteSite, page: Page, theme: str
) -> None:
    root = write_site(f"bare-{theme}", {"theme": theme, "topbarLinks": []})
    settings = json.loads((root / "site.json").read_text())
    del settings["topbarCtaButton"]
    (root / "site.json").write_text(json.dumps(settings))
    site = serve_project(root)
    for width in (1024, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{site}/list-beds/")
        page.evaluate("scrollTo(0, 200)")
        switch, logo, sidebar = (
            box_of(page, each) for each in ("[data-mode-toggle]", ".topbar .nav-logo", "#sidebar")
        )
        assert logo["x"] + logo["width"] <= switch["x"]
        assert switch["x"] + switch["width"] <= sidebar["width"]
        assert abs(switch["y"] + switch["height"] / 2 - logo["y"] - logo["height"] / 2) <= 4
    page.get_by_role("button", name="Switch to dark mode").click()


def test_rows_of_the_sidebar_are_high_enough_for_fingers(look: str, chromium: Browser) -> None:
    context = chromium.new_context(has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{look}/guide/")
    assert (
        page.locator("#sidebar .sidebar-list a").first.evaluate(
            "(link) => parseFloat(getComputedStyle(link).minHeight)"
        )
        == 40
    )
    context.close()


@pytest.mark.whole
def test_the_decoration_of_a_look_ends_nowhere_beside_the_sidebar(
    serve_project: Callable[[Path], str], write_site: WriteSite, page: Page
) -> None:
    for theme in ("venus", "prism"):
        site = serve_project(write_site(f"edge-{theme}", {"theme": theme, "layout": "sidenav"}))
        page.goto(f"{site}/plain/")
        add_style(page, "body *, .sidebar { visibility: hidden !important }")
        assert largest_step(page, y=130, start=250, end=330) <= 6, theme


@pytest.mark.whole
@pytest.mark.parametrize("style", first_of_each(["grid", "windows"]))
def test_a_pattern_grows_from_the_sidebar_on_and_ends_below_the_title(
    serve_project: Callable[[Path], str], write_site: WriteSite, page: Page, style: str
) -> None:
    site = serve_project(write_site(style, {"background": {"style": style}}))
    page.goto(f"{site}/guide/")
    title, contents = box_of(page, "#page-title"), box_of(page, ".toc .toc-list")
    edge = {"x": title["x"] - 20, "y": title["y"], "width": 12, "height": 40}
    below = {**contents, "y": 700, "height": 60}
    add_style(page, ".page > *, .toc > * { visibility: hidden !important }")
    assert colors_in(page, contents) > 3 >= colors_in(page, edge)
    assert colors_in(page, below) == 1


@pytest.mark.whole
def test_dark_code_of_venus_has_the_hue_of_the_site(
    serve_project: Callable[[Path], str], write_site: WriteSite, page: Page
) -> None:
    root = write_site("plum", {"theme": "venus", "colors": {"primary": "#a020c0"}})
    (root / "plain.mdx").write_text("---\ntitle: Plain\n---\n\n```\ncode\n```\n")
    site = serve_project(root)
    for mode in ("light", "dark"):
        page.emulate_media(color_scheme=mode)
        page.goto(f"{site}/plain/")
        red, green, blue = pixel(page, ".code-block pre")
        assert red > green < blue < 80, mode


def largest_step(page: Page, y: int, start: int, end: int) -> int:
    """Return the largest difference between two neighbors in a row of pixels."""
    row = pixels(page, {"x": start, "y": y, "width": end - start, "height": 1})
    return max(abs(a - b) for one, two in pairwise(row) for a, b in zip(one, two, strict=True))


def colors_in(page: Page, box: Any) -> int:
    return len(set(pixels(page, box)))


def pixel(page: Page, selector: str) -> tuple[int, ...]:
    box = box_of(page, selector)
    return pixels(page, {"x": box["x"] + 200, "y": box["y"] + 9, "width": 1, "height": 1})[0]


def pixels(page: Page, box: Any) -> list[tuple[int, ...]]:
    """Return the colors of a part of the screen; the browser itself reads its picture."""
    draw_page(page)
    picture = base64.b64encode(page.screenshot(clip=box)).decode()
    flat = page.evaluate(
        """async (picture) => {
          const image = new Image();
          image.src = `data:image/png;base64,${picture}`;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
          canvas.drawImage(image, 0, 0);
          return [...canvas.getImageData(0, 0, image.width, image.height).data];
        }""",
        picture,
    )
    return [tuple(flat[at : at + 3]) for at in range(0, len(flat), 4)]


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("color", first_of_each(["#ffffff", "#000000"]))
def test_a_background_of_the_body_leaves_the_text_readable_in_both_modes(
    serve_project: Callable[[Path], str],
    write_site: WriteSite,
    page: Page,
    color: str,
    mode: Literal["light", "dark"],
) -> None:
    root = write_site("body", {"background": {"style": "gradient"}})
    (root / "style.css").write_text(f"body {{ background: {color}; color: {color}; }}")
    page.emulate_media(color_scheme=mode)
    page.goto(f"{serve_project(root)}/plain/")
    lightness = sum(pixel(page, ".mdx-content"))
    assert lightness > 700 if mode == "light" else lightness < 100
    text = "getComputedStyle(document.querySelector('.mdx-content p')).color"
    letters = re.match(r"oklab\(([0-9.]+)", page.evaluate(text))
    assert letters, "the color is the theme's"
    assert float(letters[1]) < 0.5 if mode == "light" else float(letters[1]) > 0.7


def test_author_css_finds_the_names_that_it_knows(site: str, page: Page) -> None:
    page.goto(f"{site}/guide/")
    ids = "navbar sidebar content-area table-of-contents header footer search-bar-entry pagination"
    for name in [*ids.split(), "search-bar-entry-mobile", "page-title", "background-color"]:
        assert page.locator(f"#{name}").count() == 1, name
    for name in ("prose", "mdx-content", "nav-logo", "navbar-link", "toc-item", "sidebar-group"):
        assert page.locator(f".{name}").count(), name
