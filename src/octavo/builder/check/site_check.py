"""Checks a whole site: a build without output, and the problems that only a check finds."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from octavo.builder.check.page_checks import check_pages
from octavo.builder.pages.page_build import BuiltContent
from octavo.builder.publish.site_folder import Signature, SiteFolder
from octavo.builder.site_build import BuiltSite, SiteBuild
from octavo.builder.team.builder import WritePage, build_unwritten_page, write_page
from octavo.content.inspection import inspect_document
from octavo.values import replace

if TYPE_CHECKING:
    from octavo.builder.folder_build import BuildOptions
    from octavo.builder.pages.page_build import BuildContent
    from octavo.builder.pages.written import WrittenPage
    from octavo.builder.source import SiteSource
    from octavo.render.site import SiteRenderer
    from octavo.site.address import SiteAddress
    from octavo.site.load import LoadedSite
    from octavo.site.model import Page, Site


class ThrownAway:
    """Accepts the files of a site, and discards them; see `TakesFiles`."""

    live = SiteFolder()

    def put(self, output: str, data: bytes) -> Signature:
        """Accept a file."""
        del output
        return Signature(len(data), 0, 0)

    def put_pieces(self, output: str, pieces: Iterable[bytes]) -> Signature:
        """Accept a file without producing its pieces."""
        del output, pieces
        return Signature(0, 0, 0)

    def copy(self, output: str, source: int) -> Signature:
        """Accept the data of a descriptor."""
        del output, source
        return Signature(0, 0, 0)

    def keep(self, output: str, signature: Signature) -> Signature:
        """Accept an unchanged file."""
        del output
        return signature

    def load(self, output: str) -> bytes:
        """Return no bytes, because a check keeps the facts about a page in memory."""
        del output
        return b""


def check_pages_of_site(
    source: SiteSource,
    loaded_site: LoadedSite,
    site: Site,
    address: SiteAddress,
    options: BuildOptions,
    unread: frozenset[str] = frozenset(),
) -> BuiltSite:
    """Build the whole site in memory, and return it with all its problems.

    Pages with a source in `unread` are not read.
    """
    files = ThrownAway()

    def open_writer(renderer: SiteRenderer) -> WritePage:
        write = partial(write_page, renderer=renderer, publication=files, keeps_ids=True)

        def write_read(page: Page, build_content: BuildContent) -> WrittenPage:
            if page.source in unread:
                return build_unwritten_page(BuiltContent(None))
            return write(page, build_content)

        return write_read

    builder = source.open_builder(loaded_site, site, address, open_writer, inspect_document)
    build = SiteBuild(source.project, loaded_site, builder, files, {})
    result = build.run(options.workers, options.progress)
    of_documents = loaded_site.api.collect_further() if loaded_site.api else ()
    of_pages = check_pages(site, loaded_site.place_in_page)
    return replace(
        result,
        outputs={},
        site_problems=(*result.site_problems, *of_pages),
        api_problems=(*result.api_problems, *of_documents),
        copies=(),
    )
