"""The faces of themes: text that can be read in any color, and no page that scrolls sideways."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Browser

from quality.browser import MODES, open_browser, open_page
from quality.contrast import Ratio, judge_ratios, measure
from quality.outcome import Outcome, judge
from quality.server import serve_folder
from quality.sites import API_PAGE, CONTENT_PAGE, THEMES, build_theme

PRIMARIES = ("#1b7a43", "#facc15", "#00d5ff", "#7c3aed", "#0b0b0c", "#f8f8f8")
"""A middle one, two too bright for text on white, one too dark for text on black, and grays."""

PAGES = (CONTENT_PAGE, API_PAGE, "/", "/changelog/", "/hardware/specifications/", "/404.html")
WIDTHS = (320, 390, 640, 768, 820, 1024, 1100, 1280, 1440, 1920)
_BACKGROUNDS = (None, "grid", "windows")


def check() -> Iterator[Outcome]:
    """Measure each theme in each color and mode, and at each width."""
    with open_browser() as browser:
        for theme in THEMES:
            yield from _check_colors(browser, theme)
            yield _check_widths(browser, theme)


def _check_colors(browser: Browser, theme: str) -> Iterator[Outcome]:
    for primary in PRIMARIES:
        with serve_folder(build_theme(theme, primary)) as address:
            ratios: list[Ratio] = []
            for mode in MODES:
                for width in (390, 1440):
                    with open_page(browser, width, mode) as page:
                        for path in PAGES[:2]:
                            ratios += measure(page, address + path)
            yield judge_ratios("faces", f"{theme}, {primary}, both modes", ratios)


def _check_widths(browser: Browser, theme: str) -> Outcome:
    wide = []
    for background in _BACKGROUNDS:
        with serve_folder(build_theme(theme, background=background)) as address:
            for width in WIDTHS:
                with open_page(browser, width) as page:
                    for path in PAGES:
                        page.goto(address + path)
                        extra = page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
                        if extra > 0:
                            wide.append(f"{path} at {width}, {background}: {extra} px too wide")
    return judge(
        "faces",
        f"{theme}: {len(PAGES)} pages at {len(WIDTHS)} widths, {len(_BACKGROUNDS)} backgrounds",
        f"{len(wide)} scroll sideways",
        "0",
        passed=not wide,
        details=wide,
    )
