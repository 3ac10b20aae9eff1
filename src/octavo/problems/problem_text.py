"""The output forms of problems: text for people, keys for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from octavo.problems.problem import Location, Problem

LineLookup = Callable[[str, int], str | None]
"""Returns the text of a source line, or None if it can't be shown."""
Painter = Callable[[str, str], str]
"""Wraps a text in the style of its role (place, error, warning, info, code, hint, caret)."""

_EXCERPT_WIDTH = 100


def render_text(problem: Problem, line_of: LineLookup, paint: Painter | None = None) -> str:
    """Return the form for people: location, message, the line with a caret, a hint."""
    paint = paint or _paint_nothing
    location = problem.location
    head = (
        f"{paint('place', escape_controls(str(location)))}: "
        f"{paint(problem.severity, problem.severity.value)}: "
        f"{escape_controls(problem.message)} {paint('code', f'[{problem.code}]')}"
    )
    parts = [head]
    excerpt = _render_excerpt(location, line_of, paint)
    if excerpt:
        parts.append(excerpt)
    if problem.hint:
        parts.append(f"\n  {paint('hint', 'hint:')} {escape_controls(problem.hint)}")
    return "\n".join(parts) + "\n"


def describe_problem(problem: Problem) -> Mapping[str, Any]:
    """Return the form for programs, with stable keys."""
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


def escape_controls(text: str) -> str:
    """Escape control characters, so that a hostile file name cannot drive a terminal."""
    return "".join(c if c.isprintable() else _escape(c) for c in text)


def _escape(character: str) -> str:
    return character.encode("unicode_escape", "replace").decode("ascii")


def _paint_nothing(_role: str, text: str) -> str:
    return text


def _render_excerpt(location: Location, line_of: LineLookup, paint: Painter) -> str:
    if not location.line:
        return ""
    line = line_of(location.source, location.line)
    if line is None or not line.strip():
        return ""
    column = min(location.column, len(line) + 1)
    start = max(0, column - 1 - _EXCERPT_WIDTH // 2) if len(line) > _EXCERPT_WIDTH else 0
    excerpt = escape_controls(line[start : start + _EXCERPT_WIDTH].replace("\t", " "))
    number = str(location.line)
    rows = [f"  {paint('place', number)} | {excerpt}"]
    if column:
        before = len(escape_controls(line[start : column - 1].replace("\t", " ")))
        rows.append(f"  {' ' * len(number)} | {' ' * before}{paint('caret', '^')}")
    return "\n".join(rows)
