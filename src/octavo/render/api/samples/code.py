"""Highlights generated code: samples, and JSON examples.

Lines of such code repeat a lot, between pages and within one. Each is highlighted only once: alone,
or after the line in which a multiline string begins, such as the body of a request.
"""

from __future__ import annotations

import re

from octavo.render.content.highlight import highlight_text
from octavo.render.content.highlight.json_lines import highlight_json_line

_MOST_LINES = 100_000
_MAY_OPEN = re.compile(r"[\"'`]|/\*|<<<")
_PROBE = "x"
"""A probe line: if it looks different after a line, a token continues there."""
_WHOLE = re.compile(r"(?:<span[^<]*</span>)?")
"""A line with only one token kind, like those within a string."""


class LineColors:
    """Highlights code line by line, and caches the lines."""

    def __init__(self) -> None:
        self._lines: dict[str, _Lines] = {}

    def render(self, text: str, language: str) -> str:
        """Return the HTML of code whose lines are independent, except for multiline strings."""
        lines = self._lines.get(language)
        if lines is None or lines.count > _MOST_LINES:
            lines = self._lines[language] = _Lines(language)
        parts: list[str] = []
        remaining = iter(text.split("\n"))
        while True:
            try:
                parts.extend(map(lines.__getitem__, remaining))
            except _TurnError as turn:
                if turn.lines is None:
                    return highlight_text(text, language)
                parts.append(turn.html)
                lines = turn.lines
            else:
                return "\n".join(parts)


class _TurnError(Exception):
    """A multiline string begins or ends in a line.

    `lines` are the lines after it; None if they are unknown.
    """

    def __init__(self, html: str, lines: _Lines | None) -> None:
        self.html = html
        self.lines = lines


class _Lines(dict[str, str]):
    """Highlighted lines of one language, computed on demand.

    They are independent, or inside a string that begins in the line `opening` among lines `around`.
    """

    def __init__(self, language: str, opening: str = "", around: _Lines | None = None) -> None:
        self.count = 0
        """The total number of lines."""
        self._language = language
        self._opening = opening
        self._around = self if around is None else around  # It may have none yet.
        self._turns: dict[str, tuple[str, _Lines | None]] = {}
        self._probe = highlight_text(_PROBE, language)

    def __missing__(self, line: str) -> str:
        if line not in self._turns:
            self._add(line)
        if line in self._turns:
            raise _TurnError(*self._turns[line])
        return self[line]

    def _add(self, line: str) -> None:
        self._around.count += 1
        if self._opening:
            self._add_inside(line)
            return
        html = highlight_json_line(line) if self._language == "json" else None
        if html is None and not _MAY_OPEN.search(line):
            html = highlight_text(line, self._language)
        if html is not None:
            self[line] = html
            return
        html, below = highlight_text(f"{line}\n{_PROBE}", self._language).split("\n")
        if below == self._probe:
            self[line] = html
        else:
            self._turns[line] = html, _Lines(self._language, line, self)

    def _add_inside(self, line: str) -> None:
        text = f"{self._opening}\n{line}\n{_PROBE}"
        _, html, below = highlight_text(text, self._language).split("\n")
        if below == self._probe:
            self._turns[line] = html, self._around
        elif _WHOLE.fullmatch(html):
            self[line] = html
        else:  # The string may have ended, and another one begun.
            self._turns[line] = html, None
