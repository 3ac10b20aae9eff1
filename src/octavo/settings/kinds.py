"""The kinds of values in settings: how to read each, and its JSON Schema.

A mistake in a value is recorded with the value's location, and reading continues without the value
(None). The smallest optional part is left out: an item of a list, or an optional key of an object.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from octavo.settings.json.places import Pointer
from octavo.settings.mistakes import (
    Mistakes,
    explain_understood,
    explain_wrong_type,
    explain_wrong_value,
    explain_wrong_word,
    quote_value,
)
from octavo.settings.nearest import find_same_letters
from octavo.values import Struct

T = TypeVar("T")
S = TypeVar("S")
T_co = TypeVar("T_co", covariant=True)


class Kind(Struct, Generic[T_co], frozen=True):
    """A kind of value."""

    read: Callable[[Any, Pointer, Mistakes], T_co | None]
    schema: dict[str, Any]
    """the JSON Schema; the value of `$ref` is a function that returns a class of settings"""


class WrongValueError(ValueError):
    """A text is invalid; `must` follows the key in the message."""

    def __init__(self, must: str, hint: str = "") -> None:
        super().__init__(must)
        self.must = must
        self.hint = hint


def _read_anything(value: Any, _place: Pointer, _mistakes: Mistakes) -> Any:
    return value


def _read_text(value: Any, place: Pointer, mistakes: Mistakes) -> Any:
    if isinstance(value, str):
        return value
    mistakes.append(explain_wrong_type(place, "be text", value))
    return None


def _read_flag(value: Any, place: Pointer, mistakes: Mistakes) -> Any:
    if isinstance(value, bool):
        return value
    mistakes.append(explain_wrong_type(place, "be true or false", value))
    return None


def guess_with(guess: Callable[[Any], Any], kind: Kind[T]) -> Kind[T]:
    """Return a kind that also accepts other values that a function can interpret, with a note.

    The function returns None for values that it doesn't interpret.
    """

    def read(value: Any, place: Pointer, mistakes: Mistakes) -> T | None:
        meant = guess(value)
        if meant is None:
            return kind.read(value, place, mistakes)
        result = kind.read(meant, place, mistakes)
        if result is not None:
            meaning = f"is read as {quote_value(meant)}"
            mistakes.append(explain_understood(place, value, meaning))
        return result

    return Kind(read, kind.schema)


_LARGEST_TEXT = 1e15


def guess_text(value: Any) -> str | None:
    """Return the text for a number."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if is_number and abs(value) < _LARGEST_TEXT else None


_FLAGS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def _guess_flag(value: Any) -> bool | None:
    return _FLAGS.get(value.strip().lower()) if isinstance(value, str) else None


ANYTHING: Kind[Any] = Kind(_read_anything, {})
TEXT: Kind[str] = guess_with(guess_text, Kind(_read_text, {"type": "string"}))
FLAG: Kind[bool] = guess_with(_guess_flag, Kind(_read_flag, {"type": "boolean"}))


def text_with(
    check: Callable[[str], str], prepare: Callable[[Any], Any] | None = None
) -> Kind[str]:
    """Return the kind of texts that a function parses; it may raise `WrongValueError`."""

    def read(value: Any, place: Pointer, mistakes: Mistakes) -> Any:
        text = prepare(value) if prepare else value
        if not isinstance(text, str):
            return _read_text(text, place, mistakes)
        try:
            return check(text)
        except WrongValueError as error:
            mistakes.append(explain_wrong_value(place, error.must, value, error.hint))

    return Kind(read, TEXT.schema)


def number(least: float, most: float, words: Mapping[str, float] | None = None) -> Kind[float]:
    """Return the kind of numbers between two others; some words are also allowed."""

    def guess(value: Any) -> float | None:
        word = value.strip().lower() if isinstance(value, str) else ""
        is_number = re.fullmatch(r"-?[0-9]{1,9}(?:\.[0-9]{1,9})?", word)
        if not is_number:
            return (words or {}).get(word)
        return float(word) if "." in word else int(word)

    def read(value: Any, place: Pointer, mistakes: Mistakes) -> Any:
        if isinstance(value, bool) or not isinstance(value, int | float):
            mistakes.append(explain_wrong_type(place, "be a number", value))
        elif not value <= most:  # This is also true for NaN.
            mistakes.append(explain_wrong_value(place, f"be at most {most:g}", value))
        elif value < least:
            mistakes.append(explain_wrong_value(place, f"be at least {least:g}", value))
        else:
            return float(value)
        return None

    kind: Kind[float] = Kind(read, {"maximum": most, "minimum": least, "type": "number"})
    return guess_with(guess, kind)


