"""Reads `docs.json` and the files that it refers to, and knows where every value stands."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from typing import Any

from octavo.problems import Code, Location, Problem, Severity
from octavo.project.discover import Project, find_root_file
from octavo.project.files import SourceFile, load_text
from octavo.settings.json.places import Places, Pointer, find_places
from octavo.settings.json.text import clean_text, read_json
from octavo.values import Struct, field

SETTINGS = "docs.json"
_MOST_REFERENCES = 1_000


class DocsFile(Struct, frozen=True):
    """What `docs.json` holds once references are replaced by what they lead to."""

    value: dict[str, Any] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    place_of: Callable[[Pointer], Location] = lambda _pointer: Location(SETTINGS)
    broken: tuple[tuple[Pointer, str], ...] = ()
    """References that lead nowhere, with what they say."""


def load_docs_file(project: Project) -> DocsFile:
    """Read the settings of a project."""
    reader = _Reader(project)
    value = reader.load(SETTINGS)
    if value is None or not isinstance(value, dict):
        problems = reader.problems or [_explain_not_object()]
        return DocsFile(problems=tuple(problems))
    resolved = reader.resolve(value, (), SETTINGS, (), (f"{SETTINGS}#",))
    warnings = [each for each in reader.problems if each.severity is not Severity.ERROR]
    return DocsFile(resolved, tuple(warnings), reader.locate, tuple(reader.broken))


def _explain_not_object() -> Problem:
    message = "the file must hold an object in curly brackets"
    return Problem(Code.SETTINGS_WRONG_TYPE, message, Location(SETTINGS, 1, 1))


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
        """Return the value of a JSON file of the project, or None; each is read once."""
        if source not in self._values:
            self._values[source] = self._load(source)
        return self._values[source]

    def _load(self, source: str) -> Any:
        file = self._find(source)
        text, problems = load_text(self._project.root, file) if file else (None, ())
        self.problems += problems
        if text is None:
            return None
        self._texts[source] = text = clean_text(text)
        read = read_json(text, source)
        self.problems += read.problems
        return read.value if read.is_readable else None

    def _find(self, source: str) -> SourceFile | None:
        if "/" not in source:
            return find_root_file(self._project.root, source)
        return self._project.find(source)

    def resolve(
        self, value: Any, pointer: Pointer, source: str, inner: Pointer, chain: tuple[str, ...]
    ) -> Any:
        """Return a value in which references are replaced; `inner` is where it is in its file."""
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
        return self._follow(reference, others, pointer, source, chain)

    def _follow(
        self,
        reference: str,
        others: dict[str, Any],
        pointer: Pointer,
        source: str,
        chain: tuple[str, ...],
    ) -> Any:
        name, _, fragment = reference.partition("#")
        base = "" if name.startswith("/") else posixpath.dirname(source)
        target = posixpath.normpath(posixpath.join(base, name.lstrip("/"))) if name else source
        # A reference to what is around it would never end, and many can make a file of any size.
        self._followed += 1
        way = f"{target}#{fragment.strip('/')}"
        may_follow = way not in chain and self._followed <= _MOST_REFERENCES
        value = self.load(target) if may_follow else None
        steps = tuple(fragment.strip("/").split("/")) if fragment.strip("/") else ()
        inner: Pointer = ()
        for step in steps:
            key = step.replace("~1", "/").replace("~0", "~")
            value = value.get(key) if isinstance(value, dict) else None
            inner = (*inner, key)
        if value is None:
            self.broken.append((pointer, reference))
            return others
        self._origins[pointer] = (target, inner)
        target_value = self.resolve(value, pointer, target, inner, (*chain, way))
        return {**target_value, **others} if isinstance(target_value, dict) else target_value

    def locate(self, pointer: Pointer) -> Location:
        """Return where a value stands, or the nearest one around it."""
        length = len(pointer)
        while pointer[:length] not in self._origins:
            length -= 1
        source, inner = self._origins[pointer[:length]]
        if source not in self._places:
            self._places[source] = find_places(self._texts[source])
        return Location(source, *self._places[source].of_value((*inner, *pointer[length:])))
