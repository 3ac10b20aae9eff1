"""The content of an API page as values, without HTML or Markdown.

A page is a list of sections and cards. These consist of a few kinds of parts, which every printer
supports. The words are English, and are the keys for other languages.
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
    """How many characters are left out."""
    href: str = ""
    """The target, if it is a safe address."""


class Words(Struct, frozen=True):
    """Octavo's text:

    English words with placeholders, such as `Default {value}`, and their values.
    """

    text: str
    values: tuple[tuple[str, Value], ...] = ()
    then: Code | None = None
    """The code after the words."""


class Day(Struct, frozen=True):
    """A day such as `2026-11-18`, which printers write in the language of the page."""

    text: str


class Link(Struct, frozen=True):
    """Words of the document that link to a safe address."""

    text: str | Words
    href: str


class PageLink(Struct, frozen=True):
    """A page of the site: of an operation with its method and path, or another one."""

    url: str
    method: str
    title: str
    path: str = ""
    marks: tuple[Mark, ...] = ()


Value = str | Code | Day | Link | PageLink | Words | tuple[Code, ...]
"""The value of a placeholder; several values are joined with `or`."""


def say(text: str, **values: Value) -> Words:
    """Return words with values for their placeholders."""
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
    """Return names and values as a list in words."""
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
    """A label next to a name: words of Octavo, or of the document."""

    label: Words | str
    kind: str = ""


class TypeName(Struct, frozen=True):
    """A part of the name of a type, and the page of its schema."""

    text: str
    url: str = ""


class About(Struct, frozen=True, eq=False):
    """The statements about a value at any place."""

    before: tuple[str, ...] = ()
    """Labels before the name."""
    type: tuple[TypeName, ...] = ()
    marks: tuple[Mark, ...] = ()
    text: str = ""
    """The document's description, in Markdown."""
    facts: tuple[Words, ...] = ()
    allowed: tuple[Items, ...] = ()
    """The allowed values of a value and of its items; examples with descriptions."""
    weight: int = 0
    schema: str = ""
    """The name of its schema, or of the schema of its items."""


NOTHING = About()
_MOST_TABS = 6

# --- parts ----------------------------------------------------------------------------------------


class Prose(Struct, frozen=True):
    """A text of the document, in Markdown.

    Those above the sections have a kind: `lead` begins with the line below the title, `above`
    follows it, and `found` is only for the search. A `note` is above an example.
    """

    text: str
    kind: str = ""


class Line(Struct, frozen=True):
    """A sentence of Octavo as a paragraph, of the given `kind`."""

    words: Words
    kind: str = ""


class AboutValue(Struct, frozen=True, eq=False):
    """The statements about a value without a name: a body, or an option."""

    about: About
    shows_type: bool = False
    is_whole: bool = True
    """Whether it is a whole body, not one of several options."""


class Field(Struct, frozen=True, eq=False):
    """A value with a name, and its nested fields."""

    id: str
    name: str
    about: About = NOTHING
    inside: tuple[Part, ...] = ()
    only: str = ""
    """The only side with this field, in a list for both sides."""
    words: Words = NO_WORDS
    """The words next to its name."""


class Fields(Struct, frozen=True, eq=False):
    """A list of fields, and a choice among others; many pages share it."""

    rows: tuple[Field | Switch, ...]
    count: int = 0
    """The number of its fields, including nested ones."""
    weight: int = 0
    is_whole: bool = True
    """Whether all nested fields are listed."""


NO_FIELDS = Fields(())


class Listed(Struct, frozen=True, eq=False):
    """A list of fields at its place: `below` is the id of the element around it."""

    fields: Fields
    below: str


class Later(Struct, frozen=True):
    """The fields of a schema, or those from an index on, which load on demand."""

    place: FragmentPlace
    """The file with the fields."""
    name: str
    """The name of the value around them."""
    schema: str = ""
    """The name of the schema."""
    count: int = 0
    is_rest: bool = False
    """Whether the first fields are already listed."""
    below: str = ""
    """The id of the element around them, if it is needed to open them."""

    @property
    def what(self) -> Words:
        """The label for readers who open them."""
        if not self.is_rest:
            return say("child attributes")
        if self.count == 1:
            return say("1 more attribute")
        return say("{count} more attributes", count=str(self.count))

    @property
    def link(self) -> Words:
        """The link to them without scripts."""
        if self.is_rest:
            return say("{count} more", count=str(self.count))
        name = Words("{name}", (("name", self.name),)) if self.name else say("this body")
        return say("Child attributes of {name}", name=name)

    @property
    def missing(self) -> Words:
        """The text for places where readers can't open them."""
        text = {0: "The options{of} are", 1: "The attribute{of} is"}.get(self.count)
        text = f"{text or 'The {count} attributes{of} are'} not listed here."
        of = Words(" of {name}", (("name", Code(self.schema)),)) if self.schema else NO_WORDS
        return say(text, of=of, count=str(self.count))


class More(Struct, frozen=True, eq=False):
    """Parts that the page loads on demand, because it has no room for them."""

    parts: tuple[Part, ...]
    count: int = 0


class Shared(Struct, frozen=True, eq=False):
    """Parts that are on several pages, so that printers print them once."""

    parts: tuple[Part, ...]
    weight: int
    is_whole: bool


class Panel(Struct, frozen=True, eq=False):
    """One part of a switch, or a folded part without room for its content."""

    id: str
    title: str
    parts: tuple[Part, ...]
    mark: str = ""
    """The kind for its color: the first digit of a status."""


