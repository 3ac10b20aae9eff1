"""What API pages do in a browser: fields that open, parts that take turns, links, copying."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api_documents import LIBRARY
from tests.browser.axe import list_violations, needs_axe
from tests.patience import wait_in_page
from tests.whole import first_of_each

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

GET = "/api/books/get-a-book/"
PUT = "/api/books/replace-a-book/"
POST = "/api/items/add-an-item/"
HOOK = "/api/a-book-was-lost/"
HEAVY = "/api/heavy/"


def heavy_operation() -> dict[str, Any]:
    """Return an operation whose response and samples are too heavy for its page."""
    words = (hashlib.sha256(str(number).encode()).hexdigest()[:7] for number in count())

    def text() -> str:
        return " ".join(next(words) for _ in range(120))

    inside = {"type": "object", "properties": {"deep": {"type": "string"}}}
    fields = {f"field{number}": {**inside, "description": text()} for number in range(60)}
    body = {"schema": {"type": "object"}, "example": {f"key{n}": text() for n in range(40)}}
    answer = {"schema": {"type": "object", "properties": fields}}
    return {
        "summary": "Heavy",
        "requestBody": {"content": {"application/json": body}},
        "responses": {"200": {"description": "Done", "content": {"application/json": answer}}},
    }


@pytest.fixture(scope="module")
def site(serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory) -> str:
    root = tmp_path_factory.mktemp("api")
    settings = {
        "name": "Library",
        "navigation": [{"group": "Schemas", "pages": ["book", "user"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "library.json"}],
    }
    (root / "site.json").write_text(json.dumps(settings))
    paths = {**LIBRARY["paths"], "/heavy": {"post": heavy_operation()}}
    (root / "library.json").write_text(json.dumps({**LIBRARY, "paths": paths}))
    (root / "book.mdx").write_text("---\nopenapi-schema: Book\n---\n")
    (root / "user.mdx").write_text(
        "---\ntitle: User\napi: POST /users\n---\n\n"
        '<ParamField body="name" type="string" required>The name</ParamField>\n'
    )
    return serve_project(root)


def test_statuses_are_chosen_with_the_keyboard_and_the_example_keeps_in_step(
    page: Page, site: str
) -> None:
    page.goto(site + GET)
    tabs = page.locator("#response").locator("xpath=..").get_by_role("tab")
    expect(tabs).to_have_text(["200", "404", "default"])
    tabs.first.focus()
    page.keyboard.press("ArrowRight")
    expect(tabs.nth(1)).to_be_focused()
    expect(tabs.nth(1)).to_have_attribute("aria-selected", "true")
    expect(page.locator("#response-404")).to_be_visible()
    expect(page.locator("#response-200")).not_to_be_visible()
    card = page.locator(".response-example")
    expect(card.get_by_role("tab", name="404")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("End")
    expect(page.locator("#response-default")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(tabs.first).to_be_focused()


def test_samples_stand_beside_the_text_or_after_the_endpoint(page: Page, site: str) -> None:
    def place(selector: str) -> dict[str, float]:
        box = page.locator(selector).first.bounding_box()
        assert box is not None
        sizes = {name: float(box[name]) for name in ("x", "y", "width", "height")}
        return {**sizes, "end": box["y"] + box["height"]}

    try:
        for width, column in ((1280, 0.36), (1024, 296)):
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(site + PUT)
            request, answer = place(".request-example"), place(".response-example")
            text, whole = place("#page-title"), place("#content-area")
            assert request["y"] < place(".endpoint")["y"]
            assert request["end"] < answer["y"] < request["end"] + 40
            assert request["width"] == pytest.approx(
                column if column > 1 else whole["width"] * column, abs=1
            )
            assert text["width"] >= 370
            expect(page.locator(".contents-bar")).to_be_hidden()
            page.mouse.wheel(0, 3000)
            wait_in_page(page, "scrollY > 300")
            assert 24 < place(".request-example")["y"] < 200
        page.set_viewport_size({"width": 820, "height": 800})
        wait_in_page(page, "!document.querySelector('aside .response-example')")
        order = [
            ".endpoint",
            ".request-example",
            "#path-parameters",
            "#response",
            ".response-example",
        ]
        tops = [place(selector)["y"] for selector in order]
        assert tops == sorted(tops)
        assert place(".request-example")["height"] <= 272
    finally:
        page.set_viewport_size({"width": 1280, "height": 720})


def test_a_simple_field_takes_two_lines_and_one_without_description_one(
    page: Page, site: str
) -> None:
    page.goto(site + GET)
    heights = {
        name: page.locator(f"[id='{name}']").evaluate("(field) => field.offsetHeight")
        for name in ("path.bookId", "response-200.title")
    }
    assert heights["path.bookId"] <= 36
    assert heights["response-200.title"] <= 56
    for name in ("path.bookId", "response-200.title"):
        head = page.locator(f"[id='{name}'] > .field-head")
        assert head.evaluate("(head) => head.offsetHeight") == 20


def test_a_page_prints_what_it_shows_in_one_language_and_without_buttons(
    page: Page, site: str
) -> None:
    page.goto(site + GET)
    page.locator(".response-example").get_by_role("tab", name="404").click()
    page.emulate_media(media="print")
    try:
        for hidden in ("button", ".page-menu", ".api-downloads", "#sidebar", "select"):
            expect(page.locator(f"{hidden}:visible")).to_have_count(0)
        expect(page.locator(".request-example .code-block:visible")).to_have_count(1)
        expect(page.locator(".response-example > * > * > .switch-panel:visible")).to_have_count(1)
        answer = page.locator(".api-section .switch[data-step=status] > .switch-panel:visible")
        expect(answer).to_have_attribute("data-title", "404")
    finally:
        page.emulate_media(media="screen")
    sheets = page.pdf(format="A4").count(b"/Type /Page\n")
    assert 1 <= sheets <= 3


def test_examples_are_chosen_by_name(page: Page, site: str) -> None:
    page.goto(site + GET)
    card = page.locator(".response-example")
    card.get_by_label("Example").select_option("A long one")
    expect(card.locator(".code-block:visible")).to_contain_text('"id": 2')


def test_the_language_of_samples_is_remembered(page: Page, site: str) -> None:
    page.goto(site + GET)
    page.locator(".request-example").get_by_role("tab", name="Python").click()
    page.goto(site + PUT)
    chosen = page.locator(".request-example").get_by_role("tab", name="Python")
    expect(chosen).to_have_attribute("aria-selected", "true")
    expect(page.locator(".request-example .code-block:visible")).to_contain_text("import requests")


def test_what_is_deep_inside_is_loaded_when_it_is_opened(page: Page, site: str) -> None:
    page.goto(site + GET)
    author = page.locator(r"#response-200\.author")
    author.get_by_text("Show child attributes").first.click()
    deep = page.locator(r"#response-200\.author\.deep")
    expect(deep.get_by_text("outer_3")).not_to_be_attached()
    deep.get_by_text("Show child attributes").click()
    expect(page.locator(r"#response-200\.author\.deep\.outer_3")).to_be_visible()
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((element) => element.id)")
    assert len(ids) == len(set(ids))


def test_a_link_to_a_field_opens_and_loads_everything_around_it(page: Page, site: str) -> None:
    target = "response-200.author.deep.next.next.inner_7"
    page.goto(f"{site}{GET}#{target}")
    field = page.locator(f"[id='{target}']")
    expect(field).to_be_in_viewport()
    expect(field.locator(".field-name").first).to_have_text("inner_7")
    page.goto(f"{site}{GET}#response-404.detail")
    expect(page.locator("[id='response-404.detail']")).to_be_in_viewport()
    page.evaluate("location.hash = '#response-200.author.name'")
    expect(page.locator("[id='response-200.author.name']")).to_be_in_viewport()
    box = page.locator("[id='response-200.author.name']").bounding_box()
    header = page.locator("#navbar").bounding_box()
    assert box is not None
    assert header is not None
    assert box["y"] >= header["y"] + header["height"]


@pytest.mark.whole
def test_further_fields_of_a_heavy_page_are_loaded_with_the_others(page: Page, site: str) -> None:
    page.goto(site + HEAVY)
    fields = page.locator("[data-side=response] .field")
    first = fields.count()
    page.get_by_text(f"Show {60 - first} more attributes").click()
    expect(page.locator("[id='response-200.field59']")).to_be_visible()
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((element) => element.id)")
    assert {f"response-200.field{number}" for number in range(60)} <= set(ids)
    assert len(ids) == len(set(ids))


@pytest.mark.whole
def test_a_link_leads_to_the_inside_of_a_further_field(page: Page, site: str) -> None:
    page.goto(f"{site}{HEAVY}#response-200.field59.deep")
    expect(page.locator("[id='response-200.field59.deep']")).to_be_in_viewport()


def test_of_code_that_is_cut_all_is_copied(page: Page, site: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(site + HEAVY)
    expect(page.locator("#sample .example-more")).to_be_visible()
    page.locator(".request-example .code-copy").click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_have_count(1)
    assert '"key39"' in page.evaluate("navigator.clipboard.readText()")


def test_a_link_to_nothing_does_no_harm(page: Page, site: str) -> None:
    page.goto(f"{site}{GET}#response-200.author.nobody.knows")
    expect(page.locator("#page-title")).to_be_in_viewport()


def test_all_of_a_section_opens_and_closes_at_once(page: Page, site: str) -> None:
    page.goto(site + GET)
    section = page.locator(".api-section", has=page.locator("#response"))
    button = section.get_by_role("button", name="Expand all")
    button.click()
    expect(page.locator("[id='response-200.author.name']")).to_be_visible()
    expect(page.locator("[id='response-200.author.deep.outer_1']")).to_be_visible()
    section.get_by_role("button", name="Collapse all").click()
    expect(page.locator("[id='response-200.author.name']")).not_to_be_visible()


def test_long_lists_of_allowed_values_can_be_searched(page: Page, site: str) -> None:
    page.goto(site + GET)
    field = page.locator("[id='response-200.language']")
    field.get_by_text("Show 30 allowed values").click()
    field.get_by_role("searchbox").fill("l29")
    expect(field.locator(".field-options code:visible")).to_have_text(["l29"])


def test_the_address_and_the_link_of_a_field_can_be_copied(chromium: Browser, site: str) -> None:
    context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(site + GET)
    page.get_by_role("button", name="Copy the address").click()
    address = "https://eu.library.example/v1/books/{bookId}"
    is_copied = "(text) => navigator.clipboard.readText().then((found) => found === text)"
    wait_in_page(page, is_copied, address)
    page.get_by_role("link", name="Link to limit").click()
    wait_in_page(page, "navigator.clipboard.readText().then((t) => t.endsWith('#query.limit'))")
    context.close()


def test_choices_and_media_types_are_chosen(page: Page, site: str) -> None:
    page.goto(site + POST)
    page.get_by_role("tab", name="Map").click()
    expect(page.locator("[id='body.map.scale']")).to_be_visible()
    expect(page.locator("[id='body.disc.tracks']")).not_to_be_visible()
    page.goto(site + PUT)
    page.get_by_label("Media type").select_option("multipart/form-data")
    expect(page.locator("[id='body-2.cover']")).to_be_visible()


@pytest.mark.whole
def test_fields_of_the_other_side_are_not_shown_in_what_is_loaded(page: Page, site: str) -> None:
    page.goto(f"{site}{GET}#response-200.author.deep.outer_1")
    expect(page.locator("[id='response-200.author.deep.outer_1']")).to_be_visible()
    expect(page.locator("[id='response-200.author.deep.sent']")).to_be_hidden()
    page.goto(f"{site}{PUT}#body.author.deep.sent")
    expect(page.locator("[id='body.author.deep.sent']")).to_be_visible()
    page.goto(f"{site}/book/#attributes.id")
    expect(page.locator("[id='attributes.id']")).to_be_visible()
    expect(page.locator("[id='attributes.secret']")).to_be_visible()


@pytest.mark.parametrize("path", first_of_each([GET, PUT, POST]))
def test_everything_is_readable_without_script(chromium: Browser, site: str, path: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site + path)
    for panel in page.locator(".switch-panel").all():
        assert panel.is_visible()
    if path == GET:
        assert page.get_by_text("What went wrong").is_visible()
        for label in ("cURL", "Java"):
            assert page.locator(f".code-block[data-title='{label}']").is_visible()
        page.locator("[id='response-200.author'] summary").first.click()
        page.locator("[id='response-200.author.deep'] summary").click()
        page.get_by_role("link", name="Child attributes of deep").click()
        expect(page.locator("h1")).to_have_text("Deep")
        expect(page.locator("#outer_3")).to_be_visible()
    context.close()


@pytest.mark.whole
def test_no_page_scrolls_sideways_on_a_phone(chromium: Browser, site: str) -> None:
    context = chromium.new_context(viewport={"width": 360, "height": 700})
    page = context.new_page()
    for path in (GET, PUT, POST, HOOK, "/book/", "/user/"):
        page.goto(site + path)
        page.evaluate("document.querySelectorAll('.expandable').forEach((d) => { d.open = true })")
        page.wait_for_timeout(200)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    context.close()


@needs_axe
@pytest.mark.parametrize("mode", first_of_each(["light", "dark"]))
@pytest.mark.parametrize("path", [GET, PUT, POST, HOOK, "/book/", "/user/"])
def test_axe_finds_nothing(
    chromium: Browser, site: str, path: str, mode: Literal["light", "dark"]
) -> None:
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, color_scheme=mode)
    page = context.new_page()
    page.goto(site + path)
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true })")
    assert list_violations(page) == []
    context.close()
