"""Caches the API pages of a site, all together.

They share files, and a problem of a document is reported once, whichever page found it first. So
either all of them come from the cache, or all are rendered again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from octavo.outputs.cache.contents import Answers, ContentRecord
from octavo.outputs.cache.records import read_record, write_record
from octavo.outputs.cache.state import is_settled
from octavo.outputs.pages.page import BuiltContent
from octavo.problems import Problem
from octavo.project.documents.api_files import is_link
from octavo.project.files import build_source_file
from octavo.render.rendered import ApiPart
from octavo.site.links import Target
from octavo.site.model import OperationBinding, Page, Site
from octavo.values import dataclass

if TYPE_CHECKING:
    from octavo.outputs.cache.memory import Memory
    from octavo.site.api.load import LoadedApi
    from octavo.site.build import LoadedSite


@dataclass(frozen=True, slots=True)
class ApiUnit:
    """What the API pages of a site share."""

    links: Mapping[str, Target]
    """Where the links in their texts lead."""
    files: Mapping[str, str | None]
    """The digests of files that documents refer to and whose names are not those of data."""
    problems: tuple[Problem, ...]
    parts: tuple[ApiPart, ...]


class CachedApi:
    """The API pages of a site in the cache, if they are still the same."""

    def __init__(
        self, memory: Memory, loaded_site: LoadedSite, site: Site, answers: Answers
    ) -> None:
        self._memory = memory
        self._cache = memory.cache
        self._loaded_site = loaded_site
        self._site = site
        self._answers = answers
        self._key = _build_api_key(memory, loaded_site, site, answers)
        self._problem_count = len(loaded_site.api.sources.problems) if loaded_site.api else 0
        """How many problems the documents had before any page was rendered."""
        self.unit = self._find_unit()

    def _find_unit(self) -> ApiUnit | None:
        """Return the unit, if everything that it was made of is unchanged."""
        unit = read_record(ApiUnit, self._cache.load(self._key))
        if unit is None:
            return None
        files, links = unit.files.items(), unit.links.items()
        pages = (page for page in self._site.pages.values() if page.is_api and not page.generated)
        is_same = (
            all(self._answers.texts.find_digest(source) == digest for source, digest in files)
            and all(self._answers.links.lead_to(path) == target for path, target in links)
            and all(map(self._has, pages))
        )
        return unit if is_same else None

    def list_problems(self) -> tuple[Problem, ...]:
        """Return the problems of the documents, if there is a unit."""
        api = self._loaded_site.api
        own = api.sources.problems[: self._problem_count] if api else ()
        return (*own, *(self.unit.problems if self.unit else ()))

    def load(self, page: Page) -> BuiltContent | None:
        """Return the content of an API page."""
        record = self._load_record(page) if self.unit else None
        return record.build_content() if record else None

    def build_key(self, page: Page) -> bytes:
        """Return the key of a page's content in the cache."""
        return hashlib.sha256(self._key + page.url.encode()).digest()[:20]

    def keep(self, parts: tuple[ApiPart, ...], links: Mapping[str, Target]) -> None:
        """Keep what was rendered, if it will be the same as long as its files are."""
        api = self._loaded_site.api
        files = self._list_other_files()
        if files is None or not self._is_undisturbed(files):
            return
        findings = api.collect_findings() if api else ()
        late = api.sources.problems[self._problem_count :] if api else ()
        unit = ApiUnit(links, files, (*late, *findings), parts)
        self._cache.add(self._key, write_record(unit))

    def _has(self, page: Page) -> bool:
        record = self._load_record(page)
        return record is not None and self._answers.hold(record.trace)

    def _load_record(self, page: Page) -> ContentRecord | None:
        return read_record(ContentRecord, self._cache.load(self.build_key(page)))

    def _list_other_files(self) -> dict[str, str | None] | None:
        """Return the digests of files that documents refer to and that are not data by name.

        None if a document from a link refers to others: only loading them shows changes.
        """
        api = self._loaded_site.api
        if api is None:
            return {}
        documents = {document.source for document in self._site.api_documents}
        data = {file.source for file in self._memory.project.data}
        others = [
            source for source in api.sources.files.loaded_sources if source not in data | documents
        ]
        if any(map(is_link, others)):
            return None
        return {source: self._answers.texts.find_digest(source) for source in others}

    def _is_undisturbed(self, others: Iterable[str]) -> bool:
        """Tell whether no file has changed since the project was walked.

        Documents are read without taking a digest: a file that changed meanwhile must not be kept
        under the digest of another state.
        """
        project = self._memory.project
        files = (project.find(source) for source in others)
        for file in (*project.data, *filter(None, files)):
            try:
                status = os.stat(file.path, follow_symlinks=False)
            except OSError:
                return False
            now = build_source_file(file.source, file.kind, file.path, status)
            # A file that changed just before the walk may have changed again with the same times.
            if now != file or not is_settled(file, self._memory.state.looked_ns):
                return False
        return True


def _build_api_key(memory: Memory, loaded_site: LoadedSite, site: Site, answers: Answers) -> bytes:
    """Return the key of the present state of all API pages.

    It covers all settings, all data and the texts of all API pages; anything else that such a page
    is made of is among its questions.
    """
    digest = hashlib.sha256(memory.version + answers.build_address_key() + b"api\0")
    digest.update(repr(site.settings).encode("utf-8", "replace"))
    digest.update(repr(sorted(site.held_back.operations, key=repr)).encode("utf-8", "replace"))
    if loaded_site.api is not None:
        digest.update(_compute_linked_digest(loaded_site.api))
    for file in memory.project.data:
        digest.update(f"{file.source}\0{answers.texts.find_digest(file.source)}\0".encode())
    for page in site.pages.values():
        if page.is_api:
            digest.update(repr(_list_identity(page, answers)).encode("utf-8", "replace"))
    return digest.digest()[:20]


def _compute_linked_digest(api: LoadedApi) -> bytes:
    """Return the digest of the documents that were loaded from links."""
    digest = hashlib.sha256()
    for address in filter(is_link, api.sources.files.loaded_sources):
        digest.update(f"{address}\0".encode("utf-8", "replace"))
        digest.update((api.sources.files.find_data(address) or b"") + b"\0")
    return digest.digest()


def _list_identity(page: Page, answers: Answers) -> tuple[Any, ...]:
    binding = page.binding
    reference: tuple[Any, ...] = ()
    if isinstance(binding, OperationBinding):
        reference = (binding.document.source, binding.entry.key)
    elif binding is not None:
        reference = (binding.document.source, binding.name)
    text = None if page.generated else answers.texts.find_digest(page.source)
    return page.source, page.url, page.title, page.version, page.generated, reference, text
