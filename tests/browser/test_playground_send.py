"""Sending requests and showing what comes back, in a real browser against a real API."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.axe import list_violations, needs_axe
from tests.patience import HANGS_AFTER, wait_until
from tests.playground_api import BIG_INTEGER, FIXED, PLAIN, Api
from tests.playground_pages import serve_page
from tests.whole import first_of_each

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

SCRIPT = """
import { send } from "/a/playground/send/send.js";
const exchanges = [];
window.start = (data, values) => {
  exchanges.push(send(data, values, document.getElementById("place")));
};
window.finish = async () => { await exchanges.at(-1).done; };
window.finishAll = async () => { await Promise.all(exchanges.map(({ done }) => done)); };
"""
ROW = {
    "types": ["object"],
    "properties": [
        {"name": "id", "schema": {"types": ["integer"]}, "required": True},
        {"name": "name", "schema": {"types": ["string"]}, "required": True},
    ],
}
NESTED = {
    "types": ["object"],
    "properties": [{"name": "data", "schema": {"types": ["array"], "items": ROW}}],
}


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    with serve_page("", SCRIPT) as address:
        yield address


@pytest.fixture
def other_page(chromium: Browser) -> Iterator[Page]:
    """A page that may write to the console, as browsers do when a request fails."""
    context = chromium.new_context()
    page = context.new_page()
    yield page
    context.close()


def describe(api: Api, path: str, method: str = "GET", **more: Any) -> dict[str, Any]:
    """Return the data of an operation."""
    request = {
        "method": method,
        "path": path,
        "servers": [{"url": api.origin, "variables": []}],
        "parameters": [],
        "bodies": [],
        "bodyRequired": False,
        "security": [],
        **more.pop("request", {}),
    }
    data = {"document": "d", "request": request, "parameters": {}, "bodies": [], "schemes": []}
    return {**data, "responses": [], **more}


def start(page: Page, origin: str, data: dict[str, Any], values: Any = None) -> Locator:
    """Send a request, and return where the answer is shown."""
    if not page.url.startswith(origin):
        page.goto(f"{origin}/")
    page.evaluate(
        "([data, values]) => window.start(data, values)", [data, values or {"parameters": {}}]
    )
    return page.locator(".response")


def send(page: Page, origin: str, data: dict[str, Any], values: Any = None) -> Locator:
    """Send a request, wait for its end, and return where the answer is shown."""
    response = start(page, origin, data, values)
    page.evaluate("window.finish()")
    return response


def answered(schema: Any, content_type: str = "application/json", status: str = "200") -> Any:
    return [{"status": status, "contents": [{"contentType": content_type, "schema": schema}]}]


# --- the sent request ---------------------------------------------------------------------------


def test_what_is_sent_is_what_the_request_model_says(page: Page, origin: str, api: Api) -> None:
    request = {
        "parameters": [
            {"name": "X-Id", "in": "header", "required": True, "style": "simple", "explode": False},
            {"name": "q", "in": "query", "required": False, "style": "form", "explode": True},
        ],
        "security": [[{"key": "t", "type": "http", "scheme": "bearer"}]],
    }
    values = {
        "parameters": {"header:X-Id": "a b", "query:q": ["x/y", "é"]},
        "security": 0,
        "credentials": {"t": "secret"},
    }
    response = send(page, origin, describe(api, "/echo", request=request), values)
    expect(response.locator(".status")).to_have_text("200 OK")
    last = api.last("GET")
    assert last.target == "/echo?q=x%2Fy&q=%C3%A9"
    assert last.headers["x-id"] == "a b"
    assert last.headers["authorization"] == "Bearer secret"
    assert "cookie" not in last.headers
    assert "referer" not in last.headers


def test_no_placeholder_is_sent_for_a_credential_that_is_not_given(
    page: Page, origin: str, api: Api
) -> None:
    both = [[{"key": "t", "type": "http", "scheme": "bearer"},
             {"key": "k", "type": "apiKey", "in": "query", "name": "key"}]]  # fmt: skip
    values = {"parameters": {}, "security": 0, "credentials": {"k": "given"}}
    send(page, origin, describe(api, "/echo", request={"security": both}), values)
    last = api.last("GET")
    assert "authorization" not in last.headers
    assert last.target == "/echo?key=given"


@pytest.mark.whole
def test_parts_are_sent_with_their_types_and_only_files_have_names(
    page: Page, origin: str, api: Api
) -> None:
    fields = [
        {"name": "meta", "contentType": "application/json"},
        {"name": "file", "file": True},
    ]
    body = {"contentType": "multipart/form-data", "kind": "multipart", "fields": fields}
    data = describe(api, "/echo", "POST", request={"bodies": [body]})
    page.goto(f"{origin}/")
    page.evaluate(
        """async (data) => {
          const file = new File([new Uint8Array([0, 255, 10])], 'a "b".bin', { type: "image/x" });
          window.start(data, { parameters: {}, body: { contentType: "multipart/form-data",
            fields: [["meta", { a: 1 }], ["plain", "text\\r\\nü"], ["file", file]] } });
          await window.finish();
        }""",
        data,
    )
    last = api.last("POST")
    boundary = last.headers["content-type"].partition("boundary=")[2]
    head = "Content-Disposition: form-data; name"
    expected = (
        f'{head}="meta"\r\nContent-Type: application/json\r\n\r\n{{"a":1}}',
        f'{head}="plain"\r\n\r\ntext\r\nü',
        f'{head}="file"; filename="a %22b%22.bin"\r\nContent-Type: image/x\r\n\r\n\0{{255}}\n',
    )
    written = "".join(f"--{boundary}\r\n{part}\r\n" for part in expected) + f"--{boundary}--\r\n"
    assert last.body == written.encode().replace(b"{255}", b"\xff")


def test_forms_and_bytes_are_sent_as_they_are(page: Page, origin: str, api: Api) -> None:
    form = {"contentType": "application/x-www-form-urlencoded", "kind": "urlencoded"}
    values = {"parameters": {}, "body": {**form, "fields": [["a b", "c&d"], ["e", ["1", "2"]]]}}
    send(page, origin, describe(api, "/echo", "PUT", request={"bodies": [form]}), values)
    assert api.last("PUT").body == b"a+b=c%26d&e=1&e=2"
    binary = {"contentType": "application/x-own", "kind": "binary"}
    page.evaluate(
        """async (data) => {
          const file = new File([new Uint8Array([1, 2, 0])], "x", { type: "text/plain" });
          window.start(data, { parameters: {}, body: { contentType: "application/x-own", file } });
          await window.finish();
        }""",
        describe(api, "/echo", "PUT", request={"bodies": [binary]}),
    )
    assert api.last("PUT").body == b"\x01\x02\0"
    assert api.last("PUT").headers["content-type"] == "application/x-own"


def test_what_browsers_do_not_send_is_told(page: Page, origin: str, api: Api) -> None:
    cookie = {"name": "c", "in": "cookie", "required": True, "style": "form", "explode": True}
    data = describe(api, "/echo", request={"parameters": [cookie]})
    response = send(page, origin, data, {"parameters": {"cookie:c": "1"}})
    expect(response).to_contain_text("Not sent: Cookie")
    expect(response.locator(".status")).to_have_text("200 OK")


@pytest.mark.parametrize(
    ("method", "body", "words"),
    first_of_each(
        [
            ("TRACE", None, "Browsers do not send TRACE"),
            ("GET", "{}", "Browsers send no body with GET"),
        ]
    ),
)
def test_what_browsers_cannot_send_is_told_before(
    page: Page, origin: str, api: Api, method: str, body: str | None, words: str
) -> None:
    content = {"contentType": "application/json", "kind": "text"}
    data = describe(api, "/echo", method, request={"bodies": [content]})
    values: dict[str, Any] = {"parameters": {}}
    if body:
        values["body"] = {"contentType": "application/json", "text": body}
    before = len(api.received)
    expect(send(page, origin, data, values)).to_contain_text(words)
    assert len(api.received) == before


# --- JSON ---------------------------------------------------------------------------------------


@pytest.mark.whole
def test_json_keeps_the_order_of_its_keys_and_every_digit(
    page: Page, origin: str, api: Api
) -> None:
    response = send(page, origin, describe(api, "/json"))
    rows = response.get_by_role("treeitem").all_inner_texts()
    assert rows[:4] == ["{", '  "z": 1,', '  "a": "two",', f'  "big": {BIG_INTEGER},']
    assert '  "tiny": 1.10,' in rows
    assert "    []," in rows
    assert '  "text": "caf\\u00e9 \\"q\\" <b>&amp;</b>",' in rows
    expect(response.locator("b")).to_have_count(0)
    expect(response).to_contain_text(f"{len(PLAIN)} B")


def test_json_folds_by_mouse_and_by_keyboard(page: Page, origin: str, api: Api) -> None:
    response = send(page, origin, describe(api, "/json"))
    tree = response.get_by_role("tree")
    items = tree.get_by_role("treeitem")
    count = items.count()
    items.filter(has_text='"list"').locator(".row-fold").click()
    folded = items.filter(has_text='"list"')
    expect(folded).to_have_attribute("aria-expanded", "false")
    expect(folded).to_contain_text("4 entries")
    expect(items).to_have_count(count - 9)
    tree.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    expect(items).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(items).to_have_count(count - 9)
    for _ in range(5):
        page.keyboard.press("ArrowDown")
    active = page.locator(f"#{tree.get_attribute('aria-activedescendant')}")
    expect(active).to_contain_text('"list"')
    page.keyboard.press("ArrowRight")
    expect(items).to_have_count(count)
    page.keyboard.press("End")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    active = page.locator(f"#{tree.get_attribute('aria-activedescendant')}")
    expect(active).to_have_attribute("aria-level", "1")


@pytest.mark.whole
def test_all_of_it_folds_at_once(page: Page, origin: str, api: Api) -> None:
    response = send(page, origin, describe(api, "/json"))
    count = response.get_by_role("treeitem").count()
    response.get_by_role("button", name="Collapse").click()
    expect(response.get_by_role("treeitem")).to_have_count(9)
    response.get_by_role("button", name="Expand").click()
    expect(response.get_by_role("treeitem")).to_have_count(count)


@pytest.mark.whole
def test_the_search_goes_from_hit_to_hit_and_opens_what_is_folded(
    page: Page, origin: str, api: Api
) -> None:
    response = send(page, origin, describe(api, "/json"))
    response.get_by_role("button", name="Collapse").click()
    box = response.get_by_label("Search the body")
    box.fill("ER")
    expect(response.locator(".play-found")).to_have_text("1 of 1")
    expect(response.locator(".row[data-active]")).to_contain_text('"er": true')
    assert page.evaluate("CSS.highlights.get('play-found').size") == 1
    box.fill("e")
    expect(response.locator(".play-found")).to_have_text(re.compile(r"1 of \d"))
    box.press("Enter")
    expect(response.locator(".play-found")).to_have_text(re.compile(r"2 of \d"))
    box.press("Shift+Enter")
    box.press("Shift+Enter")
    expect(response.locator(".play-found")).to_have_text(re.compile(r"^(\d) of \1$"))
    box.fill("zebra")
    expect(response.locator(".play-found")).to_have_text("Not found")


@pytest.mark.whole
def test_the_raw_form_is_the_text_as_it_came(page: Page, origin: str, api: Api) -> None:
    response = send(page, origin, describe(api, "/json"))
    response.get_by_role("button", name="Raw").click()
    expect(response.get_by_role("tree")).to_have_count(0)
    assert response.locator(".row").all_inner_texts() == [PLAIN]


@pytest.mark.parametrize("width", first_of_each([390, 560]))
def test_the_buttons_of_an_answer_stand_in_one_row(
    page: Page, origin: str, api: Api, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    response = send(page, origin, describe(api, "/json"))
    tops = response.locator(".view-tools :is(.play-forms > button, .play-forms ~ button)")
    assert len(set(tops.evaluate_all("found => found.map((each) => each.offsetTop)"))) == 1
    search = response.locator(".view-search > *:not(:empty), .play-search")
    assert len(set(search.evaluate_all("found => found.map((each) => each.offsetTop)"))) == 1


def test_the_body_is_copied_and_downloaded(origin: str, api: Api, chromium: Browser) -> None:
    context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    response = send(page, origin, describe(api, "/json"))
    response.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_attached()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert json.loads(copied) == json.loads(PLAIN)
    assert str(BIG_INTEGER) in copied
    with page.expect_download() as download:
        response.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "json.json"
    assert Path(download.value.path()).read_bytes() == PLAIN.encode()
    response = send(page, origin, describe(api, "/named"))
    with page.expect_download() as download:
        response.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "evil.txt"
    context.close()


@pytest.mark.whole
def test_text_that_is_no_json_says_where(page: Page, origin: str, api: Api) -> None:
    response = send(page, origin, describe(api, "/bad-json"))
    expect(response).to_contain_text("This is not valid JSON: look at line 2, column 7")
    expect(response.locator(".row").first).to_have_text('{"a": 1,')


@pytest.mark.whole
def test_json_is_told_by_its_look_where_nothing_says_so(page: Page, origin: str, api: Api) -> None:
    response = send(page, origin, describe(api, "/no-type"))
    expect(response.get_by_role("tree")).to_contain_text("by its look")


# --- comparing with the documentation -----------------------------------------------------------


@pytest.mark.whole
def test_a_body_as_documented_says_so(page: Page, origin: str, api: Api) -> None:
    schema = {"types": ["object"], "properties": [{"name": "z", "schema": {"types": ["integer"]}}]}
    response = send(page, origin, describe(api, "/json", responses=answered(schema)))
    expect(response.locator(".response-head")).to_contain_text("documented")
    expect(response).to_contain_text("The body is as documented.")


def test_what_differs_is_listed_and_marked(page: Page, origin: str, api: Api) -> None:
    response = send(page, origin, describe(api, "/nested", responses=answered(NESTED)))
    places = response.locator(".response-differences")
    expect(places.locator("summary")).to_have_text("2 places differ from the documentation")
    expect(places.get_by_role("listitem")).to_have_text(
        ["data[1].id must be an integer, but is a string", "data[1] `name` is missing"]
    )
    expect(response.locator(".row[data-differs]")).to_have_count(2)
    response.get_by_role("button", name="Collapse").click()
    places.get_by_role("button", name="data[1].id").click()
    active = response.locator(".row[data-active]")
    expect(active).to_contain_text('"id": "2"')
    expect(active).to_contain_text("must be an integer")
    expect(response.get_by_role("tree")).to_be_focused()


@pytest.mark.whole
def test_an_undocumented_status_and_type_are_told(page: Page, origin: str, api: Api) -> None:
    response = send(page, origin, describe(api, "/undocumented", responses=answered({})))
    expect(response).to_contain_text("The documentation does not list the status 299")
    response = send(
        page, origin, describe(api, "/json", responses=answered({}, "application/xml", "2XX"))
    )
    expect(response).to_contain_text("documented as 2XX")
    expect(response).to_contain_text("tells of application/xml here, not of application/json")


@pytest.mark.whole
def test_a_schema_in_a_file_of_its_own_is_loaded(chromium: Browser, api: Api) -> None:
    script = (
        SCRIPT.replace("/a/", "/modules/")
        + """
    import { loadData } from "/modules/playground/data/data.js";
    window.ready = loadData("/api/op.json").then((data) => (window.data = data));
    """
    )
    responses = answered({"ref": "nested"})
    files = {
        "/api/op.json": json.dumps(describe(api, "/nested", responses=responses)),
        "/api/nested.json": json.dumps(NESTED),
    }
    with serve_page("", script, files=files) as address:
        page = chromium.new_page()
        page.goto(f"{address}/")
        page.evaluate("window.ready.then(() => { window.start(data, { parameters: {} }) })")
        expect(page.locator(".response-differences summary")).to_contain_text("2 places")
        page.close()


# --- other bodies -------------------------------------------------------------------------------


@pytest.mark.whole
def test_xml_is_indented_and_shown_as_it_came(page: Page, origin: str, api: Api) -> None:
    response = send(page, origin, describe(api, "/xml"))
    lines = ["<a>", "  <b>one</b>", "  <c/>", "  <d>", "    <e>2</e>", "  </d>", "</a>"]
    assert response.locator(".row").all_inner_texts() == lines
    response.get_by_role("button", name="Raw").click()
    expect(response.locator(".row")).to_have_count(1)


def test_a_page_is_shown_without_its_scripts_and_loads_nothing(
    other_page: Page, origin: str, api: Api
) -> None:
    page = other_page
    response = send(page, origin, describe(api, "/html"))
    frame = response.locator("iframe")
    expect(frame).to_have_attribute("sandbox", "")
    expect(frame.content_frame.get_by_role("heading")).to_have_text("Hello")
    page.wait_for_timeout(300)
    assert page.evaluate("window.hacked") is None
    assert page.url == f"{origin}/"
    assert not [each for each in api.received if "stolen" in each.target]
    response.get_by_role("button", name="Source").click()
    expect(frame).to_be_hidden()
    expect(response.locator(".row").first).to_contain_text("<script>")


@pytest.mark.whole
def test_text_is_read_in_its_charset(page: Page, origin: str, api: Api) -> None:
    response = send(page, origin, describe(api, "/text"))
    assert response.locator(".row").all_inner_texts() == ["café", "second"]


@pytest.mark.whole
def test_pictures_sound_and_documents_are_shown(page: Page, origin: str, api: Api) -> None:
    response = send(page, origin, describe(api, "/png"))
    expect(response).to_contain_text("24 × 16 pixels")
    response = send(page, origin, describe(api, "/svg"))
    expect(response).to_contain_text("20 × 10 pixels")
    expect(response.locator("img")).to_have_attribute("src", re.compile("^data:image/svg"))
    assert page.evaluate("window.hacked") is None
    response = send(page, origin, describe(api, "/wav"))
    audio = response.locator("audio")
    expect(audio).to_have_js_property("error", None)
    audio.evaluate("(audio) => audio.readyState || new Promise((f) => audio.onloadeddata = f)")
    assert audio.evaluate("(audio) => audio.duration") == pytest.approx(0.1)
    response = send(page, origin, describe(api, "/video"))
    expect(response).to_contain_text("cannot play video/mp4")


@pytest.mark.whole
def test_a_pdf_has_a_frame_and_a_link(other_page: Page, origin: str, api: Api) -> None:
    response = send(other_page, origin, describe(api, "/pdf"))
    expect(response.locator("iframe")).to_have_attribute("src", re.compile("^blob:"))
    expect(response.get_by_role("link", name="Open the PDF")).to_be_visible()


@pytest.mark.whole
def test_bytes_are_shown_as_such(page: Page, origin: str, api: Api) -> None:
    response = send(page, origin, describe(api, "/binary"))
    expect(response.locator("pre")).to_contain_text("000010  10 11 12 13")
    expect(response).to_contain_text("The body is not text")
    expect(response.get_by_role("button", name="Download")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "method", "words"),
    first_of_each(
        [
            ("/empty", "GET", "The answer has no body."),
            ("/zero", "GET", "The answer has no body."),
            ("/json", "HEAD", "Answers to HEAD have no body"),
        ]
    ),
)
def test_no_body_is_told(
    page: Page, origin: str, api: Api, path: str, method: str, words: str
) -> None:
    expect(send(page, origin, describe(api, path, method))).to_contain_text(words)


@pytest.mark.whole
def test_headers_are_shown_and_the_response_can_be_cleared(
    other_page: Page, origin: str, api: Api
) -> None:
    response = send(other_page, origin, describe(api, "/problem"))
    expect(response.locator(".status")).to_have_text(f"422 {HTTPStatus(422).phrase}")
    response.locator("summary").filter(has_text="header").click()
    expect(response.get_by_role("row").filter(has_text="content-type")).to_contain_text(
        "application/problem+json"
    )
    response.get_by_role("button", name="Clear").click()
    expect(response).to_have_count(0)


# --- streams ------------------------------------------------------------------------------------


def test_events_are_shown_as_they_come(page: Page, origin: str, api: Api) -> None:
    response = send(page, origin, describe(api, "/events"))
    items = response.locator(".live-list li")
    expect(items.locator(".live-name")).to_have_text(["comment", "state", "message", "end"])
    expect(items.nth(1).locator("code")).to_have_text('{"state": "running"}')
    expect(items.nth(1)).to_contain_text("#7")
    assert items.nth(2).locator("code").inner_text() == "one\ntwo"
    expect(response.locator(".live-state")).to_have_text("Ended")
    with page.expect_download() as download:
        response.get_by_role("button", name="Download").click()
    assert b"data: one\rdata: two\r\n" in Path(download.value.path()).read_bytes()


def test_a_stream_is_paused_and_stopped(page: Page, origin: str, api: Api) -> None:
    api.has_gone.clear()
    response = start(page, origin, describe(api, "/endless"))
    items = response.locator(".live-list li")
    expect(items.nth(5)).to_be_attached()
    response.get_by_role("button", name="Pause").click()
    expect(response.get_by_role("button", name="Go on")).to_be_visible()
    shown = items.count()
    counter = response.locator(".live-count")
    before = int(counter.inner_text().split()[0])
    wait_until(
        lambda: int(counter.inner_text().split()[0]) > before, lambda: page.wait_for_timeout(20)
    )
    assert items.count() == shown
    response.get_by_role("button", name="Go on").click()
    expect(items.nth(shown)).to_be_attached()
    # Readers of earlier parts keep their scroll position.
    response.locator(".live-list").evaluate("(list) => { list.scrollTop = 0 }")
    page.wait_for_timeout(300)
    assert response.locator(".live-list").evaluate("(list) => list.scrollTop") == 0
    response.get_by_role("button", name="Stop").click()
    expect(response.locator(".live-state")).to_have_text("Stopped")
    page.evaluate("window.finish()")
    assert api.has_gone.wait(HANGS_AFTER)


@pytest.mark.whole
def test_lines_of_json_are_compared_one_by_one(page: Page, origin: str, api: Api) -> None:
    responses = answered(ROW, "application/x-ndjson")
    response = send(page, origin, describe(api, "/lines", responses=responses))
    items = response.locator(".live-list li")
    expect(items).to_have_count(3)
    expect(items.nth(1).locator(".row-note")).to_have_text("id must be an integer, but is a string")
    expect(items.locator(".row-note")).to_have_count(1)


@pytest.mark.whole
def test_slow_text_is_shown_while_it_comes(page: Page, origin: str, api: Api) -> None:
    api.go_on.clear()
    response = start(page, origin, describe(api, "/slow-text"))
    expect(response.locator(".live-list li").first).to_have_text(re.compile("^step 0"))
    api.go_on.set()
    page.evaluate("window.finish()")
    expect(response.locator(".row")).to_have_count(12)


# --- waiting, failing ---------------------------------------------------------------------------


@pytest.mark.whole
def test_a_request_is_cancelled(other_page: Page, origin: str, api: Api) -> None:
    api.go_on.clear()
    response = start(other_page, origin, describe(api, "/wait"))
    expect(response).to_contain_text("Waiting for the answer")
    response.get_by_role("button", name="Cancel").click()
    expect(response).to_contain_text("You cancelled the request")
    other_page.evaluate("window.finish()")


@pytest.mark.whole
def test_a_second_request_takes_the_place_of_the_first(
    other_page: Page, origin: str, api: Api
) -> None:
    api.go_on.clear()
    other_page.goto(f"{origin}/")
    # The first request has arrived before the second one is sent.
    with other_page.expect_request(f"{api.origin}/wait"):
        start(other_page, origin, describe(api, "/wait"))
    response = send(other_page, origin, describe(api, "/json"))
    expect(response.locator(".status")).to_have_text("200 OK")
    # The first request is no longer in progress, whatever its server does now.
    other_page.evaluate("window.finishAll()")
    api.go_on.set()
    expect(other_page.locator(".response")).to_have_count(1)
    expect(response.locator(".status")).to_have_text("200 OK")
    expect(response).not_to_contain_text("late")


@pytest.mark.whole
def test_a_second_request_that_comes_at_once_is_the_only_one(
    page: Page, origin: str, api: Api
) -> None:
    page.goto(f"{origin}/")
    before = len(api.received)
    both = [describe(api, "/xml"), describe(api, "/json")]
    page.evaluate("(both) => both.forEach((data) => window.start(data, { parameters: {} }))", both)
    page.evaluate("window.finishAll()")
    expect(page.locator(".response")).to_have_count(1)
    expect(page.locator(".response .status")).to_have_text("200 OK")
    assert [each.target for each in api.received[before:]] == ["/json"]


def test_a_page_that_may_not_read_the_answer_is_told_about_cors(
    other_page: Page, origin: str, api: Api
) -> None:
    response = send(other_page, origin, describe(api, "/nocors"))
    expect(response).to_contain_text("The browser did not let this page read the answer (CORS)")
    expect(response).to_contain_text(f"Access-Control-Allow-Origin: {origin}")
    probe = api.last("HEAD")
    assert "authorization" not in probe.headers


@pytest.mark.whole
def test_a_request_that_failed_can_be_copied_as_curl(
    origin: str, api: Api, chromium: Browser
) -> None:
    context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    response = send(page, origin, describe(api, "/nocors"))
    response.get_by_role("button", name="Copy as curl").click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_attached()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"curl --request GET \\\n  --url {api.origin}/nocors"
    context.close()


def test_a_server_that_is_not_there_is_told_apart(other_page: Page, origin: str, api: Api) -> None:
    data = describe(
        api, "/x", request={"servers": [{"url": "http://127.0.0.1:9", "variables": []}]}
    )
    response = send(other_page, origin, data)
    expect(response).to_contain_text("The server could not be reached")
    data["request"]["servers"][0]["url"] = "http://127.0.0.1:1"
    expect(send(other_page, origin, data)).to_contain_text("The server could not be reached")


def test_what_the_policy_of_the_site_forbids_is_told(
    other_page: Page, origin: str, api: Api
) -> None:
    other_page.goto(f"{origin}/")
    other_page.evaluate(
        """() => {
          const meta = document.createElement("meta");
          meta.httpEquiv = "Content-Security-Policy";
          meta.content = "connect-src 'self'";
          document.head.append(meta);
        }"""
    )
    response = send(other_page, origin, describe(api, "/json"))
    expect(response).to_contain_text("The policy of this site does not allow the request")


def test_a_redirect_is_not_followed(other_page: Page, origin: str, api: Api) -> None:
    before = len(api.received)
    response = send(other_page, origin, describe(api, "/redirect"))
    expect(response).to_contain_text("The API answers with a redirect")
    assert [each.target for each in api.received[before:]] == ["/redirect"]


@pytest.mark.whole
def test_an_answer_that_breaks_off_is_shown_as_far_as_it_came(
    other_page: Page, origin: str, api: Api
) -> None:
    response = send(other_page, origin, describe(api, "/break"))
    expect(response).to_contain_text("The connection broke off")
    expect(response.locator(".row")).to_have_text('{"a": 1')


@pytest.mark.whole
def test_an_address_with_braces_is_not_sent(page: Page, origin: str, api: Api) -> None:
    server = {"url": "http://{host}/v1", "variables": []}
    response = send(page, origin, describe(api, "/x", request={"servers": [server]}))
    expect(response).to_contain_text("This is not an address")


# --- large bodies -------------------------------------------------------------------------------

STEPS = """
() => {
  // A clock on which every look takes a millisecond: what is counted is work, on any machine.
  let now = 0;
  performance.now = () => (now += 1);
  window.pauses = 0;
  const later = window.setTimeout;
  window.setTimeout = (work, wait, ...more) => {
    if (!wait) window.pauses += 1;
    return later(work, wait, ...more);
  };
}
"""
MOST_ROWS = 1100
"""How many lines are in the page at most; all others are drawn when they come into view."""


@pytest.mark.parametrize(
    ("path", "pauses"),
    first_of_each(
        [("/large", 6), ("/one-line", 0), ("/many", 90), ("/large-text", 8), ("/deep", 6)]
    ),
)
def test_a_large_body_is_read_in_slices_and_drawn_in_part(
    page: Page, origin: str, api: Api, path: str, pauses: int
) -> None:
    items = {"types": ["array"], "items": {"types": ["object", "integer", "array"]}}
    responses = answered(items if path != "/one-line" else {"types": ["object"]})
    page.goto(f"{origin}/")
    page.evaluate(STEPS)
    response = send(page, origin, describe(api, path, responses=responses))
    expect(response.locator(".row").first).to_be_visible()
    assert page.evaluate("window.pauses") >= pauses
    assert page.locator(".row").count() < MOST_ROWS


@pytest.mark.whole
def test_a_large_body_is_searched_scrolled_and_folded_without_being_drawn(
    page: Page, origin: str, api: Api
) -> None:
    response = send(page, origin, describe(api, "/large"))
    tree, rows = response.get_by_role("tree"), page.locator(".row")
    expect(tree).to_have_attribute("aria-label", re.compile("100,002 lines"))
    page.evaluate(STEPS)
    box = response.get_by_label("Search the body")
    box.fill("row 1999")
    expect(response.locator(".play-found")).to_have_text(re.compile("1 of 11"))
    assert page.evaluate("window.pauses") > 2
    box.press("Enter")
    expect(response.locator(".play-found")).to_have_text(re.compile("2 of 11"))
    tree.focus()
    for key in ("End", "PageUp", "Home", "PageDown", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
        assert rows.count() < MOST_ROWS, key
    response.get_by_role("button", name="Collapse").click()
    response.get_by_role("button", name="Expand").click()
    tree.evaluate("(tree) => { tree.scrollTop = tree.scrollHeight / 2 }")
    expect(rows.first).to_be_visible()
    assert 1 < rows.count() < MOST_ROWS


# --- accessibility ------------------------------------------------------------------------------


@needs_axe
@pytest.mark.parametrize("scheme", first_of_each(["light", "dark"]))
def test_axe_finds_nothing_in_any_state(
    origin: str, api: Api, chromium: Browser, scheme: Any
) -> None:
    context = chromium.new_context(color_scheme=scheme, bypass_csp=True)
    page = context.new_page()
    page.goto(f"{origin}/")
    api.go_on.clear()
    for path in ("/wait", "/nested", "/large", "/html", "/png", "/binary", "/events", "/nocors"):
        data = describe(api, path, responses=answered(NESTED))
        (start if path == "/wait" else send)(page, origin, data)
        expect(page.locator(".response")).to_be_visible()
        assert list_violations(page) == [], path
    context.close()


@pytest.mark.whole
def test_a_phone_shows_the_response_without_scrolling_sideways(
    origin: str, api: Api, chromium: Browser
) -> None:
    context = chromium.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    for path in ("/json", "/nested", "/events", "/binary", "/html"):
        send(page, origin, describe(api, path, responses=answered(NESTED)))
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    context.close()


@pytest.mark.whole
def test_every_fixed_answer_is_shown(other_page: Page, origin: str, api: Api) -> None:
    for path in FIXED:
        response = send(other_page, origin, describe(api, path))
        expect(response.locator(".status")).to_contain_text(str(FIXED[path][0]))
