"""The API documents of a site, with lookups for pages."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from octavo.settings.json.places import Pointer
from octavo.settings.models.api import GIT_TAGS, Changelog, NamedApi
from octavo.settings.models.page_settings import PageSettings
from octavo.settings.models.site_settings import Settings
from octavo.settings.urls import is_web_address
from octavo.site.urls import resolve_path
from octavo.values import Struct

if TYPE_CHECKING:  # See site.model.
    from octavo.openapi.document.document import ApiDocument
    from octavo.openapi.model import OperationEntry
    from octavo.site.model import Page

_ENDING = re.compile(r"\.(?:json|ya?ml)\Z", re.IGNORECASE)
_PARAMETER = re.compile(r"\{[^{}]*\}")
_CANDIDATES = 20
_LEAST_LIKENESS = 0.6


AskedDocument = tuple[str | None, str]
"""The name of a document in a page (None for any), and the page."""


class AskedApi(Struct, frozen=True):
    """An API document that the settings name."""

    pointer: Pointer
    name: str
    overlays: tuple[str, ...] = ()


class ApiNeeds(Struct, frozen=True):
    """The documents that a site needs: those of its settings and of its pages."""

    documents: tuple[AskedApi, ...] = ()
    requests: tuple[AskedDocument, ...] = ()
    show_internal: bool = False
    """Whether to show parts that documents mark as internal."""
    changelog: Changelog | None = None
    """Where the releases of the documents are."""


def read_api_needs(settings: Settings, page_settings: Mapping[str, PageSettings]) -> ApiNeeds:
    """Return which API documents a site asks for."""
    places: list[tuple[Pointer, tuple[NamedApi, ...]]] = [(("openapi",), settings.openapi)]
    for index, anchor in enumerate(settings.anchors):
        places.append((("anchors", index, "openapi"), anchor.openapi))
    for index, tab in enumerate(settings.tabs):
        places.append((("tabs", index, "openapi"), tab.openapi))
    documents = (
        AskedApi((*pointer, n), api.source, api.overlays)
        for pointer, apis in places
        for n, api in enumerate(apis)
    )
    references = (
        (page.openapi or page.openapi_schema, source) for source, page in page_settings.items()
    )
    requests = ((reference.document, source) for reference, source in references if reference)
    return ApiNeeds(
        tuple(documents), tuple(requests), settings.api.show_internal, settings.api.changelog
    )


class ApiLibrary:
    """The API documents of a site, by source; `named` are those in the settings.

    An unusable document in the settings is None.
    """

    def __init__(
        self,
        documents: Iterable[ApiDocument] = (),
        by_name: Mapping[str, ApiDocument | None] | None = None,
    ) -> None:
        self.documents = tuple(sorted(documents, key=lambda document: document.source))
        self.by_name = by_name or {}
        self._by_source = {document.source: document for document in self.documents}
        self._indexes: dict[ApiDocument, OperationIndex] = {}

    def find(self, name: str | None, from_source: str) -> tuple[ApiDocument, ...]:
        """Return the documents that a page may mean: those it names, or all, in a fixed order."""
        if name is None:
            return self.documents
        sources = match_sources(self._by_source, name, from_source)
        return tuple(self._by_source[source] for source in sources)

    def may_be_lost(self, name: str | None, from_source: str) -> bool:
        """Tell whether a page may mean a document that failed to load, which is reported once."""
        lost = [each.lstrip("./") for each, document in self.by_name.items() if document is None]
        return bool(lost if name is None else match_sources(lost, name, from_source))

    def list_operations(self, document: ApiDocument) -> OperationIndex:
        """Return the operations of a document; the list is created once."""
        from octavo.openapi.operation.listing import list_operations  # noqa: PLC0415 (few sites need it)

        operations = self._indexes.get(document)
        if operations is None:
            operations = self._indexes[document] = OperationIndex(list_operations(document))
        return operations


def match_sources(sources: Iterable[str], name: str, from_source: str) -> tuple[str, ...]:
    """Return the sources that a name in a page means, in alphabetical order.

    The name is an address, a path from the page or from the root, or a file name; the ending is
    optional. Full paths have priority over names.
    """
    sources = sorted(sources)
    if is_web_address(name):
        return tuple(source for source in sources if source == name)
    paths = {resolve_path(name, from_source), resolve_path(name, "")}
    matches = [source for source in sources if source in paths or _ENDING.sub("", source) in paths]
    if not matches and not name.startswith(("/", ".")):
        matches = [source for source in sources if name in _list_names(source)]
    return tuple(matches)


def _list_names(source: str) -> tuple[str, str]:
    path = urlsplit(source).path if is_web_address(source) else source
    name = posixpath.basename(path)
    return name, _ENDING.sub("", name)


def list_internal_files(documents: Iterable[ApiDocument]) -> frozenset[str]:
    """Return the files with internal parts, which are never published unchanged.

    A document with overlays is one, because the author shows it only with them.
    """
    sources: set[str] = set()
    for document in documents:
        sources |= document.internal.sources if document.internal else set()
        sources.update((document.source, *document.overlays) if document.overlays else ())
    return frozenset(sources)


def list_release_files(changelog: Changelog | None, sources: Iterable[str]) -> frozenset[str]:
    """Return the files in the folder of releases: they are not published, nor other documents."""
    if changelog is None or changelog.source.startswith(GIT_TAGS):
        return frozenset()
    return frozenset(each for each in sources if each.startswith(f"{changelog.source}/"))


def list_used_documents(
    settings: Settings, pages: Mapping[str, Page], library: ApiLibrary
) -> set[str]:
    """Return the sources of the documents that settings name, or that pages show.

    The library has others, too: a page without a name searches all of them.
    """
    named = (library.by_name.get(asked.name) for asked in read_api_needs(settings, {}).documents)
    bound = (page.binding.document for page in pages.values() if page.binding is not None)
    return {document.source for document in (*named, *bound) if document is not None}


class OperationIndex:
    """Finds the operations and webhooks of one document by the notation of pages."""

    def __init__(self, entries: tuple[OperationEntry, ...]) -> None:
        self.entries = entries
        self._exact: dict[tuple[str, str], OperationEntry] = {}
        self._loose: dict[tuple[str, str], OperationEntry] = {}
        for entry in entries:
            method, path = _find_method(entry), entry.key.path
            self._exact.setdefault((method, path), entry)
            self._loose.setdefault((method, fold_path(path)), entry)
        self._webhooks = {
            (entry.key.method.upper(), fold_path(entry.key.path)): entry
            for entry in entries
            if entry.key.is_webhook
        }
        self._by_shape: dict[str, list[OperationEntry]] = {}
        self._by_word: dict[str, list[OperationEntry]] = {}

    def find(self, method: str, path: str) -> OperationEntry | None:
        """Return an operation, or a webhook without a method; a trailing slash makes no difference.

        A webhook's name means its first method, unless another one precedes the name.
        """
        key = method.upper(), path
        entry = self._exact.get(key) or self._loose.get((key[0], fold_path(path)))
        if entry is not None or method:
            return entry
        word, _, name = path.partition(" ")
        return self._webhooks.get((word.upper(), fold_path(name)))

    def find_nearest(self, method: str, path: str) -> list[OperationEntry]:
        """Return up to three operations that a page may have meant, likeliest first."""
        self._index_words()
        is_webhook = not method
        same_path = self._by_shape.get(_strip_parameters(path), [])
        if not is_webhook and same_path:
            return same_path[:3]
        words = _split_words(path)
        shared = Counter(entry for word in words for entry in self._by_word.get(word, ()))
        near = [entry for entry, _ in shared.most_common(_CANDIDATES)]
        near = near or list(self.entries[: _CANDIDATES * 10])
        ranked = [
            (
                _compare(path, entry.key.path) + 0.05 * (_find_method(entry) == method),
                -number,
                entry,
            )
            for number, entry in enumerate(near)
            if entry.key.is_webhook == is_webhook
        ]
        ranked.sort(reverse=True, key=lambda rank: rank[:2])
        return [entry for likeness, _, entry in ranked if likeness >= _LEAST_LIKENESS][:3]

    def _index_words(self) -> None:
        """Prepare the data for `find_nearest`, which few sites need."""
        if self._by_shape:
            return
        for entry in self.entries:
            if not entry.key.is_webhook:
                self._by_shape.setdefault(_strip_parameters(entry.key.path), []).append(entry)
            for word in _split_words(entry.key.path):
                self._by_word.setdefault(word, []).append(entry)


def _find_method(entry: OperationEntry) -> str:
    return "" if entry.key.is_webhook else entry.key.method.upper()


def fold_path(path: str) -> str:
    """Return a path in a form that is equal for equivalent paths."""
    return " ".join(path.split()).rstrip("/") or "/"


def _strip_parameters(path: str) -> str:
    """Return a path in a form that ignores the names of parameters."""
    return _PARAMETER.sub("{}", fold_path(path)).casefold()


def _split_words(path: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r"[^\W_]+", _PARAMETER.sub("", path).casefold())))


def _compare(one: str, other: str) -> float:
    return SequenceMatcher(None, one[:200].casefold(), other[:200].casefold()).ratio()
