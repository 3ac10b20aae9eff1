"""Splits a page into code, comments, module code and text, line by line.

Only text may change. Code, formulas and comments stay, even if they look like a link, a tag or a
directive.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from enum import Enum

from octavo.content.surface import Lexer, empty_front_matter
from octavo.values import Struct

_PREFIX = re.compile(r"[ \t]*(?:>[ \t]?|(?:[-*+]|\d{1,9}[.)])[ \t]+)*")
_FENCE = re.compile(r"(`{3,}|~{3,})([^\n]*)")
_DIRECTIVE = re.compile(r"(:{3,})[ \t]*([^\n]*)")
_MODULE = re.compile(r"(?:import|export)[\s{*]")
_COMMENTS = {"<!--": "-->", "{/*": "*/}"}
_ONLY_COMMENTS = re.compile(r"(?>(?:\s++|<!--.*?-->|\{/\*.*?\*/\})*)")
_TICKS = re.compile(r"`+")
_EMPTY_LINE = re.compile(r"\n[ \t>]*+\n")
_INLINE = re.compile(r"<!--|\{/\*|(?<!\\)`+")


class Kind(Enum):
    """The kinds of parts."""

    TEXT = "text"
    FENCE = "fence"
    DIRECTIVE = "directive"
    MODULE = "module"
    COMMENT = "comment"
    CODE = "code"


class Part(Struct, frozen=True):
    """A part of a page, between two offsets."""

    kind: Kind
    start: int
    end: int
    prefix: str = ""
    """The text before it in its line: spaces, and the marks of quotes and list items."""
    line: int = 0


def scan_page(text: str) -> tuple[Part, ...]:
    """Return all parts of a page after its front matter, in order."""
    body = empty_front_matter(text)
    start = len(text) - len(body.lstrip("\n")) if body is not text else 0
    parts: list[Part] = []
    for part in _scan_blocks(text, start):
        parts.extend(_scan_text(text, part) if part.kind is Kind.TEXT else (part,))
    return tuple(parts)


def _scan_blocks(text: str, start: int) -> Iterator[Part]:
    at = begin = start
    lexer = Lexer(text)
    line = text.count("\n", 0, start) + 1
    after_blank = True
    while at < len(text):
        end = _find_line_end(text, at)
        block = _read_block(lexer, at, end, after_blank)
        if block is None:
            after_blank = _ONLY_COMMENTS.fullmatch(text, at, end) is not None
            line += 1
            at = end + 1
            continue
        kind, first, last, prefix = block
        if begin < first:
            yield Part(Kind.TEXT, begin, first, line=line - text.count("\n", begin, first))
        yield Part(kind, first, last, prefix, line)
        line += text.count("\n", at, last)
        at = begin = last
        after_blank = kind is not Kind.TEXT
        if text.startswith("\n", at):
            at += 1
            line += 1
    if begin < len(text):
        yield Part(Kind.TEXT, begin, len(text), line=text.count("\n", 0, begin) + 1)


def _read_block(
    lexer: Lexer, at: int, end: int, after_blank: bool
) -> tuple[Kind, int, int, str] | None:
    """Return the block that starts in a line, unless it is text: its kind, ends and prefix."""
    text = lexer.text
    prefix = _PREFIX.match(text, at, end)
    begin = prefix.end() if prefix else at
    margin = prefix[0] if prefix else ""
    fence = _FENCE.match(text, begin, end)
    if fence and not (fence[1][0] == "`" and "`" in fence[2]):
        return Kind.FENCE, begin, _find_fence_end(text, end, fence[1], margin), margin
    if _DIRECTIVE.match(text, begin, end):
        return Kind.DIRECTIVE, begin, end, margin
    if begin == at and after_blank and _MODULE.match(text, at, end + 1):
        module_end = lexer.find_statements_end(at, lambda at: not text[at + 1 : at + 2].strip())
        return Kind.MODULE, at, end if module_end < 0 else module_end, ""
    comment_end = _find_comment_end(lexer, begin)
    if comment_end > end:
        return Kind.COMMENT, begin, comment_end, margin
    return None


def _find_comment_end(lexer: Lexer, at: int) -> int:
    """Return the end of the comment at an offset; -1 if there is no complete comment."""
    for opening, closing in _COMMENTS.items():
        if lexer.text.startswith(opening, at):
            end = lexer.find(closing, at + len(opening))
            return end + len(closing) if end >= 0 else -1
    return -1


def _find_line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _find_fence_end(text: str, at: int, ticks: str, prefix: str) -> int:
    """Return the end of the line that closes a fence, or the end of its container."""
    quotes = prefix.count(">")
    closing = re.compile(rf"[ \t>]*{re.escape(ticks[0])}{{{len(ticks)},}}[ \t]*\Z")
    while at < len(text):
        end = _find_line_end(text, at + 1)
        line = text[at + 1 : end]
        if quotes and line.lstrip()[:1] != ">":
            return at
        if closing.match(line):
            return end
        at = end
    return len(text)


def _scan_text(text: str, part: Part) -> Iterator[Part]:
    """Split text from the comments and code in its lines."""
    at = begin = counted = part.start
    line = part.line
    lexer, ticks = Lexer(text, part.end), _Ticks(text, part.end)
    while match := _INLINE.search(text, at, part.end):
        if match[0][0] == "`":
            kind, end = Kind.CODE, ticks.find_end(match.start(), match.end())
        else:
            kind, end = Kind.COMMENT, _find_comment_end(lexer, match.start())
        if end < 0:
            at = match.end()
            continue
        line, counted = line + text.count("\n", counted, begin), begin
        if begin < match.start():
            yield Part(Kind.TEXT, begin, match.start(), line=line)
        line, counted = line + text.count("\n", counted, match.start()), match.start()
        yield Part(kind, match.start(), end, line=line)
        at = begin = end
    if begin < part.end:
        yield Part(Kind.TEXT, begin, part.end, line=line + text.count("\n", counted, begin))


class _Ticks:
    """The runs of backticks in each paragraph; each paragraph is searched once."""

    def __init__(self, text: str, end: int) -> None:
        self._text = text
        self._end = end
        self._stop = -1
        self._places: dict[int, list[int]] = {}

    def find_end(self, start: int, at: int) -> int:
        """Return the end of inline code, which contains no blank line; -1 if it doesn't end."""
        if at > self._stop:
            stop = _EMPTY_LINE.search(self._text, at, self._end)
            self._stop = stop.start() if stop else self._end
            self._places = {}
            for match in _TICKS.finditer(self._text, at, self._stop):
                self._places.setdefault(match.end() - match.start(), []).append(match.start())
        places = self._places.get(at - start, [])
        index = bisect_left(places, at)
        return places[index] + at - start if index < len(places) else -1
