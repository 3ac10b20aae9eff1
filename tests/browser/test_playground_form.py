"""The form of the playground: the fields of a page become inputs, and samples follow them."""

from __future__ import annotations

import contextlib
import gzip
import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.axe import list_violations, needs_axe
from tests.browser.playground_site import write_shop
from tests.patience import HANGS_AFTER, wait_in_page
from tests.whole import first_of_each

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

FIND = "/api/find-things/"
MAKE = "/api/make-a-thing/"
SHAPE = "/api/draw-a-shape/"
NOTE = "/api/write-a-note/"
FILES = "/api/send-files/"


@pytest.fixture(scope="module")
def site(serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory) -> str:
    return serve_project(write_shop(tmp_path_factory.mktemp("shop")))


class Form:
    """An opened playground."""

    def __init__(self, page: Page, address: str) -> None:
        page.goto(address)
        page.get_by_role("button", name="Try it").click()
        expect(page.locator(".play-bar")).to_be_visible()
        self.page = page
        self.content = page.locator(".mdx-content")

    def field(self, label: str) -> Locator:
        """Return the input that is called so; the link of a heading may be, too."""
        inputs = self.page.locator(":not(.heading-link)")
        return self.content.get_by_label(label, exact=True).and_(inputs)

    def press(self, name: str) -> None:
        """Press a button."""
        self.content.get_by_role("button", name=name, exact=True).click()

    @property
    def address(self) -> Locator:
        """The address that requests go to."""
        return self.page.locator(".play-address")

    @property
    def sample(self) -> Locator:
        """The request sample that is shown."""
        return self.page.locator(".request-example .code-block:not([hidden]) code")

    def expect_body(self, expected: Any) -> None:
        """Wait until the sample has this JSON body."""
        end = time.monotonic() + HANGS_AFTER
        while (body := self._body()) != expected and time.monotonic() < end:
            self.page.wait_for_timeout(20)
        assert body == expected

    def _body(self) -> Any:
        found = re.search(r"--data '(.*)'", self.sample.inner_text(), re.DOTALL)
        with contextlib.suppress(ValueError):  # the sample may still show another body
            return json.loads(found[1]) if found else None
        return None


# --- opening ------------------------------------------------------------------------------------


def test_a_page_loads_nothing_of_the_playground_until_it_is_opened(page: Page, site: str) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(site + FIND)
    page.wait_for_timeout(300)
    assert [url for url in loaded if "playground" in url or "/request/" in url] == []
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".play-bar")).to_be_visible()
    assert [url for url in loaded if url.endswith("/playground/open.js")]


@pytest.mark.whole
def test_opening_goes_to_the_first_empty_required_field_and_closing_comes_back(
    page: Page, site: str
) -> None:
    form = Form(page, site + FIND)
    expect(form.field("id")).to_be_focused()
    form.field("id").fill("7")
    page.keyboard.press("Escape")
    button = page.get_by_role("button", name="Try it")
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "false")
    expect(page.locator(".play-bar")).to_be_hidden()
    expect(form.field("id")).to_be_hidden()
    button.press("Enter")
    expect(form.field("limit")).to_be_focused()
    expect(form.field("id")).to_have_value("7")


def test_a_link_opens_the_playground(page: Page, site: str) -> None:
    page.goto(f"{site}{FIND}#try-it")
    expect(page.locator(".play-bar")).to_be_visible()


@pytest.mark.whole
def test_a_link_within_the_page_opens_the_playground_and_leaves_it_open(
    page: Page, site: str
) -> None:
    page.goto(f"{site}{FIND}")
    page.evaluate("location.hash = '#try-it'")
    expect(page.locator(".play-bar")).to_be_visible()
    page.evaluate("location.hash = '#other'")
    page.evaluate("location.hash = '#try-it'")
    expect(page.locator(".play-bar")).to_be_visible()


def test_pages_without_a_playground_have_no_button(page: Page, site: str) -> None:
    for path in ("/simple/", "/hidden/", "/api/a-thing-was-made/"):
        page.goto(site + path)
        expect(page.locator(".endpoint-try")).to_have_count(0)
        expect(page.locator("script[src*='try-it']")).to_have_count(0)


