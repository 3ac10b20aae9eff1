"""Checks a whole site: a build whose files are thrown away, and what only a check tells."""

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
    """Takes the files of a site, and keeps none; see `TakesFiles`."""

    live = SiteFolder()

    def put(self, output: str, data: bytes) -> Signature:
        """Take a file."""
        del output
        return Signature(len(data), 0, 0)

    def put_pieces(self, output: str, pieces: Iterable[bytes]) -> Signature:
        """Take a file whose pieces nobody asks for."""
        del output, pieces
        return Signature(0, 0, 0)

    def copy(self, output: str, source: int) -> Signature:
        """Take what a descriptor could read."""
        del output, source
        return Signature(0, 0, 0)

    def keep(self, output: str, signature: Signature) -> Signature:
        """Take over a file."""
        del output
        return signature

    def load(self, output: str) -> bytes:
        """Return nothing: what is asked of a page is known of it."""
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
    """Make all of a site, and tell all that is wrong with it; nothing is written.

    Of pages whose sources are `unread`, nothing is known.
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
