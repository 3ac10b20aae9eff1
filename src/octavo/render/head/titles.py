"""Plans unique titles of pages for browsers and search engines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from octavo.render.basis.names import shorten_name
from octavo.site.model import Page, Site


def plan_titles(site: Site) -> dict[str, str]:
    """Return the titles of pages by URL, with the name of the site.

    Pages with the same title also name their difference: the group, the tab or anchor, the version,
    the operation, or else the URL.
    """
    name = site.settings.name
    by_title: dict[str, list[Page]] = {}
    for page in site.pages.values():
        by_title.setdefault(page.title, []).append(page)
    words = {
        url: parts
        for title, pages in by_title.items()
        for url, parts in _tell_apart(shorten_name(title), pages, site).items()
    }
    return {
        url: name if parts == [name] else " - ".join([*parts, name]) for url, parts in words.items()
    }


def _tell_apart(title: str, pages: Sequence[Page], site: Site) -> dict[str, list[str]]:
    words = {page.url: [title] for page in pages}
    if len(pages) == 1:
        return words
    names: Sequence[Callable[[Page], str]] = (
        lambda page: _name_group(page, site),
        lambda page: _name_division(page, site),
        lambda page: page.version or "",
        lambda page: page.operation,
        lambda page: page.url,
    )
    for name_of in names:
        for crowd in _list_crowds(pages, words):
            names_by_url = {page.url: name_of(page) for page in crowd}
            if len(set(names_by_url.values())) > 1:
                for url, name in names_by_url.items():
                    if name and name not in words[url]:
                        words[url].append(name)
    return words


def _list_crowds(pages: Iterable[Page], words: dict[str, list[str]]) -> Iterable[list[Page]]:
    """Return groups of pages with equal words."""
    crowds: dict[tuple[str, ...], list[Page]] = {}
    for page in pages:
        crowds.setdefault(tuple(words[page.url]), []).append(page)
    return [crowd for crowd in crowds.values() if len(crowd) > 1]


def _name_group(page: Page, site: Site) -> str:
    section = site.sections.get(site.section_of.get(page.url, ""))
    groups = section.groups.get(page.url, ()) if section else ()
    return shorten_name(groups[-1].name.strip()) if groups else ""


def _name_division(page: Page, site: Site) -> str:
    section = site.sections.get(site.section_of.get(page.url, ""))
    division = section and (section.tab or section.anchor)
    return division.name if division else ""
