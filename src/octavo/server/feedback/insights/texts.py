"""Renders a report for terminals and for programs."""

from __future__ import annotations

import csv
import io
import json
import textwrap
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from octavo.render.shell.below_text.rating import REASONS
from octavo.server.feedback.insights.report import Report
from octavo.server.feedback.insights.report_page import render_report_page
from octavo.values import Struct, list_fields

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The first characters of texts that spreadsheets would compute."""


def render_text(report: Report) -> str:
    """Return a report for a terminal."""
    return "\n".join(_render_lines(report)) + "\n"


def _render_lines(report: Report) -> Iterator[str]:
    yield f"{report.first_day} to {report.last_day}"
    yield f"Votes: {report.yes + report.no:,} ({report.yes:,} yes, {report.no:,} no)"
    for name, trend in (
        ("Views", report.views),
        ("Searches", report.searched),
        ("Dead ends", report.missed),
    ):
        if total := sum(number for _day, number in trend):
            yield f"{name}: {total:,}"
    if report.pages:
        yield from ("", "Pages, those first that readers are least happy with")
        for page in report.pages:
            reasons = ", ".join(f"{name} {number}" for name, number in page.reasons.items())
            yield f"  {_tame(page.page)}  {page.no} no, {page.yes} yes" + (
                f" ({reasons})" if reasons else ""
            )
            for comment in page.comments:
                text = f"{comment.day} {comment.vote}: {' '.join(_tame(comment.text).split())}"
                yield textwrap.fill(text, 88, initial_indent="    ", subsequent_indent="      ")
    if report.unfound:
        yield from ("", "Searches that found nothing")
        yield from (f"  {each.number:>5}  {_tame(each.words)}" for each in report.unfound)
    if report.dead:
        yield from ("", "Addresses that lead nowhere")
        for dead in report.dead:
            yield f"  {dead.number:>5}  {_tame(dead.path)}"
            yield from (f"         linked on {_tame(page)}" for page in dead.pages)
            if dead.redirect:
                yield f"         {_tame(dead.redirect)}"
    if report.calls:
        yield from ("", "Answers to the playground")
        yield from (
            f"  {call.number:>5}  {call.outcome}  {_tame(call.operation)}" for call in report.calls
        )


def _tame(text: str) -> str:
    """Return a text without terminal control characters."""
    return "".join(
        " " if char in "\n\t" else "�" if unicodedata.category(char) in ("Cc", "Cf") else char
        for char in text
    )


def render_json(report: Report) -> str:
    """Return a report for programs."""
    data = {"format": 1, **_describe(report)}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _describe(value: Any) -> Any:
    """Return values as plain data."""
    if isinstance(value, tuple):
        return [_describe(each) for each in value]
    if isinstance(value, Struct):
        return {name: _describe(getattr(value, name)) for name in list_fields(value)}
    return value


def render_csv(report: Report) -> str:
    """Return the feedback on pages as a table: a row for each page, and for each comment."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(["page", "yes", "no", "views", "day", "vote", "reason", "comment"])
    for page in report.pages:
        start = [page.page, page.yes, page.no, page.views]
        rows = [[c.day, c.vote, _name(c.vote, c.reason), c.text] for c in page.comments]
        for row in rows or [["", "", "", ""]]:
            writer.writerow([_disarm(each) for each in (*start, *row)])
    return stream.getvalue()


def _name(vote: str, reason: str) -> str:
    return REASONS.get(vote, {}).get(reason, reason)


def _disarm(value: object) -> object:
    """Prevent a spreadsheet from computing a reader's text."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


FORMS: Mapping[str, Callable[[Report], str]] = {
    "text": render_text,
    "json": render_json,
    "csv": render_csv,
    "html": render_report_page,
}
