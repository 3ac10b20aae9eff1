"""Decides which pages search engines may show, and under which address."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from octavo.settings.urls import clean_url, is_web_address

if TYPE_CHECKING:
    from octavo.settings.models.site_settings import Settings
    from octavo.site.links import LinkResolver
    from octavo.site.model import Page

CANONICAL = "canonical"


class Standing(NamedTuple):
    """The address and indexing of a page, for several places."""

    address: str
    """Its full address, or its link if the site's address is unknown."""
    canonical: str | None
    """The address for search engines."""
    is_indexed: bool
    language: str


def is_indexed(page: Page, settings: Settings) -> bool:
    """Tell whether search engines may show a page."""
    own = page.settings
    if own.noindex or not (page.listed or settings.seo.index_hidden_pages):
        return False
    return not forbids_index({**settings.metadata, **own.metadata})


def forbids_index(metadata: dict[str, str]) -> bool:
    """Tell whether meta tags hide pages from search engines."""
    words = {word.strip() for word in metadata.get("robots", "").lower().split(",")}
    return not words.isdisjoint(("noindex", "none"))


def find_canonical(page: Page, links: LinkResolver, original: str | None) -> str | None:
    """Return the address of a page for search engines, if it is known.

    The author's setting has priority. Otherwise it is the page's own address, or that of the
    `original`: the same page in the default version of its language. A translation has its own
    address.
    """
    address = page.settings.metadata.get(CANONICAL)
    if address:
        url = clean_url(address)
        return url if url and is_web_address(url) else _join_path(url, links)
    if not links.origin:
        return None
    return links.build_absolute(links.link_page(original or page.url))


def _join_path(url: str | None, links: LinkResolver) -> str | None:
    """Return the address of a path of the site."""
    target = links.resolve(url, "") if url else None
    return links.build_absolute(target.href) if target and links.origin else None
