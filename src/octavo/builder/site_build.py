"""Builds a whole site into a publication: every page, and every shared file."""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from octavo.builder.copies import explain_secret, plan_copies
from octavo.builder.pages.leads import claim_lead
from octavo.builder.pages.site_manifest import NO_SERVER, build_site_manifest
from octavo.builder.pages.table import Output, Row, list_rows_of_pages, plan_listings, plan_theme
from octavo.builder.pages.written import WrittenPage
from octavo.builder.served.manifest import MANIFEST, SERVER_FACTS, SiteManifest
from octavo.builder.team.all_pages import build_all_pages
from octavo.builder.team.builder import PageBuilder
from octavo.builder.team.workers import Progress
from octavo.problems import Location, Problem, attempt, has_fault
from octavo.project.files import SourceFile, open_source
from octavo.project.public.secrets import find_secret
from octavo.render.basis.rendered import OutputFile
from octavo.render.shell.below_text.rating import SERVED_STYLES
from octavo.render.site import SiteRenderer
from octavo.site.fragments import FragmentLink, explain_lost_links, read_ids
from octavo.site.urls import OutputNames, build_twin_output, explain_clash
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.builder.publish.site_folder import Signature
    from octavo.builder.publish.taking import TakesFiles
    from octavo.project.discover import Project
    from octavo.search.entry import PageEntry
    from octavo.site.load import LoadedSite
    from octavo.site.model import Site

T = TypeVar("T")


class BuiltSite(Struct, frozen=True):
    """The files of a site that was built, and its problems."""

    pages: Sequence[WrittenPage]
    """The pages, in the order of the site."""
    outputs: dict[str, Signature]
    renderer: SiteRenderer
    site_problems: tuple[Problem, ...]
    file_problems: tuple[Problem, ...]
    api_problems: tuple[Problem, ...]
    fragments: Sequence[Sequence[FragmentLink]]
    """The checked links of each page to places inside pages."""
    names: OutputNames
    """The names of all outputs."""
    manifest: SiteManifest
    """The facts about it for a server."""
    copies: tuple[str, ...] = ()
    """The sources of copied files."""
    beside: tuple[OutputFile, ...] = ()
    """The files for web servers in the folder next to the site."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems, in the order of the stages."""
        page_problems = [problem for page in self.pages for problem in page.problems]
        others = (*self.api_problems, *explain_lost_links(self.fragments))
        return (*self.site_problems, *self.file_problems, *page_problems, *others)

    @property
    def is_readable(self) -> bool:
        """Whether all files could be read and created."""
        has_all_copies = all(source in self.outputs for source in self.copies)
        has_all_pages = all(page.output for page in self.pages)
        return has_all_copies and has_all_pages and not has_fault(self.problems)

    @property
    def page_count(self) -> int:
        """The number of pages, including those with unreadable files."""
        return sum(bool(page.output) for page in self.pages)


class _AllPages(NamedTuple):
    """The finished pages of a site; see `MadePages`."""

    site: Site
    pages: Sequence[WrittenPage]
    files: TakesFiles
    is_complete: bool = True

    def list_entries(self) -> list[PageEntry]:
        """Return the search entries of pages."""
        return [page.entry for page in self.pages if page.entry is not None]

    def measure_twins(self) -> dict[str, int]:
        """Return the sizes of Markdown twins in bytes, by URL."""
        pages = zip(self.site.pages, self.pages, strict=True)
        return {url: page.outputs[page.twin].size for url, page in pages if page.twin}

    def load_twin(self, url: str) -> bytes:
        """Return the Markdown twin of a page that has one."""
        return self.files.load(build_twin_output(url))