# --- states -------------------------------------------------------------------------------------


def test_absent_empty_and_null_are_three_states_that_can_be_seen(page: Page, site: str) -> None:
    form = Form(page, site + FIND)
    slot = page.locator("#query\\.q > .slot")
    form.field("id").fill("7")
    expect(slot).to_have_attribute("data-state", "absent")
    expect(slot.locator(".slot-state")).to_have_text("not sent")
    expect(form.field("q")).to_have_attribute("placeholder", "Default all")
    expect(form.address).to_have_text("https://one.example/v1/things/7?limit={limit}")
    form.field("Send q").check()
    expect(slot.locator(".slot-state")).to_have_text("empty text")
    expect(form.address).to_have_text("https://one.example/v1/things/7?q=&limit={limit}")
    form.field("q").fill("ab")
    expect(slot).to_have_attribute("data-state", "sent")
    expect(form.address).to_have_text("https://one.example/v1/things/7?q=ab&limit={limit}")
    form.field("Send q").uncheck()
    expect(form.address).to_have_text("https://one.example/v1/things/7?limit={limit}")
    form.field("Send null for q").click()
    expect(slot.locator(".slot-state")).to_have_text("null")
    expect(form.field("Send q")).to_be_checked()
    form.field("q").fill("abc")
    expect(form.field("Send null for q")).to_have_attribute("aria-pressed", "false")
    form.field("q").fill("")
    expect(slot).to_have_attribute("data-state", "absent")


@pytest.mark.whole
def test_choices_have_a_state_for_not_sent_and_a_way_to_other_values(page: Page, site: str) -> None:
    form = Form(page, site + FIND)
    form.field("id").fill("7")
    form.field("limit").fill("3")
    expect(form.field("exact").locator("option")).to_have_text(
        ["Not sent", "true", "false", "Other value"]
    )
    form.field("exact").select_option(label="false")
    expect(form.address).to_have_text("https://one.example/v1/things/7?exact=false&limit=3")
    form.field("exact").select_option(label="Not sent")
    expect(form.field("sort").locator("option").first).to_have_text("Not sent (default name)")
    form.field("sort").select_option(label="Other value")
    expect(form.field("sort")).to_be_focused()
    page.keyboard.type("color")
    expect(form.address).to_have_text("https://one.example/v1/things/7?sort=color&limit=3")
    form.press("Back")
    expect(form.address).to_have_text("https://one.example/v1/things/7?limit=3")


@pytest.mark.whole
def test_what_is_wrong_with_a_value_is_said_at_its_input(page: Page, site: str) -> None:
    form = Form(page, site + FIND)
    limit = form.field("limit")
    limit.fill("12")
    expect(limit).to_have_accessible_description(re.compile("This must be at most 9"))
    limit.fill("4")
    expect(limit).not_to_have_accessible_description(re.compile("must be"))
    expect(limit).to_have_attribute("aria-required", "true")
    form.field("q").fill("a")
    expect(form.field("q")).to_have_accessible_description(
        re.compile("What to look for.*at least 2 characters")
    )


def test_secrets_are_hidden_until_they_are_shown_and_never_in_the_sample(
    page: Page, site: str
) -> None:
    form = Form(page, site + FIND)
    secret = form.field("secret")
    expect(secret).to_have_attribute("type", "password")
    secret.fill("s3cret")
    expect(form.sample).to_contain_text("<secret>")
    expect(form.sample).not_to_contain_text("s3cret")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    form.press("Copy with credentials")
    expect(page.get_by_role("status").filter(has_text="Copied")).to_have_count(1)
    assert "secret: s3cret" in page.evaluate("navigator.clipboard.readText()")
    form.press("Show")
    expect(secret).to_have_attribute("type", "text")


@pytest.mark.whole
def test_lines_can_be_typed_and_pasted_into_a_text(page: Page, site: str) -> None:
    form = Form(page, site + NOTE)
    form.field("title").fill("one")
    form.field("title").press("End")
    form.field("title").press("Shift+Enter")
    page.keyboard.type("two")
    form.expect_body({"title": "one\ntwo"})


