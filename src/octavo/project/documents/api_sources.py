"""Finds the API documents of a project: some data files, and those that the settings name.

Every JSON or YAML file with a key `openapi` is one, with or without an entry in the settings. The
search looks only at the bytes; trees are built on demand.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from octavo.problems import Code, Location, Problem
from octavo.project.discover import Project, load_project
from octavo.project.documents.api_files import ApiFiles, is_link, looks_like_document
from octavo.project.files import Kind, Problems, SourceFile, load_bytes, relate_path
from octavo.project.missing_settings import has_settings
from octavo.project.names import normalize_source
from octavo.project.walk import read_source_file, resolve_link
from octavo.settings.nearest import find_nearest
from octavo.values import Struct, replace

if TYPE_CHECKING:
    from octavo.project.web.download import DownloadRules

_ENDING = re.compile(r"\.(?:json|ya?ml)\Z", re.IGNORECASE)
_NO_FILE = ""
_MOST_NAMES = 2_000  # A suggestion among more names takes too long.

_ENDINGS = (".json", ".yaml", ".yml")


class NamedSource(Struct, frozen=True):
    """An API document in the settings, with its location there."""

    name: str
    location: Location
    overlays: tuple[NamedSource, ...] = ()


class ApiSource(Struct, frozen=True):
    """An API document that can be loaded."""

    source: str
    """The project-relative file, or the address."""
    name: str
    """Its name for pages: the file name without folder and extension."""
    is_named: bool
    """Whether the settings name it; other files of the project may be anything."""
    location: Location
    """Where the settings name it, or else its file."""
    files: ApiFiles
    overlays: tuple[NamedSource, ...] = ()
    """By their sources."""

    def load_tree(self) -> Any:
        """Return the tree of the document, or None; the problems say why."""
        tree = self.files.load_document(self.source, self.location, must=self.is_named)
        if self.is_named or (isinstance(tree, dict) and ("openapi" in tree or "swagger" in tree)):
            return tree
        return None

    def load_overlays(self) -> list[tuple[str, Any]]:
        """Return the sources and trees of the overlays; one that cannot be read has None."""
        return [
            (each.name, self.files.load_overlay(each.name, each.location)) for each in self.overlays
        ]

    def load_file(self, source: str) -> Any:
        """Return the tree of a referenced file, or `NotLoaded`."""
        return self.files.load_file(source, self.source)

    def load_plain(self, source: str) -> Any:
        """Return the text of a referenced file, or `NotLoaded`."""
        return self.files.load_plain(source, self.source)

    def name_places(self, problems: Iterable[Problem]) -> Problems:
        """Return problems with the names that somebody gave to the document and its overlays."""
        named = {each.name: each.location.source for each in self.overlays}
        names = {**named, self.source: self.location.source}
        return tuple(
            replace(each, location=replace(each.location, source=names[each.location.source]))
            if each.location.source in names
            else each
            for each in problems
        )

    def load_given(self) -> bytes | None:
        """Return the document's file in the project."""
        return self.files.load_given(self.source)


class ApiSources(Struct, frozen=True):
    """All API documents of a project; their trees are loaded on demand."""

    by_source: dict[str, ApiSource]
    """The documents, sorted by source."""
    by_written: dict[str, ApiSource]
    """The existing documents in the settings, by their text there."""
    files: ApiFiles

    @property
    def problems(self) -> Problems:
        """All problems of the documents loaded so far."""
        return tuple(self.files.problems)


def load_api_sources(
    project: Project, named_sources: Sequence[NamedSource] = (), *, allow_local: bool = False
) -> ApiSources:
    """Find the API documents of a project and those in its settings.

    `allow_local` lets links name this computer.
    """
    files = ApiFiles(project.find, project.root, allow_local=allow_local)
    by_written: dict[str, ApiSource] = {}
    by_source: dict[str, ApiSource] = {}
    entries = [(_find_named(project, entry, files), entry) for entry in named_sources]
    overlays = _find_overlays(project, entries, files)
    for source, entry in entries:
        if source is not None:
            name, place = name_document(source), entry.location
            new = ApiSource(source, name, True, place, files, overlays.get(source, ()))
            by_written[entry.name] = by_source.setdefault(source, new)
    for file in project.data:
        if file.source not in by_source and _is_document(project.root, file):
            place = Location(file.source)
            by_source[file.source] = ApiSource(
                file.source, name_document(file.source), False, place, files
            )
    return ApiSources(dict(sorted(by_source.items())), by_written, files)


