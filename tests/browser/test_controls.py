"""What opens, chooses and scrolls: one visual language, large enough, and never cut off unsaid."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.patience import wait_until
from tests.whole import first_of_each

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

GARDEN = Path(__file__).parents[2] / "examples" / "garden"
WORDS = (
    "A text that is long enough to go on in a second line, and that hangs below its first word. "
)
WIDE = " | ".join(f"a_rather_long_name_{number}" for number in range(9))
PAGE = f"""---
title: Controls
---

## Lists

- [ ] {WORDS * 2}
- [x] Done

<details><summary>Plain</summary>Text</details>
<Accordion title="Accordion">Text</Accordion>
<Expandable title="fields">Text</Expandable>
<Prompt description="Prompt">Text</Prompt>
<Tree><Tree.Folder name="folder"><Tree.File name="file" /></Tree.Folder></Tree>

<CodeGroup dropdown>
```js A
a
```
```py B
b
```
</CodeGroup>

| {WIDE} |
|{"---|" * 9}
| {WIDE} |

<table><tbody><tr><td>{WIDE.replace("|", "</td><td>")}</td></tr></tbody></table>

| A | B |
|---|---|
| 1 | 2 |

- [Elsewhere](https://example.com)
- <pre><a href="https://example.com">Signature</a></pre>
"""
TABS = [{"name": f"A tab with a name {number}", "url": f"tab{number}"} for number in range(6)]


@pytest.fixture(scope="module")
def site(serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory) -> str:
    root = tmp_path_factory.mktemp("controls")
    pages = ["index", *(f"{tab['url']}/page" for tab in TABS)]
    for name in pages:
        (root / name).parent.mkdir(exist_ok=True)
        (root / f"{name}.mdx").write_text(PAGE)
    settings = {"name": "Controls", "tabs": TABS, "navigation": [{"group": "All", "pages": pages}]}
    (root / "site.json").write_text(json.dumps(settings))
    return serve_project(root)


@pytest.fixture(scope="module")
def garden(serve_project: Callable[[Path], str]) -> str:
    return serve_project(GARDEN)


def test_everything_that_opens_has_the_same_mark(site: str, garden: str, page: Page) -> None:
    for address in (site, f"{garden}/api-reference/beds/list-beds/"):
        page.goto(address)
        marks = page.locator("summary").evaluate_all(
            """found => found.map((summary) => {
                 const mark = getComputedStyle(summary, "::before");
                 const listStyle = getComputedStyle(summary).listStyleType;
                 return [listStyle, mark.content, mark.width, mark.borderTopWidth].join(" ");
               })"""
        )
        assert set(marks) == {'none "" 7px 1px'}


def test_everything_that_chooses_has_the_same_mark(site: str, page: Page) -> None:
    page.goto(site)
    choice = page.locator("select.code-choice")
    expect(choice).to_have_css("appearance", "none")
    assert choice.evaluate("e => getComputedStyle(e).backgroundImage").count("gradient") == 2


def test_tasks_hang_their_text(site: str, page: Page) -> None:
    page.goto(site)
    starts = page.locator(".task-list-item").first.evaluate(
        """item => {
             const range = document.createRange();
             range.selectNodeContents(item.querySelector("label").lastChild);
             return [...range.getClientRects()].map((line) => Math.round(line.left));
           }"""
    )
    assert len(starts) > 1
    assert len(set(starts)) == 1


def test_the_text_of_a_task_names_its_box(site: str, page: Page) -> None:
    page.goto(site)
    expect(page.get_by_role("checkbox", name="Done", exact=True)).to_be_checked()
    expect(page.get_by_role("checkbox", name=WORDS.strip())).to_be_disabled()


def test_links_in_code_have_no_arrow_that_could_be_taken_for_a_part_of_it(
    site: str, page: Page
) -> None:
    page.goto(site)
    arrow = "link => getComputedStyle(link, '::after').content"
    assert "↗" in page.get_by_role("link", name="Elsewhere").evaluate(arrow)
    assert page.get_by_role("link", name="Signature").evaluate(arrow) == "none"


def fades_of(page: Page, selector: str) -> list[list[str]]:
    fades: list[list[str]] = page.locator(selector).evaluate_all(
        """found => found.map((element) => {
             const style = getComputedStyle(element);
             return ["--fade-start", "--fade-end"].map((name) => style.getPropertyValue(name));
           })"""
    )
    return fades


@pytest.mark.parametrize("motion", first_of_each(["no-preference", "reduce"]))
def test_tables_fade_where_they_go_on(chromium: Browser, site: str, motion: str) -> None:
    context = chromium.new_context(reduced_motion=motion)  # type: ignore[arg-type]  # a text here
    page = context.new_page()
    page.goto(site)
    more = ["0px", "48px"]
    assert fades_of(page, ".table-wrap") == [more, more, ["0px", "0px"]]
    page.locator(".table-wrap").first.evaluate("wrap => wrap.scrollLeft = wrap.scrollWidth")
    wait_until(
        lambda: fades_of(page, ".table-wrap")[0] == ["48px", "0px"],
        lambda: page.wait_for_timeout(20),
    )
    context.close()


def test_on_a_phone_the_current_tab_is_in_view_and_the_row_fades(site: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site}/tab3/page/")
    expect(page.locator(".nav-tabs [aria-current]")).to_be_in_viewport(ratio=1)
    assert fades_of(page, ".nav-tabs ul") == [["48px", "48px"]]


@pytest.mark.parametrize("width", first_of_each([390, 1440]))
def test_targets_have_at_least_24_pixels(site: str, garden: str, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    pages = ("/", "/guides/write-a-watering-plan/", "/api-reference/beds/list-beds/")
    for address in (site, *(garden + path for path in pages)):
        page.goto(address)
        small = page.locator("a, button, summary, select, input:not(:disabled)").evaluate_all(
            """found => found.filter((element) => {
                 const box = element.getBoundingClientRect();
                 const isInline = getComputedStyle(element).display === "inline";
                 const isInText = isInline && element.closest("p, td, li");
                 const isShown = element.checkVisibility() && box.width;
                 return isShown && !isInText && Math.min(box.width, box.height) < 24;
               }).map((element) => element.outerHTML.slice(0, 100))"""
        )
        assert small == [], address
