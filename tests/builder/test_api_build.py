"""Sites with API documents, built as a whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generated_api import inheriting_document
from octavo.builder.folder_build import BuildReport, build_folder
from octavo.openapi.model import Node, Schema
from octavo.openapi.schema import reader as reader_module
from octavo.openapi.schema.reader import SchemaReader
from octavo.problems import sort_problems
from octavo.render.api import api_page
from tests.loaded_modules import modules_loaded_to_build
from tests.site_search import find_addresses, list_pages

API = """\
openapi: "3.1.0"
info: {title: Pets, version: "1"}
paths:
  /pets/{petId}:
    get:
      summary: Find a pet
      description: Finds **one** pet.
      tags: [Pets]
      responses:
        "200":
          description: Fine
          content:
            application/json:
              schema: {$ref: "#/components/schemas/Nothing"}
components:
  schemas:
    Pet: {type: object}
"""
SITE: dict[str, Any] = {
    "name": "Test",
    "navigation": [{"group": "A", "pages": ["index"]}],
    "tabs": [{"name": "API", "url": "api", "openapi": "pets.yaml"}],
    "feedback": {"suggestEdit": True},
    "repository": "https://github.com/example/pets",
}


def build(write_project: Any, tmp_path: Path, **files: Any) -> tuple[BuildReport, Path]:
    root = write_project({"site.json": SITE, "pets.yaml": API, **files})
    return build_folder(str(root), str(tmp_path / "out")), tmp_path / "out"


def test_made_pages_are_written_found_and_linked(write_project: Any, tmp_path: Path) -> None:
    text = "[Find](/api/pets/find-a-pet) [Folder](/api)\n"
    report, out = build(write_project, tmp_path, **{"index.mdx": text})
    assert [p.code for p in report.problems if p.code == "link-to-nothing"] == []
    assert report.pages == 4
    html = (out / "api/pets/find-a-pet/index.html").read_text()
    assert "Find a pet</h1>" in html
    assert '<meta name="description" content="GET /pets/{petId}: Finds one pet.">' in html
    assert "/edit/" not in html, "there is no file to edit"
    assert 'href="/api/pets/find-a-pet/"' in (out / "index.html").read_text()
    pages = list_pages(lambda name: (out / name).read_bytes())
    assert [page[4] for page in pages if len(page) > 4 and page[4]] == ["GET /pets/{petId}"]
    assert find_addresses(out, "pets/7")[0] == "/api/pets/find-a-pet/"


def test_what_rendering_finds_in_a_document_is_told_with_its_line(
    write_project: Any, tmp_path: Path
) -> None:
    report, _ = build(write_project, tmp_path, **{"index.mdx": "x"})
    (problem,) = [p for p in report.problems if p.code == "api-reference-lost"]
    assert str(problem.location) == "pets.yaml:14:30"


def test_the_parser_of_yaml_is_loaded_for_yaml_and_nothing_of_servers(
    write_project: Any, tmp_path: Path
) -> None:
    operation = {"get": {"summary": "List", "responses": {"200": {"description": "All"}}}}
    servers = [{"url": "https://api.example"}]
    document = {"openapi": "3.1.0", "servers": servers, "paths": {"/pets": operation}}
    site = {**SITE, "tabs": [{**tab, "openapi": "pets.json"} for tab in SITE["tabs"]]}
    root = write_project({"site.json": site, "index.mdx": "x", "pets.json": document})
    assert modules_loaded_to_build(root, tmp_path / "out", "asyncio", "ssl", "yaml") == []
    assert (tmp_path / "out/api/list/index.html").exists()
    (root / "site.json").write_text(json.dumps(SITE))
    (root / "pets.yaml").write_text(API)
    assert modules_loaded_to_build(root, tmp_path / "out", "yaml") == ["yaml"]


def test_the_text_of_a_bound_page_is_kept(write_project: Any, tmp_path: Path) -> None:
    page = "---\nopenapi: GET /pets/{petId}\n---\n\nMy own words.\n"
    report, out = build(write_project, tmp_path, **{"index.mdx": "x", "api/mine.mdx": page})
    html = (out / "api/mine/index.html").read_text()
    assert "My own words." in html
    assert "Find a pet</h1>" in html
    assert not (out / "api/pets/find-a-pet").exists()
    assert report.pages == 4


def test_a_broken_document_does_not_stop_the_other_pages(
    write_project: Any, tmp_path: Path
) -> None:
    report, out = build(
        write_project, tmp_path, **{"index.mdx": "x", "pets.yaml": "openapi: [3\npaths: {}\n"}
    )
    assert (out / "index.html").exists()
    assert report.pages == 1
    assert any(p.severity == "error" and p.location.source == "pets.yaml" for p in report.problems)


def test_a_renderer_that_forgets_does_not_read_all_schemas_again(
    write_project: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where each schema leads to all others, that would cost more than everything else."""
    tabs = [{"name": "API", "url": "api", "openapi": "api.json"}]
    document = json.dumps(inheriting_document(50))
    root = write_project(
        {"site.json": {**SITE, "tabs": tabs}, "index.mdx": "", "api.json": document}
    )
    read, places = SchemaReader._read, list[Node]()

    def watch(self: SchemaReader, node: Node) -> Schema:
        places.append(node)
        return read(self, node)

    monkeypatch.setattr(SchemaReader, "_read", watch)
    counts = []
    for remembered in (1_000, 10):
        monkeypatch.setattr(api_page, "_REMEMBERED", remembered)
        places.clear()
        build_folder(str(root), str(tmp_path / str(remembered)))
        counts.append(len(places))
    assert counts[1] < 1.5 * counts[0]


@pytest.mark.scorecard("SR-56")
def test_a_renderer_that_forgets_gives_the_same_site(
    write_project: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (Path(__file__).parents[1] / "openapi" / "operation" / "everything.yaml").read_text()
    paths, schemas = {}, {}
    for number in range(7):
        own = {"$ref": f"#/components/schemas/Node{number}"}
        answer = {"description": "Fine", "content": {"application/json": {"schema": own}}}
        paths[f"/p{number}"] = {"get": {"responses": {"200": answer}}}
        schemas[f"Node{number}"] = {"type": "object", "properties": {"next": own}}
    document = {
        "openapi": "3.1.0",
        "servers": [{"url": "https://a.example"}],
        "paths": paths,
        "components": {"schemas": schemas},
    }
    tabs = [{"name": name, "url": name, "openapi": f"{name}.yaml"} for name in ("one", "many")]
    documents = {"one.yaml": text, "many.yaml": json.dumps(document)}
    root = write_project({"site.json": {**SITE, "tabs": tabs}, "index.mdx": "Hello.", **documents})
    sites = []
    for remembered, schemas_remembered in ((2, 0), (2, 20), (2, 1_000), (1_000, 1_000)):
        monkeypatch.setattr(api_page, "_REMEMBERED", remembered)
        monkeypatch.setattr(reader_module, "MAX_REMEMBERED", schemas_remembered)
        output = tmp_path / f"{remembered} {schemas_remembered}"
        report = build_folder(str(root), str(output))
        files = (file for file in output.rglob("*") if file.is_file())
        found = {str(file.relative_to(output)): file.read_bytes() for file in files}
        sites.append((found, sort_problems(report.problems)))
    assert all(site == sites[0] for site in sites[1:])
    assert len(sites[0][0]) > 20
