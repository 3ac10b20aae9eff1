"""Takes the pictures of the README: the example site in both modes.

python -m scripts.take_pictures    (needs Chromium; `make pictures` runs it)
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from scripts.pictures import (
    EXAMPLE,
    MODES,
    PAGE,
    ROOT,
    Mode,
    build_site,
    digest_page,
    launch_browser,
    record_digest,
    serve_site,
)

PICTURES = ROOT / "docs" / "images"


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, launch_browser() as browser:
        site = build_site(EXAMPLE, Path(folder) / "garden")
        with serve_site(site) as address:
            for mode in MODES:
                take(browser, address + PAGE, mode)
        record_digest("readme", digest_page(site))


def take(browser: Browser, address: str, mode: Mode) -> None:
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, color_scheme=mode, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(address, wait_until="networkidle")
    page.screenshot(path=PICTURES / f"garden-{mode}.png")
    context.close()


if __name__ == "__main__":
    main()
