"""Renders a report as a page of plain tables, without scripts and other files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from octavo.render.basis.html import escape_text
from octavo.render.shell.below_text.rating import REASONS
from octavo.server.feedback.insights.report import Report
from octavo.server.feedback.vote_pages import render_page

SHEET = "insights.css"
_Table = tuple[str, str, Sequence[str], Iterable[Sequence[object]]]
"""A title, what to do about it, column headings, and rows.

Columns with headings in backquotes contain code.
"""


def render_report_page(report: Report, extra: str = "") -> str:
    """Return the page; `extra` is HTML next to its title."""
    body = (
        '<header class="top"><div><h1>Insights</h1>'
        f"<p>{report.first_day} to {report.last_day}</p></div>{extra}</header>"
        f"<main>{''.join(_render_table(*table) for table in _list_tables(report))}</main>"
    )
    return render_page("Insights", body, "wide", SHEET)


def _list_tables(report: Report) -> Iterator[_Table]:
    votes = report.yes + report.no
    yield "Votes", "", ("Helpful", "Not helpful", "Votes"), [(report.yes, report.no, votes)]
    yield (
        "Pages",
        "Pages that readers are least happy with come first.",
        ("`Page`", "No", "Yes", "Views", "Reasons"),
        [
            (each.page, each.no, each.yes, each.views, _list_reasons(each.reasons.items()))
            for each in report.pages
        ],
    )
    yield (
        "Comments",
        "The newest of each page.",
        ("`Page`", "Day", "Vote", "Reason", "Comment"),
        [
            (page.page, each.day, each.vote, _find_reason(each.reason), each.text)
            for page in report.pages
            for each in page.comments
        ],
    )
    yield (
        "Searches that found nothing",
        "Write about it, or use these words on the page that answers them.",
        ("Readers searched for", "Times"),
        [(each.words, each.number) for each in report.unfound],
    )
    yield (
        "Addresses that lead nowhere",
        "Mend links on your own pages. For others, copy a redirect into site.json.",
        ("`Address`", "Times", "Linked on", "`For redirects`"),
        [(each.path, each.number, each.pages, each.redirect) for each in report.dead],
    )
    yield "Most read", "", ("`Page`", "Views"), report.most_read
    words = [(each.words, each.number) for each in report.searches]
    yield "Most searched", "", ("Words", "Times"), words
    calls = [(each.operation, each.outcome, each.number) for each in report.calls]
    yield "Answers to the playground", "", ("`Operation`", "Answer", "Times"), calls
    trends = (report.votes_yes, report.votes_no, report.views, report.searched, report.missed)
    days = [
        (of_day[0][0], *(number for _, number in of_day)) for of_day in zip(*trends, strict=True)
    ]
    heads = ("Day", "Yes", "No", "Views", "Searches", "Dead ends")
    yield "Days", "", heads, [row for row in reversed(days) if any(row[1:])]


def _list_reasons(reasons: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    return tuple(f"{_find_reason(name)}: {number:,}" for name, number in reasons)


def _find_reason(name: str) -> str:
    return next((texts[name] for texts in REASONS.values() if name in texts), name)


def _render_table(
    title: str, intro: str, heads: Sequence[str], rows: Iterable[Sequence[object]]
) -> str:
    """Return a section, or "" without rows."""
    head = "".join(f'<th scope="col">{escape_text(text.strip("`"))}</th>' for text in heads)
    forms = ["<code>{}</code>" if text[0] == "`" else "{}" for text in heads]
    body = "".join(f"<tr>{''.join(map(_render_cell, forms, row))}</tr>" for row in map(tuple, rows))
    if not body:
        return ""
    return (
        f"<section><h2>{title}</h2>{f'<p>{intro}</p>' if intro else ''}"
        f'<div class="scroll" tabindex="0" role="region" aria-label="{title}"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div></section>"
    )


def _render_cell(form: str, value: object) -> str:
    if value in ("", ()):
        return "<td>–</td>"
    lines = value if isinstance(value, tuple) else (value,)
    texts = (f"{line:,}" if isinstance(line, int) else escape_text(str(line)) for line in lines)
    return f"<td>{form.format('<br>'.join(texts))}</td>"
