"""Builds the navigation from the author's groups, by tabs, anchors and versions.

Every listed page belongs to one tab and one anchor (perhaps the implicit ones) and to one version
or all of them. A section is a combination of these three, with its own sidebar. A group with pages
in several sections appears in each, under the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from posixpath import commonprefix
from typing import NamedTuple

from octavo.problems import Code, Location, Problem, Severity
from octavo.settings.json.places import Pointer
from octavo.settings.models.site_settings import Settings
from octavo.settings.models.structure import Group as WrittenGroup
from octavo.site.divisions import Divisions
from octavo.site.model import (
    Division,
    Entry,
    Group,
    OperationBinding,
    Page,
    PageLink,
    Section,
)
from octavo.site.suggestions import PageSuggestions
from octavo.site.urls import is_inside, normalize_url
from octavo.values import Struct, field, replace

PlaceOf = Callable[[Pointer], Location]


class ListedPage(Struct, frozen=True):
    """A page in the navigation: its URL, the version of its group, its location."""

    url: str
    version: str | None
    pointer: Pointer
    name: str = ""
    """The author's name of it, which tells `a` from `a/index`."""


class MadeGroup(Struct, frozen=True):
    """A group from an API document, with the fields of a written one."""

    group: str
    pages: tuple[str | MadeGroup, ...]
    """URLs and nested groups."""
    version: str | None = None
    icon: str | None = None
    icon_type: str | None = None
    tab: str | None = None
    anchor: str | None = None


class MadePages(Struct, frozen=True):
    """Generated pages, by URL, and the groups that list them (or their replacements)."""

    pages: Mapping[str, Page] = field(default_factory=dict)
    groups: tuple[MadeGroup, ...] = ()
    problems: tuple[Problem, ...] = ()
    lost: tuple[str, ...] = ()
    """Folders without pages, because their document failed to load."""


def list_pages(settings: Settings) -> tuple[ListedPage, ...]:
    """Return all page entries of the navigation, in order."""
    pages: list[ListedPage] = []
    for index, group in enumerate(settings.navigation):
        pages.extend(_list_group_pages(group, None, ("navigation", index)))
    return tuple(pages)


def _list_group_pages(
    group: WrittenGroup, version: str | None, pointer: Pointer
) -> Iterator[ListedPage]:
    version = group.version or version
    for index, entry in enumerate(group.pages):
        place = (*pointer, "pages", index)
        if isinstance(entry, str):
            yield ListedPage(normalize_url(entry), version, place, entry)
        else:
            yield from _list_group_pages(entry, version, place)


def check_listed_pages(
    entries: Iterable[ListedPage],
    pages: Collection[str],
    place_of: PlaceOf,
    lost_folders: Sequence[str] = (),
) -> Iterator[Problem]:
    """Report entries of the navigation without a file."""
    missing_pages = [
        entry
        for entry in entries
        if entry.url not in pages and not any(is_inside(entry.url, lost) for lost in lost_folders)
    ]
    if not missing_pages:
        return
    suggest = PageSuggestions(pages)
    for entry in missing_pages:
        near = suggest.find_nearest(entry.url)
        name = entry.url[1:] or "index"
        yield Problem(
            Code.PAGE_MISSING,
            f"the navigation lists `{name}`, but there is no file `{name}.mdx` or `.md`",
            place_of(entry.pointer),
            Severity.WARNING,
            f"Did you mean `{near[1:] or 'index'}`?"
            if near
            else "Add the file, or take the entry out.",
        )


def choose_source(url: str, first: str, second: str, listed: Container[str]) -> tuple[str, Problem]:
    """Return which of two files with one address is shown, and a problem about the other.

    `listed` are the names in the navigation, which tell `a` from `a/index`.
    """
    listed_sources = [each for each in (first, second) if each.rpartition(".")[0] in listed]
    is_decided = len(listed_sources) == 1
    winner = listed_sources[0] if is_decided else first
    why = ", and the navigation lists that one" if is_decided else ""
    return winner, Problem(
        Code.PAGE_URL_TWICE,
        f"this page is not shown: `{winner}` has the same address, `{url}`{why}",
        Location(second if winner == first else first),
        Severity.INFO if is_decided else Severity.WARNING,
        hint="Rename one of them.",
    )


class _SectionId(NamedTuple):
    tab: Division | None
    anchor: Division | None
    version: str | None

    @property
    def key(self) -> str:
        names = (self.tab and self.tab.name, self.anchor and self.anchor.name, self.version)
        return "/".join(name or "" for name in names)


def build_sections(
    settings: Settings,
    pages: Mapping[str, Page],
    divisions: Divisions,
    api_groups: Iterable[MadeGroup] = (),
    held_back: Container[str] = (),
) -> dict[str, Section]:
    """Return the sections by key, in the order in which the navigation needs them.

    Generated groups follow written ones. URLs in `held_back` don't appear.
    """
    versions = list_versions(settings) or (None,)
    splitter = _Splitter(pages, divisions, versions, held_back)
    entries: dict[_SectionId, list[Entry]] = {}
    groups: list[WrittenGroup | MadeGroup] = [*settings.navigation, *api_groups]
    for group in groups:
        for section, split in splitter.split(group, _Membership()).items():
            entries.setdefault(section, []).append(split)
    return {
        section.key: _build_section(section, tuple(members)) for section, members in entries.items()
    }


