"""A font catalog on this computer, with fonts that are none but in their first bytes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_network

from octavo.project.web.fonts import FontSource
from tests.background_server import running_server

LOOPBACK = (ip_network("127.0.0.0/8"),)
LATIN = "U+0000-00FF, U+0131"


def woff2(text: str) -> bytes:
    """Return data that says of itself what a font file says."""
    body = text.encode()
    return b"wOF2" + bytes(4) + (12 + len(body)).to_bytes(4, "big") + body


class Catalog:
    """Answers by path, with a status and a body; remembers what it was asked."""

    def __init__(self) -> None:
        self.replies: dict[str, tuple[int, bytes]] = {}
        self.asked: list[str] = []
        self.agents: set[str] = set()
        catalog = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                catalog.asked.append(self.path)
                catalog.agents.add(self.headers["User-Agent"])
                status, body = catalog.replies.get(self.path, (404, b""))
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", body.decode())
                    body = b""
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_arguments: object) -> None:
                """Say nothing: the tests do."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    @property
    def address(self) -> str:
        """Of both hosts of the catalog."""
        return f"http://127.0.0.1:{self.server.server_port}"

    def source(self, cache_folder: str) -> FontSource:
        """Return what makes builds ask here."""
        return FontSource(self.address, self.address, LOOPBACK, cache_folder)

    def face(self, family: str, file: str, **other: str) -> str:
        """Return a face of a style sheet, and serve its file."""
        self.replies[f"/{file}"] = (200, woff2(file))
        values = {
            "font-family": f"'{family}'",
            "font-style": "normal",
            "font-weight": "400 700",
            "font-display": "swap",
            "src": f"url({self.address}/{file}) format('woff2')",
            "unicode-range": LATIN,
        }
        values |= {name.replace("_", "-"): value for name, value in other.items()}
        inner = "".join(f"  {name}: {value};\n" for name, value in values.items())
        return f"/* latin */\n@font-face {{\n{inner}}}\n"

    def serve_sheet(self, path: str, *faces: str) -> None:
        """Answer with a style sheet of these faces."""
        self.replies[path] = (200, "".join(faces).encode())


@contextmanager
def running_catalog() -> Iterator[Catalog]:
    """Serves until the block ends."""
    catalog = Catalog()
    with running_server(catalog.server):
        yield catalog
