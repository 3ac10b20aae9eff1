from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from octavo.openapi.document.document import ApiDocument
from octavo.problems import Location, Problem
from octavo.settings.models.page_settings import PageSettings
from octavo.settings.read import read_settings
from octavo.settings.read_page import read_page_settings
from octavo.site.api.library import ApiLibrary
from octavo.site.build import build_site
from octavo.site.model import Site

BuildSite = Callable[..., tuple[Site, list[Problem]]]


@pytest.fixture
def make_site() -> BuildSite:
    """Builds a site of settings, pages (names, or front matter by name), files and documents."""

    def make(
        settings: Mapping[str, Any],
        pages: Mapping[str, Mapping[str, Any]] | list[str] | None = None,
        files: frozenset[str] = frozenset(),
        documents: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> tuple[Site, list[Problem]]:
        read, problems = read_settings(json.dumps({"name": "Test", **settings}))
        assert read is not None, problems
        if pages is None:
            pages = _listed(settings["navigation"])
        if isinstance(pages, list):
            pages = {name: {} for name in pages}
        page_settings = {f"{name}.mdx": _page(values) for name, values in pages.items()}
        library = _library(documents or {})
        return build_site(read, page_settings, files, _place_of, library, _place_in_page)

    return make


def _library(documents: Mapping[str, Mapping[str, Any]]) -> ApiLibrary:
    read = {
        source: ApiDocument(source, source.rpartition("/")[2].partition(".")[0], "3.1", dict(tree))
        for source, tree in documents.items()
    }
    return ApiLibrary(read.values(), read)


def _place_in_page(source: str, key: str) -> Location:
    return Location(f"{source} {key}")


def _page(values: Mapping[str, Any]) -> PageSettings:
    settings, problems = read_page_settings(values, {}, "page.mdx")
    assert not problems
    return settings


def _listed(entries: list[Any]) -> list[str]:
    found: list[str] = []
    for entry in entries:
        found.extend([entry] if isinstance(entry, str) else _listed(entry["pages"]))
    return found


def _place_of(pointer: tuple[str | int, ...]) -> Location:
    return Location("/".join(map(str, pointer)))
