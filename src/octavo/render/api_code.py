"""Colours the code that Octavo itself writes: samples, and examples as JSON.

Lines of such code repeat a lot, from page to page and within one. Where each line of a text stands
for itself, lines are coloured one by one, and each only once.
"""

from __future__ import annotations

from octavo.render.highlight import highlight_text

_MOST_LINES = 100_000
_OPEN = ("`", '"""', "/*", "<<<")


class LineColours:
    """Colours code line by line and remembers the lines."""

    def __init__(self) -> None:
        self._lines: dict[str, dict[str, str | None]] = {}

    def render(self, text: str, language: str) -> str:
        """Return the HTML of code in which no line depends on another, unless a string says so."""
        known = self._lines.setdefault(language, {})
        if len(known) > _MOST_LINES:
            known.clear()
        html = []
        for line in text.split("\n"):
            coloured = known.get(line, "")
            if coloured == "" and line:
                coloured = known[line] = _colour(line, language)
            if coloured is None:
                return highlight_text(text, language)
            html.append(coloured)
        return "\n".join(html)


def _colour(line: str, language: str) -> str | None:
    """Return a line in colours; None where a text may begin in it that ends in another."""
    if line.count('"') % 2 or line.count("'") % 2 or any(mark in line for mark in _OPEN):
        return None
    return highlight_text(line, language)
