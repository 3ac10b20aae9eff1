"""What the fonts of each theme cost: bytes of the first view, and how far text moves."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Browser

from quality.browser import open_browser, open_page
from quality.outcome import Outcome, judge
from quality.server import serve_folder
from quality.sites import API_PAGE, CONTENT_PAGE, THEMES, build_theme

_MOST_BYTES = 60_000
_MOST_SHIFT = 0.005
_WIDTHS = (1440, 390)
# 1.6 Mbit/s and 150 ms.
_SLOW_LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 94_000,
}
_NOTE_SHIFTS = """{
  globalThis.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}"""
_PRELOADED = """() => [...document.querySelectorAll("link[rel=preload][as=font]")]
  .map((link) => performance.getEntriesByName(link.href)[0]?.encodedBodySize ?? 0)"""


def check() -> Iterator[Outcome]:
    """Load a guide and an API page of each theme with nothing in the cache."""
    with open_browser() as browser:
        for theme in THEMES:
            with serve_folder(build_theme(theme)) as address:
                pages = [
                    _measure(browser, address + path, width)
                    for path in (CONTENT_PAGE, API_PAGE)
                    for width in _WIDTHS
                ]
            size = max(size for size, _ in pages)
            yield judge(
                "fonts",
                f"{theme}: fonts of the first view",
                f"{size / 1000:.1f} KB",
                f"≤ {_MOST_BYTES / 1000:g} KB",
                passed=0 < size <= _MOST_BYTES,
            )
            shift = max(shift for _, shift in pages)
            yield judge(
                "fonts",
                f"{theme}: layout shift of a guide and an API page, cold, slow line",
                f"{shift:.4f}",
                f"≤ {_MOST_SHIFT}",
                passed=shift <= _MOST_SHIFT,
            )


def _measure(browser: Browser, address: str, width: int) -> tuple[int, float]:
    """Return the bytes of fonts that a page asks for early, and its layout shift."""
    with open_page(browser, width) as page:
        line = page.context.new_cdp_session(page)
        line.send("Network.emulateNetworkConditions", _SLOW_LINE)
        page.add_init_script(_NOTE_SHIFTS)
        page.goto(address)
        page.wait_for_load_state("networkidle")
        return sum(page.evaluate(_PRELOADED)), page.evaluate("globalThis.shift")
