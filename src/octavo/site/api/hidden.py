"""Finds the operations that no list of a site shows, and the files of the author that tell of them.

Such a file is published only if the author leads readers to it: a page links to it, or the settings
do. Otherwise whoever guesses its address could read what is hidden.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import OperationEntry, OperationKey
from octavo.openapi.operation.listing import list_operations
from octavo.problems import Code, Location, Problem, Severity
from octavo.site.links import list_paths
from octavo.site.model import OperationBinding, Site


class HiddenOperations:
    """The operations of one site that not everybody is to know."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._hidden: dict[str, tuple[OperationEntry, ...]] = {}
        self._keys: dict[str, frozenset[OperationKey]] = {}

    def list_operations(self, document: ApiDocument) -> tuple[OperationEntry, ...]:
        """Return those of a document: it hides them itself, or the author hides their pages."""
        if document.source not in self._hidden:
            entries = list_operations(document)
            self._hidden[document.source] = tuple(
                entry
                for entry in entries
                if entry.hidden or entry.excluded or (document.source, entry.key) in self._unlisted
            )
        return self._hidden[document.source]

    def hides(self, document: ApiDocument, key: OperationKey) -> bool:
        """Tell whether an operation of a document is one of them."""
        if document.source not in self._keys:
            hidden = self.list_operations(document)
            self._keys[document.source] = frozenset(entry.key for entry in hidden)
        return key in self._keys[document.source]

    @cached_property
    def files(self) -> frozenset[str]:
        """The author's files that tell of them, and that the settings do not lead to."""
        sources: set[str] = set()
        for document in self._site.api_documents:
            hidden = self.list_operations(document)
            if hidden:
                sources.update((document.source, *(entry.node.source for entry in hidden)))
        sources |= self._site.held_back.documents
        sources &= self._site.files
        return frozenset(sources.difference(list_paths(self._site.settings, "")) if sources else ())

    @cached_property
    def _unlisted(self) -> set[tuple[str, OperationKey]]:
        """The operations all of whose pages the author hides, or that the site does not show."""
        held_back = self._site.held_back.operations
        visibility: dict[tuple[str, OperationKey], bool] = dict.fromkeys(held_back, False)
        for page in self._site.pages.values():
            if isinstance(page.binding, OperationBinding):
                key = page.binding.document.source, page.binding.entry.key
                visibility[key] = visibility.get(key, False) or not page.settings.hidden
        return {key for key, is_shown in visibility.items() if not is_shown}


def explain_withheld(sources: Iterable[str], internal: Collection[str]) -> Iterator[Problem]:
    """Return what the author is told of files that are not published."""
    for source in sorted(internal):
        yield Problem(
            Code.API_DOCUMENT_WITHHELD,
            "this file is not published as it is, because parts of it are internal or overlays "
            "change it",
            Location(source),
            Severity.INFO,
            "Readers can download the document as the site shows it.",
        )
    for source in sorted(set(sources).difference(internal)):
        yield Problem(
            Code.API_DOCUMENT_WITHHELD,
            "this file is not published unchanged, because it describes hidden operations",
            Location(source),
            Severity.INFO,
            "Readers can download it without them. Link to this file to publish it all the same.",
        )
