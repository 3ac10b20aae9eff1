"""Caches the API pages of a site.

A page depends on its own text and on everything that its operation reaches in a document. Files
that pages share are stored once. Each problem of a document is reported once, for the first page
that finds it. So the problem belongs to all pages that reach its location, and Octavo renders those
together again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from octavo.builder.cache.contents import Answers, ContentRecord
from octavo.builder.cache.reach import Reach, read_reach
from octavo.builder.cache.records import read_record, write_record
from octavo.builder.cache.state import is_settled
from octavo.builder.pages.page_build import BuiltContent
from octavo.openapi.document.document import ApiDocument, Finding
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.rules.check import MAX_FAULTS, check_document
from octavo.problems import Code, Problem
from octavo.project.documents.api_files import is_link
from octavo.project.files import build_source_file
from octavo.render.basis.rendered import ApiPart
from octavo.site.api.hidden import HiddenOperations
from octavo.site.links import Target
from octavo.site.model import (
    OperationBinding,
    OverviewBinding,
    Page,
    ReleaseBinding,
    SchemaBinding,
    Site,
)
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.builder.cache.memory import Memory
    from octavo.site.api.load import LoadedApi
    from octavo.site.load import LoadedSite


class ApiState(Struct, frozen=True):
    """The inputs of a site's API pages, and the files that they share."""

    inputs: str
    """The digest of all inputs."""
    pages: Mapping[str, str]
    """The digest of each page's inputs, by URL."""
    findings: Mapping[str, tuple[Finding, ...]]
    """The findings in documents at the places that each page reaches."""
    clean: frozenset[bytes]
    """The digests of document parts that follow all rules."""
    problems: tuple[Problem, ...]
    links: Mapping[str, Target]
    """The targets of links in their texts."""
    files: Mapping[str, str | None]
    """The digests of referenced files whose names don't look like data."""
    parts: Mapping[str, bytes]
    """The keys of the shared files, which are stored in groups."""


