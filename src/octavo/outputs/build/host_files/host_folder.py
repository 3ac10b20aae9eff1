"""Adds to a site what hosts are told of it; what visitors must not see stands beside it."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING

from octavo.outputs.build.host_files.plan import (
    list_files_beside,
    name_folder_beside,
    plan_host_files,
)
from octavo.outputs.publish.place import OutputPlace, check_output
from octavo.outputs.publish.publication import open_publication
from octavo.outputs.publish.site_folder import scan_site
from octavo.values import replace

if TYPE_CHECKING:
    from octavo.outputs.build.site import BuiltSite
    from octavo.outputs.publish.publication import Publication
    from octavo.problems import Location
    from octavo.render.rendered import OutputFile


class HostFolder:
    """The folder beside a site, with the files of web servers."""

    def __init__(self, hosts: Collection[str], place: OutputPlace) -> None:
        self._names = list_files_beside(hosts)
        self._place = replace(place, target=name_folder_beside(place.target))

    def check(self, project_root: str) -> None:
        """Refuse to write where something of somebody else's stands."""
        if self._names:
            check_output(self._place, project_root)

    def is_there(self) -> bool:
        """Tell whether everything that is wanted has been written before."""
        return not self._names or scan_site(self._place.target).keys() == self._names

    def publish(
        self, files: Iterable[OutputFile], *, durable: bool, say: Callable[[str], None]
    ) -> None:
        """Put files in place in one step."""
        if not self._names:
            return
        target = self._place.target
        with open_publication(target, keeps_spare=False, durable=durable, say=say) as state:
            state.publish({file.output: state.put(file.output, file.content) for file in files})


def add_host_files(
    site: BuiltSite,
    hosts: Collection[str],
    publication: Publication,
    place: OutputPlace,
    redirects: Location,
    *,
    is_compressed: bool,
) -> BuiltSite:
    """Return a site with the files that hosts read; `redirects` is their place in the settings."""
    name = os.path.basename(place.target)
    outputs = dict(site.outputs)
    files = plan_host_files(
        hosts,
        site.renderer,
        outputs.keys(),
        site.names,
        site.copies,
        name,
        redirects,
        is_compressed=is_compressed,
    )
    for file in files.published:
        outputs[file.output] = publication.put(file.output, file.content)
    return replace(
        site,
        outputs=outputs,
        file_problems=(*site.file_problems, *files.problems),
        beside=files.beside,
    )
