"""Finds the operations that a site doesn't list, and the author's files that describe them.

Such a file is published only if a page or the settings link to it. Otherwise, hidden operations
would be readable for anyone who guesses its address.
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
    """The operations of a site that aren't public."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._hidden: dict[str, tuple[OperationEntry, ...]] = {}
        self._keys: dict[str, frozenset[OperationKey]] = {}

    def list_operations(self, document: ApiDocument) -> tuple[OperationEntry, ...]:
        """Return the hidden operations of a document, by its own marks or by those of pages."""
        if document.source not in self._hidden:
            entries = list_operations(document)
            self._hidden[document.source] = tuple(
                entry
                for entry in entries
                if entry.hidden or entry.excluded or (document.source, entry.key) in self._unlisted
            )
        return self._hidden[document.source]

    def hides(self, document: ApiDocument, key: OperationKey) -> bool:
        """Tell whether an operation of a document is hidden."""
        if document.source not in self._keys:
            hidden = self.list_operations(document)
            self._keys[document.source] = frozenset(entry.key for entry in hidden)
        return key in self._keys[document.source]

    @cached_property
    def files(self) -> frozenset[str]:
        """The author's files that describe hidden operations, without a link in the settings."""
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
        """The operations whose pages are all hidden, or not in the site."""
        held_back = self._site.held_back.operations
        visibility: dict[tuple[str, OperationKey], bool] = dict.fromkeys(held_back, False)
        for page in self._site.pages.values():
            if isinstance(page.binding, OperationBinding):
                key = page.binding.document.source, page.binding.entry.key
                visibility[key] = visibility.get(key, False) or not page.settings.hidden
        return {key for key, is_shown in visibility.items() if not is_shown}


def explain_withheld(sources: Iterable[str], internal: Collection[str]) -> Iterator[Problem]:
    """Yield the notes for the author on unpublished files."""
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
