"""Reads the heads of built pages as browsers and search engines do."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any


@dataclass
class Head:
    """What the head of a page says."""

    title: str = ""
    language: str = ""
    tags: dict[str, str] = field(default_factory=dict)
    links: list[dict[str, str]] = field(default_factory=list)
    data: list[Any] = field(default_factory=list)

    def find_links(self, kind: str) -> list[str]:
        return [link["href"] for link in self.links if link["rel"] == kind]

    @property
    def canonical(self) -> str | None:
        return next(iter(self.find_links("canonical")), None)

    @property
    def translations(self) -> dict[str, str]:
        return {link["hreflang"]: link["href"] for link in self.links if "hreflang" in link}

    def find_data(self, kind: str) -> Any:
        return next(each for each in self.data[0]["@graph"] if each["@type"] == kind)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.head = Head()
        self._text: str | None = None
        self._is_data = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.head.language = attributes["lang"]
        elif tag == "meta" and (name := attributes.get("name") or attributes.get("property")):
            assert name not in self.head.tags, f"{name} comes twice"
            self.head.tags[name] = attributes["content"]
        elif tag == "link":
            self.head.links.append(attributes)
        elif tag == "title" or attributes.get("type") == "application/ld+json":
            self._text, self._is_data = "", tag == "script"

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "title" and self._text is not None and not self.head.title:
            self.head.title = self._text
        elif tag == "script" and self._is_data:
            self.head.data.append(json.loads(self._text or ""))
        self._text, self._is_data = None, False


def read_head(html: str) -> Head:
    """Return what the head of a page says."""
    reader = _Reader()
    reader.feed(html.partition("<body")[0])
    return reader.head


def load_heads(folder: Path) -> dict[str, Head]:
    """Return the heads of the pages of a built site, by url; not of pages that only lead on."""
    heads = {}
    for file in sorted(folder.rglob("index.html")):
        url = "/" + file.parent.relative_to(folder).as_posix().removeprefix(".")
        html = file.read_text()
        if not url.startswith("/_octavo") and 'http-equiv="refresh"' not in html:
            heads[url] = read_head(html)
    return heads
