"""A server that remembers what it receives, byte for byte."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.background_server import running_server

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True)
class Received:
    """A request as it came."""

    method: str
    target: str
    headers: Message
    body: bytes


@dataclass
class EchoServer:
    """The requests by the first two parts of their path: who sent them, and for which cell."""

    origin: str
    requests: dict[tuple[str, str], list[Received]] = field(default_factory=dict)

    def base(self, sender: str, cell: str) -> str:
        """Return the address that a cell's requests go to."""
        return f"{self.origin}/{sender}/{cell}"

    def take(self, sender: str, cell: str) -> Received:
        """Return the only request of a cell; its target is what stands behind the base."""
        (received,) = self.requests[sender, cell]
        prefix = f"/{sender}/{cell}"
        assert received.target.startswith(prefix)
        target = received.target.removeprefix(prefix)
        return Received(received.method, target, received.headers, received.body)


@contextmanager
def serve_echo(site: Path | None = None) -> Iterator[EchoServer]:
    """Serve on loopback until the block ends, the files of a site as well."""
    requests: dict[tuple[str, str], list[Received]] = {}

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # an answer in one packet, or clients wait for the second
        disable_nagle_algorithm = True

        def __getattr__(self, name: str) -> Callable[[], None]:
            if name.startswith("do_"):
                return self.echo
            raise AttributeError(name)

        def echo(self) -> None:
            file = _find_file(site, self.path) if self.command == "GET" else None
            if file is not None:
                self.send_file(file)
                return
            received = Received(self.command, self.path, self.headers, self.read_body())
            parts = self.path.split("?")[0].split("/")
            if len(parts) > 2:
                requests.setdefault((parts[1], parts[2]), []).append(received)
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", "0" if self.command == "HEAD" else "2")
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(b"ok")

        def send_file(self, file: Path) -> None:
            content = file.read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", _TYPES.get(file.suffix, "application/octet-stream"))
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def read_body(self) -> bytes:
            if "chunked" in self.headers.get("Transfer-Encoding", ""):
                return b"".join(self.read_chunks())
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))

        def read_chunks(self) -> Iterator[bytes]:
            while size := int(self.rfile.readline(), 16):
                yield self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()

        def log_message(self, *_arguments: object) -> None:
            """Say nothing: the tests do."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 64

    server = Server(("127.0.0.1", 0), Handler)
    with running_server(server):
        yield EchoServer(f"http://127.0.0.1:{server.server_port}", requests)


def _find_file(site: Path | None, target: str) -> Path | None:
    if site is None or "?" in target or "%" in target:
        return None
    file = site / (target.strip("/") + ("/index.html" if target.endswith("/") else ""))
    return file if file.is_file() else None
