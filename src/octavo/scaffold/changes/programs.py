"""Prints a report for programs: JSON, SARIF and GitHub's annotations."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from octavo import __version__
from octavo.openapi.changes.effects import Impact
from octavo.problems import Location
from octavo.scaffold.changes.report import Report

_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {
    Impact.BREAKING: "error",
    Impact.DANGEROUS: "warning",
    Impact.ADDITIVE: "note",
    Impact.DOCUMENTATION: "note",
}
_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def render_json(report: Report) -> str:
    """Return the report as JSON; keys are stable."""
    counts = {str(impact): count for impact, count in report.count().items()}
    changes = [
        {
            "code": each.code,
            "severity": str(each.impact),
            "where": each.where,
            "message": each.message,
            "old": _describe_place(each.old),
            "new": _describe_place(each.new),
            "operations": list(each.operations),
        }
        for each in report.changes
    ]
    data = {"old": report.old, "new": report.new, "counts": counts, "changes": changes}
    return json.dumps({**data, "accepted": report.accepted}, indent=2, ensure_ascii=False)


def _describe_place(place: Location) -> dict[str, Any]:
    return {"file": place.source, "line": place.line or None, "column": place.column or None}


def render_sarif(report: Report) -> str:
    """Return the report as a log of SARIF 2.1.0."""
    codes = sorted({each.code for each in report.changes})
    results = [
        {
            "ruleId": each.code,
            "ruleIndex": codes.index(each.code),
            "level": _LEVELS[each.impact],
            "message": {"text": each.sentence},
            "locations": [_describe_region(each.new)],
            "relatedLocations": [_describe_region(each.old)],
        }
        for each in report.changes
    ]
    rules = [{"id": code} for code in codes]
    driver = {"name": "octavo", "version": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False)


def _describe_region(place: Location) -> dict[str, Any]:
    address = place.source if "://" in place.source else quote(place.source.replace("\\", "/"))
    region = {"startLine": max(place.line, 1), "startColumn": max(place.column, 1)}
    return {"physicalLocation": {"artifactLocation": {"uri": address}, "region": region}}


def render_github(report: Report) -> str:
    """Return commands of a workflow, the worst first; documentation is left out."""
    return "\n".join(
        f"::{_COMMANDS[_LEVELS[each.impact]]} file={_escape(each.new.source, True)},"
        f"line={max(each.new.line, 1)},title={_escape(each.code, True)}::{_escape(each.sentence)}"
        for each in report.changes
        if each.impact is not Impact.DOCUMENTATION
    )


def _escape(text: str, is_property: bool = False) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if is_property else text
