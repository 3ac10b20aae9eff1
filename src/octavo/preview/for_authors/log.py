"""Prints the preview's messages in the terminal: one line per change, each problem once."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from octavo.preview.follow.state import FileChange
from octavo.problems import LineLookup, Problem, escape_controls, render_text, sort_problems

Say = Callable[[str], None]

_MOST_LINES = 5
_MOST_PROBLEMS = 20


class ProblemLog:
    """Prints problems, and repeats one only after it was fixed."""

    def __init__(self, say: Say, paint: Callable[[str, str], str] | None = None) -> None:
        self._say = say
        self._paint = paint
        self._problems: dict[str, frozenset[Problem]] = {}

    def report(self, place: str, problems: Iterable[Problem], line_of: LineLookup) -> None:
        """Print the new problems of a page (by url) or of the site (by an empty name)."""
        now = frozenset(problems)
        before = self._problems.get(place, frozenset())
        self._problems[place] = now
        new = sort_problems(now - before)
        for problem in new[:_MOST_PROBLEMS]:
            self._say(render_text(problem, line_of, self._paint))
        if len(new) > _MOST_PROBLEMS:
            self._say(f"and {len(new) - _MOST_PROBLEMS} more problems; octavo check tells them all")


def describe_changes(changes: Iterable[FileChange], seconds: float) -> list[str]:
    """Return the lines about the changes, and how long they took to process."""
    changes = tuple(changes)
    took = f"({seconds * 1000:.0f} ms)"
    if len(changes) > _MOST_LINES:
        return [f"{len(changes)} files changed {took}"]
    return [
        f"{change.file.kind} {change.what}: {escape_controls(change.file.source)} {took}"
        for change in changes
    ]
