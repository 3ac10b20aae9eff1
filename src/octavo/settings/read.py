"""Reads the settings file: returns values and problems for a text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from octavo.problems import Code, Location, Problem, Severity, sort_problems
from octavo.settings.checks import Doubt, check_whole
from octavo.settings.json.empty_values import leave_out_empty
from octavo.settings.json.places import Places, Pointer, find_places
from octavo.settings.json.text import clean_text, read_json
from octavo.settings.marks.parts import (
    MarkedParts,
    find_marked_parts,
    find_site_marks,
    leave_out_parts,
)
from octavo.settings.marks.reading import Mark, is_mark_key
from octavo.settings.mistakes import Mistake, Mistakes, name_setting, quote_value
from octavo.settings.models.site_settings import Settings
from octavo.settings.objects import read_object
from octavo.values import Struct

_MOST_PROBLEMS = 200
_MOST_NAMES = 5
_CODES = {
    "missing": Code.SETTINGS_MISSING_KEY,
    "unknown": Code.SETTINGS_UNKNOWN_KEY,
    "type": Code.SETTINGS_WRONG_TYPE,
    "value": Code.SETTINGS_WRONG_VALUE,
    "understood": Code.SETTINGS_VALUE_UNDERSTOOD,
}
_SEVERITIES = {"unknown": Severity.WARNING, "understood": Severity.INFO}
_RANKS = {"unknown": 1, "understood": 2}


_Found = TypeVar("_Found", bound=Mistake | Doubt)


class SettingsFile(Struct, frozen=True):
    """The content of a settings file; `settings` is None if no site can be built."""

    settings: Settings | None
    problems: tuple[Problem, ...]
    left_out: tuple[Pointer, ...] = ()
    """the locations of skipped list items"""
    marked: MarkedParts = MarkedParts()
    """the parts that marks hide from the public"""


def read_settings(
    text: str, source: str = "site.json"
) -> tuple[Settings | None, tuple[Problem, ...]]:
    """Return the settings without invalid values, and all problems."""
    file = read_settings_file(text, source)
    return file.settings, file.problems


def read_settings_file(
    text: str,
    source: str = "site.json",
    is_held_back: Callable[[tuple[Mark, ...]], bool] = bool,
) -> SettingsFile:
    """Read a settings file: report and leave out invalid values, and use the rest.

    Parts that marks hide are left out, too, as `is_held_back` decides.
    """
    text = clean_text(text)
    json_text = read_json(text, source)
    problems = json_text.problems
    if not json_text.is_readable:
        return SettingsFile(None, problems)
    value = json_text.value
    if not isinstance(value, dict):
        return SettingsFile(None, (*problems, _explain_not_object(value, source)))
    marks = find_site_marks(value)
    if marks and is_held_back(tuple(marks.values())):
        return SettingsFile(None, (*problems, *_explain_site_marks(marks, text, source)))
    empty: list[Pointer] = []
    data = leave_out_empty(value, empty)
    # Errors come first, because the number of reported problems is limited.
    doubts = sorted(check_whole(data), key=lambda doubt: doubt.severity is not Severity.ERROR)
    for doubt in doubts:
        if doubt.severity is Severity.ERROR:
            _leave_out(data, doubt.pointer)
    doubts = _drop_unfinished(doubts, empty)
    empty = [pointer for pointer in empty if not is_mark_key(pointer[-1])]
    marked = find_marked_parts(value)
    leave_out_parts(data, marked, is_held_back)
    mistakes = Mistakes()
    settings = read_object(Settings, data, (), mistakes)
    all_mistakes = _drop_unfinished(mistakes.all, empty)
    if doubts or all_mistakes or empty:
        settings_problems = _build_problems(doubts, all_mistakes, empty, text, source)
        problems = tuple(sort_problems((*problems, *settings_problems)))
    return SettingsFile(settings, problems, tuple(mistakes.left_out), marked)


def _explain_site_marks(marks: Mapping[Pointer, Mark], text: str, source: str) -> Iterator[Problem]:
    places = find_places(text)
    for pointer, mark in marks.items():
        reason = mark.doubt or f"{name_setting(pointer)} holds for the whole site"
        yield Problem(
            Code.PAGE_PRIVATE,
            f"{reason}, so the site is not published",
            Location(source, *places.of_key(pointer)),
            hint="Take the key out, or write it in the groups, tabs and pages that it is for.",
        )


def _leave_out(data: Any, pointer: Pointer) -> None:
    """Remove a value from Octavo's copy of the data; other items of a list keep their indexes."""
    *way, last = pointer
    for step in way:
        data = data[step]
    if isinstance(last, int):
        data[last] = None
    else:
        data.pop(last, None)


