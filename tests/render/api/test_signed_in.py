"""The page to which providers send readers back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from octavo.builder.folder_build import build_folder
from octavo.render.api.reference import SIGNED_IN

SETTINGS = {"name": "Own", "navigation": [{"group": "A", "pages": ["index"]}]}


def test_sites_with_endpoints_have_it_and_its_script(tmp_path: Path, write_project: Any) -> None:
    page = "---\ntitle: Who\napi: GET https://api.example.com/me\n---\n"
    root = write_project({"site.json": SETTINGS, "index.mdx": page})
    build_folder(str(root), str(tmp_path / "out"))
    html = (tmp_path / "out" / SIGNED_IN).read_text()
    script = html.partition('src="/')[2].partition('"')[0]
    assert (tmp_path / "out" / script).read_text().startswith("let CHANNEL")
    # Nothing in it runs but that script, and no robot lists it.
    assert html.count("<script") == 1
    assert 'content="noindex"' in html


def test_other_sites_have_none(tmp_path: Path, write_project: Any) -> None:
    root = write_project({"site.json": SETTINGS, "index.mdx": "Hello."})
    build_folder(str(root), str(tmp_path / "out"))
    assert not (tmp_path / "out" / SIGNED_IN).exists()
