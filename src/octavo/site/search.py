"""What the site's search finds: a record a page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from octavo.site.model import Page, Site


@dataclass(frozen=True, slots=True)
class SearchRecord:
    """A page as the search sees it; headings are pairs of id and title."""

    href: str
    title: str
    description: str
    breadcrumb: str
    version: str | None
    headings: tuple[tuple[str, str], ...]


def is_searchable(page: Page, site: Site) -> bool:
    """Tell whether the search may find a page: one that is listed, unless settings differ."""
    settings = page.settings
    if settings.searchable is False or settings.hidden or settings.noindex or settings.url:
        return False
    return page.listed or site.settings.seo.index_hidden_pages


def build_search_index(records: Iterable[SearchRecord]) -> str:
    """Return the search index as JSON, in the compact form that the browser reads."""
    pages: list[Sequence[object]] = [
        (
            record.href,
            record.title,
            record.description,
            record.breadcrumb,
            record.version,
            record.headings,
        )
        for record in records
    ]
    return json.dumps({"pages": pages}, ensure_ascii=False, separators=(",", ":"))
