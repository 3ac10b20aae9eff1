"""Builds a whole site into a publication: every page, and everything that pages share."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from octavo.outputs.build.api import ApiReport, join_reports
from octavo.outputs.build.manifest import NO_SERVER, build_site_manifest
from octavo.outputs.build.pages import PageBuilder, WrittenPage
from octavo.outputs.build.workers import Progress, build_all
from octavo.outputs.site_renderer import check_site
from octavo.outputs.web.manifest import MANIFEST, PROXY_MANIFEST, SERVER_FACTS, SiteManifest
from octavo.problems import Code, Location, Problem, Severity
from octavo.project.files import SourceFile, open_source
from octavo.render.rendered import ApiPart, OutputFile
from octavo.render.site import SiteRenderer
from octavo.search.files import build_index, write_index
from octavo.search.start import list_start_pages
from octavo.site.fragments import (
    FragmentLink,
    LinkingPage,
    check_fragments,
    explain_lost_links,
)
from octavo.values import dataclass

if TYPE_CHECKING:
    from octavo.outputs.publish.site_folder import Signature
    from octavo.project.discover import Project
    from octavo.site.build import LoadedSite
    from octavo.site.model import Site


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
        unchanged: Mapping[str, Signature],
    ) -> None:
        self._project = project
        self._loaded_site = loaded_site
        self._builder = builder
        self._unchanged = unchanged
        self._renderer = builder.renderer
        self._publication = builder.publication
        self._outputs: dict[str, Signature] = {}
        self._file_problems: list[Problem] = []

    def run(self, workers: int, progress: Progress) -> BuiltSite:
        """Make every file of the site, its pages in so many processes."""
        site_problems = check_site(self._project, self._renderer, self._loaded_site)
        pages, reports = build_all(
            self._builder, tuple(self._renderer.site.pages.values()), workers, progress
        )
        self._take(pages)
        parts, api_problems = self._finish_api(reports)
        self._put_all(map(self._renderer.api.fill_part, parts))
        self._put_all(self._renderer.render_theme())
        self._put_all(OutputFile(*each) for each in self._build_search(pages).items())
        self._put(OutputFile(SERVER_FACTS, NO_SERVER))
        copies = self._plan_copies()
        redirects = self._renderer.render_redirects()
        self._put_all(file for file in redirects if file.output not in copies)
        self._copy_all(copies)
        return BuiltSite(
            pages,
            self._outputs,
            self._renderer,
            (*self._loaded_site.problems, *site_problems),
            tuple(self._file_problems),
            api_problems,
            self._check_fragments(pages),
            tuple(copies),
            build_site_manifest(self._renderer, pages, copies),
        )

    def _build_search(self, pages: Iterable[WrittenPage]) -> Mapping[str, bytes]:
        entries = [page.entry for page in pages if page.entry is not None]
        hrefs = [entry.head.href for entry in entries]
        start = list_start_pages(self._renderer.site, self._renderer.links, hrefs)
        return write_index(build_index(entries, start)).new

    def _finish_api(
        self, reports: Iterable[ApiReport]
    ) -> tuple[tuple[ApiPart, ...], tuple[Problem, ...]]:
        """Return the files that API pages share, and the problems of the documents."""
        cached_api = self._builder.cached.api if self._builder.cached else None
        if cached_api is not None and cached_api.unit is not None:
            return cached_api.unit.parts, cached_api.list_problems()
        parts, links = join_reports(reports, self._renderer.site.api_documents)
        if self._renderer.api.has_pages:
            parts = (*parts, _build_proxy_manifest(self._renderer.site))
        if cached_api is not None:
            cached_api.keep(parts, links)
        return parts, self._loaded_site.collect_api_problems()

    def _check_fragments(self, pages: Sequence[WrittenPage]) -> list[Sequence[FragmentLink]]:
        linking_pages = [
            # A page that cannot be read has no ids to look for, and neither has an API page.
            LinkingPage(
                page.url, written_page.fragments, page.is_api or written_page.signature is None
            )
            for page, written_page in zip(self._renderer.site.pages.values(), pages, strict=True)
        ]
        return check_fragments(
            linking_pages, self._renderer.links.base_path, self._publication.load
        )

    def _take(self, pages: Iterable[WrittenPage]) -> None:
        """Take over the files of pages."""
        for page in pages:
            if page.signature is not None:
                self._outputs[page.output] = page.signature
        for page in pages:
            self._put_all(OutputFile(*each) for each in page.files.items())

    # --- files ---

    def _put_all(self, files: Iterable[OutputFile]) -> None:
        for file in files:
            if file.output not in self._outputs:
                self._put(file)

    def _put(self, file: OutputFile) -> None:
        self._outputs[file.output] = self._publication.put(file.output, file.content)

    def _plan_copies(self) -> dict[str, SourceFile]:
        """Return the files to copy, without those whose place another output has."""
        outputs = self._outputs.keys() | {MANIFEST}
        folders = set[str]()
        for output in outputs:
            folders.update(_list_parents(output))
        copies = {}
        for file in self._project.served:
            if (
                file.source in outputs
                or file.source in folders
                or _list_parents(file.source) & outputs
            ):
                self._file_problems.append(_explain_taken(file.source))
            else:
                copies[file.source] = file
        return copies

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


def _build_proxy_manifest(site: Site) -> ApiPart:
    from octavo.outputs.proxy.manifest import build_manifest  # noqa: PLC0415 (many sites have no API)
    from octavo.outputs.proxy.stored_manifest import write_proxy_manifest  # noqa: PLC0415

    return ApiPart(PROXY_MANIFEST, write_proxy_manifest(build_manifest(site)))


def _list_parents(output: str) -> set[str]:
    """Return the folders around an output."""
    folders = set()
    while "/" in output:
        output = output.rpartition("/")[0]
        folders.add(output)
    return folders


def _explain_taken(source: str) -> Problem:
    return Problem(
        Code.OUTPUT_TAKEN,
        "this file is not published: a page, or a file of Octavo's own, stands in its place",
        Location(source),
        Severity.WARNING,
        "Rename it.",
    )
