"""Links to a place inside a page, and whether the page has it.

What ids a page has is known when it is rendered, and pages are rendered in any order, or not at all
when they are as they were. So pages note their links, which are checked when all are there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from html import unescape
from typing import NamedTuple
from urllib.parse import unquote

from octavo.content.headings import bare_letters
from octavo.problems import Code, Location, Problem, Severity
from octavo.settings.nearest import nearest_name
from octavo.site.urls import page_href, page_output
from octavo.values import dataclass

_ID = re.compile(rb'\s(?:id|name)="([^"]+)"')
_CONTENT = b'<div class="mdx-content'


class FragmentLink(NamedTuple):
    """A link to an id of a page; `href` is the address of the page, "" for the page itself."""

    href: str
    fragment: str
    source: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class LinkingPage:
    """A page with the links to places that it holds."""

    url: str
    links: Sequence[FragmentLink]
    is_api: bool


def check_fragments(
    pages: Iterable[LinkingPage], base_path: str, load: Callable[[str], bytes]
) -> list[Problem]:
    """Return the links to places that are not there.

    `load` returns the HTML of a page by its output path. Only pages that are linked to are asked
    for, and none that shows an API: what such a page loads on demand has ids, too.
    """
    by_href = {page_href(page.url, base_path): page for page in pages}
    known: dict[str, _Ids] = {}
    problems = []
    for page in by_href.values():
        for link in page.links:
            target = by_href.get(link.href) if link.href else page
            if target is None or target.is_api or _is_for_browsers(link.fragment):
                continue
            ids = known.get(target.url)
            if ids is None:
                ids = known[target.url] = _read_ids(load(page_output(target.url)))
            if link.fragment not in ids.all and unquote(link.fragment) not in ids.all:
                problems.append(_missing(link, ids))
    return problems


@dataclass(frozen=True, slots=True)
class _Ids:
    """The ids of a page, and those of them that its content has, in their order."""

    all: frozenset[str]
    content: tuple[str, ...]


def _read_ids(html: bytes) -> _Ids:
    frame, _, content = html.partition(_CONTENT)
    ids = dict.fromkeys(map(_text, _ID.findall(content)))
    return _Ids(frozenset((*map(_text, _ID.findall(frame)), *ids)), tuple(ids))


def _text(value: bytes) -> str:
    text = value.decode("utf-8", "replace")
    return unescape(text) if "&" in text else text


def _is_for_browsers(fragment: str) -> bool:
    return fragment.lower() in {"", "top"} or ":~:" in fragment


def _missing(link: FragmentLink, ids: _Ids) -> Problem:
    written = unquote(link.fragment)
    letters = bare_letters(written)
    same = (each for each in ids.content if bare_letters(each) == letters)
    near = next(same, None) or nearest_name(written, ids.content)
    where = "that page" if link.href else "this page"
    return Problem(
        Code.LINK_TO_NO_HEADING,
        f"the link to `#{link.fragment[:80]}` finds nothing: {where} has no such heading or id",
        Location(link.source, link.line, link.column),
        Severity.WARNING,
        f"Did you mean `#{near}`?" if near else "Point it at a heading of the page.",
    )
