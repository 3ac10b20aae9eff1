"""Reads the simple YAML that API documents mostly are, faster than libyaml's events can be taken.

Most lines of such a document are there many times. So each different line is taken apart only once,
by one regular expression, and one loop puts the parts together. What is read here means the same to
the exact parser, without any problem; at the first thing that is not surely so the reader gives up,
and the exact parser has the document to itself. Anchors, aliases, tags, merged keys, keys that come
twice, every mistake and every limit are left to it.

Quoted text with escapes and collections in brackets go to the exact parser, too, but alone: those
of a document together, as one list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from octavo.problems import Problem
from octavo.project.places import Place
from octavo.project.simple_yaml_lines import (
    EMPTY,
    KEY_AND_VALUE,
    MAX_LEVEL,
    NOTHING,
    OTHER,
    Line,
    match_line,
    read_line,
    read_words,
)
from octavo.project.simple_yaml_texts import read_block, read_further_lines
from octavo.values import dataclass

MAX_EVENTS = 600_000  # well below the limit of the exact parser
MAX_PLACES = 1_000

ParsePart = Callable[[str], Any]
"""Returns the value of a YAML text; None where it has problems or anchors."""


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """What a YAML text says, and what is wrong with it."""

    value: Any
    places: Mapping[str, Place]
    """Where the value of each key of the topmost mapping stands."""
    problems: tuple[Problem, ...] = ()


_FOREIGN_LINE_ENDS = str.maketrans({"\x85": " ", "\u2028": " ", "\u2029": " "})


def without_foreign_line_ends(text: str) -> str:
    """Remove a byte order mark and what ends a line for libyaml only (a habit of YAML 1.1)."""
    if text.isascii():
        return text
    text = text.removeprefix("\ufeff")
    if "\u2028" in text or "\u2029" in text or "\x85" in text:
        return text.translate(_FOREIGN_LINE_ENDS)
    return text


def read_simple_yaml(text: str, first_line: int, parse_part: ParsePart) -> YamlDocument | None:
    """Return what a text says; None when it is not surely simple, or not surely without problems.

    It must be one without foreign line ends.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    lines = text.split("\n")
    if 2 * len(lines) > MAX_EVENTS:
        return None
    top_lines: list[int] = []
    hard: list[_HardValue] = []
    different_lines: set[str] = set()
    value = _read_lines(lines, top_lines, hard, different_lines)
    if value is _NOT_SIMPLE or not _is_readable("".join(different_lines)):
        return None
    if hard and not _fill_in(hard, parse_part):
        return None
    places: dict[str, Place] = {}
    for key, number in zip(value if top_lines else (), top_lines[:MAX_PLACES], strict=False):
        line, column = _find_value(lines, number)
        places[key] = line + first_line, column + 1
    return YamlDocument(value, places)


_ORDINARY = b"\t\n" + bytes(range(0x20, 0x7F))
_REFUSED = frozenset(
    map(chr, (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF))
)


def _is_readable(text: str) -> bool:
    """Tell whether there are only characters that libyaml takes and that end no line for it."""
    try:
        strange = text.encode().translate(None, _ORDINARY)
    except UnicodeEncodeError:
        return False
    return _REFUSED.isdisjoint(strange.decode())


_NOT_SIMPLE = object()
_HardValue = tuple[Any, Any, str]
"""The container and the key of a value, and its text."""


