"""Writes pages, one after the other. Worker processes do the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from octavo.outputs.pages import Asked, BuildContent, Contents, P, PageRenderer, build_page
from octavo.outputs.publish.publication import Publication
from octavo.outputs.publish.site_folder import Signature
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
    """What became of a page; `signature` is None where its file could not be read."""

    output: str
    signature: Signature | None
    problems: tuple[Problem, ...]
    asked: Asked
    is_lasting: bool
    files: Mapping[str, bytes] = field(default_factory=dict)
    """What was made with it and is not written yet."""
    slots: tuple[int, ...] = ()
    entry: str | None = None
    """Its entry in the search index."""
    fragments: tuple[FragmentLink, ...] = ()


def write_page(
    page: P, build_content: BuildContent[P], renderer: PageRenderer[P], publication: Publication
) -> WrittenPage:
    """Build a page and write its file."""
    built = build_page(page, build_content, renderer)
    said, rendered = built.said, built.rendered
    if said.content is None or rendered is None:
        return WrittenPage("", None, said.problems, said.asked, said.is_lasting)
    return WrittenPage(
        rendered.file.output,
        publication.put(rendered.file.output, rendered.file.content),
        said.problems,
        said.asked,
        said.is_lasting,
        said.content.files,
        rendered.slots,
        rendered.entry,
        said.content.fragments,
    )


@dataclass(frozen=True, slots=True)
class PageBuilder:
    """Builds the pages of one site, in this process."""

    contents: Contents[Page]
    renderer: SiteRenderer
    publication: Publication
    engine: LazyEngine
    cached: CachedContents[Page] | None = None
    """What stands before the contents, if anything is remembered."""

    def build(self, page: Page) -> WrittenPage:
        """Build one page and write its file."""
        contents = self.cached or self.contents
        return write_page(page, contents.build, self.renderer, self.publication)

    def count_new(self, pages: Sequence[Page]) -> int:
        """Return how many pages have to be rendered, as far as can be told without looking."""
        return self.cached.count_new(pages) if self.cached else len(pages)

    def report(self) -> ApiReport:
        """Return what the API pages that were built have in common."""
        from octavo.outputs.build.api import report_api  # noqa: PLC0415 (not to rebuild a page)

        return report_api(self.renderer)

    def take_kept(self) -> dict[bytes, bytes]:
        """Return what was made in a worker and is worth keeping."""
        return self.cached.cache.take() if self.cached else {}

    def keep(self, entries: Mapping[bytes, bytes]) -> None:
        """Keep what a worker made."""
        if self.cached is not None:
            for key, value in entries.items():
                self.cached.cache.add(key, value)

    def prepare_to_fork(self) -> None:
        """Let go of what must not be shared by processes."""
        if self.cached is not None:
            self.cached.cache.close()

    def close(self) -> None:
        """End what was started for a worker."""
        self.prepare_to_fork()
        self.engine.close()
