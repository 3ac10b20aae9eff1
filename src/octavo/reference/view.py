"""What an API page shows, as values: everything is decided, and nothing is HTML or Markdown yet.

A page is a list of sections and cards. These are made of a few kinds of parts, which every printer
knows. The words are English ones, as the tables of other languages name them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from octavo.reference.later import FragmentPlace
from octavo.values import Struct

# --- words ----------------------------------------------------------------------------------------


class Code(Struct, frozen=True):
    """A name or value in a sentence."""

    text: str
    rest: int = 0
    """How many letters of it are left out."""
    href: str = ""
    """Where it leads, if it is an address that may be followed."""


class Words(Struct, frozen=True):
    """What we say: English words with places, such as `Default {value}`, and what stands there."""

    text: str
    values: tuple[tuple[str, Value], ...] = ()
    then: Code | None = None
    """What follows the words."""


class Link(Struct, frozen=True):
    """Words of the document that lead to an address which may be followed."""

    text: str | Words
    href: str


class PageLink(Struct, frozen=True):
    """A page of the site: of an operation with its method and path, or another one."""

    url: str
    method: str
    title: str
    path: str = ""
    marks: tuple[Mark, ...] = ()


Value = str | Code | Link | PageLink | Words | tuple[Code, ...]
"""What stands at a place; of several values the last follows `or`."""


def say(text: str, **values: Value) -> Words:
    """Return words with values at their places."""
    return Words(text, tuple(values.items()))


def join_words(first: Words, second: Words) -> Words:
    """Return two sentences as one."""
    return Words("{first} {second}", (("first", first), ("second", second)))


def list_words(several: Sequence[Words]) -> Words:
    """Return words with commas between them."""
    if len(several) == 1:
        return several[0]
    names = [f"part{at}" for at in range(len(several))]
    return Words(
        ", ".join([f"{{{name}}}" for name in names]), tuple(zip(names, several, strict=True))
    )


def list_codes(words: Words) -> Iterator[Code]:
    """Return the names and values in words."""
    for _, value in words.values:
        if isinstance(value, Words):
            yield from list_codes(value)
        elif isinstance(value, tuple):
            yield from value
        elif isinstance(value, Code):
            yield value


NO_WORDS = Words("")

# --- values ---------------------------------------------------------------------------------------


class Mark(Struct, frozen=True):
    """A label beside a name: words of ours, or of the document."""

    label: Words | str
    kind: str = ""


class TypeName(Struct, frozen=True):
    """A part of the name of a type, and the page of the schema that it names."""

    text: str
    url: str = ""


class About(Struct, frozen=True, eq=False):
    """What is said about a value, wherever it stands."""

    before: tuple[str, ...] = ()
    """Labels before the name."""
    type: tuple[TypeName, ...] = ()
    marks: tuple[Mark, ...] = ()
    text: str = ""
    """What the document says of it, which is Markdown."""
    facts: tuple[Words, ...] = ()
    allowed: tuple[Items, ...] = ()
    """The values that are allowed, those of a value and of its items; examples with words."""
    weight: int = 0
    schema: str = ""
    """The name of its schema, or of that of its items."""


NOTHING = About()
_MOST_TABS = 6

# --- parts ----------------------------------------------------------------------------------------


class Prose(Struct, frozen=True):
    """A text of the document, which is Markdown.

    Those above the sections have a kind: the `lead` begins with the line below the title, what is
    `above` follows it, and what is `found` is for the search alone. A `note` is above an example.
    """

    text: str
    kind: str = ""


class Line(Struct, frozen=True):
    """A sentence of ours as a paragraph; `kind` says which."""

    words: Words
    kind: str = ""


class AboutValue(Struct, frozen=True, eq=False):
    """What is said about a value that has no name: that of a body, or of an option."""

    about: About
    shows_type: bool = False
    is_whole: bool = True
    """Whether it is a whole body, not one of several options."""


class Field(Struct, frozen=True, eq=False):
    """A value with a name, and what is inside of it."""

    id: str
    name: str
    about: About = NOTHING
    inside: tuple[Part, ...] = ()
    only: str = ""
    """The side that alone sees it, in a list for both sides."""
    words: Words = NO_WORDS
    """What is said beside its name."""


class Fields(Struct, frozen=True, eq=False):
    """A list of fields, and a choice among others; many pages show the same one."""

    rows: tuple[Field | Switch, ...]
    count: int = 0
    """How many fields it has, those inside of others among them."""
    weight: int = 0
    is_whole: bool = True
    """Whether all that is inside of its fields is written out."""


NO_FIELDS = Fields(())


class Listed(Struct, frozen=True, eq=False):
    """A list of fields at its place: `below` is the id of what it is inside of."""

    fields: Fields
    below: str


class Later(Struct, frozen=True):
    """The fields of a schema, or those from a number on, which are not written out here."""

    place: FragmentPlace
    """What has them."""
    name: str
    """What they are inside of."""
    schema: str = ""
    """The name of the schema."""
    count: int = 0
    is_rest: bool = False
    """Whether the first ones are written out."""
    below: str = ""
    """The id of what they are inside of, where it is needed to open them."""

    @property
    def what(self) -> Words:
        """What a reader may open."""
        if not self.is_rest:
            return say("child attributes")
        if self.count == 1:
            return say("1 more attribute")
        return say("{count} more attributes", count=str(self.count))

    @property
    def link(self) -> Words:
        """What leads to them where there is no script."""
        if self.is_rest:
            return say("{count} more", count=str(self.count))
        name = Words("{name}", (("name", self.name),)) if self.name else say("this body")
        return say("Child attributes of {name}", name=name)

    @property
    def missing(self) -> Words:
        """What is said where they cannot be opened."""
        text = {0: "The options{of} are", 1: "The attribute{of} is"}.get(self.count)
        text = f"{text or 'The {count} attributes{of} are'} not listed here."
        of = Words(" of {name}", (("name", Code(self.schema)),)) if self.schema else NO_WORDS
        return say(text, of=of, count=str(self.count))


class More(Struct, frozen=True, eq=False):
    """Parts that the page loads when a reader asks for them, because it has no room for them."""

    parts: tuple[Part, ...]
    count: int = 0


class Shared(Struct, frozen=True, eq=False):
    """Parts that stand on several pages: printers print them once."""

    parts: tuple[Part, ...]
    weight: int
    is_whole: bool


class Panel(Struct, frozen=True, eq=False):
    """One of several parts that take turns, or of those for which there is no room beside them."""

    id: str
    title: str
    parts: tuple[Part, ...]
    mark: str = ""
    """What kind it is, for its color: the first digit of a status."""


class Switch(Struct, frozen=True, eq=False):
    """Parts that take turns; those of one `kind` with equal titles are kept in step."""

    panels: tuple[Panel, ...]
    label: Words
    kind: str
    head: tuple[HeadPart, ...] = ()
    intro: tuple[Part, ...] = ()
    as_list: bool = False

    @property
    def has_tabs(self) -> bool:
        """Whether there are few and short titles, which stand beside each other."""
        if self.as_list or len(self.panels) > _MOST_TABS:
            return False
        most, between = (40, 0) if self.kind == "sample" else (44, 3)
        return sum([len(panel.title) + between for panel in self.panels]) <= most


class Heading(Struct, frozen=True):
    """The title of a section."""

    id: str
    title: Words


class Status(Struct, frozen=True):
    """The status of a response, and what it means in general."""

    status: str
    mark: str
    phrase: Words


class MediaNames(Struct, frozen=True):
    """The media types of a body; none of one that is empty."""

    names: tuple[str, ...]


HeadPart = Heading | Status | MediaNames | Mark | Words


class Head(Struct, frozen=True):
    """A line with a heading at its start and what is said about it at its end."""

    parts: tuple[HeadPart, ...]


class Expand(Struct, frozen=True, eq=False):
    """Parts behind a line that says what they are."""

    what: Words
    parts: tuple[Part, ...]
    is_open: bool = False


class Group(Struct, frozen=True, eq=False):
    """Parts that belong together: below a title, or in a box of some kind."""

    parts: tuple[Part, ...]
    title: Words = NO_WORDS
    kind: str = "auth-alternative"


class Address(Struct, frozen=True):
    """The address of a server, or a part of one that readers choose; in it are `{variables}`."""

    text: str
    name: str = ""


ItemName = Code | Status | PageLink | Address | Words


class Item(Struct, frozen=True, eq=False):
    """Something in a short list, and what is said of it."""

    name: ItemName
    text: str = ""
    facts: tuple[Words, ...] = ()
    inside: tuple[Item, ...] = ()


EXAMPLES = say("Examples")


class Items(Struct, frozen=True, eq=False):
    """A short list; `kind` says how it looks: `field-options` is a line of names alone."""

    items: tuple[Item, ...]
    kind: str = "field-values"
    title: Words | None = None
    is_prose: bool = True
    """Whether what is said is Markdown."""
    more: int = 0
    """How many there are beyond them."""


class Callback(Struct, frozen=True, eq=False):
    """A request that the API sends, below its name."""

    id: str
    method: str
    name: str
    parts: tuple[Part, ...]


class Block(Struct, frozen=True, eq=False):
    """Code, of which the page shows the beginning if it is long."""

    text: str
    language: str
    on_page: str
    """What a page shows of it."""
    in_twin: str
    """What its Markdown shows of it."""
    is_printed: bool = False
    """Whether we wrote it, not the document."""


Part = (
    Prose | Line | AboutValue | Listed | Later | More | Switch | Panel | Head | Expand | Group
    | Items | Callback | Block | Shared
)  # fmt: skip

# --- the whole ------------------------------------------------------------------------------------


class Endpoint(Struct, frozen=True):
    """The bar of a page: a method and a path, and where it is found; or the name of a webhook."""

    method: str
    path: str
    address: str = ""
    """The whole address on the first server."""
    server: str = ""
    """That of the first server."""
    server_count: int = 0
    servers: tuple[Part, ...] = ()
    is_plain: bool = True
    """Whether there is nothing to say of the servers but the first address."""
    access: Words = NO_WORDS
    """Whether callers must prove who they are; nothing where nothing is asked for."""
    is_assumed: bool = False
    """Nobody says the host of the first server: an address stands for it."""
    sent: Words = NO_WORDS
    """What is said of a webhook, which has no address."""
    group: str = ""
    """The name that the document shows for its first tag, if that has one."""


class Section(Struct, frozen=True, eq=False):
    """A part of a page with a heading of its own, which stands in the head of its first part."""

    heading: Heading
    parts: tuple[Part, ...]
    side: str = ""


class Card(Struct, frozen=True, eq=False):
    """A part of the right column: requests as code, or what comes back."""

    kind: str
    """`request` or `response`."""
    title: Words
    """Its heading in Markdown."""
    parts: tuple[Part, ...]


class View(Struct, frozen=True, eq=False):
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
