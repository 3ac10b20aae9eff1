"""The mock of a preview: `octavo dev --mock`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import BuildOptions, build_folder
from tests.browser.playground_project import operation, write_project
from tests.previews import RunningPreview, running_preview

LIMIT = {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 10}}
PATHS = {"/beds": {"get": operation("List beds", parameters=[LIMIT])}}
SERVERS = [{"url": "https://api.example.com/v1"}]


def read_facts(preview: RunningPreview) -> Any:
    """Return the facts about the server for pages."""
    return json.loads(preview.get("/_octavo/server.json").body)


def test_every_document_has_a_mock_below_the_preview_itself(tmp_path: Path) -> None:
    write_project(tmp_path, SERVERS, PATHS)
    with running_preview(tmp_path, has_mock=True) as preview:
        (server,) = read_facts(preview)["mock"]["own.json"]
        assert server["name"] == "Mock"
        path = server["url"].removeprefix(preview.address)
        assert path == "/_octavo/mock/own.json"
        assert preview.get(f"{path}/beds").status == 200
        assert preview.get(f"{path}/v1/beds?limit=3").status == 200
        refused = preview.get(f"{path}/beds?limit=30")
        assert refused.status == 400
        assert json.loads(refused.body)["errors"][0]["message"] == "must be at most 10"
        assert preview.get("/_octavo/mock/other.json/beds").status == 404
        assert preview.get(f"{path}/beds", Origin="https://evil.example").status == 403


def test_the_mock_follows_the_document(tmp_path: Path) -> None:
    write_project(tmp_path, SERVERS, PATHS)
    with running_preview(tmp_path, has_mock=True) as preview:
        assert preview.get("/_octavo/mock/own.json/pots").status == 404
        paths = {**PATHS, "/pots": {"get": operation("List pots")}}
        write_project(tmp_path, SERVERS, paths)
        preview.wait_until(lambda: preview.get("/_octavo/mock/own.json/pots").status == 200)


def test_nobody_offers_a_mock_unasked(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    write_project(root, SERVERS, PATHS)
    with running_preview(root) as preview:
        assert "mock" not in read_facts(preview)
        assert preview.get("/_octavo/mock/own.json/beds").status == 404
    report = build_folder(str(root), str(tmp_path / "out"), BuildOptions())
    assert report.output
    built = Path(report.output)
    assert "mock" not in json.loads((built / "_octavo" / "server.json").read_text())
    texts = (file.read_bytes() for file in built.rglob("*.*") if file.suffix in (".html", ".json"))
    assert not any(b"_octavo/mock" in text for text in texts)


@pytest.mark.parametrize("path", ["/_octavo/mock/", "/_octavo/mock//", "/_octavo/mock/%FF/x"])
def test_a_path_of_no_document_is_not_found(tmp_path: Path, path: str) -> None:
    write_project(tmp_path, SERVERS, PATHS)
    with running_preview(tmp_path, has_mock=True) as preview:
        assert preview.get(path).status == 404
