"""The content types of the parts of a form: shown, chosen, typed, and sent."""

from __future__ import annotations

from collections.abc import Callable
from email import message_from_bytes
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.playground_project import open_form, operation, shown_sample, write_project
from tests.playground_api import Api

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

FILE = {"type": "string", "format": "binary"}
PROPERTIES = {
    "photo": FILE,
    "scan": FILE,
    "plain": FILE,
    "note": {"type": "string"},
    "meta": {"type": "object", "properties": {"by": {"type": "string"}}},
    "title": {"type": "string"},
}
ENCODING = {
    "photo": {"contentType": "image/png, image/jpeg"},
    "scan": {"contentType": "image/*"},
    "note": {"contentType": "text/plain, text/markdown"},
}
BODY = {"schema": {"type": "object", "properties": PROPERTIES}, "encoding": ENCODING}
PATHS = {
    "/echo": {
        "post": operation("Upload", requestBody={"content": {"multipart/form-data": BODY}}),
    }
}


@pytest.fixture(scope="module")
def site(
    api: Api, serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory
) -> str:
    root = tmp_path_factory.mktemp("parts")
    return serve_project(write_project(root, [{"url": api.origin}], PATHS)) + "/api/upload/"


def _file(name: str, media_type: str) -> FilePayload:
    return {"name": name, "mimeType": media_type, "buffer": b"x"}


def _send(page: Page, api: Api) -> dict[str, str | None]:
    """Send, and return the content type that each part came with."""
    before = len(api.received)
    page.keyboard.press("Control+Enter")
    expect(page.locator(".response-status, .response-head").first).to_be_visible()
    while len(api.received) == before or api.received[-1].method != "POST":
        page.wait_for_timeout(20)
    received = api.last("POST")
    kind = {name.lower(): value for name, value in received.headers.items()}["content-type"]
    message = message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + received.body)
    parts = message.get_payload()
    assert isinstance(parts, list)
    return {
        str(part.get_param("name", header="content-disposition")): part["Content-Type"]
        for part in parts
        if not isinstance(part, str)
    }


def test_parts_are_sent_as_documented_or_as_the_file_says(page: Page, api: Api, site: str) -> None:
    content = open_form(page, site)
    content.get_by_label("photo", exact=True).set_input_files(_file("a.bin", "image/gif"))
    content.get_by_label("scan", exact=True).set_input_files(_file("a.webp", "image/webp"))
    content.get_by_label("plain", exact=True).set_input_files(_file("a.csv", "text/csv"))
    content.get_by_label("note", exact=True).fill("n")
    content.get_by_label("title", exact=True).fill("t")
    expect(content.get_by_label("Content type of photo")).to_have_attribute(
        "placeholder", "image/png"
    )
    expect(content.get_by_label("Content type of scan")).to_have_attribute("placeholder", "image/*")
    expect(content.locator(".part-type code")).to_have_text(["application/json"])
    assert _send(page, api) == {
        "photo": "image/png",
        "scan": "image/webp",
        "plain": "text/csv",
        "note": "text/plain",
        "title": None,
    }


def test_a_chosen_or_typed_type_is_sent_and_shown_in_the_sample(
    page: Page, api: Api, site: str
) -> None:
    content = open_form(page, site)
    content.get_by_label("photo", exact=True).set_input_files(_file("a.bin", "image/gif"))
    options = content.locator("datalist option").evaluate_all("all => all.map(({value}) => value)")
    assert "image/jpeg" in options
    content.get_by_label("Content type of photo").fill("image/avif")
    content.get_by_label("note", exact=True).fill("n")
    content.get_by_label("Content type of note").select_option("text/markdown")
    expect(shown_sample(page)).to_contain_text("type=image/avif")
    expect(shown_sample(page)).to_contain_text("type=text/markdown")
    assert _send(page, api) == {"photo": "image/avif", "note": "text/markdown"}
    content.get_by_role("button", name="Reset").click()
    expect(content.get_by_label("Content type of photo")).to_have_value("")
    expect(content.get_by_label("Content type of note")).to_have_value("")


@pytest.mark.whole
def test_what_is_no_content_type_is_told_before_sending(page: Page, site: str) -> None:
    content = open_form(page, site)
    field = content.get_by_label("Content type of photo")
    field.fill('image/png"\r\nX: y')
    expect(field).to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".play-missing")).to_contain_text("photo needs a content type")
    expect(field).to_be_focused()


@pytest.mark.whole
def test_a_chosen_type_is_filled_in_again_from_the_history(page: Page, api: Api, site: str) -> None:
    content = open_form(page, site)
    content.get_by_label("note", exact=True).fill("n")
    content.get_by_label("Content type of note").select_option("text/markdown")
    _send(page, api)
    content.get_by_role("button", name="Reset").click()
    page.locator(".history summary").click()
    page.get_by_role("button", name="Fill in again").click()
    expect(content.get_by_label("Content type of note")).to_have_value("text/markdown")
