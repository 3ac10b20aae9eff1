"""Where requests go: a server chosen on another page, or an address that the reader enters."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playground_project import open_form, operation, shown_sample, write_project
from tests.playground_api import Api
from tests.previews import running_preview
from tests.whole import first_of_each

pytestmark = pytest.mark.browser

SERVERS: list[dict[str, Any]] = [
    {"url": "https://one.example/v1"},
    {
        "url": "https://{region}.example/v2/",
        "variables": {"region": {"default": "eu", "enum": ["eu", "us"]}},
    },
]
LONG = {"type": "object", "example": {f"key{number}": "x" * 50 for number in range(200)}}
BODY = {"content": {"application/json": {"schema": LONG}}}
PATHS = {
    "/echo": {"get": operation("Ask"), "post": operation("Tell", requestBody=BODY)},
    "/all": {"get": operation("List")},
    "/other": {"get": operation("Elsewhere", servers=[{"url": "https://two.example"}])},
}
WRITTEN = "---\ntitle: Written\napi: GET /echo\n---\n\n<ParamField query='q'>Q</ParamField>\n"


@pytest.fixture(scope="module")
def site(serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory) -> str:
    return serve_project(write_project(tmp_path_factory.mktemp("servers"), SERVERS, PATHS))


def write_homeless(root: Path) -> Path:
    """Write a project without any server of its API."""
    write_project(root, [], PATHS)
    (root / "written.mdx").write_text(WRITTEN, "utf-8")
    return root


@pytest.fixture(scope="module")
def homeless(serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory) -> str:
    return serve_project(write_homeless(tmp_path_factory.mktemp("homeless")))


@pytest.mark.whole
def test_a_chosen_server_is_shown_by_the_next_page_before_its_playground_opens(
    page: Page, site: str
) -> None:
    content = open_form(page, f"{site}/api/ask/")
    content.get_by_label("Server", exact=True).select_option("1")
    content.get_by_label("Server variable region").select_option("us")
    chosen = "https://us.example/v2"
    page.keyboard.press("Escape")
    expect(page.locator(".endpoint-address")).to_have_text(chosen)
    page.goto(f"{site}/api/list/")
    expect(page.locator(".endpoint-address")).to_have_text(chosen)
    expect(page.locator(".endpoint-copy")).to_have_attribute("data-copy", f"{chosen}/all")
    for language in ("Python", "JavaScript", "PHP", "Go", "Java", "cURL"):
        page.get_by_role("tab", name=language, exact=True).click()
        expect(shown_sample(page)).to_contain_text(f"{chosen}/all")
    # All of a long one, too.
    page.goto(f"{site}/api/tell/")
    page.locator(".code-block:not([hidden]) > .example-more").click()
    expect(shown_sample(page)).to_contain_text("key199")
    expect(shown_sample(page)).to_contain_text(f"{chosen}/echo")
    content = open_form(page, f"{site}/api/tell/")
    content.get_by_label("Server", exact=True).select_option("0")
    expect(shown_sample(page)).to_contain_text("https://one.example/v1/echo")
    expect(page.locator(".endpoint-address")).to_have_text("https://one.example/v1")


@pytest.mark.whole
def test_an_operation_with_other_servers_keeps_them(page: Page, site: str) -> None:
    content = open_form(page, f"{site}/api/ask/")
    content.get_by_label("Server", exact=True).select_option("1")
    page.goto(f"{site}/api/elsewhere/")
    expect(page.locator(".endpoint-address")).to_have_text("https://two.example")
    expect(shown_sample(page)).to_contain_text("https://two.example/other")


@pytest.mark.parametrize("path", first_of_each(["/api/ask/", "/written/"]))
def test_without_a_documented_host_the_site_stands_for_it_and_says_so(
    page: Page, homeless: str, path: str
) -> None:
    page.goto(homeless + path)
    words = page.locator(".endpoint-server")
    expect(words).to_have_text(f"The API's host is not documented: {homeless} stands for it.")
    expect(shown_sample(page)).to_contain_text(f"{homeless}/echo")
    content = open_form(page, homeless + path)
    expect(page.locator(".play-address")).to_have_text(f"{homeless}/echo")
    expect(content.get_by_label("Address of the server")).to_have_value("")


def test_an_address_is_entered_kept_for_the_tab_and_called(
    page: Page, homeless: str, api: Api
) -> None:
    content = open_form(page, f"{homeless}/api/ask/")
    address = content.get_by_label("Address of the server")
    address.fill("api.example")
    content.locator(".play-send").click()
    expect(content.locator(".missing-list")).to_have_text("Server needs an address")
    address.fill(f"{api.origin}/")
    expect(shown_sample(page)).to_contain_text(f"{api.origin}/echo")
    content.locator(".play-send").click()
    expect(page.locator(".response .status")).to_have_text("200 OK")
    assert api.last("GET").target == "/echo"
    page.goto(f"{homeless}/api/tell/")
    expect(page.locator(".endpoint-address")).to_have_text(api.origin)
    expect(shown_sample(page)).to_contain_text(f"{api.origin}/echo")
    other = page.context.new_page()
    other.goto(f"{homeless}/api/tell/")
    expect(other.locator(".endpoint-address")).to_have_text(homeless)
    content = open_form(page, f"{homeless}/api/tell/")
    content.get_by_label("Address of the server").fill("")
    expect(page.locator(".endpoint-address")).to_have_text(homeless)


@pytest.mark.whole
def test_the_browser_itself_calls_an_entered_address(page: Page, tmp_path: Path, api: Api) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    with running_preview(write_homeless(tmp_path)) as preview:
        content = open_form(page, f"{preview.address}/api/ask/")
        content.get_by_label("Address of the server").fill(api.origin)
        content.locator(".play-send").click()
        expect(page.locator(".response .status")).to_have_text("200 OK")
        page.goto("about:blank")
    assert f"GET {api.origin}/echo" in asked
    assert not [each for each in asked if each.startswith("POST")], "nothing goes to the proxy"
