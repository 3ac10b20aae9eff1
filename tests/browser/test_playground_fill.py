"""What must be sent is open from the start, and an example fills in all of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.playground_project import open_form, operation, shown_sample, write_project
from tests.playground_api import Api

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

TEXT = {"type": "string"}


def parameter(name: str, schema: dict[str, Any], place: str = "query") -> dict[str, Any]:
    return {"name": name, "in": place, "required": True, "schema": schema}


def body(schema: dict[str, Any], kind: str = "application/json", **more: Any) -> dict[str, Any]:
    return {"required": True, "content": {kind: {"schema": schema, **more}}}


def thing(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": required, "properties": properties}


def nest(levels: int) -> dict[str, Any]:
    """Return lists in lists of objects, with several hundred thousand texts in all."""
    inner = nest(levels - 1) if levels else TEXT
    members = {f"m{number}": inner for number in range(2)}
    return {"type": "array", "minItems": 9, "items": thing([*members], **members)}


CARD = thing(["kind", "number"], kind={"const": "card"}, number=TEXT)
BANK = thing(["kind", "iban"], kind={"const": "bank"}, iban=TEXT, city=TEXT)
PATHS: dict[str, Any] = {
    "/echo/{id}": {
        "post": operation(
            "Make",
            parameters=[
                parameter("id", {"type": "string", "format": "uuid"}, "path"),
                parameter("size", {"type": "integer", "minimum": 3}),
                parameter("color", {"type": "string", "enum": ["red", "blue"]}),
                parameter("tags", {"type": "array", "items": TEXT}),
                parameter("where", thing(["city"], city=TEXT)) | {"style": "deepObject"},
            ],
            requestBody=body(
                thing(
                    ["name", "home", "either"],
                    name=TEXT,
                    note={"type": "string", "example": "A note"},
                    home=thing(["city"], city={"type": "string", "minLength": 12}),
                    either={"type": ["string", "integer"]},
                )
            ),
            security=[{"token": []}, {"login": []}],
        )
    },
    "/echo": {
        "put": operation(
            "Upload",
            requestBody=body(
                thing(
                    ["file", "title"],
                    file={"type": "string", "format": "binary"},
                    title={"type": "string", "example": "A title"},
                    note={"type": "string", "example": "A note"},
                ),
                "multipart/form-data",
            ),
        ),
        "post": operation(
            "Pay",
            requestBody=body(
                {"oneOf": [CARD, BANK]},
                examples={
                    "one": {"summary": "By card", "value": {"kind": "card", "number": "1"}},
                    "two": {"summary": "By bank", "value": {"kind": "bank", "iban": "X"}},
                },
            ),
        ),
        "patch": operation("Touch", requestBody=body(thing([], note=TEXT))),
        "get": operation(
            "Find nothing",
            parameters=[
                parameter("tags", {"type": "array", "items": TEXT}) | {"example": []},
                parameter("since", TEXT) | {"example": None},
                parameter("until", {"type": ["string", "null"], "examples": [None]}),
                parameter("where", thing([])) | {"example": {}},
                parameter("X-Tags", {"type": "array", "items": TEXT}, "header") | {"example": []},
            ],
        ),
    },
    "/huge": {
        "post": operation(
            "Overfill",
            requestBody=body(
                thing(
                    ["name", "long", "many"],
                    name=TEXT,
                    long={"type": "string", "minLength": 10**10},
                    many=nest(5),
                )
            ),
        )
    },
}


@pytest.fixture(scope="module")
def site(
    api: Api, serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory
) -> str:
    root = write_project(tmp_path_factory.mktemp("fill"), [{"url": api.origin}], PATHS)
    document = json.loads((root / "own.json").read_text("utf-8"))
    document["components"] = {
        "securitySchemes": {
            "token": {"type": "http", "scheme": "bearer"},
            "login": {"type": "http", "scheme": "basic"},
        }
    }
    (root / "own.json").write_text(json.dumps(document), "utf-8")
    return serve_project(root)


def field(content: Locator, label: str) -> Locator:
    return content.get_by_label(label, exact=True)


def press(content: Locator, name: str) -> None:
    content.get_by_role("button", name=name, exact=True).click()


def send(content: Locator) -> Locator:
    """Send the request, and return the status that is shown."""
    content.locator(".play-send").click()
    status = content.locator(".response .status")
    expect(status).to_be_visible()
    return status


def test_what_must_be_sent_is_an_input_from_the_start(page: Page, site: str) -> None:
    content = open_form(page, f"{site}/api/make/")
    for label in ("id", "size", "color", "tags, item 1", "where.city", "name", "either, type"):
        expect(field(content, label)).to_be_visible()
    for label in ("id", "size", "tags", "where", "name", "home", "Body"):
        expect(field(content, f"Send {label}")).to_have_count(0)
    expect(field(content, "Send note")).to_be_visible()
    expect(content.get_by_text("not sent")).to_have_count(1)
    expect(content.locator("select.slot-input option:checked", has_text="Not sent")).to_have_count(
        0
    )


def test_send_lists_a_missing_credential_like_any_field(page: Page, site: str) -> None:
    content = open_form(page, f"{site}/api/make/")
    expect(field(content, "Token")).to_be_focused()
    content.locator(".play-send").click()
    named = content.locator(".missing-list > li > :first-child")
    expect(named).to_have_text(
        ["Token", "id", "size", "color", "tags", "where.city", "name", "home.city", "either"]
    )
    content.get_by_label("Send with").select_option("login")
    content.locator(".play-send").click()
    expect(named.first).to_have_text("Username")
    named.first.click()
    expect(field(content, "Username")).to_be_focused()


@pytest.mark.whole
def test_an_empty_text_is_sent_when_the_reader_says_so(page: Page, site: str, api: Api) -> None:
    content = open_form(page, f"{site}/api/make/")
    press(content, "Fill in an example")
    expect(field(content, "name")).not_to_have_value("")
    field(content, "Token").fill("t")
    field(content, "name").fill("")
    content.locator(".play-send").click()
    press(content, "Send it empty: name")
    expect(send(content)).to_have_text("200 OK")
    assert json.loads(api.last("POST").body)["name"] == ""


def test_an_example_fills_in_all_that_must_be_there(page: Page, site: str, api: Api) -> None:
    content = open_form(page, f"{site}/api/make/")
    field(content, "Token").fill("t")
    press(content, "Fill in an example")
    expect(field(content, "name")).not_to_have_value("")
    expect(send(content)).to_have_text("200 OK")
    sent = api.last("POST")
    assert "size=3" in sent.target
    assert "color=red" in sent.target
    assert "tags=example" in sent.target
    assert "where%5Bcity%5D=example" in sent.target
    filled = json.loads(sent.body)
    assert len(filled["home"]["city"]) >= 12
    assert {"name", "note", "home", "either"} <= filled.keys()


def test_what_was_typed_stays_when_an_example_is_filled_in(page: Page, site: str, api: Api) -> None:
    content = open_form(page, f"{site}/api/make/")
    field(content, "Token").fill("t")
    field(content, "id").fill("mine")
    field(content, "tags, item 1").fill("own")
    field(content, "name").fill("Ada")
    for _ in range(2):
        press(content, "Fill in an example")
        expect(field(content, "note")).to_have_value("A note")
        expect(field(content, "id")).to_have_value("mine")
        expect(field(content, "name")).to_have_value("Ada")
    expect(send(content)).to_have_text("200 OK")
    assert api.last("POST").target.startswith("/echo/mine?")
    assert "tags=own" in api.last("POST").target


@pytest.mark.whole
def test_text_of_the_json_view_stays_as_well(page: Page, site: str) -> None:
    content = open_form(page, f"{site}/api/make/")
    press(content, "JSON")
    box = field(content, "Body, as JSON")
    box.fill('{"name": "Ada", "own": [1]}')
    press(content, "Fill in an example")
    expect(box).not_to_have_value('{"name": "Ada", "own": [1]}')
    written = json.loads(box.input_value())
    assert (written["name"], written["own"], written["note"]) == ("Ada", [1], "A note")
    box.fill('{"name": ')
    press(content, "Fill in an example")
    expect(page.get_by_role("status")).to_have_text("Filled in")
    expect(box).to_have_value('{"name": ')


@pytest.mark.whole
def test_a_chosen_file_stays(page: Page, site: str, api: Api) -> None:
    content = open_form(page, f"{site}/api/upload/")
    file = {"name": "mine.txt", "mimeType": "text/plain", "buffer": b"Mine"}
    field(content, "file").set_input_files(file)  # type: ignore[arg-type] # one file is enough
    press(content, "Fill in an example")
    expect(field(content, "title")).to_have_value("A title")
    expect(content.locator(".file-name")).to_have_text("mine.txt")
    expect(send(content)).to_have_text("200 OK")
    assert b'filename="mine.txt"' in api.last("PUT").body


@pytest.mark.whole
def test_an_example_takes_the_place_of_another(page: Page, site: str) -> None:
    content = open_form(page, f"{site}/api/pay/")
    fills = field(content, "Fill in an example")
    fills.select_option("By card")
    expect(field(content, "number")).to_have_value("1")
    fills.select_option("By bank")
    expect(field(content, "iban")).to_have_value("X")
    field(content, "city").fill("Graz")
    fills.select_option("By bank")
    expect(field(content, "city")).to_have_value("Graz")
    fills.select_option("By card")
    expect(field(content, "number")).to_have_value("1")
    expect(content.locator(".slot-note")).to_be_hidden()


@pytest.mark.whole
def test_a_body_that_must_be_there_is_sent_without_fields(page: Page, site: str, api: Api) -> None:
    content = open_form(page, f"{site}/api/touch/")
    expect(send(content)).to_have_text("200 OK")
    assert json.loads(api.last("PATCH").body) == {}


def test_a_sample_of_an_empty_example_sends_what_is_sent(page: Page, site: str, api: Api) -> None:
    page.goto(f"{site}/api/find-nothing/")
    before = shown_sample(page).inner_text()
    assert "/echo?since=&until='" in before
    assert "--header 'X-Tags;'" in before
    content = open_form(page, f"{site}/api/find-nothing/")
    press(content, "Fill in an example")
    expect(page.get_by_role("status")).to_have_text("Filled in")
    expect(shown_sample(page)).to_have_text(before)
    expect(send(content)).to_have_text("200 OK")
    assert api.last("GET").target == "/echo?since=&until="


@pytest.mark.whole
def test_an_example_that_would_be_huge_is_filled_in_in_part(page: Page, site: str) -> None:
    content = open_form(page, f"{site}/api/overfill/")
    press(content, "Fill in an example")
    expect(field(content, "name")).not_to_have_value("")
    expect(field(content, "long")).to_have_value("")
