"""Serves a built site as a good static host does: compressed, and cached where names are hashed."""

from __future__ import annotations

import functools
import gzip
import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_COMPRESSED = frozenset({".html", ".css", ".js", ".json", ".svg", ".txt", ".xml", ".md"})
_HASHED = re.compile(r"/_octavo/[0-9a-f]{8,}/|\.[0-9a-f]{8,}\.")


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_arguments: object) -> None:
        """Say nothing: the table does."""

    def do_GET(self) -> None:
        """Answer with a file, or with the page 404.html."""
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        """Answer without a body."""
        self._answer(with_body=False)

    def _answer(self, *, with_body: bool) -> None:
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        status = HTTPStatus.OK
        if not path.is_file():
            status, path = HTTPStatus.NOT_FOUND, Path(self.directory) / "404.html"
        body = path.read_bytes()
        self.send_response(status)
        self.send_header("Content-Type", self._content_type(path))
        if path.suffix in _COMPRESSED and "gzip" in self.headers.get("Accept-Encoding", ""):
            body = _compressed(str(path), os.stat(path).st_mtime_ns)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Vary", "Accept-Encoding")
        age = "31536000, immutable" if _HASHED.search(self.path) else "600"
        self.send_header("Cache-Control", f"public, max-age={age}")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if with_body:
            with suppress(ConnectionError):  # the browser went on to another page
                self.wfile.write(body)

    def _content_type(self, path: Path) -> str:
        kind = self.guess_type(str(path))
        return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


@functools.lru_cache(maxsize=512)
def _compressed(path: str, _modified: int) -> bytes:
    return gzip.compress(Path(path).read_bytes(), 9, mtime=0)


@contextmanager
def serve_folder(folder: Path) -> Iterator[str]:
    """Serve a folder on a free port of this machine and give its address."""
    handler = functools.partial(_Handler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
