"""Describes mistakes in a value in plain words, with their location."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from octavo.openapi.examples.text import render_compact_json
from octavo.openapi.model import Pointer
from octavo.openapi.schema.type_names import TYPES_IN_WORDS
from octavo.openapi.validity.library import Mismatch
from octavo.values import Struct

_MOST_VALUES = 10
_LONGEST = 60
_OF_THE_DOCUMENT = frozenset({"BacktrackLimitExceeded", "RegexEngineFailure", "Referencing"})
"""Errors that are no mistake of the value: a pattern that takes too long."""

_FORMATS = {
    "date": "a date, such as 2023-12-25",
    "date-time": "a date with a time, such as 2023-11-07T05:31:56Z",
    "time": "a time, such as 05:31:56Z",
    "duration": "a duration, such as P3DT2H",
    "uri": "a whole address, such as https://example.com",
    "uuid": "a UUID",
    "email": "an email address",
    "ipv4": "an IPv4 address",
    "ipv6": "an IPv6 address",
}


class Mistake(Struct, frozen=True):
    """A mistake in a value."""

    pointer: Pointer
    """Its location: for missing or forbidden parts, that of the part."""
    message: str
    """The words after the location: `must be at most 100`."""
    keyword: str
    """The keyword of the schema that the value violates."""


def list_mistakes(mismatches: Iterable[Mismatch]) -> tuple[Mistake, ...]:
    """Return the mistakes, each once."""
    mistakes = (mistake for each in mismatches for mistake in _describe(each))
    return tuple(dict.fromkeys(mistakes))


def _describe(mismatch: Mismatch) -> Iterator[Mistake]:
    kind: Any = mismatch.kind
    name = type(kind).__name__.rpartition("_")[2]
    place = tuple(mismatch.instance_path)
    if name in _OF_THE_DOCUMENT:
        return
    if name in ("AdditionalProperties", "UnevaluatedProperties"):
        for each in kind.unexpected:
            yield Mistake((*place, each), "is not known here", kind.name)
    elif name == "Required":
        yield Mistake((*place, kind.property), "is missing", kind.name)
    elif name == "PropertyNames":
        why = " and ".join(each.message for each in _describe(kind.error))
        key = _shorten(kind.error.instance)
        yield Mistake(place, f"has the name {key}, which {why or 'is not allowed'}", kind.name)
    elif name in ("AnyOf", "OneOfNotValid"):
        yield from _describe_choice(place, kind.context, kind.name)
    else:
        yield Mistake(place, _describe_limit(name, kind), kind.name)


def _describe_limit(name: str, kind: Any) -> str:  # noqa: C901, PLR0911, PLR0912 (a table with values in it)
    match name:
        case "Type":
            types = sorted(kind.types, key=lambda each: each == "null")
            return f"must be {_join(TYPES_IN_WORDS.get(each, each) for each in types)}"
        case "Enum":
            return f"must be {_list_values(kind.options)}"
        case "Constant":
            return f"must be {_shorten(kind.expected_value)}"
        case "Minimum":
            return f"must be at least {kind.limit}"
        case "Maximum":
            return f"must be at most {kind.limit}"
        case "ExclusiveMinimum":
            return f"must be more than {kind.limit}"
        case "ExclusiveMaximum":
            return f"must be less than {kind.limit}"
        case "MultipleOf":
            return f"must be a multiple of {kind.multiple_of}"
        case "MinLength":
            return f"must have at least {_count(kind.limit, 'character')}"
        case "MaxLength":
            return f"must have at most {_count(kind.limit, 'character')}"
        case "MinItems":
            return f"must have at least {_count(kind.limit, 'item')}"
        case "MaxItems" | "AdditionalItems":
            return f"must have at most {_count(kind.limit, 'item')}"
        case "MinProperties":
            return f"must have at least {_count(kind.limit, 'property')}"
        case "MaxProperties":
            return f"must have at most {_count(kind.limit, 'property')}"
        case "UniqueItems":
            return "must not have the same item twice"
        case "Pattern":
            return f"must match the pattern {kind.pattern}"
        case "Format":
            return f"must be {_FORMATS.get(kind.format, kind.format)}"
        case "OneOfMultipleValid":
            return "fits more than one of the forms that it may have, and must fit only one"
        case "Contains":
            return "lacks an item that it must have"
        case "Not":
            return "has a form that it must not have"
    return "is not allowed"


def _describe_choice(
    place: Pointer, branches: list[list[Mismatch]], keyword: str
) -> Iterator[Mistake]:
    """Yield the mistakes of the probably intended form, if it is known."""
    described = [list_mistakes(branch) for branch in branches]
    meant = [branch for branch in described if branch and _may_be_meant(place, branch)]
    if len(meant) == 1:
        yield from meant[0]
        return
    types = [branch[0].message for branch in described if _is_only_type(place, branch)]
    if types and len(types) == len(described):
        names = dict.fromkeys(text.removeprefix("must be ") for text in types)
        yield Mistake(place, f"must be {_join(names)}", keyword)
    elif meant:
        nearest = min(meant, key=len)
        why = ", ".join(f"{_render_place(each, place)}{each.message}" for each in nearest[:3])
        yield Mistake(place, f"fits none of the forms that it may have; nearest: {why}", keyword)
    else:
        yield Mistake(place, "fits none of the forms that it may have", keyword)


def _may_be_meant(place: Pointer, branch: Iterable[Mistake]) -> bool:
    """Tell whether a value resembles this form, by its type and its kind."""
    return not any(
        (each.keyword == "type" and each.pointer == place)
        or (each.keyword in ("const", "enum") and len(each.pointer) <= len(place) + 1)
        for each in branch
    )


def _is_only_type(place: Pointer, branch: tuple[Mistake, ...]) -> bool:
    return len(branch) == 1 and branch[0].keyword == "type" and branch[0].pointer == place


def _render_place(mistake: Mistake, place: Pointer) -> str:
    inner = render_pointer(mistake.pointer[len(place) :]).removeprefix(".")
    return f"{inner} " if inner else ""


def render_pointer(pointer: Pointer) -> str:
    """Return the location in a value in code form: `.items[0].name`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in pointer)


def _count(number: int, what: str) -> str:
    plural = what.removesuffix("y") + ("ies" if what.endswith("y") else "s")
    return f"{number} {what if number == 1 else plural}"


def _join(words: Iterable[str]) -> str:
    return " or ".join(dict.fromkeys(words))


def _list_values(values: list[Any]) -> str:
    if len(values) == 1:
        return _shorten(values[0])
    listing = ", ".join(map(_shorten, values[:_MOST_VALUES]))
    return f"one of {listing}" + (" and others" if len(values) > _MOST_VALUES else "")


def _shorten(value: Any) -> str:
    text = value if isinstance(value, str) and value else render_compact_json(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
