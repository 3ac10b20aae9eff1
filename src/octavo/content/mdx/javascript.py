"""Finds the end of JavaScript: a lexer for strings, templates, comments, patterns and JSX.

It does not parse programs. It only finds the character that closes an open bracket, in linear time:
failed searches are stored and never repeated.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from octavo.content.mdx.patterns import compile_pattern
from octavo.content.mdx.tags import CLOSE, OPEN, find_no_place, read_tag

MAX_DEPTH = 60
"""The deepest nesting of templates, expressions and JSX inside one expression."""

_PAIRS = {"{": "}", "(": ")", "[": "]"}
_SPECIAL = r"""["'`/{}()\[\]<]"""
_SPECIAL_OR_LINE_END = r"""["'`/{}()\[\]<\n]"""
_STRINGS = {
    '"': re.compile(r'"(?>(?:[^"\\\n]++|\\[\s\S])*)"'),
    "'": re.compile(r"'(?>(?:[^'\\\n]++|\\[\s\S])*)'"),
}
_PATTERN = r"/(?![*/])(?>(?:[^/\\\[\n]++|\\.|\[(?>(?:[^\]\\\n]++|\\.)*)\])+)/[a-z]*"
_TEMPLATE_SPECIAL = r"`|\$\{|\\[\s\S]"
_ELEMENT_START = r"<(?:[^\W\d]|[$>])"
_ELEMENT_SPECIAL = r"[<{]"
_BEFORE_OPERAND = frozenset("(,=:[!&|?{};+-*%~^<>")
_WORD_BEFORE_OPERAND = (
    r"(?<![\w$.])(?:return|typeof|case|in|of|do|else|void|delete|instanceof|new|throw|yield"
    r"|await|default)$"
)

StatementEnd = Callable[[int], bool]
"""Tells whether module code may end at the line end with this position."""


def find_end(text: str, start: int, end: int, close: str = "}") -> int:
    """Return the position of the unmatched `close` after `start`, or -1."""
    return Lexer(text, end).find_end(start, close)


class Lexer:
    """The lexer of one text, which remembers unclosed brackets."""

    __slots__ = ("_depth", "_failed", "_missing", "_pattern_budget", "end", "text")

    def __init__(self, text: str, end: int | None = None) -> None:
        self.text = text
        self.end = len(text) if end is None else end
        # The positions of unclosed brackets, backticks and elements. The text before such a
        # character doesn't change this.
        self._failed: set[int] = set()
        self._missing: dict[str, int] = {}
        self._pattern_budget = 10_000 + 8 * self.end
        self._depth = 0

    def find_end(self, start: int, close: str = "}") -> int:
        """Return the position of the unmatched `close` after `start`, or -1."""
        if start - 1 in self._failed or self._depth >= MAX_DEPTH:
            return -1
        self._depth += 1
        open_brackets: list[int] = []
        end = self._scan(start, close, open_brackets)
        self._depth -= 1
        if end < 0:
            self._failed.update(open_brackets)
            if start and self.text[start - 1] in _PAIRS:
                self._failed.add(start - 1)
        return end

    def find(self, token: str, start: int) -> int:
        """Return the next position of `token`, or -1; a missing token is only searched once."""
        if start >= self._missing.get(token, self.end + 1):
            return -1
        offset = self.text.find(token, start, self.end)
        if offset < 0:
            self._missing[token] = start
        return offset

    def find_statements_end(self, start: int, is_end: StatementEnd) -> int:
        """Return the first line end after `start`, outside all brackets, that `is_end` accepts.

        The end of the text counts as a line end. Returns -1 for unclosed brackets.
        """
        open_brackets: list[int] = []
        i = start
        while i >= 0:
            special = compile_pattern(_SPECIAL_OR_LINE_END).search(self.text, i, self.end)
            if special is None:
                if not open_brackets and is_end(self.end):
                    return self.end
                break
            i = special.start()
            if special.group() == "\n":
                if not open_brackets and is_end(i):
                    return i
                i += 1
            else:
                i = self._take_step(i, start, open_brackets)
        self._failed.update(open_brackets)
        return -1

    def skip_element(self, start: int) -> int:
        """Return the end of the JSX element whose `<` is at `start`, or -1."""
        if start in self._failed or self._depth >= MAX_DEPTH:
            return -1
        self._depth += 1
        end = self._scan_element(start)
        self._depth -= 1
        if end < 0:
            self._failed.add(start)
        return end

    def _scan(self, i: int, close: str, open_brackets: list[int]) -> int:
        text, end, start = self.text, self.end, i
        while i >= 0:
            special = compile_pattern(_SPECIAL).search(text, i, end)
            if special is None:
                return -1
            i = special.start()
            if text[i] == close and not open_brackets:
                return i
            i = self._take_step(i, start, open_brackets)
        return -1

    def _take_step(self, i: int, start: int, open_brackets: list[int]) -> int:
        """Return the position after the token at `i`, or -1 if it is unclosed."""
        c = self.text[i]
        if c in _PAIRS:
            if i in self._failed:
                return -1
            open_brackets.append(i)
            return i + 1
        if c in "})]":
            if not open_brackets or _PAIRS[self.text[open_brackets[-1]]] != c:
                return -1
            open_brackets.pop()
            return i + 1
        if c == "/":
            return self._skip_slash(i, start)
        if c == "`":
            return self._skip_template(i)
        if c == "<":
            if compile_pattern(_ELEMENT_START).match(
                self.text, i, self.end
            ) and self._may_be_operand(i, start):
                end = self.skip_element(i)
                return i + 1 if end < 0 else end
            return i + 1
        string = _STRINGS[c].match(self.text, i, self.end)
        return string.end() if string else -1

    def _skip_slash(self, i: int, start: int) -> int:
        following = self.text[i + 1 : i + 2]
        if following == "/":
            return self.find("\n", i)
        if following == "*":
            end = self.find("*/", i + 2)
            return end + 2 if end >= 0 else -1
        if self._pattern_budget > 0 and self._may_be_operand(i, start):
            pattern = compile_pattern(_PATTERN).match(self.text, i, self.end)
            if pattern:
                return pattern.end()
            line_end = self.find("\n", i)
            self._pattern_budget -= (self.end if line_end < 0 else line_end) - i
        return i + 1

    def _skip_template(self, start: int) -> int:
        if start in self._failed:
            return -1
        i = start + 1
        while True:
            special = compile_pattern(_TEMPLATE_SPECIAL).search(self.text, i, self.end)
            if special is None:
                break
            i = special.end()
            if special.group() == "`":
                return i
            if special.group() == "${":
                i = self.find_end(i) + 1
                if i == 0:
                    break
        self._failed.add(start)
        return -1

    def _scan_element(self, i: int) -> int:
        open_tags: list[int] = []
        while i >= 0:
            tag = read_tag(self, i, find_no_place)
            if tag is None:
                break
            kind, _name, _attributes, end = tag
            if kind == OPEN:
                open_tags.append(i)
            elif kind == CLOSE and open_tags:
                open_tags.pop()
            if not open_tags:
                return end
            i = self._skip_element_text(end)
        self._failed.update(open_tags)
        return -1

    def _skip_element_text(self, i: int) -> int:
        while True:
            special = compile_pattern(_ELEMENT_SPECIAL).search(self.text, i, self.end)
            if special is None:
                return -1
            if special.group() == "<":
                return special.start()
            i = self.find_end(special.end()) + 1
            if i == 0:
                return -1

    def _may_be_operand(self, i: int, start: int) -> bool:
        """Tell whether an operand may begin at `i`, so that `/` or `<` is not an operator."""
        text = self.text
        i -= 1
        while i >= start and text[i] in " \t\n":
            i -= 1
        if i < start:
            return True
        c = text[i]
        if c in _BEFORE_OPERAND:
            return True
        if c.isalnum() or c in "_$":
            return (
                compile_pattern(_WORD_BEFORE_OPERAND).search(text, max(start, i - 12), i + 1)
                is not None
            )
        return False
