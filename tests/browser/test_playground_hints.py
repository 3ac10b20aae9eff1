"""The body as JSON: the hints for the place of the caret, and the keys to add."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.playground_project import open_form, operation, write_project
from tests.patience import HANGS_AFTER

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

HOSTILE = "<img src=x onerror=alert(1)>" + "x" * 5000
PART = {
    "type": "object",
    "required": ["sku"],
    "properties": {
        "sku": {"type": "string", "maxLength": 9, "description": "How it is *found*."},
        "count": {"type": "integer", "minimum": 1},
    },
}
THING = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "id": {"type": "string", "readOnly": True},
        "name": {"type": "string", "description": "What it is called."},
        "color": {"type": ["string", "null"], "enum": ["red", "blue", None], "default": "red"},
        "made": {"type": "string", "format": "date"},
        "parts": {"type": "array", "items": PART},
        "either": {
            "oneOf": [
                {"type": "object", "properties": {"left": {"type": "boolean"}}},
                {"type": "object", "properties": {"right": {"type": "number"}}},
            ]
        },
        HOSTILE: {"type": "string", "pattern": "(a+)+$"},
    },
}
BODY = {"required": True, "content": {"application/json": {"schema": THING}}}


@pytest.fixture(scope="module")
def site(serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory) -> str:
    root = tmp_path_factory.mktemp("hints")
    paths = {"/things": {"post": operation("Make", requestBody=BODY)}}
    return serve_project(write_project(root, [{"url": "https://one.example"}], paths))


def open_editor(page: Page, site: str) -> Locator:
    """Open the body as JSON and return its box."""
    content = open_form(page, f"{site}/api/make/")
    content.get_by_role("button", name="JSON", exact=True).click()
    return content.get_by_label("Body, as JSON")


def put_caret(box: Locator, text: str) -> None:
    """Fill in a text and put the caret where it has a bar."""
    box.fill(text.replace("|", ""))
    box.evaluate("(box, at) => box.setSelectionRange(at, at)", text.index("|"))
    box.dispatch_event("keyup")


HINTS = [
    ('{"na|me": 1}', "name string · required · What it is called."),
    (
        '{"color": |}',
        "color string or null · optional · one of red, blue · default red",
    ),
    ('{"made": "2|"', "made string (date) · optional"),
    ('{"parts": [{}, {"count": 1|}]}', "parts[1].count integer · optional · at least 1"),
    (
        '{"parts": [{"sku": "|"}]}',
        "parts[0].sku string · required · at most 9 characters · How it is found.",
    ),
    ('{"either": {"right": |1}}', "either.right number · optional"),
    ('{"id": "|"}', "id string · optional · no part of a request"),
    ('{|"name": "x"}', "Body object"),
    ('{"colour": |1}', "colour is not documented here; near: color"),
    ('{"whatever": |1}', "whatever is not documented here"),
]
"""Texts with the caret at the bar, and the hint for that place."""

ADDED = [
    ("|", "name", '{\n  "name": ""\n}'),
    ("{|}", "parts", '{\n  "parts": []\n}'),
    ('{"name": "a"|}', "color", '{"name": "a", "color": "red"}'),
    ('{\n  "name": "a"|\n}', "made", '{\n  "name": "a",\n  "made": ""\n}'),
    (
        '{\n  "parts": [\n    {\n      "sku": "a"|\n    }\n  ]\n}',
        "count",
        '{\n  "parts": [\n    {\n      "sku": "a",\n      "count": 0\n    }\n  ]\n}',
    ),
    ('{"name": "a"|', "made", '{"name": "a", "made": "" }'),
]
"""Texts with the caret at the bar, the key to add, and the resulting text."""


@pytest.mark.whole
def test_a_line_says_what_is_known_of_the_field_at_the_caret(page: Page, site: str) -> None:
    box = open_editor(page, site)
    for text, hint in HINTS:
        put_caret(box, text)
        expect(page.locator(".json-hint"), text).to_have_text(hint)
    told = box.get_attribute("aria-describedby") or ""
    assert page.locator(".json-hint").get_attribute("id") in told.split()


@pytest.mark.whole
def test_keys_that_are_not_there_yet_are_added_with_one_click(page: Page, site: str) -> None:
    box = open_editor(page, site)
    for text, key, written in ADDED:
        put_caret(box, text)
        page.locator(".json-keys").get_by_text(key, exact=True).click()
        expect(box, text).to_have_value(written)
        expect(box, text).to_be_focused()
        json.loads(box.input_value())
        expect(page.locator(".json-keys").get_by_text(key, exact=True), text).to_have_count(0)


@pytest.mark.whole
def test_the_value_of_an_added_key_is_typed_at_once(page: Page, site: str) -> None:
    box = open_editor(page, site)
    page.get_by_role("button", name="Add name, required").click()
    page.keyboard.type("Ada")
    expect(box).to_have_value('{\n  "name": "Ada"\n}')
    expect(page.get_by_role("button", name="Add id")).to_have_count(0)


def test_hostile_names_are_text_and_large_texts_do_not_block(page: Page, site: str) -> None:
    box = open_editor(page, site)
    expect(page.locator(".json-keys button").last).to_contain_text("<img src=x")
    put_caret(box, json.dumps({HOSTILE: "a" * 60}).replace("aaa", "a|aa", 1))
    expect(page.locator(".json-hint code")).to_contain_text("<img src=x")
    assert page.locator(".json-hint img, .json-keys img").count() == 0
    rows = json.dumps([{"sku": "a", "count": 1, "list": [1, 2, {"x": None}]}] * 20_000)
    box.evaluate("(box, text) => { box.value = text }", '{"parts": ' + rows + ', "made": ""}')
    box.evaluate("box => box.setSelectionRange(box.value.length - 2, box.value.length - 2)")
    took = page.evaluate(
        """async () => {
          const start = performance.now();
          document.querySelector(".body-text textarea").dispatchEvent(new Event("keyup"));
          const shown = () => document.querySelector(".json-hint").textContent.startsWith("made");
          let longest = 0;
          for (let last = start; !shown() && last - start < 60000;) {
            await new Promise((resolve) => setTimeout(resolve, 5));
            longest = Math.max(longest, performance.now() - last);
            last = performance.now();
          }
          return longest;
        }"""
    )
    expect(page.locator(".json-hint")).to_have_text("made string (date) · optional")
    assert took < 1000 * HANGS_AFTER
    box.evaluate("box => { box.value = '['.repeat(1e6) }")
    put = "box => { box.setSelectionRange(9e5, 9e5); box.dispatchEvent(new Event('keyup')) }"
    box.evaluate(put)
    expect(page.locator(".json-hint")).to_contain_text("too deep")


@pytest.mark.whole
def test_parts_that_do_not_load_are_told_and_tried_again(chromium: Browser, site: str) -> None:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{site}/api/make/")
    page.route("**/form/complex.js", lambda route: route.abort())
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".endpoint-trouble")).to_contain_text("could not be loaded")
    page.unroute("**/form/complex.js")
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".play-bar")).to_be_visible()
    expect(page.locator(".play-tools")).to_have_count(1)
    page.route("**/json/editor.js", lambda route: route.abort())
    page.get_by_role("button", name="JSON", exact=True).click()
    expect(page.locator(".body-editors [role=alert]")).to_contain_text("could not be loaded")
    page.unroute("**/json/editor.js")
    page.get_by_role("button", name="JSON", exact=True).click()
    expect(page.get_by_label("Body, as JSON")).to_be_visible()
    expect(page.locator(".body-editors [role=alert]")).to_have_count(0)
    context.close()


@pytest.mark.whole
def test_a_choice_that_does_not_load_is_told_in_its_place(chromium: Browser, site: str) -> None:
    context = chromium.new_context()
    page = context.new_page()
    content = open_form(page, f"{site}/api/make/")
    page.route("**/groups/choice.js", lambda route: route.abort())
    row = content.locator(".field:has(> .field-head .field-name:text-is('either'))").first
    row.locator("summary").first.click()
    expect(row.locator(".slot-note")).to_contain_text("could not be loaded")
    page.unroute("**/groups/choice.js")
    row.get_by_role("button", name="Try again").click()
    expect(content.get_by_label("either.left", exact=True)).to_be_visible()
    expect(row.locator(".slot-note")).to_be_hidden()
    context.close()
