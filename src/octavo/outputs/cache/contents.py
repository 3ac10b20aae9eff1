"""The contents of pages, made now or found made before.

While a page is rendered it asks questions: for its snippets, where links lead, how large pictures
are. The questions are kept with the answers. What was made before is taken when every question has
the same answer now; nothing else about the site matters to it.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from octavo.outputs.cache.files import SourceTexts
from octavo.outputs.cache.record import problems_as_data, read_problems
from octavo.render.content.page import ContentsEntry, render_content
from octavo.render.shell.slots import PageContent, page_content
from octavo.site.fragments import FragmentLink
from octavo.site.links import LinkResolver
from octavo.values import dataclass, replace

if TYPE_CHECKING:
    from octavo.outputs.cache.store import Cache
    from octavo.outputs.documents import DocumentLoader, LoadedDocument
    from octavo.outputs.javascript.lazy_engine import LazyEngine
    from octavo.problems import Problem
    from octavo.project.files import SourceFile

ImageSize = Callable[[str], tuple[int, int] | None]


class Trace(NamedTuple):
    """The questions that a page asked while it was rendered, and the answers."""

    files: Mapping[str, str | None]
    """The digests of further files, None for those that are not there."""
    links: Mapping[str, Sequence[Any]]
    images: Mapping[str, Sequence[int] | None]
    urls: str | None = None
    """The digest of all urls, where the page was told which of them it may have meant."""
    build_time: int | None = None


@dataclass(frozen=True, slots=True)
class MadeContent:
    """What a page says; None where its file cannot be read, which is told among the problems."""

    content: PageContent | None
    trace: Trace
    problems: tuple[Problem, ...] = ()
    is_lasting: bool = True
    """Whether it will be the same as long as the answers are."""
    key: bytes | None = None
    """The name of what was made just now and is worth keeping."""


class Answers:
    """Who answers the questions of pages."""

    def __init__(
        self, texts: SourceTexts, links: LinkResolver, image_size: ImageSize, engine: LazyEngine
    ) -> None:
        self.texts = texts
        self.links = links
        self.image_size = image_size
        self.engine = engine

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
        target = self.links.lead_to(path)
        return [target.href, target.found, target.external]

    def image(self, source: str) -> list[int] | None:
        """Return the size of a picture."""
        size = self.image_size(source)
        return None if size is None else list(size)

    @cached_property
    def urls(self) -> str:
        """The digest of all urls."""
        return hashlib.sha256("\n".join(self.links.site.pages).encode()).hexdigest()[:32]


class ContentMaker:
    """Makes the contents of pages that show no API, or finds them in the cache."""

    def __init__(
        self, answers: Answers, documents: DocumentLoader, cache: Cache | None, version: bytes
    ) -> None:
        self.answers = answers
        self._documents = documents
        self._cache = cache
        self._version = version + answers.links.base_path.encode() + b"\0"

    def make(self, file: SourceFile) -> MadeContent:
        """Return the content of a page."""
        if self._cache is None:
            return self.render(file)
        key = self._key(file.source)
        known = self._load(key)
        return known or self.render(file, key)

    def count_new(self, files: Sequence[SourceFile]) -> int:
        """Return how many of some pages were never made before."""
        if self._cache is None:
            return len(files)
        return len(files) - self._cache.count(self._key(file.source) for file in files)

    def _load(self, key: bytes) -> MadeContent | None:
        found = read_content(self._cache.load(key)) if self._cache else None
        return found if found and self.answers.hold(found.trace) else None

    def render(self, file: SourceFile, key: bytes | None = None) -> MadeContent:
        """Render the content of a page, whatever the cache has."""
        loaded = self._documents.load(file.source)
        if loaded.document is None:
            return MadeContent(None, Trace({}, {}, {}), loaded.problems, is_lasting=False)
        links, images = self.answers.links.apart(), AskedSizes(self.answers.image_size)
        rendered = render_content(file.source, loaded.document, links, images)
        content = page_content(loaded.document, rendered)
        # The key is of the text that was rendered, which may be newer than what was looked for.
        key = key and self._key(file.source)
        return self.made(loaded, content, links, images, key)

    def made(
        self,
        loaded: LoadedDocument,
        content: PageContent,
        links: LinkResolver,
        images: AskedSizes,
        key: bytes | None,
    ) -> MadeContent:
        """Join content and the questions that were asked for it."""
        answers = self.answers
        paths = links.answers
        is_lost = not all(target.found for target in paths.values())
        trace = Trace(
            {source: answers.texts.digest(source) for source in loaded.asked},
            {path: [to.href, to.found, to.external] for path, to in paths.items()},
            {source: None if size is None else list(size) for source, size in images.asked.items()},
            answers.urls if is_lost else None,
            answers.engine.build_time if loaded.is_evaluated else None,
        )
        problems = (*loaded.problems, *content.problems)
        content = replace(content, problems=problems)
        is_lasting = loaded.is_lasting
        return MadeContent(content, trace, problems, is_lasting, key if is_lasting else None)

    def _key(self, source: str) -> bytes:
        digest = self.answers.texts.digest(source) or ""
        return hashlib.sha256(self._version + f"{source}\0{digest}".encode()).digest()[:20]


class AskedSizes:
    """Gives the sizes of pictures and remembers which were asked for."""

    def __init__(self, image_size: ImageSize) -> None:
        self._image_size = image_size
        self.asked: dict[str, tuple[int, int] | None] = {}

    def __call__(self, source: str) -> tuple[int, int] | None:
        """Return the size of a picture."""
        size = self.asked[source] = self._image_size(source)
        return size


def write_content(made: MadeContent) -> bytes:
    """Return content as bytes: what is told about it as JSON, then the HTML and the files."""
    content = made.content
    assert content is not None  # noqa: S101 (what could not be read has no key)
    html = content.html.encode()
    head = [
        made.trace,
        content.contents,
        problems_as_data(made.problems),
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


def read_content(data: bytes | None) -> MadeContent | None:
    """Return the content that bytes hold; None where there is none that can be used."""
    if data is None:
        return None
    try:
        (length,) = struct.unpack_from(">I", data)
        head = json.loads(data[4 : 4 + length])
        trace, contents, told, scripts, stylesheet, sheets, lead, *others = head
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
        return MadeContent(content, Trace(*trace), problems)
    except (ValueError, TypeError, KeyError, struct.error, RecursionError):
        return None


def _cut_files(
    data: bytes, at: int, files: Iterable[tuple[str, int]]
) -> Iterable[tuple[str, bytes]]:
    for output, length in files:
        yield output, data[at : at + length]
        at += length
