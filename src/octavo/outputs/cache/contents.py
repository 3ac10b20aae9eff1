"""The contents of pages, built now or found built before.

While a page is rendered it asks questions: for its snippets, where links lead, how large pictures
are. The questions are kept with the answers. What was built before is taken when every question has
the same answer now; nothing else about the site matters to it.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from octavo.outputs.cache.files import SourceTexts
from octavo.outputs.cache.record import problems_as_data, read_problems
from octavo.outputs.pages import Asked, BuildContent, BuiltContent, P
from octavo.render.content.page import ContentsEntry, ImageSize
from octavo.render.shell.slots import PageContent
from octavo.site.fragments import FragmentLink
from octavo.site.links import LinkResolver, Target

if TYPE_CHECKING:
    from octavo.outputs.cache.api import KnownApi
    from octavo.outputs.cache.store import Cache
    from octavo.outputs.javascript.lazy_engine import LazyEngine
    from octavo.problems import Problem


class Trace(NamedTuple):
    """What a page asked, with answers that tell whether they are still the same."""

    files: Mapping[str, str | None]
    """The digests of further files, None for those that are not there."""
    links: Mapping[str, Sequence[Any]]
    images: Mapping[str, Sequence[int] | None]
    urls: str | None = None
    """The digest of all urls, where the page was told which of them it may have meant."""
    build_time: int | None = None

    @property
    def asked(self) -> Asked:
        """The questions, and the answers of then."""
        links = {path: Target(*answer) for path, answer in self.links.items()}
        return Asked(tuple(self.files), links, self.images, self.build_time is not None)


class Answers:
    """Who answers the questions of pages."""

    def __init__(
        self, texts: SourceTexts, links: LinkResolver, image_size: ImageSize, engine: LazyEngine
    ) -> None:
        self.texts = texts
        self.links = links
        self.image_size = image_size
        self.engine = engine

    def trace(self, asked: Asked) -> Trace:
        """Return what was asked in a form that can be kept."""
        is_lost = not all(target.found for target in asked.links.values())
        return Trace(
            {source: self.texts.digest(source) for source in asked.files},
            {path: link_as_data(target) for path, target in asked.links.items()},
            asked.images,
            self.urls if is_lost else None,
            self.engine.build_time if asked.date else None,
        )

    def hold(self, trace: Trace) -> bool:
        """Tell whether all questions have the same answers now."""
        return (
            all(self.texts.digest(source) == digest for source, digest in trace.files.items())
            and all(self.link(path) == list(answer) for path, answer in trace.links.items())
            and all(self.image(source) == size for source, size in trace.images.items())
            and trace.urls in (None, self.urls)
            and (trace.build_time is None or trace.build_time == self.engine.build_time)
        )

    def link(self, path: str) -> list[Any]:
        """Return where a path in the project leads."""
        return link_as_data(self.links.lead_to(path))

    def image(self, source: str) -> list[int] | None:
        """Return the size of a picture."""
        size = self.image_size(source)
        return None if size is None else list(size)

    @cached_property
    def urls(self) -> str:
        """The digest of all urls."""
        return hashlib.sha256("\n".join(self.links.site.pages).encode()).hexdigest()[:32]


def link_as_data(target: Target) -> list[Any]:
    """Return where a link leads as plain values."""
    return [target.href, target.found, target.external]


class CachedContents(Generic[P]):
    """Stands in the place of `Contents`: what is new is built by those, the rest was before."""

    def __init__(
        self,
        build: BuildContent[P],
        cache: Cache,
        answers: Answers,
        version: bytes,
        api: KnownApi | None = None,
    ) -> None:
        self._build = build
        self.cache = cache
        self._answers = answers
        self._version = version + answers.links.base_path.encode() + b"\0"
        self.api = api

    def build(self, page: P) -> BuiltContent:
        """Return what a page says."""
        known = self._load(page)
        if known is not None:
            return known
        built = self._build(page)
        if built.content is not None and built.is_lasting:
            # The key is of the text that was rendered, which may be newer than what was looked for.
            trace = self._answers.trace(built.asked)
            self.cache.add(self._key(page), write_content(built.content, built.problems, trace))
        return built

    def count_new(self, pages: Sequence[P]) -> int:
        """Return how many of some pages have to be rendered, as far as is known without looking."""
        has_api = self.api is not None and self.api.unit is not None
        texts = [page for page in pages if not page.is_api]
        api_pages = 0 if has_api else len(pages) - len(texts)
        return api_pages + len(texts) - self.cache.count(map(self._key, texts))

    def _load(self, page: P) -> BuiltContent | None:
        if page.is_api:
            return self.api.load(page) if self.api else None
        found = read_content(self.cache.load(self._key(page)))
        return found[0] if found and self._answers.hold(found[1]) else None

    def _key(self, page: P) -> bytes:
        if page.is_api and self.api:
            return self.api.key_of(page)
        digest = self._answers.texts.digest(page.source) or ""
        return hashlib.sha256(self._version + f"{page.source}\0{digest}".encode()).digest()[:20]


def write_content(content: PageContent, problems: Iterable[Problem], trace: Trace) -> bytes:
    """Return content as bytes: what is told about it as JSON, then the HTML and the files."""
    html = content.html.encode()
    head = [
        trace,
        content.contents,
        problems_as_data(problems),
        content.scripts,
        content.stylesheet,
        content.sheets,
        content.lead,
        content.has_aside,
        content.needs,
        content.fragments,
        [(output, len(data)) for output, data in content.files.items()],
        len(html),
    ]
    start = json.dumps(head, separators=(",", ":")).encode()
    return b"".join([struct.pack(">I", len(start)), start, html, *content.files.values()])


def read_content(data: bytes | None) -> tuple[BuiltContent, Trace] | None:
    """Return the content that bytes hold, and what it asked; None where there is none to use."""
    if data is None:
        return None
    try:
        (length,) = struct.unpack_from(">I", data)
        head = json.loads(data[4 : 4 + length])
        asked, contents, told, scripts, stylesheet, sheets, lead, *others = head
        has_aside, needs, fragments, files, size = others
        at = 4 + length
        html = data[at : at + size].decode()
        problems = tuple(read_problems(told))
        content = PageContent(
            html,
            tuple(ContentsEntry(*entry) for entry in contents),
            problems,
            tuple(scripts),
            dict(_cut_files(data, at + size, files)),
            stylesheet,
            tuple(sheets),
            lead,
            has_aside,
            needs,
            tuple(FragmentLink(*link) for link in fragments),
        )
        trace = Trace(*asked)
        return BuiltContent(content, problems, trace.asked), trace
    except (ValueError, TypeError, KeyError, struct.error, RecursionError):
        return None


def _cut_files(
    data: bytes, at: int, files: Iterable[tuple[str, int]]
) -> Iterable[tuple[str, bytes]]:
    for output, length in files:
        yield output, data[at : at + length]
        at += length
