"""A document is written as one file, with its overlays, and over nothing that is needed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from octavo.cli.entry import main
from octavo.project.documents.api_files import parse_data

API = """
openapi: 3.1.0
info: {title: Pets, version: "1"}
paths:
  /pets:
    get:
      summary: pets_list
      responses: {"200": {description: ok, content: {application/json: {schema: {$ref: pet.yaml}}}}}
  /admin:
    get: {summary: Admin, responses: {"200": {description: ok}}}
"""
OVERLAY = """
overlay: 1.1.0
info: {title: Docs, version: "1"}
actions:
  - {target: "$.paths.*.get", update: {tags: [pets]}}
  - {target: "$.paths['/admin']", update: {x-internal: true}}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "api").mkdir()
    (tmp_path / "api" / "api.yaml").write_text(API)
    (tmp_path / "api" / "pet.yaml").write_text("type: object\ntitle: Pet\n")
    (tmp_path / "docs.overlay.yaml").write_text(OVERLAY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def bundle(*arguments: str) -> int:
    return main(["openapi-bundle", "api/api.yaml", *arguments])


def load(path: Path) -> Any:
    return parse_data(path.read_text("utf-8"), path.name)[0]


@pytest.mark.parametrize("name", ["out.yaml", "out.yml", "out.json"])
def test_a_document_is_one_file_in_the_form_of_its_name(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bundle("-o", name) == 0
    tree = load(folder / name)
    schema = tree["paths"]["/pets"]["get"]["responses"]["200"]["content"]["application/json"]
    assert schema == {"schema": {"$ref": "#/components/schemas/pet"}}
    assert tree["components"]["schemas"]["pet"] == {"type": "object", "title": "Pet"}
    assert (name == "out.json") == (folder / name).read_text("utf-8").startswith("{")
    assert bundle("-o", name) == 0
    said = capsys.readouterr().err
    assert f"{name} is written." in said
    assert f"{name} is unchanged." in said


def test_without_a_file_it_is_printed_and_nothing_else(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bundle() == 0
    assert parse_data(capsys.readouterr().out, "out.yaml")[0]["info"]["title"] == "Pets"
    (folder / "api" / "api.json").write_text(json.dumps({"openapi": "3.1.0", "paths": {}}))
    assert main(["openapi-bundle", "api/api.json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"openapi": "3.1.0", "paths": {}}


def test_overlays_are_applied_and_shared_values_are_written_out(folder: Path) -> None:
    pytest.importorskip("jsonpath_rfc9535", reason="the extra `overlays` is not installed")
    assert bundle("--overlay", "docs.overlay.yaml", "-o", "out.yaml") == 0
    paths = load(folder / "out.yaml")["paths"]
    assert {path: item["get"]["tags"] for path, item in paths.items()} == {
        "/pets": ["pets"],
        "/admin": ["pets"],
    }
    assert "&id" not in (folder / "out.yaml").read_text("utf-8")
    assert bundle("--overlay", "docs.overlay.yaml", "--public", "-o", "out.yaml") == 0
    assert list(load(folder / "out.yaml")["paths"]) == ["/pets"]


def test_the_problem_of_an_overlay_is_told_by_the_name_that_was_given(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("jsonpath_rfc9535", reason="the extra `overlays` is not installed")
    (folder / "bad.yaml").write_text("overlay: 1.1.0\ninfo: {title: a, version: b}\nactions: 1\n")
    assert bundle("--overlay", "bad.yaml", "-o", "out.yaml") == 1
    said = capsys.readouterr().err
    assert "bad.yaml:3:10: error: `actions` must be a list [overlay-invalid]" in said
    assert "  3 | actions: 1" in said
    assert not (folder / "out.yaml").exists()
    assert bundle("--overlay", "gone.yaml") == 1
    assert "gone.yaml: error: there is no such file" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["api/api.yaml", "api/pet.yaml", "docs.overlay.yaml"])
def test_a_file_that_the_document_is_made_of_is_kept_even_if_forced(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (folder / name).read_bytes()
    assert bundle("--overlay", "docs.overlay.yaml", "-o", name, "--force") == 1
    assert "[output-not-ours]" in capsys.readouterr().err
    assert (folder / name).read_bytes() == before


def test_a_file_of_another_kind_is_kept_unless_forced(folder: Path) -> None:
    (folder / "notes.json").write_text('{"mine": true}')
    assert bundle("-o", "notes.json") == 1
    assert (folder / "notes.json").read_text() == '{"mine": true}'
    assert bundle("-o", "notes.json", "--force") == 0
    assert load(folder / "notes.json")["info"]["title"] == "Pets"


def test_a_disk_that_does_not_take_it_is_the_other_exit_code(folder: Path) -> None:
    (folder / "file").write_text("x")
    assert bundle("-o", "file/out.yaml") == 74
