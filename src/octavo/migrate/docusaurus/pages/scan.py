"""Cuts a page into code, comments, module code and text, by a walk over its lines.

Only what is text may be changed: code, formulas and comments that look like a link, a tag or a
directive stay what they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

from octavo.content.front_matter import empty_front_matter
from octavo.content.mdx.javascript import Lexer
from octavo.values import dataclass

_PREFIX = re.compile(r"[ \t]*(?:>[ \t]?|(?:[-*+]|\d{1,9}[.)])[ \t]+)*")
_FENCE = re.compile(r"(`{3,}|~{3,})([^\n]*)")
_DIRECTIVE = re.compile(r"(:{3,})[ \t]*([^\n]*)")
_MODULE = re.compile(r"(?:import|export)[\s{*]")
_COMMENT = re.compile(r"<!--[\s\S]*?-->|\{/\*[\s\S]*?\*/\}")
_TICKS = re.compile(r"`+")
_INLINE = re.compile(r"<!--|\{/\*|(?<!\\)`+")


class Kind(Enum):
    """What a part of a page is."""

    TEXT = "text"
    FENCE = "fence"
    DIRECTIVE = "directive"
    MODULE = "module"
    COMMENT = "comment"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a page, between two offsets."""

    kind: Kind
    start: int
    end: int
    prefix: str = ""
    """What stands before it in its line: spaces, marks of quotes and of list items."""
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
    line = text.count("\n", 0, start) + 1
    after_blank = True
    while at < len(text):
        end = _find_line_end(text, at)
        block = _read_block(text, at, end, after_blank)
        if block is None:
            after_blank = not _COMMENT.sub("", text[at:end]).strip()
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
    text: str, at: int, end: int, after_blank: bool
) -> tuple[Kind, int, int, str] | None:
    """Return the block other than text that starts in a line: its kind, its ends, its prefix."""
    prefix = _PREFIX.match(text, at, end)
    begin = prefix.end() if prefix else at
    margin = prefix[0] if prefix else ""
    fence = _FENCE.match(text, begin, end)
    if fence and not (fence[1][0] == "`" and "`" in fence[2]):
        return Kind.FENCE, begin, _find_fence_end(text, end, fence[1], margin), margin
    if _DIRECTIVE.match(text, begin, end):
        return Kind.DIRECTIVE, begin, end, margin
    if begin == at and after_blank and _MODULE.match(text, at, end + 1):
        return Kind.MODULE, at, _find_module_end(text, at), ""
    comment = _COMMENT.match(text, begin)
    if comment and comment.end() > end:
        return Kind.COMMENT, begin, comment.end(), margin
    return None


def _find_line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _find_fence_end(text: str, at: int, ticks: str, prefix: str) -> int:
    """Return where the line ends that closes a fence, or where its container ends."""
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


def _find_module_end(text: str, at: int) -> int:
    end = Lexer(text).find_statements_end(at, lambda place: not text[place + 1 : place + 2].strip())
    return _find_line_end(text, at) if end < 0 else end


def _scan_text(text: str, part: Part) -> Iterator[Part]:
    """Part text from comments and code in its lines."""
    at = begin = part.start
    while match := _INLINE.search(text, at, part.end):
        if match[0][0] == "`":
            kind, end = Kind.CODE, _find_code_end(text, match.start(), match.end(), part.end)
        else:
            comment = _COMMENT.match(text, match.start(), part.end)
            kind, end = Kind.COMMENT, comment.end() if comment else -1
        if end < 0:
            at = match.end()
            continue
        if begin < match.start():
            yield Part(Kind.TEXT, begin, match.start(), line=_count_line(text, part, begin))
        yield Part(kind, match.start(), end, line=_count_line(text, part, match.start()))
        at = begin = end
    if begin < part.end:
        yield Part(Kind.TEXT, begin, part.end, line=_count_line(text, part, begin))


def _count_line(text: str, part: Part, at: int) -> int:
    return part.line + text.count("\n", part.start, at)


def _find_code_end(text: str, start: int, at: int, end: int) -> int:
    """Return where code in a line ends, which holds no empty line; -1 if it does not end."""
    stop = re.compile(r"\n[ \t>]*\n").search(text, at, end)
    for match in _TICKS.finditer(text, at, stop.start() if stop else end):
        if match.end() - match.start() == at - start:
            return match.end()
    return -1
