"""Keeps the results of one project's builds into one folder for the next build."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from octavo.builder.cache.files import FrontMatterRecord, SourceTexts, find_unchanged
from octavo.builder.cache.record import BuildRecord, FileRecord
from octavo.builder.cache.records import read_record, write_record
from octavo.builder.cache.state import ProjectState
from octavo.builder.cache.store import Cache
from octavo.builder.cache.version import compute_code_version
from octavo.project.discover import Project
from octavo.project.git.commit_dates import load_commit_days

if TYPE_CHECKING:
    from octavo.builder.cache.contents import CachedContents
    from octavo.builder.javascript.lazy_engine import LazyEngine
    from octavo.builder.pages.page_build import Contents
    from octavo.builder.pages.written import WrittenPage
    from octavo.builder.publish.site_folder import Signature
    from octavo.project.dates import CommitDays
    from octavo.site.load import LoadedSite
    from octavo.site.model import Site


T = TypeVar("T")
_PAGES_TOGETHER = 32
"""The number of pages in a cache entry, which is rewritten when one of them changes."""


Outputs = tuple[tuple[str, "Signature"], ...]


class Memory:
    """The facts that a build gets from the last one, and stores for the next.

    `state` is the state of the project at the start of the build. Builds of one folder with
    different `variant` share only contents. Builds with different `purpose` share no entries.
    """

    def __init__(
        self,
        cache: Cache,
        project: Project,
        state: ProjectState,
        target: str,
        variant: tuple[str, ...],
        purpose: str = "",
    ) -> None:
        self.cache = cache
        self.project = project
        self.state = state
        self.version = compute_code_version() + purpose.encode()
        self._record_key = self._build_key(repr((project.root, target, variant)))
        self._parcels: dict[tuple[Outputs, ...], bytes] = {}
        """The keys of stored groups of pages, by the outputs of their pages."""
        self._front_matter_key = self._build_key("front matter")
        self.record = read_record(BuildRecord, cache.load(self._record_key))
        """The record of the last build, if there was one."""

    @cached_property
    def texts(self) -> SourceTexts:
        """The texts of files, and the records of files that look unchanged."""
        records: dict[str, FileRecord] = {}
        if self.record is not None:
            records = find_unchanged(self.project, self.record.files, self.record.looked_ns)
        return SourceTexts(self.project, records, self._load_front_matter() if records else None)

    def build_cached_contents(
        self, contents: Contents, loaded_site: LoadedSite, site: Site, engine: LazyEngine
    ) -> CachedContents:
        """Return contents that come from the cache if possible."""
        from octavo.builder.cache.contents import Answers, CachedContents  # noqa: PLC0415 (not if nothing changed)

        answers = Answers(self.texts, contents.renderer.links, contents.image_size, engine)
        api = None
        if any(page.is_api for page in site.pages.values()):
            from octavo.builder.cache.api import CachedApi  # noqa: PLC0415 (many sites have none)

            api = CachedApi(self, loaded_site, site, answers)
        return CachedContents(contents.build, self.cache, answers, self.version, api)

    def remember(self, name: str, kind: type[T], make: Callable[[], T]) -> T:
        """Return a value that the cache has under a name, or else make and store it."""
        key = self._build_key(repr(("value", name)))
        value = read_record(kind, self.cache.load(key))
        if value is None:
            value = make()
            self.cache.add(key, write_record(value))
        return value

    def load_commit_days(self, sources: Sequence[str]) -> CommitDays:
        """Return the dates of the last commits of files; git is asked once per commit."""
        commit = self.state.commit
        key = self._build_key(repr(("days", self.project.root, commit, sources)))
        days = read_record(dict[str, str | None], self.cache.load(key) if commit else None)
        if days is not None:
            return days
        loaded_days = load_commit_days(self.project.root, sources)
        self.cache.add(key, write_record(loaded_days))
        return loaded_days

    def find_unchanged_copies(self, live: Mapping[str, Signature]) -> dict[str, Signature]:
        """Return the outputs of copied files that look unchanged."""
        if self.record is None:
            return {}
        before, records = self.record.outputs, self.texts.records
        unread = [source for source in self.record.copies if source in records and source in before]
        return {source: before[source] for source in unread if live.get(source) == before[source]}

    def find_unchanged_pictures(self, live: Mapping[str, Signature]) -> dict[str, Signature]:
        """Return the share pictures that are unchanged on disk."""
        if self.record is None:
            return {}
        from octavo.render.pictures.share import FOLDER  # noqa: PLC0415 (not if nothing changed)

        return {
            name: signature
            for name, signature in self.record.outputs.items()
            if name.startswith(FOLDER) and live.get(name) == signature
        }

    def load_pages(self) -> dict[str, WrittenPage]:
        """Return the facts about the pages of the last build, by output."""
        from octavo.builder.pages.written import WrittenPage  # noqa: PLC0415 (not if nothing changed)

        pages: dict[str, WrittenPage] = {}
        for key, data in self.cache.load_many(self.record.pages if self.record else ()):
            parcel = read_record(tuple[WrittenPage, ...], data) or ()
            self._parcels[_list_outputs(parcel)] = key
            pages.update((page.output, page) for page in parcel)
        return pages

    def keep_pages(self, pages: Sequence[WrittenPage]) -> list[bytes]:
        """Store facts about pages, and return their keys for the record of the build."""
        keys = []
        for start in range(0, len(pages), _PAGES_TOGETHER):
            parcel = pages[start : start + _PAGES_TOGETHER]
            is_held = all(page.is_held for page in parcel)
            key = self._parcels.get(_list_outputs(parcel)) if is_held else None
            if key is None:
                data = write_record(parcel)
                key = hashlib.sha256(self.version + data).digest()[:20]
                self.cache.add(key, data)
            keys.append(key)
        return keys

    def keep(self, record: BuildRecord, *, is_whole: bool = False) -> None:
        """Write the record of a build, and all new cache entries.

        Old entries are only removed after a build of the whole site, because it requests all that
        the next one needs.
        """
        self.cache.add(self._record_key, write_record(record))
        self.cache.write(removes=is_whole)
        self.cache.close()

    def keep_whole(self, record: BuildRecord) -> None:
        """Write the record of a build that has read every page, with their front matter."""
        self.cache.add(self._front_matter_key, write_record(self.texts.front_matter))
        self.keep(record, is_whole=True)

    def _build_key(self, name: str) -> bytes:
        return hashlib.sha256(self.version + name.encode()).digest()[:20]

    def _load_front_matter(self) -> dict[str, FrontMatterRecord] | None:
        data = self.cache.load(self._front_matter_key)
        return read_record(dict[str, FrontMatterRecord], data)


def _list_outputs(pages: Iterable[WrittenPage]) -> tuple[Outputs, ...]:
    return tuple(tuple(page.outputs.items()) for page in pages)