def load_api_source(
    name: str, rules: DownloadRules | None = None, overlays: Sequence[str] = ()
) -> tuple[ApiSource | None, Problems]:
    """Find one API document and its overlays by paths on this machine, or by addresses.

    It can refer to files of its project, or else to files below its folder. The caller may name
    this computer.
    """
    paths: dict[str, tuple[str, os.stat_result]] = {}
    for each in (name, *overlays):
        if not is_link(each):
            try:
                paths[each] = resolve_link(each)
            except (OSError, ValueError):
                message = "there is no such file"
                return None, (Problem(Code.API_SOURCE_MISSING, message, Location(each)),)
    root = _find_root(paths[name][0]) if name in paths else ""
    named = {each: _open_named(*paths[each], root) for each in paths}
    named_files = {file.source: file for file in named.values()}
    files = ApiFiles(_build_finder(named_files, root), root, rules, allow_local=is_link(name))
    source = named[name].source if name in named else name
    named_overlays = tuple(
        NamedSource(named[each].source if each in named else each, Location(each))
        for each in overlays
    )
    place = Location(name)
    return ApiSource(source, name_document(source), True, place, files, named_overlays), ()


def _open_named(path: str, status: os.stat_result, root: str) -> SourceFile:
    """Return a file that somebody named: below the root, or wherever it is."""
    source = normalize_source((relate_path(path, root) if root else path).replace(os.sep, "/"))
    return read_source_file(source, os.path.basename(path), path, status)


def name_document(source: str) -> str:
    """Return a document's name for pages: the file name without folder and extension."""
    if is_link(source):
        parts = urlsplit(source)
        source = unquote(parts.path).rstrip("/") or parts.netloc
    return _ENDING.sub("", posixpath.basename(source))


def _is_document(root: str, file: SourceFile) -> bool:
    data, _ = load_bytes(root, file)
    return data is not None and looks_like_document(data)


def _find_overlays(
    project: Project, entries: Sequence[tuple[str | None, NamedSource]], files: ApiFiles
) -> dict[str, tuple[NamedSource, ...]]:
    """Return the overlays of documents, by their sources: a document is the same everywhere.

    A missing overlay stays in the list, so that the document is not shown without it.
    """
    overlays: dict[str, tuple[NamedSource, ...]] = {}
    others: dict[str, tuple[NamedSource, ...]] = {}
    for source, entry in entries:
        if source is None or not entry.overlays:
            continue
        sources = ((_find_named(project, each, files), each.location) for each in entry.overlays)
        own = tuple(NamedSource(name or _NO_FILE, place) for name, place in sources)
        names = {each.name for each in overlays.setdefault(source, own)}
        if names != {each.name for each in own}:
            missing = NamedSource(_NO_FILE, entry.location)
            others[source] = (*others.get(source, ()), *own, missing)
            message = f"`{source}` is named twice, with different overlays, so it is not shown"
            hint = "Name the same overlays, or make a second document."
            code = Code.API_OVERLAYS_DIFFER
            files.problems.append(Problem(code, message, entry.location, hint=hint))
    return {source: (*own, *others.get(source, ())) for source, own in overlays.items()}


def _find_named(project: Project, entry: NamedSource, files: ApiFiles) -> str | None:
    if is_link(entry.name):
        return entry.name
    source = posixpath.normpath(entry.name.lstrip("/"))
    if source.split("/")[0] == "..":
        message = f"`{entry.name}` leads out of the project"
        hint = "Put the API document into the project, or name its web address."
        code = Code.API_SOURCE_OUTSIDE_PROJECT
        files.problems.append(Problem(code, message, entry.location, hint=hint))
        return None
    file = project.find(source) or project.find(posixpath.normpath(unquote(source)))
    for ending in () if file else _ENDINGS:  # Authors may leave out endings, as for pages.
        file = file or project.find(source + ending)
    if file is None:
        message = f"there is no file `{source}`"
        better = _find_nearest_source(project, source)
        hint = f"Did you mean `{better}`?" if better else "Paths start at the folder of site.json."
        problem = Problem(Code.API_SOURCE_MISSING, message, entry.location, hint=hint)
        files.problems.append(problem)
        return None
    return file.source


def _find_nearest_source(project: Project, source: str) -> str | None:
    same = project.find_ignoring_case(source)
    if same:
        return same.source
    names = [name for name, file in project.files.items() if file.kind is Kind.DATA]
    ending = f"/{posixpath.basename(source)}"
    elsewhere = (name for name in names if name.endswith(ending))
    return next(elsewhere, None) or find_nearest(source, names[:_MOST_NAMES])


def _find_root(path: str) -> str:
    """Return the project folder of a file, or else the file's own folder."""
    folder = above = os.path.dirname(path)
    while not has_settings(above):
        if os.path.dirname(above) == above:
            return folder
        above = os.path.dirname(above)
    return above


def _build_finder(
    named_files: Mapping[str, SourceFile], root: str
) -> Callable[[str], SourceFile | None]:
    """Return a function that finds files; it walks the folder only if needed."""

    @cache
    def load() -> Project:
        return load_project(root)[0]

    def find(source: str) -> SourceFile | None:
        return named_files.get(source) or (load().find(source) if root else None)

    return find
