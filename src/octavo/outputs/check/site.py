"""Checks a whole site: the stages of a build without its files, and what only a check tells."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from octavo.content.inspection import inspect_document
from octavo.outputs.build.copies import explain_secret, plan_copies
from octavo.outputs.build.pages.all_pages import build_all_pages
from octavo.outputs.build.pages.api_parts import list_parts
from octavo.outputs.build.pages.builder import WritePage, build_unwritten_page, list_asked
from octavo.outputs.build.site import BuiltSite
from octavo.outputs.pages.leads import list_planned_outputs
from octavo.outputs.pages.page import BuiltContent
from octavo.outputs.pages.written import WrittenPage
from octavo.outputs.web.manifest import SiteManifest
from octavo.project.files import open_source
from octavo.project.public.secrets import find_secret
from octavo.site.fragments import read_ids
from octavo.site.page_checks import check_pages
from octavo.site.urls import OutputNames, build_page_output

if TYPE_CHECKING:
    from octavo.outputs.build.folder import BuildOptions
    from octavo.outputs.build.source import SiteSource
    from octavo.outputs.pages.page import BuildContent
    from octavo.problems import Problem
    from octavo.project.discover import Project
    from octavo.render.site import SiteRenderer
    from octavo.site.address import SiteAddress
    from octavo.site.build import LoadedSite
    from octavo.site.model import Page, Site


def check_pages_of_site(
    source: SiteSource,
    loaded_site: LoadedSite,
    site: Site,
    address: SiteAddress,
    options: BuildOptions,
    unread: frozenset[str] = frozenset(),
) -> BuiltSite:
    """Render all pages of a site, and tell all that is wrong with it; nothing is written."""
    read = _skip_pages(unread) if unread else read_page
    builder = source.open_builder(loaded_site, site, address, lambda _: read, inspect_document)
    built_pages = build_all_pages(
        source.project,
        loaded_site,
        builder,
        lambda page: page.ids,
        options.workers,
        options.progress,
    )
    pages = built_pages.pages
    names = OutputNames(page.output for page in pages if page.output)
    for output in (
        *list_planned_outputs(site),
        *(part.output for part in built_pages.parts),
        *(file.output for file in builder.renderer.render_theme()),
    ):
        names.claim(output)
    return BuiltSite(
        pages,
        {},
        builder.renderer,
        (*built_pages.site_problems, *check_pages(site, loaded_site.place_in_page)),
        tuple(_check_files(source.project, builder.renderer, pages, names)),
        (*built_pages.api_problems, *_check_documents(loaded_site)),
        built_pages.fragments,
        names=names,
        manifest=SiteManifest(),
    )


def read_page(page: Page, build_content: BuildContent) -> WrittenPage:
    """Build the content of a page, and keep what has to be known of it."""
    body = build_content(page)
    if body.content is None:
        return build_unwritten_page(body)
    return WrittenPage(
        build_page_output(page.url),
        {},
        body.problems,
        list_asked(body),
        body.is_lasting,
        fragments=body.content.fragments,
        parts=list_parts(body.content),
        ids=read_ids(body.content.html.encode()),
    )


def _skip_pages(unread: frozenset[str]) -> WritePage:
    """Return what reads pages but for some, of which nothing is known then."""

    def read(page: Page, build_content: BuildContent) -> WrittenPage:
        if page.source in unread:
            return build_unwritten_page(BuiltContent(None))
        return read_page(page, build_content)

    return read


def _check_files(
    project: Project, renderer: SiteRenderer, pages: Sequence[WrittenPage], names: OutputNames
) -> Iterator[Problem]:
    """Return the problems of files that would be copied."""
    copies = plan_copies(project, renderer, pages, names)
    yield from copies.problems
    for file in copies.files.values():
        descriptor, problems = open_source(project.root, file)
        yield from problems
        if descriptor is None:
            continue
        try:
            secret = find_secret(descriptor, file.source)
        finally:
            os.close(descriptor)
        if secret:
            yield explain_secret(project, renderer, pages, file.source, secret)


def _check_documents(loaded_site: LoadedSite) -> tuple[Problem, ...]:
    """Return what readers miss of the API documents."""
    return loaded_site.api.collect_further() if loaded_site.api else ()
