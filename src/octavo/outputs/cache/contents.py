"""The contents of pages, from the cache or rendered now.

While a page is rendered it asks questions: for its snippets, where links lead, how large pictures
are. The cache keeps the questions with the answers. Its content is used if every question has the
same answer now; nothing else about the site matters to it.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from octavo.outputs.cache.files import SourceTexts
from octavo.outputs.cache.record import read_problems, write_problems
from octavo.outputs.pages.page import BuildContent, BuiltContent, P, Questions
from octavo.render.content.page import ContentsEntry, ImageSize
from octavo.render.content.updates import Update
from octavo.render.shell.slots import PageContent
from octavo.search.page_text import Section
from octavo.site.fragments import FragmentLink
from octavo.site.links import LinkResolver, Target

if TYPE_CHECKING:
    from octavo.outputs.cache.api import CachedApi
    from octavo.outputs.cache.store import Cache
    from octavo.outputs.javascript.lazy_engine import LazyEngine
    from octavo.problems import Problem


class Trace(NamedTuple):
    """The questions of a page, with answers that can be compared with those of now."""

    files: Mapping[str, str | None]
    """The digests of further files, None for missing ones."""
    links: Mapping[str, Sequence[Any]]
    images: Mapping[str, Sequence[int] | None]
    urls: str | None = None
    """The digest of all urls, if a link leads nowhere and the page suggests a similar url."""
    build_time: int | None = None

    @property
    def questions(self) -> Questions:
        """The questions, with the answers that they had."""
        links = {path: Target(*answer) for path, answer in self.links.items()}
        return Questions(tuple(self.files), links, self.images, self.build_time is not None)


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
        """Return what all links of pages begin with, for the keys of entries."""
        return f"{self.links.origin}\0{self.links.base_path}\0".encode()

    def build_trace(self, questions: Questions) -> Trace:
        """Return questions and answers in a form that can be kept."""
        is_lost = not all(target.is_found for target in questions.links.values())
        return Trace(
            {source: self.find_file(source) for source in questions.files},
            {path: write_link(target) for path, target in questions.links.items()},
            questions.images,
            self.urls if is_lost else None,
            self.engine.build_time if questions.date else None,
        )

    def hold(self, trace: Trace) -> bool:
        """Tell whether all questions have the same answers now."""
        return (
            all(self.find_file(source) == digest for source, digest in trace.files.items())
            and all(self.find_link(path) == list(answer) for path, answer in trace.links.items())
            and all(self.find_size(source) == size for source, size in trace.images.items())
            and trace.urls in (None, self.urls)
            and (trace.build_time is None or trace.build_time == self.engine.build_time)
        )

    def find_file(self, source: str) -> str | None:
        """Return the digest of a file; None if it is not there for others."""
        is_held_back = source in self.links.site.held_back.sources
        return None if is_held_back else self.texts.find_digest(source)

    def find_link(self, path: str) -> list[Any]:
        """Return where a path in the project leads."""
        return write_link(self.links.lead_to(path))

    def find_size(self, source: str) -> list[int] | None:
        """Return the size of a picture."""
        size = self.image_size(source)
        return None if size is None else list(size)

    @cached_property
    def urls(self) -> str:
        """The digest of all urls, and of what to say of pages that are not published."""
        site = self.links.site
        urls = (*site.pages, *map("".join, site.held_back.pages.items()))
        return hashlib.sha256("\n".join(urls).encode()).hexdigest()[:32]


def write_link(target: Target) -> list[Any]:
    """Return where a link leads as plain values."""
    return [target.href, target.is_found, target.external, target.twin]


class CachedContents(Generic[P]):
    """Used in place of `Contents`: renders only contents that are not in the cache."""

    def __init__(
        self,
        build: BuildContent[P],
        cache: Cache,
        answers: Answers,
        version: bytes,
        api: CachedApi | None = None,
    ) -> None:
        self._build = build
        self.cache = cache
        self._answers = answers
        self._version = version + answers.build_address_key()
        self.api = api

    def build(self, page: P) -> BuiltContent:
        """Return the content of a page."""
        entry = self._load(page)
        if entry is not None:
            return entry
        result = self._build(page)
        if result.content is not None and result.is_lasting:
            # The key is that of the text that was rendered, which may be newer than at the lookup.
            trace = self._answers.build_trace(result.questions)
            self.cache.add(
                self._build_key(page), write_content(result.content, result.problems, trace)
            )
        return result

    def count_new(self, pages: Sequence[P]) -> int:
        """Return how many of some pages have to be rendered, by a quick estimate."""
        has_api = self.api is not None and self.api.unit is not None
        texts = [page for page in pages if not page.is_api]
        api_pages = 0 if has_api else len(pages) - len(texts)
        return api_pages + len(texts) - self.cache.count(map(self._build_key, texts))

    def _load(self, page: P) -> BuiltContent | None:
        if page.is_api:
            return self.api.load(page) if self.api else None
        entry = read_content(self.cache.load(self._build_key(page)))
        return entry[0] if entry and self._answers.hold(entry[1]) else None

    def _build_key(self, page: P) -> bytes:
        if page.is_api and self.api:
            return self.api.build_key(page)
        digest = self._answers.texts.find_digest(page.source) or ""
        key = f"{page.source}\0{page.language}\0{digest}"
        return hashlib.sha256(self._version + key.encode()).digest()[:20]


def write_content(content: PageContent, problems: Iterable[Problem], trace: Trace) -> bytes:
    """Return content as bytes: its facts as JSON, then the HTML, its twin and the files."""
    html, twin = content.html.encode(), content.twin.encode("utf-8", "replace")
    head = [
        trace,
        content.contents,
        write_problems(problems),
        content.scripts,
        content.stylesheet,
        content.sheets,
        content.lead,
        content.has_aside,
        content.needs,
        content.fragments,
        content.sections,
        content.updates,
        [(output, len(data)) for output, data in content.files.items()],
        len(html),
        len(twin),
    ]
    start = json.dumps(head, separators=(",", ":")).encode()
    return b"".join([struct.pack(">I", len(start)), start, html, twin, *content.files.values()])


def read_content(data: bytes | None) -> tuple[BuiltContent, Trace] | None:
    """Return the content that bytes hold, and its questions; None if they cannot be read."""
    if data is None:
        return None
    try:
        (length,) = struct.unpack_from(">I", data)
        head = json.loads(data[4 : 4 + length])
        questions, contents, messages, scripts, stylesheet, sheets, lead, *others = head
        has_aside, needs, fragments, sections, updates, files, html_size, twin_size = others
        html_end = 4 + length + html_size
        twin_end = html_end + twin_size
        html = data[4 + length : html_end].decode()
        problems = tuple(read_problems(messages))
        content = PageContent(
            html,
            tuple(ContentsEntry(*entry) for entry in contents),
            problems,
            tuple(scripts),
            dict(_cut_files(data, twin_end, files)),
            stylesheet,
            tuple(sheets),
            lead,
            has_aside,
            needs,
            tuple(FragmentLink(*link) for link in fragments),
            tuple(Section(*section) for section in sections),
            data[html_end:twin_end].decode(),
            tuple(Update(*update) for update in updates),
        )
        trace = Trace(*questions)
        return BuiltContent(content, problems, trace.questions), trace
    except (ValueError, TypeError, KeyError, struct.error, RecursionError):
        return None


def _cut_files(
    data: bytes, at: int, files: Iterable[tuple[str, int]]
) -> Iterable[tuple[str, bytes]]:
    for output, length in files:
        yield output, data[at : at + length]
        at += length
