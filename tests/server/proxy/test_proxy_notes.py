"""The preview says at its start which documented servers its proxy will refuse."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.javascript.engine import JavaScriptEngine
from octavo.cli.entry import main
from octavo.preview.follow.state import PreviewLoader
from octavo.problems import Severity, render_text
from octavo.render.content.components import COMPONENTS
from octavo.server.proxy.notes import find_refused_servers
from octavo.server.proxy.rules import parse_allowed_net
from tests.previews import running_preview


def write_project(root: Path, servers: Any, **api: Any) -> None:
    """Write a project whose document names servers."""
    operation = {"get": {"summary": "A", "responses": {"200": {"description": "Fine"}}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "servers": servers,
        "paths": {"/a": operation},
    }
    settings = {
        "name": "A",
        "navigation": [{"group": "A", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "api.json"}],
        "api": api,
    }
    (root / "site.json").write_text(json.dumps(settings))
    (root / "api.json").write_text(json.dumps(document))
    (root / "index.mdx").write_text("Hello.")


def notes(root: Path, *allowed: str) -> list[str]:
    """Return the notes on the servers of a project."""
    with contextlib.closing(JavaScriptEngine(COMPONENTS)) as engine:
        state = PreviewLoader(str(root), engine.evaluate).load()
    assert state.site is not None
    found = find_refused_servers(state.site.site, tuple(map(parse_allowed_net, allowed)))
    assert {problem.severity for problem in found} <= {Severity.INFO}
    return [render_text(problem, lambda _source, _line: None) for problem in found]


@pytest.mark.parametrize(
    ("url", "switch"),
    [
        ("http://localhost:8000/v1", "localhost:8000"),
        ("http://127.0.0.1", "localhost:80"),
        ("https://10.1.2.3:8443", "10.1.2.3:8443"),
        ("http://[fd00::1]:81", "[fd00::1]:81"),
        ("http://{host}:{port}", "localhost:9000"),
    ],
)
def test_a_server_that_is_not_public_is_a_note_with_the_switch(
    tmp_path: Path, url: str, switch: str
) -> None:
    variables = {"host": {"default": "localhost"}, "port": {"default": 9000}}
    write_project(tmp_path, [{"url": url, "variables": variables}, {"url": url}])
    (note,) = notes(tmp_path)
    assert note.startswith("api.json: info: The playground of the preview may not call")
    assert f"--proxy-allow-net {switch}`" in note
    assert notes(tmp_path, switch) == []


@pytest.mark.parametrize(
    "servers",
    [
        [{"url": "https://api.example.com"}, {"url": "/v1"}, {"url": "ftp://localhost"}],
        "no list",
        [None, {"url": 1}, {"url": "http://{a}:1", "variables": [1]}, {"url": "http://[::"}],
        [],
    ],
)
def test_public_servers_and_broken_ones_are_no_note(tmp_path: Path, servers: Any) -> None:
    write_project(tmp_path, servers)
    assert notes(tmp_path) == []


def test_the_settings_decide_which_servers_there_are(tmp_path: Path) -> None:
    write_project(tmp_path, [{"url": "http://localhost:1"}], baseUrl="http://localhost:2")
    (note,) = notes(tmp_path)
    assert note.startswith("site.json: info:")
    assert "localhost:2" in note
    for playground in ({"disableProxy": True}, {"mode": "simple"}):
        write_project(tmp_path, [{"url": "http://localhost:1"}], playground=playground)
        assert notes(tmp_path) == []


def test_the_terminal_tells_it_once(tmp_path: Path) -> None:
    write_project(tmp_path, [{"url": "http://localhost:8000"}])
    with running_preview(tmp_path) as preview:
        preview.wait_until(lambda: bool(preview.lines))
    assert len([line for line in preview.lines if "[proxy-server-refused]" in line]) == 1


def test_a_strict_build_does_not_tell_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_project(tmp_path, [{"url": "http://localhost:8000"}])
    assert main(["build", str(tmp_path), "-o", str(tmp_path / "out"), "--strict"]) == 0
    assert "proxy-server-refused" not in capsys.readouterr().err