class CachedApi:
    """The unchanged API pages of a site in the cache."""

    def __init__(
        self, memory: Memory, loaded_site: LoadedSite, site: Site, answers: Answers
    ) -> None:
        self._memory = memory
        self._cache = memory.cache
        self._api = loaded_site.api
        self._site = site
        self._answers = answers
        self._pages = [page for page in site.pages.values() if page.is_api]
        self._state_key = self._build_key("api pages")
        self._problem_count = len(self._api.sources.problems) if self._api else 0
        """How many problems the documents had before the first page was rendered."""
        self._findings_of_load = {
            each.source: frozenset(each.list_findings()) for each in site.api_documents
        }
        state = read_record(ApiState, self._cache.load(self._state_key))
        self._state = state if state and self._leads_as_before(state) else None
        self._base = _compute_base(site, self._pages)
        self._inputs = self._compute_inputs()
        self.is_same = self._state is not None and self._state.inputs == self._inputs
        """Whether the inputs of all API pages are unchanged."""
        self._digests = self._compute_digests()
        self.parts: dict[str, ApiPart] = {}
        """The unchanged files that pages share."""
        self._same_urls: frozenset[str] = frozenset()
        if self._load_parts():
            self._same_urls = self._find_same_urls()
        else:
            self.is_same = False

    def has(self, page: Page) -> bool:
        """Tell whether the inputs of a page are unchanged."""
        return page.url in self._same_urls

    def load(self, page: Page) -> BuiltContent | None:
        """Return the content of an API page."""
        if not self.has(page):
            return None
        record = read_record(ContentRecord, self._cache.load(self.build_key(page)))
        return record.build_content() if record and self._answers.hold(record.trace) else None

    def build_key(self, page: Page) -> bytes:
        """Return the key of a page's content in the cache."""
        return self._build_key(f"{page.url}\0{self._digests[page.url]}")

    def list_problems(self) -> tuple[Problem, ...]:
        """Return the problems of the documents, if all inputs are unchanged."""
        own = self._api.sources.problems[: self._problem_count] if self._api else ()
        return (*own, *(self._state.problems if self._state else ()))

    def report_findings(self) -> None:
        """Add the earlier findings of unchanged pages to their documents."""
        if self._state is None:
            return
        for document in self._site.api_documents:
            reach = self._find_reach(document)
            if reach is not None and self._state.clean:
                check_document(document, reach.list_objects(self._state.clean))
        for page in self._pages:
            if page.binding is not None and self.has(page):
                for finding in self._state.findings.get(page.url, ()):
                    page.binding.document.report(finding)

    def keep(
        self,
        parts: Iterable[ApiPart],
        links: Mapping[str, Target],
        problems: tuple[Problem, ...],
    ) -> None:
        """Store the rendered pages, if they depend only on their files."""
        files = self._list_other_files()
        if files is None or not self._is_undisturbed(files):
            return
        before = self._state
        is_same = before is not None and self.is_same
        findings = before.findings if before and is_same else dict(self._list_findings())
        state = ApiState(
            self._inputs,
            self._digests,
            findings,
            before.clean if before and is_same else self._list_clean(),
            problems[self._problem_count :],
            {**(before.links if before else {}), **links},
            files,
            self._keep_parts(parts),
        )
        self._cache.add(self._state_key, write_record(state))

    def _build_key(self, name: str) -> bytes:
        start = self._memory.version + self._answers.build_address_key()
        return hashlib.sha256(start + name.encode("utf-8", "replace")).digest()[:20]

    # --- what pages are made of ---

    def _leads_as_before(self, state: ApiState) -> bool:
        find, lead_to = self._answers.texts.find_digest, self._answers.links.lead_to
        return all(find(source) == digest for source, digest in state.files.items()) and all(
            lead_to(path) == target for path, target in state.links.items()
        )

    def _compute_inputs(self) -> str:
        """Return the digest of all data and of the texts of all API pages."""
        return _digest([self._base, self._documents_digest, *map(self._find_text, self._pages)])

    @cached_property
    def _documents_digest(self) -> str:
        find_digest = self._answers.texts.find_digest
        data = [(file.source, find_digest(file.source)) for file in self._memory.project.data]
        linked = _compute_linked_digest(self._api) if self._api is not None else ""
        return _digest([data, linked])

    def _find_text(self, page: Page) -> str | None:
        return None if page.generated else self._answers.texts.find_digest(page.source)

    def _compute_digests(self) -> Mapping[str, str]:
        """Return the digest of each page's inputs."""
        if self._state is not None and self.is_same:
            return self._state.pages
        return {
            page.url: _digest(
                [self._base, self._find_text(page), *self._list_document_inputs(page)]
            )
            for page in self._pages
        }

    def _list_document_inputs(self, page: Page) -> Iterator[object]:
        """Return the parts of an API document that a page depends on."""
        binding = page.binding
        if binding is None:
            return
        reach = self._find_reach(binding.document)
        # The page of a schema lists all operations that use it.
        if reach is None or isinstance(binding, SchemaBinding | ReleaseBinding):
            yield self._documents_digest
        elif isinstance(binding, OverviewBinding):
            source, tag = binding.document.source, binding.tag.name if binding.tag else None
            schemas = self._places.get((source, None), []) if tag else []
            own = self._places.get((source, tag), []) if schemas else []
            yield reach.find_digest([*_list_places(page), *schemas, *own])
            yield self._lists[source]
        else:
            yield reach.find_digest(_list_places(page))
        if isinstance(binding, OperationBinding):
            yield self._site.proof.find_checked(binding)

    @cached_property
    def _places(self) -> dict[tuple[str, str | None], list[tuple[str | int, ...]]]:
        """The places of the operations of each tag, and of all schemas with a page at None."""
        places: dict[tuple[str, str | None], list[tuple[str | int, ...]]] = {}
        for page in self._pages:
            binding = page.binding
            if isinstance(binding, SchemaBinding):
                places.setdefault((binding.document.source, None), []).append(binding.node.pointer)
            elif isinstance(binding, OperationBinding):
                for tag in binding.entry.tags:
                    own = places.setdefault((binding.document.source, tag), [])
                    own += _list_places(page)
        return places

    @cached_property
    def _lists(self) -> dict[str, str]:
        """The digest of what lists say of the operations of each document."""
        return {
            document.source: _digest(
                (each.key, each.tags, each.deprecated, each.badges, each.node.value.get("security"))
                for each in list_operations(document)
            )
            for document in self._site.api_documents
        }

    def _find_reach(self, document: ApiDocument) -> Reach | None:
        return self._reaches[document.source]

    @cached_property
    def _reaches(self) -> dict[str, Reach | None]:
        return {document.source: read_reach(document) for document in self._site.api_documents}

    # --- findings in documents ---

    def _find_same_urls(self) -> frozenset[str]:
        """Return the unchanged pages that share no finding with changed ones."""
        if self._state is None:
            return frozenset()
        before, findings = self._state.pages, self._state.findings
        same = {url for url, digest in self._digests.items() if before.get(url) == digest}
        others = findings.keys() - same
        while others:
            disturbed = {finding for url in others for finding in findings[url]}
            others = {url for url in findings.keys() & same if disturbed & {*findings[url]}}
            same -= others
        return frozenset(same)

    def _list_findings(self) -> Iterator[tuple[str, tuple[Finding, ...]]]:
        """Yield each page with the new findings at places that it reaches."""
        for document in self._site.api_documents:
            earlier = self._findings_of_load[document.source]
            findings = [each for each in document.list_findings() if each not in earlier]
            pages = [
                page for page in self._pages if page.binding and page.binding.document is document
            ]
            reach = self._find_reach(document) if findings else None
            if reach is None:
                yield from ((page.url, tuple(findings)) for page in pages if findings)
                continue
            places = {page.url: _list_places(page) for page in pages}
            reached = reach.find_targets(places, [finding.pointer for finding in findings])
            yield from (
                (url, tuple(findings[n] for n in numbers)) for url, numbers in reached.items()
            )

    def _list_clean(self) -> frozenset[bytes]:
        """Return the digests of the parts that need no second check."""
        clean: frozenset[bytes] = frozenset()
        for document in self._site.api_documents:
            faults = document.faults or ()
            # YAML aliases and extensions of other tools are reported at one place only.
            is_plain = document.source.endswith(".json") and len(faults) < MAX_FAULTS
            reach = self._find_reach(document) if is_plain else None
            if reach and not any(fault.code is Code.API_FOREIGN_KEYS for fault in faults):
                findings = (*faults, *document.list_findings())
                clean |= reach.list_clean(finding.pointer for finding in findings)
        return clean

    # --- what pages share ---

    def _load_parts(self) -> bool:
        """Load the files that pages share, and tell whether all exist."""
        keys = self._state.parts if self._state else {}
        for key in keys.values():
            parts = read_record(tuple[ApiPart, ...], self._cache.load(key))
            if parts is None:
                self.parts.clear()
                return False
            self.parts.update((part.output, part) for part in parts)
        return True

    def _keep_parts(self, parts: Iterable[ApiPart]) -> dict[str, bytes]:
        """Store files in groups by the start of their names, and return the keys."""
        together: dict[str, list[ApiPart]] = {}
        for part in parts:
            together.setdefault(os.path.basename(part.output)[:1], []).append(part)
        before, keys = self._state.parts if self._state else {}, {}
        for name, each in together.items():
            data = write_record(each)
            keys[name] = hashlib.sha256(self._memory.version + data).digest()[:20]
            if keys[name] != before.get(name):
                self._cache.add(keys[name], data)
        return keys

    # --- files ---

    def _list_other_files(self) -> dict[str, str | None] | None:
        """Return the digests of referenced files whose names don't look like data.

        Return None if a document from a link refers to others, because only a download shows their
        changes.
        """
        if self._api is None:
            return {}
        documents = {document.source for document in self._site.api_documents}
        data = {file.source for file in self._memory.project.data}
        loaded = self._api.sources.files.loaded_sources
        others = [source for source in loaded if source not in data | documents]
        if any(map(is_link, others)):
            return None
        return {source: self._answers.texts.find_digest(source) for source in others}

    def _is_undisturbed(self, others: Iterable[str]) -> bool:
        """Tell whether no file has changed since the walk through the project.

        Documents are read without a digest. If a file changed meanwhile, its result must not be
        stored under the old digest.
        """
        project = self._memory.project
        files = (project.find(source) for source in others)
        for file in (*project.data, *filter(None, files)):
            try:
                status = os.stat(file.path, follow_symlinks=False)
            except OSError:
                return False
            now = build_source_file(file.source, file.kind, file.path, status)
            # A file that changed just before the walk may have changed again with the same
            # timestamp.
            if now != file or not is_settled(file, self._memory.state.looked_ns):
                return False
        return True


