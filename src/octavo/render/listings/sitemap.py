"""Writes the list of pages for search engines (sitemaps.org), in several files if long."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from octavo.project.dates import FileDates
from octavo.render.basis.changing import PageRules
from octavo.render.basis.html import escape_text
from octavo.site.links import LinkResolver

SITEMAP = "sitemap.xml"
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_MOST_PAGES = 50_000
_MOST_BYTES = 50_000_000
"""The most bytes of a file in the protocol."""

Listed = tuple[str, str | None]
"""The address of a page, and the date of its last change if it is known."""


def render_page_list(
    pages: Iterable[tuple[str, PageRules]], links: LinkResolver, dates: FileDates
) -> dict[str, bytes]:
    """Return the files that list the indexed ones of some pages, by output."""
    listed = (
        (
            links.build_absolute(links.link_page(url)),
            rules.given_day or dates.find(rules.dated_source),
        )
        for url, rules in pages
        if rules.is_listed
    )
    return render_sitemap(listed, lambda output: links.build_absolute(links.link_file(output)))


def render_sitemap(
    pages: Iterable[Listed],
    address_of: Callable[[str], str],
    most_pages: int = _MOST_PAGES,
    most_bytes: int = _MOST_BYTES,
) -> dict[str, bytes]:
    """Return the files that list pages, by output; `address_of` returns an output's address."""
    parts = list(_split([_render_page(*page) for page in pages], most_pages, most_bytes))
    if not parts:
        return {}
    if len(parts) == 1:
        return {SITEMAP: _join("urlset", parts[0])}
    names = [f"sitemap-{number}.xml" for number in range(1, len(parts) + 1)]
    index = [
        f"<sitemap><loc>{escape_text(address_of(name))}</loc></sitemap>\n".encode()
        for name in names
    ]
    files = {name: _join("urlset", part) for name, part in zip(names, parts, strict=True)}
    return {SITEMAP: _join("sitemapindex", index), **files}


def _render_page(address: str, day: str | None) -> bytes:
    changed = f"<lastmod>{day}</lastmod>" if day else ""
    return f"<url><loc>{escape_text(address)}</loc>{changed}</url>\n".encode()


def _join(element: str, lines: Iterable[bytes]) -> bytes:
    start = f'{_HEAD}<{element} xmlns="{_NAMESPACE}">\n'.encode()
    return b"".join([start, *lines, f"</{element}>\n".encode()])


def _split(lines: list[bytes], most_pages: int, most_bytes: int) -> Iterator[list[bytes]]:
    """Yield the lines for each file."""
    part: list[bytes] = []
    size = most = most_bytes - len(_join("urlset", ()))
    for line in lines:
        size -= len(line)
        if part and (size < 0 or len(part) == most_pages):
            yield part
            part, size = [], most - len(line)
        part.append(line)
    if part:
        yield part
