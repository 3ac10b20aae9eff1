"""Counts the weight of a page: the characters of its text, and about as many for markup.

It also tells whether nested fields are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from octavo.reference import view

_FIELD = 120
"""The weight of a field in addition to its text, in characters."""
_PART = 100
"""The weight of any other part in addition to its text."""
_CODE_SHARE = 0.55
"""The share for code, which compresses better than text."""


def build_fields(rows: Sequence[view.Field | view.Switch], count: int) -> view.Fields:
    """Return a list of fields; `count` includes nested fields."""
    inside = (part for row in rows for part in _list_inside(row))
    return view.Fields(tuple(rows), count, weigh(rows), is_whole(inside))


def _list_inside(row: view.Field | view.Switch) -> Iterable[view.Part]:
    return row.inside if isinstance(row, view.Field) else (row,)


def share(parts: Sequence[view.Part]) -> tuple[view.Part, ...]:
    """Return parts as shared by several pages."""
    return (view.Shared(tuple(parts), weigh(parts), is_whole(parts)),)


def is_whole(parts: Iterable[view.Part]) -> bool:
    """Tell whether all nested fields are listed."""
    return all(map(_is_whole, parts))


def _is_whole(part: view.Part) -> bool:
    match part:
        case view.Listed(fields):
            return fields.is_whole
        case view.Shared():
            return part.is_whole
        case view.Switch(parts) | view.Panel(parts=parts) | view.Group(parts):
            return is_whole(parts)
        case view.Expand(_, parts) | view.Callback(parts=parts):
            return is_whole(parts)
    return not isinstance(part, view.Later)


def weigh_view(page: view.View) -> int:
    """Return the weight of a page without the prose above its sections."""
    servers = page.endpoint.servers if page.endpoint else ()
    return weigh([*page.sections, *page.cards, *servers])


def weigh(values: Iterable[object]) -> int:
    """Return the weight of parts, of fields, or of other items of a list."""
    return sum(map(weigh_one, values))


def weigh_one(value: object) -> int:  # noqa: PLR0911 (one branch for each kind)
    """Return the weight of one of them."""
    match value:
        case view.Field(_, _, about, inside):
            return _FIELD + about.weight + (weigh(inside) if inside else 0)
        case view.Listed(view.Fields(weight=weight)) | view.Shared(weight=weight):
            return weight
        case view.AboutValue(about):
            return about.weight
        case view.Switch():
            return weigh(value.panels) + weigh(value.intro)
        case view.Section() | view.Card():
            return weigh(value.parts)
        case view.Panel():
            return _PART + 2 * len(value.title) + weigh(value.parts)
        case view.Group() | view.Expand() | view.Callback():
            return _PART + weigh(value.parts)
        case view.Items(items):
            return weigh(items)
        case view.Item():
            return _PART + len(value.text) + _weigh_name(value.name) + weigh(value.inside)
        case view.Block():
            return _PART + int(len(value.on_page) * _CODE_SHARE)
        case view.Prose(text):
            return _PART + len(text)
        case view.Line(words):
            said = sum(len(each) for _, each in words.values if isinstance(each, str))
            return _PART + len(words.text) + said
    return _PART


def _weigh_name(name: object) -> int:
    match name:
        case view.PageLink(url, _, title, path):
            return len(url) + len(title) + len(path)
        case view.Address(text):
            return len(text)
        case view.Sentence(words):
            return (
                sum(len(each.text) for _, each in words.values if isinstance(each, view.Code)) + 60
            )
    return 0
