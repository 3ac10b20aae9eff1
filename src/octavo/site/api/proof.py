"""Reads the report of `octavo check --against`: which operations the API was asked for, and when.

The report has this form. A site shows only what it lists of operations with a page:

    {"octavoContract": 1, "date": "2026-11-18", "against": "https://api.example.com/v1",
     "documents": [{"source": "openapi.yaml", "operations": [
       {"method": "GET", "path": "/beds", "checked": true, "differences": 0, "messages": []}]}]}
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

from octavo.problems import Code, Location, Problem, Severity
from octavo.project.discover import Project
from octavo.project.documents.api_files import find_data_places
from octavo.project.documents.json import parse_json
from octavo.project.files import load_text
from octavo.site.api.compared import Checked, Proof

FORM = "octavoContract"
VERSION = 1
MOST_MESSAGES = 20
_MOST_DAYS = 30
_LONGEST = 500
_HINT = "Write the report with `octavo check DOCUMENT --against URL --report FILE`."

Pointer = tuple[str | int, ...]


class _WrongReportError(ValueError):
    """Says what is wrong at a place of a report."""

    def __init__(self, pointer: Pointer, message: str) -> None:
        super().__init__(message)
        self.pointer, self.message = pointer, message


def load_proof(
    project: Project, name: str, today: str, place: Location
) -> tuple[Proof, tuple[Problem, ...], str]:
    """Return the report that the settings name, its problems, and the day on which it is old."""
    source = name.strip().removeprefix("./").lstrip("/")
    file = project.files.get(source)
    if file is None:
        message = f"`{source}` is not a file of the project"
        return Proof(), (Problem(Code.PROOF_MISSING, message, place, hint=_HINT),), ""
    text, problems = load_text(project.root, file)
    if text is None:
        return Proof(source), problems, ""
    document = parse_json(text, source)
    if document.value is None:
        problem = Problem(Code.PROOF_WRONG, "this is not valid JSON", Location(source), hint=_HINT)
        return Proof(source), (*problems, *(document.problems or (problem,))), ""
    try:
        day, documents = _read_report(document.value)
    except _WrongReportError as error:
        places = find_data_places(text.encode("utf-8", "replace"), source, {error.pointer})
        at = Location(source, *places.get(error.pointer, ((0, 0), (0, 0)))[1])
        problem = Problem(Code.PROOF_WRONG, error.message, at, hint=_HINT)
        return Proof(source), (*problems, problem), ""
    end = (day + datetime.timedelta(_MOST_DAYS + 1)).isoformat()
    if today >= end:
        message = f"this report is of {day}, more than {_MOST_DAYS} days ago"
        hint = "Compare the API with its document again."
        old = Problem(Code.PROOF_OLD, message, Location(source), Severity.INFO, hint)
        problems = (*problems, old)
    return Proof(source, documents), problems, end


def _read_report(tree: Any) -> tuple[datetime.date, dict[str, dict[str, Checked]]]:
    if not isinstance(tree, dict) or FORM not in tree:
        raise _WrongReportError((), f"this is not a report: it has no `{FORM}`")
    if tree[FORM] != VERSION:
        raise _WrongReportError((FORM,), f"`{FORM}` must be {VERSION}")
    day = _read_day(tree.get("date"))
    documents: dict[str, dict[str, Checked]] = {}
    for number, document in _list(tree, "documents", ()):
        place: Pointer = ("documents", number)
        operations = documents.setdefault(_get(document, "source", str, place), {})
        for at, operation in _list(document, "operations", place):
            inner = (*place, "operations", at)
            name = f"{_get(operation, 'method', str, inner)} {_get(operation, 'path', str, inner)}"
            if _get(operation, "checked", bool, inner):
                operations[name] = _read_checked(operation, day, inner)
    return day, documents


def _read_day(value: Any) -> datetime.date:
    try:
        day = datetime.date.fromisoformat(value)
        datetime.date.fromisoformat((day + datetime.timedelta(_MOST_DAYS + 1)).isoformat())
    except (TypeError, ValueError, OverflowError):
        message = "`date` must be a day such as 2026-11-18"
        raise _WrongReportError(("date",), message) from None
    return day


def _read_checked(operation: Any, day: datetime.date, place: Pointer) -> Checked:
    count = _get(operation, "differences", int, place)
    if count < 0:
        raise _WrongReportError((*place, "differences"), "`differences` must be 0 or more")
    messages = []
    for at, message in _list(operation, "messages", place):
        if not isinstance(message, str):
            raise _WrongReportError((*place, "messages", at), "a message must be text")
        messages.append(message[:_LONGEST])
    return Checked(day.isoformat(), count, tuple(messages[:MOST_MESSAGES]))


def _list(tree: Any, key: str, place: Pointer) -> Iterator[tuple[int, Any]]:
    return enumerate(_get(tree, key, list, place))


def _get(tree: Any, key: str, kind: type, place: Pointer) -> Any:
    if not isinstance(tree, dict):
        raise _WrongReportError(place, "this must be an object")
    value = tree.get(key)
    if type(value) is not kind:
        raise _WrongReportError((*place, key), f"`{key}` is missing or has the wrong type")
    return value
