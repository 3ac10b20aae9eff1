"""Finds the parts of the navigation that are marked as not public, and removes them.

It reads the author's data, including other mistakes in it, because an invalid group must still hide
its pages.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from octavo.settings.json.places import Pointer
from octavo.settings.marks.reading import Mark, join_marks, read_marks
from octavo.values import Struct, field

Marks = tuple[Mark, ...]

_DIVISIONS = {"tabs": "tab", "anchors": "anchor"}


class MarkedPart(Struct, frozen=True):
    """A group, tab, anchor or version that marks hide from the public."""

    pointer: Pointer
    marks: Marks
    """All marks that apply, including those of its tab, anchor or version."""
    own: Marks
    """Its own marks."""


class MarkedParts(Struct, frozen=True):
    """The parts of the settings that marks hide from the public."""

    parts: tuple[MarkedPart, ...] = ()
    pages: Mapping[str, Marks] = field(default_factory=dict)
    """The marks of the groups around pages, by the page paths in the groups."""
    places: Mapping[str, Pointer] = field(default_factory=dict)
    """The first location of each path in a group."""
    folders: Mapping[str, Marks] = field(default_factory=dict)
    """The marks of tabs and anchors, by their `url`."""
    versions: Mapping[str, Marks] = field(default_factory=dict)
    """The marks of versions, by name."""
    documents: tuple[tuple[Pointer, str, Marks], ...] = ()
    """The API documents of marked tabs and anchors, and their overlays."""


def find_site_marks(data: Mapping[str, Any]) -> dict[Pointer, Mark]:
    """Return the marks that apply to the whole site, with their locations.

    This includes the tab and the anchor for all pages without another one.
    """
    wholes: dict[Pointer, Any] = {(): data}
    wholes |= {(key,): data.get(key) for key in ("primaryTab", "topAnchor")}
    return {
        (*pointer, mark.key): mark
        for pointer, whole in wholes.items()
        if isinstance(whole, dict)
        for mark in read_marks(whole)
    }


def find_marked_parts(data: Mapping[str, Any]) -> MarkedParts:
    """Return the parts that marks hide in the data of a settings file."""
    finder = _Finder()
    for index, version in _list_objects(data.get("versions")):
        if marks := finder.add(("versions", index), version, ()):
            finder.add_name("version", version, marks)
            finder.versions[_read_name(version.get("name"))] = marks
    for key, kind in _DIVISIONS.items():
        for index, division in _list_objects(data.get(key)):
            around = finder.find_named(division, ("version",))
            if marks := finder.add((key, index), division, around):
                finder.add_division(kind, (key, index), division, marks)
    finder.walk_groups(data.get("navigation"))
    return MarkedParts(
        tuple(finder.parts),
        finder.pages,
        finder.places,
        finder.folders,
        finder.versions,
        tuple(finder.documents),
    )


def leave_out_parts(
    data: dict[str, Any], parts: MarkedParts, is_held_back: Callable[[Marks], bool]
) -> None:
    """Remove parts from Octavo's copy of the data; other items of a list keep their indexes."""
    for part in parts.parts:
        if is_held_back(part.marks):
            *way, last = part.pointer
            owner: Any = data
            with contextlib.suppress(KeyError, TypeError):  # it may be gone with what is around it
                for step in way:
                    owner = owner[step]
                owner[last] = None


def _list_objects(value: Any) -> Iterator[tuple[int, dict[str, Any]]]:
    items = value if isinstance(value, list) else []
    return ((index, item) for index, item in enumerate(items) if isinstance(item, dict))


def _read_name(value: Any) -> str:
    return str(value).strip() if isinstance(value, str | int | float) else ""


class _Finder:
    def __init__(self) -> None:
        self.parts: list[MarkedPart] = []
        self.pages: dict[str, Marks] = {}
        self.places: dict[str, Pointer] = {}
        self.folders: dict[str, Marks] = {}
        self.versions: dict[str, Marks] = {}
        self.documents: list[tuple[Pointer, str, Marks]] = []
        self._named: dict[tuple[str, str], Marks] = {}

    def add(self, pointer: Pointer, data: Mapping[str, Any], around: Marks) -> Marks:
        """Add an object if it or its parent has marks; return its marks."""
        own = read_marks(data)
        if not own and not around:
            return ()
        marks = join_marks((*around, *own))
        self.parts.append(MarkedPart(pointer, marks, own))
        return marks

    def add_name(self, kind: str, data: Mapping[str, Any], marks: Marks) -> None:
        """Remember the name of a marked object, because groups may refer to it."""
        name = _read_name(data.get("name"))
        if name:
            self._named[kind, name] = marks

    def find_named(self, data: Mapping[str, Any], kinds: tuple[str, ...]) -> Marks:
        """Return the marks of what an object says that it belongs to."""
        if not self._named:
            return ()
        named = (self._named.get((kind, _read_name(data.get(kind))), ()) for kind in kinds)
        return tuple(mark for marks in named for mark in marks)

    def add_division(
        self, kind: str, pointer: Pointer, data: Mapping[str, Any], marks: Marks
    ) -> None:
        """Add what a marked tab or anchor holds."""
        self.add_name(kind, data, marks)
        folder = data.get("url")
        if isinstance(folder, str):
            self.folders[folder] = join_marks((*self.folders.get(folder, ()), *marks))
        names = data.get("openapi")
        for number, value in enumerate(names if isinstance(names, list) else [names]):
            entry = value if isinstance(value, dict) else {"source": value}
            overlays = entry.get("overlays")
            texts = [entry.get("source"), *(overlays if isinstance(overlays, list) else [overlays])]
            names_of_files = [text for text in texts if isinstance(text, str) and text.strip()]
            place = (*pointer, "openapi", number)
            self.documents += [(place, name, marks) for name in names_of_files]

    def walk_groups(self, navigation: Any) -> None:
        """Add all marked groups and their pages, without recursion: the tree may be hostile."""
        to_do: list[tuple[Pointer, Any, Marks]] = [(("navigation",), navigation, ())]
        while to_do:
            pointer, value, around = to_do.pop()
            if isinstance(value, list):
                to_do += [((*pointer, index), item, around) for index, item in enumerate(value)]
            elif isinstance(value, str) and around:
                self.pages[value] = join_marks((*self.pages.get(value, ()), *around))
                self.places.setdefault(value, pointer)
            elif isinstance(value, dict):
                named = self.find_named(value, ("tab", "anchor", "version"))
                marks = self.add(pointer, value, (*around, *named))
                to_do.append(((*pointer, "pages"), value.get("pages"), marks))
