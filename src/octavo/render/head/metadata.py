"""The meta tags of a page: those of the page first, then the site's, then what follows from it."""

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
"""A key of the site's `metadata` that is no meta tag: whether pages show when they changed."""
_NO_TAGS = (CANONICAL, TIMESTAMP)
_PICTURES = ("og:image", "twitter:image")


def build_metadata(
    page: Page,
    settings: Settings,
    links: LinkResolver,
    standing: Standing,
    picture: Mapping[str, str],
) -> dict[str, str]:
    """Return the meta tags of a page by name; `picture` are those of the one drawn for it."""
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
        # For page/versions.js: only such a page shows the version that its reader chose.
        "octavo-shared": "yes" if settings.versions and page.version is None else None,
        **picture,
        **settings.metadata,
        **described,
        **own.metadata,
    }
    meta_tags = {name: value for name, value in tags.items() if value and name not in _NO_TAGS}
    return _add_card(_find_pictures(meta_tags, page, links))


def _describe(page: Page, settings: Settings) -> dict[str, str | None]:
    """Return the descriptions of a page whose author says nothing of it.

    That is what the site says of all pages. Operations have the same descriptions as others so
    often that theirs begin with their paths. For other pages, the first words of the text do.
    """
    description = page.description
    if page.is_api:
        description = ": ".join(filter(None, (page.operation, page.description or page.title)))
    return {
        "description": description,
        "og:description": settings.metadata.get("description") or description,
    }


def _find_pictures(tags: dict[str, str], page: Page, links: LinkResolver) -> dict[str, str]:
    """Return tags with whole addresses of pictures, for which authors may name files."""
    addresses = {}
    for name in _PICTURES:
        address = tags.get(name)
        if address and not is_external(address):
            target = links.resolve(address, page.source)
            # One that is not there is left as it was written: other tools may put it there.
            if target is not None and target.is_found:
                addresses[name] = links.build_absolute(target.href)
    return {**tags, **addresses}


def _add_card(tags: dict[str, str]) -> dict[str, str]:
    """Add the tags of cards, which say what the Open Graph says where nobody wrote them."""
    has_picture = any(name in tags for name in _PICTURES)
    card = {
        "twitter:card": "summary_large_image" if has_picture else "summary",
        "twitter:title": tags.get("og:title"),
        "twitter:description": tags.get("og:description"),
        "twitter:image": tags.get("og:image"),
    }
    return {**{name: value for name, value in card.items() if value}, **tags}


def shows_days(settings: Settings) -> bool:
    """Tell whether pages show when they were last changed, unless they say otherwise."""
    return settings.metadata.get(TIMESTAMP, "").strip().lower() in ("true", "yes", "on", "1")
