"""Reads the file of changes that are known and accepted, each with its reason.

A line holds a code or `*`, a place or `*`, and after `#` the reason:

    operation-removed  GET /old/*  # no client has called it for a year
"""

from __future__ import annotations

from fnmatch import fnmatchcase

from octavo.openapi.changes.effects import Change
from octavo.problems import Code, Location, Problem, Severity
from octavo.values import Struct

_MOST_LETTERS = 1_000_000


class Accepted(Struct, frozen=True):
    """Changes that are accepted: their code and place, as patterns."""

    code: str
    where: str
    line: int


def read_accepted(text: str, source: str) -> tuple[tuple[Accepted, ...], tuple[Problem, ...]]:
    """Return the accepted changes of a file; a line without a reason is a problem."""
    accepted, problems = [], []
    for number, line in enumerate(text.splitlines(), 1):
        rule, _, reason = line.partition("#")
        code, _, where = rule.strip().partition(" ")
        if not code:
            continue
        if not reason.strip():
            problems.append(
                Problem(
                    Code.CHANGE_WITHOUT_REASON,
                    f"the accepted change `{code}` has no reason",
                    Location(source, number, 1),
                    Severity.ERROR,
                    hint="Write the reason at the end of the line, after `#`.",
                )
            )
            continue
        accepted.append(Accepted(code, where.strip() or "*", number))
    return tuple(accepted), tuple(problems)


def load_accepted(path: str) -> tuple[tuple[Accepted, ...] | None, tuple[Problem, ...]]:
    """Return the accepted changes of a file; None if it cannot be read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return read_accepted(file.read(_MOST_LETTERS), path)
    except OSError as error:
        message = f"cannot read this file: {error.strerror or error}"
        return None, (Problem(Code.CHANGE_NOT_FOUND, message, Location(path)),)


def find_accepted(change: Change, accepted: tuple[Accepted, ...]) -> Accepted | None:
    """Return what accepts a change."""
    for each in accepted:
        if fnmatchcase(change.code, each.code) and fnmatchcase(change.where, each.where):
            return each
    return None
