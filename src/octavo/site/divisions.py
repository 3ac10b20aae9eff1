"""Assigns pages to tabs and anchors, by whole segments of their urls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from octavo.problems import Code, Location, Problem, Severity
from octavo.settings.models.site import Settings
from octavo.settings.models.structure import Anchor, Tab, TopAnchor
from octavo.settings.urls import is_external
from octavo.site.model import Division, DivisionKind, Section
from octavo.site.urls import is_inside, normalize_url
from octavo.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Divisions:
    """The tabs and anchors of a site; the implicit ones hold what no other takes."""

    tabs: tuple[Division, ...]
    anchors: tuple[Division, ...]
    implicit_tab: Division | None
    implicit_anchor: Division | None

    def find_tab(self, url: str) -> Division | None:
        """Return the tab that a page belongs to."""
        return _find_closest(self.tabs, url) or self.implicit_tab

    def find_anchor(self, url: str) -> Division | None:
        """Return the anchor that a page belongs to."""
        return _find_closest(self.anchors, url) or self.implicit_anchor


def read_divisions(settings: Settings) -> Divisions:
    """Return the divisions that the settings describe; targets are filled in later."""
    tabs = tuple(_read_division(DivisionKind.TAB, tab) for tab in settings.tabs)
    anchors = tuple(_read_division(DivisionKind.ANCHOR, anchor) for anchor in settings.anchors)
    internal_tabs = any(not tab.external for tab in tabs)
    internal_anchors = any(not anchor.external for anchor in anchors)
    # Anchors that only lead elsewhere need no "Documentation" beside them in a site of tabs.
    top_anchor = internal_anchors or (anchors and not internal_tabs)
    return Divisions(
        tabs,
        anchors,
        _build_implicit_tab(settings) if tabs else None,
        _build_implicit_anchor(settings) if top_anchor else None,
    )


def _read_division(kind: DivisionKind, division: Tab | Anchor) -> Division:
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
    """Return the divisions that have something to show, each with the page a click leads to."""
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
    """Report divisions that no page belongs to and that no API document fills.

    `places` are those of the divisions, in order.
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


def list_visible_divisions(
    divisions: Iterable[Division], section: Section, others: Sequence[Division]
) -> list[Division]:
    """Return the divisions of one kind that a page of the section shows.

    Hidden divisions and those of another version are shown only inside themselves. A division that
    lies inside one of the `others` (the other kind) is shown only there.
    """
    current = (section.tab, section.anchor)
    return [
        division
        for division in divisions
        if _is_same_place(division, current)
        or (
            not division.hidden
            and division.version in (None, section.version)
            and _is_at_home(division, current, others)
        )
    ]


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