def _compute_base(site: Site, pages: Sequence[Page]) -> str:
    """Return the digest of the facts that any API page may show: settings and the list of pages."""
    hidden = HiddenOperations(site)
    documents = [
        (document.source, [entry.key for entry in hidden.list_operations(document)])
        for document in site.api_documents
    ]
    held_back = sorted(site.held_back.operations, key=repr)
    histories = [document.history for document in site.api_documents]
    return _digest([site.settings, held_back, documents, histories, *map(_list_identity, pages)])


def _list_identity(page: Page) -> tuple[Any, ...]:
    binding = page.binding
    reference: tuple[Any, ...] = ()
    if isinstance(binding, OperationBinding):
        entry = binding.entry  # texts link to operations by their ids
        reference = (binding.document.source, entry.key, entry.operation_id)
    elif isinstance(binding, SchemaBinding):
        reference = (binding.document.source, binding.name)
    elif isinstance(binding, ReleaseBinding):
        release = binding.release.name if binding.release else None
        reference = (binding.document.source, binding.folder, "release", release)
    elif binding is not None:
        tag = binding.tag.name if binding.tag else None
        reference = (binding.document.source, binding.folder, tag)
    return page.source, page.url, page.title, page.version, page.generated, reference


def _list_places(page: Page) -> list[tuple[str | int, ...]]:
    """Return the location of a page's operation or schema in its document."""
    binding = page.binding
    if isinstance(binding, OperationBinding):
        key = binding.entry.key
        section = "webhooks" if key.is_webhook else "paths"
        return [(section, key.path), binding.place.pointer]
    return [binding.place.pointer] if binding is not None else []


def _compute_linked_digest(api: LoadedApi) -> str:
    """Return the digest of documents from links."""
    digest = hashlib.sha256()
    for address in filter(is_link, api.sources.files.loaded_sources):
        digest.update(f"{address}\0".encode("utf-8", "replace"))
        digest.update((api.sources.files.find_data(address) or b"") + b"\0")
    return digest.hexdigest()


def _digest(values: Iterable[object]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for value in values:
        digest.update(repr(value).encode("utf-8", "replace") + b"\0")
    return digest.hexdigest()
