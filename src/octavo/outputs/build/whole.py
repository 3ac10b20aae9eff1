"""The plain build: a project becomes a site, and the site a published folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.outputs.build.manifest import add_server_files
from octavo.outputs.build.pages import PageBuilder
from octavo.outputs.build.record import build_record
from octavo.outputs.build.site import BuiltSite, SiteBuild
from octavo.outputs.cache.files import SourceTexts
from octavo.outputs.documents import DocumentLoader
from octavo.outputs.pages import Contents
from octavo.outputs.publish.place import check_output
from octavo.outputs.site_renderer import build_renderer, shows_repository
from octavo.project.images import build_size_lookup
from octavo.site.build import LoadedSite, load_site

if TYPE_CHECKING:
    from octavo.outputs.build.folder import FolderBuild
    from octavo.outputs.cache.memory import Memory
    from octavo.outputs.publish.publication import Publication
    from octavo.project.discover import Project
    from octavo.project.web.font_faces import WantedFont, WebFonts
    from octavo.site.api.library import ApiNeeds
    from octavo.site.api.load import LoadedApi
    from octavo.site.model import Site
    from octavo.site.navigation import PlaceOf


class WholeBuild:
    """Builds every page and every file; with a memory, only what is not the same as before."""

    def __init__(self, folder: FolderBuild, memory: Memory | None = None) -> None:
        self._folder = folder
        self._project = folder.project
        self._options = folder.options
        self._memory = memory
        self._texts = memory.texts if memory else SourceTexts(folder.project, {})

    def run(self) -> BuiltSite | None:
        """Build and publish the site; None if the settings cannot be used."""
        loaded_site = load_site(self._project, self._texts.load_page_settings, self._load_api)
        self._folder.problems += loaded_site.problems
        if loaded_site.site is None:
            return None
        check_output(self._folder.place, self._project.root)
        beside = self._folder.open_host_folder()
        if beside:
            beside.check(self._project.root)
        if self._memory and shows_repository(loaded_site.site):
            _ = self._memory.state.repository  # as it is before pages show it
        with self._folder.open_publication() as publication:
            result = self._build(loaded_site, loaded_site.site, publication)
            add_server_files(
                publication, result.outputs, result.manifest, compress=self._options.compress
            )
            publication.publish(result.outputs)
        if beside:
            beside.publish(result.beside, durable=self._options.durable, say=self._options.say)
        if self._memory:
            record = build_record(self._memory, loaded_site, result, self._folder.engine)
            self._memory.keep_whole(record)
        return result

    def _build(self, loaded_site: LoadedSite, site: Site, publication: Publication) -> BuiltSite:
        project, engine, memory = self._project, self._folder.engine, self._memory
        renderer = build_renderer(project, site, self._load_fonts, self._options.base_path)
        documents = DocumentLoader(project, engine.evaluate, self._texts.load)
        contents = Contents(documents, renderer, build_size_lookup(project))
        cached = (
            memory.build_cached_contents(contents, loaded_site, site, engine) if memory else None
        )
        builder = PageBuilder(contents, renderer, publication, engine, cached)
        copies = memory.find_unchanged_copies(publication.live.outputs) if memory else {}
        build = SiteBuild(project, loaded_site, builder, copies)
        result = build.run(self._options.workers, self._options.progress)
        hosts = self._options.host_files
        if not hosts:
            return result
        from octavo.outputs.build.hosts import add_host_files  # noqa: PLC0415 (few builds need it)

        return add_host_files(
            result,
            hosts,
            publication,
            self._folder.place,
            loaded_site.place_of(("redirects",)),
            is_compressed=self._options.compress,
        )

    def _load_api(self, project: Project, needs: ApiNeeds, place_of: PlaceOf) -> LoadedApi:
        from octavo.site.api.load import load_api  # noqa: PLC0415 (many sites have no documents)

        allow_local = self._options.allow_local_links
        return load_api(project, needs, place_of, allow_local=allow_local)

    def _load_fonts(self, fonts: tuple[WantedFont, ...]) -> WebFonts:
        from octavo.project.web.fonts import (  # noqa: PLC0415 (many sites load none)
            FontSource,
            load_web_fonts,
        )

        return load_web_fonts(fonts, self._options.fonts or FontSource())
