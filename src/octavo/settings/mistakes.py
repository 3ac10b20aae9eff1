"""Describes mistakes in settings in the author's terms."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from octavo.settings.json.places import Pointer
from octavo.settings.nearest import find_nearest
from octavo.values import Struct

_LONGEST_SHOWN = 60
_MOST_LISTED = 12


class Mistake(Struct, frozen=True):
    """One mistake in some data: its kind, its message, and the location of the value."""

    kind: str
    """`missing`, `unknown`, `type`, `value`, or `understood`: Octavo still uses the value"""
    message: str
    pointer: Pointer
    """the location of the value in the author's data"""
    hint: Callable[[], str]
    """how to fix it; called only for a report, because similar names take time to find"""
    missing: str = ""
    """the key that an object lacks"""


class Mistakes:
    """The mistakes so far, and the locations of skipped list items."""

    __slots__ = ("all", "left_out")

    def __init__(self) -> None:
        self.all: list[Mistake] = []
        self.left_out: list[Pointer] = []

    def append(self, mistake: Mistake) -> None:
        """Add a mistake."""
        self.all.append(mistake)


def explain_missing_key(owner: Pointer, key: str) -> Mistake:
    """Return the mistake of an object that lacks a required key."""
    message = f"{name_setting(owner)} has no `{key}`"
    return Mistake("missing", message, owner, lambda: f'Add "{key}" to it.', key)


def explain_unknown_key(owner: Pointer, key: str, keys: Iterable[str]) -> Mistake:
    """Return the mistake of a key that the object does not know."""
    pointer = (*owner, key)
    message = f"{name_setting(pointer)} is not a setting; it is ignored"
    return Mistake("unknown", message, pointer, lambda: _suggest_key(key, keys))


def explain_wrong_type(place: Pointer, must: str, value: Any) -> Mistake:
    """Return the mistake of a value with the wrong type; `must` follows the key."""
    message = f"{name_setting(place)} must {must}, not {quote_value(value)}"
    return Mistake("type", message, place, lambda: "")


def explain_wrong_value(place: Pointer, must: str, value: Any, hint: str = "") -> Mistake:
    """Return the mistake of an invalid value of the right type."""
    message = f"{name_setting(place)} must {must}"
    if isinstance(value, str | int | float):
        message += f", not {quote_value(value)}"
    return Mistake("value", message, place, lambda: hint)


def explain_understood(place: Pointer, value: Any, meaning: str) -> Mistake:
    """Return the note on a value in an unusual form, which Octavo still uses."""
    message = f"{name_setting(place)} is {quote_value(value)}, which {meaning}"
    return Mistake("understood", message, place, lambda: "")


def explain_wrong_word(place: Pointer, words: tuple[str, ...], value: Any) -> Mistake:
    """Return the mistake of a value that is not one of the allowed words."""
    message = f"{name_setting(place)} must be {_join_words(words)}, not {quote_value(value)}"
    if not isinstance(value, str):
        return Mistake("type", message, place, lambda: "")
    return Mistake("value", message, place, lambda: _suggest_word(value, words))


def name_setting(pointer: Pointer) -> str:
    """Return a setting's name in the author's notation, such as `tabs[0].url`."""
    if not pointer:
        return "the file"
    text = ""
    for step in pointer:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return f"`{_shorten(text)}`"


def quote_value(value: Any) -> str:
    """Return a value in the form for a message."""
    if isinstance(value, str):
        return json.dumps(_shorten(value), ensure_ascii=False)
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, int | float):
        return _shorten(repr(value))
    return "a list" if isinstance(value, list | tuple) else "an object"


def _suggest_key(key: str, keys: Iterable[str]) -> str:
    first, dot, rest = key.partition(".")
    if dot and first in keys:
        return f'Write it in two steps: "{first}": {{"{_shorten(rest)}": …}}.'
    names = sorted(keys)
    nearest = find_nearest(key, names)
    if nearest:
        return f"Did you mean `{nearest}`?"
    if len(names) > _MOST_LISTED:
        return "Remove it, or check its spelling."
    return f"Its settings are {', '.join(f'`{name}`' for name in names)}."


def _suggest_word(word: str, words: tuple[str, ...]) -> str:
    nearest = find_nearest(word, words)
    return f'Did you mean "{nearest}"?' if nearest else ""


def _join_words(words: tuple[str, ...]) -> str:
    labels = [f'"{word}"' for word in words]
    if len(labels) == 1:
        return labels[0]
    start = "" if len(labels) == 2 else "one of "
    return f"{start}{', '.join(labels[:-1])} or {labels[-1]}"


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"
