"""An API whose answers are hard to show: large, live, broken, of every kind. On loopback only."""

from __future__ import annotations

import gzip
import json
import math
import struct
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from typing import Any
from urllib.parse import urlsplit

from tests.background_server import running_server
from tests.patience import HANGS_AFTER


@dataclass(frozen=True)
class Received:
    """A request as it came."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Api:
    """The API, and what it has received."""

    origin: str
    received: list[Received] = field(default_factory=list)
    go_on: threading.Event = field(default_factory=threading.Event)
    """Slow answers wait for it."""
    has_gone: threading.Event = field(default_factory=threading.Event)
    """Set when a reader has left before the end."""

    def last(self, method: str = "") -> Received:
        """Return the last request, but for what browsers ask before."""
        return [each for each in self.received if each.method == method or not method][-1]


def png(width: int = 24, height: int = 16) -> bytes:
    """Return a picture of one color."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    rows = b"".join(b"\0" + b"\x20\x90\x40" * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def wave() -> bytes:
    """Return a tenth of a second of sound."""
    samples = b"".join(struct.pack("<h", int(9000 * math.sin(at / 8))) for at in range(800))
    form = struct.pack("<4sIHHIIHH4sI", b"fmt ", 16, 1, 1, 8000, 16000, 2, 16, b"data", 1600)
    return b"RIFF" + struct.pack("<I", 4 + len(form) + 1600) + b"WAVE" + form + samples


PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)
BIG_INTEGER = 9007199254740993123456789
PLAIN = (
    '{"z":1,"a":"two","big":BIG,"tiny":1.10,"list":[1,[],{},{"deep":{"er":true}}],'
    '"text":"caf\\u00e9 \\"q\\" <b>&amp;</b>","nothing":null}'
).replace("BIG", str(BIG_INTEGER))
HOSTILE_PAGE = (
    "<html><head><title>x</title><style>p{color:red}</style></head><body><h1>Hello</h1>"
    "<script>parent.hacked = true; fetch('/stolen')</script>"
    "<img src=/stolen onerror='parent.hacked = true'><a href=/stolen target=_top>leave</a>"
    "<meta http-equiv=refresh content='0;url=/stolen'></body></html>"
)
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">'
    "<script>parent.hacked = true</script><rect width='20' height='10' fill='teal'/></svg>"
)


