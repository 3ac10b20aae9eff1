"""Runs the engines of others where their readers run them: in Chromium, from a folder of files."""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from preview import chromium


def run_in_browser(folder: Path, program: str, argument: Any) -> Any:
    """Return what a function in JavaScript gives on an empty page beside the files of a folder."""
    (folder / "index.html").write_text("<!doctype html><title>Search</title>")
    with _serving(folder) as address, chromium() as browser:
        if isinstance(browser, str):
            sys.exit(f"The engines of others run in a browser: {browser}")
        page = browser.new_page()
        page.goto(address)
        return page.evaluate(program, argument)


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Say nothing."""


@contextmanager
def _serving(folder: Path) -> Iterator[str]:
    handler = functools.partial(_QuietHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
