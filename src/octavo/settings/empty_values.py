"""The one rule for empty values: null, empty text and `{}` say that a key was not given."""

from __future__ import annotations

from typing import Any

from octavo.settings.json.places import Pointer

# The empty name of a group is a name: it hides the heading.
_KEYS_OF_EMPTY_NAMES = frozenset({"group"})
_DEEPEST = 100  # no setting stands that deep


def leave_out_empty(data: dict[Any, Any], left_out: list[Pointer] | None = None) -> dict[Any, Any]:
    """Return data without the keys whose values say nothing; their places join `left_out`.

    An object of which nothing is left but its `type` says nothing, either. Items of lists become
    None, so that the others keep their numbers.
    """
    return _fill(data, (), [] if left_out is None else left_out) or {}


def _fill(value: Any, place: Pointer, left_out: list[Pointer]) -> Any:
    if len(place) > _DEEPEST:
        return value
    if isinstance(value, dict):
        values = {}
        for key, item in value.items():
            is_text = type(item) is str and item.strip()  # as nearly all are
            kept = item if is_text else _fill(item, (*place, key), left_out)
            if kept is not None:
                values[key] = kept
        if not value and place:
            left_out.append(place)
        is_empty = not values or (len(values) < len(value) and values.keys() == {"type"})
        return None if is_empty else values
    if isinstance(value, list):
        return [_fill(item, (*place, index), left_out) for index, item in enumerate(value)]
    if value is None or (isinstance(value, str) and _says_nothing(value, place)):
        left_out.append(place)
        return None
    return value


def _says_nothing(text: str, place: Pointer) -> bool:
    return not text.strip() and place[-1] not in _KEYS_OF_EMPTY_NAMES
