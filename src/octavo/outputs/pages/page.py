"""The one way to build a page: for a whole build, for a rebuild, and for the preview.

1. `documents` loads the text of the page.
2. `Contents` renders the content of the page, and notes the questions it asked meanwhile.
3. `build_page` puts the content into the shell that the site has around the page.

A cache replaces `Contents` by `CachedContents`, and nothing else changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

from octavo.content.nodes import Document
from octavo.outputs.pages.documents import DocumentLoader, PageSource
from octavo.problems import Problem
from octavo.render.content.page import ImageSize
from octavo.render.rendered import RenderedPage
from octavo.render.shell.slots import PageContent
from octavo.site.links import LinkResolver, Target
from octavo.values import dataclass, field

P = TypeVar("P", bound=PageSource)
P_contra = TypeVar("P_contra", contravariant=True)


class PageRenderer(Protocol[P_contra]):
    """Renders the pages of a site: a `SiteRenderer`, or a `PublishedSite` in its place."""

    @property
    def links(self) -> LinkResolver:
        """Where links lead."""

    def render_content(
        self, page: P_contra, document: Document, links: LinkResolver, image_size: ImageSize
    ) -> PageContent:
        """Render the content of a page."""

    def fill(self, page: P_contra, content: PageContent) -> RenderedPage:
        """Put the content of a page into its shell."""


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions that a page asked while it was rendered, and the answers."""

    files: Sequence[str] = ()
    """The sources of further files, also of missing ones."""
    links: Mapping[str, Target] = field(default_factory=dict)
    images: Mapping[str, Sequence[int] | None] = field(default_factory=dict)
    """The pictures whose sizes were asked for, and the sizes."""
    date: bool = False
    """Whether an engine evaluated parts of it, which may have asked for the date."""


@dataclass(frozen=True, slots=True)
class BuiltContent:
    """The content of a page; None if its file cannot be read, which the problems say."""

    content: PageContent | None
    problems: tuple[Problem, ...] = ()
    questions: Questions = field(default_factory=Questions)
    dependencies: tuple[str, ...] = ()
    """The sources of all other files that went into it."""
    is_lasting: bool = True
    """Whether it will be the same as long as the answers are."""


Inspect = Callable[[Document, str], tuple[Problem, ...]]
"""Returns what is worth telling of the document of a page, whose source is given too."""

BuildContent = Callable[[P], BuiltContent]
"""Returns the content of a page, as `Contents.build` does."""


@dataclass(frozen=True, slots=True)
class Contents(Generic[P]):
    """Renders the contents of the pages of a site."""

    documents: DocumentLoader
    renderer: PageRenderer[P]
    image_size: ImageSize
    inspect: Inspect | None = None
    """Looks for more than has to be told of a page: only a check does."""

    def build(self, page: P) -> BuiltContent:
        """Return the content of a page."""
        source = self.documents.load_page(page)
        if source.document is None:
            return BuiltContent(None, source.problems, is_lasting=False)
        links, images = self.renderer.links.split_off(), _SizeRecorder(self.image_size)
        content = self.renderer.render_content(page, source.document, links, images)
        further = self.inspect(source.document, page.source) if self.inspect else ()
        return BuiltContent(
            content,
            (*source.problems, *content.problems, *further),
            Questions(source.requested_files, links.answers, images.sizes, source.is_evaluated),
            source.dependencies,
            source.is_lasting,
        )


@dataclass(frozen=True, slots=True)
class BuiltPage:
    """A page; `rendered_page` is None where its file cannot be read."""

    body: BuiltContent
    rendered_page: RenderedPage | None


def build_page(page: P, build_content: BuildContent[P], renderer: PageRenderer[P]) -> BuiltPage:
    """Return a page: its content in the shell that the site has around it."""
    body = build_content(page)
    return BuiltPage(body, renderer.fill(page, body.content) if body.content else None)


class _SizeRecorder:
    """Gives the sizes of pictures and remembers which were asked for."""

    def __init__(self, image_size: ImageSize) -> None:
        self._image_size = image_size
        self.sizes: dict[str, tuple[int, int] | None] = {}

    def __call__(self, source: str) -> tuple[int, int] | None:
        """Return the size of a picture."""
        size = self.sizes[source] = self._image_size(source)
        return size
