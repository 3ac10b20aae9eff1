"""The site as values: its pages, and the navigation that leads to them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from octavo.content.leads import strip_marks
from octavo.project.names import fold_source
from octavo.site.redirects import Redirect
from octavo.site.urls import build_twin_output
from octavo.site.visibility.standing import HeldBack, Standing
from octavo.values import Struct

if TYPE_CHECKING:  # links are resolved without settings, most sites are built without documents
    from octavo.openapi.document.document import ApiDocument
    from octavo.openapi.model import Node, OperationEntry, Tag
    from octavo.openapi.operation.badges import Badge
    from octavo.settings.models.page_settings import EndpointReference, PageSettings
    from octavo.settings.models.site_settings import Settings
    from octavo.settings.models.styling import Gradient

WEBHOOK = "WEBHOOK"
"""What stands in place of a method for requests that the API itself sends."""


class OperationBinding(Struct, frozen=True):
    """The operation or webhook of an API document that a page shows."""

    document: ApiDocument
    entry: OperationEntry

    @property
    def method(self) -> str:
        """What lists show before the page's name."""
        return WEBHOOK if self.entry.key.is_webhook else self.entry.key.method

    @property
    def place(self) -> Node:
        """Where it stands."""
        return self.entry.node


class SchemaBinding(Struct, frozen=True):
    """The schema of an API document that a page shows; `name` is its key in the document."""

    document: ApiDocument
    node: Node
    name: str

    @property
    def place(self) -> Node:
        """Where it stands."""
        return self.node


class OverviewBinding(Struct, frozen=True):
    """An API document as a whole, or one of its tags, that a page shows."""

    document: ApiDocument
    folder: str
    """The url of the folder that its operations have their pages in."""
    tag: Tag | None = None

    @property
    def place(self) -> Node:
        """Where it stands."""
        return (self.tag and self.tag.node) or self.document.root


Binding = OperationBinding | SchemaBinding | OverviewBinding


class Page(Struct, frozen=True):
    """A page of the site. `version` is None for a page that belongs to every version."""

    source: str
    url: str
    title: str
    settings: PageSettings
    version: str | None = None
    listed: bool = False
    binding: Binding | None = None
    """What of an API document the page shows."""
    generated: bool = False
    """Whether it was made from an API document: there is no file of its source."""
    beginning: str | None = None
    """The beginning of what the API document says, as one line of plain text."""
    deprecated: bool = False
    badges: tuple[Badge, ...] = ()
    language: str = "en"
    """The tag of the language that it is written in (BCP 47)."""
    standing: Standing = Standing.PUBLIC
    """Who may see it: a site for its authors has more pages than the one that is published."""

    @property
    def label(self) -> str:
        """The page's name in the navigation."""
        return self.settings.sidebar_title or self.title

    @property
    def description(self) -> str | None:
        """One line of plain text about the page, for lists and search engines.

        That of the front matter without its marks, else the beginning of what the API document
        says. The page itself shows `settings.description`, or the document's description in full.
        """
        own = self.settings.description
        return strip_marks(own) if own else self.beginning

    @property
    def endpoint(self) -> EndpointReference | None:
        """The endpoint that the page describes by hand (`api:` in its front matter)."""
        return self.settings.api if self.binding is None else None

    @property
    def is_api(self) -> bool:
        """Whether the page shows a part of an API document, or an endpoint."""
        return self.binding is not None or self.settings.api is not None

    @property
    def method(self) -> str | None:
        """The method of the operation or endpoint that the page shows, `WEBHOOK` for those."""
        if isinstance(self.binding, OperationBinding):
            return self.binding.method
        return self.endpoint.method if self.endpoint else None

    @property
    def operation(self) -> str:
        """The method and path of the operation or endpoint that the page shows, if any."""
        if isinstance(self.binding, OperationBinding):
            return f"{self.binding.method} {self.binding.entry.key.path}"
        return f"{self.endpoint.method} {self.endpoint.url}" if self.endpoint else ""

    @property
    def operation_id(self) -> str:
        """What the API document calls the operation that the page shows, if anything."""
        if isinstance(self.binding, OperationBinding):
            return self.binding.entry.operation_id or ""
        return ""


class PageLink(Struct, frozen=True):
    """A navigation entry: a page of the site, or an address elsewhere."""

    url: str
    label: str
    external: bool = False
    icon: str | None = None
    icon_type: str | None = None
    tag: str | None = None
    deprecated: bool = False
    badges: tuple[Badge, ...] = ()
    method: str | None = None
    """The method that is shown before the label: `GET` and so on, or `WEBHOOK`."""
    path: str | None = None
    """What tells the operation from others with the same label in its group."""
    standing: Standing = Standing.PUBLIC


class Group(Struct, frozen=True):
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


class Division(Struct, frozen=True):
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
    has_groups: bool = False
    """Whether groups say that they belong to it: it is shown where it has pages."""


class Section(Struct, frozen=True):
    """What the sidebar shows on a page: the entries of one tab, one anchor, one version."""

    key: str
    tab: Division | None
    anchor: Division | None
    version: str | None
    entries: tuple[Entry, ...]
    order: tuple[str, ...]
    """The urls of the section's pages, in reading order."""
    position: Mapping[str, int]
    """Where each url stands in the order."""
    groups: Mapping[str, tuple[Group, ...]]
    """The groups around each page, outermost first."""


class Site(Struct, frozen=True):
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
    files: frozenset[str]
    """The sources that are served as they are."""
    folders: Mapping[str, str]
    """Urls without a page of their own, and the first page below each, which they lead to."""
    api_documents: tuple[ApiDocument, ...] = ()
    """The API documents that pages show, by their sources."""
    lost_folders: tuple[str, ...] = ()
    """Folders whose pages could not be made, because their API document could not be loaded."""
    twins: frozenset[str] = frozenset()
    """The urls of the pages that have a Markdown twin."""
    held_back: HeldBack = HeldBack()
    """What the site does not show."""


def is_public(page: Page, settings: Settings) -> bool:
    """Tell whether a page is listed, and meant to be found: not hidden, not only a link."""
    own = page.settings
    if own.hidden or own.noindex or own.url:
        return False
    return page.listed or settings.seo.index_hidden_pages


def plan_twins(
    pages: Mapping[str, Page], settings: Settings, addresses: Collection[str]
) -> frozenset[str]:
    """Return the urls of pages with a twin: where no other of the `addresses` is in its place."""
    taken = frozenset(map(fold_source, addresses))
    return frozenset(
        url
        for url, page in pages.items()
        if is_public(page, settings) and fold_source(f"/{build_twin_output(url)}") not in taken
    )
