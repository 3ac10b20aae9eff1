"""Every page in a browser: a silent console, no other host, nothing that scrolls sideways."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Browser, Page

from quality.browser import open_browser, open_page
from quality.outcome import Outcome, judge
from quality.server import serve_folder
from quality.sites import GARDEN, build_site, page_paths

NARROWEST = 320

_WIDEST = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return null;
  const wide = [...document.querySelectorAll("body *")].filter((element) =>
    element.checkVisibility() && element.getBoundingClientRect().right > width + 0.5);
  const first = wide.find((element) => !wide.includes(element.parentElement)) ?? document.body;
  return `${document.documentElement.scrollWidth} px, ${first.tagName} ${first.className}`;
}"""


def check() -> Iterator[Outcome]:
    """Open every page of the example, wide and at its narrowest."""
    site = build_site(GARDEN)
    paths = page_paths(site)
    with serve_folder(site) as address, open_browser() as browser:
        messages, foreign = _listen(browser, address, paths)
        wide = _scroll_sideways(browser, address, paths)
    for subject, found in (
        ("console messages", messages),
        ("requests to other hosts", foreign),
        (f"sideways scroll at {NARROWEST} px", wide),
    ):
        yield judge(
            "pages",
            f"{subject}, {len(paths)} pages",
            str(len(found)),
            "0",
            passed=not found,
            details=found,
        )


def _listen(browser: Browser, address: str, paths: list[str]) -> tuple[list[str], list[str]]:
    """Return what the pages say in the console, and which other hosts they ask."""
    messages: list[str] = []
    foreign: list[str] = []
    with open_page(browser, 1280) as page:
        page.on("console", lambda message: messages.append(f"{page.url}: {message.text}"))
        page.on("pageerror", lambda error: messages.append(f"{page.url}: {error}"))
        page.on("request", lambda request: foreign.append(request.url))
        for path in paths:
            page.goto(address + path)
            _use(page)
    return messages, [url for url in foreign if not url.startswith((address, "data:"))]


def _use(page: Page) -> None:
    """Make the page load what it loads late: the end of the page, and the search."""
    page.keyboard.press("End")
    page.keyboard.press("Control+k")
    page.keyboard.type("a")
    page.wait_for_load_state("networkidle")


def _scroll_sideways(browser: Browser, address: str, paths: list[str]) -> list[str]:
    wide = []
    with open_page(browser, NARROWEST, height=640) as page:
        for path in paths:
            page.goto(address + path)
            found = page.evaluate(_WIDEST)
            if found:
                wide.append(f"{path}: {found}")
    return wide
