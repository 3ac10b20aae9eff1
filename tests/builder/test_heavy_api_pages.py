"""API pages stay small for any document, without losing content."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from tests.heavy_api_documents import Words, heavy_document
from tests.html_tree import parse_html

BUDGET = 20_000
"""Bytes of a page as it travels, compressed."""
MARK = re.compile(r"mark\d+x")
LOADED = re.compile(r'href="/(_octavo/api/[^"]*)"')


def build(folder: Path, document: dict[str, Any], *schemas: str) -> Path:
    project = folder / "project"
    project.mkdir()
    settings = {
        "name": "Heavy",
        "navigation": [{"group": "Schemas", "pages": ["index", *schemas]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "api.json"}],
    }
    (project / "site.json").write_text(json.dumps(settings))
    (project / "api.json").write_text(json.dumps(document))
    (project / "index.mdx").write_text("---\ntitle: Start\n---\n\nHello.\n")
    for name in schemas:
        (project / f"{name}.mdx").write_text(f"---\nopenapi-schema: {name}\n---\n")
    build_folder(str(project), str(folder / "site"))
    return folder / "site"


def weigh(file: Path) -> int:
    return len(gzip.compress(file.read_bytes(), 9))


def api_pages(site: Path) -> list[Path]:
    return [file for file in site.rglob("index.html") if b"api-section" in file.read_bytes()]


def read_on(site: Path, page: Path) -> Iterator[str]:
    """Return a page, and every file that it or one of these offers to load."""
    waiting = [page]
    known = {page}
    while waiting:
        text = waiting.pop().read_text()
        yield text
        found = {site / path for path in LOADED.findall(text)} - known
        known |= found
        waiting.extend(found)


@pytest.fixture(scope="module")
def words() -> Words:
    return Words()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, words: Words) -> Path:
    return build(tmp_path_factory.mktemp("heavy"), heavy_document(words), "Wide", "Choice")


def test_every_page_of_a_heavy_document_keeps_the_budget(site: Path) -> None:
    pages = api_pages(site)
    assert len(pages) == 35  # with those of tags
    assert {str(page): weigh(page) for page in pages if weigh(page) > BUDGET} == {}


def test_nothing_of_a_heavy_document_is_lost(site: Path, words: Words) -> None:
    found = {
        mark
        for page in api_pages(site)
        for text in read_on(site, page)
        for mark in MARK.findall(text)
    }
    assert [mark for mark in words.marks if mark not in found] == []


def test_the_first_parts_of_a_heavy_page_are_on_it(site: Path) -> None:
    tree = parse_html((site / "api/tag-everything/everything/index.html").read_text())
    headings = {"authorizations", "query-parameters", "headers", "body", "response", "callbacks"}
    assert headings <= {element.attributes.get("id") for element in tree.find("h2")}
    assert tree.find(id_="query.p0")
    assert not tree.find(id_="query.p198")


@pytest.mark.whole
def test_names_that_are_texts_are_whole_on_their_own_page_alone(tmp_path: Path) -> None:
    words = Words()
    paths, summaries = {}, []
    for group in range(25):
        tag = words.text(5_000)
        for number in range(4):
            summaries.append(words.text(5_000))
            operation = {"summary": summaries[-1], "tags": [tag], "responses": {}}
            paths[f"/{group}/{number}"] = {"get": operation}
    document = {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}], "paths": paths}
    site = build(tmp_path, document)
    pages = [file for file in (site / "api").rglob("index.html") if b"<h1" in file.read_bytes()]
    assert len(pages) == 100
    assert max(map(weigh, pages)) <= BUDGET
    trees = [parse_html(page.read_text()) for page in pages]
    texts = [tree.one("main").text for tree in trees]
    for summary in summaries:
        assert sum(summary in text for text in texts) == 1
    links = trees[50].one(class_="sidebar-tree").find("a")
    assert len(links) > 4
    assert max(len(link.text) for link in links) < 130


def test_prose_stays_on_the_page_and_the_rest_keeps_its_own_budget(tmp_path: Path) -> None:
    words = Words()
    description = "\n\n".join(words.text(400) for _ in range(300))
    parameters = [
        {"name": f"p{number}", "in": "query", "description": words.text(400)}
        for number in range(300)
    ]
    operation = {"description": description, "parameters": parameters, "responses": {}}
    site = build(tmp_path, {"openapi": "3.1.0", "paths": {"/prose": {"get": operation}}})
    page = next(each for each in api_pages(site) if "get-prose" in str(each))
    prose = set(words.marks[:300])
    assert prose <= set(MARK.findall(page.read_text()))
    assert weigh(page) - len(gzip.compress(description.encode(), 9)) <= BUDGET
