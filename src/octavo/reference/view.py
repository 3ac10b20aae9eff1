"""What an API page shows, as values: everything is decided, and nothing is HTML or Markdown yet.

A page is a list of sections and cards. These are made of a few kinds of parts, which every printer
knows. The words are English ones, as the tables of other languages name them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from octavo.reference.later import Wanted
from octavo.values import dataclass

# --- words ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Code:
    """A name or value in a sentence."""

    text: str
    rest: int = 0
    """How many letters of it are left out."""
    href: str = ""
    """Where it leads, if it is an address that may be followed."""


@dataclass(frozen=True, slots=True)
class Words:
    """What we say: English words with places, such as `Default {value}`, and what stands there."""

    text: str
    values: tuple[tuple[str, Value], ...] = ()
    then: Code | None = None
    """What follows the words."""


Value = str | Code | Words | tuple[Code, ...]
"""What stands at a place; of several values the last follows `or`."""


def say(text: str, **values: Value) -> Words:
    """Return words with values at their places."""
    return Words(text, tuple(values.items()))


def join_words(first: Words, second: Words) -> Words:
    """Return two sentences as one."""
    return Words("{first} {second}", (("first", first), ("second", second)))


NO_WORDS = Words("")

# --- values ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mark:
    """A label beside a name: words of ours, or of the document."""

    label: Words | str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class TypeName:
    """A part of the name of a type, and the page of the schema that it names."""

    text: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Allowed:
    """The values that are allowed, each with what it means."""

    values: tuple[tuple[Code, str], ...]
    of_items: bool = False

    @property
    def has_meanings(self) -> bool:
        """Whether any value says more than itself."""
        return any(meaning for _, meaning in self.values)


@dataclass(frozen=True, slots=True, eq=False)
class About:
    """What is said about a value, wherever it stands."""

    before: tuple[str, ...] = ()
    """Labels before the name."""
    type: tuple[TypeName, ...] = ()
    marks: tuple[Mark, ...] = ()
    text: str = ""
    """What the document says of it, which is Markdown."""
    facts: tuple[Words, ...] = ()
    allowed: tuple[Allowed, ...] = ()
    weight: int = 0
    schema: str = ""
    """The name of its schema, or of that of its items."""


NOTHING = About()

# --- parts ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Prose:
    """A text of the document, which is Markdown."""

    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of ours as a paragraph; `kind` says which."""

    words: Words
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """Short sentences in a line."""

    facts: tuple[Words, ...]


@dataclass(frozen=True, slots=True, eq=False)
class AboutValue:
    """What is said about a value that has no name: that of a body, or of an option."""

    about: About
    shows_type: bool = False
    is_whole: bool = True
    """Whether it is a whole body, not one of several options."""


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A value with a name, and what is inside of it."""

    id: str
    name: str
    about: About = NOTHING
    inside: tuple[Part, ...] = ()
    only: str = ""
    """The side that alone sees it, in a list for both sides."""
    words: Words = NO_WORDS
    """What is said beside its name."""


@dataclass(frozen=True, slots=True, eq=False)
class Fields:
    """A list of fields, and a choice among others; many pages show the same one."""

    rows: tuple[Field | Switch, ...]
    count: int = 0
    """How many fields it has, those inside of others among them."""
    weight: int = 0
    is_whole: bool = True
    """Whether all that is inside of its fields is written out."""


NO_FIELDS = Fields(())


@dataclass(frozen=True, slots=True, eq=False)
class Listed:
    """A list of fields at its place: `below` is the id of what it is inside of."""

    fields: Fields
    below: str


@dataclass(frozen=True, slots=True)
class Later:
    """The fields of a schema, or those from a number on, which are not written out here."""

    file: Wanted
    """What has them."""
    name: str
    """What they are inside of."""
    schema: str = ""
    """The name of the schema."""
    count: int = 0
    is_rest: bool = False
    """Whether the first ones are written out."""
    below: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class More:
    """Parts that the page loads when a reader asks for them, because it has no room for them."""

    parts: tuple[Part, ...]
    count: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """Parts that stand on several pages: printers print them once."""

    parts: tuple[Part, ...]
    weight: int
    is_whole: bool


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """One of several parts that take turns."""

    id: str
    title: str
    parts: tuple[Part, ...]
    mark: str = ""
    """What kind it is, for its color: the first digit of a status."""


@dataclass(frozen=True, slots=True, eq=False)
class Switch:
    """Parts that take turns; those of one `kind` with equal titles are kept in step."""

    panels: tuple[Panel, ...]
    label: Words
    kind: str
    head: tuple[HeadPart, ...] = ()
    intro: tuple[Part, ...] = ()
    as_list: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a section."""

    id: str
    title: Words


