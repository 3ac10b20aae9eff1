"""A published site in place of its renderer, for builds of some of its pages."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from octavo.outputs.cache.record import BuildRecord, PageRecord
from octavo.project.file_dates import FileDates
from octavo.render.content.page import ImageSize
from octavo.render.head.changing import PageRules
from octavo.render.rendered import OutputFile, RenderedPage
from octavo.render.shell.policy import SitePolicy
from octavo.render.shell.slots import (
    FilledPage,
    PageContent,
    SlotRules,
    cut_shell,
    fill_shell,
    render_page_feeds,
    render_text,
)
from octavo.render.twin.page import build_twin
from octavo.render.wording import load_wording
from octavo.search.entry import build_entry
from octavo.search.files import SearchIndex, read_index
from octavo.site.links import LinkResolver
from octavo.site.redirects import Redirect
from octavo.site.urls import build_page_output
from octavo.site.visibility.standing import HeldBack, Standing
from octavo.values import dataclass

if TYPE_CHECKING:
    from octavo.content.nodes import Document
    from octavo.outputs.publish.publication import Publication
    from octavo.project.discover import Project


class NotEnoughError(Exception):
    """Something cannot be read, so the whole site has to be built."""


@dataclass(frozen=True, slots=True)
class _RecordedSite:
    """What links may lead to, from a record."""

    pages: Collection[str]
    folders: Collection[str]
    files: Collection[str]
    twins: Collection[str]
    redirects: Sequence[Redirect]
    lost_folders: Sequence[str]
    held_back: HeldBack


class PublishedSite:
    """A published site in place of its renderer: the shells are cut out of its pages."""

    def __init__(self, project: Project, record: BuildRecord, publication: Publication) -> None:
        self._outputs = record.outputs
        searchable_pages = [page.url for page in record.pages if page.is_searchable]
        self.search_numbers = {url: number for number, url in enumerate(searchable_pages)}
        """The numbers of pages in the search index, by their urls."""
        self._publication = publication
        self.dates = (
            FileDates()
            if record.commit_days is None
            else FileDates(record.commit_days, project.files)
        )
        policy = SitePolicy(*record.rules["policy"])
        self._rules = SlotRules(**{**record.rules, "policy": policy})
        self.links = LinkResolver(_read_site(project, record), self._rules.base_path, record.origin)

    def render_content(
        self, page: PageRecord, document: Document, links: LinkResolver, image_size: ImageSize
    ) -> PageContent:
        """Render the content of a page."""
        say = load_wording(page.language)
        return render_text(page.source, document, links, image_size, say)

    def render_failure(self, page: PageRecord, error: BaseException, line: int) -> PageContent:
        """Leave it to a build of the whole site to tell what could not be made."""
        raise NotEnoughError from error

    def fill(self, page: PageRecord, content: PageContent) -> RenderedPage:
        """Put the content of a page into the shell that it had."""
        output = build_page_output(page.url)
        shell = cut_shell(FilledPage(self.load(output), tuple(page.slots)))
        rules = PageRules(*page.rules)
        if content.updates and rules.has_feed and not rules.channel:
            raise NotEnoughError
        day = self.dates.find(rules.dated_source)
        slots = self._rules.fill(rules, content, day, load_wording(page.language))
        filled = fill_shell(shell, slots)
        number = self.search_numbers.get(page.url)
        entry = None
        if number is not None:
            entry = build_entry(self.search_index.heads[number], content.sections)
        policy = self._rules.policy.build_page_policy(content.needs)
        twin = None if page.twin is None else build_twin(page.url, page.twin, content.twin)
        file = OutputFile(output, filled.data)
        feeds = render_page_feeds(page.url, rules, content, day, self.links.site.files)
        return RenderedPage(file, filled.slots, entry, policy, rules, twin, feeds=feeds)

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


def _read_site(project: Project, record: BuildRecord) -> _RecordedSite:
    return _RecordedSite(
        {page.url: None for page in record.pages},
        frozenset(record.folders),
        frozenset(file.source for file in project.served),
        frozenset(page.url for page in record.pages if page.twin is not None),
        [Redirect(*each) for each in record.redirects],
        record.lost_folders,
        HeldBack(
            {url: Standing(standing) for url, standing in record.held_back.items()},
            frozenset(record.held_back_sources),
        ),
    )
