"""The API documents that a site loads, and their problems."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from octavo.problems import Code, Problem, Severity, sort_problems
from octavo.project.discover import load_project
from octavo.site.load import LoadedSite, load_site
from octavo.site.model import Site

API: dict[str, Any] = {"openapi": "3.1.0", "paths": {"/pets": {"get": {"summary": "List"}}}}
SITE: dict[str, Any] = {"name": "Test", "navigation": [{"group": "A", "pages": ["index"]}]}
TAB = {"name": "API", "url": "api", "openapi": "pets.json"}


def load(root: Path) -> tuple[LoadedSite, Site, list[Problem]]:
    project, problems = load_project(root)
    loaded = load_site(project)
    assert loaded.site is not None
    found = (*problems, *loaded.problems, *loaded.collect_api_problems())
    return loaded, loaded.site, sort_problems(found)


def told(problems: list[Problem]) -> list[str]:
    return [f"{p.location}: {p.severity} [{p.code}]" for p in problems]


def test_a_site_that_asks_for_no_document_reads_none(write_project: Any) -> None:
    root = write_project({"site.json": SITE, "index.mdx": "x", "pets.json": '{"openapi": '})
    loaded, site, problems = load(root)
    assert loaded.api is None
    assert site.api_documents == ()
    assert problems == []


def test_a_document_that_the_settings_name_is_loaded_and_others_are_not(
    write_project: Any,
) -> None:
    files = {"index.mdx": "x", "pets.json": API, "broken.json": '{"openapi": "3.1.0", '}
    _, site, problems = load(write_project({**files, "site.json": {**SITE, "tabs": [TAB]}}))
    assert [document.source for document in site.api_documents] == ["pets.json"]
    assert problems == []
    assert list(site.pages) == ["/", "/api/list", "/api"]


def test_a_page_that_names_its_document_has_only_that_one_parsed(write_project: Any) -> None:
    files = {
        "site.json": SITE,
        "index.mdx": "---\nopenapi: pets GET /pets\n---\n",
        "deep/pets.yaml": 'openapi: "3.1.0"\npaths:\n  /pets:\n    get: {}\n',
        "broken.json": '{"openapi": "3.1.0", ',
    }
    _, site, problems = load(write_project(files))
    assert [document.source for document in site.api_documents] == ["deep/pets.yaml"]
    assert problems == []
    assert site.pages["/"].method == "GET"


def test_a_page_that_names_none_is_looked_for_in_all(write_project: Any) -> None:
    files = {
        "site.json": SITE,
        "index.mdx": "---\nopenapi: GET /pets\n---\n",
        "pets.json": API,
        "broken.json": '{"openapi": "3.1.0", ',
        "data.json": {"colors": ["red"]},
        "old.yaml": 'swagger: "2.0"\npaths: {}\n',
    }
    _, site, problems = load(write_project(files))
    assert site.pages["/"].title == "List"
    assert told(problems) == [
        "broken.json:1:22: warning [api-json-syntax]",
        "old.yaml:1:10: info [api-swagger-2]",
    ]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (None, "site.json:15:18: error [api-source-missing]"),
        ('{"openapi": "3.1.0",', "pets.json:1:21: error [api-json-syntax]"),
        ('{"swagger": "1.2"}', "pets.json:1:13: error [api-version-unknown]"),
        ("{}", "pets.json:1:1: error [api-not-openapi]"),
    ],
)
def test_a_document_of_a_tab_that_cannot_be_used_is_an_error_and_the_site_goes_on(
    content: str | None, expected: str, write_project: Any
) -> None:
    files = {"site.json": {**SITE, "tabs": [TAB]}, "index.mdx": "x"}
    if content is not None:
        files["pets.json"] = content
    _, site, problems = load(write_project(files))
    assert list(site.pages) == ["/"]
    assert told(problems) == [expected]


def test_a_binding_that_does_not_exist_is_told_at_its_line_in_the_page(
    write_project: Any,
) -> None:
    page = "---\ntitle: Mine\nopenapi: 'PUT /pets'\n---\n\nText\n"
    files = {"site.json": SITE, "index.mdx": page, "pets.json": API}
    _, site, (problem,) = load(write_project(files))
    assert site.pages["/"].binding is None
    assert site.pages["/"].title == "Mine"
    assert str(problem.location) == "index.mdx:3:10"
    assert problem.hint == "Did you mean `GET /pets`?"


@pytest.mark.parametrize("binding", ["GET /pets", "pets GET /pets", "/pets.json GET /pets"])
def test_pages_of_a_document_that_cannot_be_loaded_are_not_told_one_by_one(
    binding: str, write_project: Any
) -> None:
    page = f"---\nopenapi: {binding}\n---\n"
    site = {**SITE, "openapi": "./pets.json"}
    _, _, problems = load(write_project({"site.json": site, "index.mdx": page}))
    assert [problem.code for problem in problems] == ["api-source-missing"]
    files = {"site.json": site, "index.mdx": page.replace("pets", "other", 1)}
    if "json" in binding:
        _, _, problems = load(write_project(files))
        assert [p.code for p in problems] == ["api-document-unknown", "api-source-missing"]


def test_what_is_wrong_inside_a_document_is_told_with_its_line(write_project: Any) -> None:
    text = json.dumps({**API, "paths": {"pets": {"get": {"tags": "pet"}}}}, indent=1)
    files = {"site.json": {**SITE, "tabs": [TAB]}, "index.mdx": "x", "pets.json": text}
    _, site, problems = load(write_project(files))
    assert list(site.pages) == ["/", "/api/pet/get-pets", "/api", "/api/pet"]
    assert told(problems) == [
        "pets.json:4:3: warning [api-path-no-slash]",
        "pets.json:6:13: warning [api-wrong-type]",
    ]


def test_the_ending_of_a_file_may_be_left_out(write_project: Any) -> None:
    tab = {**TAB, "openapi": "specs/pets"}
    files = {"site.json": {**SITE, "tabs": [tab]}, "index.mdx": "x", "specs/pets.yml": API}
    _, site, problems = load(write_project(files))
    assert problems == []
    assert list(site.pages) == ["/", "/api/list", "/api"]


def test_one_document_under_two_names_is_one_document(write_project: Any) -> None:
    tabs = [TAB, {"name": "Again", "url": "again", "openapi": "/pets.json"}]
    files = {
        "site.json": {**SITE, "tabs": tabs, "openapi": ["./pets.json"]},
        "index.mdx": "x",
        "pets.json": API,
    }
    _, site, problems = load(write_project(files))
    assert problems == []
    assert len(site.api_documents) == 1
    assert list(site.pages) == ["/", "/api/list", "/again/list", "/api", "/again"]


def test_operations_in_other_files_of_the_project_are_found(write_project: Any) -> None:
    files = {
        "site.json": {**SITE, "tabs": [TAB]},
        "index.mdx": "x",
        "pets.json": {**API, "paths": {"/pets": {"$ref": "./parts/pets.yaml"}}},
        "parts/pets.yaml": "get:\n  summary: From a part\n",
    }
    _, site, problems = load(write_project(files))
    assert problems == []
    assert site.pages["/api/from-a-part"].title == "From a part"


def test_loading_twice_gives_the_same_site(write_project: Any) -> None:
    root = write_project({"site.json": {**SITE, "tabs": [TAB]}, "index.mdx": "x", "pets.json": API})
    first, second = load(root)[1], load(root)[1]
    assert list(first.pages) == list(second.pages)
    assert first.sections.keys() == second.sections.keys()


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "null\n"])
def test_an_empty_document_is_told(write_project: Any, text: str) -> None:
    settings = {**SITE, "tabs": [{**TAB, "openapi": "pets.yaml"}]}
    files = {"site.json": settings, "index.mdx": "x", "pets.yaml": text}
    _, _, problems = load(write_project(files))
    assert told(problems) == ["pets.yaml:1:1: error [api-not-openapi]"]
    assert "empty" in problems[0].message


def test_a_document_that_gives_no_pages_is_a_note_where_it_is_named(write_project: Any) -> None:
    files = {"site.json": {**SITE, "tabs": [TAB]}, "index.mdx": "x"}
    (note,) = load(write_project({**files, "pets.json": '{"openapi": "3.1.0", "paths": {}}'}))[2]
    assert (note.location.source, note.code, note.severity) == (
        "site.json",
        Code.API_NO_OPERATIONS,
        Severity.INFO,
    )
    assert note.location.line


def test_what_is_against_the_rules_is_told_with_its_place(write_project: Any) -> None:
    text = '{"openapi": "3.1.0", "servers": [{}],\n "paths": {"/a": {"get": {"sumary": "A"}}}}'
    files = {"site.json": {**SITE, "tabs": [TAB]}, "index.mdx": "x", "pets.json": text}
    _, _, problems = load(write_project(files))
    assert told(problems) == [
        "pets.json:1:34: warning [api-missing-key]",
        "pets.json:2:27: warning [api-unknown-key]",
    ]
    assert problems[1].hint == "Did you mean `summary`?"


def test_a_swagger_document_makes_pages_and_its_mistakes_have_their_places(
    write_project: Any,
) -> None:
    text = (
        'swagger: "2.0"\ninfo: {title: Old, version: "1"}\npaths:\n  /pets:\n    get:\n'
        "      summary: List\n      parameters:\n"
        "        - {name: a, in: query, type: array, items: {$ref: '#/definitions/Lost'}}\n"
        "      responses: {200: {description: Fine, schema: {type: string}}}\n"
    )
    tab = {"name": "API", "url": "api", "openapi": "old.yaml"}
    files = {"site.json": {**SITE, "tabs": [tab]}, "index.mdx": "x", "old.yaml": text}
    _, site, problems = load(write_project(files))
    assert list(site.pages) == ["/", "/api/list", "/api"]
    assert told(problems) == [
        "old.yaml:1:10: info [api-swagger-2]",
        "old.yaml:8:59: warning [api-reference-lost]",
    ]


def test_pages_that_do_not_say_where_their_endpoint_is_are_told_once(write_project: Any) -> None:
    files = {
        "site.json": SITE,
        "index.mdx": "---\napi: GET /a\n---\n",
        "other.mdx": "---\napi: GET /b\n---\n",
        "whole.mdx": "---\napi: GET https://whole.example/b\n---\n",
    }
    _, _, problems = load(write_project(files))
    assert told(problems) == ["index.mdx:2:6: info [api-server-unknown]"]
    assert problems[0].message.endswith(", and 1 more like it")
    settings = {**SITE, "api": {"baseUrl": "https://own.example"}}
    _, _, problems = load(write_project({**files, "site.json": settings}))
    assert problems == []
