"""The pages that the search shows before anything is typed: where reading begins."""

from __future__ import annotations

from collections.abc import Sequence

from octavo.search.entry import PageEntry
from octavo.site.links import LinkResolver
from octavo.site.model import Site

_PAGES_OF_SECTION = 6


def list_start_pages(
    site: Site, links: LinkResolver, entries: Sequence[PageEntry]
) -> tuple[int, ...]:
    """Return the numbers of the first pages of each part of a site, in the order of reading."""
    numbers = {entry.head.href: number for number, entry in enumerate(entries)}
    first_urls = [
        url for section in site.sections.values() for url in section.order[:_PAGES_OF_SECTION]
    ]
    hrefs_in_order = dict.fromkeys(links.link_page(url) for url in first_urls)
    return tuple(numbers[href] for href in hrefs_in_order if href in numbers)
