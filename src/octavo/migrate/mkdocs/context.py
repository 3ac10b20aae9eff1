"""What the parts of a conversion share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from octavo.migrate.moved_site import Note, Outcome
from octavo.problems import Location
from octavo.site.urls import build_page_url
from octavo.values import dataclass, field

if TYPE_CHECKING:
    from octavo.migrate.mkdocs.reference.index import Reference


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a page, and where it stands in the old file."""

    text: str
    number: int

    @property
    def indent(self) -> int:
        """How many spaces it starts with."""
        return len(self.text) - len(self.text.lstrip(" "))

    @property
    def is_blank(self) -> bool:
        """Whether nothing is to be seen in it."""
        return not self.text.strip()

    def cut(self, width: int) -> Line:
        """Return the line without some of the spaces that it starts with."""
        return Line(self.text[min(width, self.indent) :], self.number)


@dataclass(frozen=True, slots=True)
class Tree:
    """The files of the old project, as links and inclusions see them."""

    docs: str
    """The folder with the pages, as an absolute path."""
    shown_docs: str
    """The same as places name it: below the folder of `mkdocs.yml`."""
    include_root: str
    """Nothing outside of this folder is ever taken into a page."""
    include_folders: tuple[str, ...]
    """Where the names of included files start, in the order in which they are tried."""
    pages: Mapping[str, str] = field(default_factory=dict)
    """The new paths of pages, by their old ones."""
    files: frozenset[str] = frozenset()
    """All files below the folder with the pages."""
    urls: frozenset[str] = frozenset()
    """The addresses of pages and of the folders above them, without slashes around them."""
    use_directory_urls: bool = True
    appended: tuple[str, ...] = ()
    """Files that every page takes in at its end."""
    issues: str = ""
    """The address below which issues are, if their numbers are links."""


@dataclass(frozen=True, slots=True)
class Context:
    """The page that is converted, and what holds for the whole site."""

    source: str
    """The path of the page below the folder with the pages."""
    tree: Tree
    extensions: frozenset[str] = frozenset()
    variables: Mapping[str, Any] | None = None
    """What `{{ name }}` stands for; None if braces have no meaning."""
    references: Mapping[str, str] = field(default_factory=dict)
    """The addresses of links that stand elsewhere in the page, by their labels."""
    abbreviations: dict[str, str] = field(default_factory=dict)
    reference: Reference | None = None
    """Objects of Python that pages document; None if nothing documents any."""
    authors: Mapping[str, str] | None = None
    """Names of people, if the page is a post of a blog."""
    notes: list[Note] = field(default_factory=list)

    def has(self, *names: str) -> bool:
        """Whether one of these extensions of Markdown is switched on."""
        return not self.extensions.isdisjoint(names)

    def find_reference(self, path: str) -> str | None:
        """Return a link to an object of Python, or to a heading anywhere in the site."""
        if self.reference is None:
            return None
        return self.reference.find_link(path, build_page_url(self.tree.pages[self.source]))

    def find_elsewhere(self, path: str) -> str | None:
        """Return a link to an object that another site documents."""
        return self.reference.elsewhere.get(path) if self.reference else None

    @property
    def shown(self) -> str:
        """The path of the page as places name it."""
        prefix = self.tree.shown_docs
        return f"{prefix}/{self.source}" if prefix else self.source

    def note(self, outcome: Outcome, message: str, line: int = 0, advice: str = "") -> None:
        """Tell what became of something."""
        place = Location(self.shown, line, 1) if line else Location(self.shown)
        self.notes.append(Note(outcome, message, place, advice))

    def note_changed(self, message: str, line: int = 0) -> None:
        """Tell what is written in another way now."""
        self.note(Outcome.CHANGED, message, line)

    def lose(self, message: str, line: int = 0, advice: str = "") -> None:
        """Tell what could not be carried over."""
        self.note(Outcome.LOST, message, line, advice)
