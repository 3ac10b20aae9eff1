"""The plain build: from a project to a published folder."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from octavo.builder.cache.held import HeldPages
from octavo.builder.host_files.plan import add_host_files
from octavo.builder.pages.site_manifest import add_server_files
from octavo.builder.publish.disk import OutputError
from octavo.builder.publish.place import check_output
from octavo.builder.record import build_record
from octavo.builder.site_build import BuiltSite, SiteBuild
from octavo.builder.source import SiteSource
from octavo.builder.team.builder import PictureWriter, WritePage, write_page
from octavo.problems import Location, Problem, Severity
from octavo.site.urls import explain_clash
from octavo.values import replace

if TYPE_CHECKING:
    from octavo.builder.cache.memory import Memory
    from octavo.builder.folder_build import FolderBuild
    from octavo.builder.publish.publication import Publication
    from octavo.render.site import SiteRenderer
    from octavo.site.address import SiteAddress
    from octavo.site.load import LoadedSite
    from octavo.site.model import Site


class WholeBuild:
    """Builds every page and every file; with a memory, only those that changed."""

    def __init__(self, folder: FolderBuild, memory: Memory | None = None) -> None:
        self._folder = folder
        self._project = folder.project
        self._options = folder.options
        self._memory = memory
        self._source = SiteSource(folder.project, folder.options, folder.engine, memory)

    def run(self) -> BuiltSite | None:
        """Build and publish the site; None if the settings are unusable."""
        loaded_site = self._source.load_site()
        self._folder.problems += loaded_site.problems
        if loaded_site.site is None:
            return None
        address = self._source.plan_address(loaded_site, loaded_site.site)
        if isinstance(address, Problem):
            self._folder.problems += (address,)
            return None
        check_output(self._folder.place, self._project.root)
        beside = self._folder.open_host_folder()
        if beside:
            beside.check(self._project.root)
        with self._folder.open_publication() as publication:
            result = self._build(loaded_site, loaded_site.site, address, publication)
            add_server_files(
                publication,
                result.outputs,
                result.manifest,
                compress=self._options.compress,
                names=result.names,
            )
            _check_names(result, self._folder.place.target)
            publication.publish(result.outputs)
        if beside:
            beside.publish(result.beside, durable=self._options.durable, say=self._options.say)
        if self._memory:
            record = build_record(self._memory, loaded_site, result, self._folder.engine)
            self._memory.keep_whole(record)
        return result

    def _build(
        self,
        loaded_site: LoadedSite,
        site: Site,
        address: SiteAddress,
        publication: Publication,
    ) -> BuiltSite:
        memory, live = self._memory, publication.live.outputs
        pictures = memory.find_unchanged_pictures(live) if memory else {}

        def open_writer(renderer: SiteRenderer) -> WritePage:
            write = partial(write_page, renderer=renderer, publication=publication)
            if renderer.pictures is None:
                return write
            cache = memory.cache if memory else None
            writer = PictureWriter(renderer.pictures, publication, pictures, cache)
            return partial(write, put_picture=writer.put)

        builder = self._source.open_builder(loaded_site, site, address, open_writer)
        if memory and builder.cached:
            held = HeldPages(memory, builder.renderer, builder.cached, publication)
            builder = replace(builder, held=held)
        if builder.renderer.pictures is not None:
            new_pictures = max(0, len(site.pages) - len(pictures))
            builder = replace(builder, new_pictures=new_pictures)
        copies = memory.find_unchanged_copies(live) if memory else {}
        build = SiteBuild(self._project, loaded_site, builder, publication, copies)
        result = build.run(self._options.workers, self._options.progress)
        return self._add_host_files(result, loaded_site, publication)

    def _add_host_files(
        self, result: BuiltSite, loaded_site: LoadedSite, publication: Publication
    ) -> BuiltSite:
        hosts = self._options.host_files
        if not hosts:
            return result
        return add_host_files(
            result,
            hosts,
            publication,
            self._folder.place,
            loaded_site.place_of(("redirects",)),
            is_compressed=self._options.compress,
        )


def _check_names(result: BuiltSite, target: str) -> None:
    """Refuse to publish files with names that collide on some systems."""
    for output in result.outputs:
        other = None if output in result.names else result.names.claim(output)
        if other is not None:
            clash = explain_clash("this site", output, other, Location(target))
            raise OutputError(replace(clash, severity=Severity.ERROR))
