"""The common steps of builds and checks: render all pages, and report their problems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from octavo.builder.pages.site_renderer import check_site
from octavo.builder.pages.written import WrittenPage
from octavo.builder.served.manifest import PROXY_MANIFEST
from octavo.builder.team.api_parts import select_parts
from octavo.builder.team.api_report import join_reports
from octavo.builder.team.builder import PageBuilder
from octavo.builder.team.workers import Progress, TeamResult, build_all
from octavo.problems import Location, Problem, attempt, has_fault
from octavo.render.basis.rendered import ApiPart
from octavo.site.fragments import FragmentLink, Ids, LinkingPage, check_fragments, check_redirects
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.project.discover import Project
    from octavo.site.load import LoadedSite
    from octavo.site.model import Site

LoadIds = Callable[[WrittenPage], Ids]
"""Returns the ids in a page."""


class BuiltPages(Struct, frozen=True):
    """The pages of a site, the shared files of its API pages, and all their problems."""

    pages: Sequence[WrittenPage]
    """The pages, in the order of the site."""
    parts: tuple[ApiPart, ...]
    site_problems: tuple[Problem, ...]
    api_problems: tuple[Problem, ...]
    fragments: Sequence[Sequence[FragmentLink]]
    """The checked links of each page to places inside pages."""


def build_all_pages(
    project: Project,
    loaded_site: LoadedSite,
    builder: PageBuilder,
    load_ids: LoadIds,
    workers: int,
    progress: Progress,
) -> BuiltPages:
    """Build all pages of a site in this many processes, then check them together."""
    renderer = builder.renderer
    site_problems = (*loaded_site.problems, *check_site(project, renderer, loaded_site))
    site_pages = renderer.site.pages
    find_held = builder.held.find if builder.held else lambda _: None
    built_pages = {url: held for url, page in site_pages.items() if (held := find_held(page))}
    missing = [page for url, page in site_pages.items() if url not in built_pages]
    team = build_all(builder, missing, workers, progress)
    built_pages.update((page.url, each) for page, each in zip(missing, team.pages, strict=True))
    pages = [built_pages[url] for url in site_pages]
    parts, api_problems = _finish_api(builder, loaded_site, team, pages)
    fragments = _check_fragments(builder, pages, load_ids)
    site_problems += _check_redirects(loaded_site, renderer.site, pages, load_ids)
    return BuiltPages(pages, parts, site_problems, api_problems, fragments)


def _check_redirects(
    loaded_site: LoadedSite, site: Site, pages: Sequence[WrittenPage], load_ids: LoadIds
) -> tuple[Problem, ...]:
    by_url = dict(zip(site.pages, pages, strict=True))

    def load(url: str) -> Ids | None:
        return load_ids(by_url[url]) if by_url[url].output else None

    return tuple(check_redirects(site, load, loaded_site.place_of))


def _finish_api(
    builder: PageBuilder,
    loaded_site: LoadedSite,
    team: TeamResult,
    pages: Sequence[WrittenPage],
) -> tuple[tuple[ApiPart, ...], tuple[Problem, ...]]:
    """Return the files that API pages share, and the problems of the documents."""
    api = builder.cached.api if builder.cached else None
    site = builder.renderer.site
    links = join_reports(team.reports, site.api_documents)
    parts = select_parts({**(api.parts if api else {}), **team.parts}, pages)
    documents: tuple[ApiPart, ...] = ()
    if builder.renderer.api.has_pages:
        bundles = builder.renderer.api.downloads.render_documents()
        documents = (*bundles, *_list_proxy_manifests(site))
    if api is not None and api.is_same:
        problems = api.list_problems()
    else:
        if api is not None:
            api.report_findings()
        problems = loaded_site.collect_api_problems()
    of_pages = (problem for page in pages for problem in page.problems)
    if api is not None and not has_fault((*of_pages, *problems)):
        api.keep(parts, links, problems)
    return (*parts, *documents), problems


def _list_proxy_manifests(site: Site) -> tuple[ApiPart, ...]:
    """Return the list of callable operations for servers; empty after an error in Octavo."""
    document = site.api_documents[0] if site.api_documents else None
    if document is None:
        return (_build_proxy_manifest(site),)
    from octavo.openapi.document.shapes import report_fault  # noqa: PLC0415 (many sites have no API)

    return attempt(
        lambda: (_build_proxy_manifest(site),),
        (),
        "what servers know of the operations",
        Location(document.source),
        partial(report_fault, document, document.root),
    )


def _build_proxy_manifest(site: Site) -> ApiPart:
    from octavo.builder.served.proxy_manifest import build_manifest  # noqa: PLC0415 (many sites have no API)
    from octavo.builder.served.stored_manifest import write_proxy_manifest  # noqa: PLC0415 (the same)

    return ApiPart(PROXY_MANIFEST, write_proxy_manifest(build_manifest(site)))


def _check_fragments(
    builder: PageBuilder, pages: Sequence[WrittenPage], load_ids: LoadIds
) -> list[Sequence[FragmentLink]]:
    site = builder.renderer.site
    by_url = dict(zip(site.pages, pages, strict=True))
    linking_pages = [
        # An unreadable page has no ids to find, and neither has an API page.
        LinkingPage(
            page.url, by_url[page.url].fragments, page.is_api or not by_url[page.url].output
        )
        for page in site.pages.values()
    ]
    changed = {page.url for page in site.pages.values() if not by_url[page.url].is_held}
    base_path = builder.renderer.links.base_path
    return check_fragments(linking_pages, base_path, lambda url: load_ids(by_url[url]), changed)
