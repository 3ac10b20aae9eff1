"""Finds published pages whose inputs are unchanged, so that Octavo doesn't build them again.

A page depends on its own text and on the shape of its site, from which all shells are built. The
digest of both is stored with the page, together with the answers it used.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from octavo.builder.cache.contents import Answers, CachedContents
from octavo.builder.cache.state import build_file_record
from octavo.builder.pages.written import Asked, WrittenPage
from octavo.problems import has_fault
from octavo.render.head.heads import find_dated_source
from octavo.site.urls import build_page_output
from octavo.values import replace

if TYPE_CHECKING:
    from octavo.builder.cache.memory import Memory
    from octavo.builder.publish.publication import Publication
    from octavo.render.site import SiteRenderer
    from octavo.site.model import Page


class HeldPages:
    """The pages of a site in its output folder."""

    def __init__(
        self,
        memory: Memory,
        renderer: SiteRenderer,
        cached: CachedContents,
        publication: Publication,
    ) -> None:
        self._pages = memory.load_pages()
        self._answers = cached.answers
        self._cached = cached
        self._dates = renderer.dates
        self._publication = publication
        self._shape = _digest(_list_shape(memory, renderer, cached.answers))

    def find(self, page: Page) -> WrittenPage | None:
        """Return a published page that is still up to date, and take over its files."""
        held = self._pages.get(build_page_output(page.url))
        if held is None or not self._cached.has(page):
            return None
        live = self._publication.live.outputs
        if any(live.get(output) != signature for output, signature in held.outputs.items()):
            return None
        if held.inputs != self.digest_inputs(page, held.asked):
            return None
        keep = self._publication.keep
        outputs = {output: keep(output, signature) for output, signature in held.outputs.items()}
        return replace(held, outputs=outputs, is_held=True)

    def add_inputs(self, written_page: WrittenPage, page: Page) -> WrittenPage:
        """Return a new page with the digest of its inputs."""
        is_lasting = written_page.is_lasting and not has_fault(written_page.problems)
        if not is_lasting or not written_page.output:
            return written_page
        return replace(written_page, inputs=self.digest_inputs(page, written_page.asked))

    def digest_inputs(self, page: Page, asked: Asked) -> str:
        """Return the digest of a page's inputs, including the answers to these questions."""
        answers = self._answers
        return _digest(
            [
                self._shape,
                page.url,
                page.beginning,
                self._dates.find(find_dated_source(page)),
                self._cached.build_key(page),
                [(source, answers.find_file(source)) for source in asked.files],
                [(source, answers.find_size(source)) for source in asked.images],
                answers.engine.build_time if asked.date else None,
            ]
        )


def _list_shape(memory: Memory, renderer: SiteRenderer, answers: Answers) -> Iterator[object]:
    """Return everything that shells depend on, except the page itself."""
    site, links, facts = renderer.site, renderer.links, memory.texts.facts
    yield from (memory.version, memory.state.settings, links.origin, links.base_path)
    yield from (renderer.shell.rules, renderer.repository, renderer.icons.output)
    yield from (site.tabs, site.anchors, site.redirects, site.lost_folders, site.folders)
    yield site.settings.logo
    yield from (sorted(site.files), sorted(site.twins), site.section_of)
    held_back = site.held_back
    yield from (held_back.pages, sorted(held_back.sources), sorted(held_back.documents))
    for section in site.sections.values():
        yield (section.key, section.tab, section.anchor, section.version)
        yield (section.entries, section.order)
    if renderer.pictures is not None and renderer.pictures.logo:
        yield build_file_record(memory.project.files[renderer.pictures.logo])
    settings_of: dict[int, str] = {}
    for page in site.pages.values():
        # The digest covers the front matter; API documents add more.
        own = None if page.binding is None else settings_of.get(id(page.settings))
        if page.binding is not None and own is None:
            own = settings_of[id(page.settings)] = repr(page.settings)
        yield (page.source, page.url, page.title, page.version, page.listed, page.generated)
        yield (
            page.deprecated,
            page.badges,
            page.language,
            page.standing,
            page.operation,
            page.operation_id,
        )
        yield (own, facts.get(page.source))


def _digest(values: Iterable[object]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for value in values:
        digest.update(repr(value).encode("utf-8", "replace") + b"\0")
    return digest.hexdigest()
