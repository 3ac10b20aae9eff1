"""Prints a report for people: as text, and as Markdown for a change request."""

from __future__ import annotations

import re
from collections.abc import Iterator

from octavo.openapi.changes.effects import Impact
from octavo.problems import escape_controls
from octavo.scaffold.changes.report import Report, ReportedChange

TITLES = {
    Impact.BREAKING: "Breaking",
    Impact.DANGEROUS: "Dangerous",
    Impact.ADDITIVE: "Added",
    Impact.DOCUMENTATION: "Documentation",
}
"""What reports call the severities."""
_MOST_OPERATIONS = 3
_SPECIAL = re.compile(r"([\\*_\[\]<>|#~])")


def render_summary(report: Report) -> str:
    """Return the counts in one line."""
    counts = report.count()
    parts = [f"{count:,} {impact}" for impact, count in counts.items() if count]
    accepted = f" ({report.accepted:,} accepted)" if report.accepted else ""
    return (", ".join(parts) if parts else "No changes") + accepted


def render_text(report: Report, *, everything: bool = False) -> str:
    """Return one paragraph for each change, and the counts."""
    lines = [
        line
        for each in report.changes
        if everything or each.impact is not Impact.DOCUMENTATION
        for line in _render_change(each)
    ]
    return "\n".join([*lines, render_summary(report)])


def _render_change(change: ReportedChange) -> Iterator[str]:
    place = escape_controls(str(change.new))
    yield f"{place}: {change.impact}: {escape_controls(change.sentence)} [{change.code}]"
    yield f"    was {escape_controls(str(change.old))}"
    if users := _list_users(change):
        yield f"    reaches {escape_controls(users)}"
    yield ""


def _list_users(change: ReportedChange) -> str:
    users = [each for each in change.operations if not change.where.startswith(each)]
    more = len(users) - _MOST_OPERATIONS
    listed = ", ".join(users[:_MOST_OPERATIONS])
    return f"{listed} and {more:,} more" if more > 0 else listed


def render_markdown(report: Report) -> str:
    """Return a comment for a change request: documentation is folded."""
    parts = [f"### API changes: {render_summary(report)}"]
    for impact, title in TITLES.items():
        changes = [each for each in report.changes if each.impact is impact]
        if not changes:
            continue
        items = "\n".join(_render_item(each) for each in changes)
        heading = f"{title} ({len(changes):,})"
        if impact is Impact.DOCUMENTATION:
            parts.append(f"<details><summary>{heading}</summary>\n\n{items}\n\n</details>")
        else:
            parts.append(f"#### {heading}\n\n{items}")
    return "\n\n".join(parts)


def _render_item(change: ReportedChange) -> str:
    users = _list_users(change)
    reach = f" Reaches {_escape(users)}." if users else ""
    return f"- **{_escape(change.where)}**: {_escape(change.message)}.{reach}"


def _escape(text: str) -> str:
    """Escape Markdown outside of code: names and values come from the document."""
    parts = escape_controls(text).split("`")
    if len(parts) % 2 == 0:
        return _SPECIAL.sub(r"\\\1", "'".join(parts))
    return "`".join(
        part if number % 2 else _SPECIAL.sub(r"\\\1", part) for number, part in enumerate(parts)
    )
