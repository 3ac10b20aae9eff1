"""Takes the pictures of the gallery: the example site in every theme, layout and mode.

python -m scripts.take_gallery    (needs Chromium; `make gallery` runs it)
"""

from __future__ import annotations

import base64
import json
import shutil
import sys
import tempfile
from itertools import product
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

PICTURES = ROOT / "docs" / "gallery"
THEMES = ("default", "venus", "quill", "prism")
LAYOUTS = ("topnav", "sidenav", "solidSidenav")
# The browser draws the page at three quarters of its size, which is sharper than scaling.
WINDOW = {"x": 0, "y": 0, "width": 1280, "height": 800, "scale": 0.75}
LARGEST = 60_000  # bytes


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name, launch_browser() as browser:
        folder = Path(name)
        for theme, layout in product(THEMES, LAYOUTS):
            with serve_site(build_look(folder, theme, layout)) as address:
                for mode in MODES:
                    take(browser, address + PAGE, f"{theme}-{layout}-{mode}", mode)
        record_digest("gallery", digest_page(build_site(EXAMPLE, folder / "example-site")))


def build_look(folder: Path, theme: str, layout: str) -> Path:
    """Build the example in a look and return the folder of the site."""
    project = folder / f"{theme}-{layout}"
    shutil.copytree(EXAMPLE, project)
    settings = json.loads((project / "site.json").read_text("utf-8"))
    settings["layout"] = layout
    if theme != "default":  # the one that has no name
        settings["theme"] = theme
    (project / "site.json").write_text(json.dumps(settings), "utf-8")
    return build_site(project, folder / f"{theme}-{layout}-site")


def take(browser: Browser, address: str, name: str, mode: Mode) -> None:
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, color_scheme=mode, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(address, wait_until="networkidle")
    answer = context.new_cdp_session(page).send(
        "Page.captureScreenshot", {"format": "webp", "quality": 80, "clip": WINDOW}
    )
    picture = base64.b64decode(answer["data"])
    context.close()
    if len(picture) > LARGEST:
        sys.exit(f"{name} has {len(picture):,} bytes, more than {LARGEST:,}.")
    (PICTURES / f"{name}.webp").write_bytes(picture)
    print(f"{name}.webp  {len(picture):,} bytes")


if __name__ == "__main__":
    main()
