"""What readers with a keyboard, a screen reader or weak sight need, on the pages of the example."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.axe import list_violations, needs_axe
from tests.whole import first_of_each

ROOT = Path(__file__).parents[2]
GARDEN = ROOT / "examples" / "garden"
THEMES = ("default", "venus", "quill", "prism")
PATHS = ("/", "/guides/write-a-watering-plan/", "/404.html")
pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

# An accessible name as browsers make it from what our pages use: labels, text, pictures' texts.
NAMELESS = """() => {
  const name = (element) => element.getAttribute("aria-label")?.trim()
    || document.getElementById(element.getAttribute("aria-labelledby"))?.textContent.trim()
    || [...(element.labels ?? [])].map((label) => label.textContent).join("").trim()
    || element.textContent.trim()
    || [...element.querySelectorAll("img[alt]")].map((image) => image.alt).join("").trim();
  const controls = "a[href], button, summary, input:not([type=hidden]), select, textarea";
  return [...document.querySelectorAll(controls)]
    .filter((element) => !name(element)).map((element) => element.outerHTML.slice(0, 200));
}"""

# What has the focus, and whether it shows: an outline, or a border or shadow that it alone has.
FOCUSED = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  return {
    html: element.outerHTML.slice(0, 120),
    visible: outlined && box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight,
  };
}"""

HEADER_TARGETS = """() => [...document.querySelectorAll("#navbar :is(button, a, summary)")]
  .filter((element) => element.checkVisibility())
  .map((element) => [element.outerHTML.slice(0, 120), element.getBoundingClientRect()])
  .filter(([, box]) => box.width < 24 || box.height < 24)
  .map(([html, box]) => `${html}: ${box.width} x ${box.height}`)"""


@pytest.fixture(scope="module")
def garden(serve_project: Callable[[Path], str]) -> str:
    return serve_project(GARDEN)


@pytest.fixture(scope="module")
def themed_garden(
    serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], str]:
    """Serves the example in a theme and returns its address."""
    addresses: dict[str, str] = {}

    def serve(theme: str) -> str:
        if theme not in addresses:
            project = tmp_path_factory.mktemp("themes") / theme
            shutil.copytree(GARDEN, project)
            settings = json.loads((project / "site.json").read_text("utf-8"))
            if theme != "default":
                settings["theme"] = theme
            (project / "site.json").write_text(json.dumps(settings), "utf-8")
            addresses[theme] = serve_project(project)
        return addresses[theme]

    return serve


@pytest.mark.parametrize("path", first_of_each(PATHS))
def test_a_page_says_its_language_its_parts_and_its_subject(
    garden: str, page: Page, path: str
) -> None:
    page.goto(garden + path)
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.get_by_role("banner").count() == 1
    assert page.get_by_role("main").count() == 1
    assert page.locator("h1").count() == 1
    names = page.eval_on_selector_all(
        "nav", "all => all.map((nav) => nav.ariaLabel ?? nav.getAttribute('aria-labelledby'))"
    )
    assert all(names)
    assert len(names) == len(set(names)), "two navigations have one name"


@pytest.mark.parametrize("path", first_of_each(PATHS))
def test_headings_skip_no_level_before_the_content(garden: str, page: Page, path: str) -> None:
    page.goto(garden + path)
    levels = page.eval_on_selector_all(
        "main :is(h1, h2, h3, h4, h5, h6)", "all => all.map((h) => Number(h.tagName[1]))"
    )
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


@pytest.mark.parametrize("path", first_of_each(PATHS))
def test_the_subject_of_a_page_is_its_first_heading(garden: str, page: Page, path: str) -> None:
    page.goto(garden + path)
    assert page.locator(":is(h1, h2, h3, h4, h5, h6)").first.evaluate("h => h.tagName") == "H1"


@pytest.mark.whole
def test_the_tab_key_leads_through_the_contents_before_the_text_and_the_footer(
    garden: str, page: Page
) -> None:
    page.goto(f"{garden}/guides/write-a-watering-plan/")
    parts: list[str] = []
    while len(parts) < 6:
        page.keyboard.press("Tab")
        part = page.evaluate(
            """() => document.activeElement.closest(
              "#navbar, #sidebar, #table-of-contents, main, #footer")?.id || "main" """
        )
        is_over = page.evaluate("() => document.activeElement === document.body")
        if is_over:
            break
        if part not in parts[-1:]:
            parts.append(part)
    # The link that skips to the content is the first of all.
    assert parts == ["main", "navbar", "sidebar", "table-of-contents", "main", "footer"]


@pytest.mark.parametrize("path", first_of_each(PATHS))
def test_every_picture_has_a_text_and_every_control_a_name(
    garden: str, page: Page, path: str
) -> None:
    page.goto(garden + path)
    assert page.locator("img:not([alt])").count() == 0
    assert page.locator("svg:not([aria-hidden]):not([aria-label]):not([role])").count() == 0
    assert page.evaluate(NAMELESS) == []


@pytest.mark.parametrize("path", first_of_each(PATHS))
def test_no_id_is_given_twice_and_the_order_of_the_tab_key_is_the_pages(
    garden: str, page: Page, path: str
) -> None:
    page.goto(garden + path)
    ids = page.eval_on_selector_all("[id]", "all => all.map((element) => element.id)")
    assert len(ids) == len(set(ids))
    positive = page.eval_on_selector_all(
        "[tabindex]", "all => all.filter((element) => element.tabIndex > 0).length"
    )
    assert positive == 0


@pytest.mark.parametrize(
    ("theme", "width"), first_of_each([*((theme, 1440) for theme in THEMES), ("default", 360)])
)
def test_the_focus_is_seen_wherever_the_tab_key_leads(
    themed_garden: Callable[[str], str], page: Page, theme: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(reduced_motion="reduce")  # or the page still scrolls while we look
    page.goto(f"{themed_garden(theme)}/guides/write-a-watering-plan/")
    unseen = []
    stops = 0
    while stops < 200:
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        if focused is None:
            break
        stops += 1
        if not focused["visible"]:
            unseen.append(focused["html"])
    assert unseen == []
    assert 15 < stops < 200


@pytest.mark.parametrize("theme", first_of_each(THEMES))
@pytest.mark.parametrize("width", first_of_each([360, 1440]))
def test_the_top_bar_can_be_hit_with_a_finger(
    themed_garden: Callable[[str], str], page: Page, theme: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{themed_garden(theme)}/")
    assert page.evaluate(HEADER_TARGETS) == []


@needs_axe
@pytest.mark.parametrize("theme", first_of_each(THEMES))
@pytest.mark.parametrize("mode", first_of_each(["light", "dark"]))
def test_axe_finds_nothing(
    chromium: Browser,
    themed_garden: Callable[[str], str],
    theme: str,
    mode: Literal["light", "dark"],
) -> None:
    context = chromium.new_context(color_scheme=mode, reduced_motion="reduce")
    page = context.new_page()
    for path in ("/guides/write-a-watering-plan/", "/404.html"):
        page.goto(themed_garden(theme) + path)
        assert list_violations(page) == [], path
    context.close()
