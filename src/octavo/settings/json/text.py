"""Reads JSON text, and explains mistakes in it."""

from __future__ import annotations

import json
import re
from typing import Any

from octavo.problems import Code, Location, Problem, Severity
from octavo.settings.json.mistakes import ConstantError, JsonExplainer, refuse_constant
from octavo.settings.json.places import (
    find_places,
    find_too_deep,
    find_too_many_keys,
    locate_offset,
)
from octavo.settings.marks.reading import read_marks
from octavo.values import Struct

_LONGEST_WHOLE_NUMBER = 30
_DEEPEST = 200
_MOST_KEYS = 10_000
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_HIGH, _LOW = r"u[dD][89abAB][0-9a-fA-F]{2}", r"u[dD][c-fC-F][0-9a-fA-F]{2}"
_ESCAPE = rf"(?s)\\(?:{_HIGH}\\{_LOW}|(?P<lone>{_HIGH}|{_LOW})|.)"

_EXPLAINER = JsonExplainer(
    Code.SETTINGS_NOT_JSON,
    "the settings end before this",
    'The file is empty. It needs at least {"name": "…", "navigation": […]}.',
)


class JsonText(Struct, frozen=True):
    """The value of a JSON text, and its problems; `is_readable` is False without a value."""

    value: Any
    problems: tuple[Problem, ...]
    is_readable: bool = True


class _TooManyKeysError(ValueError):
    """An object with too many keys for a report on each of them."""


def read_json(text: str, source: str) -> JsonText:
    """Return the value of a JSON text, or the problem that makes it unreadable."""
    has_duplicates = False

    def build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal has_duplicates
        if len(pairs) > _MOST_KEYS:
            raise _TooManyKeysError
        value = dict(pairs)
        if len(value) < len(pairs):
            has_duplicates = True
            value |= {key: item for key, item in pairs if read_marks({key: item})}
        return value

    try:
        value = json.loads(
            text,
            object_pairs_hook=build_object,
            parse_int=_read_whole_number,
            parse_constant=refuse_constant,
        )
    except (json.JSONDecodeError, ConstantError) as error:
        return _fail(_EXPLAINER.explain(error, text, source))
    except _TooManyKeysError:
        return _fail(_explain_size(text, source))
    except RecursionError:
        return _fail(_explain_depth(text, source))
    return JsonText(value, _tell_duplicates(text, source) if has_duplicates else ())


def clean_text(text: str) -> str:
    """Return the text without characters that can't be encoded."""
    if not text.isascii():
        text = re.sub("[\ud800-\udfff]", "\ufffd", text)
    if _SURROGATE_ESCAPE.search(text):
        text = re.sub(_ESCAPE, _replace_lone_escape, text)
    return text


def _replace_lone_escape(escape: re.Match[str]) -> str:
    """Return an escape of the same length, so that later places stay right."""
    return "\\ufffd" if escape["lone"] else escape[0]


def _fail(problem: Problem) -> JsonText:
    return JsonText(None, (problem,), is_readable=False)


def _read_whole_number(digits: str) -> int | float:
    return int(digits) if len(digits) <= _LONGEST_WHOLE_NUMBER else float(digits)


def _explain_depth(text: str, source: str) -> Problem:
    offset = find_too_deep(text, _DEEPEST) or 0
    return Problem(
        Code.SETTINGS_TOO_DEEP,
        f"the settings are nested more than {_DEEPEST} levels deep",
        Location(source, *locate_offset(text, offset)),
        hint="Use fewer levels; groups of pages may be nested 32 deep.",
    )


def _explain_size(text: str, source: str) -> Problem:
    offset = find_too_many_keys(text, _MOST_KEYS)
    return Problem(
        Code.SETTINGS_TOO_LARGE,
        f"this object has more than {_MOST_KEYS} keys",
        Location(source, *locate_offset(text, offset)),
        hint="Remove the keys that are not settings.",
    )


def _tell_duplicates(text: str, source: str) -> tuple[Problem, ...]:
    places = find_places(text)
    return tuple(
        Problem(
            Code.SETTINGS_DUPLICATE_KEY,
            f'the key "{pointer[-1]}" is given twice; the last one counts',
            Location(source, *places.of_offset(offset)),
            Severity.WARNING,
            "Remove one of the two.",
        )
        for pointer, offset in places.duplicates
    )
