"""The whole playground on the example site, against the example's own service."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from octavo.server.proxy.rules import parse_allowed_net
from tests.browser.axe import list_violations, needs_axe
from tests.previews import running_preview
from tests.whole import first_of_each

pytestmark = pytest.mark.browser

GARDEN = Path(__file__).parents[2] / "examples" / "garden"
TOKEN = "gdn_test_4cTz"
BEDS = "/api-reference/beds/list-beds/"


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    """The address of the service, on a free port."""
    command = [sys.executable, str(GARDEN / "service"), "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        found = re.search(r":(\d+)", process.stderr.readline())
        assert found
        yield f"http://127.0.0.1:{found[1]}"
        process.terminate()


@pytest.fixture(scope="module")
def root(service: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, with the service where it is found in this run."""
    folder = tmp_path_factory.mktemp("garden") / "site"
    shutil.copytree(GARDEN, folder, ignore=shutil.ignore_patterns("service"))
    document = folder / "openapi.yaml"
    document.write_text(document.read_text().replace("http://localhost:3100", service))
    return folder


@pytest.fixture(scope="module")
def preview(root: Path) -> Iterator[str]:
    """The preview, whose proxy may call this machine."""
    with running_preview(root, allow_nets=(parse_allowed_net("localhost"),)) as running:
        yield running.address


@pytest.fixture(scope="module")
def built(root: Path, serve_project: Callable[[Path], str]) -> str:
    """The site on a host that has no proxy."""
    return serve_project(root)