def choice(literal: Any) -> Kind[Any]:
    """Return the kind of values from the words of a `Literal`.

    The word `default` means no choice.
    """
    words: tuple[str, ...] = literal.__args__

    def guess(value: Any) -> str | None:
        is_other = isinstance(value, str) and value not in words
        return find_same_letters(value.strip(), words) if is_other else None

    def read(value: Any, place: Pointer, mistakes: Mistakes) -> Any:
        if value in words:
            return value
        if isinstance(value, str) and value.strip().lower() == "default":
            mistakes.append(explain_understood(place, value, "counts as not given"))
        else:
            mistakes.append(explain_wrong_word(place, words, value))
        return None

    return guess_with(guess, Kind(read, {"enum": words, "type": "string"}))


def list_of(kind: Kind[T]) -> Kind[tuple[T, ...]]:
    """Return the kind of lists, which become tuples."""

    def read(value: Any, place: Pointer, mistakes: Mistakes) -> Any:
        if not isinstance(value, list | tuple):
            mistakes.append(explain_wrong_type(place, "be a list", value))
            return None
        items = []
        for index, item in enumerate(value):
            here = (*place, index)
            read_item = None if item is None else kind.read(item, here, mistakes)
            if read_item is None:
                mistakes.left_out.append(here)
            else:
                items.append(read_item)
        return tuple(items)

    return Kind(read, {"items": kind.schema, "type": "array"})


def map_of(kind: Kind[T]) -> Kind[dict[str, T]]:
    """Return the kind of objects with keys of the author's choice."""

    def read(value: Any, place: Pointer, mistakes: Mistakes) -> Any:
        if isinstance(value, dict):
            items = {key: kind.read(item, (*place, key), mistakes) for key, item in value.items()}
            return {key: item for key, item in items.items() if item is not None}
        mistakes.append(explain_wrong_type(place, "be an object", value))
        return None

    return Kind(read, {"additionalProperties": kind.schema, "type": "object"})


def prepare_with(prepare: Callable[[Any], Any], kind: Kind[T]) -> Kind[T]:
    """Return a kind whose values a function prepares; it returns unknown values unchanged.

    If it returns None, the key counts as missing.
    """

    def read(value: Any, place: Pointer, mistakes: Mistakes) -> T | None:
        ready = prepare(value)
        return None if ready is None else kind.read(ready, place, mistakes)

    return Kind(read, kind.schema)


def short_form(text: Kind[S], build: Callable[[S], T], long_form: Kind[T]) -> Kind[T]:
    """Return the kind of values with a text as their short form."""

    def read(value: Any, place: Pointer, mistakes: Mistakes) -> T | None:
        if isinstance(value, str):
            text_value = text.read(value, place, mistakes)
            return None if text_value is None else build(text_value)
        return long_form.read(value, place, mistakes)

    return Kind(read, {"anyOf": [text.schema, long_form.schema]})


def one_or_more(kind: Kind[T]) -> Kind[tuple[T, ...]]:
    """Return the kind of lists for which a single text is also allowed."""
    return short_form(kind, lambda item: (item,), list_of(kind))


def by_form(must: str, forms: dict[type, Kind[T]]) -> Kind[T]:
    """Return the kind of values with several forms: text, object or list."""

    def read(value: Any, place: Pointer, mistakes: Mistakes) -> Any:
        kind = forms.get(type(value))
        if kind is not None:
            return kind.read(value, place, mistakes)
        mistakes.append(explain_wrong_type(place, must, value))
        return None

    return Kind(read, {"oneOf": [kind.schema for kind in forms.values()]})


def then(kind: Kind[S], convert: Callable[[S], T]) -> Kind[T]:
    """Return the kind whose values a function converts."""

    def read(value: Any, place: Pointer, mistakes: Mistakes) -> T | None:
        result = kind.read(value, place, mistakes)
        return None if result is None else convert(result)

    return Kind(read, kind.schema)
