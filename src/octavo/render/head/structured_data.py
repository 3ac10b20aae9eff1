"""Describes a page as JSON-LD in the terms of schema.org: an article, and the path to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from octavo.render.basis.html import write_json
from octavo.render.head.indexing import Standing
from octavo.settings.dates import read_day
from octavo.site.model import Entry, Group

if TYPE_CHECKING:
    from octavo.settings.models.site_settings import Settings
    from octavo.site.links import LinkResolver
    from octavo.site.model import Page, Section

_END = "}]}"
"""The text after the last member of the article."""


def render_structured_data(
    page: Page,
    settings: Settings,
    section: Section | None,
    links: LinkResolver,
    standing: Standing,
    tags: dict[str, str],
) -> str:
    """Return the data about a page up to the last member of its article, without its end."""
    home = links.build_absolute(links.link_page("/"))
    way = [(settings.name, home), *_list_groups(page, section, links)]
    if standing.address != home:
        way.append((page.title, standing.address))
    graph = [_build_breadcrumbs(way)] if len(way) > 1 else []
    website = {"@type": "WebSite", "name": settings.name, "url": home}
    graph.append(_build_article(page, website, standing, tags))
    return write_json({"@context": "https://schema.org", "@graph": graph}).removesuffix(_END)


def _build_article(
    page: Page, website: dict[str, str], standing: Standing, tags: dict[str, str]
) -> dict[str, Any]:
    own = page.settings
    article = {
        "@type": "APIReference" if page.is_api else "TechArticle",
        "headline": tags.get("og:title"),
        "url": standing.address,
        "description": tags.get("description"),
        "image": tags.get("og:image"),
        "inLanguage": standing.language,
        "keywords": list(own.keywords),
        "author": [{"@type": "Person", "name": name} for name in own.authors],
        "datePublished": read_day(own.created_date),
        "isPartOf": website,
    }
    return {name: value for name, value in article.items() if value}


def _build_breadcrumbs(way: list[tuple[str, str]]) -> dict[str, Any]:
    items = [
        {"@type": "ListItem", "position": at, "name": name, "item": address}
        for at, (name, address) in enumerate(way, start=1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": items}


def _list_groups(
    page: Page, section: Section | None, links: LinkResolver
) -> Iterator[tuple[str, str]]:
    """Yield the names and addresses between the site and a page: its tab and its groups."""
    if section is None:
        return
    yield from _list_divisions(section, links)
    for group in section.groups.get(page.url, ()):
        first = next(_list_pages(group.entries), page.url)
        if first != page.url and group.name.strip():
            yield group.name, links.build_absolute(links.link_page(first))


def _list_divisions(section: Section, links: LinkResolver) -> Iterator[tuple[str, str]]:
    for division in (section.anchor, section.tab):
        # The tab without a folder contains all other pages, so it is the site itself.
        target = links.resolve(division.target, "") if division and division.prefix else None
        if division is not None and target is not None:
            yield division.name, links.build_absolute(target.href)


def _list_pages(entries: tuple[Entry, ...]) -> Iterator[str]:
    for entry in entries:
        if isinstance(entry, Group):
            yield from _list_pages(entry.entries)
        elif not entry.external:
            yield entry.url
