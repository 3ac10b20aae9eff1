"""Writes pages, one after the other. Worker processes do the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from octavo.outputs.pages import BuildContent, Contents, P, PageRenderer, Questions, build_page
from octavo.outputs.publish.publication import Publication
from octavo.outputs.publish.site_folder import Signature
from octavo.search.entry import PageEntry
from octavo.site.fragments import FragmentLink
from octavo.values import dataclass, field

if TYPE_CHECKING:
    from octavo.outputs.build.api import ApiReport
    from octavo.outputs.cache.contents import CachedContents
    from octavo.outputs.javascript.lazy_engine import LazyEngine
    from octavo.problems import Problem
    from octavo.render.site import SiteRenderer
    from octavo.site.model import Page


@dataclass(frozen=True, slots=True)
class WrittenPage:
    """The result of building a page; `signature` is None if its file could not be read."""

    output: str
    signature: Signature | None
    problems: tuple[Problem, ...]
    questions: Questions
    is_lasting: bool
    files: Mapping[str, bytes] = field(default_factory=dict)
    """Further files of the page, which are not written yet."""
    slots: tuple[int, ...] = ()
    entry: PageEntry | None = None
    """What the search knows of it."""
    fragments: tuple[FragmentLink, ...] = ()
    policy: str = ""
    """What it may load and run, as servers say it."""


def write_page(
    page: P, build_content: BuildContent[P], renderer: PageRenderer[P], publication: Publication
) -> WrittenPage:
    """Build a page and write its file."""
    built = build_page(page, build_content, renderer)
    body, rendered_page = built.body, built.rendered_page
    if body.content is None or rendered_page is None:
        return WrittenPage("", None, body.problems, body.questions, body.is_lasting)
    return WrittenPage(
        rendered_page.file.output,
        publication.put(rendered_page.file.output, rendered_page.file.content),
        body.problems,
        body.questions,
        body.is_lasting,
        body.content.files,
        rendered_page.slots,
        rendered_page.entry,
        body.content.fragments,
        rendered_page.policy.header,
    )


@dataclass(frozen=True, slots=True)
class PageBuilder:
    """Builds the pages of one site, in this process."""

    contents: Contents[Page]
    renderer: SiteRenderer
    publication: Publication
    engine: LazyEngine
    cached: CachedContents[Page] | None = None
    """Used in place of the contents, if there is a cache."""

    def build(self, page: Page) -> WrittenPage:
        """Build one page and write its file."""
        contents = self.cached or self.contents
        return write_page(page, contents.build, self.renderer, self.publication)

    def count_new(self, pages: Sequence[Page]) -> int:
        """Return how many pages have to be rendered, by a quick estimate."""
        return self.cached.count_new(pages) if self.cached else len(pages)

    def report(self) -> ApiReport:
        """Return what the API pages that were built have in common."""
        from octavo.outputs.build.api import report_api  # noqa: PLC0415 (not to rebuild a page)

        return report_api(self.renderer)

    def take_new_entries(self) -> dict[bytes, bytes]:
        """Return the new entries of the cache that a worker made."""
        return self.cached.cache.take() if self.cached else {}

    def keep(self, entries: Mapping[bytes, bytes]) -> None:
        """Keep the entries that a worker made."""
        if self.cached is not None:
            for key, value in entries.items():
                self.cached.cache.add(key, value)

    def prepare_to_fork(self) -> None:
        """Close what processes must not share."""
        if self.cached is not None:
            self.cached.cache.close()

    def close(self) -> None:
        """End what was started for a worker."""
        self.prepare_to_fork()
        self.engine.close()
