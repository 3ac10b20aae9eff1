"""Reads an API document as it was: a file of a commit, or of a folder of releases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.locate import locate
from octavo.openapi.document.read_tree import read_document
from octavo.problems import Problem
from octavo.project.documents.api_files import NotLoaded, is_link, parse_data
from octavo.project.documents.api_sources import name_document

FindData = Callable[[str], bytes | None]


def read_snapshot(
    source: str,
    data: bytes,
    find_data: FindData,
    *,
    show_internal: bool = False,
    overlays: Sequence[tuple[str, Any]] = (),
) -> tuple[ApiDocument | None, tuple[Problem, ...]]:
    """Return a document and its problems; `find_data` returns the files that it refers to."""

    def load_text(other: str) -> str | NotLoaded:
        if is_link(other) or other.startswith(("/", "../", "\\")):
            return NotLoaded("only files beside the document are read from a commit")
        content = find_data(other)
        if content is None:
            return NotLoaded("there is no such file in this commit")
        return content.decode("utf-8", "replace")

    def load_file(other: str) -> Any:
        text = load_text(other)
        return text if isinstance(text, NotLoaded) else parse_data(text, other)[0]

    tree, problems = parse_data(data.decode("utf-8", "replace"), source)
    document, refusals = read_document(
        source,
        name_document(source),
        tree,
        load_file,
        load_text,
        show_internal=show_internal,
        overlays=overlays,
    )
    return document, (*problems, *locate(refusals, find_data))
