"""Finds the files that settings, front matter, style sheets and scripts link to.

Links in the texts of pages are known after rendering; see `Questions`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from octavo.problems import Location
from octavo.project.discover import Project, load_settings_text
from octavo.project.files import SourceFile, load_text
from octavo.site.links import list_paths
from octavo.site.urls import resolve_path, split_fragment

if TYPE_CHECKING:
    from octavo.site.model import Site

_IN_CODE = re.compile(r"[\"'`(]\s*([^\"'`()\s]{1,1000})")


class NamedFiles:
    """The files that a project links to outside of page texts."""

    def __init__(self, project: Project, site: Site) -> None:
        self._project = project
        self._site = site

    def find(self, sources: Iterable[str]) -> frozenset[str]:
        """Return those of the given files that the project names."""
        wanted = frozenset(sources)
        if not wanted:
            return wanted
        return wanted.intersection(path for _, path in self._list_paths())

    def locate(self, source: str) -> Location | None:
        """Return the location that names a file."""
        place = next((place for place, path in self._list_paths() if path == source), None)
        return None if place is None else locate_name(self._project, place, source)

    def _list_paths(self) -> Iterator[tuple[str, str]]:
        """Yield sources with the paths in the project that they name."""
        settings = self._project.settings_name
        for path in list_paths(self._site.settings, ""):
            yield settings, path
        for page in self._site.pages.values():
            for path in list_paths(page.settings, page.source):
                yield page.source, path
        for file in (*self._project.styles, *self._project.scripts):
            text = load_text(self._project.root, file)[0] or ""
            for address in _IN_CODE.findall(text):
                # Addresses in style sheets are relative to their folder, those in scripts to a
                # page.
                path = split_fragment(address)[0]
                yield file.source, resolve_path(path, file.source)
                yield file.source, resolve_path(path, "")


def locate_name(project: Project, place: str, source: str) -> Location:
    """Return the first line of a file that names another one, or the whole file."""
    name = posixpath.basename(source)
    for number, line in enumerate(_load(project, place).split("\n"), 1):
        column = line.find(name)
        if column >= 0:
            return Location(place, number, column + 1)
    return Location(place if project.find(place) or place == project.settings_name else source)


def _load(project: Project, place: str) -> str:
    file: SourceFile | None = project.find(place)
    text = load_text(project.root, file)[0] if file else None
    if file is None and place == project.settings_name:
        text = load_settings_text(project)[0]
    return text or ""
