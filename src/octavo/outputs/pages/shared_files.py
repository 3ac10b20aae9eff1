"""The files that are made of all pages: the search index, and what assistants read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from octavo.render.twin.full_text import (
    FullFile,
    list_full_files,
    list_twin_groups,
    plan_full_text,
    write_full_index,
)
from octavo.render.twin.llms import build_part, measure_part, write_llms
from octavo.search.entry import PageEntry
from octavo.search.files import build_index, write_index
from octavo.search.start import list_start_pages
from octavo.site.links import LinkResolver
from octavo.site.model import Site


def render_search(
    site: Site, links: LinkResolver, entries: Sequence[PageEntry]
) -> dict[str, bytes]:
    """Return the files of the search index by their outputs."""
    return write_index(build_index(entries, list_start_pages(site, links, entries)))


class FullTexts:
    """The files with the Markdown twins of all pages, and their lists.

    `sizes` are the bytes of the twins by url; where pages are missing, so are the files.
    """

    def __init__(self, site: Site, links: LinkResolver, sizes: Mapping[str, int]) -> None:
        self._site = site
        self._links = links
        parts = {
            url: measure_part(size, links.build_page_address(url)) for url, size in sizes.items()
        }
        self.files: list[FullFile] = plan_full_text(list_twin_groups(site), parts, site.twins)

    def render_llms(self, *, names_files: bool = True) -> bytes:
        """Return the list of all twins; it names the files with all texts if there are several."""
        listed = list_full_files(self.files, self._links) if names_files else ()
        return write_llms(self._site, self._links, listed)

    def render_list(self) -> bytes:
        """Return the list of the files, where there are several."""
        return write_full_index(self._site, self.files, self._links)

    def join_twins(self, file: FullFile, load_twin: Callable[[str], bytes]) -> Iterator[bytes]:
        """Return the parts of a file, from the twins by url."""
        for url in file.urls:
            yield build_part(load_twin(url), self._links.build_page_address(url))
