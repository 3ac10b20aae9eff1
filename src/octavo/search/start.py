"""The pages that the search shows before a query: the first ones to read."""

from __future__ import annotations

from collections.abc import Sequence

from octavo.search.entry import PageEntry
from octavo.site.links import LinkResolver
from octavo.site.model import Site
from octavo.site.navigation import list_versions

_PAGES_OF_SECTION = 6


def list_start_pages(
    site: Site, links: LinkResolver, entries: Sequence[PageEntry]
) -> tuple[int, ...]:
    """Return the numbers of the first pages in each part of a site, in reading order.

    The default version comes first; its pages also come first in a search of all versions.
    """
    numbers = {entry.head.href: number for number, entry in enumerate(entries)}
    places = {version: place for place, version in enumerate(list_versions(site.settings))}
    sections = sorted(
        site.sections.values(), key=lambda section: places.get(section.version or "", 0)
    )
    first_urls = [url for section in sections for url in section.order[:_PAGES_OF_SECTION]]
    hrefs_in_order = dict.fromkeys(links.link_page(url) for url in first_urls)
    return tuple(numbers[href] for href in hrefs_in_order if href in numbers)
