"""Takes the pictures of the README: the example site in both modes, wide and on a phone.

python scripts/take_pictures.py    (needs Chromium; `make pictures` runs it)
"""

from __future__ import annotations

import functools
import os
import shutil
import sys
import tempfile
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

from octavo.outputs.folder import build_folder

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "images"
SHOTS: tuple[tuple[str, str, int, int, Literal["light", "dark"]], ...] = (
    ("garden-light", "/guides/write-a-watering-plan/", 1280, 800, "light"),
    ("garden-dark", "/guides/write-a-watering-plan/", 1280, 800, "dark"),
)


def main() -> None:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        sys.exit("Chromium is missing: install it, or set CHROMIUM to its path.")
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        output = Path(folder) / "garden"
        build_folder(str(ROOT / "examples" / "garden"), str(output))
        handler = functools.partial(SimpleHTTPRequestHandler, directory=str(output))
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            for shot in SHOTS:
                take(browser, f"http://127.0.0.1:{server.server_port}", *shot)
            browser.close()
            server.shutdown()


def take(
    browser: Browser,
    address: str,
    name: str,
    path: str,
    width: int,
    height: int,
    mode: Literal["light", "dark"],
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=mode, device_scale_factor=1
    )
    page = context.new_page()
    page.goto(address + path)
    page.screenshot(path=PICTURES / f"{name}.png")
    context.close()


if __name__ == "__main__":
    main()
