"""Prints the output of commands in a terminal, and returns their exit codes."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Sequence
from typing import TextIO

from octavo.problems import (
    Code,
    LineLookup,
    Painter,
    Problem,
    Severity,
    count_by_severity,
    render_text,
)

EXIT_FINE = 0
EXIT_PROBLEMS = 1
EXIT_USAGE = 2
EXIT_IO = 74

_STYLES = {
    "error": "31;1",
    "warning": "33;1",
    "info": "36",
    "place": "1",
    "code": "2",
    "hint": "36",
    "caret": "31;1",
}


class Progress:
    """Shows the progress of a build: a bar on a terminal, some lines elsewhere."""

    FIRST_AFTER = 0.5
    """The seconds before the first output; most builds are done by then."""
    BAR_EVERY = 0.1
    LINE_EVERY = 10.0
    _WIDTH = 30

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._is_bar = stream.isatty()
        self._is_shown = False
        self._next = clock() + (self.FIRST_AFTER if self._is_bar else self.LINE_EVERY)

    def show(self, count: int, pages: int) -> None:
        """Show how many of all pages are built, unless that was just shown."""
        now = self._clock()
        if now < self._next:
            return
        self._next = now + (self.BAR_EVERY if self._is_bar else self.LINE_EVERY)
        message = f"Built {count:,} of {pages:,} pages"
        if not self._is_bar:
            print(f"{message}.", file=self._stream, flush=True)
            return
        width = self._WIDTH * count // pages
        bar = "=" * width + " " * (self._WIDTH - width)
        print(f"\r\x1b[K[{bar}] {message}", end="", file=self._stream, flush=True)
        self._is_shown = True

    def clear(self) -> None:
        """Remove the bar."""
        if self._is_shown:
            print("\r\x1b[K", end="", file=self._stream, flush=True)


def exit_code(problems: Sequence[Problem], *, strict: bool) -> int:
    """Return the exit code for problems."""
    counts = count_by_severity(problems)
    failing = counts[Severity.ERROR] + (counts[Severity.WARNING] if strict else 0)
    return EXIT_PROBLEMS if failing else EXIT_FINE


def print_problems(
    problems: Sequence[Problem],
    form: str,
    line_of: LineLookup,
    folder: str = "",
    most_notes: int | None = None,
) -> None:
    """Print problems: for people on standard error, for programs on standard output.

    Programs get paths from the working directory, which may contain the project's `folder`. People
    see only the first notes of each code.
    """
    if form == "text":
        _print_text(problems, line_of, most_notes)
        return
    from octavo.cli.forms import FORMS

    print(FORMS[form](problems, folder))


def _print_text(problems: Sequence[Problem], line_of: LineLookup, most_notes: int | None) -> None:
    paint = find_painter()
    notes: dict[Code, int] = {}
    for problem in problems:
        if problem.severity is Severity.INFO:
            notes[problem.code] = notes.get(problem.code, 0) + 1
            if most_notes is not None and notes[problem.code] > most_notes:
                continue
        print(render_text(problem, line_of, paint), file=sys.stderr)
    more = {code: count - most_notes for code, count in notes.items()} if most_notes else {}
    for code, count in more.items():
        if count > 0:
            say(f"and {count:,} more notes [{code}]; octavo check --only {code} shows all")


def find_painter() -> Painter | None:
    """Return the function that colors problems, if the terminal supports colors and they are on."""
    return _paint if sys.stderr.isatty() and "NO_COLOR" not in os.environ else None


def _paint(role: str, text: str) -> str:
    style = _STYLES.get(role)
    return f"\x1b[{style}m{text}\x1b[0m" if style else text


def say(line: str) -> None:
    """Print a line for the user on standard error."""
    print(line, file=sys.stderr, flush=True)


def write_line(line: str) -> None:
    """Write a line in one piece, so that lines of several processes never mix.

    A closed output is no reason to end.
    """
    data = line.encode("utf-8", "replace") + b"\n"
    with contextlib.suppress(OSError):
        while data:
            data = data[os.write(sys.stdout.fileno(), data) :]


def shorten_path(path: str) -> str:
    """Return a path relative to the working directory if it is inside."""
    from octavo.project.files import relate_path

    relative = relate_path(path)
    return path if relative.startswith(os.pardir) else relative
