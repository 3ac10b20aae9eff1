"""Builds and writes pages one after the other, also in worker processes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from octavo.builder.pages.page_build import BuildContent, BuiltContent, Contents, build_page
from octavo.builder.pages.written import Asked, WrittenPage
from octavo.builder.publish.site_folder import Signature
from octavo.builder.team.api_parts import list_parts
from octavo.builder.team.api_report import report_api
from octavo.problems import Location, Problem, attempt
from octavo.site.fragments import read_ids
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.builder.cache.contents import CachedContents
    from octavo.builder.cache.held import HeldPages
    from octavo.builder.cache.store import Cache, CacheUse
    from octavo.builder.javascript.lazy_engine import LazyEngine
    from octavo.builder.publish.taking import TakesFiles
    from octavo.builder.team.api_report import ApiReport
    from octavo.render.basis.rendered import ApiPart
    from octavo.render.pictures.share import SharePicture, SharePictures
    from octavo.render.site import SiteRenderer
    from octavo.site.model import Page

PICTURE_WORK = 20
"""Drawing a picture takes as long as rendering this many pages."""


WritePage = Callable[["Page", BuildContent], WrittenPage]
"""Builds a page, and writes or discards it."""


PutPicture = Callable[["SharePicture", Callable[["Problem"], object]], "Signature | None"]
"""Writes a share picture, or reports why it can't be created."""


def write_page(
    page: Page,
    build_content: BuildContent,
    renderer: SiteRenderer,
    publication: TakesFiles,
    put_picture: PutPicture | None = None,
    *,
    keeps_ids: bool = False,
) -> WrittenPage:
    """Build a page and write its file, and that of its picture.

    `keeps_ids` records the ids of the page for callers that can't read it again.
    """
    built_page = build_page(page, build_content, renderer)
    body, rendered_page = built_page.body, built_page.rendered_page
    if body.content is None or rendered_page is None:
        return build_unwritten_page(body)
    picture, twin, problems = rendered_page.picture, rendered_page.twin, list(body.problems)
    files = [rendered_page.file, twin] if twin else [rendered_page.file]
    outputs = {file.output: publication.put(file.output, file.content) for file in files}
    signature = put_picture(picture, problems.append) if picture and put_picture else None
    if picture and signature:
        outputs[picture.output] = signature
    return WrittenPage(
        rendered_page.file.output,
        outputs,
        tuple(problems),
        list_asked(body),
        body.is_lasting,
        {**body.content.files, **rendered_page.feeds},
        rendered_page.entry,
        body.content.fragments,
        rendered_page.policy.header,
        twin.output if twin else None,
        rendered_page.rules,
        list_parts(body.content),
        read_ids(rendered_page.file.content) if keeps_ids else {},
    )


def build_unwritten_page(body: BuiltContent) -> WrittenPage:
    """Return the result for a page whose file can't be read."""
    return WrittenPage("", {}, body.problems, list_asked(body), is_lasting=False)


def list_asked(body: BuiltContent) -> Asked:
    """Return the files, links and pictures that a page asked for."""
    questions = body.questions
    links, images = tuple(questions.links), tuple(questions.images)
    return Asked(tuple(questions.files), links, images, questions.date)


class PictureWriter(Struct, frozen=True):
    """Writes share pictures, whose names depend on their content."""

    pictures: SharePictures
    publication: TakesFiles
    old_pictures: Mapping[str, Signature]
    """The unchanged pictures of the last site."""
    cache: Cache | None = None

    def put(self, picture: SharePicture, tell: Callable[[Problem], object]) -> Signature | None:
        """Write a picture, unless it already exists or can't be created."""
        old = self.old_pictures.get(picture.output)
        if old is not None:
            return self.publication.keep(picture.output, old)
        place = Location(picture.output)
        data = attempt(lambda: self._draw(picture), None, "this share picture", place, tell)
        return None if data is None else self.publication.put(picture.output, data)

    def _draw(self, picture: SharePicture) -> bytes:
        if self.cache is None:
            return self.pictures.draw(picture)
        key = hashlib.sha256(picture.output.encode()).digest()[:20]
        data = self.cache.load(key)
        if data is None:
            data = self.pictures.draw(picture)
            self.cache.add(key, data)
        return data


class PageBuilder(Struct, frozen=True):
    """Builds the pages of one site in this process."""

    contents: Contents
    renderer: SiteRenderer
    write: WritePage
    """Handles a page: a build writes its file, a check does not."""
    engine: LazyEngine
    cached: CachedContents | None = None
    """The cached contents, if there is a cache."""
    held: HeldPages | None = None
    """The pages that need no build, if there is a cache."""
    new_pictures: int = 0
    """About how many share pictures must be drawn."""

    def build(self, page: Page) -> WrittenPage:
        """Build one page and write its file."""
        contents = self.cached or self.contents
        written_page = self.write(page, contents.build)
        return self.held.add_inputs(written_page, page) if self.held else written_page

    def estimate_work(self, pages: Sequence[Page]) -> int:
        """Return the work for pages, as a number of pages to render."""
        new = self.cached.count_new(pages) if self.cached else len(pages)
        return new + PICTURE_WORK * self.new_pictures

    def report(self, take: Callable[[ApiPart], object]) -> ApiReport:
        """Pass on the shared files of the built API pages, and return the rest of the report."""
        return report_api(self.renderer, take)

    def hand_over(self) -> CacheUse | None:
        """Return the cache activity of a worker."""
        return self.cached.cache.hand_over() if self.cached else None

    def resume(self, use: CacheUse | None) -> None:
        """Continue the cache activity of a worker."""
        if self.cached is not None and use is not None:
            self.cached.cache.resume(use)

    def prepare_to_fork(self) -> None:
        """Close resources that processes must not share."""
        if self.cached is not None:
            self.cached.cache.close()

    def close(self) -> None:
        """Close resources that a worker opened."""
        self.prepare_to_fork()
        self.engine.close()
