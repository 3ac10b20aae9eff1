"""Builds a site again of which only the texts of some pages have changed.

The shells of the pages are taken from the published site, and nothing that makes them (settings,
navigation, templates) is even loaded. If more than that may have changed, the whole site is built.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from octavo.outputs.build.pages.builder import WrittenPage, write_page
from octavo.outputs.build.rebuild.published_site import NotEnoughError, PublishedSite
from octavo.outputs.build.server_files.manifest import add_server_files
from octavo.outputs.cache.changes import Changes, has_other_day
from octavo.outputs.cache.contents import Answers, CachedContents
from octavo.outputs.cache.record import BuildRecord, PageRecord
from octavo.outputs.pages.documents import DocumentLoader
from octavo.outputs.pages.page import Contents
from octavo.outputs.web.manifest import FORMS, MANIFEST, read_manifest
from octavo.project.files import open_source
from octavo.project.images import build_size_lookup
from octavo.project.public.secrets import find_secret
from octavo.render.head.changing import PageRules
from octavo.render.listings.sitemap import render_page_list
from octavo.render.twin.full_text import FullFile, TwinGroup, plan_full_text
from octavo.render.twin.llms import build_part, measure_part, replace_parts
from octavo.search.files import FOLDER as SEARCH_FOLDER
from octavo.search.files import change_entries, write_index
from octavo.site.fragments import FragmentLink, Ids, LinkingPage, check_fragments, read_ids
from octavo.site.urls import LLMS_FULL, build_page_output, build_twin_output
from octavo.values import replace

if TYPE_CHECKING:
    from octavo.outputs.cache.store import Cache
    from octavo.outputs.javascript.lazy_engine import LazyEngine
    from octavo.outputs.publish.publication import Publication
    from octavo.project.discover import Project
    from octavo.project.files import SourceFile


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
        self._withheld = frozenset(self._site.links.site.files).difference(record.copies)
        """Files that are not published; if a page links to one now, it may have to be."""

    def run(self, cache: Cache, version: bytes) -> BuildRecord:
        """Build what has changed and publish it; return the new record.

        Raises `NotEnoughError` before anything is published.
        """
        if not set(self._record.linking).isdisjoint(self._changes.pages):  # they may no more
            raise NotEnoughError
        contents = self._build_contents(cache, version)
        pages = {number: self._write_page(number, contents) for number in self._changes.pages}
        self._put_search_index(pages)
        self._put_twins(pages)
        self._put_files(pages)
        for file in self._changes.copies:
            self._copy(file)
        self._put_sitemap()
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
        evaluate, held_back = self._engine.evaluate, self._site.links.site.held_back.sources
        documents = DocumentLoader(self._project, evaluate, texts.load, held_back)
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
        if result.signature is None or not self._withheld.isdisjoint(result.questions.links):
            raise NotEnoughError
        self._outputs[result.output] = result.signature
        if result.twin is not None:
            self._outputs[result.twin.output] = result.twin.signature
        self._pages[number] = page._replace(
            is_evaluated=result.questions.date,
            is_lasting=result.is_lasting,
            requested_files=tuple(result.questions.files),
            images=result.questions.images,
            problems=result.problems,
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

        def load_ids(url: str) -> Ids:
            load = self._publication.load if url in urls else self._site.load
            return read_ids(load(build_page_output(url)))

        fragments = check_fragments(pages, self._site.links.base_path, load_ids, urls)
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

    def _put_sitemap(self) -> None:
        """Write the list of pages again, if one of them was last changed on another day."""
        files, record = self._project.files, self._record
        sources = {self._pages[number].source for number in self._changes.pages}
        if not any(has_other_day(files[source], record) for source in sources):
            return
        pages = ((page.url, PageRules(*page.rules)) for page in self._pages)
        listings = render_page_list(pages, self._site.links, self._site.dates)
        for output, data in listings.items():
            if output not in record.copies and record.origin:
                self._outputs[output] = self._publication.put(output, data)

    def _put_twins(self, pages: Mapping[int, WrittenPage]) -> None:
        """Put the twins that have changed in their places among all others."""
        links, before = self._site.links, self._record.outputs
        parts = {
            self._pages[number].url: build_part(
                self._publication.load(page.twin.output),
                links.build_page_address(self._pages[number].url),
            )
            for number, page in pages.items()
            if page.twin is not None and page.twin.signature != before[page.twin.output]
        }
        if not parts or LLMS_FULL in self._project.files:
            return
        sizes = {
            page.url: measure_part(
                before[build_twin_output(page.url)].size, links.build_page_address(page.url)
            )
            for page in self._pages
            if page.twin is not None
        }
        files = self._plan_full_text(sizes)
        if files != self._plan_full_text(sizes | {url: len(part) for url, part in parts.items()}):
            raise NotEnoughError  # another file has a page now
        for file in files:
            if not parts.keys().isdisjoint(file.urls):
                old = [(url, sizes[url]) for url in file.urls]
                full = replace_parts(self._site.load(file.output), old, parts)
                self._outputs[file.output] = self._publication.put(file.output, full)

    def _plan_full_text(self, sizes: Mapping[str, int]) -> list[FullFile]:
        groups = (TwinGroup(*each) for each in self._record.twin_groups)
        return plan_full_text(groups, sizes, self._site.links.site.twins)

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
                if self._project.find_ignoring_case(output):
                    raise NotEnoughError
                self._outputs[output] = self._publication.put(output, data)

    def _copy(self, file: SourceFile) -> None:
        descriptor, problems = open_source(self._project.root, file)
        if descriptor is None or problems:
            raise NotEnoughError
        try:
            if find_secret(descriptor, file.source):
                raise NotEnoughError
            self._outputs[file.source] = self._publication.copy(file.source, descriptor)
        finally:
            os.close(descriptor)