# --- lists, objects, choices --------------------------------------------------------------------


@pytest.mark.whole
def test_items_are_added_moved_and_removed_with_the_keyboard(page: Page, site: str) -> None:
    form = Form(page, site + FIND)
    form.field("id").fill("7")
    form.field("limit").fill("1")
    adds = form.field("Add item to tags")
    for word in ("a", "b", "c"):
        adds.press("Enter")
        page.keyboard.type(word)
    base = "https://one.example/v1/things/7?limit=1"
    expect(form.address).to_have_text(f"{base}&tags=a&tags=b&tags=c")
    form.field("Move up: item 3 of tags").press("Enter")
    expect(form.address).to_have_text(f"{base}&tags=a&tags=c&tags=b")
    expect(form.field("Move up: item 2 of tags")).to_be_focused()
    form.field("Remove: item 1 of tags").press("Space")
    expect(form.address).to_have_text(f"{base}&tags=c&tags=b")
    expect(page.get_by_role("status").filter(has_text="Item 1 removed")).to_have_count(1)


def test_nested_fields_are_filled_in_where_they_are_described(page: Page, site: str) -> None:
    form = Form(page, site + MAKE)
    form.field("name").fill("Box")
    page.locator("#body\\.maker > .field-content > details > summary").click()
    form.field("maker.name").fill("Ann")
    expect(form.field("Send maker")).to_be_checked()
    page.locator("#body\\.maker\\.home > .field-content > details > summary").click()
    form.field("maker.home.city").fill("Rome")
    home = {"name": "Ann", "home": {"city": "Rome"}}
    form.expect_body({"name": "Box", "maker": home})
    form.field("Send maker.home").uncheck()
    form.expect_body({"name": "Box", "maker": {"name": "Ann"}})
    form.field("Send maker.home").check()
    form.expect_body({"name": "Box", "maker": home})


@pytest.mark.whole
def test_fields_that_are_loaded_later_are_filled_in_too(page: Page, site: str) -> None:
    form = Form(page, site + MAKE)
    for part in ("maker", "maker\\.home", "maker\\.home\\.deep", "maker\\.home\\.deep\\.deeper"):
        page.locator(f"#body\\.{part} > .field-content > details > summary").click()
    form.field("maker.home.deep.deeper.name").fill("Bob")
    form.expect_body({"maker": {"home": {"deep": {"deeper": {"name": "Bob"}}}}})


@pytest.mark.whole
def test_lists_of_objects_and_maps(page: Page, site: str) -> None:
    form = Form(page, site + MAKE)
    form.field("name").fill("Box")
    form.press("Add item to parts")
    form.field("parts, item 1.sku").fill("x")
    form.press("Add item to parts")
    form.field("parts, item 2.sku").fill("y")
    form.field("parts, item 2.count").fill("2")
    page.locator("#body\\.labels > .field-content > details > summary").click()
    form.press("Add a key to labels.{key}")
    page.keyboard.type("en")
    form.field("labels.{key}, value").fill("Box")
    form.expect_body(
        {
            "name": "Box",
            "parts": [{"sku": "x"}, {"sku": "y", "count": 2}],
            "labels": {"en": "Box"},
        }
    )
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((element) => element.id)")
    assert len(ids) == len(set(ids)), "copies of rows have ids of their own"


@pytest.mark.whole
def test_values_of_several_types_and_of_any(page: Page, site: str) -> None:
    form = Form(page, site + MAKE)
    form.field("either, type").select_option(label="integer")
    form.field("either").fill("5")
    form.field("any, as JSON").fill('{"a": [1]}')
    form.expect_body({"either": 5, "any": {"a": [1]}})
    form.field("either, type").select_option(label="string")
    form.field("either").fill("5")
    form.expect_body({"either": "5", "any": {"a": [1]}})