# One loop on purpose: it runs once for every line of documents with more than a hundred thousand.
def _read_lines(  # noqa: C901, PLR0912, PLR0915
    lines: list[str], top_lines: list[int], hard: list[_HardValue], different_lines: set[str]
) -> Any:
    """Return the value of a document; note where its top keys are, hard values, and all lines."""
    root: list[Any] = [None]
    container: Any = root
    key: Any = -1
    level, awaits = -1, True  # awaits: the last key or dash has no value yet
    containers: dict[int, Any] = {-1: root}
    outer: dict[int, int] = {}  # for the level of a container, that of the one around it
    known: dict[str, Line] = {}
    events = 2 * len(lines)
    resume = 1 if lines[0] == "---" else 0
    for number, line in enumerate(lines):
        if number < resume:
            continue
        if line not in known:
            known[line] = read_line(line)
        kind, target, dashes, inner, name, value = known[line]
        if level == target:
            if kind == KEY_AND_VALUE:  # most lines, so before all others
                if name in container:
                    return _NOT_SIMPLE
                container[name] = value
                key, awaits = name, False
                continue
        elif kind == NOTHING:
            continue
        elif level > target:
            while level > target:
                level = outer[level]
            if level < target:
                return _NOT_SIMPLE
            container = containers[level]
        elif not awaits:
            further = read_further_lines(lines, resume, number, level >> 1)
            if further is None:
                return _NOT_SIMPLE
            container[key], resume = further
            different_lines.update(lines[number:resume])
            continue

        if dashes is not None:
            for target in dashes:
                if level < target:
                    outer[target] = level
                    level = target
                    container[key] = containers[level] = container = []
                    events += 2
                container.append(value)
                key = -1
        if name is not None:
            if level < inner:
                outer[inner] = level
                level = inner
                container[key] = containers[level] = container = {name: value}
                events += 2
            elif name in container:
                return _NOT_SIMPLE
            else:
                container[name] = value
            key = name
            if level == 0:
                top_lines.append(number)
        elif dashes is None:
            if kind == NOTHING:
                continue
            if level == target or level < 0:
                return _NOT_SIMPLE
            container[key] = value

        awaits = kind == EMPTY
        if kind != OTHER:
            continue
        resume = number + 1
        mark = value[0]
        if mark in "|>":
            block = read_block(lines, number + 1, level >> 1, value)
            if block is None:
                return _NOT_SIMPLE
            container[key], resume = block
        elif value == "[]":
            container[key] = []
            events += 1
        elif value == "{}":
            container[key] = {}
            events += 1
        elif mark == "[" and (items := read_words(value)) is not None:
            container[key] = items
            events += len(items) + 1
        elif mark in "'\"[{":
            part, resume = _cut_part(lines, number + 1, level >> 1, value)
            hard.append((container, len(container) - 1 if key == -1 else key, part))
            events += 4 * sum(map(part.count, ",:[{"))
            if mark in "[{" and level + part.count("[") + part.count("{") > MAX_LEVEL:
                return _NOT_SIMPLE
        else:
            return _NOT_SIMPLE
        different_lines.update(lines[number + 1 : resume])
    different_lines.update(known)
    is_indented = isinstance(root[0], dict) and not top_lines
    return _NOT_SIMPLE if events > MAX_EVENTS or is_indented else root[0]


def _find_value(lines: list[str], number: int) -> tuple[int, int]:
    """Return line and column of the value of a key at the top level."""
    line = lines[number]
    after_key = match_line(line).end(3) + 1
    column = len(line) - len(line[after_key:].lstrip(" "))
    if column < len(line) and line[column] != "#":
        return number, column
    for below in range(number + 1, len(lines)):
        text = lines[below].lstrip(" ")
        if text and text[0] != "#":
            column = len(lines[below]) - len(text)
            if column or text == "-" or text.startswith("- "):
                return below, column
            break
    return number, after_key


# --- values for the exact parser ----------------------------------------------------------------


def _cut_part(lines: list[str], number: int, parent: int, start: str) -> tuple[str, int]:
    """Return a value with all its lines as an item of a list, and the number of the next line."""
    deeper = " " * (parent + 1)
    part = ["- k: " + start]
    while number < len(lines):
        line = lines[number]
        if not line.startswith(deeper) and line.strip(" "):
            break
        part.append("     " + line)  # deeper than the key: else it could be a key beside it
        number += 1
    return "\n".join(part), number


def _fill_in(hard: list[_HardValue], parse_part: ParsePart) -> bool:
    """Put the values that were cut out where they belong; tell whether all of them are sound."""
    items = parse_part("\n".join(part for _, _, part in hard))
    if not isinstance(items, list) or len(items) != len(hard):
        return False
    for (container, key, _), item in zip(hard, items, strict=True):
        container[key] = item["k"]
    return True
