"""What the site's search finds: a record a page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from octavo.values import dataclass

if TYPE_CHECKING:
    from octavo.site.model import Page, Site

SEARCH_INDEX = "_octavo/search.json"
"""Where the search index is found; any page changes it, so its name has no hash."""


@dataclass(frozen=True, slots=True)
class SearchRecord:
    """A page as the search sees it; headings are pairs of id and title."""

    href: str
    title: str
    description: str
    breadcrumb: str
    version: str | None
    headings: tuple[tuple[str, str], ...]
    operation: str = ""
    """Method and path of the operation that the page shows."""


def is_searchable(page: Page, site: Site) -> bool:
    """Tell whether the search may find a page: one that is listed, unless settings differ."""
    settings = page.settings
    if settings.searchable is False or settings.hidden or settings.noindex or settings.url:
        return False
    return page.listed or site.settings.seo.index_hidden_pages


def operation_of(page: Page) -> str:
    """Return method and path of what an API page shows; nothing for other pages."""
    from octavo.site.model import OperationBinding  # noqa: PLC0415 (not to rebuild a page)

    if isinstance(page.binding, OperationBinding):
        return f"{page.binding.method} {page.binding.entry.key.path}"
    return f"{page.endpoint.method} {page.endpoint.url}" if page.endpoint else ""


def render_record(record: SearchRecord) -> str:
    """Return the entry of a page in the search index."""
    return _dump(
        [
            record.href,
            record.title,
            record.description,
            record.breadcrumb,
            record.version,
            record.headings,
            *([record.operation] if record.operation else []),
        ]
    )


_HEADINGS = 5


def with_headings(entry: str, headings: Sequence[tuple[str, str]]) -> str:
    """Return the entry of a page whose text alone has changed."""
    values = json.loads(entry)
    values[_HEADINGS] = headings
    return _dump(values)


def join_records(entries: Iterable[str]) -> str:
    """Return the search index of entries."""
    return f'{{"pages":[{",".join(entries)}]}}'


def split_records(index: bytes) -> list[str]:
    """Return the entries of a search index."""
    return [_dump(entry) for entry in json.loads(index)["pages"]]


def _dump(values: object) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))
