"""What a source makes of a foreign project: plain values, of which nothing is written yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from octavo.problems import Code, Location, Problem, attempt
from octavo.project.files import SourceFile
from octavo.values import Struct, field

T = TypeVar("T")
S = TypeVar("S")


class Outcome(StrEnum):
    """What became of a thing."""

    CARRIED = "carried over"
    CHANGED = "changed"
    LOST = "not carried over"
    HELD_BACK = "not published"


class Fate(StrEnum):
    """What becomes of the bytes of a file."""

    COPIED = "copied"
    CHANGED = "changed"
    MADE = "made"


class Note(Struct, frozen=True):
    """What became of something in the old project; those that say the same are told as one."""

    outcome: Outcome
    message: str
    """One sentence for the author, in Markdown, without a full stop."""
    place: Location
    """Where it stands in the old project."""
    advice: str = ""
    """What to do about it, in whole sentences."""
    is_fault: bool = False
    """Whether a mistake of ours is the reason."""


def note_problem(problem: Problem) -> Note:
    """Return a problem of the old project as a note: a file that could not be read is lost."""
    is_fault = problem.code is Code.INTERNAL_ERROR
    return Note(Outcome.LOST, problem.message, problem.location, problem.hint, is_fault)


def convert_or_copy(
    convert: Callable[[], T], as_it_was: S, source: str, tell: Callable[[Note], object]
) -> T | S:
    """Return the new form of a page; where a mistake of ours is in the way, what it was."""
    what = "the new form of this page, which is copied as it was,"
    place = Location(source)
    return attempt(convert, as_it_was, what, place, lambda problem: tell(note_problem(problem)))


class MovedFile(Struct, frozen=True):
    """A file of the new project."""

    path: str
    """In the new project, `/`-separated."""
    original: SourceFile | None = None
    """The file of the old project that it comes from."""
    data: bytes | None = None
    """What it holds; None if it is a copy of the original."""
    is_page: bool = False
    is_same: bool = False
    """Whether its bytes are those of the original, though they come with it."""
    day: str = ""
    """When the original was last changed; empty if no history knows."""

    @property
    def fate(self) -> Fate:
        """What becomes of its bytes."""
        if self.original is None:
            return Fate.MADE
        return Fate.COPIED if self.data is None or self.is_same else Fate.CHANGED


class OldSite(Struct, frozen=True):
    """Where the old site is, and what only it has: what its programs make when it is built."""

    address: str = ""
    """Without a slash at its end; empty if nobody knows it."""
    has: Callable[[str, str], bool] = lambda _url, _fragment: False
    """Tells of a url, and of a part of the page there, whether the old site alone has them."""
    ends_in_slash: bool = False
    """Whether the addresses of its pages do."""


class MovedSite(Struct, frozen=True):
    """A foreign project as a project of Octavo."""

    root: str
    """The real folder of the old project."""
    files: tuple[MovedFile, ...] = ()
    settings: Mapping[str, Any] | None = None
    """What `site.json` holds; None if it is one of the files."""
    redirects: Mapping[str, str] = field(default_factory=dict)
    """The new urls of pages, by their old ones, where they differ."""
    notes: tuple[Note, ...] = ()
    problems: tuple[Problem, ...] = ()
    """With an error among them, nothing is written."""
    old: OldSite = OldSite()

    def count_pages(self, fate: Fate | None = None) -> int:
        """Return how many pages there are, or how many of one fate."""
        return sum(file.is_page and fate in (None, file.fate) for file in self.files)
