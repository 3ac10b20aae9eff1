"""Finds the same section in other versions, and versions without content."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from octavo.problems import Code, Problem, Severity
from octavo.site.model import Section, Site
from octavo.site.navigation import PlaceOf, list_versions


def find_twins(site: Site) -> Mapping[str, Mapping[str, Section]]:
    """Return the twins of sections by their key, and by version.

    Twins have the same tab and anchor in another version than the default one. Only sections of the
    default version have them, and only if they contain pages of all versions.
    """
    default, *others = list_versions(site.settings) or ("",)
    if not others:
        return {}
    by_place: dict[object, dict[str | None, Section]] = {}
    for section in site.sections.values():
        by_place.setdefault(_build_place_key(section), {})[section.version] = section
    return {
        twins[default].key: {name: twins[name] for name in others if name in twins}
        for twins in by_place.values()
        if default in twins and _is_shared(site, twins[default])
    }


def _build_place_key(section: Section) -> object:
    return section.tab and section.tab.name, section.anchor and section.anchor.name


def _is_shared(site: Site, section: Section) -> bool:
    return any(site.pages[url].version is None for url in section.order)


def check_versions(site: Site, place_of: PlaceOf) -> Iterator[Problem]:
    """Report, once, the versions without a page, tab or anchor."""
    versions = site.settings.versions
    own = {page.version for page in site.pages.values()}
    own |= {division.version for division in (*site.tabs, *site.anchors)}
    empty = [
        number for number, each in enumerate(versions) if not each.url and each.name not in own
    ]
    if not empty:
        return
    names = ", ".join(f"`{versions[number].name}`" for number in empty)
    is_all = len(empty) == len(versions)
    yield Problem(
        Code.VERSION_EMPTY,
        f"no page belongs only to {'version' if len(empty) == 1 else 'the versions'} {names}: "
        "readers can choose it, and see the pages of all versions",
        place_of(("versions",) if is_all else ("versions", empty[0])),
        Severity.INFO,
        'Give groups of the navigation a "version", or take it out of "versions".',
    )
