"""The playground of a preview reaches the API that the project documents, and nothing else."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from octavo.server.proxy.request import CONTENT_TYPE, MARK, ROUTE
from octavo.server.proxy.rules import parse_allowed_net
from tests.background_server import running_server
from tests.patience import HANGS_AFTER, wait_until
from tests.previews import running_preview


class Api(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = json.dumps({"path": self.path}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002 (as inherited)
        pass


@pytest.fixture
def api_port() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Api)
    with running_server(server):
        yield server.server_port


def write_project(folder: Path, api_port: int, settings: dict[str, Any] | None = None) -> None:
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Beds", "version": "1"},
        "servers": [{"url": f"http://127.0.0.1:{api_port}/v1"}],
        "paths": {"/beds": {"get": {"summary": "List beds", "responses": {}}}},
    }
    site = {
        "name": "Garden",
        "navigation": [{"group": "Start", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "/openapi.json"}],
        **(settings or {}),
    }
    folder.joinpath("site.json").write_text(json.dumps(site))
    folder.joinpath("openapi.json").write_text(json.dumps(document))
    folder.joinpath("index.mdx").write_text("Hello.")


def call(port: int, api_port: int, path: str = "/v1/beds") -> tuple[int, bytes]:
    envelope = {
        "server": f"http://127.0.0.1:{api_port}/v1",
        "method": "GET",
        "operation": "/beds",
        "path": path,
        "query": "limit=2",
    }
    headers = {
        "Content-Type": CONTENT_TYPE,
        MARK: "1",
        "Origin": f"http://127.0.0.1:{port}",
        "Sec-Fetch-Site": "same-origin",
    }
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=HANGS_AFTER)
    connection.request("POST", ROUTE, json.dumps(envelope).encode() + b"\n", headers)
    response = connection.getresponse()
    found = response.status, response.read()
    connection.close()
    return found


@contextmanager
def previewed(folder: Path, api_port: int, settings: dict[str, Any] | None = None) -> Iterator[int]:
    write_project(folder, api_port, settings)
    nets = (parse_allowed_net(f"localhost:{api_port}"),)
    with running_preview(folder, allow_nets=nets) as preview:
        yield preview.port


def test_a_documented_operation_is_forwarded_and_its_answer_comes_back(
    tmp_path: Path, api_port: int
) -> None:
    with previewed(tmp_path, api_port) as port:
        status, body = call(port, api_port)
    assert status == 200
    assert b'{"path": "/v1/beds?limit=2"}' in body


def test_a_path_that_is_not_documented_is_refused(tmp_path: Path, api_port: int) -> None:
    with previewed(tmp_path, api_port) as port:
        status, body = call(port, api_port, "/v1/admin")
    assert status >= 400
    assert b'"path"' not in body


def test_an_address_of_this_computer_is_refused_without_the_switch(
    tmp_path: Path, api_port: int
) -> None:
    write_project(tmp_path, api_port)
    with running_preview(tmp_path) as preview:
        status, body = call(preview.port, api_port)
    assert status >= 400
    assert json.loads(body)["code"] == "address-refused"


def test_what_may_be_called_follows_the_document(tmp_path: Path, api_port: int) -> None:
    with previewed(tmp_path, api_port) as port:
        assert call(port, api_port)[0] == 200
        document = tmp_path / "openapi.json"
        document.write_text(document.read_text().replace('"/beds"', '"/plots"'))
        wait_until(lambda: b'"operation-unknown"' in call(port, api_port)[1])


def test_pages_name_the_proxy_unless_the_settings_switch_it_off(
    tmp_path: Path, api_port: int
) -> None:
    for folder, is_off in (("on", False), ("off", True)):
        (tmp_path / folder).mkdir()
        settings = {"api": {"playground": {"disableProxy": is_off}}}
        with previewed(tmp_path / folder, api_port, settings) as port:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=HANGS_AFTER)
            connection.request("GET", "/_octavo/server.json")
            facts = json.loads(connection.getresponse().read())
            connection.close()
            assert facts == {"proxy": None if is_off else ROUTE}
            assert (call(port, api_port)[0] == 200) is not is_off
