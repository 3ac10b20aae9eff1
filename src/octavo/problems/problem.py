"""A problem with its location and severity; functions sort and merge several of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

from octavo.problems.codes import Code
from octavo.values import Struct, replace


class Severity(StrEnum):
    """The severity of a problem: errors fail a build, warnings don't, notes inform."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Location(Struct, frozen=True):
    """A place in a file of the project; line and column start at 1, 0 means unknown."""

    source: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        text = self.source
        if self.line:
            text += f":{self.line}"
            if self.column:
                text += f":{self.column}"
        return text


class Problem(Struct, frozen=True):
    """One problem for the author."""

    code: Code
    message: str
    location: Location
    severity: Severity = Severity.ERROR
    hint: str = ""
    topic: str = ""
    """Problems with the same topic are reported as one, at the first location."""


_RANK = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


def sort_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Return problems by file and place, without repetitions, and one for each topic."""
    ordered = sorted(
        dict.fromkeys(problems),
        key=lambda p: (p.location.source, p.location.line, p.location.column, _RANK[p.severity]),
    )
    topics: dict[str, list[Problem]] = {}
    for problem in ordered:
        topics.setdefault(problem.topic, []).append(problem)
    singles = topics.pop("", [])
    if not topics:
        return singles
    return sort_problems([*singles, *(_join(topic, several) for topic, several in topics.items())])


_OF_ONE_CAUSE = frozenset(
    {
        Code.IMAGE_MISSING,
        Code.SCRIPT_MISSING,
        Code.SNIPPET_MISSING,
        Code.LINK_TO_NOTHING,
        Code.COMPONENT_UNKNOWN,
        Code.ICON_UNKNOWN,
        Code.IMAGE_ALT_MISSING,
    }
)
"""Problems with a single fix for all affected pages."""
_MOST_PLACES = 3


def join_causes(problems: Iterable[Problem]) -> list[Problem]:
    """Merge problems with the same cause into one, at the first location, with some others."""
    groups: dict[object, list[Problem]] = {}
    for number, problem in enumerate(problems):
        cause = (problem.code, problem.severity, re.sub(r"#[^`]*", "", problem.message))
        groups.setdefault(cause if problem.code in _OF_ONE_CAUSE else number, []).append(problem)
    return [_join_places(group) for group in groups.values()]


def _join_places(problems: list[Problem]) -> Problem:
    first, *others = problems
    if not others:
        return first
    places = ", ".join(str(each.location) for each in others[:_MOST_PLACES])
    if len(others) > _MOST_PLACES:
        places += f" and {len(others) - _MOST_PLACES:,} more places"
    return replace(first, message=f"{first.message}, here and at {places}")


def _join(topic: str, problems: list[Problem]) -> Problem:
    messages = ", ".join(dict.fromkeys(problem.message for problem in problems if problem.message))
    message = f"{topic}: {messages}" if messages else topic
    return replace(problems[0], message=message, topic="")


def has_fault(problems: Iterable[Problem]) -> bool:
    """Tell whether problems include an error in Octavo, whose results must not be cached."""
    return any(problem.code is Code.INTERNAL_ERROR for problem in problems)


def count_by_severity(problems: Iterable[Problem]) -> dict[Severity, int]:
    """Return the number of problems of each severity."""
    counts = dict.fromkeys(Severity, 0)
    for problem in problems:
        counts[problem.severity] += 1
    return counts