def large_json(lines: int, size: int) -> bytes:
    """Return JSON that has so many lines when it is indented, and about so many bytes."""
    count = lines // 5
    filler = "x" * max(0, size // count - 60)
    rows = ({"id": number, "name": f"row {number}", "text": filler} for number in range(count))
    return b"[" + b",".join(json.dumps(row).encode() for row in rows) + b"]"


_LARGE: dict[str, bytes] = {}


def large(name: str) -> bytes:
    """Return a large body, which is made once."""
    if name not in _LARGE:
        made: dict[str, Callable[[], bytes]] = {
            "/large": lambda: large_json(100_000, 10_000_000),
            "/one-line": lambda: json.dumps({"data": "y" * 10_000_000}).encode(),
            "/many": lambda: b"[" + b",".join([b"1"] * 1_000_000) + b"]",
            "/large-text": lambda: b"a line of text that is somewhat long\n" * 270_000,
            "/deep": lambda: b"[" * 100_000 + b"]" * 100_000,
        }
        _LARGE[name] = made[name]()
    return _LARGE[name]


Fixed = tuple[int, str, bytes]
FIXED: dict[str, Fixed] = {
    "/json": (200, "application/json", PLAIN.encode()),
    "/no-type": (200, "", b'{"found": "by its look"}'),
    "/bad-json": (200, "application/json", b'{"a": 1,\n "b": oops}'),
    "/problem": (422, "application/problem+json", b'{"title": "No"}'),
    "/nested": (200, "application/json", b'{"data": [{"id": 1, "name": "a"}, {"id": "2"}]}'),
    "/undocumented": (299, "application/json", b"{}"),
    "/xml": (200, "application/xml", b"<a><b>one</b><c/><d><e>2</e></d></a>"),
    "/html": (200, "text/html", HOSTILE_PAGE.encode()),
    "/text": (200, "text/plain; charset=iso-8859-1", "caf\u00e9\nsecond".encode("latin-1")),
    "/csv": (200, "text/csv", b"a,b\n1,2\n"),
    "/png": (200, "image/png", png()),
    "/svg": (200, "image/svg+xml", SVG.encode()),
    "/wav": (200, "audio/wav", wave()),
    "/video": (200, "video/mp4", b"\0\0\0\x18ftypmp42"),
    "/pdf": (200, "application/pdf", PDF),
    "/binary": (200, "application/octet-stream", bytes(range(256)) * 4),
    "/empty": (204, "", b""),
    "/zero": (200, "application/json", b""),
    "/": (404, "application/json", b'{"error": "nothing is here"}'),
}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    api: Api

    def __getattr__(self, name: str) -> Callable[[], None]:
        if name.startswith("do_"):
            return self._answer
        raise AttributeError(name)

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.api.received.append(Received(self.command, self.path, headers, body))
        path = urlsplit(self.path).path
        try:
            if self.command == "OPTIONS" and path != "/nocors":
                self._send(204, "", b"")
            elif path in FIXED:
                self._send(*FIXED[path])
            else:
                # What follows the first part of a path is up to the tests.
                getattr(self, f"_{path.split('/')[1].replace('-', '_')}")()
        except OSError:
            self.close_connection = True
            self.api.has_gone.set()

    def _send(self, status: int, kind: str, body: bytes, **extra: str) -> None:
        self._head(status, kind, **extra, Content_Length=str(len(body)))
        if self.command != "HEAD":
            self.wfile.write(body)

    def _head(self, status: int, kind: str, **extra: str) -> None:
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        if urlsplit(self.path).path != "/nocors":
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Access-Control-Allow-Headers", "*, Authorization")
            self.send_header("Access-Control-Allow-Methods", "*")
            self.send_header("Access-Control-Expose-Headers", "*")
        for name, value in extra.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def _nocors(self) -> None:
        self._send(200, "application/json", b"{}")

    def _echo(self) -> None:
        last = self.api.received[-1]
        told = {"method": last.method, "target": last.target, "headers": last.headers}
        self._send(200, "application/json", json.dumps(told).encode())

    def _redirect(self) -> None:
        self._send(302, "", b"", Location=f"{self.api.origin}/echo")

    def _named(self) -> None:
        name = 'attachment; filename="../../ev<il>.txt"'
        self._send(200, "text/plain", b"content", Content_Disposition=name)

    def _large(self) -> None:
        self._send_large()

    _one_line = _many = _large_text = _deep = _large

    def _send_large(self) -> None:
        path = urlsplit(self.path).path
        kind = "text/plain" if path.endswith("text") else "application/json"
        packed = gzip.compress(large(path), 1)
        self._send(200, kind, packed, Content_Encoding="gzip")

    def _wait(self) -> None:
        """Answer when the test says so."""
        self.api.go_on.wait(HANGS_AFTER)
        self._send(200, "application/json", b'{"late": true}')

    def _break(self) -> None:
        """Promise more than is sent."""
        self._head(200, "application/json", Content_Length="1000")
        self.wfile.write(b'{"a": 1')
        self.wfile.flush()
        time.sleep(0.3)
        self.connection.shutdown(2)
        self.close_connection = True

    def _events(self) -> None:
        self._stream("text/event-stream", _events())

    def _endless(self) -> None:
        def parts() -> Iterator[bytes]:
            for number in count():  # until no client reads any more
                yield b'data: {"n": %d}\n\n' % number
                # Not so many that a slow reader is shown only the last ones.
                time.sleep(0.01 if number < 20 else 0.2)

        self._stream("text/event-stream", parts())

    def _lines(self) -> None:
        rows: list[Any] = [{"id": 1, "name": "a"}, {"id": "x"}, {"id": 3, "name": "c"}]
        self._stream("application/x-ndjson", (json.dumps(row).encode() + b"\n" for row in rows))

    def _slow_text(self) -> None:
        def parts() -> Iterator[bytes]:
            for number in range(12):
                yield b"step %d\n" % number
                time.sleep(0.12)
                if number == 5:  # the reader looks at what came so far
                    self.api.go_on.wait(HANGS_AFTER)

        self._stream("text/plain", parts())

    def _stream(self, kind: str, parts: Iterator[bytes]) -> None:
        self._head(200, kind, Transfer_Encoding="chunked")
        for part in parts:
            self.wfile.write(b"%x\r\n%b\r\n" % (len(part), part))
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *_arguments: object) -> None:
        """Say nothing: the tests do."""


def _events() -> Iterator[bytes]:
    yield b': hello\n\nevent: state\nid: 7\ndata: {"state": "running"}\n\n'
    time.sleep(0.05)
    # One event in pieces, with every kind of line break.
    yield b"data: one\rdata: "
    time.sleep(0.05)
    yield b"two\r\n\r\nevent: end\ndata\n\ndata: cut off"


@contextmanager
def serve_api() -> Iterator[Api]:
    """Serve on loopback until the block ends."""
    api = Api("")
    handler = type("Handler", (_Handler,), {"api": api})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    api.origin = f"http://127.0.0.1:{server.server_port}"
    with running_server(server):
        try:
            yield api
        finally:
            api.go_on.set()
