"""What the builds of one project into one folder tell one another."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from octavo.outputs.cache.files import SourceTexts, known_files
from octavo.outputs.cache.record import BuildRecord, FileRecord, read_record, write_record
from octavo.outputs.cache.state import ProjectState
from octavo.outputs.cache.store import Cache
from octavo.outputs.cache.version import code_version
from octavo.project.discover import Project

if TYPE_CHECKING:
    from octavo.outputs.cache.contents import CachedContents
    from octavo.outputs.javascript.lazy_engine import LazyEngine
    from octavo.outputs.pages import Contents
    from octavo.outputs.publish.site_folder import Signature
    from octavo.site.build import LoadedSite
    from octavo.site.model import Page, Site


class Memory:
    """What a build knows of the one before, and what it leaves to the next.

    `state` is what the project was when the build began.
    """

    def __init__(
        self, cache: Cache, project: Project, state: ProjectState, target: str, base_path: str
    ) -> None:
        self.cache = cache
        self.project = project
        self.state = state
        self.version = code_version()
        self._record_key = self._key(repr((project.root, target, base_path)))
        self._front_matter_key = self._key("front matter")
        self.record = read_record(cache.load(self._record_key))
        """Of the build before, if there was one."""

    @cached_property
    def texts(self) -> SourceTexts:
        """The texts of files, and what is known of those that look as they did."""
        known: dict[str, FileRecord] = {}
        if self.record is not None:
            known = known_files(self.project, self.record.files, self.record.looked_ns)
        return SourceTexts(self.project, known, self._load_front_matter() if known else None)

    def stand_before(
        self, contents: Contents[Page], loaded: LoadedSite, site: Site, engine: LazyEngine
    ) -> CachedContents[Page]:
        """Return what gives the contents of pages that are known, and has others built."""
        from octavo.outputs.cache.contents import Answers, CachedContents  # noqa: PLC0415 (not if nothing changed)

        answers = Answers(self.texts, contents.renderer.links, contents.image_size, engine)
        api = None
        if any(page.is_api for page in site.pages.values()):
            from octavo.outputs.cache.api import KnownApi  # noqa: PLC0415 (many sites have none)

            api = KnownApi(self, loaded, site, answers)
        return CachedContents(contents.build, self.cache, answers, self.version, api)

    def unchanged_copies(self, live: Mapping[str, Signature]) -> dict[str, Signature]:
        """Return the outputs of copied files that need not be read."""
        if self.record is None:
            return {}
        before, known = self.record.outputs, self.texts.known
        unread = [source for source in self.record.copies if source in known and source in before]
        return {source: before[source] for source in unread if live.get(source) == before[source]}

    def keep(self, record: BuildRecord) -> None:
        """Write down what was built, and all that is new in the cache."""
        self.cache.add(self._record_key, write_record(record))
        self.cache.write()
        self.cache.close()

    def keep_whole(self, record: BuildRecord) -> None:
        """Write down what was built where every page was looked at."""
        self.cache.add(self._front_matter_key, json.dumps(self.texts.front_matter).encode())
        self.keep(record)

    def _key(self, name: str) -> bytes:
        return hashlib.sha256(self.version + name.encode()).digest()[:20]

    def _load_front_matter(self) -> dict[str, list[Any]] | None:
        with contextlib.suppress(ValueError):
            front_matter = json.loads(self.cache.load(self._front_matter_key) or b"null")
            return front_matter if isinstance(front_matter, dict) else None
        return None
