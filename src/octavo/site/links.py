"""Resolves what pages point at: other pages, files of the project, addresses elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol
from urllib.parse import unquote

from octavo.problems import Code, Location, Problem, Severity
from octavo.project.public.secrets import is_never_public
from octavo.settings.urls import clean_url, is_external
from octavo.site.redirects import Redirect, Redirects, build_redirects
from octavo.site.suggestions import PageSuggestions
from octavo.site.urls import (
    build_file_href,
    build_page_href,
    build_twin_output,
    is_inside,
    normalize_url,
    resolve_path,
    split_fragment,
    strip_page_suffix,
)
from octavo.site.visibility.standing import HeldBack
from octavo.values import Struct

_NAMES_DOCUMENTS = frozenset({"api", "openapi", "navigation"})
"""Settings that say what pages are made of, and lead nobody anywhere."""


_OF_EVERY_SITE = frozenset({"llms.txt", "llms-full.txt"})
_OF_KNOWN_ADDRESS = frozenset({"robots.txt", "sitemap.xml"})
"""Files that Octavo writes beside pages; the second ones if the address of the site is known."""


class Addresses(Protocol):
    """What a site must tell so that addresses can be resolved; see `Site`."""

    @property
    def pages(self) -> Collection[str]:
        """The urls of all pages."""

    @property
    def folders(self) -> Collection[str]:
        """Urls without a page that lead to one."""

    @property
    def files(self) -> Collection[str]:
        """The sources that are served as they are."""

    @property
    def twins(self) -> Collection[str]:
        """The urls of the pages that have a Markdown twin."""

    @property
    def redirects(self) -> Sequence[Redirect]:
        """What leads elsewhere."""

    @property
    def lost_folders(self) -> Sequence[str]:
        """Folders whose pages could not be made."""

    @property
    def held_back(self) -> HeldBack:
        """What is not shown."""


class Target(Struct, frozen=True):
    """Where an address leads; one that `is_found` exists on the site, or leaves it."""

    href: str
    is_found: bool = True
    external: bool = False
    twin: str = ""
    """Where the Markdown twin of the page is, if it has one."""


class LinkResolver:
    """Resolves addresses for one site, published below one base path.

    `origin` is what stands before paths in whole addresses, such as `https://docs.example.com`; it
    is empty where nobody said it. The resolver remembers its answers: pages of a site link to the
    same places again and again.
    """

    def __init__(
        self,
        site: Addresses,
        base_path: str = "",
        origin: str = "",
        *,
        knows_more: LinkResolver | None = None,
    ) -> None:
        self.site = site
        self.base_path = base_path
        self.origin = origin
        self._targets: dict[str, Target] = {}
        self._resolved: dict[tuple[str, str], Target | None] = {}
        self._knows_more = knows_more
        self._answer = knows_more.lead_to if knows_more else self._resolve_path

    def split_off(self) -> LinkResolver:
        """Return a resolver with the same answers that knows only what it is asked itself."""
        return LinkResolver(self.site, self.base_path, self.origin, knows_more=self)

    @property
    def answers(self) -> Mapping[str, Target]:
        """What was asked so far: paths in the project, and where each leads."""
        return self._targets

    def lead_to(self, path: str) -> Target:
        """Return where a path in the project leads."""
        target = self._targets.get(path)
        if target is None:
            target = self._targets[path] = self._answer(path)
        return target

    @cached_property
    def _redirects(self) -> Redirects:
        return build_redirects(self.site.redirects)

    @cached_property
    def _suggestions(self) -> PageSuggestions:
        if self._knows_more is not None:
            return self._knows_more._suggestions
        return PageSuggestions(self.site.pages)

    def resolve(self, address: str, from_source: str) -> Target | None:
        """Return where an address written in a source leads; None when it must not be followed."""
        place = (address, from_source)
        if place not in self._resolved:  # a page and its twin ask for the same
            self._resolved[place] = self._resolve(address, from_source)
        return self._resolved[place]

    def _resolve(self, address: str, from_source: str) -> Target | None:
        if not address or address[0] == "#":
            return Target(address)
        if is_external(address):
            safe = clean_url(address)
            return None if safe is None else Target(safe, external=True)
        path, rest = split_fragment(address)
        if not path:
            return Target(address)
        target = self.lead_to(resolve_path(path, from_source))
        if not rest:
            return target
        twin = target.twin and target.twin + rest
        return Target(target.href + rest, target.is_found, twin=twin)

    def link_page(self, url: str) -> str:
        """Return the link to a page."""
        return build_page_href(url, self.base_path)

    def build_page_address(self, url: str) -> str:
        """Return the whole address of a page, if the site's address is known."""
        return self.build_absolute(self.link_page(url))

    def link_twin(self, url: str) -> str:
        """Return the link to the Markdown twin of a page."""
        return build_file_href(build_twin_output(url), self.base_path)

    def link_file(self, source: str) -> str:
        """Return the link to a file."""
        return build_file_href(source, self.base_path)

    def build_absolute(self, href: str) -> str:
        """Return the whole address of a link inside the site, if the site's address is known.

        Links to other sites are whole already.
        """
        return self.origin + href if href.startswith("/") else href

    def _resolve_path(self, path: str) -> Target:
        url = normalize_url(strip_page_suffix(path))
        if url in self.site.pages or url in self.site.folders:
            return self._lead_to_page(url)
        files = _OF_EVERY_SITE | _OF_KNOWN_ADDRESS if self.origin else _OF_EVERY_SITE
        if path in self.site.files or path in files:
            return Target(build_file_href(path, self.base_path))
        if any(is_inside(url, folder) for folder in self.site.lost_folders):
            # What is missing is the document, which is told once; the link may be right.
            return Target(build_page_href(url, self.base_path))
        redirect = self._redirects.find(url)
        if redirect is None:
            return Target(build_file_href(path, self.base_path), is_found=False)
        if is_external(redirect.destination):
            return Target(redirect.destination, external=True)
        destination, rest = split_fragment(redirect.destination)
        return self._lead_to_page(unquote(destination), rest)

    def _lead_to_page(self, url: str, rest: str = "") -> Target:
        twin = self.link_twin(url) + rest if url in self.site.twins else ""
        return Target(build_page_href(url, self.base_path) + rest, twin=twin)

    def explain_missing_page(self, address: str, location: Location) -> Problem:
        """Return the problem of a link to a page that is not there."""
        path = resolve_path(split_fragment(address)[0], location.source)
        if is_never_public(path):
            return explain_private_file(address, location)
        url = normalize_url(strip_page_suffix(path))
        standing = self.site.held_back.pages.get(url)
        if standing is not None:
            message = f"the link to `{address}` leads nowhere: that page is not published"
            return Problem(Code.LINK_TO_NOTHING, message, location, Severity.WARNING, standing.hint)
        near = self._suggestions.find_nearest(url)
        return Problem(
            Code.LINK_TO_NOTHING,
            f"the link to `{address}` leads nowhere: there is no such page or file",
            location,
            Severity.WARNING,
            f"Did you mean `{near}`?" if near else "Point it at a page or file of the project.",
        )


