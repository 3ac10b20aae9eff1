"""Prints a report as a page that needs nothing else."""

from __future__ import annotations

from octavo.render.basis.html import escape_text
from octavo.scaffold.changes.report import Report, ReportedChange
from octavo.scaffold.changes.text import TITLES, render_summary

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 .5rem; }
ul { list-style: none; margin: 0; padding: 0; }
li { border-top: 1px solid color-mix(in srgb, currentColor 18%, transparent); padding: .6rem 0; }
code { font: .88em ui-monospace, monospace; overflow-wrap: anywhere; }
small { display: block; opacity: .75; overflow-wrap: anywhere; }
.breaking h2 { color: light-dark(#b3202a, #ff9d99); }
.dangerous h2 { color: light-dark(#875300, #f3bd52); }
.additive h2 { color: light-dark(#12703a, #6fdb9c); }
"""


def render_page(report: Report) -> str:
    """Return the report as an HTML page without scripts."""
    sections = "".join(
        f'<section class="{impact}"><h2>{title} ({len(changes):,})</h2>'
        f"<ul>{''.join(map(_render_change, changes))}</ul></section>"
        for impact, title in TITLES.items()
        if (changes := [each for each in report.changes if each.impact is impact])
    )
    title = f"API changes: {report.old} → {report.new}"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape_text(title)}</title><style>{_STYLE}</style></head>"
        f"<body><h1>{escape_text(title)}</h1><p>{escape_text(render_summary(report))}</p>"
        f"{sections}</body></html>\n"
    )


def _render_change(change: ReportedChange) -> str:
    users = ", ".join(each for each in change.operations if not change.where.startswith(each))
    reach = f"<small>Reaches {escape_text(users)}</small>" if users else ""
    places = f"<small>{escape_text(str(change.old))} → {escape_text(str(change.new))}</small>"
    words = f"<strong>{_mark(change.where)}</strong>: {_mark(change.message)}"
    return f"<li>{words} <code>{escape_text(change.code)}</code>{reach}{places}</li>"


def _mark(text: str) -> str:
    """Return text with the parts between backticks as code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return escape_text(text)
    return "".join(
        f"<code>{escape_text(part)}</code>" if number % 2 else escape_text(part)
        for number, part in enumerate(parts)
    )
