"""Reads the options of a code block: its language, and the words after it.

Unknown words are the title of the block; known ones may be anywhere among them. Comments at the end
of lines, such as `// [!code ++]`, also mark lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from octavo.content.languages import resolve_language
from octavo.values import Struct, field

Ranges = tuple[tuple[int, int], ...]
"""First and last lines, starting at 1, in order and without overlap."""


class Fence(Struct, frozen=True):
    """The options of a code block."""

    language: str = ""
    """The name of the language, empty for plain text."""
    title: str = ""
    icon: str | None = None
    highlighted: Ranges = ()
    focused: Ranges = ()
    line_numbers: bool = False
    wrap: bool = False
    expandable: bool = False
    copy: bool = True


class MarkedCode(NamedTuple):
    """The lines of a code block, and the marks inside it."""

    text: str
    added: frozenset[int] = frozenset()
    removed: frozenset[int] = frozenset()
    highlighted: frozenset[int] = frozenset()
    focused: frozenset[int] = frozenset()


# Every alternative ends at its next delimiter, so reading takes linear time.
_WORD = re.compile(
    r"""(?P<name>[A-Za-z][\w-]*+)=(?P<value>"[^"]*"|'[^']*'|\{[^{}]*\}|[^\s"'{]\S*)"""
    r"""|(?P<braces>\{[\d\s,-]+\})(?!\S)"""
    r"""|(?P<quoted>"[^"]*"|'[^']*')(?!\S)"""
    r"""|(?P<word>\S+)"""
)
_RANGE = re.compile(r"(\d+)(?:\s*-\s*(\d+))?")
_LANGUAGE_WITH_LINES = re.compile(r"([^\s{]+)(\{[\d,-]+\})\Z")
_MOST_DIGITS = 9

_FLAGS = {
    "lines": "line_numbers",
    "wrap": "wrap",
    "expandable": "expandable",
    "[expandable]": "expandable",
    "nocopy": "nocopy",
    "twoslash": "twoslash",
}
_RANGED = {"highlight": "highlighted", "focus": "focused"}


@lru_cache(maxsize=1024)
def read_fence(language: str, meta: str) -> Fence:
    """Parse the first word of a fence, and the rest of its line."""
    if "{" in language or "=" in language:
        language, meta = _split_language(language, meta)
    name = resolve_language(language)
    if not meta:
        return Fence(name)
    reader = _MetaReader()
    for match in _WORD.finditer(meta):
        reader.read(match)
    return reader.build_fence(name)


def read_ranges(text: str) -> Ranges:
    """Parse line numbers such as `1,3-5`."""
    pairs = []
    for first, last in _RANGE.findall(text):
        start = _read_number(first)
        end = _read_number(last) if last else start
        pairs.append((min(start, end), max(start, end)))
    return _join_ranges(pairs)


def list_lines(ranges: Ranges, count: int) -> frozenset[int]:
    """Return the lines of ranges in a block of `count` lines."""
    return frozenset(
        line for first, last in ranges for line in range(max(first, 1), min(last, count) + 1)
    )


def _split_language(language: str, meta: str) -> tuple[str, str]:
    """Split a language from options directly after it."""
    with_lines = _LANGUAGE_WITH_LINES.match(language)
    if with_lines:
        return with_lines[1], f"{with_lines[2]} {meta}"
    return "", f"{language} {meta}"


