"""What components do in a browser: keys, deep links, memory, print; and what without script."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.patience import wait_in_page
from tests.whole import first_of_each

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

FILLER = "Words to read, and a few more of them.\n\n" * 30

TABS = f"""\
<Tabs>
  <Tab title="npm">With npm</Tab>
  <Tab title="yarn">

  With yarn

  ### Inside yarn

  </Tab>
  <Tab title="pnpm">With pnpm</Tab>
</Tabs>

{FILLER}

<Tabs>
  <Tab title="npm">Again npm</Tab>
  <Tab title="yarn">Again yarn</Tab>
</Tabs>

<Tabs sync={{false}}>
  <Tab title="npm">Alone npm</Tab>
  <Tab title="yarn">Alone yarn</Tab>
</Tabs>
"""

FOLDED = f"""\
{FILLER}

<AccordionGroup>
  <Accordion title="First question">First answer</Accordion>
  <Accordion title="Second question">
    Second answer

    <Accordion title="Inner">Inner answer</Accordion>
  </Accordion>
</AccordionGroup>

<ResponseField name="outer" type="object">
  <Expandable>
    <ResponseField name="inner" type="string">Deep field</ResponseField>
  </Expandable>
</ResponseField>

{FILLER}
"""

WORDS = f"""\
An <Tooltip tip="Application Programming Interface">API</Tooltip> and a
<Tooltip tip="More of it" cta="Read on" href="/tabs">second one</Tooltip> at the end.

{FILLER}
"""

VIEWS = """\
<View title="JavaScript">
## In JavaScript

Text for JavaScript
</View>

<View title="Python">
## In Python

Text for Python
</View>
"""

EXAMPLES = f"""\
First words.

<RequestExample>
```bash
curl https://example.com/{"a" * 200}
```
</RequestExample>

## Parameters

{FILLER}

<ResponseExample>
```json
{{"ok": true}}
```
</ResponseExample>

{FILLER}
"""

CARDS = """\
<CardGroup cols={3}>
  <Card title="One" href="/tabs">Text with [a link](/folded) inside</Card>
  <Card title="Two" icon="flag" color="#e11d48">Text</Card>
  <Card title="Three" href="https://example.com">Text</Card>
</CardGroup>

<Color>
  <Color.Item name="blue" value="#3B82F6" />
</Color>

<Prompt description="A prompt">You are **one**.</Prompt>