def explain_missing_file(
    address: str, location: Location, code: Code = Code.IMAGE_MISSING
) -> Problem:
    """Return the problem of a file that a page shows or loads, and that is not there."""
    if is_never_public(split_fragment(address)[0]):
        return explain_private_file(address, location)
    return Problem(
        code,
        f"the file `{address}` is missing",
        location,
        Severity.WARNING,
        "A path that begins with `/` starts at the project folder; others at the page's folder.",
    )


def explain_private_file(address: str, location: Location, what: str = "a secret") -> Problem:
    """Return the problem of a page that leads to what is never published."""
    return Problem(
        Code.FILE_PRIVATE,
        f"`{address}` is not published: it looks like {what}",
        location,
        hint="Take the link out, and keep the file outside of the project.",
    )


def explain_unsafe_link(address: str, location: Location) -> Problem:
    """Return the problem of an address that a page must not lead to."""
    return Problem(
        Code.LINK_UNSAFE,
        f"the address `{address[:80]}` is left out: it could run code",
        location,
        Severity.WARNING,
        "Addresses begin with https:, http:, mailto:, tel:, / or #.",
    )


def list_paths(settings: Any, from_source: str) -> Iterator[str]:
    """Yield the paths that addresses in settings mean, written in a source."""
    for text in _list_texts(settings):
        path = split_fragment(text)[0]
        if path and not is_external(path):
            yield resolve_path(path, from_source)


def _list_texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (tuple, list)):
        for each in value:
            yield from _list_texts(each)
    elif isinstance(value, dict):
        yield from _list_texts(list(value.values()))
    elif hasattr(value, "__dict__"):
        fields = vars(value).items()
        yield from _list_texts([each for name, each in fields if name not in _NAMES_DOCUMENTS])
