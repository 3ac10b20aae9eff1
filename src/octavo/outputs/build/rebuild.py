"""Builds a site again of which only the texts of some pages have changed.

Then everything around the pages is as it was: the shells of the pages are taken from the published
site, and nothing that makes them (settings, navigation, templates) is even loaded. Whatever may
change more than that is for a whole build.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from octavo.outputs.build.pages import WrittenPage, write_page
from octavo.outputs.cache.contents import Answers, CachedContents
from octavo.outputs.cache.record import BuildRecord, PageRecord, problems_as_data
from octavo.outputs.documents import DocumentLoader
from octavo.outputs.pages import Contents
from octavo.project.files import open_source
from octavo.project.images import image_size_lookup
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
from octavo.site.fragments import FragmentLink, LinkingPage, check_fragments
from octavo.site.links import LinkResolver
from octavo.site.redirects import Redirect
from octavo.site.search import SEARCH_INDEX, join_records, split_records, with_headings
from octavo.site.urls import page_output
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
    """Something cannot be read: a whole build has to find out what that means."""


@dataclass(frozen=True, slots=True)
class _RecordedSite:
    """What links may lead to, as a record has it."""

    pages: Collection[str]
    folders: Collection[str]
    files: Collection[str]
    redirects: Sequence[Redirect]
    lost_folders: Sequence[str]


class PublishedSite:
    """A published site in the place of the renderer that made it: its pages have their shells."""

    def __init__(self, project: Project, record: BuildRecord, publication: Publication) -> None:
        self._outputs = record.outputs
        self._searchable = [page.url for page in record.pages if page.is_searchable]
        self._publication = publication
        policy = SitePolicy(*record.rules["policy"])
        self._rules = SlotRules(**{**record.rules, "policy": policy})
        self.links = LinkResolver(_recorded_site(project, record), self._rules.base_path)

    def render_content(
        self, page: PageRecord, document: Document, links: LinkResolver, image_size: ImageSize
    ) -> PageContent:
        """Render what a page itself says."""
        return render_text(page.source, document, links, image_size)

    def fill(self, page: PageRecord, content: PageContent) -> RenderedPage:
        """Put what a page says into the shell that it had."""
        output = page_output(page.url)
        shell = cut_shell(FilledPage(self.load(output), tuple(page.slots)))
        filled = fill_shell(shell, self._rules.fill(page.mode, content))
        entry = self.entries.get(page.url)
        if entry is not None:
            entry = with_headings(entry, [(each.id, each.title) for each in content.contents])
        policy = self._rules.policy.build_page_policy(content.needs)
        return RenderedPage(OutputFile(output, filled.data), filled.slots, entry, policy)

    @cached_property
    def entries(self) -> Mapping[str, str]:
        """The entries of the search index, by the urls of pages."""
        try:
            return dict(zip(self._searchable, split_records(self.load(SEARCH_INDEX)), strict=True))
        except (ValueError, KeyError) as error:
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
    """One build of some pages of a site that is published as a record says."""

    def __init__(
        self,
        project: Project,
        record: BuildRecord,
        changes: Changes,
        engine: LazyEngine,
        publication: Publication,
    ) -> None:
        self._project = project
        self._record = record
        self._changes = changes
        self._engine = engine
        self._publication = publication
        self._site = PublishedSite(project, record, publication)
        self._pages = list(record.pages)
        self._outputs = dict(record.outputs)

    def run(self, cache: Cache, version: bytes) -> BuildRecord:
        """Make what has changed and publish it; return the new record.

        Raises `NotEnoughError` before anything is published.
        """
        contents = self._contents(cache, version)
        written = {number: self._write_page(number, contents) for number in self._changes.pages}
        self._put_search_index(written)
        self._put_files(written)
        for file in self._changes.copies:
            self._copy(file)
        self._check_fragments()
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

    def _contents(self, cache: Cache, version: bytes) -> CachedContents[PageRecord]:
        texts, image_size = self._changes.texts, image_size_lookup(self._project)
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
        written = write_page(page, contents.build, self._site, self._publication)
        if written.signature is None:
            raise NotEnoughError
        self._outputs[written.output] = written.signature
        self._pages[number] = page._replace(
            is_evaluated=written.asked.date,
            is_lasting=written.is_lasting,
            asked=tuple(written.asked.files),
            images=written.asked.images,
            problems=problems_as_data(written.problems),
            files=tuple(written.files),
            slots=written.slots,
            fragments=written.fragments,
        )
        return written

    def _check_fragments(self) -> None:
        """Check the links to places again, on pages that have changed and to these."""
        changed = {self._pages[number].url for number in self._changes.pages}
        linking = (
            LinkingPage(page.url, [FragmentLink(*link) for link in page.fragments], page.is_api)
            for page in self._pages
        )
        written = set(map(page_output, changed))
        load = self._publication.load
        checked = check_fragments(
            linking,
            self._site.links.base_path,
            lambda output: load(output) if output in written else self._site.load(output),
            changed,
        )
        self._pages = [
            page._replace(fragments=links) if page.fragments else page
            for page, links in zip(self._pages, checked, strict=True)
        ]

    def _put_search_index(self, written: Mapping[int, WrittenPage]) -> None:
        entries = dict(self._site.entries)
        for number, page in written.items():
            if page.entry is not None:
                entries[self._pages[number].url] = page.entry
        data = join_records(entries.values()).encode()
        self._outputs[SEARCH_INDEX] = self._publication.put(SEARCH_INDEX, data)

    def _put_files(self, written: Mapping[int, WrittenPage]) -> None:
        """Write what was made with pages, and forget what no page needs any more."""
        needed = {output for page in self._pages for output in page.files}
        for number, page in written.items():
            for output in set(self._record.pages[number].files) - needed:
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


def _recorded_site(project: Project, record: BuildRecord) -> _RecordedSite:
    return _RecordedSite(
        {page.url: None for page in record.pages},
        frozenset(record.folders),
        frozenset(file.source for file in project.served),
        [Redirect(*each) for each in record.redirects],
        record.lost_folders,
    )
