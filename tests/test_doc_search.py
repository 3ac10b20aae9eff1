"""The search of the docs finds what people ask a documentation tool for, also what it lacks."""

from __future__ import annotations

from pathlib import Path

import pytest

from octavo.builder.folder_build import build_folder
from tests.site_search import open_search

DOCS = Path(__file__).parents[1] / "docs"

ANSWERS = {
    "private pages": {"/write/drafts/", "/start/questions/#private-pages-and-logins"},
    "drafts": {"/write/drafts/"},
    "variables": {"/write/snippets/#values", "/start/questions/#variables"},
    "versioning": {"/write/navigation/#versions", "/start/questions/#versioning"},
    "export pdf": {"/start/questions/#export-to-pdf"},
    "cookie banner": {"/design/look/#analytics-and-chat", "/start/questions/#cookie-banner"},
    "custom domain": {"/start/questions/#custom-domain"},
    "preview for pull requests": {"/publish/previewing/#previews-for-pull-requests"},
    "password protection": {
        "/start/questions/#private-pages-and-logins",
        "/publish/inside-an-application/",
    },
    "cname": {"/start/questions/#custom-domain"},
    "visual editor": {"/start/questions/#editor-in-the-browser"},
    "asyncapi": {"/start/questions/#asyncapi-and-graphql"},
}
"""What people look for, and the places that answer: one of them is among the first three pages."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    build_folder(str(DOCS), str(folder))
    return folder


@pytest.mark.parametrize("query", ANSWERS)
def test_the_docs_answer(site: Path, query: str) -> None:
    hits = open_search(site).find(query, {})["results"][:3]
    places = {hit["href"] for hit in hits}
    places |= {f"{hit['href']}#{each['id']}" for hit in hits for each in hit.get("sections", [])}
    assert places & ANSWERS[query], places
