"""Everything Octavo has to tell an author: what is wrong, where, and how to fix it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Severity(StrEnum):
    """How much a problem matters: errors fail a build, warnings do not, notes inform."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Code(StrEnum):
    """The stable names of all problems; each is explained in the documentation."""

    # settings
    SETTINGS_MISSING = "settings-missing"

    # page settings

    # project

    # content

    # site

    # outputs


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a file of the project; line and column count from 1, 0 means unknown."""

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


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to tell the author."""

    code: Code
    message: str
    location: Location
    severity: Severity = Severity.ERROR
    hint: str = ""


LineLookup = Callable[[str, int], str | None]
"""Gives the text of a line of a source, or None where it cannot be shown."""

_EXCERPT_WIDTH = 100
_RANK = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


def sort_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Return problems by file and place, each told once."""
    unique = dict.fromkeys(problems)
    return sorted(
        unique,
        key=lambda p: (p.location.source, p.location.line, p.location.column, _RANK[p.severity]),
    )


def count_by_severity(problems: Iterable[Problem]) -> dict[Severity, int]:
    """Return how many problems there are of each severity."""
    counts = dict.fromkeys(Severity, 0)
    for problem in problems:
        counts[problem.severity] += 1
    return counts


def render_text(problem: Problem, line_of: LineLookup, paint: Painter | None = None) -> str:
    """Return the form that people read: place, message, the line with a caret, a hint."""
    paint = paint or _plain
    location = problem.location
    head = (
        f"{paint('place', printable(str(location)))}: "
        f"{paint(problem.severity, problem.severity.value)}: "
        f"{printable(problem.message)} {paint('code', f'[{problem.code}]')}"
    )
    parts = [head]
    excerpt = _render_excerpt(location, line_of, paint)
    if excerpt:
        parts.append(excerpt)
    if problem.hint:
        parts.append(f"\n  {paint('hint', 'hint:')} {printable(problem.hint)}")
    return "\n".join(parts) + "\n"


def problem_as_json(problem: Problem) -> Mapping[str, Any]:
    """Return the form that programs read; keys are stable."""
    location = problem.location
    return {
        "code": problem.code.value,
        "severity": problem.severity.value,
        "message": problem.message,
        "file": location.source,
        "line": location.line or None,
        "column": location.column or None,
        "hint": problem.hint or None,
    }


Painter = Callable[[str, str], str]
"""Wraps a text in the style of its role (place, error, warning, info, code, hint, caret)."""


def printable(text: str) -> str:
    """Escape control characters, so that a hostile file name cannot drive a terminal."""
    return "".join(c if c.isprintable() else _escape(c) for c in text)


def _escape(character: str) -> str:
    return character.encode("unicode_escape", "replace").decode("ascii")


def _plain(_role: str, text: str) -> str:
    return text


def _render_excerpt(location: Location, line_of: LineLookup, paint: Painter) -> str:
    if not location.line:
        return ""
    line = line_of(location.source, location.line)
    if line is None or not line.strip():
        return ""
    column = min(location.column, len(line) + 1)
    start = max(0, column - 1 - _EXCERPT_WIDTH // 2) if len(line) > _EXCERPT_WIDTH else 0
    shown = printable(line[start : start + _EXCERPT_WIDTH].replace("\t", " "))
    number = str(location.line)
    rows = [f"  {paint('place', number)} | {shown}"]
    if column:
        before = len(printable(line[start : column - 1].replace("\t", " ")))
        rows.append(f"  {' ' * len(number)} | {' ' * before}{paint('caret', '^')}")
    return "\n".join(rows)