def list_versions(settings: Settings) -> tuple[str, ...]:
    """Return the versions with pages on this site, default first."""
    own = [version for version in settings.versions if not version.url]
    own.sort(key=lambda version: not version.default)
    return tuple(version.name for version in own)


class _Membership(NamedTuple):
    """The tab, anchor and version of a group, or of a group around it."""

    version: str | None = None
    tab: str | None = None
    anchor: str | None = None

    def enter(self, group: WrittenGroup | MadeGroup) -> _Membership:
        return _Membership(
            group.version or self.version, group.tab or self.tab, group.anchor or self.anchor
        )


class _Splitter(Struct, frozen=True):
    pages: Mapping[str, Page]
    divisions: Divisions
    versions: Sequence[str | None]
    held_back: Container[str]

    def split(
        self, group: WrittenGroup | MadeGroup, around: _Membership
    ) -> dict[_SectionId, Group]:
        """Return the parts of a group by section; sections without pages are absent."""
        member = around.enter(group)
        entries: dict[_SectionId, list[Entry]] = {}
        for entry in group.pages:
            if isinstance(entry, str):
                url = normalize_url(entry)
                page = self.pages.get(url)
                if page is None or url in self.held_back or page.settings.hidden:
                    continue
                link = _build_link(page)
                for section in self.find_sections(url, member):
                    entries.setdefault(section, []).append(link)
            else:
                for section, split in self.split(entry, member).items():
                    entries.setdefault(section, []).append(split)
        return {
            section: Group(
                group.group, tell_apart(members, self.pages), group.icon, group.icon_type
            )
            for section, members in entries.items()
        }

    def find_sections(self, url: str, member: _Membership) -> Iterator[_SectionId]:
        page = self.pages.get(url)
        version = (page.settings.version if page else None) or member.version
        tab = self.divisions.find_tab(url, member.tab)
        anchor = self.divisions.find_anchor(url, member.anchor)
        for candidate in self.versions:
            if version is None or candidate is None or version == candidate:
                yield _SectionId(tab, anchor, candidate)


def _build_link(page: Page) -> PageLink:
    settings = page.settings
    return PageLink(
        url=settings.url or page.url,
        label=page.label,
        external=settings.url is not None,
        icon=settings.icon,
        icon_type=settings.icon_type,
        tag=settings.tag,
        deprecated=page.deprecated,
        badges=page.badges,
        method=None if settings.hide_api_marker else page.method,
        standing=page.standing,
    )


def tell_apart(entries: Sequence[Entry], pages: Mapping[str, Page]) -> tuple[Entry, ...]:
    """Return the entries of a group; operations with equal labels show how their paths differ.

    An ellipsis replaces the segments that all of these paths share at the start.
    """
    by_label: dict[str, list[list[str]]] = {}
    for entry in entries:
        if isinstance(entry, PageLink) and (path := _split_path(entry, pages)):
            by_label.setdefault(entry.label, []).append(path)
    starts = {
        label: min(len(commonprefix(paths)), *(len(path) - 1 for path in paths))
        for label, paths in by_label.items()
        if any(path != paths[0] for path in paths)
    }
    if not starts:
        return tuple(entries)
    return tuple(_add_path(entry, _split_path(entry, pages), starts) for entry in entries)


def _add_path(entry: Entry, path: list[str], starts: Mapping[str, int]) -> Entry:
    if not isinstance(entry, PageLink) or not path or entry.label not in starts:
        return entry
    start = starts[entry.label]  # With 1, only the first slash is common.
    return replace(entry, path="/".join(["…", *path[start:]] if start > 1 else path))


def _split_path(entry: Entry, pages: Mapping[str, Page]) -> list[str]:
    """Return the segments of an operation's path; empty for other entries."""
    page = pages.get(entry.url) if isinstance(entry, PageLink) else None
    binding = page.binding if page else None
    return binding.entry.key.path.split("/") if isinstance(binding, OperationBinding) else []


def _build_section(section: _SectionId, entries: tuple[Entry, ...]) -> Section:
    around: dict[str, tuple[Group, ...]] = {}
    for link, groups in walk_links(entries):
        if not link.external:
            around.setdefault(link.url, groups)
    return Section(
        section.key,
        section.tab,
        section.anchor,
        section.version,
        entries,
        order=tuple(around),
        position={url: index for index, url in enumerate(around)},
        groups=around,
    )


def walk_links(
    entries: Iterable[Entry], around: tuple[Group, ...] = ()
) -> Iterator[tuple[PageLink, tuple[Group, ...]]]:
    """Yield all links in entries in order, each with the groups around it, outermost first."""
    for entry in entries:
        if isinstance(entry, Group):
            yield from walk_links(entry.entries, (*around, entry))
        else:
            yield entry, around
