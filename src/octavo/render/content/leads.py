"""The line below a page's title: the description of its front matter."""

from __future__ import annotations

from collections.abc import Iterator

from octavo.content.leads import may_link, parse_lead
from octavo.content.nodes import Document
from octavo.problems import Problem
from octavo.render.basis.html import escape_text
from octavo.render.content.nodes import ContentRenderer
from octavo.site.api.bindings import PlaceInPage
from octavo.site.links import LinkResolver
from octavo.site.model import Page, Site
from octavo.values import Struct, replace


class Lead(Struct, frozen=True):
    """The line as HTML, and the problems of its links."""

    html: str
    problems: tuple[Problem, ...] = ()


def render_lead(page: Page, links: LinkResolver) -> Lead:
    """Render the description of a page, which may contain inline Markdown."""
    nodes = parse_lead(page.settings.description or "")
    only = nodes[0] if len(nodes) == 1 else None
    if isinstance(only, str):
        return Lead(escape_text(only))
    renderer = ContentRenderer(page.source, Document(nodes, {}), (), links)
    return Lead(renderer.render(), tuple(renderer.problems))


def check_leads(site: Site, links: LinkResolver, place_of: PlaceInPage) -> Iterator[Problem]:
    """Report the broken links of descriptions."""
    for page in site.pages.values():
        description = page.settings.description
        if description and may_link(description) and not page.generated:
            for problem in render_lead(page, links).problems:
                yield replace(problem, location=place_of(page.source, "description"))
