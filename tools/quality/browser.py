"""Chromium as the checks use it: quiet, without motion, at a given size and mode."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

from quality.tools import find_chromium

Mode = Literal["light", "dark"]
MODES: tuple[Mode, ...] = ("light", "dark")
# Without these, Chromium talks to its makers' servers at every start.
FLAGS = (
    "--no-sandbox",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Start Chromium; it ends with the block."""
    path = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@contextmanager
def open_page(
    browser: Browser, width: int, mode: Mode = "light", height: int = 900
) -> Iterator[Page]:
    """Open a separate window."""
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=mode,
        reduced_motion="reduce",
        has_touch=width < 500,
        bypass_csp=True,  # measurements add their own styles
    )
    yield context.new_page()
    context.close()
