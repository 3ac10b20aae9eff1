"""Compares the pages of a site; only `octavo check` does this.

It finds pages that no navigation lists, and titles and descriptions that several pages share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from octavo.problems import Code, Location, Problem, Severity
from octavo.site.api.bindings import PlaceInPage
from octavo.site.model import Page, Site

_MOST_NAMED = 3


def check_pages(site: Site, place_in_page: PlaceInPage) -> Iterator[Problem]:
    """Return the problems of the author's pages in comparison."""
    pages = [page for page in site.pages.values() if not page.generated]
    yield from _check_listed(pages, site, place_in_page)
    listed = [page for page in pages if page.listed]
    yield from _check_repeated(
        listed, lambda page: page.title, Code.PAGE_TITLE_TWICE, place_in_page
    )
    yield from _check_repeated(
        listed,
        lambda page: page.settings.description,
        Code.PAGE_DESCRIPTION_TWICE,
        place_in_page,
    )


def _check_listed(
    pages: Iterable[Page], site: Site, place_in_page: PlaceInPage
) -> Iterator[Problem]:
    reached = {url for section in site.sections.values() for url in section.order}
    for page in pages:
        # A page with `url` is a navigation entry for another address.
        if page.url in reached or page.url == "/" or page.settings.hidden or page.settings.url:
            continue
        yield Problem(
            Code.PAGE_NOT_LISTED,
            "this page is published, and in no navigation",
            _locate(page, "title", place_in_page),
            Severity.INFO,
            "List it in `navigation`, write `hidden: true` in its front matter, or name it in"
            " `.octavoignore`.",
        )


def _check_repeated(
    pages: Iterable[Page],
    read: Callable[[Page], str | None],
    code: Code,
    place_in_page: PlaceInPage,
) -> Iterator[Problem]:
    """Report, once for each text, which pages of one version share it."""
    key = "title" if code is Code.PAGE_TITLE_TWICE else "description"
    same: dict[tuple[str, str | None], list[Page]] = {}
    for page in pages:
        text = (read(page) or "").strip()
        if text:
            same.setdefault((text.casefold(), page.version), []).append(page)
    for first, *others in same.values():
        if not others:
            continue
        names = ", ".join(f"`{page.source}`" for page in others[:_MOST_NAMED])
        more = f" and {len(others) - _MOST_NAMED} more" if len(others) > _MOST_NAMED else ""
        text = (read(first) or "").strip()
        excerpt = text if len(text) <= 60 else f"{text[:59]}…"
        yield Problem(
            code,
            f"the {key} `{excerpt}` is also that of {names}{more}",
            _locate(first, key, place_in_page),
            Severity.INFO,
            "In results of searches and in open tabs readers cannot tell such pages apart."
            if key == "title"
            else "Say of each page what only it tells: search engines show it below the title.",
        )


def _locate(page: Page, key: str, place_in_page: PlaceInPage) -> Location:
    place = place_in_page(page.source, key)
    return place if place.line else Location(page.source, 1, 1)
