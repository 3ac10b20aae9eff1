"""Decides how much of an API page is shown at once, and how much loads on demand.

A page has a budget in characters of its text. Nearly all pages fit with all parts. Octavo builds a
page that doesn't fit again with less room. The first step leaves out nested fields and most of the
further examples. The next steps keep only the first option of choices, and the start of response
fields and of long code. If that is not enough, every long list keeps only its start. The prose
above the sections always stays, because readers came for it.
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
"""The most characters of a page, about 15,000 bytes compressed."""
_FEWER_LETTERS = 36_000
"""The limit for a page with less room, because its texts may hardly compress."""
_SHARES = (11_500, 6_500, 3_700, 1_900, 1_000, 500)
"""The characters that stay of a part that can be cut, from most to least."""


class Cut(Struct, frozen=True):
    """Code that is longer than the limit has only its start on the page."""

    longest: int
    beginning: int

    def begin(self, text: str) -> str:
        """Return the part of a text for the page: all of it, or its first lines."""
        if len(text) <= self.longest:
            return text
        end = text.rfind("\n", 0, self.beginning)
        return text[: end if end > 0 else self.beginning]


LONG = Cut(8_000, 4_000)


class Room(Struct, frozen=True):
    """How much of a page is shown."""

    depth: Depth = PAGE
    level: int = 0
    """The level of lists of fields, which limits nested fields."""
    many: int = 50
    """The number of fields after which further ones show no nested fields."""
    most: int = 120
    """The number of fields after which further media types and responses show none."""
    has_cards: bool = True
    """Whether the right column is included."""
    response_letters: int | None = None
    """The most characters of response fields; None for all."""
    code: Cut = LONG
    """The limit for samples, and for the first example of a card."""
    further: Cut = LONG
    """The limit for further examples."""


FULL = Room()
ROOMS = (
    FULL,
    Room(level=PAGE.flat, further=Cut(1_500, 500)),
    Room(level=PAGE.bare, response_letters=14_000, code=Cut(2_500, 1_200), further=Cut(300, 150)),
)
"""The rooms of a page, from largest to smallest."""
_TEXT_ROOMS = (
    (Room(TEXT, many=250, most=10_000, has_cards=False), 60_000),
    (Room(most=10_000, has_cards=False), 120_000),
)
"""The rooms of its Markdown, each with its limit of characters."""


def fit(make: Callable[[Room], view.View], prose: int) -> view.View:
    """Return a view that fits on a page; `prose` is the length of the text above it."""
    if prose > MOST_LETTERS:
        prose = 0  # A prose that is too long stays, and the rest has its own budget.
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
    """Return views with more nested fields than the page's view, and the page's view last.

    Each comes with the limit of its Markdown in characters. The first is also for the search.
    """
    if not all(is_whole(section.parts) for section in fitted.sections):
        for room, most in _TEXT_ROOMS:
            yield replace(make(room), cards=fitted.cards), most
    yield fitted, math.inf


def _fold_view(page: view.View, most: int) -> view.View:
    """Return a view in which all parts that can be cut are within a limit of characters."""
    sections, cards = (
        tuple(_fold_inside(owner, most) for owner in owners)
        for owners in (page.sections, page.cards)
    )
    bar = page.endpoint
    return view.View(sections, cards, bar and replace(bar, servers=_fold(bar.servers, most)))


def _fold_inside(owner: Any, most: int) -> Any:
    return replace(owner, parts=_fold(owner.parts, most))


def _fold(parts: Sequence[view.Part], most: int) -> tuple[view.Part, ...]:
    """Return the first of some parts, and a button for the others."""
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
    """Return the part that fits, and the rest.

    A head stays, because it describes the folded content.
    """
    match part:
        case view.Head() | view.More():
            return (part,), ()
        case view.Shared(parts):
            return _fold(parts, most), ()
        case view.Switch(panels):
            # The first part of a switch stays; others are below their titles.
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
    """Return how many items fit, from the first on."""
    for at, item in enumerate(items):
        room -= weigh_one(item)
        if room < 0:
            return at
    return len(items)


def _shorten_row(row: view.Field | view.Switch, most: int) -> view.Field | view.Switch:
    """Return a field with its facts, but without its text and its values."""
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
