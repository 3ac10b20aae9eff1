"""Colours the code that Octavo itself writes: samples, and examples as JSON.

Lines of such code repeat a lot, from page to page and within one. Where each line of a text stands
for itself, lines are coloured one by one, and each only once.
"""

from __future__ import annotations

import re

from octavo.render.content.highlight import highlight_text
from octavo.render.content.highlight.json_lines import highlight_json_line

_MOST_LINES = 100_000
_OPENS = re.compile(r'`|"{3}|/\*|<<<')


class LineColours:
    """Colours code line by line and remembers the lines."""

    def __init__(self) -> None:
        self._lines: dict[str, _Lines] = {}

    def render(self, text: str, language: str) -> str:
        """Return the HTML of code in which no line depends on another, unless a string says so."""
        lines = self._lines.get(language)
        if lines is None or len(lines) > _MOST_LINES:
            lines = self._lines[language] = _Lines(language)
        try:
            return "\n".join(map(lines.__getitem__, text.split("\n")))
        except _OpenLineError:
            return highlight_text(text, language)


class _OpenLineError(Exception):
    """A text may begin in a line that ends in another."""


class _Lines(dict[str, str]):
    """Lines of one language in colours; one that is new is coloured when it is asked for."""

    def __init__(self, language: str) -> None:
        self._language = language

    def __missing__(self, line: str) -> str:
        html = highlight_json_line(line) if self._language == "json" else None
        if html is None:
            if line.count('"') % 2 or line.count("'") % 2 or _OPENS.search(line):
                raise _OpenLineError
            html = highlight_text(line, self._language)
        self[line] = html
        return html