@pytest.fixture
def other_page(chromium: Browser) -> Iterator[Page]:
    """A page that may write to the console, as browsers do when a request fails."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    yield context.new_page()
    context.close()


def open_playground(page: Page, address: str, token: str = TOKEN) -> Locator:
    """Open the playground of a page, fill in its examples, and return where answers are shown."""
    page.goto(address)
    page.get_by_role("button", name="Try it").click()
    page.get_by_role("button", name="Fill in an example").click()
    if token:
        page.get_by_label("Token", exact=True).fill(token)
    return page.locator(".response")


def test_every_kind_of_answer_comes_through_the_proxy(page: Page, preview: str) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    response = open_playground(page, preview + BEDS)
    page.keyboard.press("Control+Enter")
    expect(response.locator(".status")).to_have_text("200 OK")
    expect(response).to_contain_text("The body is as documented.")
    expect(response.get_by_role("treeitem").nth(4)).to_have_text(re.compile('"name": "Tomatoes"'))

    response = open_playground(page, f"{preview}/api-reference/watering/follow-a-run/")
    page.get_by_role("button", name=re.compile("^Send")).click()
    expect(response.locator(".live-name").first).to_be_visible()
    expect(response.locator(".live-state")).to_have_text("Ended")

    response = open_playground(page, f"{preview}/api-reference/photos/get-a-photo/")
    page.keyboard.press("Control+Enter")
    expect(response).to_contain_text("pixels")
    assert not [url for url in requests if not url.startswith((preview, "blob:", "data:"))]


@pytest.mark.whole
def test_numbers_that_browsers_cannot_hold_are_shown_exactly(page: Page, preview: str) -> None:
    page.goto(f"{preview}/api-reference/account/get-the-services-status/")
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".play-bar")).to_be_visible()
    page.keyboard.press("Control+Enter")
    number = page.locator(".response .row", has_text='"requests"')
    expect(number).to_have_text(re.compile(r'"requests": 90071992547\d{5}$'))
    digits = int(number.inner_text().split()[-1])
    # While an answer is still being checked, no second request is sent.
    expect(page.get_by_role("button", name="Send", exact=False).first).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(number).to_have_text(re.compile(f"{digits + 1}$"))


@pytest.mark.whole
def test_files_are_sent_through_the_proxy(page: Page, preview: str, tmp_path: Path) -> None:
    picture = tmp_path / "a picture.png"
    picture.write_bytes(b"\x89PNG" + bytes(range(256)))
    response = open_playground(page, f"{preview}/api-reference/photos/add-photos/")
    page.locator("input[type=file]").first.set_input_files(picture)
    page.keyboard.press("Control+Enter")
    if page.get_by_role("button", name="Send anyway").is_visible():
        page.get_by_role("button", name="Send anyway").click()
    expect(response.locator(".status")).to_have_text("201 Created")
    expect(response.locator(".row", has_text='"bytes"').first).to_contain_text("260")
    expect(response.locator(".row", has_text='"file"').first).to_contain_text("a picture.png")


@pytest.mark.whole
def test_a_wrong_token_gets_the_documented_answer(other_page: Page, preview: str) -> None:
    response = open_playground(other_page, preview + BEDS, "wrong")
    other_page.keyboard.press("Control+Enter")
    expect(response.locator(".status")).to_have_text("401 Unauthorized")
    expect(response.locator(".response-head")).to_contain_text("documented")


def test_a_missing_credential_is_asked_for_and_can_be_left_out(
    other_page: Page, preview: str
) -> None:
    response = open_playground(other_page, preview + BEDS, "")
    other_page.keyboard.press("Control+Enter")
    missing = other_page.locator(".play-missing")
    expect(missing).to_contain_text("Token is required")
    expect(other_page.get_by_label("Token", exact=True)).to_be_focused()
    missing.get_by_role("button", name="Send anyway").click()
    expect(response.locator(".status")).to_have_text("401 Unauthorized")


@pytest.mark.whole
def test_a_host_without_a_proxy_lets_the_browser_call_the_api(
    page: Page, built: str, service: str
) -> None:
    # The tests of this file allow requests to this machine only, and both are on it.
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    response = open_playground(page, built + BEDS)
    page.keyboard.press("Control+Enter")
    expect(response.locator(".status")).to_have_text("200 OK")
    assert [url for url in requests if url.startswith(service)]
    assert page.request.get(f"{built}/_octavo/oauth/").status == 200


@pytest.mark.whole
def test_what_the_proxy_refuses_can_be_sent_by_the_browser(other_page: Page, root: Path) -> None:
    with running_preview(root) as running:
        response = open_playground(other_page, running.address + BEDS)
        other_page.keyboard.press("Control+Enter")
        expect(response).to_contain_text("The proxy does not call private addresses")
        expect(response).to_contain_text("--proxy-allow-net")
        response.get_by_role("button", name="Send from this browser").click()
        expect(response.locator(".status")).to_have_text("200 OK")


@pytest.mark.whole
def test_what_the_policy_would_not_let_the_browser_send_is_not_offered(
    other_page: Page, root: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "site"
    shutil.copytree(root, folder)
    document = folder / "openapi.yaml"
    text = re.sub(r"http://127\.0\.0\.1:\d+", "https://api.example.com", document.read_text())
    document.write_text(text)
    refusal = {"code": "too-many-requests", "message": "Too many."}
    other_page.route("**/_octavo/request", lambda route: route.fulfill(status=429, json=refusal))
    with running_preview(folder) as running:
        response = open_playground(other_page, running.address + BEDS)
        other_page.keyboard.press("Control+Enter")
        expect(response).to_contain_text("Too many requests")
        expect(response.get_by_role("button", name="Copy as curl")).to_be_visible()
        expect(response.get_by_role("button", name="Send from this browser")).to_have_count(0)


@pytest.mark.whole
def test_an_api_that_is_not_there_is_explained(
    other_page: Page, root: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "site"
    shutil.copytree(root, folder)
    document = folder / "openapi.yaml"
    text = re.sub(r"http://127\.0\.0\.1:\d+", "http://127.0.0.1:1100", document.read_text())
    document.write_text(text)
    allowed: Any = (parse_allowed_net("localhost"),)
    with running_preview(folder, allow_nets=allowed) as running:
        response = open_playground(other_page, running.address + BEDS)
        other_page.keyboard.press("Control+Enter")
        expect(response).to_contain_text("The server refuses connections")


@needs_axe
@pytest.mark.parametrize("scheme", first_of_each(["light", "dark"]))
@pytest.mark.parametrize("width", first_of_each([1440, 360]))
def test_axe_finds_nothing_when_open_when_answered_and_when_it_failed(
    chromium: Browser, built: str, scheme: Any, width: int
) -> None:
    size: Any = {"width": width, "height": 900}
    context = chromium.new_context(color_scheme=scheme, viewport=size, bypass_csp=True)
    page = context.new_page()
    response = open_playground(page, built + BEDS)
    assert list_violations(page) == []
    page.keyboard.press("Control+Enter")
    expect(response).to_contain_text("The body is as documented.")
    response.locator("summary").filter(has_text="header").click()
    assert list_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_label("Server", exact=True).select_option(index=1)
    page.get_by_label("Token", exact=True).fill("x")
    # No request leaves this machine, because the browser is offline.
    context.set_offline(True)
    page.keyboard.press("Control+Enter")
    expect(response).to_contain_text("You are offline")
    assert list_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()
