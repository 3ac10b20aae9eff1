"""Writes pages, one after the other. Worker processes do the same."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from octavo.outputs.pages.page import BuildContent, Contents, P, PageRenderer, Questions, build_page
from octavo.outputs.publish.publication import Publication
from octavo.outputs.publish.site_folder import Signature
from octavo.problems import Location, Problem, attempt
from octavo.render.head.changing import PageRules
from octavo.render.rendered import Twin
from octavo.search.entry import PageEntry
from octavo.site.fragments import FragmentLink, Ids
from octavo.values import dataclass, field

if TYPE_CHECKING:
    from octavo.outputs.build.pages.api_report import ApiReport
    from octavo.outputs.cache.contents import CachedContents
    from octavo.outputs.cache.store import Cache, CacheUse
    from octavo.outputs.javascript.lazy_engine import LazyEngine
    from octavo.render.pictures.share import SharePicture, SharePictures
    from octavo.render.rendered import ApiPart
    from octavo.render.site import SiteRenderer
    from octavo.site.model import Page

PICTURE_WORK = 20
"""Drawing the picture of a page takes so many times as long as rendering the page."""


class WrittenTwin(NamedTuple):
    """The Markdown twin of a page, which is written."""

    output: str
    signature: Signature
    head: str
    """What it begins with."""


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
    twin: WrittenTwin | None = None
    rules: PageRules = PageRules()
    """What has to be known to fill the slots of the page anew."""
    ids: Ids = field(default_factory=dict)
    """The ids that its content has, where it was not written: a check writes nothing."""
    pictures: Mapping[str, Signature] = field(default_factory=dict)
    """Its share picture, if it has one; it is written."""


WritePage = Callable[["Page", "BuildContent[Page]"], WrittenPage]
"""Builds a page, and does with it what has to be done."""


PutPicture = Callable[["SharePicture", Callable[["Problem"], object]], "Signature | None"]
"""Writes a share picture, or tells why it could not be made."""


def write_page(
    page: P,
    build_content: BuildContent[P],
    renderer: PageRenderer[P],
    publication: Publication,
    put_picture: PutPicture | None = None,
) -> WrittenPage:
    """Build a page and write its file, and that of its picture."""
    built_page = build_page(page, build_content, renderer)
    body, rendered_page = built_page.body, built_page.rendered_page
    if body.content is None or rendered_page is None:
        return WrittenPage("", None, body.problems, body.questions, body.is_lasting)
    picture, problems = rendered_page.picture, list(body.problems)
    signature = put_picture(picture, problems.append) if picture and put_picture else None
    return WrittenPage(
        rendered_page.file.output,
        publication.put(rendered_page.file.output, rendered_page.file.content),
        tuple(problems),
        body.questions,
        body.is_lasting,
        {**body.content.files, **rendered_page.feeds},
        rendered_page.slots,
        rendered_page.entry,
        body.content.fragments,
        rendered_page.policy.header,
        _write_twin(rendered_page.twin, publication),
        rendered_page.rules,
        pictures={picture.output: signature} if picture and signature else {},
    )


def _write_twin(twin: Twin | None, publication: Publication) -> WrittenTwin | None:
    if twin is None:
        return None
    output, content = twin.file.output, twin.file.content
    return WrittenTwin(output, publication.put(output, content), twin.head)


@dataclass(frozen=True, slots=True)
class PictureWriter:
    """Writes share pictures; a name says what a picture shows, so one of that name is the same."""

    pictures: SharePictures
    publication: Publication
    old_pictures: Mapping[str, Signature]
    """Those of the site before, which are as they were written."""
    cache: Cache | None = None

    def put(self, picture: SharePicture, tell: Callable[[Problem], object]) -> Signature | None:
        """Write a picture, unless there is the same already, or it cannot be made."""
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


@dataclass(frozen=True, slots=True)
class PageBuilder:
    """Builds the pages of one site, in this process."""

    contents: Contents[Page]
    renderer: SiteRenderer
    write: WritePage
    """What becomes of a page: a build writes its file, a check does not."""
    engine: LazyEngine
    cached: CachedContents[Page] | None = None
    """Used in place of the contents, if there is a cache."""
    new_pictures: int = 0
    """How many share pictures have to be drawn, by a quick estimate."""

    def build(self, page: Page) -> WrittenPage:
        """Build one page and write its file."""
        contents = self.cached or self.contents
        return self.write(page, contents.build)

    def estimate_work(self, pages: Sequence[Page]) -> int:
        """Return what there is to do for pages, as a number of pages to be rendered."""
        new = self.cached.count_new(pages) if self.cached else len(pages)
        return new + PICTURE_WORK * self.new_pictures

    def report(self, take: Callable[[ApiPart], object]) -> ApiReport:
        """Give away what the API pages that were built have in common, and return the rest."""
        from octavo.outputs.build.pages.api_report import report_api  # noqa: PLC0415 (not to rebuild a page)

        return report_api(self.renderer, take)

    def hand_over(self) -> CacheUse | None:
        """Return what a worker has done with the cache."""
        return self.cached.cache.hand_over() if self.cached else None

    def resume(self, use: CacheUse | None) -> None:
        """Go on with what a worker has done with the cache."""
        if self.cached is not None and use is not None:
            self.cached.cache.resume(use)

    def prepare_to_fork(self) -> None:
        """Close what processes must not share."""
        if self.cached is not None:
            self.cached.cache.close()

    def close(self) -> None:
        """End what was started for a worker."""
        self.prepare_to_fork()
        self.engine.close()
