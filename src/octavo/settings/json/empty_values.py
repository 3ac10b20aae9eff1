"""The rule for empty values: null, empty text and `{}` mean that a key is missing."""

from __future__ import annotations

from typing import Any

from octavo.settings.json.places import Pointer

# The empty name of a group has a meaning: it hides the heading.
_KEYS_OF_EMPTY_NAMES = frozenset({"group"})
_DEEPEST = 100  # No setting is nested that deep.


def leave_out_empty(data: dict[Any, Any], left_out: list[Pointer] | None = None) -> dict[Any, Any]:
    """Return data without empty values; their locations are added to `left_out`.

    An object with only a `type` is empty, too. Items of lists become None, so that the others keep
    their indexes.
    """
    return _fill(data, (), [] if left_out is None else left_out) or {}


def _fill(value: Any, place: Pointer, left_out: list[Pointer]) -> Any:
    if len(place) > _DEEPEST:
        return value
    if isinstance(value, dict):
        values = {}
        for key, item in value.items():
            is_text = type(item) is str and item.strip()  # This is true for nearly all values.
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
