"""The browser that tests drive."""

from __future__ import annotations

import os
import shutil
from typing import Any

# The first is Chromium without windows: a new page costs it a third of what it costs the others.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str | None:
    """Return the path of the browser: CHROMIUM, else one that is installed."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)


def add_style(page: Any, css: str) -> None:
    """Style a page of playwright in a way that its policy does not speak of."""
    page.evaluate(
        """(css) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(css);
          document.adoptedStyleSheets.push(sheet);
        }""",
        css,
    )


def draw_page(page: Any) -> None:
    """Let a page of playwright be drawn, for tests that look at it."""
    add_style(page, ":root { opacity: 1 !important }")
