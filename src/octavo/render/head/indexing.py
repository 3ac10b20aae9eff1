"""Which pages search engines are to know, and under which address."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from octavo.settings.urls import clean_url, is_web_address

if TYPE_CHECKING:
    from octavo.settings.models.site_settings import Settings
    from octavo.site.links import LinkResolver
    from octavo.site.model import Page

CANONICAL = "canonical"


class Standing(NamedTuple):
    """What search engines are told of a page in several places."""

    address: str
    """Its whole address, or the link to it where the site's address is not known."""
    canonical: str | None
    """The address under which they are to know it."""
    is_indexed: bool
    language: str


def is_indexed(page: Page, settings: Settings) -> bool:
    """Tell whether search engines may show a page."""
    own = page.settings
    if own.noindex or not (page.listed or settings.seo.index_hidden_pages):
        return False
    return not forbids_index({**settings.metadata, **own.metadata})


def forbids_index(metadata: dict[str, str]) -> bool:
    """Tell whether meta tags keep pages away from search engines."""
    words = {word.strip() for word in metadata.get("robots", "").lower().split(",")}
    return not words.isdisjoint(("noindex", "none"))


def find_canonical(page: Page, links: LinkResolver, original: str | None) -> str | None:
    """Return the address under which search engines are to know a page, where one is known.

    That is the one that its author names; else its own, or that of the `original`: the same page in
    the default version of its language. A translation is a page of its own.
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