class Switch(Struct, frozen=True, eq=False):
    """Parts with only one visible; those of one `kind` with equal titles switch together."""

    panels: tuple[Panel, ...]
    label: Words
    kind: str
    head: tuple[HeadPart, ...] = ()
    intro: tuple[Part, ...] = ()
    as_list: bool = False

    @property
    def has_tabs(self) -> bool:
        """Whether there are few and short titles, which fit next to each other."""
        if self.as_list or len(self.panels) > _MOST_TABS:
            return False
        most, between = (40, 0) if self.kind == "sample" else (44, 3)
        return sum([len(panel.title) + between for panel in self.panels]) <= most


class Heading(Struct, frozen=True):
    """The title of a section."""

    id: str
    title: Words


class Status(Struct, frozen=True):
    """The status of a response, and its standard meaning."""

    status: str
    mark: str
    phrase: Words


class MediaNames(Struct, frozen=True):
    """The media types of a body; none for an empty body."""

    names: tuple[str, ...]


HeadPart = Heading | Status | MediaNames | Mark | Words


class Head(Struct, frozen=True):
    """A line with a heading at its start and facts at its end."""

    parts: tuple[HeadPart, ...]


class Expand(Struct, frozen=True, eq=False):
    """Parts behind a line that describes them."""

    what: Words
    parts: tuple[Part, ...]
    is_open: bool = False


class Group(Struct, frozen=True, eq=False):
    """Parts that belong together: below a title, or in a box of some kind."""

    parts: tuple[Part, ...]
    title: Words = NO_WORDS
    kind: str = "auth-alternative"


class Address(Struct, frozen=True):
    """The address of a server, or a part of one that readers choose, with `{variables}`."""

    text: str
    name: str = ""


class Sentence(Struct, frozen=True):
    """An item that is a sentence, and not a name."""

    words: Words


ItemName = Code | Status | PageLink | Address | Words | Sentence


class Item(Struct, frozen=True, eq=False):
    """An item of a short list, with its description."""

    name: ItemName
    text: str = ""
    facts: tuple[Words, ...] = ()
    inside: tuple[Item, ...] = ()


EXAMPLES = say("Examples")


class Items(Struct, frozen=True, eq=False):
    """A short list of the given `kind`; `field-options` is a line with only names."""

    items: tuple[Item, ...]
    kind: str = "field-values"
    title: Words | None = None
    is_prose: bool = True
    """Whether the descriptions are Markdown."""
    more: int = 0
    """The number of further items."""


class Callback(Struct, frozen=True, eq=False):
    """A request that the API sends, below its name."""

    id: str
    method: str
    name: str
    parts: tuple[Part, ...]


class Block(Struct, frozen=True, eq=False):
    """Code; a page shows only the start of long code."""

    text: str
    language: str
    on_page: str
    """The part for the page."""
    in_twin: str
    """The part for its Markdown."""
    is_printed: bool = False
    """Whether Octavo generated it, instead of the document."""


Part = (
    Prose | Line | AboutValue | Listed | Later | More | Switch | Panel | Head | Expand | Group
    | Items | Callback | Block | Shared
)  # fmt: skip

# --- page -----------------------------------------------------------------------------------------


class Endpoint(Struct, frozen=True):
    """The bar of a page: a method, a path and a server; or the name of a webhook."""

    method: str
    path: str
    address: str = ""
    """The full address on the first server."""
    server: str = ""
    """The address of the first server."""
    server_count: int = 0
    servers: tuple[Part, ...] = ()
    is_plain: bool = True
    """Whether the servers have no details except the first address."""
    access: Words = NO_WORDS
    """Whether callers need credentials; no words if they need none."""
    is_assumed: bool = False
    """Whether the first server has no known host, so that an example address replaces it."""
    sent: Words = NO_WORDS
    """The words about a webhook, which has no address."""
    group: str = ""
    """The display name of its first tag, if it has one."""


class Section(Struct, frozen=True, eq=False):
    """A part of a page with a heading, which is in the head of its first part."""

    heading: Heading
    parts: tuple[Part, ...]
    side: str = ""


class Card(Struct, frozen=True, eq=False):
    """A part of the right column: requests as code, or responses."""

    kind: str
    """`request` or `response`."""
    title: Words
    """Its heading in Markdown."""
    parts: tuple[Part, ...]


class View(Struct, frozen=True, eq=False):
    """The whole content of a page from an API document."""

    sections: tuple[Section, ...] = ()
    cards: tuple[Card, ...] = ()
    endpoint: Endpoint | None = None


# --- ids ------------------------------------------------------------------------------------------

ANY_NAME = "{key}"
"""Replaces the name of a field that may have any name."""
PREFIX = "\0"
"""Replaces the id of the element around a list of fields, because the list is at many places."""

_NOT_IN_ID = re.compile(r"[^\w-]+")


@lru_cache(maxsize=10_000)
def build_id_part(name: str) -> str:
    """Return a name in the form for ids: letters, digits and dashes, in its case."""
    return _NOT_IN_ID.sub("-", name).strip("-")[:80] or "field"


class Ids:
    """Creates unique ids."""

    def __init__(self, ids: Iterable[str] = ()) -> None:
        self._ids = set(ids)

    def make_unique(self, name: str) -> str:
        """Return the wanted id, or the first free one with a number."""
        candidate, number = name, 1
        while candidate in self._ids:
            number += 1
            candidate = f"{name}-{number}"
        self._ids.add(candidate)
        return candidate
