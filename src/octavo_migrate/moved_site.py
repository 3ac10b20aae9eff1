"""The plain values that a source returns for a foreign project, before files are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from octavo.problems import Code, Location, Problem, attempt
from octavo.project.surface import SourceFile
from octavo.values import Struct, field

T = TypeVar("T")
S = TypeVar("S")


class Outcome(StrEnum):
    """What happened to a setting or a part of a page."""

    CARRIED = "carried over"
    CHANGED = "changed"
    LOST = "not carried over"
    HELD_BACK = "not published"


class Fate(StrEnum):
    """What happens to the bytes of a file."""

    COPIED = "copied"
    CHANGED = "changed"
    MADE = "made"


class Note(Struct, frozen=True):
    """A fact about the move for the author; equal notes appear as one."""

    outcome: Outcome
    message: str
    """One sentence for the author, in Markdown, without a full stop."""
    place: Location
    """Its location in the old project."""
    advice: str = ""
    """What the author can do about it, in whole sentences."""
    is_fault: bool = False
    """Whether a mistake in Octavo is the reason."""


def note_problem(problem: Problem) -> Note:
    """Return a problem of the old project as a note; an unreadable file is lost."""
    is_fault = problem.code is Code.INTERNAL_ERROR
    return Note(Outcome.LOST, problem.message, problem.location, problem.hint, is_fault)


def convert_or_copy(
    convert: Callable[[], T], as_it_was: S, source: str, tell: Callable[[Note], object]
) -> T | S:
    """Return the converted page, or the original if a mistake in Octavo stops the conversion."""
    what = "the new form of this page, which is copied as it was,"
    place = Location(source)
    return attempt(convert, as_it_was, what, place, lambda problem: tell(note_problem(problem)))


class MovedFile(Struct, frozen=True):
    """A file of the new project."""

    path: str
    """The path in the new project, with `/` separators."""
    original: SourceFile | None = None
    """The original file in the old project."""
    data: bytes | None = None
    """The content; None for a copy of the original."""
    is_page: bool = False
    is_same: bool = False
    """Whether the bytes equal the original's, though `data` has them."""
    day: str = ""
    """The date of the original's last change; empty if unknown."""

    @property
    def fate(self) -> Fate:
        """What happens to its bytes."""
        if self.original is None:
            return Fate.MADE
        return Fate.COPIED if self.data is None or self.is_same else Fate.CHANGED


class OldSite(Struct, frozen=True):
    """The address of the old site, and tests for the parts that only it has."""

    address: str = ""
    """The address without a trailing slash; empty if unknown."""
    has: Callable[[str, str], bool] = lambda _url, _fragment: False
    """Tells whether only the old site has a URL, or a part of its page."""
    ends_in_slash: bool = False
    """Whether the addresses of its pages end in a slash."""


class MovedSite(Struct, frozen=True):
    """A foreign project, converted to an Octavo project."""

    root: str
    """The real folder of the old project."""
    files: tuple[MovedFile, ...] = ()
    settings: Mapping[str, Any] | None = None
    """The settings for `site.json`; None if one of the files has them."""
    redirects: Mapping[str, str] = field(default_factory=dict)
    """The new URLs of moved pages, by their old ones."""
    notes: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()
    """Problems of the old project; an error among them stops the move."""
    old: OldSite = OldSite()

    def count_pages(self, fate: Fate | None = None) -> int:
        """Return the number of pages, or of those with one fate."""
        return sum(file.is_page and fate in (None, file.fate) for file in self.files)
