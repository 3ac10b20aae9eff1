"""Checks links to places inside pages.

The ids of a page are known after rendering. Pages are rendered in any order, and unchanged ones
aren't rendered at all. So pages record their links, which are checked at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from html import unescape
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from octavo.content.headings import RESERVED_IDS, strip_to_letters
from octavo.problems import Code, Location, Problem, Severity
from octavo.settings.nearest import find_nearest
from octavo.settings.urls import is_external
from octavo.site.urls import build_page_href, normalize_url, split_fragment
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.settings.json.places import Pointer
    from octavo.site.model import Site

_CONTENT = b'<div class="mdx-content'
_IDS = (b' id="', b'<a name="')


class FragmentLink(NamedTuple):
    """A link to an id of a page; `href` is the address of the page, "" for the same page."""

    href: str
    fragment: str
    source: str
    line: int
    column: int
    lost: str | None = None
    """How to fix a broken link; None for an unchecked or valid one."""

    def build_problem(self) -> Problem:
        """Return the problem of a broken link."""
        where = "that page" if self.href else "this page"
        return Problem(
            Code.LINK_TO_NO_HEADING,
            f"the link to `#{self.fragment[:80]}` finds nothing: {where} has no such heading or id",
            Location(self.source, self.line, self.column),
            Severity.WARNING,
            self.lost or "",
        )


class LinkingPage(Struct, frozen=True):
    """A page with its links to places."""

    url: str
    links: Sequence[FragmentLink]
    is_api: bool


def check_fragments(
    pages: Iterable[LinkingPage],
    base_path: str,
    load_ids: Callable[[str], Ids],
    changed: Set[str] | None = None,
) -> list[Sequence[FragmentLink]]:
    """Return the links of each page, checked.

    `load_ids` returns the ids of a page by its URL, and is called only for linked pages. API pages
    are skipped, because their parts that load on demand have ids, too. If only some pages have
    changed, only the links on them and to them are checked again.
    """
    by_href = {build_page_href(page.url, base_path): page for page in pages}
    ids_by_url: dict[str, Ids] = {}

    def check(link: FragmentLink, page: LinkingPage) -> FragmentLink:
        target = by_href.get(link.href) if link.href else page
        if changed is not None and changed.isdisjoint({page.url, target.url if target else ""}):
            return link
        if target is None or target.is_api or _is_for_browsers(link.fragment):
            return link._replace(lost=None)
        ids = ids_by_url.get(target.url)
        if ids is None:
            ids = ids_by_url[target.url] = load_ids(target.url)
        return link._replace(lost=_look_for(link.fragment, ids))

    return [
        [check(link, page) for link in page.links] if page.links else ()
        for page in by_href.values()
    ]


def check_redirects(
    site: Site, load_ids: Callable[[str], Ids | None], place_of: Callable[[Pointer], Location]
) -> Iterator[Problem]:
    """Report the redirects to missing places in pages.

    `load_ids` returns the ids of a page by its URL; None if they are unknown.
    """
    for number, redirect in enumerate(site.settings.redirects):
        path, rest = split_fragment(redirect.destination)
        fragment, url = rest.partition("#")[2], unquote(normalize_url(path))
        page = None if is_external(redirect.destination) else site.pages.get(url)
        if page is None or page.is_api or ":" in fragment or _is_for_browsers(fragment):
            continue
        ids = load_ids(url)
        hint = None if ids is None else _look_for(fragment, ids)
        if hint is not None:
            yield Problem(
                Code.REDIRECT_TO_NOTHING,
                f"`{redirect.source}` is redirected to `{redirect.destination}`: that page has no "
                f"heading or id `{fragment[:80]}`",
                place_of(("redirects", number, "destination")),
                Severity.WARNING,
                hint,
            )


Ids = dict[str, bool]
"""The ids in a page's content, in order, and whether to suggest each."""


def read_ids(html: bytes) -> Ids:
    """Return the ids in the HTML of a page, or of its content alone."""
    content = html[max(html.find(_CONTENT), 0) :]
    ids: Ids = {}
    for mark in _IDS:
        # The content of an empty element is another form of the id before it.
        for before, part in pairwise(content.split(mark)):
            ids.setdefault(_decode(part[: part.find(b'"')]), not before.endswith(b"<span"))
    return ids


def _decode(value: bytes) -> str:
    text = value.decode("utf-8", "replace")
    return unescape(text) if "&" in text else text


def _is_for_browsers(fragment: str) -> bool:
    return fragment.lower() in {"", "top"} or ":~:" in fragment


def _look_for(fragment: str, ids: Ids) -> str | None:
    """Return None if a page has the id, else how to fix the link."""
    name = unquote(fragment)
    if fragment in ids or name in ids or name in RESERVED_IDS:
        return None
    letters = strip_to_letters(name)
    names = [each for each, is_named in ids.items() if is_named]
    same = (each for each in names if strip_to_letters(each) == letters)
    near = next(same, None) or find_nearest(name, names)
    return f"Did you mean `#{near}`?" if near else "Point it at a heading of the page."


def explain_lost_links(links: Iterable[Iterable[FragmentLink]]) -> list[Problem]:
    """Return the problems of broken links."""
    return [link.build_problem() for page in links for link in page if link.lost is not None]
