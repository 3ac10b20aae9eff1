"""The formats of problems for programs: JSON, SARIF, and commands of GitHub workflows."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from octavo import __version__
from octavo.problems import Problem, Severity, describe_problem
from octavo.project.files import relate_path

_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_SARIF_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_GITHUB_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_SEVERITIES = tuple(Severity)


def render_json(problems: Sequence[Problem], _folder: str = "") -> str:
    """Return problems as JSON, with paths relative to the project."""
    data = [describe_problem(problem) for problem in problems]
    return json.dumps({"problems": data}, indent=2, ensure_ascii=False)


def render_sarif(problems: Sequence[Problem], folder: str = "") -> str:
    """Return problems as a SARIF 2.1.0 log, which code hosts and editors read."""
    codes = sorted({problem.code.value for problem in problems})
    rules = [{"id": code} for code in codes]
    driver = {"name": "octavo", "version": __version__, "rules": rules}
    results = [_describe_result(problem, codes, folder) for problem in problems]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False)


def _describe_result(problem: Problem, codes: list[str], folder: str) -> Mapping[str, Any]:
    place = problem.location
    region = {"startLine": max(place.line, 1)}
    if place.column:
        region["startColumn"] = place.column
    address = place.source if _is_address(place.source) else quote(_find_path(place.source, folder))
    physical = {"artifactLocation": {"uri": address}, "region": region}
    return {
        "ruleId": problem.code.value,
        "ruleIndex": codes.index(problem.code.value),
        "level": _SARIF_LEVELS[problem.severity],
        "message": {"text": _join_hint(problem)},
        "locations": [{"physicalLocation": physical}],
    }


def render_github(problems: Sequence[Problem], folder: str = "") -> str:
    """Return problems as workflow commands, errors first, because only the first few are shown."""
    ordered = sorted(problems, key=lambda problem: _SEVERITIES.index(problem.severity))
    return "\n".join(_render_command(problem, folder) for problem in ordered)


def _render_command(problem: Problem, folder: str) -> str:
    place = problem.location
    properties = {
        "file": place.source if _is_address(place.source) else _find_path(place.source, folder),
        "line": str(max(place.line, 1)),
        **({"col": str(place.column)} if place.column else {}),
        "title": problem.code.value,
    }
    listed = ",".join(f"{name}={_escape_property(text)}" for name, text in properties.items())
    command = _GITHUB_COMMANDS[problem.severity]
    return f"::{command} {listed}::{_escape_data(_join_hint(problem))}"


def _escape_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape_data(text).replace(":", "%3A").replace(",", "%2C")


def _join_hint(problem: Problem) -> str:
    return f"{problem.message}\n{problem.hint}" if problem.hint else problem.message


def _is_address(source: str) -> bool:
    return "://" in source


def _find_path(source: str, folder: str) -> str:
    """Return a project file's path relative to the working directory, if it is inside."""
    path = os.path.normpath(os.path.join(folder, source))
    relative = relate_path(path)
    return (path if relative.startswith(os.pardir) else relative).replace(os.sep, "/")


FORMS: Mapping[str, Callable[[Sequence[Problem], str], str]] = {
    "json": render_json,
    "sarif": render_sarif,
    "github": render_github,
}
