"""Creates the renderer of a project's site, for builds and for the preview."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from octavo.builder.pages.leads import check_leads
from octavo.problems import Problem, attempt
from octavo.project.dates import CommitDays, FileDates
from octavo.project.discover import Project
from octavo.project.git.repository import Repository, load_repository, resolve_repository
from octavo.project.images import load_image
from octavo.project.named_hosts import load_named_hosts
from octavo.project.svg_colors import load_svg_colors
from octavo.project.web.font_faces import WantedFont, WebFonts
from octavo.project.web.font_weights import load_own_files
from octavo.render.head.metadata import shows_days
from octavo.render.shell.named_files import check_logo
from octavo.render.site import SiteRenderer
from octavo.render.styling.fonts import plan_downloads
from octavo.site.address import SiteAddress
from octavo.site.model import Site
from octavo.values import replace

if TYPE_CHECKING:
    from octavo.render.pictures.share import LoadLogo, SharePictures
    from octavo.site.load import LoadedSite

LoadDays = Callable[[str, Sequence[str]], CommitDays]
"""Returns the dates of the last commits of files in a folder."""
LoadFonts = Callable[[tuple[WantedFont, ...]], WebFonts]


def build_renderer(
    project: Project,
    site: Site,
    load_fonts: LoadFonts,
    address: SiteAddress,
    load_days: LoadDays | None,
) -> SiteRenderer:
    """Return the renderer of a site, with the author's styles, scripts and fonts.

    Without `load_days`, pages show no date of their last change.
    """
    pages = (page.source for page in site.pages.values() if not page.generated)
    sources = [*pages, *(file.source for file in project.data)]
    dates = FileDates()
    if load_days is not None and tells_days(site, address.origin):
        dates = FileDates(load_days(project.root, sources), project.files)
    return SiteRenderer(
        site,
        styles=tuple(file.source for file in project.styles),
        scripts=tuple(file.source for file in project.scripts),
        address=address,
        repository=_find_repository(project, site),
        web_fonts=_load_web_fonts(project, site, load_fonts),
        named_hosts=load_named_hosts(project),
        dates=dates,
        pictures=_plan_pictures(project, site, address),
    )


def _load_web_fonts(project: Project, site: Site, load_fonts: LoadFonts) -> WebFonts:
    fonts = site.settings.font
    if fonts is None:
        return WebFonts()
    languages = sorted({page.language for page in site.pages.values()})
    downloads = plan_downloads(fonts, tuple(languages))
    web_fonts = load_fonts(downloads) if downloads else WebFonts()
    weights, measures = load_own_files(project, fonts)
    return replace(web_fonts, weights=weights, measures=measures)


def check_site(
    project: Project, renderer: SiteRenderer, loaded_site: LoadedSite
) -> tuple[Problem, ...]:
    """Return the problems of a site's look."""
    settings, place_of = renderer.site.settings, loaded_site.place_of
    faults: list[Problem] = []

    def look(check: Callable[[], Iterable[Problem]]) -> tuple[Problem, ...]:
        return attempt(
            lambda: tuple(check()), (), "a check of the site", place_of(()), faults.append
        )

    problems = (
        *look(lambda: renderer.check(place_of, loaded_site.place_in_page)),
        *look(lambda: check_logo(settings, partial(load_svg_colors, project), place_of)),
        *look(lambda: check_leads(project, renderer.site, place_of)),
    )
    return (*problems, *faults)


def tells_days(site: Site, origin: str) -> bool:
    """Tell whether search engines or readers see when pages last changed."""
    pages = site.pages.values()
    return (
        bool(origin) or shows_days(site.settings) or any(each.settings.timestamp for each in pages)
    )


def shows_repository(site: Site) -> bool:
    """Tell whether pages link to their sources."""
    feedback = site.settings.feedback
    return bool(feedback.suggest_edit or feedback.raise_issue)


def _plan_pictures(project: Project, site: Site, address: SiteAddress) -> SharePictures | None:
    """Return the renderer of share pictures; social networks need full addresses for them."""
    if not address.origin or not site.settings.seo.pictures:
        return None
    from octavo.render.pictures.share import SharePictures, can_draw  # noqa: PLC0415 (many sites draw nothing)

    return SharePictures(site, build_logo_loader(project)) if can_draw() else None


def build_logo_loader(project: Project) -> LoadLogo:
    """Return a loader of the project's logo for share pictures."""
    return partial(load_image, project)


def _find_repository(project: Project, site: Site) -> Repository | None:
    if not shows_repository(site):
        return None
    return resolve_repository(load_repository(project.root), site.settings.repository)
