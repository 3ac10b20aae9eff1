"""What a reference tells of an object of Python: plain values."""

from __future__ import annotations

from collections.abc import Iterator

from octavo.values import Struct

Annotation = tuple[tuple[str, str], ...]
"""A type in pieces: what each says, and the path of the object that it names, if it names one."""


class Entry(Struct, frozen=True):
    """A parameter, an exception, or what else a docstring lists."""

    name: str
    text: str
    type: Annotation = ()
    default: str = ""


class Section(Struct, frozen=True):
    """A part of a docstring: a text, or a list with a title."""

    kind: str
    title: str = ""
    text: str = ""
    entries: tuple[Entry, ...] = ()


class PythonObject(Struct, frozen=True):
    """A module, class, function or attribute, with those of its members that are shown."""

    path: str
    """As its readers import it, which is also its anchor."""
    canonical: str
    """Where it is defined."""
    name: str
    kind: str
    code: str = ""
    """Its signature, as code."""
    bases: tuple[Annotation, ...] = ()
    sections: tuple[Section, ...] = ()
    members: tuple[PythonObject, ...] = ()
    source: str = ""

    def walk(self) -> Iterator[PythonObject]:
        """Yield the object and all members below it."""
        yield self
        for member in self.members:
            yield from member.walk()
