"""The playground of a preview sends to its mock."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.playground_project import open_form, operation, shown_sample, write_project
from tests.previews import running_preview

pytestmark = pytest.mark.browser

LIMIT = {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 10}}
ANSWER = {
    "application/json": {"schema": {"type": "object", "properties": {"bed": {"const": "B7"}}}}
}
PATHS = {
    "/beds": {
        "get": operation("List beds")
        | {"parameters": [LIMIT], "responses": {"200": {"description": "Fine", "content": ANSWER}}}
    }
}


def test_any_operation_can_be_tried_at_once(tmp_path: Path, chromium: Browser) -> None:
    write_project(tmp_path, [{"url": "https://api.example.com/v1"}], PATHS)
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with running_preview(tmp_path, has_mock=True) as preview:
        mock = f"{preview.address}/_octavo/mock/own.json"
        content = open_form(page, f"{preview.address}/api/list-beds/")
        server = content.get_by_label("Server", exact=True)
        expect(server.locator("option")).to_have_text(
            ["https://api.example.com/v1", f"{mock} (Mock)"]
        )
        expect(server).to_have_value("0")
        server.select_option("1")
        expect(shown_sample(page)).to_contain_text(f"{mock}/beds")
        content.get_by_role("button", name="Send").first.click()
        response = page.locator(".play-response")
        expect(response).to_contain_text("200")
        expect(response).to_contain_text("B7")
        content.get_by_label("limit", exact=True).fill("11")
        content.get_by_role("button", name="Send").first.click()
        # The form knows the limit, too.
        page.get_by_role("button", name="Send anyway").click()
        expect(response).to_contain_text("400")
        expect(response).to_contain_text("must be at most 10")
    assert f"{mock}/beds" in asked
    assert all(url.startswith(preview.address) for url in asked)
    context.close()
