"""How much of an API page a screen and a sheet hold, and how soon the next page is there.

The document with many operations is in the folder that OCTAVO_OPENAPI_DOCUMENTS names, else in
`shared/openapi` beside the checkout.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from quality.browser import open_browser, open_page
from quality.outcome import NotRunError, Outcome, judge
from quality.server import serve_folder
from quality.sites import GARDEN, THEMES, build_site, build_theme, work_folder
from quality.tools import ROOT

PAGE, NEXT = "/api-reference/watering/water-a-bed/", "/api-reference/watering/get-a-run/"
EMPTY = "/empty/"
LONG = "digitalocean.yaml"
LONG_PAGES = ("/api/droplets/retrieve-an-existing-droplet/", "/api/droplets/create-a-new-droplet/")
CLICKS = 11
_FIELDS = """() => {
  const fields = [...document.querySelectorAll(".api-section .field")].filter((field) =>
    field.checkVisibility() && !field.querySelector("details")
    && field.firstElementChild.getBoundingClientRect().height < 21);
  const measure = (isDescribed) => Math.max(...fields
    .filter((field) => !!field.querySelector(":scope > .field-content") === isDescribed)
    .map((field) => field.getBoundingClientRect().height));
  const first = document.getElementById("path.bed").getBoundingClientRect().y;
  return { bare: measure(false), described: measure(true), first };
}"""
_FOLDED = """() => {
  for (const group of document.querySelectorAll(".sidebar details")) group.open = false;
  return document.querySelector(".sidebar").scrollHeight;
}"""
_PAINTED = """() => new Promise((resolve) => {
  const look = () => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    const clicked = Number(sessionStorage.clicked);
    if (paint) resolve(performance.timeOrigin + paint.startTime - clicked);
    else setTimeout(look, 5);
  };
  look();
})"""
_CLICK = """() => addEventListener("click", () => {
  sessionStorage.clicked = performance.timeOrigin + performance.now();
}, true)"""


def check() -> Iterator[Outcome]:
    """Measure fields, the first parameter, the sidebar, sheets and the way to the next page."""
    with open_browser() as browser:
        for theme in THEMES:
            with serve_folder(build_theme(theme)) as address:
                yield from _judge_fields(theme, _evaluate(browser, address + PAGE, _FIELDS))
        site = shutil.copytree(build_site(GARDEN), work_folder("click") / "site")
        empty_page = site / EMPTY.strip("/") / "index.html"
        empty_page.parent.mkdir()
        empty_page.write_text("<!doctype html><p>Empty", "utf-8")
        with serve_folder(site) as address:
            yield _judge("sheets of Water a bed", _count_sheets(browser, address + PAGE), 5)
            click, empty = (round(_time_click(browser, address, path)) for path in (NEXT, EMPTY))
            yield judge(
                "heights",
                "click to next page, warm cache",
                f"{click} ms; to an empty page {empty} ms",
                "<= 100 ms",
                passed=click <= 100,
            )
        with serve_folder(_build_long()) as address:
            path, heavy = LONG_PAGES
            folded = _evaluate(browser, address + path, _FOLDED)
            yield _judge(f"sidebar of {LONG}, folded", folded, 1800, "px")
            for each in (path, heavy):
                yield _judge(f"sheets of {each}", _count_sheets(browser, address + each), 5)


def _judge_fields(theme: str, found: dict[str, float]) -> Iterator[Outcome]:
    for name, subject, most in (
        ("bare", "field without description", 36),
        ("described", "field with a line of description", 57),
        ("first", "y of the first parameter at 1440 x 900", 560),
    ):
        yield _judge(f"{theme}: {subject}", round(found[name]), most, "px")


def _judge(subject: str, figure: float, most: float, unit: str = "") -> Outcome:
    passed, target = figure <= most, f"<= {most:g} {unit}".rstrip()
    return judge("heights", subject, f"{figure:g} {unit}".rstrip(), target, passed=passed)


def _evaluate(browser: Browser, address: str, script: str) -> Any:
    with open_page(browser, 1440) as page:
        page.goto(address, wait_until="networkidle")
        return page.evaluate(script)


def _count_sheets(browser: Browser, address: str) -> int:
    with open_page(browser, 1440) as page:
        page.goto(address, wait_until="networkidle")
        return page.pdf(format="A4").count(b"/Type /Page\n")


def _time_click(browser: Browser, address: str, path: str) -> float:
    """Return the milliseconds from a click to the first paint of the page at a path.

    The best of several clicks: what remains of the others is what else the machine did.
    """
    times: list[float] = []
    with open_page(browser, 1440) as page:
        page.goto(address + NEXT)
        for _ in range(CLICKS):
            page.goto(address + PAGE, wait_until="networkidle")
            page.evaluate(_CLICK)
            link = page.locator(f"#sidebar a[href='{NEXT}']").first.element_handle()
            link.evaluate("(link, path) => { link.href = path }", path)
            link.hover()
            page.wait_for_timeout(400)
            link.click()
            page.wait_for_url(f"**{path}")
            times.append(page.evaluate(_PAINTED))
    return min(times)


def _build_long() -> Path:
    default = ROOT.parent / "shared" / "openapi"
    document = Path(os.environ.get("OCTAVO_OPENAPI_DOCUMENTS") or default) / LONG
    if not document.is_file():
        raise NotRunError(f"needs {LONG}: OCTAVO_OPENAPI_DOCUMENTS names its folder")
    project = work_folder("long")
    shutil.copyfile(document, project / LONG)
    tabs = [{"name": "API", "url": "api", "openapi": LONG}]
    (project / "site.json").write_text(json.dumps({"name": "Long", "navigation": [], "tabs": tabs}))
    return build_site(project)
