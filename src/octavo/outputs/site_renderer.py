"""Makes the renderer of a project's site: one for builds and for the preview."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from octavo.problems import Problem
from octavo.project.discover import Project
from octavo.project.named_hosts import load_named_hosts
from octavo.project.repository import Repository, load_repository, resolve_repository
from octavo.project.svg_colors import load_svg_colors
from octavo.project.web.font_faces import WantedFont, WebFonts
from octavo.render.assets.named_files import check_logo
from octavo.render.site import SiteRenderer
from octavo.render.styling.fonts import plan_downloads
from octavo.site.model import Site

if TYPE_CHECKING:
    from octavo.site.build import LoadedSite

LoadFonts = Callable[[tuple[WantedFont, ...]], WebFonts]


def build_renderer(
    project: Project,
    site: Site,
    load_fonts: LoadFonts,
    base_path: str = "",
) -> SiteRenderer:
    """Return the renderer of a site, with the author's own styles, scripts and fonts."""
    fonts = plan_downloads(site.settings.font) if site.settings.font else ()
    return SiteRenderer(
        site,
        styles=tuple(file.source for file in project.styles),
        scripts=tuple(file.source for file in project.scripts),
        base_path=base_path,
        repository=_find_repository(project, site),
        web_fonts=load_fonts(fonts) if fonts else WebFonts(),
        named_hosts=load_named_hosts(project),
    )


def check_site(
    project: Project, renderer: SiteRenderer, loaded_site: LoadedSite
) -> tuple[Problem, ...]:
    """Return the problems of the look of a site."""
    settings, place_of = renderer.site.settings, loaded_site.place_of
    return (
        *renderer.check(place_of, loaded_site.place_in_page),
        *check_logo(settings, partial(load_svg_colors, project), place_of),
    )


def shows_repository(site: Site) -> bool:
    """Tell whether pages link to their sources."""
    feedback = site.settings.feedback
    return bool(feedback.suggest_edit or feedback.raise_issue)


def _find_repository(project: Project, site: Site) -> Repository | None:
    if not shows_repository(site):
        return None
    return resolve_repository(load_repository(project.root), site.settings.repository)