@pytest.mark.whole
def test_choosing_an_option_keeps_what_both_know_and_sets_what_tells_them_apart(
    page: Page, site: str
) -> None:
    form = Form(page, site + SHAPE)
    form.field("color").fill("green")
    form.field("radius").fill("2")
    form.expect_body({"kind": "circle", "color": "green", "radius": 2})
    page.locator("#body").locator("xpath=../..").get_by_role("tab", name="Square").click()
    expect(form.field("side")).to_be_visible()
    form.expect_body({"kind": "square", "color": "green"})
    page.get_by_role("tab", name="Circle").first.click()
    form.expect_body({"kind": "circle", "color": "green", "radius": 2})


@pytest.mark.whole
def test_an_option_that_several_values_stand_for_lets_the_reader_choose_one(
    page: Page, site: str
) -> None:
    form = Form(page, site + SHAPE)
    page.get_by_role("tab", name="Ellipse").first.click()
    kind = page.get_by_role("tabpanel", name="Ellipse").get_by_label("kind", exact=True)
    kind.select_option("oval")
    form.field("width").fill("2")
    form.expect_body({"kind": "oval", "width": 2})
    form.press("JSON")
    form.field("Body, as JSON").fill('{"kind": "ellipse", "width": 3}')
    form.press("Form")
    expect(kind.locator("option:checked")).to_have_text("ellipse")


# --- JSON and form ------------------------------------------------------------------------------

LOSSLESS = """\
{
  "zeta": [1.0, {"deep": null}],
  "big": 12345678901234567890,
  "size": 1.50,
  "note": null,
  "name": "é \\u0001 \\"q\\"",
  "parts": [{"count": -9007199254740993, "sku": "", "color": true}],
  "labels": {"10": "ten", "2": "two"},
  "maker": {"unknown": {}, "name": "x"},
  "either": 7
}"""


def test_json_and_form_are_two_views_of_one_value(page: Page, site: str) -> None:
    form = Form(page, site + MAKE)
    form.press("JSON")
    form.field("Body, as JSON").fill(LOSSLESS)
    form.press("Form")
    expect(form.field("big")).to_have_value("12345678901234567890")
    expect(form.field("size")).to_have_value("1.50")
    expect(form.field("Send null for note")).to_have_attribute("aria-pressed", "true")
    expect(form.field("parts, item 1.count")).to_have_value("-9007199254740993")
    expect(form.field("maker.name")).to_have_value("x")
    expect(page.get_by_text("Sent too: zeta")).to_be_visible()
    form.press("JSON")
    text = form.field("Body, as JSON").input_value()
    assert _tokens(text) == _tokens(LOSSLESS)
    form.press("Form")
    form.field("size").fill("2")
    form.press("JSON")
    changed = form.field("Body, as JSON").input_value()
    assert _tokens(changed) == _tokens(LOSSLESS.replace("1.50", "2"))


def _tokens(text: str) -> list[tuple[str, str]]:
    """Return JSON as its keys and digits in order, nothing read as a number."""
    pairs: list[tuple[str, str]] = []

    def note(members: list[tuple[str, Any]]) -> str:
        pairs.extend((key, str(value)) for key, value in members)
        return json.dumps(members)

    whole = json.loads(text, parse_int=str, parse_float=str, object_pairs_hook=note)
    return [*pairs, ("", str(whole))]


@pytest.mark.whole
def test_json_that_is_none_is_marked_with_its_line_and_not_lost(page: Page, site: str) -> None:
    form = Form(page, site + MAKE)
    form.press("JSON")
    box = form.field("Body, as JSON")
    box.fill('{\n  "name": "a",\n}')
    expect(box).to_have_accessible_description(re.compile("not valid JSON, line 3"))
    form.press("Form")
    expect(box).to_be_visible()
    box.fill('{"name": "a", "name": "b"}')
    expect(box).to_have_accessible_description(re.compile('key "name" is there twice'))
    box.fill("[1]")
    form.press("Form")
    expect(form.field("Body, as JSON")).to_have_value("[\n  1\n]")


@pytest.mark.whole
def test_another_media_type_keeps_the_values(page: Page, site: str) -> None:
    form = Form(page, site + NOTE)
    form.field("title").fill("One")
    form.field("Media type of the body").select_option("application/x-www-form-urlencoded")
    expect(form.sample).to_contain_text("--data 'title=One'")
    form.field("Media type of the body").select_option("text/plain")
    form.field("Body").fill("plain")
    expect(form.sample).to_contain_text("plain")
    form.field("Media type of the body").select_option("application/json")
    form.expect_body({"title": "One"})


