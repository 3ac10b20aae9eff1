"""Remembers what was read of a project, so that a change costs what changed and not the site."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from octavo.problems import Problem
from octavo.project.discover import Project
from octavo.project.files import SourceFile
from octavo.project.web.font_faces import WantedFont, WebFonts
from octavo.settings.models.page import PageSettings
from octavo.site.api.library import ApiNeeds
from octavo.site.build import load_page_settings
from octavo.site.navigation import PlaceOf
from octavo.values import dataclass

if TYPE_CHECKING:
    from octavo.project.web.fonts import FontSource
    from octavo.site.api.load import LoadedApi


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What the site knows of a page before it is rendered."""

    settings: PageSettings | None
    problems: tuple[Problem, ...]
    imported: frozenset[str]


class RememberedPages:
    """Loads the front matter of pages, once for each state of a file."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[SourceFile, PageFacts]] = {}

    def load(
        self, project: Project, file: SourceFile, imported: set[str] | None = None
    ) -> tuple[PageSettings | None, tuple[Problem, ...]]:
        """Return the settings of a page as `load_page_settings` does."""
        facts = self.facts(project, file)
        if imported is not None:
            imported |= facts.imported
        return facts.settings, facts.problems

    def facts(self, project: Project, file: SourceFile) -> PageFacts:
        """Return what is known of a page; its file is read if it is not the one that was read."""
        known = self._known.get(file.source)
        if known is not None and known[0] == file:
            return known[1]
        imported: set[str] = set()
        settings, problems = load_page_settings(project, file, imported)
        facts = PageFacts(settings, problems, frozenset(imported))
        self._known[file.source] = (file, facts)
        return facts

    def forget(self, sources: Iterable[str]) -> dict[str, PageFacts]:
        """Forget pages that may have changed; return what was known of them."""
        found = {source: self._known.pop(source, None) for source in sources}
        return {source: known[1] for source, known in found.items() if known is not None}


class RememberedApi:
    """Loads the API documents of a site, again only when one of their files has changed."""

    def __init__(self) -> None:
        self._known: tuple[object, LoadedApi] | None = None

    def load(self, project: Project, needs: ApiNeeds, place_of: PlaceOf) -> LoadedApi:
        """Return the documents as `load_api` does."""
        from octavo.site.api.load import load_api  # noqa: PLC0415  (most sites have none)

        places = tuple(place_of(pointer) for pointer, _ in needs.named)
        key = (project.data, needs, places)
        if self._known is None or self._known[0] != key:
            # The preview runs for the author, on whose computer the link may lead.
            self._known = (key, load_api(project, needs, place_of, allow_local=True))
        return self._known[1]

    def find_changed_links(self) -> tuple[str, ...]:
        """Ask for the documents that come from links again; return the addresses of others now."""
        if self._known is None:
            return ()
        files = self._known[1].sources.files
        return tuple(filter(files.has_changed, files.links))

    def forget(self) -> None:
        """Forget all documents: a file that one is made of may have changed."""
        self._known = None


class RememberedFonts:
    """Gives the fonts that the cache has, and asks for others later: the preview never waits."""

    def __init__(self, source: FontSource | None) -> None:
        self._source = source
        self._loaded = WebFonts()
        """All that is known, of fonts that were wanted once, too."""
        self._missing: tuple[WantedFont, ...] = ()

    def load(self, wanted: tuple[WantedFont, ...]) -> WebFonts:
        """Return the fonts that are there, and why those are not that were asked for."""
        known = self._loaded
        new = (font for font in wanted if font not in known.faces and font not in known.failures)
        found = self._load(new, may_ask=False)
        self._missing = tuple(found.failures)
        self._loaded = WebFonts({**known.faces, **found.faces}, known.failures)
        return self._choose(wanted)

    def fetch(self) -> tuple[str, ...]:
        """Ask for what is missing, once; return its families."""
        missing, self._missing = self._missing, ()
        if missing:
            found, known = self._load(missing, may_ask=True), self._loaded
            self._loaded = WebFonts(
                {**known.faces, **found.faces}, {**known.failures, **found.failures}
            )
        return tuple(font.family for font in missing)

    def _load(self, wanted: Iterable[WantedFont], *, may_ask: bool) -> WebFonts:
        from octavo.project.web.fonts import (  # noqa: PLC0415 (many sites load none)
            FontSource,
            load_web_fonts,
        )

        return load_web_fonts(wanted, self._source or FontSource(), may_ask=may_ask)

    def _choose(self, wanted: tuple[WantedFont, ...]) -> WebFonts:
        faces, failures = self._loaded.faces, self._loaded.failures
        return WebFonts(
            {font: faces[font] for font in wanted if font in faces},
            {font: failures[font] for font in wanted if font in failures},
        )
