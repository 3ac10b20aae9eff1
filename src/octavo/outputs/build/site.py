"""Builds a whole site into a publication: every page, and everything that pages share."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from octavo.outputs.build.api import ApiReport, join_reports
from octavo.outputs.build.pages import PageBuilder, WrittenPage
from octavo.outputs.build.workers import Progress, build_all
from octavo.outputs.site_renderer import check_site
from octavo.problems import Code, Location, Problem, Severity
from octavo.project.files import SourceFile, open_source
from octavo.render.rendered import ApiPart, OutputFile
from octavo.render.site import SiteRenderer
from octavo.site.fragments import (
    FragmentLink,
    LinkingPage,
    check_fragments,
    lost_link_problems,
)
from octavo.site.search import SEARCH_INDEX, join_records
from octavo.values import dataclass

if TYPE_CHECKING:
    from octavo.outputs.publish.site_folder import Signature
    from octavo.project.discover import Project
    from octavo.site.build import LoadedSite


@dataclass(frozen=True, slots=True)
class BuiltSite:
    """What a build made."""

    pages: Sequence[WrittenPage]
    """In the order of the site's pages."""
    outputs: Mapping[str, Signature]
    renderer: SiteRenderer
    site_problems: tuple[Problem, ...]
    file_problems: tuple[Problem, ...]
    api_problems: tuple[Problem, ...]
    fragments: Sequence[Sequence[FragmentLink]]
    """The links of each page to places inside pages, checked."""
    copies: tuple[str, ...]
    """The sources of the files that are copied as they are."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong, in the order of the stages."""
        told = [problem for page in self.pages for problem in page.problems]
        others = (*self.api_problems, *lost_link_problems(self.fragments))
        return (*self.site_problems, *self.file_problems, *told, *others)

    @property
    def is_readable(self) -> bool:
        """Whether all files could be read."""
        copied = all(source in self.outputs for source in self.copies)
        return copied and all(page.signature for page in self.pages)

    @property
    def page_count(self) -> int:
        """How many pages there are; some files may not have been readable."""
        return sum(page.signature is not None for page in self.pages)


class SiteBuild:
    """Makes every file of a site; nothing is published yet.

    `unchanged` are the outputs of files that are copied as they are, and that are as they were.
    """

    def __init__(
        self,
        project: Project,
        loaded: LoadedSite,
        builder: PageBuilder,
        unchanged: Mapping[str, Signature],
    ) -> None:
        self._project = project
        self._loaded = loaded
        self._builder = builder
        self._unchanged = unchanged
        self._renderer = builder.renderer
        self._publication = builder.publication
        self._outputs: dict[str, Signature] = {}
        self._file_problems: list[Problem] = []

    def run(self, workers: int, progress: Progress) -> BuiltSite:
        """Make every file of the site, its pages in so many processes."""
        found = check_site(self._project, self._renderer, self._loaded)
        pages, reports = build_all(
            self._builder, tuple(self._renderer.site.pages.values()), workers, progress
        )
        self._take(pages)
        parts, api_problems = self._finish_api(reports)
        self._put_all(map(self._renderer.api.fill_part, parts))
        self._put_all(self._renderer.render_theme())
        self._put(OutputFile(SEARCH_INDEX, _search_index(pages)))
        served = self._plan_served()
        redirects = self._renderer.render_redirects()
        self._put_all(file for file in redirects if file.output not in served)
        self._copy_all(served)
        return BuiltSite(
            pages,
            self._outputs,
            self._renderer,
            (*self._loaded.problems, *found),
            tuple(self._file_problems),
            api_problems,
            self._check_fragments(pages),
            tuple(served),
        )

    def _finish_api(
        self, reports: Iterable[ApiReport]
    ) -> tuple[tuple[ApiPart, ...], tuple[Problem, ...]]:
        """Return what API pages have in common, and what is wrong with the documents."""
        known = self._builder.cached.api if self._builder.cached else None
        if known is not None and known.unit is not None:
            return known.unit.parts, known.problems()
        parts, links = join_reports(reports, self._renderer.site.api_documents)
        if known is not None:
            known.keep(parts, links)
        return parts, self._loaded.collect_api_problems()

    def _check_fragments(self, pages: Sequence[WrittenPage]) -> list[Sequence[FragmentLink]]:
        linking = [
            # What cannot be read has no ids to look for, as an API page has none.
            LinkingPage(page.url, made.fragments, page.is_api or made.signature is None)
            for page, made in zip(self._renderer.site.pages.values(), pages, strict=True)
        ]
        return check_fragments(linking, self._renderer.links.base_path, self._publication.load)

    def _take(self, pages: Iterable[WrittenPage]) -> None:
        """Take over what was made with pages."""
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

    def _plan_served(self) -> dict[str, SourceFile]:
        """Return the files to copy: not those that would stand in the place of another output."""
        taken = self._outputs.keys()
        folders = set[str]()
        for output in taken:
            folders.update(_above(output))
        planned = {}
        for file in self._project.served:
            if file.source in taken or file.source in folders or _above(file.source) & taken:
                self._file_problems.append(_place_taken(file.source))
            else:
                planned[file.source] = file
        return planned

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


def _search_index(pages: Iterable[WrittenPage]) -> bytes:
    return join_records(page.entry for page in pages if page.entry is not None).encode()


def _above(output: str) -> set[str]:
    """Return the folders around an output."""
    found = set()
    while "/" in output:
        output = output.rpartition("/")[0]
        found.add(output)
    return found


def _place_taken(source: str) -> Problem:
    return Problem(
        Code.OUTPUT_TAKEN,
        "this file is not published: a page, or a file of Octavo's own, stands in its place",
        Location(source),
        Severity.WARNING,
        "Rename it.",
    )
