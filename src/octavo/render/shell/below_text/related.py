"""Renders related pages and the authors of a page, below its text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from octavo.problems import Location, Problem
from octavo.render.basis.html import escape_attribute, escape_text
from octavo.render.basis.wording import Wording
from octavo.settings.models.page_settings import RelatedPage
from octavo.settings.urls import is_external
from octavo.site.api.bindings import PlaceInPage
from octavo.site.links import LinkResolver, Target, explain_unsafe_link
from octavo.site.model import Page, Site
from octavo.site.urls import normalize_url, resolve_path, split_fragment, strip_page_suffix
from octavo.values import replace


def render_related(page: Page, site: Site, links: LinkResolver, say: Wording) -> str:
    """Return the list of related pages, without broken links."""
    items = []
    for related in page.settings.related:
        target = _resolve(related, page, links)
        if target is not None and target.is_found:
            title = escape_text(related.title or _find_title(related, page, site))
            items.append(f'<li><a href="{escape_attribute(target.href)}">{title}</a></li>')
    if not items:
        return ""
    return (
        '<nav class="related" aria-labelledby="related-title">'
        f'<h2 id="related-title">{say("Related pages")}</h2><ul>{"".join(items)}</ul></nav>'
    )


def render_authors(names: Sequence[str], say: Wording) -> str:
    """Return the line with the authors of a page."""
    if not names:
        return ""
    *others, last = map(escape_text, names)
    words = say("{names} and {last}", names=", ".join(others), last=last) if others else last
    return f'<p class="page-authors">{say("Written by {names}", names=words)}</p>'


def check_related(site: Site, links: LinkResolver, place_of: PlaceInPage) -> Iterator[Problem]:
    """Report missing related pages."""
    for page in site.pages.values():
        for related in page.settings.related:
            target = _resolve(related, page, links)
            place = Location(page.source)
            if target is None:
                problem = explain_unsafe_link(related.href, place)
            elif not target.is_found:
                problem = links.explain_missing_page(_find_address(related), place)
            else:
                continue
            yield replace(problem, location=place_of(page.source, "related"))


def _resolve(related: RelatedPage, page: Page, links: LinkResolver) -> Target | None:
    return links.resolve(_find_address(related), page.source)


def _find_address(related: RelatedPage) -> str:
    """Return the address of a related page; names start at the root, as in the navigation."""
    href = related.href
    return href if is_external(href) or href.startswith((".", "/", "#")) else f"/{href}"


def _find_title(related: RelatedPage, page: Page, site: Site) -> str:
    address = _find_address(related)
    path = resolve_path(split_fragment(address)[0], page.source)
    target = site.pages.get(normalize_url(strip_page_suffix(path)))
    return target.title if target else related.href
