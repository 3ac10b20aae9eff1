"""What the pictures of the documentation have in common: the page that they show, and its digest.

A digest of what the browser draws is recorded when pictures are taken. `tests/test_pictures.py`
compares it with the page of today: a picture that shows something else is taken again.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import re
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

from octavo import theme
from octavo.builder.folder_build import build_folder
from octavo.render.assets.theme_files import compact_styles

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "garden"
PAGE = "/guides/write-a-watering-plan/"
RECORD = ROOT / "tools" / "scripts" / "pictures.json"

Mode = Literal["light", "dark"]
MODES: tuple[Mode, ...] = ("light", "dark")

_CLASSES = re.compile(r'class="([^"]*)"')
_SELECTED_CLASS = re.compile(r"\.([a-z][\w-]*)")
_HASH = re.compile(r"(?<=[/-])[0-9a-f]{12}(?=[/.])")
_SCRIPT = re.compile(r"<script.*?</script>", re.DOTALL)


class _Handler(SimpleHTTPRequestHandler):
    def log_message(self, *_arguments: object) -> None:
        """Say nothing: the scripts do."""


@contextmanager
def launch_browser() -> Iterator[Browser]:
    """Start Chromium, until the block ends."""
    names = ("chromium", "google-chrome", "chromium-headless-shell")
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if path is None:
        sys.exit("Chromium is missing: install it, or set CHROMIUM to its path.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def serve_site(folder: Path) -> Iterator[str]:
    """Serve a built site until the block ends; return its address."""
    handler = functools.partial(_Handler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def build_site(project: Path, output: Path) -> Path:
    """Build a project and return the folder of the site."""
    report = build_folder(str(project), str(output))
    if report.output is None:
        sys.exit(f"The example was not built: {report.problems}")
    return output


def digest_page(site: Path) -> str:
    """Return a digest of the visible parts of a page: its body, its styles, the looks.

    Names of files change with scripts, too, which pictures don't show, so they don't count.
    """
    html = (site / PAGE.strip("/") / "index.html").read_text("utf-8")
    body = _HASH.sub("", _SCRIPT.sub("", html[html.index("<body") :]))
    (sheet,) = (site / "_octavo").glob("*/site.css")
    styles = drop_unseen_components(sheet.read_text("utf-8"), body)
    presets = sorted((theme.FOLDER / "presets").glob("*.json"))
    looks = sorted((theme.FOLDER / "css" / "looks").glob("*.css"))
    parts = [body, styles, *(file.read_text("utf-8") for file in (*presets, *looks))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def drop_unseen_components(sheet: str, body: str) -> str:
    """Return a style sheet without the components that a page doesn't show.

    So a new component needs no new pictures of pages without it.
    """
    classes = {name for names in _CLASSES.findall(body) for name in names.split()}
    for file in (theme.FOLDER / "css" / "components").rglob("*.css"):
        css = file.read_text("utf-8")
        if classes.isdisjoint(_SELECTED_CLASS.findall(css)):
            sheet = sheet.replace(compact_styles(css).strip(), "")
    return sheet


def record_digest(pictures: str, digest: str) -> None:
    """Note what a set of pictures shows."""
    record = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    record[pictures] = digest
    RECORD.write_text(json.dumps(record, indent=2, sort_keys=True) + "\n", "utf-8")
