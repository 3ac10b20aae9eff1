"""Reads the settings file: text in, values or problems out."""

from __future__ import annotations

from typing import Any

from octavo.problems import Code, Location, Problem, Severity, sort_problems
from octavo.settings.checks import Doubt, check_whole
from octavo.settings.json_places import Places, find_places
from octavo.settings.json_text import clean_text, read_json
from octavo.settings.mistakes import Mistake, shown
from octavo.settings.objects import read_object
from octavo.settings.site import Settings

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
    mistakes: list[Mistake] = []
    if not any(doubt.code is Code.SETTINGS_TOO_DEEP for doubt in doubts):
        settings = read_object(Settings, data, (), mistakes)
    if doubts or mistakes:
        problems = tuple(sort_problems((*problems, *_tell(doubts, mistakes, text, source))))
    if any(problem.severity is Severity.ERROR for problem in problems):
        settings = None
    return settings, problems


def _tell(doubts: list[Doubt], mistakes: list[Mistake], text: str, source: str) -> list[Problem]:
    places = find_places(text)
    problems = [_problem_of_doubt(doubt, places, source) for doubt in doubts[:_MOST_PROBLEMS]]
    mistakes.sort(key=_is_unknown_key)
    problems += [_problem_of(mistake, places, source) for mistake in mistakes[:_MOST_PROBLEMS]]
    left = max(0, len(doubts) - _MOST_PROBLEMS) + max(0, len(mistakes) - _MOST_PROBLEMS)
    if left:
        end = Location(source, *places.of_offset(len(text)))
        problems.append(_more_problems(left, end))
    return problems


def _is_unknown_key(mistake: Mistake) -> bool:
    return mistake.kind == "unknown"


def _problem_of(mistake: Mistake, places: Places, source: str) -> Problem:
    unknown = _is_unknown_key(mistake)
    find = places.of_key if unknown else places.of_value
    return Problem(
        _CODES[mistake.kind],
        mistake.message,
        Location(source, *find(mistake.pointer)),
        Severity.WARNING if unknown else Severity.ERROR,
        mistake.hint(),
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