def test_files_are_listed_with_their_size_and_can_be_removed(
    page: Page, site: str, tmp_path: Path
) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_bytes(b"x" * 1500)
    form = Form(page, site + FILES)
    form.field("files").set_input_files([tmp_path / "a.txt", tmp_path / "b.txt"])
    expect(page.locator(".file-list li")).to_have_text(
        [re.compile("a.txt.*1.5 kB"), re.compile("b.txt.*1.5 kB")]
    )
    expect(form.sample).to_contain_text("--form 'files=@a.txt'")
    form.press("Remove a.txt")
    expect(page.locator(".file-list li")).to_have_count(1)
    expect(form.sample).not_to_contain_text("a.txt")
    form.field("Media type of the body").select_option("application/octet-stream")
    form.field("Body").set_input_files([tmp_path / "a.txt"])
    expect(form.sample).to_contain_text("--data-binary '@a.txt'")


# --- examples, reset, what is missing -----------------------------------------------------------


def test_examples_are_filled_in_with_one_click_and_reset_empties_the_form(
    page: Page, site: str
) -> None:
    form = Form(page, site + SHAPE)
    form.field("Fill in an example").select_option("A square")
    expect(form.field("side")).to_have_value("3")
    form.expect_body({"kind": "square", "color": "blue", "side": 3})
    form.field("Fill in an example").select_option("A circle")
    expect(form.field("radius")).to_have_value("2.5")
    form.expect_body({"kind": "circle", "color": "red", "radius": 2.5})
    form.press("Reset")
    expect(form.field("radius")).to_have_value("")
    expect(form.sample).to_contain_text('"color": "red"')  # the document's own
    form = Form(page, site + FIND)
    form.press("Fill in an example")
    expect(form.field("limit")).to_have_value("5")
    expect(form.field("sort")).to_have_value("")


@pytest.mark.whole
def test_the_list_of_missing_fields_does_not_cover_the_first_of_them(page: Page, site: str) -> None:
    form = Form(page, site + MAKE)
    form.field("Token").fill("x")
    name = form.field("name")
    name.focus()
    # The field is at the lower end of the screen, where the list will be.
    name.evaluate("field => field.scrollIntoView({ block: 'end', behavior: 'instant' })")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".play-missing")).to_contain_text("name is required")
    expect(name).to_be_focused()
    wait_in_page(
        page,
        """(() => {
          const field = document.activeElement;
          const { x, y, width, height } = field.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2) === field;
        })()""",
    )


def test_missing_fields_are_listed_with_jumps_before_anything_is_sent(
    page: Page, site: str
) -> None:
    form = Form(page, site + MAKE)
    page.locator("#body\\.maker > .field-content > details > summary").click()
    form.press("Add item to parts")
    page.keyboard.press("Control+Enter")
    missing = page.locator(".play-missing")
    expect(missing).to_contain_text("name is required")
    expect(missing).to_contain_text("parts, item 1.sku is required")
    expect(missing.get_by_role("button", name="Send anyway")).to_be_visible()
    expect(missing.get_by_role("listitem").first).to_have_text("Token is required")
    expect(form.field("Token")).to_be_focused()
    missing.get_by_role("button", name="name", exact=True).click()
    expect(form.field("name")).to_be_focused()
    missing.get_by_role("button", name="parts, item 1.sku", exact=True).click()
    expect(form.field("parts, item 1.sku")).to_be_focused()
    page.keyboard.type("x")
    expect(missing).to_be_hidden()


def test_what_is_missing_is_said_beside_each_field_until_it_is_filled_in(
    page: Page, site: str
) -> None:
    form = Form(page, site + MAKE)
    token, name = form.field("Token"), form.field("name")
    for field in (token, name):
        expect(field).not_to_have_attribute("aria-invalid", "true")
        expect(field).not_to_have_accessible_description(re.compile("This is required"))
    page.keyboard.press("Control+Enter")
    for field in (token, name):
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description(re.compile("This is required"))
        field.fill("x")
        expect(field).not_to_have_attribute("aria-invalid", "true")
        expect(field).not_to_have_accessible_description(re.compile("This is required"))
    expect(page.get_by_text("This is required")).to_have_count(0)


