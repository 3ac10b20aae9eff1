"""Renders the collections of a site; the requests of a document are built once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.shapes import report_fault
from octavo.problems import Location, attempt
from octavo.render.api.collections.bruno import write_bruno
from octavo.render.api.collections.insomnia import write_insomnia
from octavo.render.api.collections.postman import write_postman
from octavo.render.api.collections.requests import (
    RequestCollection,
    build_collection,
    build_id,
    cut_collection,
)
from octavo.render.basis.rendered import OutputFile
from octavo.render.listings.collections import FOLDER, CollectionFile, Collections

WRITERS: dict[str, Callable[[RequestCollection], bytes]] = {
    "postman": write_postman,
    "bruno": write_bruno,
    "insomnia": write_insomnia,
}


class CollectionFiles:
    """The files of one site."""

    def __init__(self, collections: Collections) -> None:
        self._collections = collections
        self._built: dict[str, RequestCollection] = {}

    def render_all(self) -> Iterator[OutputFile]:
        """Render all files; an error in Octavo costs only one."""
        for file in self._collections.list_files().values():
            tell = partial(report_fault, file.document, file.document.root)
            make, place = partial(self._render, file), Location(file.document.source)
            data = attempt(make, None, "a collection of requests", place, tell)
            if data is not None:
                yield OutputFile(file.output, data)

    def render_file(self, output: str) -> bytes | None:
        """Render one of the files."""
        if not output.startswith(FOLDER):
            return None
        file = self._collections.list_files().get(output)
        return self._render(file) if file else None

    def _render(self, file: CollectionFile) -> bytes | None:
        collection: RequestCollection | None = self._find(file.document)
        if file.key and collection is not None:
            collection = cut_collection(collection, build_id(file.key))
        return WRITERS[file.client](collection) if collection is not None else None

    def _find(self, document: ApiDocument) -> RequestCollection:
        if document.source not in self._built:
            site, hidden = self._collections.site, self._collections.downloads.hidden
            keys = {entry.key for entry in hidden.list_operations(document)}
            self._built[document.source] = build_collection(document, site.settings.api, keys)
        return self._built[document.source]
