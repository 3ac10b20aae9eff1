"""Returns the contents of pages, from the cache or newly rendered.

A page asks questions during rendering: for its snippets, the targets of links, the sizes of
pictures. The cache stores the questions with their answers. A cached content is valid if every
question still has the same answer; no other part of the site matters.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from octavo.builder.cache.files import SourceTexts
from octavo.builder.cache.records import read_record, write_record
from octavo.builder.pages.page_build import BuildContent, BuiltContent, Questions
from octavo.problems import Problem
from octavo.render.content.page import ImageSize
from octavo.render.shell.slots import PageContent
from octavo.site.links import LinkResolver, Target
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.builder.cache.api import CachedApi
    from octavo.builder.cache.store import Cache
    from octavo.builder.javascript.lazy_engine import LazyEngine
    from octavo.site.model import Page


class Trace(Struct, frozen=True):
    """The questions of a page, with comparable answers."""

    files: Mapping[str, str | None]
    """The digests of other files, None for missing ones."""
    links: Mapping[str, Target]
    images: Mapping[str, Sequence[int] | None]
    urls: str | None = None
    """The digest of all URLs, if a link is broken and the page suggests a similar URL."""
    build_time: int | None = None

    @property
    def questions(self) -> Questions:
        """The questions, with their earlier answers."""
        is_evaluated = self.build_time is not None
        return Questions(tuple(self.files), self.links, self.images, is_evaluated)


class ContentRecord(Struct, frozen=True):
    """The content of a page with its problems, and the questions that it asked."""

    content: PageContent
    problems: tuple[Problem, ...]
    trace: Trace

    def build_content(self) -> BuiltContent:
        """Return the stored content."""
        return BuiltContent(self.content, self.problems, self.trace.questions)


class Answers:
    """Answers the questions of pages."""

    def __init__(
        self, texts: SourceTexts, links: LinkResolver, image_size: ImageSize, engine: LazyEngine
    ) -> None:
        self.texts = texts
        self.links = links
        self.image_size = image_size
        self.engine = engine

    def build_address_key(self) -> bytes:
        """Return the part of cache keys that depends on the address prefix of links."""
        return f"{self.links.origin}\0{self.links.base_path}\0".encode()

    def build_trace(self, questions: Questions) -> Trace:
        """Return questions and answers in a form for the cache."""
        is_lost = not all(target.is_found for target in questions.links.values())
        return Trace(
            {source: self.find_file(source) for source in questions.files},
            questions.links,
            questions.images,
            self.urls if is_lost else None,
            self.engine.build_time if questions.date else None,
        )

    def hold(self, trace: Trace) -> bool:
        """Tell whether all questions still have the same answers."""
        return (
            all(self.find_file(source) == digest for source, digest in trace.files.items())
            and all(self.links.lead_to(path) == target for path, target in trace.links.items())
            and all(self.find_size(source) == size for source, size in trace.images.items())
            and trace.urls in (None, self.urls)
            and (trace.build_time is None or trace.build_time == self.engine.build_time)
        )

    def find_file(self, source: str) -> str | None:
        """Return the digest of a file; None if other pages can't use it."""
        is_held_back = source in self.links.site.held_back.sources
        return None if is_held_back else self.texts.find_digest(source)

    def find_size(self, source: str) -> list[int] | None:
        """Return the size of a picture."""
        size = self.image_size(source)
        return None if size is None else list(size)

    @cached_property
    def urls(self) -> str:
        """The digest of all URLs, and of the messages about unpublished pages."""
        site = self.links.site
        urls = (*site.pages, *map("".join, site.held_back.pages.items()))
        return hashlib.sha256("\n".join(urls).encode()).hexdigest()[:32]


class CachedContents:
    """A replacement for `Contents` that renders only contents missing from the cache."""

    def __init__(
        self,
        build: BuildContent,
        cache: Cache,
        answers: Answers,
        version: bytes,
        api: CachedApi | None = None,
    ) -> None:
        self._build = build
        self.cache = cache
        self.answers = answers
        self._version = version + answers.build_address_key()
        self.api = api

    def build(self, page: Page) -> BuiltContent:
        """Return the content of a page."""
        entry = self._load(page)
        if entry is not None:
            return entry
        result = self._build(page)
        if result.content is not None and result.is_lasting:
            # The key belongs to the rendered text, which may be newer than at the lookup.
            trace = self.answers.build_trace(result.questions)
            record = ContentRecord(result.content, result.problems, trace)
            self.cache.add(self.build_key(page), write_record(record))
        return result

    def count_new(self, pages: Sequence[Page]) -> int:
        """Return about how many of some pages must be rendered."""
        same = [page for page in pages if self.has(page)]
        return len(pages) - self.cache.count(map(self.build_key, same))

    def has(self, page: Page) -> bool:
        """Tell whether the shared inputs of a page are unchanged."""
        return not page.is_api or (self.api is not None and self.api.has(page))

    def _load(self, page: Page) -> BuiltContent | None:
        if page.is_api:
            return self.api.load(page) if self.api else None
        record = read_record(ContentRecord, self.cache.load(self.build_key(page)))
        return record.build_content() if record and self.answers.hold(record.trace) else None

    def build_key(self, page: Page) -> bytes:
        """Return the key of a page's content in the cache."""
        if page.is_api and self.api:
            return self.api.build_key(page)
        digest = self.answers.texts.find_digest(page.source) or ""
        key = f"{page.source}\0{page.language}\0{digest}"
        return hashlib.sha256(self._version + key.encode()).digest()[:20]
