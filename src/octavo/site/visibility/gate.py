"""Hides the parts that a site doesn't show, and records them; later stages see only the rest."""

from __future__ import annotations

from collections.abc import Container, Iterable, Set

from octavo.settings.marks.parts import MarkedParts, Marks
from octavo.settings.marks.reading import Mark
from octavo.settings.models.page_settings import PageSettings
from octavo.settings.urls import is_external
from octavo.site.urls import build_page_url, normalize_url
from octavo.site.visibility.decision import Viewer, Visibility, decide_visibility
from octavo.site.visibility.standing import HeldBack, Operation, Standing
from octavo.values import Struct


class MarkedPage(Struct, frozen=True):
    """A page with marks, or inside a part with marks."""

    source: str
    own: Marks
    visibility: Visibility


class Gate:
    """Decides for one site, and records the decisions."""

    def __init__(self, viewer: Viewer | None = None) -> None:
        self._viewer = viewer or Viewer()
        self.parts = MarkedParts()
        self.pages: dict[str, MarkedPage] = {}
        """All nonpublic pages by URL, including those that the viewer sees."""
        self.operations: set[Operation] = set()
        """Operations without generated pages, because a page hidden from the viewer shows them."""
        self.documents: frozenset[str] = frozenset()
        """The sources of API documents that those pages, tabs and anchors use."""
        self._days: set[str] = set()
        self._by_path: dict[str, Marks] = {}
        self._by_folder: dict[str, Marks] = {}

    def take_parts(self, parts: MarkedParts) -> None:
        """Take over the marks in the settings, before any page is checked."""
        self.parts = parts
        for path, marks in self.parts.pages.items():
            url = build_page_url(path.strip()).casefold()
            self._by_path[url] = (*self._by_path.get(url, ()), *marks)
        for address, marks in self.parts.folders.items():
            if not is_external(address):
                self._by_folder[normalize_url(address.strip()).casefold()] = marks

    def admits(self, source: str, url: str, settings: PageSettings, version: str | None) -> bool:
        """Tell whether the viewer sees a page."""
        marks = (*settings.marks, *self._find_around(url.casefold(), version))
        if not marks:
            return True
        visibility = self._decide(marks)
        if visibility.standing is Standing.PUBLIC:
            return True
        self.pages[url] = MarkedPage(source, settings.marks, visibility)
        return not self._hides(visibility)

    def hides_url(self, url: str) -> bool:
        """Tell whether a URL has a page that the viewer doesn't see."""
        page = self.pages.get(url)
        return page is not None and self._hides(page.visibility)

    def find_standing(self, source: str, url: str) -> Standing:
        """Return the standing of a page that was checked before."""
        page = self.pages.get(url)
        # Another page may have the same address.
        is_same = page is not None and page.source == source
        return page.visibility.standing if page and is_same else Standing.PUBLIC

    def collect_held_back(self, urls: Container[str], documents: Set[str]) -> HeldBack:
        """Return the parts that the viewer doesn't see.

        Other pages exist at these `urls`, and visible pages use these API `documents`, so of them
        only operations are hidden.
        """
        hidden = {url: page for url, page in self.pages.items() if self._hides(page.visibility)}
        return HeldBack(
            {url: page.visibility.standing for url, page in hidden.items() if url not in urls},
            frozenset(page.source for page in hidden.values()),
            frozenset(self.operations),
            self.documents - documents,
        )

    def is_held_back(self, marks: Iterable[Mark]) -> bool:
        """Tell whether these marks hide a part from the viewer."""
        return self._hides(self._decide(marks))

    @property
    def days(self) -> tuple[str, str]:
        """The first day with the current decisions, and the first day with other ones.

        They are empty without such a day.
        """
        past = {day for day in self._days if day <= self._viewer.today}
        return max(past, default=""), min(self._days - past, default="")

    @property
    def today(self) -> str:
        """The viewer's day, or nothing."""
        return self._viewer.today

    def watch(self, day: str) -> None:
        """Add a day on which something else of the site changes."""
        self._days.update({day} - {""})

    def _hides(self, visibility: Visibility) -> bool:
        return visibility.standing not in {Standing.PUBLIC, *self._viewer.sees}

    def _decide(self, marks: Iterable[Mark]) -> Visibility:
        marks = tuple(marks)
        self._days.update(mark.day for mark in marks if mark.day)
        return decide_visibility(marks, self._viewer.today)

    def _find_around(self, url: str, version: str | None) -> Marks:
        """Return the marks of the groups, tabs, anchors and the version around a page."""
        marks = self._by_path.get(url, ())
        if version is not None:
            marks += self.parts.versions.get(version.strip(), ())
        folder = url if self._by_folder else ""
        while folder:
            marks += self._by_folder.get(folder, ())
            folder = "" if folder == "/" else folder.rpartition("/")[0] or "/"
        return marks
