"""Resolves the links of pages: to other pages, files of the project, and other sites."""

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
"""Settings that name sources of pages, and that aren't links for readers."""


_OF_EVERY_SITE = frozenset({"llms.txt", "llms-full.txt"})
_OF_KNOWN_ADDRESS = frozenset({"robots.txt", "sitemap.xml"})
"""Files that Octavo generates; the second one only if the address of the site is known."""


class Addresses(Protocol):
    """The facts about a site for resolving addresses; see `Site`."""

    @property
    def pages(self) -> Collection[str]:
        """The urls of all pages."""

    @property
    def folders(self) -> Collection[str]:
        """URLs of folders without a page, which lead to one."""

    @property
    def files(self) -> Collection[str]:
        """The sources of files that are served unchanged."""

    @property
    def twins(self) -> Collection[str]:
        """The URLs of the pages with a Markdown twin."""

    @property
    def redirects(self) -> Sequence[Redirect]:
        """The redirects."""

    @property
    def lost_folders(self) -> Sequence[str]:
        """Folders whose pages couldn't be created."""

    @property
    def held_back(self) -> HeldBack:
        """The hidden parts."""


class Target(Struct, frozen=True):
    """The target of an address; one that `is_found` exists on the site, or leaves it."""

    href: str
    is_found: bool = True
    external: bool = False
    twin: str = ""
    """The location of the page's Markdown twin, if it has one."""


class LinkResolver:
    """Resolves addresses for one site and its base path.

    `origin` is the start of full addresses, such as `https://docs.example.com`; it is empty if
    unknown. The resolver stores its answers, because pages of a site have many equal links.
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
        """Return a resolver with the same answers that records only its own questions."""
        return LinkResolver(self.site, self.base_path, self.origin, knows_more=self)

    @property
    def answers(self) -> Mapping[str, Target]:
        """The paths asked so far, with their targets."""
        return self._targets

    def lead_to(self, path: str) -> Target:
        """Return the target of a path in the project."""
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
        """Return the target of an address in a source; None if it is unsafe."""
        place = (address, from_source)
        if place not in self._resolved:  # A page and its twin ask for the same links.
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
        """Return the full address of a page, if the site's address is known."""
        return self.build_absolute(self.link_page(url))

    def link_twin(self, url: str) -> str:
        """Return the link to the Markdown twin of a page."""
        return build_file_href(build_twin_output(url), self.base_path)

    def link_file(self, source: str) -> str:
        """Return the link to a file."""
        return build_file_href(source, self.base_path)

    def build_absolute(self, href: str) -> str:
        """Return the full address of a link inside the site, if the site's address is known.

        Links to other sites are already complete.
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
            # The document is missing, which is reported once; the link may be right.
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
        """Return the problem of a link to a missing page."""
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
    """Return the problem of a missing file that a page shows or loads."""
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
    """Return the problem of a page that links to a file that is never published."""
    return Problem(
        Code.FILE_PRIVATE,
        f"`{address}` is not published: it looks like {what}",
        location,
        hint="Take the link out, and keep the file outside of the project.",
    )


def explain_unsafe_link(address: str, location: Location) -> Problem:
    """Return the problem of an unsafe address."""
    return Problem(
        Code.LINK_UNSAFE,
        f"the address `{address[:80]}` is left out: it could run code",
        location,
        Severity.WARNING,
        "Addresses begin with https:, http:, mailto:, tel:, / or #.",
    )


def list_paths(settings: Any, from_source: str) -> Iterator[str]:
    """Yield the paths that addresses in settings mean, from a source."""
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
