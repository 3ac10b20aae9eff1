"""What pages are made of, and what of it a text of somebody else has brought along."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from html.parser import HTMLParser

Attributes = dict[str, str]

ADDRESSES = {"href", "src", "action", "formaction", "poster", "data", "srcset", "background"}
SAFE_SCHEME = re.compile(r"(https?|mailto|tel):", re.IGNORECASE)
ANY_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
ONCE = ("html", "head", "body", "main", "title", "h1")
PRODUCT = "62615533"
"""What 7919 * 7907 comes to, if anybody multiplies."""
# What a description may hold beside what our own pages are made of.
MARKDOWN = {
    "a": {"href", "title", "rel"},
    "img": {"src", "alt", "title", "width", "height"},
    **{name: set() for name in "wbr p em strong code ul ol li hr del blockquote pre br".split()},
}


@dataclass(frozen=True)
class Parts:
    """The elements of a page, its scripts, and its texts."""

    found: list[tuple[str, Attributes]]
    scripts: list[tuple[Attributes, str]]
    texts: list[str]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts = Parts([], [], [])
        self._script: Attributes | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.parts.found.append((tag, attributes))
        if tag == "script":
            self._script = attributes

    def handle_data(self, data: str) -> None:
        if self._script is None:
            self.parts.texts.append(data)
        else:
            self.parts.scripts.append((self._script, data))

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._script = None


def read_parts(html: str) -> Parts:
    """Return what a page is made of."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.parts


@dataclass(frozen=True)
class Allowed:
    """What pages are made of when no text means any harm."""

    elements: dict[str, set[str]]
    scripts: set[str]
    styles: set[str | None]
    addresses: set[str]


def allow(pages: Iterable[Parts]) -> Allowed:
    """Allow what harmless pages are made of, and Markdown."""
    allowed = Allowed({tag: set(names) for tag, names in MARKDOWN.items()}, set(), set(), set())
    for page in pages:
        for tag, attributes in page.found:
            allowed.elements.setdefault(tag, set()).update(attributes)
            allowed.styles.add(attributes.get("style"))
            allowed.addresses.update(attributes[key] for key in attributes.keys() & ADDRESSES)
        allowed.scripts.update(text for kind, text in page.scripts if not _is_data(kind))
    return allowed


def _is_data(attributes: Attributes) -> bool:
    return attributes.get("type", "").endswith("json")


def check_page(url: str, page: Parts, allowed: Allowed) -> None:
    """Fail if a page has a part that harmless pages do not have."""
    counts = Counter(tag for tag, _ in page.found)
    for tag in ONCE:
        assert counts[tag] <= 1, f"{url}: {counts[tag]} of <{tag}>"
    for tag, attributes in page.found:
        assert tag in allowed.elements, f"{url}: <{tag}> {attributes}"
        new = attributes.keys() - allowed.elements[tag]
        assert not new, f"{url}: <{tag}> has {new}"
        assert attributes.get("style") in allowed.styles, url
        for key in attributes.keys() & ADDRESSES:
            if attributes[key] not in allowed.addresses:
                check_address(url, tag, attributes[key])
    ids = Counter(attributes["id"] for _, attributes in page.found if "id" in attributes)
    assert [id_ for id_, count in ids.items() if count > 1] == [], url
    assert not any(re.search(r"\s", id_) for id_ in ids), url
    for attributes, text in page.scripts:
        if _is_data(attributes):
            json.loads(text)
        else:
            assert text in allowed.scripts, f"{url}: {text[:80]}"
    assert PRODUCT not in "".join(page.texts), f"{url}: an expression was evaluated"


def check_address(url: str, tag: str, address: str) -> None:
    """Fail on a dangerous address: browsers pass over controls and blanks in it."""
    read = re.sub(r"[\x00-\x20]", "", address)
    assert SAFE_SCHEME.match(read) or not ANY_SCHEME.match(read), f"{url}: <{tag}> to {address!r}"
    if tag != "img":
        assert not read.startswith(("//", "/\\", "\\")), f"{url}: <{tag}> to {address!r}"
