"""The site as values: its pages, and the navigation that leads to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from octavo.settings import Gradient, PageSettings, Settings


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the site. `version` is None for a page that belongs to every version."""

    source: str
    url: str
    title: str
    settings: PageSettings
    version: str | None = None
    listed: bool = False

    @property
    def label(self) -> str:
        """The page's name in the navigation."""
        return self.settings.sidebar_title or self.title


@dataclass(frozen=True, slots=True)
class PageLink:
    """A navigation entry: a page of the site, a page that is missing, or an address elsewhere."""

    url: str
    label: str
    external: bool = False
    icon: str | None = None
    icon_type: str | None = None
    tag: str | None = None
    deprecated: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """A named group of entries; a nameless one has no heading."""

    name: str
    entries: tuple[Entry, ...]
    icon: str | None = None
    icon_type: str | None = None


Entry = PageLink | Group


class DivisionKind(StrEnum):
    """The two ways to divide a site; they differ in where they are shown."""

    TAB = "tab"
    ANCHOR = "anchor"


@dataclass(frozen=True, slots=True)
class Division:
    """A tab or an anchor: the pages below `prefix`, or (external) a link elsewhere.

    The implicit division of each kind has no prefix and holds the pages that no other takes.
    `target` is where a click leads.
    """

    kind: DivisionKind
    name: str
    target: str
    prefix: str | None = None
    external: bool = False
    hidden: bool = False
    version: str | None = None
    icon: str | None = None
    icon_type: str | None = None
    color: str | Gradient | None = None
    has_api: bool = False
    """Whether pages are made for it from an API document."""


@dataclass(frozen=True, slots=True)
class Section:
    """What the sidebar shows on a page: the entries of one tab, one anchor, one version."""

    key: str
    tab: Division | None
    anchor: Division | None
    version: str | None
    entries: tuple[Entry, ...]
    order: tuple[str, ...]
    """The urls of the section's pages, in reading order."""
    position: Mapping[str, int] = field(repr=False)
    """Where each url stands in the order."""
    groups: Mapping[str, tuple[Group, ...]] = field(repr=False)
    """The groups around each page, outermost first."""


@dataclass(frozen=True, slots=True)
class Redirect:
    """A checked redirect; `pattern` redirects have parameters (`:name`, `:name*`, `*`)."""

    source: str
    destination: str
    permanent: bool = True
    pattern: bool = False


@dataclass(frozen=True, slots=True)
class Site:
    """Everything that rendering needs to know beside the documents themselves."""

    settings: Settings
    pages: Mapping[str, Page]
    """All pages by url, hidden ones too, in the order of their sources."""
    sections: Mapping[str, Section]
    section_of: Mapping[str, str]
    """The key of the section whose sidebar a page shows."""
    tabs: tuple[Division, ...]
    anchors: tuple[Division, ...]
    redirects: tuple[Redirect, ...]
    home: str | None
    """Where `/` leads: itself, or the first page of the navigation; None without any page."""
    files: frozenset[str]
    """The sources that are served as they are."""
    folders: Mapping[str, str]
    """Urls without a page of their own, and the first page below each, which they lead to."""
