"""Lists the outputs of a site besides its pages, each created on demand.

A build creates and publishes every output, a check creates and discards it, and the preview creates
requested ones.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from octavo.render.listings.full_text import FOLDER as FULL_TEXT_FOLDER
from octavo.render.listings.full_text import (
    list_full_files,
    list_twin_groups,
    plan_full_text,
    write_full_index,
)
from octavo.render.listings.llms import build_part, measure_part, write_llms
from octavo.search import files as search_files
from octavo.search.start import list_start_pages
from octavo.site.urls import LLMS, LLMS_FULL
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.render.basis.changing import PageRules
    from octavo.render.basis.rendered import OutputFile
    from octavo.render.listings.full_text import FullFile
    from octavo.render.site import SiteRenderer
    from octavo.search.entry import PageEntry


class Output(NamedTuple):
    """A file of a site, and the function that creates it: whole, or in pieces."""

    path: str
    make: Callable[[], bytes | Iterator[bytes]]


class Row(Struct, frozen=True):
    """The outputs of one kind."""

    what: str
    """The name of this kind in messages to authors."""
    plan: Callable[[], Iterable[Output]]
    has: Callable[[str], bool]
    """Tells whether a path may be one of its outputs, without planning them."""
    needs_pages: bool = False
    """Whether all pages must be finished before its outputs can be planned."""


class MadePages(Protocol):
    """The facts about the pages of a site that are finished so far."""

    @property
    def is_complete(self) -> bool:
        """Whether all pages are finished."""

    def list_entries(self) -> list[PageEntry]:
        """Return the search entries of pages, in the order of the site's pages."""

    def measure_twins(self) -> Mapping[str, int]:
        """Return the sizes of Markdown twins in bytes, by URL."""

    def load_twin(self, url: str) -> bytes:
        """Return the Markdown twin of a page that has one."""


def plan_theme(renderer: SiteRenderer) -> Row:
    """Return the files that pages share whatever their content."""
    return _plan_files("the theme", renderer.render_theme)


def plan_listings(
    renderer: SiteRenderer, rules: Iterable[tuple[str, PageRules]], own_files: Container[str]
) -> Row:
    """Return the lists of pages for search engines; see `SiteRenderer.render_listings`."""
    what = "the list of pages for search engines"
    return _plan_files(what, lambda: renderer.render_listings(rules, own_files))


def list_rows_of_pages(renderer: SiteRenderer, pages: MadePages) -> Iterator[Row]:
    """Yield the outputs that depend on all pages; an author's file replaces Octavo's."""
    own_files = renderer.site.files
    yield Row(
        "the search",
        lambda: _plan_search(renderer, pages),
        lambda path: path == search_files.MANIFEST or path.startswith(search_files.FOLDER),
        needs_pages=True,
    )
    texts = _FullTexts(renderer, pages)
    if LLMS not in own_files:
        yield Row(LLMS, lambda: [Output(LLMS, texts.write_llms)], lambda path: path == LLMS)
    if LLMS_FULL not in own_files:
        yield Row(
            LLMS_FULL,
            texts.plan,
            lambda path: path == LLMS_FULL or path.startswith(f"{FULL_TEXT_FOLDER}/"),
            needs_pages=True,
        )


def _plan_files(what: str, render: Callable[[], Iterable[OutputFile]]) -> Row:
    return Row(what, lambda: map(_keep, render()), lambda _: True)


def _keep(file: OutputFile) -> Output:
    return Output(file.output, lambda: file.content)


def _plan_search(renderer: SiteRenderer, pages: MadePages) -> Iterator[Output]:
    entries = pages.list_entries()
    start = list_start_pages(renderer.site, renderer.links, entries)
    files = search_files.write_index(search_files.build_index(entries, start))
    for path in files:
        yield Output(path, partial(files.__getitem__, path))


class _FullTexts:
    """The files with the Markdown twins of all pages, and their lists."""

    def __init__(self, renderer: SiteRenderer, pages: MadePages) -> None:
        self._site = renderer.site
        self._links = renderer.links
        self._pages = pages

    def write_llms(self) -> bytes:
        """Return the list of all twins.

        It lists the full-text files if there are several and all pages are finished, because only
        then are they known.
        """
        names_files = self._pages.is_complete and LLMS_FULL not in self._site.files
        listed = list_full_files(self._plan_files(), self._links) if names_files else ()
        return write_llms(self._site, self._links, listed)

    def plan(self) -> Iterator[Output]:
        """Return the files, and their list if there are several."""
        files = self._plan_files()
        for file in files:
            yield Output(file.output, partial(self._join, file))
        if all(file.output != LLMS_FULL for file in files):
            yield Output(LLMS_FULL, lambda: write_full_index(self._site, files, self._links))

    def _plan_files(self) -> list[FullFile]:
        address = self._links.build_page_address
        sizes = self._pages.measure_twins()
        parts = {url: measure_part(size, address(url)) for url, size in sizes.items()}
        return plan_full_text(list_twin_groups(self._site), parts, self._site.twins)

    def _join(self, file: FullFile) -> Iterator[bytes]:
        """Yield the parts of a file, from the twins of its pages."""
        for url in file.urls:
            yield build_part(self._pages.load_twin(url), self._links.build_page_address(url))
