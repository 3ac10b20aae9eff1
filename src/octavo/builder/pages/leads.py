"""Plans the files that only redirect: one for each redirect, and for each folder without a page."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import unquote

from octavo.builder.served.manifest import MANIFEST, SERVER_FACTS
from octavo.problems import Code, Location, Problem, Severity
from octavo.project.names import is_windows_name
from octavo.project.public.types import is_public_type
from octavo.site.urls import (
    LLMS,
    LLMS_FULL,
    OutputNames,
    build_page_output,
    build_twin_output,
    explain_clash,
    is_same_place,
    normalize_url,
)
from octavo.values import replace

if TYPE_CHECKING:
    from octavo.project.discover import Project
    from octavo.site.model import Site
    from octavo.site.navigation import PlaceOf

NOT_FOUND = "404.html"
_IS_WINDOWS = os.name == "nt"


def list_planned_outputs(site: Site) -> Iterator[str]:
    """Return the outputs of a site that are known before rendering."""
    yield from map(build_page_output, site.pages)
    yield from map(build_twin_output, sorted(site.twins))
    yield from (NOT_FOUND, SERVER_FACTS, MANIFEST)
    yield from (name for name in (LLMS, LLMS_FULL) if name not in site.files)


def check_leads(project: Project, site: Site, place_of: PlaceOf) -> Iterator[Problem]:
    """Return the problems of redirects and folders whose files can't exist on some systems."""
    names = OutputNames(list_planned_outputs(site))
    for file in project.served:
        if is_public_type(file.source):
            names.claim(file.source)
    for url in (*site.folders, *(each.source for each in site.redirects if not each.pattern)):
        problem = claim_lead(names, url, site, place_of)
        if isinstance(problem, Problem):
            yield problem
        elif url not in site.folders and not is_windows_name(build_page_output(url)):
            yield replace(_explain_unportable(url, site, place_of), severity=Severity.INFO)


def claim_lead(
    names: OutputNames,
    url: str,
    site: Site,
    place_of: PlaceOf,
    *,
    is_windows: bool = _IS_WINDOWS,
) -> Problem | bool:
    """Claim the file that redirects from a URL; tell whether to write it, or why not.

    A file of the author may replace that of a folder.
    """
    output = build_page_output(url)
    if is_windows and not is_windows_name(output):
        return _explain_unportable(url, site, place_of)
    other = names.claim(output)
    if other is None:
        return True
    if url in site.folders and is_same_place(output, other):
        return False
    what = f"the file that leads on from `{url}`"
    return explain_clash(what, output, other, _locate(url, site, place_of))


def _explain_unportable(url: str, site: Site, place_of: PlaceOf) -> Problem:
    return Problem(
        Code.FILE_NAME_UNUSABLE,
        f"a build on Windows has no file that leads on from `{url}`: Windows cannot hold its name",
        _locate(url, site, place_of),
        Severity.WARNING,
        "Build the site on another system, or give the address another name.",
    )


def _locate(url: str, site: Site, place_of: PlaceOf) -> Location:
    """Return the location of a URL's redirect, or of the first page below it."""
    if url in site.folders:
        return Location(site.pages[site.folders[url]].source)
    for index, rule in enumerate(site.settings.redirects):
        if normalize_url(unquote(rule.source)) == url:
            return place_of(("redirects", index, "source"))
    return place_of(("redirects",))
