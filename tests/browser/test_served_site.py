"""A built site in the browser, as `octavo serve` serves it, with the proxy of its playground."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from octavo.builder.folder_build import BuildOptions, build_folder
from tests.background_server import running_server
from tests.browser.playground_project import open_form, operation, write_project
from tests.patience import wait_until
from tests.served_sites import serving
from tests.whole import first_of_each


class Api(BaseHTTPRequestHandler):
    """An API that pages of other sites can't call, because it has no CORS."""

    def do_GET(self) -> None:
        body = b'{"beds": ["north", "south"]}'
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def api_port() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Api)
    with running_server(server):
        yield server.server_port


@pytest.mark.parametrize("base_path", first_of_each(["", "/docs"]))
def test_the_playground_sends_through_the_server(
    page: Page, tmp_path: Path, api_port: int, base_path: str
) -> None:
    (tmp_path / "project").mkdir()
    servers = [{"url": f"http://127.0.0.1:{api_port}"}]
    root = write_project(tmp_path / "project", servers, {"/beds": {"get": operation("List beds")}})
    dist = tmp_path / "dist"
    assert build_folder(str(root), str(dist), BuildOptions(base_path)).output
    with serving(dist, "--proxy-allow-net", f"localhost:{api_port}") as site:
        content = open_form(page, f"{site.address}{base_path}/api/list-beds/")
        content.get_by_role("button", name="Send").click()
        expect(page.locator(".mdx-content")).to_contain_text("north")
        wait_until(lambda: any("decision" in line for line in site.requests()))
        forwarded = [line for line in site.requests() if line.get("decision") == "forwarded"]
        assert [line["operation"] for line in forwarded] == ["GET /beds"]
        page.goto("about:blank")  # no further requests when the server ends


@pytest.mark.whole
def test_without_a_proxy_the_browser_sends_itself(
    chromium: Browser, tmp_path: Path, api_port: int
) -> None:
    page = chromium.new_page()  # the console will tell of what the API does not allow
    (tmp_path / "project").mkdir()
    servers = [{"url": f"http://127.0.0.1:{api_port}"}]
    root = write_project(tmp_path / "project", servers, {"/beds": {"get": operation("List beds")}})
    dist = tmp_path / "dist"
    assert build_folder(str(root), str(dist)).output
    with serving(dist, "--no-proxy") as site:
        content = open_form(page, f"{site.address}/api/list-beds/")
        content.get_by_role("button", name="Send").click()
        # The API does not let pages read its answers; that it was asked is what counts.
        expect(page.locator(".mdx-content")).to_contain_text("CORS")
        assert not any("decision" in line for line in site.requests())
    page.close()
