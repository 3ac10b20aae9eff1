"""Small projects around one API document, and the parts of an open playground."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect


def operation(summary: str, **more: Any) -> dict[str, Any]:
    """Return an operation that answers with anything."""
    return {"summary": summary, "responses": {"200": {"description": "Fine"}}, **more}


def write_project(
    root: Path, servers: list[dict[str, Any]], paths: dict[str, Any], **api: Any
) -> Path:
    """Write a project with these operations and settings of the API into a folder."""
    tabs = [{"name": "API", "url": "api", "openapi": "own.json"}]
    pages = [{"group": "A", "pages": ["index"]}]
    settings = {"name": "Own", "navigation": pages, "tabs": tabs, "api": api}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Own", "version": "1"},
        "servers": servers,
        "paths": paths,
    }
    (root / "site.json").write_text(json.dumps(settings))
    (root / "own.json").write_text(json.dumps(document))
    (root / "index.mdx").write_text("Hello.")
    return root


def open_form(page: Page, address: str) -> Locator:
    """Open the playground of a page and return the content around it."""
    page.goto(address)
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".play-bar")).to_be_visible()
    return page.locator(".mdx-content")


def shown_sample(page: Page) -> Locator:
    """Return the request sample that is shown."""
    return page.locator(".request-example .code-block:not([hidden]) code")
