"""Loads the site of a project, and creates its page builder, for builds and for checks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from octavo.builder.cache.files import SourceTexts
from octavo.builder.pages.documents import DocumentLoader
from octavo.builder.pages.page_build import Contents, Inspect
from octavo.builder.pages.site_renderer import build_renderer, shows_repository
from octavo.builder.team.builder import PageBuilder, WritePage
from octavo.problems import Location, Problem
from octavo.project.dates import find_today
from octavo.project.git.commit_dates import load_commit_days
from octavo.project.images import build_size_lookup
from octavo.project.web.fonts import FontSource, load_web_fonts
from octavo.site.address import SiteAddress, explain_difference, plan_address
from octavo.site.load import LoadedSite, load_site
from octavo.site.visibility.decision import Viewer

if TYPE_CHECKING:
    from octavo.builder.cache.memory import Memory
    from octavo.builder.folder_build import BuildOptions
    from octavo.builder.javascript.lazy_engine import LazyEngine
    from octavo.project.dates import CommitDays
    from octavo.project.discover import Project
    from octavo.project.web.font_faces import WantedFont, WebFonts
    from octavo.render.site import SiteRenderer
    from octavo.site.api.library import ApiNeeds
    from octavo.site.api.load import LoadedApi
    from octavo.site.model import Site
    from octavo.site.navigation import PlaceOf


class SiteSource:
    """A project as the source of a site; with a memory, unchanged files are not read."""

    def __init__(
        self,
        project: Project,
        options: BuildOptions,
        engine: LazyEngine,
        memory: Memory | None = None,
        *,
        tells_days: bool = True,
    ) -> None:
        """Create the source; without `tells_days`, git isn't asked for dates."""
        self.project = project
        self.engine = engine
        self.memory = memory
        self._options = options
        self._tells_days = tells_days
        self._texts = memory.texts if memory else SourceTexts(project, {}, is_remembered=False)

    def load_site(self) -> LoadedSite:
        """Load the site, with its API documents."""
        viewer = Viewer(find_today())
        loaded_site = load_site(
            self.project, self._texts.load_page_settings, self._load_api, viewer
        )
        if self.memory and loaded_site.site and shows_repository(loaded_site.site):
            _ = self.memory.state.repository  # Read the repository before pages show it.
        return loaded_site

    def plan_address(self, loaded_site: LoadedSite, site: Site) -> SiteAddress | Problem:
        """Return the public address of the site; report contradictory settings."""
        options = self._options
        site_url = options.site_url or site.settings.seo.site_url or ""
        address = plan_address(site_url, options.base_path)
        if address is not None:
            return address
        place = (
            Location("--site-url") if options.site_url else loaded_site.place_of(("seo", "siteUrl"))
        )
        return explain_difference(site_url, options.base_path, place)

    def open_builder(
        self,
        loaded_site: LoadedSite,
        site: Site,
        address: SiteAddress,
        write: Callable[[SiteRenderer], WritePage],
        inspect: Inspect | None = None,
    ) -> PageBuilder:
        """Return the builder of the site's pages; `write` handles each finished page."""
        load_days = self._load_days if self._tells_days else None
        renderer = build_renderer(self.project, site, self._load_fonts, address, load_days)
        evaluate, sources = self.engine.evaluate, site.held_back.sources
        documents = DocumentLoader(self.project, evaluate, self._texts.load, sources)
        contents = Contents(documents, renderer, build_size_lookup(self.project), inspect)
        memory, engine = self.memory, self.engine
        cached = (
            memory.build_cached_contents(contents, loaded_site, site, engine) if memory else None
        )
        return PageBuilder(contents, renderer, write(renderer), engine, cached)

    def _load_api(self, project: Project, needs: ApiNeeds, place_of: PlaceOf) -> LoadedApi:
        from octavo.site.api.load import load_api  # noqa: PLC0415 (many sites have no documents)

        allow_local = self._options.allow_local_links
        if self.memory is None:
            return load_api(project, needs, place_of, allow_local=allow_local)
        return load_api(
            project, needs, place_of, allow_local=allow_local, remember=self.memory.remember
        )

    def _load_days(self, root: str, sources: Sequence[str]) -> CommitDays:
        if self.memory is not None:
            return self.memory.load_commit_days(sources)
        return load_commit_days(root, sources)

    def _load_fonts(self, fonts: tuple[WantedFont, ...]) -> WebFonts:
        return load_web_fonts(fonts, self._options.fonts or FontSource())
