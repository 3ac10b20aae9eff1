"""Keeps facts about a project in memory, so that only changed files are read again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from octavo.problems import Problem
from octavo.project.dates import CommitDays
from octavo.project.discover import Project
from octavo.project.files import SourceFile
from octavo.project.git.commit_dates import load_commit_days
from octavo.project.git.git_folder import find_commit
from octavo.project.web.font_faces import FontFace, WantedFont, WebFonts
from octavo.settings.models.page_settings import PageSettings
from octavo.site.api.library import ApiNeeds
from octavo.site.load import load_page_settings
from octavo.site.navigation import PlaceOf
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.project.web.fonts import FontSource
    from octavo.site.api.load import LoadedApi


_MOST_VALUES = 2_000
"""The most values about releases that are kept."""


class PageFacts(Struct, frozen=True):
    """The facts that the site knows of a page before it renders it."""

    settings: PageSettings | None
    problems: tuple[Problem, ...]
    imported: frozenset[str]


class RememberedPages:
    """Loads the front matter of pages, once for each state of a file."""

    def __init__(self) -> None:
        self._entries: dict[str, tuple[SourceFile, PageFacts]] = {}

    def load(
        self, project: Project, file: SourceFile, imported: set[str] | None = None
    ) -> tuple[PageSettings | None, tuple[Problem, ...]]:
        """Return the settings of a page as `load_page_settings` does."""
        facts = self.read_facts(project, file)
        if imported is not None:
            imported |= facts.imported
        return facts.settings, facts.problems

    def read_facts(self, project: Project, file: SourceFile) -> PageFacts:
        """Return the facts of a page; read its file if it has changed."""
        entry = self._entries.get(file.source)
        if entry is not None and entry[0] == file:
            return entry[1]
        imported: set[str] = set()
        settings, problems = load_page_settings(project, file, imported)
        facts = PageFacts(settings, problems, frozenset(imported))
        self._entries[file.source] = (file, facts)
        return facts

    def forget(self, sources: Iterable[str]) -> dict[str, PageFacts]:
        """Forget pages that may have changed, and return their old facts."""
        entries = {source: self._entries.pop(source, None) for source in sources}
        return {source: entry[1] for source, entry in entries.items() if entry is not None}


class RememberedApi:
    """Loads the API documents of a site, and again after a change of their files."""

    def __init__(self, *, allow_local: bool) -> None:
        self._allow_local = allow_local
        self._entry: tuple[object, LoadedApi] | None = None
        self._values: dict[str, object] = {}

    def load(self, project: Project, needs: ApiNeeds, place_of: PlaceOf) -> LoadedApi:
        """Return the documents as `load_api` does."""
        from octavo.site.api.load import load_api  # noqa: PLC0415  (most sites have none)

        places = tuple(place_of(asked.pointer) for asked in needs.documents)
        key = (project.data, needs, places)
        if self._entry is None or self._entry[0] != key:
            local = self._allow_local
            api = load_api(project, needs, place_of, allow_local=local, remember=self._remember)
            self._entry = (key, api)
        return self._entry[1]

    def _remember(self, name: str, _kind: type, make: Callable[[], object]) -> object:
        """Return an earlier value, such as the comparison of two releases."""
        if name not in self._values:
            if len(self._values) >= _MOST_VALUES:
                self._values.clear()
            self._values[name] = make()
        return self._values[name]

    def find_changed_links(self) -> tuple[str, ...]:
        """Download documents from links again, and return the addresses of changed ones."""
        if self._entry is None:
            return ()
        files = self._entry[1].sources.files
        return tuple(filter(files.has_changed, files.links))

    def forget(self) -> None:
        """Forget all documents, because a file of one may have changed."""
        self._entry = None


class RememberedFonts:
    """Returns cached fonts, and downloads others later, because the preview never waits."""

    def __init__(self, source: FontSource | None) -> None:
        self._source = source
        self._faces: dict[WantedFont, tuple[FontFace, ...]] = {}
        self._failures: dict[WantedFont, str] = {}
        self._not_in_cache: tuple[WantedFont, ...] = ()

    def load(self, fonts: tuple[WantedFont, ...]) -> WebFonts:
        """Return the loaded fonts, and why others are missing."""
        new = (font for font in fonts if font not in self._faces and font not in self._failures)
        cached = self._load(new, may_ask=False)
        self._not_in_cache = tuple(cached.failures)
        self._faces |= cached.faces
        return WebFonts(
            {font: self._faces[font] for font in fonts if font in self._faces},
            {font: self._failures[font] for font in fonts if font in self._failures},
        )

    def fetch(self) -> tuple[str, ...]:
        """Download fonts that aren't in the cache, once, and return their families."""
        fonts, self._not_in_cache = self._not_in_cache, ()
        if fonts:
            answer = self._load(fonts, may_ask=True)
            self._faces |= answer.faces
            self._failures |= answer.failures
        return tuple(font.family for font in fonts)

    def _load(self, fonts: Iterable[WantedFont], *, may_ask: bool) -> WebFonts:
        from octavo.project.web.fonts import (  # noqa: PLC0415 (many sites load none)
            FontSource,
            load_web_fonts,
        )

        return load_web_fonts(fonts, self._source or FontSource(), may_ask=may_ask)


class RememberedDays:
    """The dates of last commits; git is asked once for each commit."""

    def __init__(self) -> None:
        self._days: tuple[object, CommitDays] = (None, {})

    def load(self, root: str, sources: Sequence[str]) -> CommitDays:
        """Return the dates of the last commits of files."""
        state = (find_commit(root), tuple(sources))
        if state != self._days[0]:
            self._days = (state, load_commit_days(root, sources))
        return self._days[1]
