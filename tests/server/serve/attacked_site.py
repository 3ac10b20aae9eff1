"""A site with pages, redirects and a playground, served for tests that attack it."""

from __future__ import annotations

import contextlib
import json
import socket
import sys
from pathlib import Path
from typing import Any

from octavo.builder.folder_build import build_folder
from octavo.server.proxy.request import CONTENT_TYPE, MARK, ROUTE
from tests.patience import HANGS_AFTER
from tests.project_folder import write_files
from tests.proxies import USERS, document_of, envelope

WIDE_SERVER = (sys.executable, "-m", "tests.wide_server")
"""A server whose proxy may be asked very often."""
SECRET = b"SECRET"
REDIRECTS = [
    {"source": "/old", "destination": "/guides/start"},
    {"source": "/away", "destination": "https://example.com/there"},
    {"source": "/blog/:slug*", "destination": "/guides/:slug*"},
    {"source": "/go/:name", "destination": "/:name"},
    {"source": "/ext/*", "destination": "https://example.com/*"},
]


def build_attacked_site(folder: Path, api_port: int = 9) -> Path:
    """Build the site; its playground may call an API on a port of this computer."""
    write_files(
        folder / "project",
        {
            "site.json": {
                "name": "Test",
                "navigation": [{"group": "A", "pages": ["index", "guides/start"]}],
                "tabs": [{"name": "API", "url": "api", "openapi": "api.json"}],
                "redirects": REDIRECTS,
            },
            "index.mdx": "Home.\n",
            "guides/start.mdx": "Start.\n",
            "data.json": "{}",
            "api.json": document_of(USERS, [f"http://127.0.0.1:{api_port}"]),
        },
    )
    report = build_folder(str(folder / "project"), str(folder / "dist"))
    assert report.output, report.problems
    return folder / "dist"


def build_call(port: int, api_port: int, further: str = "", **named: Any) -> bytes:
    """Return a request that asks the proxy of a server to call the API."""
    server = f"http://127.0.0.1:{api_port}"
    body = json.dumps({**envelope(server), **named}).encode() + b"\n"
    head = (
        f"POST {ROUTE} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: {CONTENT_TYPE}\r\n"
        f"{MARK}: 1\r\nContent-Length: {len(body)}\r\nConnection: close\r\n{further}\r\n"
    )
    return head.encode("latin-1") + body


def send_raw(port: int, request: bytes) -> bytes:
    """Send bytes as they are, and return all that comes until the connection ends."""
    with socket.create_connection(("127.0.0.1", port), timeout=HANGS_AFTER) as connection:
        with contextlib.suppress(ConnectionError):  # the server may have heard enough
            connection.sendall(request)
        return read_all(connection)


def read_all(connection: socket.socket) -> bytes:
    received = b""
    with contextlib.suppress(ConnectionError):
        while piece := connection.recv(65_536):
            received += piece
    return received


def ask_for(port: int, target: str, *headers: str, host: str = "docs.example.com") -> bytes:
    """Request a target without changes, and return the whole answer."""
    lines = [f"GET {target} HTTP/1.1", f"Host: {host}", *headers, "Connection: close"]
    return send_raw(port, ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))


def status_of(answer: bytes) -> int:
    """Return the status of an answer; 0 if there is none."""
    return int(answer[9:12]) if answer.startswith(b"HTTP/1.1 ") else 0


def location_of(answer: bytes) -> str | None:
    """Return where an answer leads."""
    head = answer.partition(b"\r\n\r\n")[0].decode("latin-1")
    for line in head.split("\r\n"):
        if line.lower().startswith("location:"):
            return line.partition(":")[2].strip()
    return None
