"""Makes the renderer of a project's site: one for builds and for the preview."""

from __future__ import annotations

from octavo.project.discover import Project
from octavo.project.repository import Repository, load_repository, resolve_repository
from octavo.render.site import ImageSize, SiteRenderer
from octavo.site.model import Site


def build_renderer(
    project: Project, site: Site, image_size: ImageSize, base_path: str = ""
) -> SiteRenderer:
    """Return the renderer of a site, with the author's own styles and scripts."""
    return SiteRenderer(
        site,
        styles=tuple(file.source for file in project.styles),
        scripts=tuple(file.source for file in project.scripts),
        base_path=base_path,
        repository=_find_repository(project, site),
        image_size=image_size,
    )


def shows_repository(site: Site) -> bool:
    """Tell whether pages link to their sources."""
    feedback = site.settings.feedback
    return bool(feedback.suggest_edit or feedback.raise_issue)


def _find_repository(project: Project, site: Site) -> Repository | None:
    if not shows_repository(site):
        return None
    return resolve_repository(load_repository(project.root), site.settings.repository)
