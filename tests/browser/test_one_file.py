"""A reference in one file, opened from the disk: it needs no network and no server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from octavo.scaffold.onefile.write import Look, write_one_file
from tests.playground_api import serve_api

HOSTILE = "</script><script>window.hacked=1</script><!--<img src=https://evil.example/x>"


def build_document(server: str) -> dict[str, Any]:
    deep: dict[str, Any] = {"type": "string", "description": "zq-deepest"}
    for number in range(8):
        deep = {"type": "object", "properties": {f"level{number}": deep}}
    tag = {"name": "Tree", "type": "object", "properties": {}}
    tag["properties"] = {"children": {"type": "array", "items": {"$ref": "#/components/schemas/T"}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": f"Garden {HOSTILE}", "version": "1", "description": HOSTILE},
        "servers": [{"url": server}],
        "tags": [{"name": f"plants{HOSTILE}", "description": "All plants."}],
        "components": {"schemas": {"T": tag}},
        "paths": {
            "/echo": {
                "get": {
                    "summary": "List plants",
                    "tags": [f"plants{HOSTILE}"],
                    "parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer"}}],
                    "responses": {"200": {"description": "ok"}},
                },
                "post": {
                    "summary": f"Water {HOSTILE}",
                    "description": "![](https://evil.example/picture.png) zq-water",
                    "tags": [f"plants{HOSTILE}"],
                    "requestBody": {"content": {"application/json": {"schema": deep}}},
                    "responses": {
                        "200": {
                            "description": HOSTILE,
                            "content": {
                                "application/json": {"schema": {"$ref": "#/components/schemas/T"}}
                            },
                        }
                    },
                },
            }
        },
    }


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serve_api() as api:
        yield api.origin


@pytest.fixture(scope="module")
def address(server: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("one")
    (folder / "api.json").write_text(json.dumps(build_document(server)))
    output = folder / "my reference.html"
    report = write_one_file(str(folder / "api.json"), str(output), (), Look())
    assert report.is_written, report.problems
    return output.as_uri()


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context()
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, address: str) -> Iterator[Page]:
    """The open file. Nothing but the file is requested, and nothing fails."""
    page = context.new_page()
    requests: list[str] = []
    blocked: list[str] = []
    faults: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    # Chromium announces pictures that the policy of the file keeps from being loaded.
    page.on("requestfailed", lambda each: blocked.extend([each.url] * (each.failure == "csp")))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address)
    yield page
    own = {address, address.partition("#")[0]}
    others = [
        each for each in requests if each.partition("#")[0] not in own and each not in blocked
    ]
    assert [each for each in others if not each.startswith(("data:", "http://127.0.0.1"))] == []
    assert faults == []
    assert page.evaluate("window.hacked") is None


def open_page(page: Page, title: str) -> None:
    page.locator(".sidebar-tree summary").first.click()
    page.locator(".sidebar-tree a", has_text=title).first.click()
    expect(page.locator("#page-title")).to_contain_text(title)


def test_a_link_of_the_sidebar_opens_a_page_and_the_way_back_is_there(page: Page) -> None:
    expect(page.locator("#page-title")).to_contain_text("Garden")
    open_page(page, "List plants")
    expect(page).to_have_title("List plants - Garden " + page.title().split("Garden ")[1])
    assert "#/" in page.url
    current = page.locator(".sidebar-tree [aria-current=page]")
    expect(current).to_have_count(1)
    expect(current).to_contain_text("List plants")
    assert page.evaluate("document.activeElement.id") == "content-area"
    assert page.evaluate("scrollY") == 0
    page.go_back()
    expect(page.locator("#page-title")).to_contain_text("Garden")
    page.go_forward()
    expect(page.locator("#page-title")).to_contain_text("List plants")
    page.reload()
    expect(page.locator("#page-title")).to_contain_text("List plants")


def test_the_search_leads_to_a_page(page: Page) -> None:
    page.keyboard.press("Control+k")
    page.keyboard.type("zq-water")
    expect(page.locator(".search-hit").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#page-title")).to_contain_text("Water")


def test_deep_fields_open_and_have_an_address(page: Page, address: str) -> None:
    open_page(page, "Water")
    field = ".".join(["body", *(f"level{number}" for number in range(7, -1, -1))])
    page.evaluate(f"location.hash += '#{field}'")
    expect(page.locator(f'[id="{field}"]')).to_be_visible()
    url = page.url
    page.goto("about:blank")
    page.goto(url)
    expect(page.get_by_text("zq-deepest").first).to_be_visible()


def test_samples_change_their_language(page: Page) -> None:
    open_page(page, "List plants")
    page.get_by_role("tab", name="Python").first.click()
    expect(page.locator('.request-example [data-language="python"]')).to_contain_text("import")


def test_the_playground_sends_a_request(page: Page, server: str) -> None:
    open_page(page, "List plants")
    page.locator(".endpoint-try").first.click()
    with page.expect_request(lambda request: request.url.startswith(server)):
        page.get_by_role("button", name="Send").click()


def test_all_operations_are_readable_without_javascript(chromium: Browser, address: str) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    for text in ("List plants", "zq-water", "limit"):
        assert text in page.content()
    assert page.locator("section.octavo-page").count() == 3
    page.locator(".sidebar-tree summary").first.click()
    page.locator(".sidebar-tree a", has_text="List plants").click()
    path = page.url.partition("#")[2]
    assert page.locator(f'section[id="{path}"]').count() == 1
    context.close()


def test_a_file_that_octavo_did_not_write_is_kept(tmp_path: Path) -> None:
    (tmp_path / "api.json").write_text(json.dumps(build_document("https://a.example")))
    output = tmp_path / "notes.html"
    output.write_text("<p>mine")
    args = str(tmp_path / "api.json"), str(output), (), Look(title="T", theme="quill")
    assert [each.code for each in write_one_file(*args).problems] == ["output-not-ours"]
    assert output.read_text() == "<p>mine"
    assert write_one_file(*args, force=True).is_written
    report = write_one_file(*args)
    assert (report.is_written, report.problems) == (False, ())