def _drop_unfinished(mistakes: list[_Found], empty: list[Pointer]) -> list[_Found]:
    """Drop mistakes about missing keys in objects that the author left unfinished.

    The items of a list and the settings themselves don't count as unfinished.
    """
    places = set(empty)
    return [
        mistake
        for mistake in mistakes
        if not (
            mistake.missing
            and mistake.pointer
            and isinstance(mistake.pointer[-1], str)
            and (*mistake.pointer, mistake.missing) in places
        )
    ]


def _build_problems(
    doubts: list[Doubt], mistakes: list[Mistake], empty: list[Pointer], text: str, source: str
) -> list[Problem]:
    places = find_places(text)
    problems = [_build_doubt_problem(doubt, places, source) for doubt in doubts[:_MOST_PROBLEMS]]
    mistakes.sort(key=lambda mistake: _RANKS.get(mistake.kind, 0))
    problems += [_build_problem(mistake, places, source) for mistake in mistakes[:_MOST_PROBLEMS]]
    if empty:
        problems.append(_note_on_empty(empty, Location(source, *places.of_key(empty[0]))))
    hidden_count = max(0, len(doubts) - _MOST_PROBLEMS) + max(0, len(mistakes) - _MOST_PROBLEMS)
    if hidden_count:
        end = Location(source, *places.of_offset(len(text)))
        problems.append(_explain_more(hidden_count, end))
    return problems


def _note_on_empty(empty: list[Pointer], place: Location) -> Problem:
    names = [name_setting(pointer) for pointer in empty]
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    verb = "is" if len(names) == 1 else "are"
    return Problem(
        Code.SETTINGS_EMPTY_VALUE,
        f"{', '.join(names[:_MOST_NAMES])}{more} {verb} empty, which counts as not given",
        place,
        Severity.INFO,
    )


def _build_problem(mistake: Mistake, places: Places, source: str) -> Problem:
    find = places.of_key if mistake.kind == "unknown" else places.of_value
    return Problem(
        _CODES[mistake.kind],
        mistake.message,
        Location(source, *find(mistake.pointer)),
        _SEVERITIES.get(mistake.kind, Severity.ERROR),
        mistake.hint(),
    )


def _build_doubt_problem(doubt: Doubt, places: Places, source: str) -> Problem:
    find = places.of_key if doubt.code is Code.SETTINGS_UNKNOWN_SOCIAL else places.of_value
    return Problem(
        doubt.code,
        doubt.message,
        Location(source, *find((*doubt.pointer, doubt.wrong) if doubt.wrong else doubt.pointer)),
        doubt.severity,
        doubt.hint,
    )


def _explain_not_object(data: Any, source: str) -> Problem:
    return Problem(
        Code.SETTINGS_WRONG_TYPE,
        f"the file must hold an object in curly brackets, not {quote_value(data)}",
        Location(source, 1, 1),
        hint='Write {"name": "…", "navigation": […]}.',
    )


def _explain_more(count: int, end: Location) -> Problem:
    message = f"there are {count} more problems in this file"
    return Problem(Code.SETTINGS_MORE_PROBLEMS, message, end, Severity.WARNING)
