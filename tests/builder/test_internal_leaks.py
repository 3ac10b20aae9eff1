"""Nothing that an API document marks as internal is in anything that Octavo makes or serves."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from octavo.cli.entry import main
from octavo.mock.api import MockApi
from octavo.mock.messages import MockRequest
from octavo.mock.server import load_document
from octavo.problems import Severity
from tests.assistants import Asker, ask_server
from tests.builder.internal_api import (
    PUBLIC,
    Planter,
    make_document,
    make_swagger,
    split_document,
)
from tests.builder.test_incremental import tree
from tests.previews import running_preview
from tests.project_folder import write_files

KINDS = ("whole", "split", "swagger")


def write_project(root: Path, kind: str, **api: Any) -> list[str]:
    """Write a project with a document of a kind; return the secrets in it."""
    plant = Planter()
    if kind == "swagger":
        files = {"api.json": make_swagger(plant)}
    else:
        document = make_document(plant)
        files = dict(split_document(document)) if kind == "split" else {"api.json": document}
    settings = {
        "name": "Things",
        "navigation": [{"group": "Start", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "api.json"}],
        "api": {"downloads": "operations", **api},
    }
    page = "---\ntitle: Start\n---\n\n[The document](/api.json)\n"
    write_files(root, {"site.json": settings, "index.mdx": page, **files})
    return plant.secrets


def find_secrets(secrets: list[str], data: bytes) -> list[str]:
    text = data.decode("utf-8", "replace").lower()
    return [secret for secret in secrets if secret.lower() in text]


def unpack(name: str, data: bytes) -> bytes:
    return gzip.decompress(data) if name.endswith(".gz") or data[:2] == b"\x1f\x8b" else data


@pytest.fixture(scope="module", params=KINDS)
def project(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    root = tmp_path_factory.mktemp(request.param)
    secrets = write_project(root / "project", request.param)
    assert len(secrets) > (15 if request.param == "swagger" else 100)
    yield root / "project", secrets
    shutil.rmtree(root)


@pytest.mark.scorecard("SR-53")
@pytest.mark.parametrize(
    "text",
    [
        "openapi: 3.1.0\npaths:\n  /zq-secret:\n    x-internal: true\n    get: [unclosed\n",
        "openapi: 3.1.0\npaths: [x-internal, zq-secret]\n",
        '{"openapi": "3.1.0", "x-internal": true, "paths": {"/zq-secret"',
    ],
)
def test_a_document_with_marks_that_cannot_be_read_is_not_published(
    tmp_path: Path, text: str
) -> None:
    settings = {
        "name": "Things",
        "navigation": [{"group": "Start", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "api.yaml"}],
    }
    page = "---\ntitle: Start\n---\n\n[The document](/api.yaml)\n"
    root, output = tmp_path / "project", tmp_path / "dist"
    write_files(root, {"site.json": settings, "index.mdx": page, "api.yaml": text})
    report = build_folder(str(root), str(output))
    assert any(each.severity is Severity.ERROR for each in report.problems)
    assert (output / "index.html").is_file()
    assert not any(b"zq-secret" in data for data in tree(output).values())


@pytest.mark.scorecard("SR-53")
def test_no_file_of_a_site_holds_what_is_internal(project: Any, tmp_path: Path) -> None:
    root, secrets = project
    report = build_folder(str(root), str(tmp_path / "site"))
    assert report.output, report.problems
    assert not [each for each in report.problems if each.severity is Severity.ERROR]
    files = tree(tmp_path / "site")
    leaks = {
        name: found
        for name, data in files.items()
        if (found := find_secrets(secrets, name.encode() + unpack(name, data)))
    }
    assert leaks == {}
    everything = b"".join(files.values())
    assert [word for word in PUBLIC if word.encode() not in everything] == []
    assert any(name.endswith("bundled.json") for name in files)
    assert "api.json" not in files


@pytest.mark.scorecard("SR-53")
def test_a_preview_its_mock_and_assistants_do_not_know_it(project: Any) -> None:
    root, secrets = project
    name = "/" + secrets[[secret[5:] for secret in secrets].index("Path")]
    asked = secrets[::10]

    async def talk(client: Asker) -> list[str]:
        answers = [
            await client.ask("list_sections"),
            await client.ask("describe_operation", operation_id="listThings"),
            await client.ask("call_operation", operation_id="secretOperation"),
            await client.ask("describe_operation", operation_id="secretOperation"),
            *[await client.ask("search", query=secret) for secret in asked],
        ]
        return [answer.text for answer in answers]

    with running_preview(root, has_mock=True, has_mcp=True) as preview:
        paths = ["/", "/api.json", "/llms.txt", "/llms-full.txt", "/_octavo/search.json"]
        paths += ["/paths/p0.json", "/schemas/s0.json", "/_octavo/openapi/api/bundled.json"]
        answers = {path: preview.get(path) for path in paths}
        assert answers["/api.json"].status == 404
        assert answers["/schemas/s0.json"].status == 404
        mocked = preview.get(f"/_octavo/mock/api.json{name}")
        assert mocked.status == 404
        bodies = [answer.body for answer in answers.values()]
        texts = ask_server(f"{preview.address}/mcp", talk)
    assert [found for body in bodies if (found := find_secrets(secrets, body))] == []
    for text in texts:
        found = find_secrets(secrets, text.encode())
        assert [secret for secret in found if secret not in asked] == []
    assert not find_secrets(secrets, "".join(texts[:2]).encode())
    assert (
        texts[2:4]
        == ["No page of this documentation describes such an operation. Look for it with search."]
        * 2
    )


@pytest.mark.scorecard("SR-53")
def test_a_mock_does_not_answer_for_it(project: Any) -> None:
    root, secrets = project
    document, problems = load_document(str(root / "api.json"))
    assert document is not None, problems
    api = MockApi(document)
    path = "/" + secrets[[secret[5:] for secret in secrets].index("Path")]
    answers = [api.answer(MockRequest("GET", path, "", {}, b""))]
    answers.append(api.answer(MockRequest("DELETE", "/things", "", {}, b"")))
    assert [answer.status for answer in answers] == [404, 405]
    answers = [
        api.answer(MockRequest(method, "/things", "", {"prefer": prefer}, b"{}"))
        for method in ("GET", "POST")
        for prefer in ("", "code=418", "example=public", "dynamic=true")
    ]
    assert not find_secrets(secrets, b"".join(b"".join(answer.pieces) for answer in answers))


@pytest.mark.scorecard("SR-53")
def test_page_files_do_not_name_it(
    project: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root, secrets = project
    assert main(["openapi-file", str(root / "api.json"), "-o", str(tmp_path / "pages")]) == 0
    shown = capsys.readouterr()
    files = b"".join(name.encode() + data for name, data in tree(tmp_path / "pages").items())
    assert not find_secrets(secrets, files + shown.out.encode())
    assert b"/things" in files


@pytest.mark.parametrize("kind", KINDS)
def test_a_setting_shows_everything(kind: str, tmp_path: Path) -> None:
    secrets = write_project(tmp_path / "project", kind, showInternal=True)
    report = build_folder(str(tmp_path / "project"), str(tmp_path / "site"))
    assert report.output, report.problems
    everything = b"".join(tree(tmp_path / "site").values())
    assert len(find_secrets(secrets, everything)) == len(secrets)
    given = json.loads((tmp_path / "site/api.json").read_text())
    assert given == json.loads((tmp_path / "project/api.json").read_text())
