"""Documents that come from links: the preview asks for them again and shows what has changed."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from octavo.outputs.preview import Preview
from tests.previews import running_preview


class Host(http.server.ThreadingHTTPServer):
    """Serves one document, and says whether it is still the same."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.document = b""
        self.status = 200
        self.told_same = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/openapi.json"


class Answer(http.server.BaseHTTPRequestHandler):
    """Answers with the document of the moment."""

    server: Host

    def do_GET(self) -> None:
        mark = f'"{hash(self.server.document)}"'
        is_same = self.headers["If-None-Match"] == mark
        self.server.told_same += is_same
        self.send_response(304 if is_same else self.server.status)
        self.send_header("ETag", mark)
        body = b"" if is_same else self.server.document
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def host() -> Iterator[Host]:
    with Host() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def document(*names: str) -> bytes:
    paths = {f"/{name}": {"get": {"summary": f"Get {name}", "responses": {}}} for name in names}
    about = {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": paths}
    return json.dumps(about).encode()


def test_a_document_from_a_link_is_followed(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Preview, "links_every", 0.05)
    settings = {
        "name": "T",
        "navigation": [{"group": "A", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": host.address}],
    }
    (tmp_path / "site.json").write_text(json.dumps(settings))
    (tmp_path / "index.mdx").write_text("Text\n")
    host.document = document("bed")
    with running_preview(tmp_path) as preview:
        assert b"Get bed" in preview.get("/api/get-bed/").body
        preview.wait_until(lambda: host.told_same > 2)
        assert preview.version == 1, "nothing has changed"
        with preview.listening("/api/get-bed/") as next_state:
            first = next_state()
            host.document = document("bed", "tree")
            assert next_state() != first
        preview.wait_for("/api/get-tree/", "Get tree")
        assert any(host.address in line for line in preview.lines)
        host.status = 500
        host.document = b"out of order"
        seen = host.told_same
        preview.wait_until(lambda: preview.get("/api/get-tree/").status == 200)
        host.status, host.document = 200, document("tree")
        preview.wait_until(lambda: preview.get("/api/get-bed/").status == 404)
        assert host.told_same >= seen
        (tmp_path / "index.mdx").write_text("Other text\n")
        preview.wait_for("/", "Other text")
