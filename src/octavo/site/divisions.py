"""Assigns pages to tabs and anchors, by their groups or else by the start of their URLs."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from octavo.problems import Code, Location, Problem, Severity
from octavo.settings.models.site_settings import Settings
from octavo.settings.models.structure import Anchor, Group, Tab, TopAnchor
from octavo.settings.urls import is_external
from octavo.site.model import Division, DivisionKind, Section
from octavo.site.urls import is_inside, normalize_url
from octavo.values import Struct, replace


class Divisions(Struct, frozen=True):
    """The tabs and anchors of a site; the implicit ones contain all other pages."""

    tabs: tuple[Division, ...]
    anchors: tuple[Division, ...]
    implicit_tab: Division | None
    implicit_anchor: Division | None

    def find_tab(self, url: str, name: str | None = None) -> Division | None:
        """Return the tab of a page, by its group or else by its URL."""
        return _find_named(self.tabs, name) or _find_closest(self.tabs, url) or self.implicit_tab

    def find_anchor(self, url: str, name: str | None = None) -> Division | None:
        """Return the anchor of a page, in the same way."""
        anchors = self.anchors
        return _find_named(anchors, name) or _find_closest(anchors, url) or self.implicit_anchor


def read_divisions(settings: Settings) -> Divisions:
    """Return the divisions in the settings; targets are filled in later."""
    parents = frozenset(_list_parents(settings.navigation))
    tabs = tuple(_read_division(DivisionKind.TAB, tab, parents) for tab in settings.tabs)
    anchors = tuple(_read_division(DivisionKind.ANCHOR, each, parents) for each in settings.anchors)
    internal_tabs = any(not tab.external for tab in tabs)
    internal_anchors = any(not anchor.external for anchor in anchors)
    # In a site of tabs, anchors to other sites need no "Documentation" anchor.
    top_anchor = internal_anchors or (anchors and not internal_tabs)
    return Divisions(
        tabs,
        anchors,
        replace(_build_implicit_tab(settings), has_groups=bool(parents)) if tabs else None,
        replace(_build_implicit_anchor(settings), has_groups=bool(parents)) if top_anchor else None,
    )


def _list_parents(groups: Iterable[str | Group]) -> Iterator[tuple[DivisionKind, str]]:
    """Yield the tabs and anchors that groups name."""
    for group in groups:
        if isinstance(group, str):
            continue
        if group.tab is not None:
            yield DivisionKind.TAB, group.tab
        if group.anchor is not None:
            yield DivisionKind.ANCHOR, group.anchor
        yield from _list_parents(group.pages)


def _read_division(
    kind: DivisionKind, division: Tab | Anchor, parents: Container[tuple[DivisionKind, str]]
) -> Division:
    external = is_external(division.url)
    return Division(
        kind=kind,
        name=division.name,
        target=division.url,
        prefix=None if external else normalize_url(division.url),
        external=external,
        hidden=division.is_default_hidden,
        version=division.version,
        has_api=bool(division.openapi),
        has_groups=not external and (kind, division.name) in parents,
        icon=division.icon if isinstance(division, Anchor) else None,
        icon_type=division.icon_type if isinstance(division, Anchor) else None,
        color=division.color if isinstance(division, Anchor) else None,
    )


def _build_implicit_tab(settings: Settings) -> Division:
    tab = settings.primary_tab
    return Division(
        DivisionKind.TAB,
        name=(tab and tab.name) or "Documentation",
        target="/",
        hidden=bool(tab and tab.is_default_hidden),
    )


def _build_implicit_anchor(settings: Settings) -> Division:
    anchor = TopAnchor() if settings.tabs else settings.top_anchor or TopAnchor()
    return Division(
        DivisionKind.ANCHOR,
        name=anchor.name,
        target="/",
        icon=anchor.icon,
        icon_type=anchor.icon_type,
    )


def _find_named(divisions: Iterable[Division], name: str | None) -> Division | None:
    matches = (each for each in divisions if each.name == name and not each.external)
    return next(matches, None) if name is not None else None


def _find_closest(divisions: Iterable[Division], url: str) -> Division | None:
    best: Division | None = None
    for division in divisions:
        prefix = division.prefix
        if prefix is None or not is_inside(url, prefix):
            continue
        if best is None or len(prefix) > len(best.prefix or ""):
            best = division
    return best


def list_shown_divisions(
    implicit: Division | None, divisions: Sequence[Division], sections: Iterable[Section]
) -> tuple[Division, ...]:
    """Return the divisions with content, each with its target page."""
    candidates = ([implicit] if implicit else []) + list(divisions)
    sections = tuple(sections)
    reachable = []
    for division in candidates:
        if division.external:
            reachable.append(division)
            continue
        target = _find_first_page(division, sections)
        if target is not None:
            reachable.append(replace(division, target=target))
    return tuple(reachable)


def _find_first_page(division: Division, sections: Iterable[Section]) -> str | None:
    for section in sections:
        mine = section.tab if division.kind is DivisionKind.TAB else section.anchor
        if mine == division and section.order and division.version in (None, section.version):
            return section.order[0]
    return None


def check_divisions(
    divisions: Sequence[Division], reachable: Sequence[Division], places: Sequence[Location]
) -> Iterator[Problem]:
    """Report divisions without pages and without an API document.

    `places` are the locations of the divisions, in order.
    """
    names = {(division.kind, division.name) for division in reachable}
    for division, place in zip(divisions, places, strict=True):
        if (division.kind, division.name) not in names and not division.has_api:
            yield Problem(
                Code.DIVISION_EMPTY,
                f"no page in the navigation belongs to the {division.kind} `{division.name}` "
                f"(`{division.target}`)",
                place,
                Severity.WARNING,
                "Its `url` is the folder its pages are in; add such pages to `navigation`.",
            )


FirstPages = Mapping[tuple[DivisionKind, str, str | None, str | None], str]
"""The first pages of tabs, by name, anchor and version; and of anchors, by name and version."""


def list_first_pages(sections: Iterable[Section]) -> FirstPages:
    """Return the targets of divisions from a page of an anchor and a version."""
    pages: dict[tuple[DivisionKind, str, str | None, str | None], str] = {}
    for section in sections:
        for division in (section.tab, section.anchor) if section.order else ():
            if division is not None:
                pages.setdefault(_build_home(division, section), section.order[0])
    return pages


def _build_home(
    division: Division, section: Section
) -> tuple[DivisionKind, str, str | None, str | None]:
    is_tab = division.kind is DivisionKind.TAB
    around = section.anchor.name if is_tab and section.anchor else None
    return division.kind, division.name, around, section.version


def list_visible_divisions(
    divisions: Iterable[Division],
    section: Section,
    others: Sequence[Division],
    first_pages: FirstPages,
) -> list[Division]:
    """Return the divisions of one kind that a page of the section shows.

    Hidden divisions and those of another version are shown only inside themselves. A division
    inside one of the `others` (the other kind) is shown only there. One with groups is shown if it
    has pages in the same version and, if it is a tab, in the same anchor.
    """
    current = (section.tab, section.anchor)
    visible = []
    for division in divisions:
        first = first_pages.get(_build_home(division, section)) if division.has_groups else None
        if _is_same_place(division, current) or (
            not division.hidden
            and division.version in (None, section.version)
            and (first if division.has_groups else _is_at_home(division, current, others))
        ):
            visible.append(replace(division, target=first) if first else division)
    return visible


def _is_same_place(division: Division, current: Iterable[Division | None]) -> bool:
    return any(
        c is not None and (c.kind, c.name) == (division.kind, division.name) for c in current
    )


def _is_at_home(
    division: Division, current: Iterable[Division | None], others: Sequence[Division]
) -> bool:
    around = [
        other
        for other in others
        if other.prefix and division.prefix and division.prefix != other.prefix
        if is_inside(division.prefix, other.prefix)
    ]
    return not around or any(_is_same_place(other, current) for other in around)