<Callout color="#7c3aed" icon="key">Any color</Callout>
"""

BADGE = "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='20'/>"
BADGES = """\
[![one](/badge.svg)](https://example.com/1) [![two](/badge.svg)](https://example.com/2)
[![three](/badge.svg)](https://example.com/3)
"""

PAGES = {
    "badges": BADGES,
    "tabs": TABS,
    "folded": FOLDED,
    "words": WORDS,
    "views": VIEWS,
    "examples": EXAMPLES,
    "cards": CARDS,
}


@pytest.fixture(scope="module")
def site(serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory) -> str:
    root = tmp_path_factory.mktemp("components")
    for name, text in PAGES.items():
        (root / f"{name}.mdx").write_text(f"---\ntitle: {name}\n---\n\n{text}")
    (root / "badge.svg").write_text(BADGE)
    settings = {"name": "Site", "navigation": [{"group": "Pages", "pages": list(PAGES)}]}
    (root / "site.json").write_text(json.dumps(settings))
    return serve_project(root)


def top_of(page: Page, selector: str) -> float:
    return float(page.locator(selector).evaluate("e => e.getBoundingClientRect().top"))


@pytest.mark.whole
def test_linked_pictures_stand_beside_each_other(site: str, page: Page) -> None:
    page.goto(f"{site}/badges/")
    tops = {top_of(page, f"img[alt='{name}']") for name in ("one", "two", "three")}
    assert len(tops) == 1


# tabs


def test_a_tab_shows_its_panel_and_puts_it_into_the_address(site: str, page: Page) -> None:
    page.goto(f"{site}/tabs/")
    group = page.locator(".tabs").first
    expect(group.get_by_text("With npm")).to_be_visible()
    expect(group.get_by_text("With yarn")).to_be_hidden()
    group.get_by_role("tab", name="yarn").click()
    expect(group.get_by_text("With yarn")).to_be_visible()
    expect(group.get_by_text("With npm")).to_be_hidden()
    expect(page).to_have_url(re.compile("#yarn$"))
    expect(group.get_by_role("tab", name="yarn")).to_have_attribute("aria-selected", "true")


def test_tabs_are_chosen_with_the_keys_of_the_aria_practices(site: str, page: Page) -> None:
    page.goto(f"{site}/tabs/")
    group = page.locator(".tabs").first
    group.get_by_role("tab", name="npm", exact=True).focus()
    for key, name in [
        ("ArrowRight", "yarn"),
        ("ArrowRight", "pnpm"),
        ("ArrowRight", "npm"),
        ("ArrowLeft", "pnpm"),
        ("Home", "npm"),
        ("End", "pnpm"),
    ]:
        page.keyboard.press(key)
        tab = group.get_by_role("tab", name=name, exact=True)
        expect(tab).to_be_focused()
        expect(tab).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Tab")
    expect(group.locator("#pnpm")).to_be_focused()


def test_tabs_of_equal_titles_follow_stay_in_place_and_are_remembered(
    site: str, page: Page
) -> None:
    page.goto(f"{site}/tabs/")
    second, alone = page.locator(".tabs").nth(1), page.locator(".tabs").nth(2)
    second.get_by_role("tab", name="yarn").scroll_into_view_if_needed()
    before = top_of(page, ".tabs >> nth=1")
    second.get_by_role("tab", name="yarn").click()
    assert abs(top_of(page, ".tabs >> nth=1") - before) < 2
    expect(page).to_have_url(re.compile("#yarn-2$"))
    expect(page.get_by_text("With yarn")).to_be_visible()
    expect(alone.get_by_text("Alone npm")).to_be_visible()
    page.goto(f"{site}/tabs/")
    expect(page.get_by_text("With yarn")).to_be_visible()
    expect(second.get_by_text("Again yarn")).to_be_visible()
    expect(alone.get_by_text("Alone npm")).to_be_visible()


@pytest.mark.parametrize("target", first_of_each(["yarn-2", "inside-yarn"]))
def test_a_link_into_a_panel_opens_it(site: str, page: Page, target: str) -> None:
    page.goto(f"{site}/tabs/#{target}")
    expect(page.locator(f"[id='{target}']")).to_be_in_viewport()
    group = page.locator(f".tabs:has([id='{target}'])")
    expect(group.get_by_role("tab", name="yarn")).to_have_attribute("aria-selected", "true")


@pytest.mark.whole
def test_a_link_on_the_page_opens_a_panel(site: str, page: Page) -> None:
    page.goto(f"{site}/tabs/")
    page.evaluate("location.hash = 'inside-yarn'")
    expect(page.get_by_text("Inside yarn")).to_be_in_viewport()
    expect(page.get_by_text("With npm")).to_be_hidden()


# accordions


def test_an_accordion_writes_its_address_and_takes_it_back(site: str, page: Page) -> None:
    page.goto(f"{site}/folded/")
    page.get_by_text("First question").click()
    expect(page.get_by_text("First answer")).to_be_visible()
    expect(page).to_have_url(re.compile("#first-question$"))
    page.get_by_text("Second question").click()
    page.get_by_text("Inner", exact=True).click()
    expect(page).to_have_url(re.compile("#second-question:inner$"))
    page.get_by_text("Inner", exact=True).click()
    expect(page.get_by_text("Inner answer")).to_be_hidden()
    expect(page).not_to_have_url(re.compile("#"))


@pytest.mark.parametrize(
    ("target", "text"),
    first_of_each(
        [
            ("first-question", "First answer"),
            ("second-question:inner", "Inner answer"),
            ("param-inner", "Deep field"),
        ]
    ),
)
def test_a_link_opens_what_it_points_into(site: str, page: Page, target: str, text: str) -> None:
    page.goto(f"{site}/folded/#{target}")
    expect(page.get_by_text(text)).to_be_in_viewport()


@pytest.mark.whole
def test_the_question_of_a_linked_answer_is_in_view(site: str, page: Page) -> None:
    page.goto(f"{site}/folded/#first-question")
    expect(page.get_by_text("First question")).to_be_in_viewport()
    bar = page.locator(".topbar").bounding_box()
    assert bar is not None
    assert top_of(page, "text=First question") > bar["height"]


def test_an_expandable_says_what_a_click_does(site: str, page: Page) -> None:
    page.goto(f"{site}/folded/")
    page.get_by_text("Show child attributes").click()
    expect(page.get_by_text("Hide child attributes")).to_be_visible()
    expect(page.get_by_text("Show child attributes")).to_be_hidden()


# tooltips


def test_a_tooltip_comes_with_the_pointer_and_goes_with_escape(site: str, page: Page) -> None:
    page.goto(f"{site}/words/")
    word, bubble = page.get_by_text("API", exact=True), page.get_by_role("tooltip")
    expect(bubble).to_be_hidden()
    word.hover()
    expect(bubble).to_be_visible()
    expect(bubble).to_have_text("Application Programming Interface")
    expect(word).to_have_accessible_description("Application Programming Interface")
    page.keyboard.press("Escape")
    expect(bubble).to_be_hidden()


def test_a_tooltip_comes_with_the_focus_and_its_link_can_be_reached(site: str, page: Page) -> None:
    page.goto(f"{site}/words/")
    page.get_by_text("second one").focus()
    expect(page.get_by_text("More of it")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Read on")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_text("More of it")).to_be_hidden()


def test_a_tooltip_comes_with_a_tap_and_stays_inside_a_narrow_window(
    chromium: Browser, site: str
) -> None:
    context = chromium.new_context(has_touch=True, viewport={"width": 320, "height": 640})
    page = context.new_page()
    page.goto(f"{site}/words/")
    page.get_by_text("API", exact=True).tap()
    bubble = page.get_by_role("tooltip")
    expect(bubble).to_be_visible()
    box = bubble.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    page.locator("h1").tap()
    expect(bubble).to_be_hidden()
    context.close()


# views


@pytest.mark.whole
def test_a_view_is_chosen_for_page_contents_and_the_next_visit(site: str, page: Page) -> None:
    page.goto(f"{site}/views/")
    contents = page.locator("#table-of-contents")
    expect(page.get_by_text("Text for JavaScript")).to_be_visible()
    expect(page.get_by_text("Text for Python")).to_be_hidden()
    expect(contents.get_by_text("In Python")).to_be_hidden()
    page.get_by_role("button", name="Python").click()
    expect(page.get_by_text("Text for Python")).to_be_visible()
    expect(contents.get_by_text("In Python")).to_be_visible()
    expect(contents.get_by_text("In JavaScript")).to_be_hidden()
    page.reload()
    expect(page.get_by_text("Text for Python")).to_be_visible()
    page.goto(f"{site}/views/#in-javascript")
    page.reload()
    expect(page.get_by_text("Text for JavaScript")).to_be_visible()


# examples


def test_examples_stand_beside_the_text_and_stay_while_it_scrolls(site: str, page: Page) -> None:
    page.goto(f"{site}/examples/")
    aside, text = page.locator("#content-side-layout"), page.get_by_text("First words.")
    expect(page.locator("#table-of-contents")).to_have_count(0)
    side_box, text_box = aside.bounding_box(), text.bounding_box()
    assert side_box is not None
    assert text_box is not None
    assert side_box["x"] > text_box["x"] + 300
    page.mouse.wheel(0, 1500)
    wait_in_page(page, "scrollY > 500")
    expect(aside.locator(".request-example")).to_be_in_viewport()
    expect(aside.locator(".response-example")).to_be_in_viewport()


@pytest.mark.whole
def test_on_a_narrow_screen_examples_stand_in_the_text(site: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{site}/examples/")
    places = [
        top_of(page, selector)
        for selector in ("text=First words.", "#content-side-layout", "h2#parameters")
    ]
    assert places == sorted(places)


# cards and copying


@pytest.mark.whole
def test_the_whole_card_is_a_link_and_links_inside_it_work(site: str, page: Page) -> None:
    page.goto(f"{site}/cards/")
    page.get_by_role("link", name="a link").click()
    expect(page).to_have_url(f"{site}/folded/")
    page.goto(f"{site}/cards/")
    page.locator(".card").first.click(position={"x": 8, "y": 8})
    expect(page).to_have_url(f"{site}/tabs/")


@pytest.mark.whole
def test_colors_and_prompts_are_copied(chromium: Browser, site: str) -> None:
    context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{site}/cards/")
    for name, text in (("blue", "#3B82F6"), ("Copy prompt", "You are **one**.")):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("status")).to_have_text("Copied")
        is_copied = "(text) => navigator.clipboard.readText().then((found) => found === text)"
        wait_in_page(page, is_copied, text)  # the words may still be those of the copy before
    context.close()


def test_colors_of_authors_are_seen_without_any_style_attribute(site: str, page: Page) -> None:
    page.goto(f"{site}/cards/")
    assert page.locator("#content [style]").count() == 0
    colors = page.evaluate(
        """[getComputedStyle(document.querySelector('.card-icon svg')).color,
            getComputedStyle(document.querySelector('.callout > .icon')).color,
            getComputedStyle(document.querySelector('.color-swatch rect')).fill]"""
    )
    assert colors == ["rgb(225, 29, 72)", "rgb(124, 58, 237)", "rgb(59, 130, 246)"]


# everywhere


HIDDEN_AT_FIRST = {
    "tabs": ["With yarn", "Again yarn"],
    "folded": ["First answer", "Inner answer", "Deep field"],
    "views": ["Text for Python"],
}


@pytest.mark.parametrize("name", ["tabs", "views"])
def test_without_script_everything_is_shown(chromium: Browser, site: str, name: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/{name}/")
    for text in HIDDEN_AT_FIRST[name]:
        expect(page.get_by_text(text)).to_be_visible()
        box = page.get_by_text(text).bounding_box()
        assert box is not None
        assert box["height"] > 10
    expect(page.get_by_role("tablist")).to_have_count(0)
    expect(page.get_by_role("button", name="Python")).to_have_count(0)
    context.close()


@pytest.mark.whole
def test_without_script_a_link_opens_an_accordion(chromium: Browser, site: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/folded/#first-question")
    expect(page.get_by_text("First answer")).to_be_visible()
    context.close()


@pytest.mark.whole
def test_without_script_a_tooltip_comes_with_the_pointer(chromium: Browser, site: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/words/")
    page.get_by_text("API", exact=True).hover()
    expect(page.get_by_text("Application Programming Interface")).to_be_visible()
    context.close()


@pytest.mark.parametrize("name", first_of_each(sorted(HIDDEN_AT_FIRST)))
def test_in_print_everything_is_shown(site: str, page: Page, name: str) -> None:
    page.goto(f"{site}/{name}/")
    page.emulate_media(media="print")
    for text in HIDDEN_AT_FIRST[name]:
        box = page.get_by_text(text).bounding_box()
        assert box is not None
        assert box["height"] > 10
        assert page.get_by_text(text).evaluate(
            "e => e.checkVisibility({contentVisibilityAuto: true, visibilityProperty: true})"
        )


@pytest.mark.whole
def test_nothing_scrolls_sideways(site: str, page: Page) -> None:
    for width in (320, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        for name in PAGES:
            page.goto(f"{site}/{name}/")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name
