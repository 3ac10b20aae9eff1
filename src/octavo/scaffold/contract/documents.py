"""Finds the API documents to compare with: one file, or those of a project."""

from __future__ import annotations

import os
from collections.abc import Callable

from octavo.openapi.document.document import ApiDocument
from octavo.problems import Problem
from octavo.project.discover import load_project
from octavo.scaffold.page_files import read_named_document
from octavo.site.load import load_site
from octavo.values import Struct


class CheckedDocument(Struct, frozen=True):
    """An API document, and the texts of its files."""

    document: ApiDocument
    find_data: Callable[[str], bytes | None]


def load_documents(path: str) -> tuple[tuple[CheckedDocument, ...], tuple[Problem, ...]]:
    """Return the document of a file or an address, or those that a project shows."""
    if not os.path.isdir(path):
        result, problems = read_named_document(path)
        if result is None or result.document is None:
            return (), result.collect_problems() if result else problems
        return (CheckedDocument(result.document, result.api.files.find_data),), ()
    project, problems = load_project(path)
    loaded = load_site(project)
    if loaded.site is None:
        return (), (*problems, *loaded.problems)

    def find_data(source: str) -> bytes | None:
        return loaded.api.sources.files.find_data(source) if loaded.api else None

    return tuple(CheckedDocument(each, find_data) for each in loaded.site.api_documents), ()
