"""What a key costs in a form of thousands of values, and opening a form beside a huge sidebar."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from quality.browser import open_browser, open_page
from quality.outcome import Outcome, judge
from quality.server import serve_folder
from quality.sites import build_site, work_folder

LONGEST_KEY, LONGEST_OPENING = 20, 300  # milliseconds
OPERATIONS = 11_000
_RUNS = 5
_FIELDS, _LEVELS = 60, 5
_KEY = """async (input) => {
  const start = performance.now();
  input.value += "x";
  input.dispatchEvent(new Event("input", { bubbles: true }));
  document.body.getBoundingClientRect();
  const cost = performance.now() - start;
  let [longest, last] = [0, performance.now()];
  while (last - start < 800) {
    await new Promise((resolve) => setTimeout(resolve));
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }
  return [cost, longest];
}"""
_OPEN = """async () => {
  const opener = document.querySelector(".endpoint-try");
  const start = performance.now();
  opener.click();
  while (opener.getAttribute("aria-expanded") !== "true") await new Promise(requestAnimationFrame);
  document.body.getBoundingClientRect();
  return performance.now() - start;
}"""


def check_large_forms() -> Iterator[Outcome]:
    """Type into a large form, and open a form of a site with very many operations."""
    with open_browser() as browser:
        site = build_site(_write_project("large-form", _describe_large_body()))
        with serve_folder(site) as address, open_page(browser, 1440) as page:
            key, sample = _type(page, address)
            yield _judge("a key in a form of 15,000 values", key, LONGEST_KEY)
            subject = "longest stop when the sample follows, once typing pauses"
            yield judge("playground", subject, f"{sample:.0f} ms", "", passed=True)
        site = build_site(_write_project("many-operations", _describe_operations()))
        with serve_folder(site) as address, open_page(browser, 1440) as page:
            for what, is_loaded in (("not loaded", False), ("loaded", True)):
                figure = min(_open(page, address, is_loaded=is_loaded) for _ in range(_RUNS))
                subject = f"opening beside {OPERATIONS:,} operations, sidebar {what}"
                yield _judge(subject, figure, LONGEST_OPENING)


def _judge(subject: str, figure: float, most: int) -> Outcome:
    text = f"{subject}, best of {_RUNS}"
    return judge("playground", text, f"{figure:.0f} ms", f"≤ {most} ms", passed=figure <= most)


def _type(page: Page, address: str) -> tuple[float, float]:
    """Return what a key costs at once, and the longest stop until the sample has followed."""
    page.goto(f"{address}/api/do-0/")
    page.get_by_role("button", name="Try it").click()
    page.get_by_role("button", name="Fill in an example").click()
    page.locator(".sample-part").first.wait_for()
    field = page.get_by_label("text0", exact=True)
    runs = [field.evaluate(_KEY) for _ in range(_RUNS)]
    return min(key for key, _ in runs), min(stop for _, stop in runs)


def _open(page: Page, address: str, *, is_loaded: bool) -> float:
    page.mouse.move(700, 400)  # away from the sidebar, which the pointer loads
    page.goto(f"{address}/api/do-0/")
    if is_loaded:
        page.locator(".sidebar").hover()
        links = page.locator(".sidebar a")
        links.nth(OPERATIONS - 1).wait_for(state="attached", timeout=60_000)
    return float(page.evaluate(_OPEN))


def _describe_large_body() -> dict[str, Any]:
    schemas = {f"Level{level}": _describe_level(level) for level in range(1, _LEVELS + 1)}
    schema = {"$ref": f"#/components/schemas/Level{_LEVELS}"}
    body = {"required": True, "content": {"application/json": {"schema": schema}}}
    paths = {"/0": {"post": {"summary": "Do 0", "requestBody": body, "responses": {}}}}
    return {"paths": paths, "components": {"schemas": schemas}}


def _describe_level(level: int) -> dict[str, Any]:
    """Return an object with many texts, two groups and two lists of the next level."""
    deeper = {"$ref": f"#/components/schemas/Level{level - 1}"}
    several = {"type": "array", "items": deeper}
    groups = {"one": deeper, "two": deeper, "three": several, "four": several} if level > 1 else {}
    texts = {f"text{at}": {"type": "string", "example": f"t{at}"} for at in range(_FIELDS)}
    return {"type": "object", "required": [*groups, "text0"], "properties": {**groups, **texts}}


def _describe_operations() -> dict[str, Any]:
    note = {"name": "note", "in": "query", "schema": {"type": "string"}}
    return {
        "paths": {
            f"/{at}": {"post": {"summary": f"Do {at}", "parameters": [note], "responses": {}}}
            for at in range(OPERATIONS)
        }
    }


def _write_project(name: str, described: dict[str, Any]) -> Path:
    info = {"title": name, "version": "1"}
    servers = [{"url": "https://api.example.com"}]
    document = {"openapi": "3.1.0", "info": info, "servers": servers, **described}
    tabs = [{"name": "API", "url": "api", "openapi": "own.json"}]
    settings = {"name": name, "navigation": [{"group": "A", "pages": ["index"]}], "tabs": tabs}
    project = work_folder(name)
    (project / "site.json").write_text(json.dumps(settings))
    (project / "own.json").write_text(json.dumps(document))
    (project / "index.mdx").write_text("Hello.")
    return project
