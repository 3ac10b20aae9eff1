"""Builds a whole site into a publication: every page, and everything that pages share."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from octavo.outputs.build.copies import find_withheld, plan_copies
from octavo.outputs.build.pages.all_pages import build_all_pages
from octavo.outputs.build.pages.builder import PageBuilder, WrittenPage
from octavo.outputs.build.pages.workers import Progress
from octavo.outputs.build.server_files.manifest import NO_SERVER, build_site_manifest
from octavo.outputs.web.manifest import SERVER_FACTS, SiteManifest
from octavo.problems import Problem
from octavo.project.files import SourceFile, open_source
from octavo.render.rendered import OutputFile
from octavo.render.shell.below_text.rating import SERVED_STYLES
from octavo.render.site import SiteRenderer
from octavo.render.twin.full_text import (
    list_full_files,
    list_twin_groups,
    plan_full_text,
    write_full_index,
)
from octavo.render.twin.llms import build_part, measure_part, write_llms
from octavo.search.files import build_index, write_index
from octavo.search.start import list_start_pages
from octavo.site.fragments import FragmentLink, explain_lost_links, read_ids
from octavo.site.urls import LLMS, LLMS_FULL
from octavo.values import dataclass

if TYPE_CHECKING:
    from octavo.outputs.publish.publication import Publication
    from octavo.outputs.publish.site_folder import Signature
    from octavo.project.discover import Project
    from octavo.site.build import LoadedSite


@dataclass(frozen=True, slots=True)
class BuiltSite:
    """The files of a site that was built, and its problems."""

    pages: Sequence[WrittenPage]
    """In the order of the site's pages."""
    outputs: dict[str, Signature]
    renderer: SiteRenderer
    site_problems: tuple[Problem, ...]
    file_problems: tuple[Problem, ...]
    api_problems: tuple[Problem, ...]
    fragments: Sequence[Sequence[FragmentLink]]
    """The links of each page to places inside pages, checked."""
    copies: tuple[str, ...]
    """The sources of the files that are copied as they are."""
    manifest: SiteManifest
    """What a server must know of it."""
    beside: tuple[OutputFile, ...] = ()
    """What is written in the folder beside the site, for web servers."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems, in the order of the stages."""
        page_problems = [problem for page in self.pages for problem in page.problems]
        others = (*self.api_problems, *explain_lost_links(self.fragments))
        return (*self.site_problems, *self.file_problems, *page_problems, *others)

    @property
    def is_readable(self) -> bool:
        """Whether all files could be read."""
        has_all_copies = all(source in self.outputs for source in self.copies)
        return has_all_copies and all(page.signature for page in self.pages)

    @property
    def page_count(self) -> int:
        """How many pages there are; some files may not have been readable."""
        return sum(page.signature is not None for page in self.pages)


class SiteBuild:
    """Makes every file of a site; nothing is published yet.

    `unchanged` are the outputs of copied files that are the same as in the build before.
    """

    def __init__(
        self,
        project: Project,
        loaded_site: LoadedSite,
        builder: PageBuilder,
        publication: Publication,
        unchanged: Mapping[str, Signature],
    ) -> None:
        self._project = project
        self._loaded_site = loaded_site
        self._builder = builder
        self._unchanged = unchanged
        self._renderer = builder.renderer
        self._publication = publication
        self._outputs: dict[str, Signature] = {}
        self._file_problems: list[Problem] = []

    def run(self, workers: int, progress: Progress) -> BuiltSite:
        """Make every file of the site, its pages in so many processes."""
        built_pages = build_all_pages(
            self._project,
            self._loaded_site,
            self._builder,
            lambda page: read_ids(self._publication.load(page.output)),
            workers,
            progress,
        )
        pages = built_pages.pages
        self._take(pages)
        self._put_all(map(self._renderer.api.fill_part, built_pages.parts))
        if self._renderer.api.has_pages:
            self._put_all(self._renderer.api.downloads.render_operations())
        self._put_all(self._renderer.render_theme())
        self._put_all(OutputFile(*each) for each in self._build_search(pages).items())
        self._put_llms(pages)
        self._put(OutputFile(SERVER_FACTS, NO_SERVER))
        if self._renderer.site.settings.feedback.thumbs_rating:
            self._put(OutputFile(SERVED_STYLES, b""))
        withheld = find_withheld(self._renderer, pages)
        copies, not_copied = plan_copies(self._project, self._outputs, withheld)
        self._file_problems += not_copied
        redirects = self._renderer.render_redirects()
        self._put_all(file for file in redirects if file.output not in copies)
        rules = zip(self._renderer.site.pages, (page.rules for page in pages), strict=True)
        listings = self._renderer.render_listings(rules, copies)
        self._put_all(file for file in listings if file.output not in copies)
        self._copy_all(copies)
        return BuiltSite(
            pages,
            self._outputs,
            self._renderer,
            built_pages.site_problems,
            tuple(self._file_problems),
            built_pages.api_problems,
            built_pages.fragments,
            tuple(copies),
            build_site_manifest(self._renderer, pages, copies),
        )

    def _build_search(self, pages: Iterable[WrittenPage]) -> Mapping[str, bytes]:
        entries = [page.entry for page in pages if page.entry is not None]
        start = list_start_pages(self._renderer.site, self._renderer.links, entries)
        return write_index(build_index(entries, start)).new

    def _put_llms(self, pages: Iterable[WrittenPage]) -> None:
        """Put what tells machines of the site; a file of the author's wins over ours."""
        site, links = self._renderer.site, self._renderer.links
        twins = {url: page.twin for url, page in zip(site.pages, pages, strict=True) if page.twin}
        address_of = {url: links.build_page_address(url) for url in twins}
        sizes = {
            url: measure_part(twin.signature.size, address_of[url]) for url, twin in twins.items()
        }
        files = plan_full_text(list_twin_groups(site), sizes, site.twins)
        if LLMS_FULL in site.files:
            files = []
        if LLMS not in site.files:
            self._put(OutputFile(LLMS, write_llms(site, links, list_full_files(files, links))))
        for file in files:
            parts = (
                build_part(self._publication.load(twins[url].output), address_of[url])
                for url in file.urls
            )
            self._outputs[file.output] = self._publication.put_pieces(file.output, parts)
        if files and LLMS_FULL not in self._outputs:
            self._put(OutputFile(LLMS_FULL, write_full_index(site, files, links)))

    def _take(self, pages: Iterable[WrittenPage]) -> None:
        """Take over the files of pages."""
        for page in pages:
            if page.signature is not None:
                self._outputs[page.output] = page.signature
            if page.twin is not None:
                self._outputs[page.twin.output] = page.twin.signature
            self._outputs.update(page.pictures)
        for page in pages:
            self._put_all(OutputFile(*each) for each in page.files.items())

    # --- files ---

    def _put_all(self, files: Iterable[OutputFile]) -> None:
        for file in files:
            if file.output not in self._outputs:
                self._put(file)

    def _put(self, file: OutputFile) -> None:
        self._outputs[file.output] = self._publication.put(file.output, file.content)

    def _copy_all(self, files: Mapping[str, SourceFile]) -> None:
        for source, file in files.items():
            signature = self._unchanged.get(source)
            if signature is None:
                signature = self._copy(file)
            else:
                signature = self._publication.keep(source, signature)
            if signature is not None:
                self._outputs[source] = signature

    def _copy(self, file: SourceFile) -> Signature | None:
        descriptor, problems = open_source(self._project.root, file)
        self._file_problems += problems
        if descriptor is None:
            return None
        try:
            return self._publication.copy(file.source, descriptor)
        finally:
            os.close(descriptor)
