"""The meta tags of a page: the page's first, then the site's, then derived ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from octavo.render.basis.names import shorten_name
from octavo.render.head.indexing import CANONICAL, Standing
from octavo.settings.urls import is_external
from octavo.site.versions.languages import find_locale

if TYPE_CHECKING:
    from octavo.settings.models.site_settings import Settings
    from octavo.site.links import LinkResolver
    from octavo.site.model import Page

TIMESTAMP = "timestamp"
"""A key of the site's `metadata` that is no meta tag: whether pages show their last change."""
_NO_TAGS = (CANONICAL, TIMESTAMP)
_PICTURES = ("og:image", "twitter:image")


def build_metadata(
    page: Page,
    settings: Settings,
    links: LinkResolver,
    standing: Standing,
    picture: Mapping[str, str],
) -> dict[str, str]:
    """Return the meta tags of a page by name; `picture` has those of its share picture."""
    own = page.settings
    description = page.description if own.description else None
    described = dict.fromkeys(("description", "og:description"), description) if description else {}
    tags = {
        **_describe(page, settings),
        "keywords": ", ".join(own.keywords),
        "og:site_name": settings.name,
        "og:title": shorten_name(own.title or page.title),
        "og:type": "website",
        "og:url": standing.canonical,
        "og:locale": find_locale(standing.language),
        "robots": None if standing.is_indexed else "noindex",
        # This is for page/versions.js: only such a page shows the reader's chosen version.
        "octavo-shared": "yes" if settings.versions and page.version is None else None,
        **picture,
        **settings.metadata,
        **described,
        **own.metadata,
    }
    meta_tags = {name: value for name, value in tags.items() if value and name not in _NO_TAGS}
    return _add_card(_find_pictures(meta_tags, page, links))


def _describe(page: Page, settings: Settings) -> dict[str, str | None]:
    """Return the default descriptions of a page.

    The site's description comes first. Operations often have equal descriptions, so theirs begin
    with their path. Other pages use the first words of their text.
    """
    description = page.description
    if page.is_api:
        description = ": ".join(filter(None, (page.operation, page.description or page.title)))
    return {
        "description": description,
        "og:description": settings.metadata.get("description") or description,
    }


def _find_pictures(tags: dict[str, str], page: Page, links: LinkResolver) -> dict[str, str]:
    """Return tags with full addresses of pictures, for which authors may name files."""
    addresses = {}
    for name in _PICTURES:
        address = tags.get(name)
        if address and not is_external(address):
            target = links.resolve(address, page.source)
            # A missing file stays unchanged, because other tools may add it.
            if target is not None and target.is_found:
                addresses[name] = links.build_absolute(target.href)
    return {**tags, **addresses}


def _add_card(tags: dict[str, str]) -> dict[str, str]:
    """Add the tags of cards, with the values of Open Graph as defaults."""
    has_picture = any(name in tags for name in _PICTURES)
    card = {
        "twitter:card": "summary_large_image" if has_picture else "summary",
        "twitter:title": tags.get("og:title"),
        "twitter:description": tags.get("og:description"),
        "twitter:image": tags.get("og:image"),
    }
    return {**{name: value for name, value in card.items() if value}, **tags}


def shows_days(settings: Settings) -> bool:
    """Tell whether pages show the date of their last change by default."""
    return settings.metadata.get(TIMESTAMP, "").strip().lower() in ("true", "yes", "on", "1")
