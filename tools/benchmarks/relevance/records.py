"""Sections of built pages as records, for engines without knowledge of a site.

They come from the HTML, so that others search the same texts as readers see.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

HEADINGS = frozenset({"h1", "h2", "h3"})
NO_TEXT = frozenset({"script", "style", "svg", "template"})
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
INLINE = frozenset("a abbr b code em i kbd mark q s small span strong sub sup".split())
CONTENTS = "contents-bar"


@dataclass(slots=True)
class Section:
    """A heading, with the text below it."""

    url: str
    title: str
    heading: str
    text: str


@dataclass(slots=True)
class _Part:
    heading: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)


class _ArticleReader(HTMLParser):
    """Reads the sections of the first article of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.parts = [_Part()]
        self._open: list[str] = []
        self._hidden_at: int | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "article" and not self._open:
            return
        if tag in VOID:
            self._add(" ")
            return
        if self._hidden_at is None:
            classes = (dict(attrs).get("class") or "").split()
            if tag in NO_TEXT or CONTENTS in classes:
                self._hidden_at = len(self._open)
            elif tag in HEADINGS:
                self.parts.append(_Part())
        self._open.append(tag)
        if tag not in INLINE:
            self._add(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag not in self._open:
            return
        while self._open.pop() != tag:
            pass
        if self._hidden_at is not None and len(self._open) <= self._hidden_at:
            self._hidden_at = None
        if tag not in INLINE:
            self._add(" ")

    def handle_data(self, data: str) -> None:
        if self._open:
            self._add(data)

    def _add(self, text: str) -> None:
        if self._hidden_at is None:
            part = self.parts[-1]
            (part.heading if HEADINGS & set(self._open) else part.text).append(text)


def read_sections(url: str, html: str) -> list[Section]:
    """Return the sections of a page; the first one has the title as its heading."""
    reader = _ArticleReader()
    reader.feed(html)
    reader.close()
    headings = [_join(part.heading) for part in reader.parts]
    title = next(filter(None, headings), "")
    sections = [
        Section(url, title, heading, _join(part.text))
        for heading, part in zip(headings, reader.parts, strict=True)
    ]
    return [section for section in sections if section.heading]


def _join(texts: list[str]) -> str:
    return " ".join("".join(texts).split())


def load_sections(site: Path) -> Iterator[Section]:
    """Return the sections of all pages of a built site."""
    for file in sorted(site.rglob("index.html")):
        folder = file.parent.relative_to(site)
        if "_octavo" not in folder.parts:
            url = "/" + ("" if folder == Path() else folder.as_posix())
            yield from read_sections(url, file.read_text("utf-8"))
