"""A web server on this computer that gives out an API document, and says if it is the same."""

from __future__ import annotations

import http.server
from collections.abc import Iterator
from contextlib import contextmanager

from tests.background_server import running_server


class Host(http.server.ThreadingHTTPServer):
    """Serves one document, and says whether it is still the same."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.document = b""
        self.status = 200
        self.told_same = 0
        self.asked = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/openapi.json"


class Answer(http.server.BaseHTTPRequestHandler):
    """Answers with the document of the moment."""

    server: Host

    def do_GET(self) -> None:
        mark = f'"{hash(self.server.document)}"'
        is_same = self.headers["If-None-Match"] == mark
        self.server.asked += 1
        self.server.told_same += is_same
        self.send_response(304 if is_same else self.server.status)
        self.send_header("ETag", mark)
        body = b"" if is_same else self.server.document
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def running_host() -> Iterator[Host]:
    """Serves until the block ends."""
    server = Host()
    with running_server(server):
        yield server
