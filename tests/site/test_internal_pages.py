"""A page that names something internal is left out, with an error."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from octavo.problems import Code, Severity
from tests.builder.test_incremental import tree
from tests.project_folder import write_files

DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Pets", "version": "1"},
    "paths": {"/pets": {"get": {"responses": {}}, "post": {"x-internal": True, "responses": {}}}},
    "webhooks": {"changed": {"post": {"x-internal": True, "responses": {}}}},
    "components": {"schemas": {"Secret": {"type": "object", "x-internal": True}}},
}


def build(root: Path, page: str, **api: Any) -> tuple[dict[str, bytes], list[Any]]:
    settings = {
        "name": "Pets",
        "api": api,
        "navigation": [{"group": "Start", "pages": ["index", "own"]}],
    }
    files = {"site.json": settings, "api.json": DOCUMENT, "own.mdx": f"---\n{page}\n---\nText.\n"}
    write_files(root / "project", {**files, "index.mdx": "---\ntitle: Start\n---\n"})
    report = build_folder(str(root / "project"), str(root / "site"))
    return tree(root / "site"), list(report.problems)


@pytest.mark.parametrize(
    "page",
    [
        "openapi: POST /pets",
        "openapi: /api.json post /pets/",
        "openapi: webhook changed",
        "openapi-schema: Secret",
    ],
)
def test_a_page_of_something_internal_is_left_out(page: str, tmp_path: Path) -> None:
    files, problems = build(tmp_path, page)
    assert "own/index.html" not in files
    (problem,) = [each for each in problems if each.severity is not Severity.INFO]
    assert problem.code is Code.API_INTERNAL_PAGE
    assert problem.severity is Severity.ERROR
    assert (problem.location.source, problem.location.line) == ("own.mdx", 2)
    assert "api.showInternal" in problem.hint


@pytest.mark.parametrize(
    ("page", "api"), [("openapi: GET /pets", {}), ("openapi: POST /pets", {"showInternal": True})]
)
def test_other_pages_are_built(page: str, api: Any, tmp_path: Path) -> None:
    files, problems = build(tmp_path, page, **api)
    assert "own/index.html" in files
    assert not [each for each in problems if each.code is Code.API_INTERNAL_PAGE]
