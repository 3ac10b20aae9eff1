"""A report as a page: it loads nothing, runs nothing, and can be sent as a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from octavo.render.html import escape_text
from octavo.render.shell.below_text.rating import REASONS
from octavo.server.feedback.insights.charts import render_bars
from octavo.server.feedback.insights.report import Comment, DeadAddress, PageVotes, Report, Trend
from octavo.server.feedback.pages import render_page

SHEET = "insights.css"


def render_report_page(report: Report, extra: str = "") -> str:
    """Return the page; `extra` is HTML beside its title."""
    sections = "".join(
        (
            _render_numbers(report),
            _render_trends(report),
            _render_pages(report.pages),
            _render_unfound(report),
            _render_dead(report.dead),
            _render_more(report),
        )
    )
    body = (
        '<header class="top"><div><h1>Insights</h1>'
        f"<p>{report.first_day} to {report.last_day}</p></div>{extra}</header>"
        f"<main>{sections}</main>"
    )
    return render_page("Insights", body, "wide", SHEET)


def _render_numbers(report: Report) -> str:
    votes = report.yes + report.no
    share = f"{report.yes / votes:.0%}" if votes else "–"
    comments = sum(len(page.comments) for page in report.pages)
    tiles = [("Helpful", share, f"{report.yes:,} of {_count(votes, 'vote')}")]
    tiles.append(("Comments", f"{comments:,}", "the newest of each page"))
    for name, trend, text in (
        ("Views", report.views, "pages read"),
        ("Searches", report.searched, "in the search dialog"),
        ("Dead ends", report.missed, "addresses not found"),
    ):
        if total := _total(trend):
            tiles.append((name, f"{total:,}", text))
    items = "".join(
        f"<li><span>{name}</span><strong>{number}</strong><small>{text}</small></li>"
        for name, number, text in tiles
    )
    return f'<ul class="tiles">{items}</ul>'


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def _render_trends(report: Report) -> str:
    charts = [_render_votes_chart(report)]
    for name, trend in (
        ("Views", report.views),
        ("Searches", report.searched),
        ("Dead ends", report.missed),
    ):
        if _total(trend):
            label = f"{name} for each day: {_total(trend):,} in all"
            table = _render_table(("Day", name), _list_busy_days(trend))
            charts.append(_render_chart(name, render_bars(label, ("plain", trend)), table))
    return f'<section class="charts" aria-label="Trends">{"".join(charts)}</section>'


def _render_votes_chart(report: Report) -> str:
    label = f"Votes for each day: {report.yes:,} yes and {report.no:,} no in all"
    bars = render_bars(label, ("good", report.votes_yes), ("bad", report.votes_no))
    rows = [
        (day, yes, no)
        for (day, yes), (_day, no) in zip(report.votes_yes, report.votes_no, strict=True)
        if yes or no
    ]
    key = '<p class="key"><span class="good">Yes</span><span class="bad">No</span></p>'
    return _render_chart("Votes", bars + key, _render_table(("Day", "Yes", "No"), rows))


def _render_chart(name: str, chart: str, table: str) -> str:
    return (
        f'<figure class="card"><figcaption><h2>{name}</h2></figcaption>{chart}'
        f"<details><summary>Numbers</summary>{table}</details></figure>"
    )


def _render_pages(pages: Sequence[PageVotes]) -> str:
    if not pages:
        return _render_section(
            "Pages",
            '<p class="none">Nobody has voted in these days. Readers are asked at the end of each '
            "page.</p>",
        )
    intro = "Those first that readers are least happy with."
    return _render_section("Pages", "".join(map(_render_page_votes, pages)), intro)


def _render_page_votes(page: PageVotes) -> str:
    votes = page.yes + page.no
    reasons = "".join(
        f"<li>{escape_text(_find_reason(name))} <b>{number}</b></li>"
        for name, number in page.reasons.items()
    )
    comments = "".join(map(_render_comment, page.comments))
    views = f" · {_count(page.views, 'view')}" if page.views else ""
    share = round(100 * page.no / votes)
    return (
        f'<article class="card page"><div class="line"><h3>{escape_text(page.page)}</h3>'
        f"<p>{page.no:,} no, {page.yes:,} yes{views}</p></div>"
        f'<svg class="share" viewBox="0 0 100 4" preserveAspectRatio="none" role="img"'
        f' aria-label="{share} % no"><rect class="good" width="100" height="4"/>'
        f'<rect class="bad" width="{share}" height="4"/></svg>'
        + (f'<ul class="reasons">{reasons}</ul>' if reasons else "")
        + (f'<ul class="comments">{comments}</ul>' if comments else "")
        + "</article>"
    )


def _render_comment(comment: Comment) -> str:
    reason = f" · {escape_text(_find_reason(comment.reason))}" if comment.reason else ""
    return (
        f"<li><blockquote>{escape_text(comment.text)}</blockquote>"
        f'<p class="from">{"Helpful" if comment.vote == "yes" else "Not helpful"}{reason}'
        f" · {escape_text(comment.day)}</p></li>"
    )


def _find_reason(name: str) -> str:
    return next((texts[name] for texts in REASONS.values() if name in texts), name)


def _render_unfound(report: Report) -> str:
    if not report.unfound:
        return ""
    rows = [(each.words, each.number) for each in report.unfound]
    table = _render_table(("Readers searched for", "Times"), rows)
    return _render_section(
        "Searches that found nothing",
        f'<div class="card">{table}</div>',
        "Write about it, or use these words on the page that answers them.",
    )


def _render_dead(dead: Sequence[DeadAddress]) -> str:
    if not dead:
        return ""
    rows = "".join(
        f"<tr><td><code>{escape_text(each.path)}</code></td><td>{each.number:,}</td>"
        f"<td>{'<br>'.join(map(escape_text, each.pages)) or '–'}</td>"
        f"<td>{_render_redirect(each.redirect)}</td></tr>"
        for each in dead
    )
    table = (
        '<div class="scroll" tabindex="0" role="region" aria-label="Dead addresses">'
        '<table><thead><tr><th scope="col">Address</th><th scope="col">Times</th>'
        '<th scope="col">Linked on</th><th scope="col">For <code>redirects</code></th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )
    return _render_section(
        "Addresses that lead nowhere",
        f'<div class="card">{table}</div>',
        "Mend links on your own pages. For others, copy a redirect into site.json.",
    )


def _render_redirect(redirect: str) -> str:
    return f'<code class="copy">{escape_text(redirect)}</code>' if redirect else "–"


def _render_more(report: Report) -> str:
    parts = []
    if report.most_read:
        table = _render_table(("Page", "Views"), report.most_read)
        parts.append(_render_section("Most read", f'<div class="card">{table}</div>'))
    if report.searches:
        rows = [(each.words, each.number) for each in report.searches]
        table = _render_table(("Words", "Times"), rows)
        parts.append(_render_section("Most searched", f'<div class="card">{table}</div>'))
    if report.calls:
        calls = [(each.operation, each.outcome, each.number) for each in report.calls]
        table = _render_table(("Operation", "Answer", "Times"), calls)
        parts.append(
            _render_section("Answers to the playground", f'<div class="card">{table}</div>')
        )
    return "".join(parts)


def _render_section(title: str, content: str, intro: str = "") -> str:
    text = f'<p class="intro">{escape_text(intro)}</p>' if intro else ""
    return f"<section><h2>{escape_text(title)}</h2>{text}{content}</section>"


def _render_table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    head = "".join(f'<th scope="col">{escape_text(text)}</th>' for text in heads)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape_text(_show(cell))}</td>' for cell in row)}</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _show(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def _list_busy_days(trend: Trend) -> list[tuple[str, int]]:
    return [(day, number) for day, number in trend if number]


def _total(trend: Trend) -> int:
    return sum(number for _day, number in trend)
