"""Reads `docs.json` and the files it refers to, with the location of each value."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from typing import Any, TypeAlias

from octavo.problems import Code, Location, Problem, Severity
from octavo.project.surface import Project, find_root_file, load_text
from octavo.settings.surface import Places, clean_text, find_places, read_json
from octavo.values import Struct, field
from octavo_migrate.data import read_dict
from octavo_migrate.moved_site import Note, Outcome

SETTINGS = "docs.json"
Pointer: TypeAlias = "tuple[str | int, ...]"
"""The keys and indexes that lead to a value."""
_MOST_REFERENCES = 1_000


class Notes:
    """Notes on settings, in a mutable list because every function adds to it."""

    def __init__(self, place_of: Callable[[Pointer], Location]) -> None:
        self.all: list[Note] = []
        self._place_of = place_of

    def carry(self, pointer: Pointer, message: str) -> None:
        """Note that a setting has a new name."""
        self.all.append(Note(Outcome.CARRIED, message, self._place_of(pointer)))

    def change(self, pointer: Pointer, message: str, advice: str = "") -> None:
        """Note that a setting becomes something else."""
        self.all.append(Note(Outcome.CHANGED, message, self._place_of(pointer), advice))

    def lose(self, pointer: Pointer, message: str, advice: str = "") -> None:
        """Note that a setting has no equivalent."""
        self.all.append(Note(Outcome.LOST, message, self._place_of(pointer), advice))


class Part:
    """A mapping of the settings; keys that no caller takes have no equivalent."""

    def __init__(self, value: Any, pointer: Pointer, notes: Notes) -> None:
        self._values = dict(read_dict(value))
        self._pointer = pointer
        self._notes = notes

    def take(self, key: str) -> Any:
        """Remove and return a value; None if the key is missing."""
        return self._values.pop(key, None)

    def take_some(self, keys: str) -> dict[str, Any]:
        """Remove and return those of the given keys that exist."""
        return {key: self._values.pop(key) for key in keys.split() if key in self._values}

    def enter(self, key: str) -> Part:
        """Remove and return a nested mapping."""
        return Part(self.take(key), (*self._pointer, key), self._notes)

    def lose_rest(self, advice: str = "") -> None:
        """Note each remaining key as lost."""
        for key in self._values:
            way = ".".join(str(step) for step in (*self._pointer, key))
            self._notes.lose((*self._pointer, key), f"`{way}`, which has no equivalent", advice)


class DocsFile(Struct, frozen=True):
    """The content of `docs.json` with its references resolved."""

    value: dict[str, Any] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    place_of: Callable[[Pointer], Location] = lambda _pointer: Location(SETTINGS)
    broken: tuple[tuple[Pointer, str], ...] = ()
    """References to missing files, with their text."""


def load_docs_file(project: Project) -> DocsFile:
    """Read the settings of a project."""
    reader = _Reader(project)
    value = reader.load(SETTINGS)
    if not isinstance(value, dict):
        message = "the file must hold an object in curly brackets"
        wrong_type = Problem(Code.SETTINGS_WRONG_TYPE, message, Location(SETTINGS, 1, 1))
        return DocsFile(problems=tuple(reader.problems) or (wrong_type,))
    resolved = reader.resolve(value, (), SETTINGS, (), (f"{SETTINGS}#",))
    warnings = [each for each in reader.problems if each.severity is not Severity.ERROR]
    return DocsFile(resolved, tuple(warnings), reader.locate, tuple(reader.broken))


class _Reader:
    def __init__(self, project: Project) -> None:
        self._project = project
        self._texts: dict[str, str] = {}
        self._values: dict[str, Any] = {}
        self._followed = 0
        self._places: dict[str, Places] = {}
        self._origins: dict[Pointer, tuple[str, Pointer]] = {(): (SETTINGS, ())}
        self.problems: list[Problem] = []
        self.broken: list[tuple[Pointer, str]] = []

    def load(self, source: str) -> Any:
        """Return the value of a JSON file of the project, or None; each file is read once."""
        if source not in self._values:
            self._values[source] = self._load(source)
        return self._values[source]

    def _load(self, source: str) -> Any:
        root = self._project.root
        file = self._project.find(source) if "/" in source else find_root_file(root, source)
        text, problems = load_text(root, file) if file else (None, ())
        self.problems += problems
        if text is None:
            return None
        self._texts[source] = text = clean_text(text)
        read = read_json(text, source)
        self.problems += read.problems
        return read.value if read.is_readable else None

    def resolve(
        self, value: Any, pointer: Pointer, source: str, inner: Pointer, chain: tuple[str, ...]
    ) -> Any:
        """Return a value with its references resolved; `inner` is its location in its file."""
        if isinstance(value, list):
            return [
                self.resolve(each, (*pointer, index), source, (*inner, index), chain)
                for index, each in enumerate(value)
            ]
        if not isinstance(value, dict):
            return value
        reference = value.get("$ref")
        others = {
            key: self.resolve(each, (*pointer, key), source, (*inner, key), chain)
            for key, each in value.items()
            if key != "$ref"
        }
        if not isinstance(reference, str):
            return others
        target_value = self._follow(reference, pointer, source, chain)
        if target_value is None:
            self.broken.append((pointer, reference))
            return others
        return {**target_value, **others} if isinstance(target_value, dict) else target_value

    def _follow(self, reference: str, pointer: Pointer, source: str, chain: tuple[str, ...]) -> Any:
        """Return the resolved target of a reference; None if it doesn't exist."""
        name, _, fragment = reference.partition("#")
        base = "" if name.startswith("/") else posixpath.dirname(source)
        target = posixpath.normpath(posixpath.join(base, name.lstrip("/"))) if name else source
        # A reference to its own parent never ends, and many references can make a huge file.
        self._followed += 1
        way = f"{target}#{fragment.strip('/')}"
        may_follow = way not in chain and self._followed <= _MOST_REFERENCES
        value = self.load(target) if may_follow else None
        inner: Pointer = ()
        for step in fragment.strip("/").split("/") if fragment.strip("/") else ():
            key = step.replace("~1", "/").replace("~0", "~")
            value = value.get(key) if isinstance(value, dict) else None
            inner = (*inner, key)
        if value is None:
            return None
        self._origins[pointer] = (target, inner)
        return self.resolve(value, pointer, target, inner, (*chain, way))

    def locate(self, pointer: Pointer) -> Location:
        """Return the location of a value, or of the nearest one around it."""
        length = len(pointer)
        while pointer[:length] not in self._origins:
            length -= 1
        source, inner = self._origins[pointer[:length]]
        if source not in self._places:
            self._places[source] = find_places(self._texts[source])
        return Location(source, *self._places[source].of_value((*inner, *pointer[length:])))
