"""Builds pages, one after the other: content, frame, file. Worker processes do the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from octavo.content.nodes import Document
from octavo.outputs.cache.contents import (
    AskedSizes,
    ContentMaker,
    MadeContent,
    Trace,
    write_content,
)
from octavo.outputs.documents import DocumentLoader, LoadedDocument
from octavo.outputs.publish.publication import Publication
from octavo.outputs.publish.site_folder import Signature
from octavo.project.discover import Project
from octavo.render.site import SiteRenderer
from octavo.site.fragments import FragmentLink
from octavo.site.model import Page
from octavo.site.search import render_record
from octavo.values import dataclass

if TYPE_CHECKING:
    from octavo.outputs.cache.api import KnownApi
    from octavo.outputs.cache.store import Cache
    from octavo.problems import Problem


@dataclass(frozen=True, slots=True)
class BuiltPage:
    """What became of a page; `signature` is None where its file could not be read."""

    output: str
    signature: Signature | None
    problems: tuple[Problem, ...]
    trace: Trace
    is_lasting: bool
    files: Mapping[str, bytes]
    """What was made with it and is not written yet."""
    slots: tuple[int, ...] = ()
    entry: str | None = None
    """Its entry in the search index."""
    kept: tuple[bytes, bytes] | None = None
    """What the cache should remember."""
    fragments: tuple[FragmentLink, ...] = ()


@dataclass(frozen=True, slots=True)
class PageBuilder:
    """Builds the pages of one site."""

    project: Project
    renderer: SiteRenderer
    contents: ContentMaker
    documents: DocumentLoader
    publication: Publication
    api: KnownApi | None
    """What is known of the API pages; they are rendered where nothing is."""
    cache: Cache | None
    close_engine: Callable[[], None]

    def count_new(self, pages: Sequence[Page]) -> int:
        """Return how many pages have to be rendered, as far as can be told without looking."""
        has_api = self.api is not None and self.api.unit is not None
        files = [self.project.files[page.source] for page in pages if not page.is_api]
        api_pages = 0 if has_api else sum(page.is_api for page in pages)
        return self.contents.count_new(files) + api_pages

    def prepare_to_fork(self) -> None:
        """Let go of what must not be shared by processes."""
        if self.cache is not None:
            self.cache.close()

    def close(self) -> None:
        """End what was started for a worker."""
        self.prepare_to_fork()
        self.close_engine()

    def build(self, page: Page) -> BuiltPage:
        """Build one page and write its file."""
        made = self._make(page)
        if made.content is None:
            return BuiltPage("", None, made.problems, made.trace, False, {})
        rendered = self.renderer.fill_page(page, made.content)
        signature = self.publication.put(rendered.file.output, rendered.file.content)
        kept = (made.key, write_content(made)) if made.key and self.cache else None
        return BuiltPage(
            rendered.file.output,
            signature,
            made.problems,
            made.trace,
            made.is_lasting,
            made.content.files,
            rendered.slots,
            render_record(rendered.record) if rendered.record else None,
            kept,
            made.content.fragments,
        )

    def _make(self, page: Page) -> MadeContent:
        if not page.is_api:
            return self.contents.make(self.project.files[page.source])
        known = self.api.load(page) if self.api else None
        return known or self._make_api(page)

    def _make_api(self, page: Page) -> MadeContent:
        loaded = self.documents.load_page(page)
        if loaded.document is None:
            return MadeContent(None, Trace({}, {}, {}), loaded.problems, is_lasting=False)
        return self._render_api(page, loaded, loaded.document)

    def _render_api(self, page: Page, loaded: LoadedDocument, document: Document) -> MadeContent:
        answers = self.contents.answers
        links, images = answers.links.apart(), AskedSizes(answers.image_size)
        content = self.renderer.render_content(page, document, links, images)
        key = self.api.key_of(page) if self.api else None
        return self.contents.made(loaded, content, links, images, key)
