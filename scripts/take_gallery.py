"""Takes the pictures of the gallery: the example site in every theme, layout and mode.

python scripts/take_gallery.py    (needs Chromium; `make gallery` runs it)
"""

from __future__ import annotations

import base64
import functools
import json
import os
import shutil
import sys
import tempfile
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

from octavo.outputs.folder import build_folder

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "garden"
PICTURES = ROOT / "docs" / "gallery"
PAGE = "/guides/write-a-watering-plan/"
THEMES = ("default", "venus", "quill", "prism")
LAYOUTS = ("topnav", "sidenav", "solidSidenav")
MODES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# The browser draws the page anew at three quarters of its size: sharper than a reduced picture.
WINDOW = {"x": 0, "y": 0, "width": 1280, "height": 800, "scale": 0.75}
LARGEST = 60_000  # bytes


class _Handler(SimpleHTTPRequestHandler):
    def log_message(self, *_arguments: object) -> None:
        """Say nothing: the script does."""


def main() -> None:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        sys.exit("Chromium is missing: install it, or set CHROMIUM to its path.")
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for theme, layout in product(THEMES, LAYOUTS):
            site = build_look(Path(folder), theme, layout)
            handler = functools.partial(_Handler, directory=str(site))
            with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
                threading.Thread(target=server.serve_forever, daemon=True).start()
                for mode in MODES:
                    address = f"http://127.0.0.1:{server.server_port}{PAGE}"
                    take(browser, address, f"{theme}-{layout}-{mode}", mode)
                server.shutdown()
        browser.close()


def build_look(folder: Path, theme: str, layout: str) -> Path:
    """Build the example in a look and return the folder of the site."""
    project = folder / f"{theme}-{layout}"
    shutil.copytree(EXAMPLE, project)
    settings = json.loads((project / "site.json").read_text("utf-8"))
    settings["layout"] = layout
    if theme != "default":  # the one that has no name
        settings["theme"] = theme
    (project / "site.json").write_text(json.dumps(settings), "utf-8")
    output = folder / f"{theme}-{layout}-site"
    report = build_folder(str(project), str(output))
    if report.output is None:
        sys.exit(f"The example was not built: {report.problems}")
    return output


def take(browser: Browser, address: str, name: str, mode: Literal["light", "dark"]) -> None:
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
