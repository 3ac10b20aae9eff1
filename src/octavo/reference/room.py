"""Decides how much of an API page is written out, and how much only comes when somebody asks.

A page has a budget, counted in letters of what it says. Nearly all pages keep it with everything
written out. One that does not is made again with less room: first without what is inside of fields
and without most of further examples, then with the first option of choices alone, and with the
beginning alone of the fields of responses and of long code. Where that is not enough, every long
list keeps its beginning. Only the prose above the sections always stays: readers came for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from octavo.reference import view
from octavo.reference.fields import PAGE, TEXT, Depth
from octavo.reference.weight import build_fields, is_whole, weigh, weigh_one, weigh_view
from octavo.values import Struct, replace

MOST_LETTERS = 44_000
"""A page may have so many, which makes about 15,000 bytes of it, compressed."""
_FEWER_LETTERS = 36_000
"""A page with less room has fewer: in long ones there may be texts that hardly compress."""
_SHARES = (11_500, 6_500, 3_700, 1_900, 1_000, 500)
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
_TEXT_ROOMS = (
    (Room(TEXT, many=250, most=10_000, has_cards=False), 60_000),
    (Room(most=10_000, has_cards=False), 120_000),
)
"""Those of its Markdown, each with the most letters that it may become."""


def fit(make: Callable[[Room], view.View], prose: int) -> view.View:
    """Return a view with as much as a page has room for; `prose` are the letters above it."""
    if prose > MOST_LETTERS:
        prose = 0  # what is too long alone stays, and the rest has a budget of its own
    most = MOST_LETTERS - prose
    for room in ROOMS:
        page = make(room)
        if weigh_view(page) <= most:
            return page
        most = min(most, _FEWER_LETTERS)
    for share in _SHARES:
        folded = _fold_view(page, share)
        if weigh_view(folded) <= most:
            break
    return folded


def list_text_views(
    make: Callable[[Room], view.View], fitted: view.View
) -> Iterator[tuple[view.View, float]]:
    """Return views that have more inside of fields than that of the page, and the page's last.

    Each comes with the letters that its Markdown may have. The first is for the search as well.
    """
    if not all(is_whole(section.parts) for section in fitted.sections):
        for room, most in _TEXT_ROOMS:
            yield replace(make(room), cards=fitted.cards), most
    yield fitted, math.inf


def _fold_view(page: view.View, most: int) -> view.View:
    """Return a view in which nothing that can be cut has more than so many letters."""
    sections, cards = (
        tuple(_fold_inside(owner, most) for owner in owners)
        for owners in (page.sections, page.cards)
    )
    bar = page.endpoint
    return view.View(sections, cards, bar and replace(bar, servers=_fold(bar.servers, most)))


def _fold_inside(owner: Any, most: int) -> Any:
    return replace(owner, parts=_fold(owner.parts, most))


def _fold(parts: Sequence[view.Part], most: int) -> tuple[view.Part, ...]:
    """Return the first of some parts, and what loads the others."""
    visible: list[view.Part] = []
    rest: list[view.Part] = []
    room = most
    for part in parts:
        first, others = _cut(part, max(room, 0), most)
        room -= weigh(first)
        visible += first
        rest += others
    if rest:
        visible.append(view.More(tuple(rest), sum(map(_count_rows, rest))))
    return tuple(visible)


_Parts = tuple[view.Part, ...]


def _cut(part: view.Part, room: int, most: int) -> tuple[_Parts, _Parts]:
    """Return what of a part has room, and the rest of it. A head stays: it says what is folded."""
    match part:
        case view.Head() | view.More():
            return (part,), ()
        case view.Shared(parts):
            return _fold(parts, most), ()
        case view.Switch(panels):
            # The first of parts that take turns stays; others are below their titles.
            panels = tuple(_fold_inside(panel, most) for panel in panels)
            count = max(_count_fitting(panels, room), 1)
            return (replace(part, panels=panels[:count]),), panels[count:]
        case view.Listed(fields, below):
            rows = [_shorten_row(row, most) for row in fields.rows]
            at = _count_fitting(rows, room)
            lists = (build_fields(each, len(each)) for each in (rows[:at], rows[at:]))
            first, others = (view.Listed(each, below) for each in lists)
            return (first,) * bool(first.fields.rows), (others,) * bool(others.fields.rows)
        case view.Items(items):
            at = _count_fitting(items, room)
            if at == len(items):
                return (part,), ()
            head = replace(part, items=items[:at], more=0)
            return (head,) * bool(at), (replace(part, items=items[at:]),)
        case view.Group() | view.Expand() | view.Callback():
            part = _fold_inside(part, most)
    return ((part,), ()) if weigh_one(part) <= room else ((), (part,))


def _count_fitting(items: Sequence[object], room: int) -> int:
    """Return how many items there is room for, from the first on."""
    for at, item in enumerate(items):
        room -= weigh_one(item)
        if room < 0:
            return at
    return len(items)


def _shorten_row(row: view.Field | view.Switch, most: int) -> view.Field | view.Switch:
    """Return a field that keeps its facts, where there is no room for its text and its values."""
    if isinstance(row, view.Switch) or weigh_one(row) <= most:
        return row
    inside, about = _fold(row.inside, most), row.about
    if about.weight > most:
        left = view.About(text=about.text, allowed=about.allowed, weight=about.weight)
        inside = (view.More((view.AboutValue(left),)), *inside)
        about = replace(about, text="", allowed=(), weight=0)
    return replace(row, about=about, inside=inside)


def _count_rows(part: view.Part) -> int:
    if isinstance(part, view.Listed):
        return len(part.fields.rows)
    return isinstance(part, view.Panel)
