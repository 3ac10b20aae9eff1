"""Reads the settings file: text in, values or problems out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from octavo.problems import Code, Location, Problem, Severity, sort_problems
from octavo.settings.checks import Doubt, check_whole
from octavo.settings.json_places import Places, Pointer, find_places
from octavo.settings.json_text import clean_text, read_json
from octavo.settings.site import Settings
from octavo.settings.translate import Mistake, explain, shown, written_pointer

_MOST_PROBLEMS = 200
_CODES = {
    "missing": Code.SETTINGS_MISSING_KEY,
    "unknown": Code.SETTINGS_UNKNOWN_KEY,
    "type": Code.SETTINGS_WRONG_TYPE,
    "value": Code.SETTINGS_WRONG_VALUE,
}


def read_settings(
    text: str, source: str = "site.json"
) -> tuple[Settings | None, tuple[Problem, ...]]:
    """Return the settings, or None with the errors that make them unusable, and all problems."""
    text = clean_text(text)
    json_text = read_json(text, source)
    problems = json_text.problems
    if not json_text.is_readable:
        return None, problems
    data = json_text.value
    if not isinstance(data, dict):
        return None, (*problems, _not_an_object(data, source))
    # Errors first: the number of problems told is limited.
    doubts = sorted(check_whole(data), key=lambda doubt: doubt.severity is not Severity.ERROR)
    settings: Settings | None = None
    errors: list[ErrorDetails] = []
    if not any(doubt.code is Code.SETTINGS_TOO_DEEP for doubt in doubts):
        settings, errors = _validate(data)
    if doubts or errors:
        problems = tuple(sort_problems((*problems, *_tell(doubts, errors, data, text, source))))
    if any(problem.severity is Severity.ERROR for problem in problems):
        settings = None
    return settings, problems


def _validate(data: dict[str, Any]) -> tuple[Settings | None, list[ErrorDetails]]:
    """Validate the data; unknown keys are left out, so that they do not stand in the way."""
    try:
        return _build(data), []
    except ValidationError as error:
        errors = error.errors(include_url=False)
    unknown = [written_pointer(data, error["loc"]) for error in errors if _is_unknown_key(error)]
    if len(unknown) < len(errors):
        return None, errors
    return _build(_without(data, unknown)), errors


def _build(data: dict[str, Any]) -> Settings:
    return Settings.model_validate(data, by_alias=True, by_name=False)


def _without(data: Any, pointers: Iterable[Pointer]) -> Any:
    """Return a copy of the data that lacks the keys at these pointers."""
    copies: dict[Pointer, Any] = {(): dict(data)}

    def copy_of(pointer: Pointer) -> Any:
        if pointer not in copies:
            parent = copy_of(pointer[:-1])
            value = parent[pointer[-1]]
            copies[pointer] = parent[pointer[-1]] = (
                list(value) if isinstance(value, list) else dict(value)
            )
        return copies[pointer]

    for pointer in pointers:
        copy_of(pointer[:-1]).pop(pointer[-1], None)
    return copies[()]


def _tell(
    doubts: list[Doubt], errors: list[ErrorDetails], data: Any, text: str, source: str
) -> list[Problem]:
    places = find_places(text)
    problems = [_problem_of_doubt(doubt, places, source) for doubt in doubts[:_MOST_PROBLEMS]]
    errors.sort(key=_is_unknown_key)
    mistakes = [explain(error, data, Settings) for error in errors[:_MOST_PROBLEMS]]
    problems += [_problem_of(mistake, places, source) for mistake in mistakes]
    left = max(0, len(doubts) - _MOST_PROBLEMS) + max(0, len(errors) - _MOST_PROBLEMS)
    if left:
        end = Location(source, *places.of_offset(len(text)))
        problems.append(_more_problems(left, end))
    return problems


def _is_unknown_key(error: ErrorDetails) -> bool:
    return error["type"] == "extra_forbidden"


def _problem_of(mistake: Mistake, places: Places, source: str) -> Problem:
    unknown = mistake.kind == "unknown"
    find = places.of_key if unknown else places.of_value
    return Problem(
        _CODES[mistake.kind],
        mistake.message,
        Location(source, *find(mistake.pointer)),
        Severity.WARNING if unknown else Severity.ERROR,
        mistake.hint,
    )


def _problem_of_doubt(doubt: Doubt, places: Places, source: str) -> Problem:
    find = places.of_key if doubt.code is Code.SETTINGS_UNKNOWN_SOCIAL else places.of_value
    return Problem(
        doubt.code,
        doubt.message,
        Location(source, *find(doubt.pointer)),
        doubt.severity,
        doubt.hint,
    )


def _not_an_object(data: Any, source: str) -> Problem:
    return Problem(
        Code.SETTINGS_WRONG_TYPE,
        f"the file must hold an object in curly brackets, not {shown(data)}",
        Location(source, 1, 1),
        hint='Write {"name": "…", "navigation": […]}.',
    )


def _more_problems(count: int, end: Location) -> Problem:
    message = f"there are {count} more problems in this file"
    return Problem(Code.SETTINGS_MORE_PROBLEMS, message, end, Severity.WARNING)
