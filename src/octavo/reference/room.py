"""Decides how much of an API page is written out, and how much only comes when somebody asks.

A page has a budget, counted in letters of what it says. Nearly all pages keep it with everything
written out. One that does not is made again with less room: first without what is inside of fields
and without most of further examples, then with the first option of choices alone, and with the
beginning alone of the fields of responses and of long code. Where that is not enough, every long
list keeps its beginning. Only the prose above the sections always stays: readers came for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from octavo.reference.fields import PAGE, TEXT, Depth
from octavo.reference.view import (
    About,
    AboutValue,
    Callback,
    Expand,
    Field,
    Fields,
    Group,
    Head,
    Items,
    Listed,
    More,
    PageLinks,
    Part,
    Servers,
    Shared,
    Switch,
    View,
)
from octavo.reference.weight import (
    build_fields,
    weigh,
    weigh_item,
    weigh_panel,
    weigh_row,
    weigh_view,
)
from octavo.values import Struct, replace

MOST_LETTERS = 44_000
"""A page may have so many, which makes about 15,000 bytes of it, compressed."""
_FEWER_LETTERS = 36_000
"""A page with less room has fewer: in long ones there may be texts that hardly compress."""
_SHARES = (12_000, 7_000, 4_000, 2_000, 1_000, 500)
"""How many letters stay of anything that can be cut, from much to little."""


class Cut(Struct, frozen=True):
    """Code of more letters than the longest has only its beginning on the page."""

    longest: int
    beginning: int

    def begin(self, text: str) -> str:
        """Return what of a text is on the page: all of it, or its first lines."""
        if len(text) <= self.longest:
            return text
        end = text.rfind("\n", 0, self.beginning)
        return text[: end if end > 0 else self.beginning]


LONG = Cut(8_000, 4_000)


class Room(Struct, frozen=True):
    """How much of a page is written out."""

    depth: Depth = PAGE
    level: int = 0
    """The level of lists of fields: how much of what is inside of them is."""
    many: int = 50
    """After so many fields, nothing is written out that is inside of further ones."""
    most: int = 120
    """After so many, no fields of further media types and responses."""
    has_cards: bool = True
    """Whether the right column is wanted, too."""
    response_letters: int | None = None
    """How many letters of the responses' fields are; None for all."""
    code: Cut = LONG
    """How much of a sample is, and of the first example of a card."""
    further: Cut = LONG
    """How much of any further example is."""


FULL = Room()
ROOMS = (
    FULL,
    Room(level=PAGE.flat, further=Cut(1_500, 500)),
    Room(level=PAGE.bare, response_letters=14_000, code=Cut(2_500, 1_200), further=Cut(300, 150)),
)
"""Those of a page, from the largest to the smallest."""
TEXT_ROOMS = (
    (Room(TEXT, many=250, most=10_000, has_cards=False), 60_000),
    (Room(most=10_000, has_cards=False), 120_000),
)
"""Those of its Markdown, each with the most letters that it may become."""


def fit(make: Callable[[Room], View], prose: int) -> View:
    """Return a view with as much as a page has room for; `prose` are the letters above it."""
    if prose > MOST_LETTERS:
        prose = 0  # what is too long alone stays, and the rest has a budget of its own
    most = MOST_LETTERS - prose
    for room in ROOMS:
        view = make(room)
        if weigh_view(view) <= most:
            return view
        most = min(most, _FEWER_LETTERS)
    for share in _SHARES:
        folded = _fold_view(view, share)
        if weigh_view(folded) <= most:
            break
    return folded


def _fold_view(view: View, most: int) -> View:
    """Return a view in which nothing that can be cut has more than so many letters."""

    def fold(owner: Any) -> Any:
        return replace(owner, parts=_fold(owner.parts, most))

    endpoint = fold(view.endpoint) if view.endpoint else None
    return View(tuple(map(fold, view.sections)), tuple(map(fold, view.cards)), endpoint)


def _fold(parts: Sequence[Part], most: int) -> tuple[Part, ...]:
    """Return the first of some parts, and what loads the others."""
    visible: list[Part] = []
    rest: list[Part] = []
    room = most
    for part in parts:
        first, others = _cut(part, max(room, 0), most)
        room -= weigh(first)
        visible += first
        rest += others
    if not rest:
        return tuple(visible)
    return (*visible, More(tuple(rest), sum(map(_count_rows, rest))))


def _cut(part: Part, room: int, most: int) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Return what of a part has room, and the rest of it. A head stays: it says what is folded."""
    match part:
        case Switch():
            return _cut_switch(part, room, most)
        case Head() | More():
            return (part,), ()
        case Shared(parts):
            folded = _fold(parts, most)
            return folded, ()
        case Listed(fields, below):
            rows, others = _split(fields.rows, room, most)
            return _wrap(rows, others, lambda rows: Listed(_gather(rows), below))
        case Fields():
            return _wrap(*_split(part.rows, room, most), _gather)
        case PageLinks(pages, more):
            first, others = _split(pages, room, most)
            links = (PageLinks(tuple(others), more),) if others else ()
            return (PageLinks(tuple(first), 0 if others else more),), links
        case Items(items, title, is_prose):
            split = _split(items, room, most)
            return _wrap(*split, lambda items: Items(tuple(items), title, is_prose))
        case Servers(servers):
            return _wrap(*_split(servers, room, most), lambda items: Servers(tuple(items)))
    if isinstance(part, Group | Expand | Callback):
        part = replace(part, parts=_fold(part.parts, most))
    return ((part,), ()) if weigh([part]) <= room else ((), (part,))


def _wrap(
    first: Sequence[Any], others: Sequence[Any], wrap: Callable[[Sequence[Any]], Part]
) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    return (wrap(first),) if first else (), (wrap(others),) if others else ()


def _split(items: Sequence[Any], room: int, most: int) -> tuple[list[Any], list[Any]]:
    """Return the first items, as many as there is room for, and the others."""
    items = [_shorten_row(item, most) if isinstance(item, Field) else item for item in items]
    for at, item in enumerate(items):
        room -= weigh_item(item)
        if room < 0:
            return items[:at], items[at:]
    return items, []


def _shorten_row(field: Field, most: int) -> Field:
    """Return a field that keeps its facts, where there is no room for its text and its values."""
    if weigh_row(field) <= most:
        return field
    inside = _fold(field.inside, most)
    about = field.about
    if about.weight > most:
        left = About(text=about.text, allowed=about.allowed, weight=about.weight)
        inside = (More((AboutValue(left),)), *inside)
        about = replace(about, text="", allowed=(), weight=0)
    return replace(field, about=about, inside=inside)


def _cut_switch(switch: Switch, room: int, most: int) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Keep the first of parts that take turns; the others are below their titles."""
    panels = [replace(panel, parts=_fold(panel.parts, most)) for panel in switch.panels]
    count = 1
    room -= weigh_panel(panels[0])
    for panel in panels[1:]:
        room -= weigh_panel(panel)
        if room < 0:
            break
        count += 1
    rest = tuple(Group(panel.parts, panel.title, panel.id) for panel in panels[count:])
    return (replace(switch, panels=tuple(panels[:count])),), rest


def _gather(rows: Iterable[Field | Switch]) -> Fields:
    rows = tuple(rows)
    return build_fields(rows, len(rows))


def _count_rows(part: Part) -> int:
    if isinstance(part, Listed):
        return len(part.fields.rows)
    return len(part.rows) if isinstance(part, Fields) else isinstance(part, Group)
