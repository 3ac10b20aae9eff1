"""Bodies with thousands of fields: groups open on demand, and nothing that they hold is lost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.playground_project import open_form, operation, write_project
from tests.patience import wait_in_page
from tests.playground_api import Api

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

FIELDS, LEVELS = 20, 3
MOST_INPUTS, MOST_PIXELS = 120, 12_000


def describe_level(level: int) -> dict[str, Any]:
    """Return an object with many texts, a secret, a union, and two groups of the next level."""
    deeper = {"$ref": f"#/components/schemas/Level{level - 1}"}
    groups = {"group": deeper, "list": {"type": "array", "items": deeper}} if level else {}
    texts = {f"text{at}": {"type": "string", "example": f"t{at}"} for at in range(FIELDS)}
    return {
        "type": "object",
        "required": [*groups, "text0", "code"],
        "properties": {
            **groups,
            **texts,
            "code": {"type": "string", "minLength": 3, "example": "abc"},
            "secret": {"type": "string", "format": "password", "example": "hush"},
            "either": {"type": ["string", "integer"], "example": 7},
        },
    }


def expected(level: int) -> dict[str, Any]:
    """Return what an example of a level holds."""
    deeper = {"group": expected(level - 1), "list": [expected(level - 1)]} if level else {}
    texts = {f"text{at}": f"t{at}" for at in range(FIELDS)}
    return {**deeper, **texts, "code": "abc", "secret": "hush", "either": 7}


BODY = {
    "required": True,
    "content": {
        "application/json": {
            "schema": {"$ref": f"#/components/schemas/Level{LEVELS}"},
            "example": expected(LEVELS),
        }
    },
}


@pytest.fixture(scope="module")
def site(
    api: Api, serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory
) -> str:
    paths = {"/echo": {"post": operation("Make", requestBody=BODY)}}
    root = write_project(tmp_path_factory.mktemp("large"), [{"url": api.origin}], paths)
    document = json.loads((root / "own.json").read_text("utf-8"))
    levels = {f"Level{level}": describe_level(level) for level in range(LEVELS + 1)}
    document["components"] = {"schemas": levels}
    (root / "own.json").write_text(json.dumps(document), "utf-8")
    return serve_project(root)


def fill(page: Page, site: str) -> Locator:
    """Open the form, and fill in an example."""
    content = open_form(page, f"{site}/api/make/")
    content.get_by_role("button", name="Fill in an example").click()
    expect(content.get_by_label("text0", exact=True)).to_have_value("t0")
    expect(sample(page)).to_contain_text("text0")
    return content


def sample(page: Page) -> Locator:
    return page.locator(".request-example .code-block:not([hidden]) code")


def group(content: Locator, name: str) -> Locator:
    """Return the row of a group."""
    return content.locator(f"[id='body.{name}']")


def opener(row: Locator) -> Locator:
    return row.locator("summary").first


def test_groups_stay_closed_and_say_what_they_hold(page: Page, site: str) -> None:
    content = fill(page, site)
    assert content.locator(".slot-input").count() < MOST_INPUTS
    assert page.evaluate("document.documentElement.scrollHeight") < MOST_PIXELS
    row = group(content, "group")
    expect(row.locator(".slot-note").first).to_have_text(f"{FIELDS + 5} fields set")
    opener(row).click()
    expect(content.get_by_label("group.text0", exact=True)).to_have_value("t0")
    expect(content.get_by_label("group.group.text0", exact=True)).to_have_count(0)
    expect(row.locator(".slot-note").first).to_be_hidden()
    opener(row).click()
    expect(row.locator(".slot-note").first).to_have_text(f"{FIELDS + 5} fields set")


@pytest.mark.whole
def test_items_of_lists_are_closed_groups_too(page: Page, site: str) -> None:
    content = fill(page, site)
    item = content.get_by_role("list", name="list", exact=True).locator("> .item")
    expect(item.locator(".slot-note")).to_have_text(f"{FIELDS + 5} fields set")
    item.get_by_text("Fields", exact=True).click()
    expect(content.get_by_label("list, item 1.text3", exact=True)).to_have_value("t3")
    content.get_by_role("button", name="Add item to list", exact=True).click()
    expect(content.get_by_label("list, item 2.text3", exact=True)).to_be_visible()


@pytest.mark.whole
def test_what_closed_groups_hold_is_sent_and_its_secrets_are_hidden(
    page: Page, site: str, api: Api
) -> None:
    content = fill(page, site)
    expect(sample(page)).to_contain_text('"code": "abc"')
    wait_in_page(
        page,
        "(code) => code.textContent.split('<secret>').length > 15",
        sample(page).element_handle(),
    )
    shown = re.search(r"--data '(.*)'", sample(page).text_content() or "", re.DOTALL)
    assert shown
    assert "hush" not in shown[1]
    assert json.loads(shown[1].replace("<secret>", "hush")) == expected(LEVELS)
    content.locator(".play-send").click()
    expect(content.locator(".response .status")).to_have_text("200 OK")
    assert json.loads(api.last("POST").body) == expected(LEVELS)


@pytest.mark.whole
def test_what_is_typed_in_an_opened_group_is_sent_with_the_rest(
    page: Page, site: str, api: Api
) -> None:
    content = fill(page, site)
    opener(group(content, "group")).click()
    opener(group(content, "group.group")).click()
    content.get_by_label("group.group.text5", exact=True).fill("mine")
    content.locator(".play-send").click()
    expect(content.locator(".response .status")).to_have_text("200 OK")
    wanted = expected(LEVELS)
    wanted["group"]["group"]["text5"] = "mine"
    assert json.loads(api.last("POST").body) == wanted


@pytest.mark.whole
def test_the_way_to_a_missing_field_opens_the_groups_around_it(page: Page, site: str) -> None:
    content = open_form(page, f"{site}/api/make/")
    body = expected(LEVELS)
    del body["group"]["list"][0]["group"]["text0"]
    body["group"]["group"]["code"] = "x"
    content.get_by_role("button", name="JSON", exact=True).click()
    content.get_by_label("Body, as JSON").fill(json.dumps(body))
    content.get_by_role("button", name="Form", exact=True).click()
    content.locator(".play-send").click()
    named = content.locator(".missing-list > li")
    expect(named).to_have_text(
        [
            "group.group.code must have at least 3 characters",
            "group.list, item 1.group.text0 is required",
        ]
    )
    expect(content.get_by_label("group.group.code", exact=True)).to_be_focused()
    named.last.get_by_role("button").first.click()
    expect(content.get_by_label("group.list, item 1.group.text0", exact=True)).to_be_focused()


def test_opening_the_form_opens_no_group(page: Page, site: str) -> None:
    content = open_form(page, f"{site}/api/make/")
    expect(opener(group(content, "group"))).to_be_focused()
    expect(content.locator("details.expandable[open]")).to_have_count(0)


@pytest.mark.whole
def test_inputs_keep_their_width_however_deep_they_are(chromium: Browser, site: str) -> None:
    page = chromium.new_page(viewport={"width": 1920, "height": 900})
    content = fill(page, site)
    name = "group"
    for _ in range(LEVELS):
        opener(group(content, name)).click()
        expect(content.get_by_label(f"{name}.text0", exact=True)).to_be_visible()
        name += ".group"
    deepest = content.get_by_label(name.removesuffix(".group") + ".text0", exact=True)
    for width in (1920, 1440, 820, 390):
        page.set_viewport_size({"width": width, "height": 900})
        box = deepest.bounding_box()
        assert box
        assert box["width"] >= 200, width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()


def test_the_styles_of_the_form_name_what_they_are_for(page: Page, site: str) -> None:
    """A rule for every element makes the browser style the whole page again, with its sidebar."""
    open_form(page, f"{site}/api/make/")
    selectors: list[str] = page.evaluate("""() => {
      const flatten = (rules) => [...rules].flatMap((rule) => [
        ...(rule.selectorText ? [rule.selectorText] : []), ...flatten(rule.cssRules ?? [])]);
      return [...document.styleSheets].filter(({ href }) => href?.endsWith("/playground.css"))
        .flatMap(({ cssRules }) => flatten(cssRules));
    }""")
    assert len(selectors) > 100
    assert [each for each in selectors if re.search(r"(?:^|, )(?:\*|::)", each)] == []
