"""Turns an error in Octavo into a problem, so that only the affected part is lost."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import TypeVar

from octavo.problems.codes import Code
from octavo.problems.problem import Location, Problem

T = TypeVar("T")
S = TypeVar("S")

TRACEBACK = "OCTAVO_TRACEBACK"
"""The environment variable that prints the full traceback of an error in Octavo."""
ENDINGS = (KeyboardInterrupt, SystemExit, GeneratorExit)
"""Exceptions that end a program and are no errors; panics of libraries are other ones."""
_LONGEST_FAULT = 200
_LINE = "at line {} of the page"


def attempt(
    make: Callable[[], T], instead: S, what: str, place: Location, tell: Callable[[Problem], object]
) -> T | S:
    """Return the result of a function; after an error in Octavo, report it and continue.

    This and `explain_fault` are the only ways to limit such an error to its part.
    """
    try:
        return make()
    except ENDINGS:
        raise
    except BaseException as error:
        tell(explain_fault(error, what, place))
        return instead


def explain_fault(error: BaseException, what: str, place: Location) -> Problem:
    """Return the problem for an error in Octavo that stopped a step."""
    if os.environ.get(TRACEBACK):
        import traceback  # noqa: PLC0415 (only then)

        traceback.print_exception(error)
    return Problem(
        Code.INTERNAL_ERROR,
        f"{what} could not be made, because of a mistake in Octavo: {_describe_fault(error)}",
        place,
        hint=f"Report it{_find_tracker()}, with the output of {TRACEBACK}=1. "
        "Everything else works as usual.",
    )


def note_line(error: BaseException, line: int) -> None:
    """Record on an error which line of a page was in progress; the first record counts.

    Compiled functions hide their variables, so the error has to carry the line.
    """
    if line and not find_line(error):
        error.add_note(_LINE.format(line))


def find_line(error: BaseException) -> int:
    """Return the line of a page that was in progress when something failed, or 0 if unknown."""
    notes = (re.fullmatch(_LINE.format("([0-9]+)"), note) for note in _list_notes(error))
    return next((int(match[1]) for match in notes if match), 0)


def _list_notes(error: BaseException) -> list[str]:
    return getattr(error, "__notes__", [])


def _describe_fault(error: BaseException) -> str:
    """Return the error in one line, with its location in Octavo's code."""
    where, step = "", error.__traceback__
    while step is not None:
        folder, _, name = step.tb_frame.f_code.co_filename.replace(os.sep, "/").rpartition(
            "/octavo/"
        )
        where = f" ({name}, line {step.tb_lineno})" if folder else where
        step = step.tb_next
    text = f"{type(error).__name__}: {error}".partition("\n")[0].rstrip(": ")
    return f"{text[:_LONGEST_FAULT]}{where}"


def _find_tracker() -> str:
    """Return the address of the issue tracker in `pyproject.toml`."""
    from importlib import metadata  # noqa: PLC0415 (only for a fault)

    try:
        links = metadata.metadata("octavo").get_all("Project-URL") or ()
    except metadata.PackageNotFoundError:
        links = ()
    addresses = dict(link.split(", ", 1) for link in links)
    return f" at {addresses['Issues']}" if "Issues" in addresses else ""
