"""`octavo init` writes a site without problems, and leaves the author's files alone."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from octavo.builder.check.folder_check import check_folder
from octavo.builder.folder_build import build_folder
from octavo.cli.entry import main
from octavo.problems import Code, Severity
from octavo.project.missing_settings import OTHER_SETTINGS_NAME, OTHER_TOOLS
from octavo.scaffold.starter.new_folder import start_project
from tests.document_host import running_host
from tests.openapi.api_documents import FOLDER as DOCUMENTS
from tests.project_folder import write_files

HOSTILE = {
    "openapi": "3.1.0",
    "info": {
        "title": 'The <b>{best}</b> "API": of *all*\n# times',
        "version": "{1} <2>",
        "description": "import x from 'y'\n\n{danger} <script>alert(1)</script> [x](/nowhere)",
        "contact": {"name": "](javascript:alert(1))", "url": "javascript:alert(1)"},
        "license": {"name": "A [b] {c}", "url": "https://example.com/<a>(b)"},
        "termsOfService": 5,
    },
    "servers": [{"url": "https://example.com/```"}, {"url": "/v1"}],
    "paths": {"/a": {"get": {"summary": "A", "responses": {"200": {"description": "Fine"}}}}},
}


def test_the_starter_is_a_site_without_a_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "tea-shop"
    assert main(["init", str(root)]) == 0
    assert capsys.readouterr().err.endswith(f"Preview the site: octavo dev {root}\n")
    assert check_folder(str(root)).problems == ()
    report = build_folder(str(root), str(tmp_path / "out"))
    assert report.problems == ()
    assert report.pages == 9
    assert json.loads((root / "site.json").read_text())["name"] == "Tea shop"
    assert "Tea shop" in (root / "logo/light.svg").read_text()
    assert main(["check", str(root), "--strict"]) == 0


@pytest.mark.parametrize("options", [(), ("--from", "api.json")])
def test_a_name_that_is_too_long_for_a_logo_stands_as_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    name = "handbook-of-our-warehouses"
    title = json.dumps({"openapi": "3.1.0", "info": {"title": name, "version": "1"}, "paths": {}})
    monkeypatch.chdir(write_files(tmp_path, {"api.json": title}))
    assert main(["init", name, *options]) == 0
    settings = json.loads(Path(name, "site.json").read_text())
    assert "logo" not in settings
    assert not Path(name, "logo").exists()
    assert len(settings["name"]) == len(name)


def test_editors_find_the_schema_that_the_settings_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = write_files(tmp_path, {"api.json": HOSTILE}) / "api.json"
    for root, options in ((tmp_path / "a", ()), (tmp_path / "b", ("--from", str(document)))):
        assert main(["init", str(root), *options]) == 0
        settings = json.loads((root / "site.json").read_text())
        schema = json.loads((root / settings["$schema"]).read_text())
        jsonschema_rs.validator_for(schema).validate(settings)
        assert not jsonschema_rs.is_valid(schema, {**settings, "nme": "a slip"})
        capsys.readouterr()
        assert main(["settings-schema"]) == 0
        assert (root / settings["$schema"]).read_text() == capsys.readouterr().out
        build_folder(str(root), str(tmp_path / "out"))
        assert not list((tmp_path / "out").rglob("*.schema.json"))


def test_without_a_folder_the_current_one_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "README").write_text("Other files may be there.")
    assert main(["init"]) == 0
    told = capsys.readouterr().err
    assert "  guides/writing.mdx\n" in told
    assert told.endswith("Preview the site: octavo dev\n")


def test_nothing_is_overwritten_and_what_is_in_the_way_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write_files(tmp_path / "x", {"index.mdx": "Mine.", "guides": "A file."})
    os.symlink("nowhere", root / "openapi.yaml")
    assert main(["init", str(root)]) == 1
    told = capsys.readouterr().err
    for name in ("index.mdx", "guides/writing.mdx", "openapi.yaml"):
        assert f"{root}/{name}: error: this is in the way, and stays as it is" in told
    assert sorted(path.name for path in root.iterdir()) == ["guides", "index.mdx", "openapi.yaml"]
    assert (root / "index.mdx").read_text() == "Mine."


def test_a_project_that_is_there_is_told(tmp_path: Path) -> None:
    root = write_files(tmp_path / "x", {"site.json": "{}"})
    (problem,) = start_project(str(root)).problems
    assert problem.code is Code.STARTER_IN_THE_WAY
    assert f"octavo dev {root}" in problem.hint
    (problem,) = start_project(str(root / "site.json")).problems
    assert "not a folder" in problem.message


@pytest.mark.parametrize("name", [OTHER_SETTINGS_NAME, *OTHER_TOOLS])
def test_a_site_of_another_tool_is_not_started_over(name: str, tmp_path: Path) -> None:
    root = write_files(tmp_path / "x", {name: ""})
    report = start_project(str(root))
    (problem,) = report.problems
    assert problem.code is Code.STARTER_OTHER_TOOL
    assert f"octavo migrate {root}" in problem.hint
    assert [path.name for path in root.iterdir()] == [name]


def test_the_hint_at_a_folder_without_settings_works(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "new"
    root.mkdir()
    assert main(["build", str(root)]) == 1
    hint = f"octavo init {root}"
    assert hint in capsys.readouterr().err
    assert main(hint.split()[1:]) == 0
    assert main(["build", str(root), "--strict"]) == 0


def warnings(root: Path) -> list[str]:
    problems = check_folder(str(root)).problems
    return [str(each) for each in problems if each.severity is not Severity.INFO]


def test_a_hostile_document_makes_harmless_pages(tmp_path: Path) -> None:
    document = write_files(tmp_path, {"api.json": HOSTILE}) / "api.json"
    root = tmp_path / "site"
    assert start_project(str(root), str(document)).problems == ()
    assert warnings(root) == []
    report = build_folder(str(root), str(tmp_path / "out"))
    pages = [tmp_path / "out" / name for name in ("index.html", "api-reference/index.html")]
    page = "".join(each.read_text() for each in pages)
    assert report.pages == 3
    assert "<script>alert" not in page
    assert 'href="javascript:' not in page
    assert "](javascript:alert(1))" in page  # a name, which is text
    assert "{1} &lt;2>" in page or "{1} &lt;2&gt;" in page
    assert (root / "api.json").read_text() == document.read_text()


def test_a_document_of_several_files_is_copied_whole(tmp_path: Path) -> None:
    files: dict[str, Any] = {
        "api/openapi.yaml": "openapi: 3.1.0\ninfo: {title: Split, version: '1'}\n"
        "paths:\n  /a: {$ref: paths/a.yaml}\n",
        "api/paths/a.yaml": "get:\n  summary: A\n  description: {$ref: a.txt}\n"
        "  responses: {'200': {description: Fine}}\n",
        "api/paths/a.txt": "Does *A*.\n",
        "api/other.yaml": "not: needed\n",
    }
    document = write_files(tmp_path, files) / "api/openapi.yaml"
    root = tmp_path / "site"
    report = start_project(str(root), str(document))
    assert {"openapi.yaml", "paths/a.yaml", "paths/a.txt"} <= set(report.files)
    assert "other.yaml" not in report.files
    assert warnings(root) == []
    assert check_folder(str(root)).pages == 3


def test_a_document_in_the_folder_is_named_where_it_is(tmp_path: Path) -> None:
    root = write_files(tmp_path / "x", {"api/v1.json": HOSTILE})
    assert start_project(str(root), str(root / "api/v1.json")).problems == ()
    settings = json.loads((root / "site.json").read_text())
    assert settings["tabs"][0]["openapi"] == "api/v1.json"
    assert not (root / "v1.json").exists()


def test_an_address_is_named_in_the_settings(tmp_path: Path) -> None:
    with running_host() as host:
        host.document = json.dumps(HOSTILE).encode()
        root = tmp_path / "site"
        assert start_project(str(root), host.address).problems == ()
        settings = json.loads((root / "site.json").read_text())
        assert settings["tabs"][0]["openapi"] == host.address


def test_a_document_that_cannot_be_used_starts_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = write_files(tmp_path, {"api.yaml": "a: [1\n"}) / "api.yaml"
    root = tmp_path / "site"
    for name in (document, tmp_path / "lost.yaml"):
        assert main(["init", str(root), "--from", str(name)]) == 1
        assert f"{name}:" in capsys.readouterr().err
    assert not root.exists()


@pytest.mark.corpus
@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="needs the collection of API documents")
@pytest.mark.parametrize("name", ["museum.yaml", "cafe.yaml", "adyen-webhooks.yaml", "galaxy.yaml"])
def test_real_documents_start_sites_without_a_warning(name: str, tmp_path: Path) -> None:
    root = tmp_path / "site"
    assert start_project(str(root), str(DOCUMENTS / name)).problems == ()
    report = build_folder(str(root), str(tmp_path / "out"))
    assert [each for each in report.problems if each.severity is not Severity.INFO] == []
    # A check compares the examples of the document with its schemas, too: these are not ours.
    found = check_folder(str(root)).problems
    assert {each.location.source for each in found} <= {name}