@pytest.mark.whole
def test_a_required_field_that_is_sent_empty_is_no_longer_marked(page: Page, site: str) -> None:
    form = Form(page, site + MAKE)
    form.field("Token").fill("x")
    page.keyboard.press("Control+Enter")
    expect(form.field("name")).to_be_focused()
    expect(form.field("name")).to_have_attribute("aria-invalid", "true")
    # The token lost the focus, and the list is still there.
    form.press("Send it empty: name")
    expect(form.field("name")).not_to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("This is required")).to_have_count(0)


# --- servers ------------------------------------------------------------------------------------


@pytest.mark.whole
def test_the_server_and_its_variables_are_remembered(page: Page, site: str) -> None:
    form = Form(page, site + FIND)
    form.field("Server").select_option(index=1)
    expect(form.address).to_have_text("https://eu.example/v2/things/{id}?limit={limit}")
    form.field("Server variable region").select_option("us")
    form.field("Server variable version").fill("v3")
    expect(form.address).to_have_text("https://us.example/v3/things/{id}?limit={limit}")
    form = Form(page, site + NOTE)
    expect(form.address).to_have_text("https://us.example/v3/notes")
    expect(form.field("Server variable region")).to_have_value("us")


# --- samples ------------------------------------------------------------------------------------


@pytest.mark.whole
def test_the_sample_stays_as_it_was_until_something_is_filled_in(page: Page, site: str) -> None:
    page.goto(site + FIND)
    sample = page.locator(".request-example .code-block:not([hidden]) code")
    before = sample.inner_html()
    form = Form(page, site + FIND)
    assert form.sample.inner_html() == before
    form.field("id").fill("it's")
    expect(form.sample).to_contain_text("/things/it%27s?limit={limit}")
    page.get_by_role("tab", name="Python").click()
    expect(form.sample).to_contain_text(
        'url = "https://one.example/v1/things/it%27s?limit={limit}"'
    )
    expect(form.sample.locator(".k").first).to_have_text("import")
    form.press("Reset")
    expect(form.sample).to_contain_text("{id}")


def test_credentials_are_masked_and_copied_only_on_demand(page: Page, site: str) -> None:
    form = Form(page, site + MAKE)
    form.field("Token").fill("t0p")
    expect(form.sample).to_contain_text("Bearer <token>")
    expect(form.sample).not_to_contain_text("t0p")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    form.press("Copy with credentials")
    expect(page.get_by_role("status").filter(has_text="Copied")).to_have_count(1)
    assert "Authorization: Bearer t0p" in page.evaluate("navigator.clipboard.readText()")


# --- pages that authors write -------------------------------------------------------------------


@pytest.mark.whole
def test_pages_that_describe_an_endpoint_by_hand_have_the_same_form(page: Page, site: str) -> None:
    form = Form(page, site + "/written/")
    expect(form.field("Token")).to_be_focused()
    form.field("user").fill("7")
    form.field("page").fill("2")
    form.field("name").fill("Ann")
    form.field("role").select_option("guest")
    page.locator("#param-address summary").click()
    form.field("address.city").fill("Rome")
    expect(form.address).to_have_text("https://own.example/users/7?page=2")
    form.expect_body({"name": "Ann", "role": "guest", "address": {"city": "Rome"}})
    expect(page.locator("#param-name-2 .slot")).to_have_count(0)


# --- settings -----------------------------------------------------------------------------------


@pytest.mark.whole
def test_fields_that_the_settings_open_are_inputs_at_once(
    page: Page, serve_project: Callable[[Path], str], tmp_path: Path
) -> None:
    form = Form(page, serve_project(write_shop(tmp_path, paramFields={"expanded": "all"})) + MAKE)
    expect(form.field("maker.name")).to_be_visible()
    form.field("maker.home.city").fill("Rome")
    form.expect_body({"maker": {"home": {"city": "Rome"}}})


