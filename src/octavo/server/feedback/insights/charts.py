"""Small charts as SVG: bars for each day, drawn with the colors of the page around them."""

from __future__ import annotations

from collections.abc import Sequence

from octavo.render.html import escape_attribute
from octavo.server.feedback.insights.report import Trend

_HEIGHT = 72
_BAR = 12
_GAP = 3


def render_bars(label: str, *trends: tuple[str, Trend]) -> str:
    """Return a chart of one or several numbers for each day, stacked: each with a class."""
    days = [day for day, _number in trends[0][1]]
    numbers = [trend for _name, trend in trends]
    totals = [sum(trend[place][1] for trend in numbers) for place in range(len(days))]
    most = max([1, *totals])
    width = len(days) * (_BAR + _GAP)
    bars = "".join(
        _render_bar(place, most, [(name, trend[place][1]) for name, trend in trends])
        for place in range(len(days))
    )
    return (
        f'<svg class="chart" viewBox="0 0 {width} {_HEIGHT}" preserveAspectRatio="none" role="img"'
        f' aria-label="{escape_attribute(label)}">'
        f'<line x1="0" y1="{_HEIGHT - 0.5}" x2="{width}" y2="{_HEIGHT - 0.5}"/>{bars}</svg>'
        f'<div class="axis" aria-hidden="true"><span>{days[0]}</span><span>{days[-1]}</span></div>'
    )


def _render_bar(place: int, most: int, parts: Sequence[tuple[str, int]]) -> str:
    bars, top = "", float(_HEIGHT - 1)
    for name, number in parts:
        height = number / most * (_HEIGHT - 4)
        top -= height
        if number:
            left = place * (_BAR + _GAP)
            bars += (
                f'<rect class="{name}" x="{left}" y="{top:.1f}" width="{_BAR}"'
                f' height="{height:.1f}" rx="1.5"/>'
            )
    return bars
