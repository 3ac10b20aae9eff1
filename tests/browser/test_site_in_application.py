"""A reader logs in to an application, reads the documentation in it, and tries its API."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playground_project import open_form
from tests.mounted_sites import (
    PASSWORD,
    SECRET,
    UVICORN,
    build_site,
    running,
    write_guide_files,
    write_project,
)
from tests.playground_api import serve_api
from tests.whole import first_of_each

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("folder", first_of_each(["dist", "project"]))
def test_a_reader_logs_in_and_sends_a_request(page: Page, tmp_path: Path, folder: str) -> None:
    write_guide_files(tmp_path)
    program = tmp_path / "main.py"
    allowed = f'asgi_app("{folder}", allow_nets=["localhost"])'
    program.write_text(program.read_text().replace('asgi_app("dist")', allowed))
    with serve_api() as api:
        build_site(write_project(tmp_path / "project", api.origin), tmp_path / "dist")
        with running((*UVICORN, "main:app"), tmp_path) as port:
            address = f"http://127.0.0.1:{port}"
            page.goto(f"{address}/docs/docs/guide/")
            expect(page).to_have_url(f"{address}/login")
            page.locator("input").fill(PASSWORD)
            page.locator("input").press("Enter")
            expect(page).to_have_url(f"{address}/docs/")
            expect(page.get_by_role("main").get_by_text(SECRET)).to_be_visible()

            page.wait_for_load_state("load")  # scripts listen to keys from now on
            page.keyboard.press("Control+k")
            page.get_by_role("combobox").fill("Guide")
            page.get_by_role("option", name=re.compile("Guide")).first.click()
            expect(page).to_have_url(f"{address}/docs/docs/guide/")

            tab = page.locator("a[href^='/docs/api/']").first.get_attribute("href")
            page.goto(f"{address}{tab}")
            operation = page.locator(".operation-list a").first.get_attribute("href")
            form = open_form(page, f"{address}{operation}")
            form.get_by_role("button", name="Send", exact=True).click()
            expect(page.locator(".response .status")).to_contain_text("200")
            sent = api.last("GET")
            assert sent.target == "/echo"
            # The server has called it, not the browser.
            assert not {"origin", "cookie", "sec-fetch-site"} & sent.headers.keys()
            page.goto("about:blank")  # no further requests when the server ends
