"""Builds a site again of which only the texts of some pages have changed.

Then everything around the pages is as it was: the frames of the pages are taken from the published
site, and nothing that makes them (settings, navigation, templates) is even loaded. Whatever may
change more than that is for a whole build.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from octavo.outputs.cache.contents import Answers, ContentMaker, write_content
from octavo.outputs.cache.record import BuildRecord, problems_as_data
from octavo.outputs.documents import DocumentLoader
from octavo.project.files import open_source
from octavo.project.images import image_size_lookup
from octavo.render.shell.slots import FilledPage, PageContent, SlotRules, cut_frame, fill_frame
from octavo.site.fragments import FragmentLink, LinkingPage, check_fragments
from octavo.site.links import LinkResolver
from octavo.site.redirects import Redirect
from octavo.site.search import INDEX_BETWEEN, INDEX_START, SEARCH_INDEX, join_records, with_headings
from octavo.site.urls import page_output
from octavo.values import dataclass, replace

if TYPE_CHECKING:
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


@dataclass(frozen=True, slots=True)
class RebuildMeans:
    """What a build of some pages works with."""

    project: Project
    publication: Publication
    engine: LazyEngine
    cache: Cache
    version: bytes


def rebuild(means: RebuildMeans, record: BuildRecord, changes: Changes) -> BuildRecord:
    """Make what has changed and publish it; return the new record.

    The published site must be what the record says. Raises `NotEnoughError` before anything is
    published.
    """
    return _Rebuild(means, record, changes).run()


class _Rebuild:
    def __init__(self, means: RebuildMeans, record: BuildRecord, changes: Changes) -> None:
        self._means = means
        self._record = record
        self._changes = changes
        self._rules = SlotRules(**record.rules)
        self._pages = list(record.pages)
        self._outputs = dict(record.outputs)
        project, texts = means.project, changes.texts
        links = LinkResolver(_recorded_site(project, record), self._rules.base_path)
        answers = Answers(texts, links, image_size_lookup(project), means.engine)
        documents = DocumentLoader(project, means.engine.evaluate, texts.load)
        self._maker = ContentMaker(answers, documents, means.cache, means.version)

    def run(self) -> BuildRecord:
        made = {number: self._put_page(number) for number in self._changes.pages}
        self._put_search_index(made)
        self._put_files(made)
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
            build_time=self._means.engine.build_time if is_evaluated else None,
        )

    def _publish(self) -> None:
        publication = self._means.publication
        for output, signature in self._record.outputs.items():
            if self._outputs.get(output) == signature:
                self._outputs[output] = publication.keep(output, signature)
        publication.publish(self._outputs)

    def _put_page(self, number: int) -> PageContent:
        """Write a page: what it says now, in the frame that it had."""
        page = self._pages[number]
        made = self._maker.make(self._means.project.files[page.source])
        if made.content is None:
            raise NotEnoughError
        if made.key is not None:
            self._means.cache.add(made.key, write_content(made))
        output = page_output(page.url)
        frame = cut_frame(FilledPage(self._load(output), tuple(page.slots)))
        filled = fill_frame(frame, self._rules.fill(page.mode, made.content))
        self._outputs[output] = self._means.publication.put(output, filled.data)
        self._pages[number] = page._replace(
            is_evaluated=made.trace.build_time is not None,
            is_lasting=made.is_lasting,
            asked=tuple(made.trace.files),
            images=made.trace.images,
            problems=problems_as_data(made.problems),
            files=tuple(made.content.files),
            slots=filled.slots,
            fragments=made.content.fragments,
        )
        return made.content

    def _check_fragments(self) -> None:
        """Check the links to places again, on pages that have changed and to these."""
        changed = {self._pages[number].url for number in self._changes.pages}
        linking = (
            LinkingPage(page.url, [FragmentLink(*link) for link in page.fragments], page.is_api)
            for page in self._pages
        )
        written = set(map(page_output, changed))
        load = self._means.publication.load
        checked = check_fragments(
            linking,
            self._rules.base_path,
            lambda output: load(output) if output in written else self._load(output),
            changed,
        )
        self._pages = [
            page._replace(fragments=links) if page.fragments else page
            for page, links in zip(self._pages, checked, strict=True)
        ]

    def _put_search_index(self, made: Mapping[int, PageContent]) -> None:
        index = self._load(SEARCH_INDEX)
        entries: list[str] = []
        at = len(INDEX_START)
        for number, page in enumerate(self._pages):
            if not page.search:
                continue
            start, end = page.search
            entry = index[start:end]
            if number in made:
                headings = [(each.id, each.title) for each in made[number].contents]
                entry = with_headings(entry.decode(), headings).encode()
            entries.append(entry.decode())
            place = (at, at + len(entry))
            at = place[1] + len(INDEX_BETWEEN)
            if place != (start, end):
                self._pages[number] = page._replace(search=place)
        data = join_records(entries).encode()
        self._outputs[SEARCH_INDEX] = self._means.publication.put(SEARCH_INDEX, data)

    def _put_files(self, made: Mapping[int, PageContent]) -> None:
        """Write what was made with pages, and forget what no page needs any more."""
        needed = {output for page in self._pages for output in page.files}
        for number, content in made.items():
            for output in set(self._record.pages[number].files) - needed:
                self._outputs.pop(output, None)
            for output, data in content.files.items():
                if output in self._means.project.files:
                    raise NotEnoughError
                self._outputs[output] = self._means.publication.put(output, data)

    def _copy(self, file: SourceFile) -> None:
        descriptor, problems = open_source(self._means.project.root, file)
        if descriptor is None or problems:
            raise NotEnoughError
        try:
            self._outputs[file.source] = self._means.publication.copy(file.source, descriptor)
        finally:
            os.close(descriptor)

    def _load(self, output: str) -> bytes:
        """Return a file of the published site."""
        try:
            data = self._means.publication.load_live(output)
        except OSError as error:
            raise NotEnoughError from error
        if len(data) != self._record.outputs[output].size:
            raise NotEnoughError
        return data


def _recorded_site(project: Project, record: BuildRecord) -> _RecordedSite:
    return _RecordedSite(
        {page.url: None for page in record.pages},
        frozenset(record.folders),
        frozenset(file.source for file in project.served),
        [Redirect(*each) for each in record.redirects],
        record.lost_folders,
    )
