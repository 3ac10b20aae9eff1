"""Builds a site again of which only the texts of some pages have changed.

The shells of the pages are taken from the published site, and nothing that makes them (settings,
navigation, templates) is even loaded. If more than that may have changed, the whole site is built.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from octavo.outputs.build.manifest import add_server_files
from octavo.outputs.build.pages import WrittenPage, write_page
from octavo.outputs.cache.contents import Answers, CachedContents
from octavo.outputs.cache.record import BuildRecord, PageRecord, write_problems
from octavo.outputs.documents import DocumentLoader
from octavo.outputs.pages import Contents
from octavo.outputs.web.manifest import FORMS, MANIFEST, read_manifest
from octavo.project.files import open_source
from octavo.project.images import build_size_lookup
from octavo.render.content.page import ImageSize
from octavo.render.rendered import OutputFile, RenderedPage
from octavo.render.shell.policy import SitePolicy
from octavo.render.shell.slots import (
    FilledPage,
    PageContent,
    SlotRules,
    cut_shell,
    fill_shell,
    render_text,
)
from octavo.search.entry import build_entry
from octavo.search.files import FOLDER as SEARCH_FOLDER
from octavo.search.files import SearchIndex, change_entries, read_index, write_index
from octavo.site.fragments import FragmentLink, LinkingPage, check_fragments
from octavo.site.links import LinkResolver
from octavo.site.redirects import Redirect
from octavo.site.urls import build_page_output
from octavo.values import dataclass, replace

if TYPE_CHECKING:
    from octavo.content.nodes import Document
    from octavo.outputs.cache.changes import Changes
    from octavo.outputs.cache.store import Cache
    from octavo.outputs.javascript.lazy_engine import LazyEngine
    from octavo.outputs.publish.publication import Publication
    from octavo.project.discover import Project
    from octavo.project.files import SourceFile


class NotEnoughError(Exception):
    """Something cannot be read, so the whole site has to be built."""


@dataclass(frozen=True, slots=True)
class _RecordedSite:
    """What links may lead to, from a record."""

    pages: Collection[str]
    folders: Collection[str]
    files: Collection[str]
    redirects: Sequence[Redirect]
    lost_folders: Sequence[str]


class PublishedSite:
    """A published site in place of its renderer: the shells are cut out of its pages."""

    def __init__(self, project: Project, record: BuildRecord, publication: Publication) -> None:
        self._outputs = record.outputs
        searchable_pages = [page.url for page in record.pages if page.is_searchable]
        self.search_numbers = {url: number for number, url in enumerate(searchable_pages)}
        """The numbers of pages in the search index, by their urls."""
        self._publication = publication
        policy = SitePolicy(*record.rules["policy"])
        self._rules = SlotRules(**{**record.rules, "policy": policy})
        self.links = LinkResolver(_read_site(project, record), self._rules.base_path)

    def render_content(
        self, page: PageRecord, document: Document, links: LinkResolver, image_size: ImageSize
    ) -> PageContent:
        """Render the content of a page."""
        return render_text(page.source, document, links, image_size)

    def fill(self, page: PageRecord, content: PageContent) -> RenderedPage:
        """Put the content of a page into the shell that it had."""
        output = build_page_output(page.url)
        shell = cut_shell(FilledPage(self.load(output), tuple(page.slots)))
        filled = fill_shell(shell, self._rules.fill(page.mode, content))
        number = self.search_numbers.get(page.url)
        entry = None
        if number is not None:
            entry = build_entry(self.search_index.heads[number], content.sections)
        policy = self._rules.policy.build_page_policy(content.needs)
        return RenderedPage(OutputFile(output, filled.data), filled.slots, entry, policy)

    @cached_property
    def search_index(self) -> SearchIndex:
        """What the search of the published site finds."""
        try:
            return read_index(self.load)
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise NotEnoughError from error

    def load(self, output: str) -> bytes:
        """Return a file of the published site."""
        try:
            data = self._publication.load_live(output)
        except OSError as error:
            raise NotEnoughError from error
        if len(data) != self._outputs[output].size:
            raise NotEnoughError
        return data


class Rebuild:
    """One build of some pages of a published site, which a record describes."""

    def __init__(
        self,
        project: Project,
        record: BuildRecord,
        changes: Changes,
        engine: LazyEngine,
        publication: Publication,
        *,
        compress: bool,
    ) -> None:
        self._compress = compress
        self._project = project
        self._record = record
        self._changes = changes
        self._engine = engine
        self._publication = publication
        self._site = PublishedSite(project, record, publication)
        self._pages = list(record.pages)
        self._outputs = dict(record.outputs)

    def run(self, cache: Cache, version: bytes) -> BuildRecord:
        """Build what has changed and publish it; return the new record.

        Raises `NotEnoughError` before anything is published.
        """
        contents = self._build_contents(cache, version)
        pages = {number: self._write_page(number, contents) for number in self._changes.pages}
        self._put_search_index(pages)
        self._put_files(pages)
        for file in self._changes.copies:
            self._copy(file)
        self._check_fragments()
        self._put_manifest(pages.values())
        if self._outputs != self._record.outputs:
            self._publish()
        is_evaluated = any(page.is_evaluated for page in self._pages)
        return replace(
            self._record,
            files=self._changes.files,
            pages=self._pages,
            outputs=self._outputs,
            build_time=self._engine.build_time if is_evaluated else None,
        )

    def _build_contents(self, cache: Cache, version: bytes) -> CachedContents[PageRecord]:
        texts, image_size = self._changes.texts, build_size_lookup(self._project)
        documents = DocumentLoader(self._project, self._engine.evaluate, texts.load)
        answers = Answers(texts, self._site.links, image_size, self._engine)
        plain = Contents(documents, self._site, image_size)
        return CachedContents(plain.build, cache, answers, version)

    def _publish(self) -> None:
        for output, signature in self._record.outputs.items():
            if self._outputs.get(output) == signature:
                self._outputs[output] = self._publication.keep(output, signature)
        self._publication.publish(self._outputs)

    def _write_page(self, number: int, contents: CachedContents[PageRecord]) -> WrittenPage:
        page = self._pages[number]
        result = write_page(page, contents.build, self._site, self._publication)
        if result.signature is None:
            raise NotEnoughError
        self._outputs[result.output] = result.signature
        self._pages[number] = page._replace(
            is_evaluated=result.questions.date,
            is_lasting=result.is_lasting,
            requested_files=tuple(result.questions.files),
            images=result.questions.images,
            problems=write_problems(result.problems),
            files=tuple(result.files),
            slots=result.slots,
            fragments=result.fragments,
        )
        return result

    def _check_fragments(self) -> None:
        """Check links to headings again: those on changed pages, and those to changed pages."""
        urls = {self._pages[number].url for number in self._changes.pages}
        pages = (
            LinkingPage(page.url, [FragmentLink(*link) for link in page.fragments], page.is_api)
            for page in self._pages
        )
        outputs = set(map(build_page_output, urls))
        load = self._publication.load
        fragments = check_fragments(
            pages,
            self._site.links.base_path,
            lambda output: load(output) if output in outputs else self._site.load(output),
            urls,
        )
        self._pages = [
            page._replace(fragments=links) if page.fragments else page
            for page, links in zip(self._pages, fragments, strict=True)
        ]

    def _put_search_index(self, pages: Mapping[int, WrittenPage]) -> None:
        numbers = self._site.search_numbers
        entries = {
            numbers[self._pages[number].url]: page.entry
            for number, page in pages.items()
            if page.entry is not None
        }
        if not entries:
            return
        old_files = {name for name in self._outputs if name.startswith(SEARCH_FOLDER)}
        files = write_index(change_entries(self._site.search_index, entries, self._site.load))
        for output in old_files - files.new.keys() - files.kept:
            del self._outputs[output]
        for output, data in files.new.items():
            if output not in old_files:
                self._outputs[output] = self._publication.put(output, data)

    def _put_manifest(self, pages: Iterable[WrittenPage]) -> None:
        """Write down what servers must know of the pages that changed."""
        manifest = read_manifest(self._site.load(MANIFEST))
        if manifest is None:
            raise NotEnoughError
        for name in manifest.compressed:
            for ending in FORMS.values():
                self._outputs.pop(name + ending, None)
        policies = {**manifest.policies, **{page.output: page.policy for page in pages}}
        add_server_files(
            self._publication,
            self._outputs,
            replace(manifest, policies=policies, compressed=frozenset()),
            compress=self._compress,
        )

    def _put_files(self, pages: Mapping[int, WrittenPage]) -> None:
        """Write further files of pages, and forget those that no page needs any more."""
        outputs = {output for page in self._pages for output in page.files}
        for number, page in pages.items():
            for output in set(self._record.pages[number].files) - outputs:
                self._outputs.pop(output, None)
            for output, data in page.files.items():
                if output in self._project.files:
                    raise NotEnoughError
                self._outputs[output] = self._publication.put(output, data)

    def _copy(self, file: SourceFile) -> None:
        descriptor, problems = open_source(self._project.root, file)
        if descriptor is None or problems:
            raise NotEnoughError
        try:
            self._outputs[file.source] = self._publication.copy(file.source, descriptor)
        finally:
            os.close(descriptor)


def _read_site(project: Project, record: BuildRecord) -> _RecordedSite:
    return _RecordedSite(
        {page.url: None for page in record.pages},
        frozenset(record.folders),
        frozenset(file.source for file in project.served),
        [Redirect(*each) for each in record.redirects],
        record.lost_folders,
    )
