"""A site shows its API documents with their overlays, everywhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import BuildReport
from octavo.problems import Code
from tests.builder.rich_project import put
from tests.builder.test_incremental import Bench

pytest.importorskip("jsonpath_rfc9535", reason="the extra `overlays` is not installed")

API = """
openapi: 3.1.0
info: {title: Pets, version: "1"}
servers: [{url: https://pets.example.com}]
paths:
  /pets:
    get: {summary: List pets, responses: {"200": {description: ok}}}
  /admin:
    get: {summary: Secret zq-admin, responses: {"200": {description: ok}}}
"""
OVERLAY = """
overlay: 1.1.0
info: {title: zq-overlay, version: "1"}
actions:
  - target: $.paths['/admin']
    remove: true
  - target: $.paths['/pets'].get
    update:
      description: TEXT
      parameters:
        - name: limit
          in: query
          schema: {$ref: '#/components/schemas/Gone'}
"""


def write(root: Path, **tab: Any) -> None:
    api = {"source": "api.yaml", "overlays": ["docs.overlay.yaml"]}
    tabs = [{"name": "API", "url": "api", "openapi": api, **tab}]
    settings = {"name": "S", "navigation": [{"group": "A", "pages": ["index"]}], "tabs": tabs}
    put(root / "site.json", json.dumps(settings, indent=2))
    put(root / "index.mdx", "Hello")
    put(root / "api.yaml", API.lstrip())
    put(root / "docs.overlay.yaml", OVERLAY.lstrip().replace("TEXT", "From the overlay."))


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path, write)


def told(report: BuildReport) -> list[str]:
    return [f"{each.location}: {each.severity} [{each.code}]" for each in report.problems]


def read_all(folder: Path) -> str:
    files = (path for path in folder.rglob("*") if path.is_file())
    return "".join(path.read_bytes().decode("utf-8", "replace") for path in files)


def test_pages_downloads_and_search_have_the_overlay_and_nothing_that_it_takes_out(
    bench: Bench,
) -> None:
    report = bench.check()
    assert "docs.overlay.yaml:12:26: warning [api-reference-lost]" in told(report)
    page = (bench.output / "api" / "list-pets" / "index.html").read_text("utf-8")
    assert "From the overlay." in page
    assert not (bench.output / "api.yaml").exists()
    assert not (bench.output / "docs.overlay.yaml").exists()
    (bundle,) = bench.output.rglob("bundled.json")
    assert list(json.loads(bundle.read_text("utf-8"))["paths"]) == ["/pets"]
    assert "zq-" not in read_all(bench.output)


def test_an_edit_of_an_overlay_is_followed(bench: Bench) -> None:
    bench.check()
    overlay = bench.root / "docs.overlay.yaml"
    put(overlay, overlay.read_text("utf-8").replace("From the overlay.", "Written anew."))
    bench.check("an edit")
    assert "Written anew." in read_all(bench.output)
    put(overlay, overlay.read_text("utf-8").replace("remove: true", "update: {x-internal: true}"))
    bench.check("a mark")
    assert "zq-" not in read_all(bench.output)


BROKEN = {
    "a JSONPath mistake": ("overlay: 1.1.0\nactions:\n  - target: '$['\n", ":3:13: error"),
    "no overlay": ("title: what\n", ":1:1: error"),
    "not YAML": ("overlay: [\n", ": error"),
    "an empty file": ("", ": error"),
    "an action that does not fit": (
        OVERLAY + "  - {target: $.info, update: [1]}\n",
        "error [overlay-mismatch]",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_document_whose_overlay_cannot_be_applied_whole_is_withheld(
    bench: Bench, name: str
) -> None:
    overlay, problem = BROKEN[name]
    parts = API.replace("{summary: Secret zq-admin", "{$ref: parts/admin.yaml, summary: zq-admin")
    put(bench.root / "parts" / "admin.yaml", "summary: zq-part\n")
    put(bench.root / "api.yaml", parts.lstrip())
    put(bench.root / "docs.overlay.yaml", overlay.lstrip())
    lines = told(bench.check())
    assert [each for each in lines if each.startswith("docs.overlay.yaml") and problem in each]
    assert "api.yaml:1:1: info [api-document-withheld]" in lines
    assert "zq-" not in read_all(bench.output)
    assert "pets" not in read_all(bench.output / "api")
    assert "Hello" in (bench.output / "index.html").read_text("utf-8")


@pytest.mark.parametrize("document", ["- zq-list\n", "zq: [\n", "title: zq-what\n", ""])
def test_a_document_that_cannot_be_read_is_not_published_without_its_overlay(
    bench: Bench, document: str
) -> None:
    put(bench.root / "api.yaml", document)
    assert any(each.startswith("api.yaml") and "error" in each for each in told(bench.check()))
    assert "zq-" not in read_all(bench.output)


def test_a_document_whose_overlay_is_missing_is_withheld(bench: Bench) -> None:
    (bench.root / "docs.overlay.yaml").unlink()
    lines = told(bench.check())
    assert "site.json:15:18: error [api-source-missing]" in lines
    assert "api.yaml:1:1: info [api-document-withheld]" in lines
    assert "zq-" not in read_all(bench.output)


def test_an_action_that_matches_nothing_withholds_nothing(bench: Bench) -> None:
    overlay = bench.root / "docs.overlay.yaml"
    put(overlay, overlay.read_text("utf-8") + "  - {target: $.nothing, remove: true}\n")
    assert [each for each in told(bench.check()) if "warning [overlay-no-match]" in each]
    assert (bench.output / "api" / "list-pets" / "index.html").exists()


def test_a_document_has_the_same_overlays_everywhere(bench: Bench) -> None:
    write(bench.root)
    settings = json.loads((bench.root / "site.json").read_text("utf-8"))
    put(bench.root / "other.yaml", OVERLAY.lstrip())
    api = {"source": "/api.yaml", "overlays": "other.yaml"}
    settings["anchors"] = [{"name": "B", "url": "b", "openapi": [api]}]
    put(bench.root / "site.json", json.dumps(settings))
    codes = [each.code for each in bench.check().problems]
    assert codes.count(Code.API_OVERLAYS_DIFFER) == 1
    assert "zq-" not in read_all(bench.output)


def test_the_overlay_of_a_held_back_tab_is_not_published(bench: Bench) -> None:
    write(bench.root, draft=True)
    bench.check()
    assert "zq-" not in read_all(bench.output)


@pytest.mark.parametrize("target", ["../secret.yaml", "/etc/passwd", "file:///etc/passwd"])
def test_an_overlay_reaches_no_files_that_its_document_does_not(bench: Bench, target: str) -> None:
    put(bench.root.parent / "secret.yaml", "type: string\ndescription: zq-secret\n")
    overlay = OVERLAY.replace("'#/components/schemas/Gone'", target)
    put(bench.root / "docs.overlay.yaml", overlay.lstrip())
    assert "api-reference-lost" in [each.code for each in bench.check().problems]
    assert "zq-secret" not in read_all(bench.output)