class _MetaReader(Struct):
    words: list[str] = field(default_factory=list)
    title: str | None = None
    icon: str | None = None
    flags: dict[str, bool] = field(default_factory=dict)
    ranges: dict[str, list[tuple[int, int]]] = field(default_factory=dict)

    def read(self, match: re.Match[str]) -> None:
        kind, text = match.lastgroup, match.group()
        if kind == "word" and text in _FLAGS:
            self.flags[_FLAGS[text]] = True
        elif kind == "braces":
            self.ranges.setdefault("highlighted", []).extend(read_ranges(text))
        elif kind == "value":
            self._read_option(match["name"], match["value"], text)
        else:
            self.words.append(text)

    def _read_option(self, name: str, text: str, whole: str) -> None:
        value = _unwrap(text)
        if name in _FLAGS:
            self.flags[_FLAGS[name]] = value != "false"
        elif name in _RANGED:
            self.ranges.setdefault(_RANGED[name], []).extend(read_ranges(value))
        elif name == "title":
            self.title = value
        elif name == "icon":
            self.icon = value or None
        elif name != "theme":  # Every block has the colors of the site.
            self.words.append(whole)

    def build_fence(self, language: str) -> Fence:
        words = self.words
        if len(words) == 1 and len(words[0]) > 1 and words[0][0] in "\"'":
            words = [_unwrap(words[0])]
        return Fence(
            language=language,
            title=self.title if self.title is not None else " ".join(words),
            icon=self.icon,
            highlighted=_join_ranges(self.ranges.get("highlighted", ())),
            focused=_join_ranges(self.ranges.get("focused", ())),
            line_numbers=self.flags.get("line_numbers", False),
            wrap=self.flags.get("wrap", False),
            expandable=self.flags.get("expandable", False),
            copy=not self.flags.get("nocopy", False),
        )


def _unwrap(value: str) -> str:
    """Return a value without its quotes or braces, or both (`{"1,2"}`)."""
    for pair in ("{}", '""', "''"):
        if len(value) > 1 and value[0] == pair[0] and value[-1] == pair[1]:
            value = value[1:-1].strip()
    return value


def _read_number(digits: str) -> int:
    return int(digits) if len(digits) <= _MOST_DIGITS else 10**_MOST_DIGITS


def _join_ranges(pairs: Iterable[tuple[int, int]]) -> Ranges:
    """Sort ranges and merge overlapping ones, so that each line counts once."""
    result: list[tuple[int, int]] = []
    for first, last in sorted(pairs):
        if result and first <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(result[-1][1], last))
        else:
            result.append((first, last))
    return tuple(result)


# --- marks in the code ---

_MARK = "[!code "
_MARK_AT_END = re.compile(
    r"\[!code[ ]+(\+\+|--|[a-z]+)(?::(\d+))?\s*\]\s*(?:\*/\s*\}?|-->|--%>|#>|\)\}?)?\s*\Z"
)
_MOST_MARKS = 4  # These marks are in one line.
_COMMENT_STARTS = ("{/*", "<!--", "<%--", "//", "/*", "--", "<#", "#", ";", "%", "'")
_MARKS = {
    "++": "added",
    "--": "removed",
    "highlight": "highlighted",
    "hl": "highlighted",
    "error": "highlighted",
    "warning": "highlighted",
    "focus": "focused",
}


def read_code(text: str) -> MarkedCode:
    """Remove the marks from code: comments at the end of lines, or on separate lines."""
    if _MARK not in text:
        return MarkedCode(text)
    lines: list[str] = []
    ranges: dict[str, list[tuple[int, int]]] = {}
    for line in text.split("\n"):
        code, marks = _split_marks(line)
        if not marks or code.strip():
            lines.append(code)
            first = len(lines)
        else:
            first = len(lines) + 1  # A line with only a mark applies to the lines below it.
        for name, count in marks:
            ranges.setdefault(name, []).append((first, first + count - 1))
    lines_by_mark = {
        name: list_lines(_join_ranges(pairs), len(lines)) for name, pairs in ranges.items()
    }
    return MarkedCode("\n".join(lines), **lines_by_mark)


def _split_marks(line: str) -> tuple[str, list[tuple[str, int]]]:
    """Return a line without its marks, and each mark with its number of lines."""
    marks: list[tuple[str, int]] = []
    for _ in range(_MOST_MARKS):
        at = line.rfind(_MARK)
        match = _MARK_AT_END.match(line, at) if at >= 0 else None
        head = line[: max(at, 0)].rstrip()
        start = next((s for s in _COMMENT_STARTS if head.endswith(s)), None)
        if match is None or start is None or match[1] not in _MARKS:
            break
        line = head.removesuffix(start).rstrip()
        marks.append((_MARKS[match[1]], max(_read_number(match[2] or "1"), 1)))
    return line, marks