# --- for everybody ------------------------------------------------------------------------------


@needs_axe
@pytest.mark.parametrize("scheme", first_of_each(["light", "dark"]))
@pytest.mark.parametrize("path", first_of_each([FIND, MAKE, SHAPE, NOTE, FILES]))
def test_axe_finds_nothing_in_the_form(
    chromium: Browser, site: str, scheme: Any, path: str
) -> None:
    context = chromium.new_context(color_scheme=scheme, viewport={"width": 1440, "height": 900})
    page = context.new_page()
    form = Form(page, site + path)
    assert list_violations(page) == []
    if path == MAKE:
        form.press("Add item to parts")
        form.field("parts, item 1.count").fill("1.5")
    form.page.locator(".play-send").click()
    expect(page.locator(".play-missing")).to_be_visible() if path != NOTE else None
    # The bar below the form cuts through what scrolls under it.
    page.set_viewport_size({"width": 1440, "height": 3000})
    assert list_violations(page) == []
    context.close()


@pytest.mark.whole
@pytest.mark.parametrize("width", first_of_each([360, 720]))
def test_nothing_scrolls_sideways_on_narrow_screens(
    chromium: Browser, site: str, width: int
) -> None:
    context = chromium.new_context(viewport={"width": width, "height": 640})
    page = context.new_page()
    for path in (FIND, MAKE, FILES, "/written/"):
        form = Form(page, site + path)
        if path == MAKE:
            form.press("Add item to parts")
            page.locator("#body\\.maker > .field-content > details > summary").click()
        overflow = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert overflow <= 0, path
        small = page.evaluate(
            """() => [...document.querySelectorAll(".slot, .play-bar, .play-tools")]
              .flatMap((part) => [...part.querySelectorAll("input, select, textarea, button")])
              .filter((element) => element.checkVisibility())
              .filter((element) => !element.matches(".file-input, .slot-picker"))
              .map((element) => [element.closest("label") ?? element, element.outerHTML])
              .map(([target, html]) => [target.getBoundingClientRect(), html.slice(0, 80)])
              .filter(([box]) => box.width < 24 || box.height < 24).map(([, html]) => html)"""
        )
        assert small == []
    context.close()


def test_on_a_phone_the_form_fills_the_screen_with_send_in_reach(
    chromium: Browser, site: str
) -> None:
    context = chromium.new_context(viewport={"width": 360, "height": 640})
    page = context.new_page()
    Form(page, site + FIND)
    expect(page.locator(".topbar")).to_be_hidden()
    box = page.locator(".play-send").bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert box["y"] + box["height"] <= 640
    context.close()


def test_the_focus_goes_through_the_form_in_the_order_of_the_page(page: Page, site: str) -> None:
    form = Form(page, site + FIND)
    form.content.get_by_role("button", name="Environments").focus()
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        name = page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''")
        seen.append(name or page.evaluate("document.activeElement.textContent"))
        if seen[-1].startswith("Send") and "Ctrl" in seen[-1]:
            break
    wanted = ["id", "limit", "q", "exact", "sort", "Add item to tags", "since", "secret"]
    assert [name for name in seen if name in wanted] == wanted
    assert "Ctrl" in seen[-1]


# --- weight -------------------------------------------------------------------------------------


def test_scripts_stay_within_their_budget(page: Page, site: str) -> None:
    loaded: set[str] = set()
    page.on("response", lambda answer: loaded.add(answer.url))

    def weight() -> int:
        scripts = [url for url in loaded if url.endswith(".js")]
        return sum(len(gzip.compress(page.request.get(url).body(), 9)) for url in scripts)

    page.goto(site + MAKE)
    page.wait_for_timeout(300)
    before = weight()
    form = Form(page, site + MAKE)
    expect(form.field("Token")).to_be_visible()
    form.field("name").fill("x")
    expect(form.sample).to_contain_text('"name": "x"')
    assert before <= 15_000, f"{before} bytes before the playground opens"
    assert weight() <= 45_000, f"{weight()} bytes with the form"
