"""Where the browser is that tests drive."""

from __future__ import annotations

import os
import shutil

# The first is Chromium without windows: a new page costs it a third of what it costs the others.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str | None:
    """Return the path of the browser: CHROMIUM, else one that is installed."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
