"""The site as values: its pages and its navigation."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from octavo.content.leads import strip_marks
from octavo.project.names import fold_source
from octavo.site.api.compared import Proof
from octavo.site.redirects import Redirect
from octavo.site.urls import build_twin_output
from octavo.site.visibility.standing import HeldBack, Standing
from octavo.values import Struct

if TYPE_CHECKING:  # Links are resolved without settings, and most sites have no documents.
    from octavo.openapi.changes.history import Release
    from octavo.openapi.document.document import ApiDocument
    from octavo.openapi.model import Node, OperationEntry, Tag
    from octavo.openapi.operation.badges import Badge
    from octavo.settings.models.page_settings import EndpointReference, PageSettings
    from octavo.settings.models.site_settings import Settings
    from octavo.settings.models.styling import Gradient

WEBHOOK = "WEBHOOK"
"""Replaces the method for requests that the API sends."""


class OperationBinding(Struct, frozen=True):
    """The operation or webhook of an API document that a page shows."""

    document: ApiDocument
    entry: OperationEntry

    @property
    def method(self) -> str:
        """The label before the page's name in lists."""
        return WEBHOOK if self.entry.key.is_webhook else self.entry.key.method

    @property
    def place(self) -> Node:
        """The place of the operation in its document."""
        return self.entry.node


class SchemaBinding(Struct, frozen=True):
    """The schema of an API document that a page shows; `name` is its key in the document."""

    document: ApiDocument
    node: Node
    name: str

    @property
    def place(self) -> Node:
        """The place of the schema in its document."""
        return self.node


class OverviewBinding(Struct, frozen=True):
    """An API document as a whole, or one of its tags, that a page shows."""

    document: ApiDocument
    folder: str
    """The url of the folder that its operations have their pages in."""
    tag: Tag | None = None

    @property
    def place(self) -> Node:
        """The place of the tag or the document."""
        return (self.tag and self.tag.node) or self.document.root


class ReleaseBinding(Struct, frozen=True):
    """A release of an API, or the list of all (None), that a page shows."""

    document: ApiDocument
    folder: str
    """The url of the folder that its operations have their pages in."""
    release: Release | None = None

    @property
    def place(self) -> Node:
        """The place of the document."""
        return self.document.root


Binding = OperationBinding | SchemaBinding | OverviewBinding | ReleaseBinding


class Page(Struct, frozen=True):
    """A page of the site. `version` is None for a page that belongs to every version."""

    source: str
    url: str
    title: str
    settings: PageSettings
    version: str | None = None
    listed: bool = False
    binding: Binding | None = None
    """The part of an API document that the page shows."""
    generated: bool = False
    """Whether it was generated from an API document, without a file."""
    beginning: str | None = None
    """The start of the API document's description, as one line of plain text."""
    deprecated: bool = False
    badges: tuple[Badge, ...] = ()
    language: str = "en"
    """The language tag of its text (BCP 47)."""
    standing: Standing = Standing.PUBLIC
    """Who may see it; a site for its authors has more pages than the published one."""

    @property
    def label(self) -> str:
        """The page's name in the navigation."""
        return self.settings.sidebar_title or self.title

    @property
    def description(self) -> str | None:
        """A line of plain text about the page, for lists and search engines.

        It is the description in the front matter without formatting, or else the start of the API
        document's description. The page itself shows `settings.description`, or the document's full
        description.
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
        """The method of the operation or endpoint that the page shows, or `WEBHOOK`."""
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
        """The id of the page's operation in the API document, if it has one."""
        if isinstance(self.binding, OperationBinding):
            return self.binding.entry.operation_id or ""
        return ""


class PageLink(Struct, frozen=True):
    """A navigation entry: a page of the site, or an address of another site."""

    url: str
    label: str
    external: bool = False
    icon: str | None = None
    icon_type: str | None = None
    tag: str | None = None
    deprecated: bool = False
    badges: tuple[Badge, ...] = ()
    method: str | None = None
    """The method before the label: `GET` and so on, or `WEBHOOK`."""
    path: str | None = None
    """The part of the path that distinguishes operations with the same label in a group."""
    standing: Standing = Standing.PUBLIC


class Group(Struct, frozen=True):
    """A named group of entries; a nameless one has no heading."""

    name: str
    entries: tuple[Entry, ...]
    icon: str | None = None
    icon_type: str | None = None


Entry = PageLink | Group


class DivisionKind(StrEnum):
    """The two kinds of divisions, which appear in different places."""

    TAB = "tab"
    ANCHOR = "anchor"


class Division(Struct, frozen=True):
    """A tab or an anchor: the pages below `prefix`, or an external link.

    The implicit division of each kind has no prefix and contains all other pages. `target` is the
    link of the division.
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
    """Whether it has pages from an API document."""
    has_groups: bool = False
    """Whether groups name it; then it appears only if it has pages."""


class Section(Struct, frozen=True):
    """The sidebar of a page: the entries of one tab, one anchor, one version."""

    key: str
    tab: Division | None
    anchor: Division | None
    version: str | None
    entries: tuple[Entry, ...]
    order: tuple[str, ...]
    """The urls of the section's pages, in reading order."""
    position: Mapping[str, int]
    """The index of each URL in the order."""
    groups: Mapping[str, tuple[Group, ...]]
    """The groups around each page, outermost first."""


class Site(Struct, frozen=True):
    """All data for rendering, except the documents themselves."""

    settings: Settings
    pages: Mapping[str, Page]
    """All pages by URL, including hidden ones, in the order of their sources."""
    sections: Mapping[str, Section]
    section_of: Mapping[str, str]
    """The key of each page's section, for its sidebar."""
    tabs: tuple[Division, ...]
    anchors: tuple[Division, ...]
    redirects: tuple[Redirect, ...]
    files: frozenset[str]
    """The sources of files that are served unchanged."""
    folders: Mapping[str, str]
    """URLs of folders without a page, with the first page in each, which is their target."""
    api_documents: tuple[ApiDocument, ...] = ()
    """The API documents that pages show, by their sources."""
    lost_folders: tuple[str, ...] = ()
    """Folders without pages, because their API document failed to load."""
    twins: frozenset[str] = frozenset()
    """The urls of the pages that have a Markdown twin."""
    held_back: HeldBack = HeldBack()
    """The parts that the site hides."""
    proof: Proof = Proof()
    """Which operations were compared with the API."""


def is_public(page: Page, settings: Settings) -> bool:
    """Tell whether a page is listed and searchable: not hidden, and not only a link."""
    own = page.settings
    if own.hidden or own.noindex or own.url:
        return False
    return page.listed or settings.seo.index_hidden_pages


def plan_twins(
    pages: Mapping[str, Page], settings: Settings, addresses: Collection[str]
) -> frozenset[str]:
    """Return the URLs of pages with a twin, unless another of the `addresses` has its path."""
    taken = frozenset(map(fold_source, addresses))
    return frozenset(
        url
        for url, page in pages.items()
        if is_public(page, settings) and fold_source(f"/{build_twin_output(url)}") not in taken
    )
