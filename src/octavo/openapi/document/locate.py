"""Turns findings into problems with line and column, in one pass through each text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby

from octavo.openapi.document.document import Finding
from octavo.problems import Code, Location, Problem, Severity
from octavo.project.documents.api_files import find_data_places

MAX_OF_A_KIND = 20
"""The most problems of one code and severity for a file; the rest is counted."""

_Kind = tuple[Code, Severity]

DataOf = Callable[[str], bytes | None]
"""Returns the undecoded text of a file in an API document."""


def locate(findings: Iterable[Finding], data_of: DataOf) -> list[Problem]:
    """Return the problems for findings, by file."""
    # Equal findings keep their order.
    ordered = sorted(findings, key=lambda finding: finding.source)
    problems: list[Problem] = []
    for source, of_file in groupby(ordered, key=lambda finding: finding.source):
        first, more = _limit_kinds(of_file)
        problems += _locate_in(source, first, data_of(source))
        problems += [_count_rest(source, kind, count) for kind, count in more.items()]
    return problems


def _limit_kinds(findings: Iterable[Finding]) -> tuple[list[Finding], dict[_Kind, int]]:
    """Return the findings to report, and the number of others of each kind."""
    first: list[Finding] = []
    counts: dict[_Kind, int] = {}
    for finding in findings:
        kind = finding.code, finding.severity
        counts[kind] = counts.get(kind, 0) + 1
        if counts[kind] <= MAX_OF_A_KIND:
            first.append(finding)
    more = {kind: count - MAX_OF_A_KIND for kind, count in counts.items()}
    return first, {kind: count for kind, count in more.items() if count > 0}


def _locate_in(source: str, findings: list[Finding], data: bytes | None) -> list[Problem]:
    paths = {finding.pointer for finding in findings}
    places = find_data_places(data, source, paths) if data is not None else {}
    problems = []
    for finding in findings:
        key_place, value_place = places.get(finding.pointer, ((0, 0), (0, 0)))
        place = key_place if finding.at_key else value_place
        message, severity = finding.message, finding.severity
        problems.append(
            Problem(finding.code, message, Location(source, *place), severity, finding.hint)
        )
    return problems


def _count_rest(source: str, kind: _Kind, count: int) -> Problem:
    code, severity = kind
    message = f"there {'is' if count == 1 else 'are'} {count:,} more of [{code}] in this document"
    return Problem(Code.API_MORE_PROBLEMS, message, Location(source), severity)