@dataclass(frozen=True, slots=True)
class Status:
    """The status of a response, and what it means in general."""

    status: str
    mark: str
    phrase: Words


@dataclass(frozen=True, slots=True)
class MediaNames:
    """The media types of a body; none of one that is empty."""

    names: tuple[str, ...]


HeadPart = Heading | Status | MediaNames | Mark | Words


@dataclass(frozen=True, slots=True)
class Head:
    """A line with a heading at its start and what is said about it at its end."""

    parts: tuple[HeadPart, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Expand:
    """Parts behind a line that says what they are."""

    what: Words
    parts: tuple[Part, ...]
    is_open: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Parts that belong together: in a box, or below a title."""

    parts: tuple[Part, ...]
    title: Words | str = ""
    id: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Items:
    """A short list: of names with their meaning, or of statuses with theirs."""

    items: tuple[tuple[Code | Status, str], ...]
    title: Words | None = None
    is_prose: bool = False
    """Whether the meanings are Markdown."""


@dataclass(frozen=True, slots=True, eq=False)
class Callback:
    """A request that the API sends, below its name."""

    id: str
    method: str
    name: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class PageLink:
    """A page of an operation."""

    url: str
    method: str
    title: str


@dataclass(frozen=True, slots=True, eq=False)
class PageLinks:
    """Pages, and how many there are beyond them."""

    pages: tuple[PageLink, ...]
    more: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Code, of which the page shows the beginning if it is long."""

    text: str
    language: str
    on_page: str
    """What a page shows of it."""
    in_twin: str
    """What its Markdown shows of it."""
    is_printed: bool = False
    """Whether we wrote it, not the document."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A part of an address that readers choose."""

    name: str
    default: Code
    values: tuple[Code, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Server:
    """Where an endpoint is found."""

    url: str
    name: str = ""
    text: str = ""
    variables: tuple[Variable, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Servers:
    """The servers of an endpoint."""

    servers: tuple[Server, ...]


Part = (
    Prose | Line | Facts | AboutValue | Fields | Listed | Later | More | Switch | Head | Expand
    | Group | Items | Callback | PageLinks | Servers | Block | Shared
)  # fmt: skip

# --- the whole ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The bar of a page: a method and a path, and where it is found; or the name of a webhook."""

    method: str
    path: str
    address: str = ""
    """The whole address on the first server."""
    servers: tuple[Server, ...] = ()
    parts: tuple[Part, ...] = ()
    """The servers as a page shows them."""
    access: str = ""
    """`required`, `optional`, or nothing where nothing is asked for."""
    is_assumed: bool = False
    """Nobody says the host of the first server: an address stands for it."""
    is_webhook: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Section:
    """A part of a page with a heading of its own, which stands in the head of its first part."""

    id: str
    title: Words
    parts: tuple[Part, ...]
    side: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A part of the right column: requests as code, or what comes back."""

    kind: str
    """`request` or `response`."""
    title: Words
    """Its heading in Markdown."""
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """All that a page shows of an API document."""

    sections: tuple[Section, ...] = ()
    cards: tuple[Card, ...] = ()
    endpoint: Endpoint | None = None


# --- ids ------------------------------------------------------------------------------------------

ANY_NAME = "{key}"
"""Stands for the name of a field that may have any."""
PREFIX = "\0"
"""Stands in an id for what a list of fields is inside of: the same list stands in many places."""

_NOT_IN_ID = re.compile(r"[^\w-]+")


@lru_cache(maxsize=10_000)
def build_id_part(name: str) -> str:
    """Return what a name is in an id: letters, digits and dashes, in the name's own case."""
    return _NOT_IN_ID.sub("-", name).strip("-")[:80] or "field"


class Ids:
    """Gives ids that nothing else in the same space has."""

    def __init__(self, ids: Iterable[str] = ()) -> None:
        self._ids = set(ids)

    def make_unique(self, name: str) -> str:
        """Return the wanted id, or the first with a number behind it that is free."""
        candidate, number = name, 1
        while candidate in self._ids:
            number += 1
            candidate = f"{name}-{number}"
        self._ids.add(candidate)
        return candidate
