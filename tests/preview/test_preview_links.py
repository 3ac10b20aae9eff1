"""Documents that come from links: the preview asks for them again and shows what has changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from octavo.preview.server import Preview
from tests.document_host import Host, running_host
from tests.previews import running_preview


@pytest.fixture
def host() -> Iterator[Host]:
    with running_host() as host:
        yield host


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
