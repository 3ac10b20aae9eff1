"""Counts what a page weighs: the letters that it says, and about as many for each part's frame.

It tells, too, whether anything inside of fields is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from octavo.reference.view import (
    AboutValue,
    Block,
    Callback,
    Expand,
    Field,
    Fields,
    Group,
    Items,
    Later,
    Line,
    Listed,
    PageLink,
    PageLinks,
    Panel,
    Part,
    Prose,
    Server,
    Servers,
    Shared,
    Switch,
    Variable,
    View,
    Words,
)

_FIELD = 120
"""What a field weighs beside what is said about it, in letters."""
_PART = 90
"""What anything else weighs beside its text."""
_CODE_SHARE = 0.55
"""Code repeats itself more than text does."""


def build_fields(rows: Sequence[Field | Switch], count: int) -> Fields:
    """Return a list of fields, of which so many are there with those inside of others."""
    inside = (row if isinstance(row, Switch) else row.inside for row in rows)
    whole = all(is_whole((each,) if isinstance(each, Switch) else each) for each in inside)
    return Fields(tuple(rows), count, sum(map(weigh_row, rows)), whole)


def is_whole(parts: Iterable[Part]) -> bool:
    """Tell whether all that is inside of fields is written out."""
    return all(map(_is_whole, parts))


def _is_whole(part: Part) -> bool:
    match part:
        case Listed(fields):
            return fields.is_whole
        case Fields() | Shared():
            return part.is_whole
        case Switch(panels):
            return all(is_whole(panel.parts) for panel in panels)
        case Group(parts) | Expand(_, parts) | Callback(parts=parts):
            return is_whole(parts)
    return not isinstance(part, Later)


def weigh_row(row: Field | Switch) -> int:
    """Return the weight of a field with all that is inside of it, or of a choice."""
    if isinstance(row, Switch):
        return _weigh_part(row)
    return _FIELD + row.about.weight + (weigh(row.inside) if row.inside else 0)


def weigh_view(view: View) -> int:
    """Return the weight of a page without the prose above its sections."""
    total = sum(weigh(section.parts) for section in view.sections)
    total += sum(weigh(card.parts) for card in view.cards)
    return total + (weigh(view.endpoint.parts) if view.endpoint else 0)


def share(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Return parts that stand on several pages."""
    return (Shared(tuple(parts), weigh(parts), is_whole(parts)),)


def weigh(parts: Iterable[Part]) -> int:
    """Return the weight of parts."""
    return sum(map(_weigh_part, parts))


def weigh_panel(panel: Panel) -> int:
    """Return the weight of one of several parts that take turns."""
    return _PART + 2 * len(panel.title) + weigh(panel.parts)


def weigh_item(item: object) -> int:
    """Return the weight of a field, a server, a page, or of another item of a list."""
    match item:
        case Field() | Switch():
            return weigh_row(item)
        case Server():
            return (
                _PART + len(item.url) + len(item.text) + sum(map(_weigh_variable, item.variables))
            )
        case PageLink(url, _, title):
            return _PART + len(url) + len(title)
        case (_, str(meaning)):
            return _PART + len(meaning)
    return 2 * _PART


def _weigh_variable(variable: Variable) -> int:
    return _PART + len(variable.text) + sum(len(each.text) + 15 for each in variable.values)


def _weigh_words(words: Words) -> int:
    return len(words.text) + sum(len(each) for _, each in words.values if isinstance(each, str))


def _weigh_part(part: Part) -> int:
    match part:
        case Listed(part):
            return part.weight
        case Shared() | Fields():
            return part.weight
        case AboutValue():
            return part.about.weight
        case Switch():
            return sum(map(weigh_panel, part.panels)) + weigh(part.intro)
        case Block():
            return _PART + int(len(part.on_page) * _CODE_SHARE)
        case Prose():
            return _PART + len(part.text)
        case Line():
            return _PART + _weigh_words(part.words)
        case Group() | Expand() | Callback():
            return _PART + weigh(part.parts)
        case Items(items) | PageLinks(items) | Servers(items):
            return sum(map(weigh_item, items))
    return _PART
