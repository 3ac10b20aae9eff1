"""Builds a page, in the same way for builds, checks and the preview.

1. `documents` loads the text of the page.
2. `Contents` renders the content of the page, and records the questions it asks.
3. `build_page` adds the shell that the site has around the page.

With a cache, `CachedContents` replaces `Contents`; nothing else changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from octavo.builder.pages.documents import DocumentLoader
from octavo.content.nodes import Document
from octavo.problems import ENDINGS, Location, Problem, attempt, find_line, has_fault
from octavo.render.basis.rendered import RenderedPage
from octavo.render.content.page import ImageSize
from octavo.render.shell.slots import PageContent
from octavo.site.links import Target
from octavo.values import Struct, field, replace

if TYPE_CHECKING:
    from octavo.render.site import SiteRenderer
    from octavo.site.model import Page


class Questions(Struct, frozen=True):
    """The questions that a page asked during rendering, and the answers."""

    files: Sequence[str] = ()
    """The sources of other files, including missing ones."""
    links: Mapping[str, Target] = field(default_factory=dict)
    images: Mapping[str, Sequence[int] | None] = field(default_factory=dict)
    """The pictures whose sizes the page needed, with the sizes."""
    date: bool = False
    """Whether an engine evaluated parts of it, which may have used the date."""


class BuiltContent(Struct, frozen=True):
    """The content of a page; None if its file can't be read, which the problems report."""

    content: PageContent | None
    problems: tuple[Problem, ...] = ()
    questions: Questions = field(default_factory=Questions)
    dependencies: tuple[str, ...] = ()
    """The sources of all other files that it includes."""
    is_lasting: bool = True
    """Whether it depends only on the answers."""


Inspect = Callable[[Document, str], tuple[Problem, ...]]
"""Returns the check results for the document of a page with the given source."""

BuildContent = Callable[["Page"], BuiltContent]
"""Returns the content of a page, as `Contents.build` does."""


class Contents(Struct, frozen=True):
    """Renders the contents of the pages of a site."""

    documents: DocumentLoader
    renderer: SiteRenderer
    image_size: ImageSize
    inspect: Inspect | None = None
    """Finds the problems that only a check reports."""

    def build(self, page: Page) -> BuiltContent:
        """Return the content of a page; an error in Octavo becomes a visible message."""
        try:
            return self._build(page)
        except ENDINGS:
            raise
        except BaseException as error:
            content = self.renderer.render_failure(page, error, find_line(error))
            return BuiltContent(content, content.problems, is_lasting=False)

    def _build(self, page: Page) -> BuiltContent:
        source = self.documents.load_page(page)
        if source.document is None:
            return BuiltContent(None, source.problems, is_lasting=False)
        links, images = self.renderer.links.split_off(), _SizeRecorder(self.image_size)
        content = self.renderer.render_content(page, source.document, links, images)
        further = self.inspect(source.document, page.source) if self.inspect else ()
        problems = (*source.problems, *content.problems, *further)
        return BuiltContent(
            content,
            problems,
            Questions(source.requested_files, links.answers, images.sizes, source.is_evaluated),
            source.dependencies,
            source.is_lasting and not has_fault(problems),
        )


class BuiltPage(Struct, frozen=True):
    """A page; `rendered_page` is None if its file can't be read."""

    body: BuiltContent
    rendered_page: RenderedPage | None


def build_page(page: Page, build_content: BuildContent, renderer: SiteRenderer) -> BuiltPage:
    """Return a page: its content in the shell that the site has around it."""
    body = build_content(page)
    if body.content is None:
        return BuiltPage(body, None)
    rendered_page: RenderedPage | None
    try:
        rendered_page = renderer.shell.fill(page, body.content)
    except ENDINGS:
        raise
    except BaseException as error:
        content = renderer.render_failure(page, error, 0)
        body = BuiltContent(content, (*body.problems, *content.problems), is_lasting=False)
        rendered_page = _fill_again(page, content, renderer)
    if rendered_page is None:
        return BuiltPage(replace(body, content=None), None)
    problems = (*body.problems, *rendered_page.problems)
    return BuiltPage(replace(body, problems=problems), rendered_page)


def _fill_again(page: Page, content: PageContent, renderer: SiteRenderer) -> RenderedPage | None:
    """Return the error page with its content; None if even that fails."""
    tell: list[Problem] = []  # The problems are already reported.
    place = Location(page.source)
    return attempt(
        lambda: renderer.shell.fill(page, content), None, "this page", place, tell.append
    )


class _SizeRecorder:
    """Returns the sizes of pictures and records the requests."""

    def __init__(self, image_size: ImageSize) -> None:
        self._image_size = image_size
        self.sizes: dict[str, tuple[int, int] | None] = {}

    def __call__(self, source: str) -> tuple[int, int] | None:
        """Return the size of a picture."""
        size = self.sizes[source] = self._image_size(source)
        return size