class SiteBuild:
    """Creates every file of a site, without publishing it.

    `unchanged` are the outputs of copied files that are the same as in the last build.
    """

    def __init__(
        self,
        project: Project,
        loaded_site: LoadedSite,
        builder: PageBuilder,
        publication: TakesFiles,
        unchanged: Mapping[str, Signature],
    ) -> None:
        self._project = project
        self._loaded_site = loaded_site
        self._builder = builder
        self._unchanged = unchanged
        self._renderer = builder.renderer
        self._publication = publication
        self._outputs: dict[str, Signature] = {}
        self._names = OutputNames()
        self._refused: list[str] = []
        self._file_problems: list[Problem] = []

    def run(self, workers: int, progress: Progress) -> BuiltSite:
        """Create every file of the site, and its pages in this many processes."""
        built_pages = build_all_pages(
            self._project,
            self._loaded_site,
            self._builder,
            lambda page: page.ids or read_ids(self._publication.load(page.output)),
            workers,
            progress,
        )
        pages, renderer = built_pages.pages, self._renderer
        self._take(pages)
        self._put_all(map(renderer.api.fill_part, built_pages.parts))
        if renderer.api.has_pages:
            self._put_all(renderer.api.downloads.render_operations())
            self._put_all(renderer.api.collections.render_all())
        self._put_row(plan_theme(renderer))
        for row in list_rows_of_pages(renderer, _AllPages(renderer.site, pages, self._publication)):
            self._put_row(row)
        self._put_all([OutputFile(SERVER_FACTS, NO_SERVER)])
        if renderer.site.settings.feedback.thumbs_rating:
            self._put_all([OutputFile(SERVED_STYLES, b"")])
        self._claim(MANIFEST)
        plan = plan_copies(self._project, renderer, pages, self._names)
        self._file_problems += plan.problems
        self._copy_all(plan.files, pages)
        copies = tuple(source for source in plan.files if source not in self._refused)
        places = {problem.location for problem in built_pages.site_problems}
        may_lead = partial(self._may_lead, places=places)
        for file in self._attempt(lambda: [*renderer.render_redirects(may_lead)], "the redirects"):
            self._put(file)
        rules = zip(renderer.site.pages, (page.rules for page in pages), strict=True)
        self._put_row(plan_listings(renderer, rules, copies))
        return BuiltSite(
            pages,
            self._outputs,
            renderer,
            built_pages.site_problems,
            tuple(self._file_problems),
            built_pages.api_problems,
            built_pages.fragments,
            self._names,
            build_site_manifest(renderer, pages, copies),
            copies,
        )

    def _may_lead(self, url: str, places: Container[Location]) -> bool:
        """Claim the file that redirects from a URL, and report a clash once."""
        place_of = self._loaded_site.place_of
        answer = claim_lead(self._names, url, self._renderer.site, place_of)
        if isinstance(answer, Problem) and answer.location not in places:
            self._file_problems.append(answer)
        return answer is True

    def _put_row(self, row: Row) -> None:
        for output in self._attempt(lambda: [*row.plan()], row.what):
            if self._claim(output.path):
                self._put_output(output, row.what)

    def _put_output(self, output: Output, what: str) -> None:
        """Create and add an output; on failure, leave it out and report it as `what`."""
        for content in self._attempt(lambda: [output.make()], what):
            if isinstance(content, bytes):
                signature = self._publication.put(output.path, content)
            else:
                signature = self._publication.put_pieces(output.path, content)
            self._outputs[output.path] = signature

    def _attempt(self, make: Callable[[], Sequence[T]], what: str) -> Sequence[T]:
        """Return outputs of the whole site; empty after an error in Octavo."""
        return attempt(make, (), what, self._loaded_site.place_of(()), self._file_problems.append)

    def _take(self, pages: Iterable[WrittenPage]) -> None:
        """Take over the files of pages."""
        for page in pages:
            if page.output and self._claim(page.output):
                self._outputs[page.output] = page.outputs[page.output]
        for page in pages:
            for output, signature in page.outputs.items():
                if output != page.output and self._claim(output):
                    self._outputs[output] = signature
            self._put_all(OutputFile(*each) for each in page.files.items())

    # --- files ---

    def _claim(self, output: str) -> bool:
        """Claim the name of a file that Octavo creates; an existing file stays."""
        other = self._names.claim(output)
        if other is not None and other != output:
            place = Location(other if other in self._project.files else output)
            self._file_problems.append(explain_clash("this file", output, other, place))
        return other is None

    def _put_all(self, files: Iterable[OutputFile]) -> None:
        for file in files:
            if self._claim(file.output):
                self._put(file)

    def _put(self, file: OutputFile) -> None:
        self._outputs[file.output] = self._publication.put(file.output, file.content)

    def _copy_all(self, files: Mapping[str, SourceFile], pages: Sequence[WrittenPage]) -> None:
        for source, file in files.items():
            signature = self._unchanged.get(source)
            if signature is None:
                signature = self._copy(file, pages)
            else:
                signature = self._publication.keep(source, signature)
            if signature is not None:
                self._outputs[source] = signature

    def _copy(self, file: SourceFile, pages: Sequence[WrittenPage]) -> Signature | None:
        descriptor, problems = open_source(self._project.root, file)
        self._file_problems += problems
        if descriptor is None:
            return None
        try:
            secret = find_secret(descriptor, file.source)
            if not secret:
                return self._publication.copy(file.source, descriptor)
        finally:
            os.close(descriptor)
        self._refused.append(file.source)
        self._file_problems.append(
            explain_secret(self._project, self._renderer, pages, file.source, secret)
        )
        return None
