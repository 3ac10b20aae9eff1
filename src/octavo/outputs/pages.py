"""The one way to build a page: for a whole build, for a rebuild, and for the preview.

1. `documents` loads the text of the page.
2. `Contents` renders what the page says, and notes what it asked for meanwhile.
3. `build_page` puts that into the shell that the site has around the page.

Whoever remembers contents stands in the place of `Contents`, and nothing else changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

from octavo.content.nodes import Document
from octavo.outputs.documents import DocumentLoader, PageSource
from octavo.problems import Problem
from octavo.render.content.page import ImageSize
from octavo.render.rendered import RenderedPage
from octavo.render.shell.slots import PageContent
from octavo.site.links import LinkResolver, Target
from octavo.values import dataclass, field

P = TypeVar("P", bound=PageSource)
P_contra = TypeVar("P_contra", contravariant=True)


class PageRenderer(Protocol[P_contra]):
    """What renders the pages of a site: a `SiteRenderer`, or what stands in for one."""

    @property
    def links(self) -> LinkResolver:
        """Where links lead."""

    def render_content(
        self, page: P_contra, document: Document, links: LinkResolver, image_size: ImageSize
    ) -> PageContent:
        """Render what a page itself says."""

    def fill(self, page: P_contra, content: PageContent) -> RenderedPage:
        """Put what a page says into its shell."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The questions that a page asked while it was rendered, and the answers."""

    files: Sequence[str] = ()
    """The sources of further files, those too that are not there."""
    links: Mapping[str, Target] = field(default_factory=dict)
    images: Mapping[str, Sequence[int] | None] = field(default_factory=dict)
    """The pictures whose sizes were asked for, and the sizes."""
    date: bool = False
    """Whether an engine evaluated parts of it, and so may have told it the date."""


@dataclass(frozen=True, slots=True)
class BuiltContent:
    """What a page says; None where its file cannot be read, which is told among the problems."""

    content: PageContent | None
    problems: tuple[Problem, ...] = ()
    asked: Asked = field(default_factory=Asked)
    dependencies: tuple[str, ...] = ()
    """The sources of all other files that went into it."""
    is_lasting: bool = True
    """Whether it will be the same as long as the answers are."""


BuildContent = Callable[[P], BuiltContent]
"""Gives what a page says, as `Contents.build` does."""


@dataclass(frozen=True, slots=True)
class Contents(Generic[P]):
    """Renders what the pages of a site say."""

    documents: DocumentLoader
    renderer: PageRenderer[P]
    image_size: ImageSize

    def build(self, page: P) -> BuiltContent:
        """Return what a page says."""
        loaded = self.documents.load_page(page)
        if loaded.document is None:
            return BuiltContent(None, loaded.problems, is_lasting=False)
        links, images = self.renderer.links.apart(), _AskedSizes(self.image_size)
        content = self.renderer.render_content(page, loaded.document, links, images)
        return BuiltContent(
            content,
            (*loaded.problems, *content.problems),
            Asked(loaded.asked, links.answers, images.asked, loaded.is_evaluated),
            loaded.dependencies,
            loaded.is_lasting,
        )


@dataclass(frozen=True, slots=True)
class BuiltPage:
    """A page; `rendered` is None where its file cannot be read."""

    said: BuiltContent
    rendered: RenderedPage | None


def build_page(page: P, build_content: BuildContent[P], renderer: PageRenderer[P]) -> BuiltPage:
    """Return a page: what it says, in the shell that the site has around it."""
    said = build_content(page)
    return BuiltPage(said, renderer.fill(page, said.content) if said.content else None)


class _AskedSizes:
    """Gives the sizes of pictures and remembers which were asked for."""

    def __init__(self, image_size: ImageSize) -> None:
        self._image_size = image_size
        self.asked: dict[str, tuple[int, int] | None] = {}

    def __call__(self, source: str) -> tuple[int, int] | None:
        """Return the size of a picture."""
        size = self.asked[source] = self._image_size(source)
        return size
