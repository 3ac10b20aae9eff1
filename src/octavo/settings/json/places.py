"""Finds the places of values in a JSON text, only when there is a problem."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable

from octavo.values import Struct

Pointer = tuple[str | int, ...]
"""The path of a value: keys of objects and indexes of lists."""

# An unclosed string runs to the end of the text, so the search stays linear.
_PIECE = r'(?s)[\[\]{}:,]|"[^"\\]*+(?>(?:\\.[^"\\]*+)*)"?|[^\s\[\]{}:,"]+'


class Places(Struct, frozen=True):
    """The lines and columns of keys and values, which start at 1."""

    values: dict[Pointer, int]
    keys: dict[Pointer, int]
    duplicates: tuple[tuple[Pointer, int], ...]
    line_starts: tuple[int, ...]

    def of_value(self, pointer: Pointer) -> tuple[int, int]:
        """Return the start of a value, or of the nearest value around it."""
        while pointer and pointer not in self.values:
            pointer = pointer[:-1]
        return self.of_offset(self.values.get(pointer, 0))

    def of_key(self, pointer: Pointer) -> tuple[int, int]:
        """Return the start of a value's key."""
        offset = self.keys.get(pointer)
        return self.of_value(pointer) if offset is None else self.of_offset(offset)

    def of_offset(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset in the text."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1


def find_places(text: str, until: Pointer | None = None) -> Places:
    """Return the places in a valid JSON text, all or until a value is found."""
    values: dict[Pointer, int] = {}
    keys: dict[Pointer, int] = {}
    duplicates: list[tuple[Pointer, int]] = []
    pointer: list[str | int] = []
    in_object: list[bool] = []
    container_keys: list[set[str]] = []  # The keys of each container so far; lists have none.
    key_is_next = False
    for token in re.finditer(_PIECE, text):
        start, word = token.start(), token[0]
        if word in "}]":
            in_object.pop()
            container_keys.pop()
            pointer.pop()
            key_is_next = False
        elif word == ",":
            key_is_next = in_object[-1]
            last = pointer[-1]
            if isinstance(last, int):
                pointer[-1] = last + 1
        elif word == ":":
            key_is_next = False
        elif key_is_next:
            key = pointer[-1] = json.loads(word)
            here = tuple(pointer)
            if key in container_keys[-1]:
                duplicates.append((here, start))
            container_keys[-1].add(key)
            keys[here] = start
        else:
            here = tuple(pointer)
            values[here] = start
            if here == until:
                break
            if word in "{[":
                in_object.append(word == "{")
                container_keys.append(set())
                key_is_next = word == "{"
                pointer.append("" if key_is_next else 0)
    return Places(values, keys, tuple(duplicates), _find_line_starts(text))


def build_pointer_lookup(left_out: Iterable[Pointer]) -> Callable[[Pointer], Pointer]:
    """Return a function that finds a value in the file, if some list items were skipped."""
    gaps: dict[Pointer, list[int]] = {}
    for *owner, index in sorted(left_out):
        before = gaps.setdefault(tuple(owner), [])
        before.append(int(index) - len(before))  # This is the current index of the next item.

    def find_written(pointer: Pointer) -> Pointer:
        result: Pointer = ()
        for step in pointer:
            shift = bisect_right(gaps.get(result, ()), step) if isinstance(step, int) else 0
            result = (*result, step + shift if isinstance(step, int) else step)
        return result

    return find_written


def find_too_deep(text: str, limit: int) -> int | None:
    """Return the place where a text, valid or not, opens more than `limit` brackets."""
    depth = 0
    for token in re.finditer(_PIECE, text):
        if token[0] in "[{":
            depth += 1
            if depth > limit:
                return token.start()
        elif token[0] in "]}":
            depth -= 1
    return None


def find_too_many_keys(text: str, limit: int) -> int:
    """Return the place where a valid JSON text opens an object of more than `limit` keys."""
    starts: list[int] = []
    counts: list[int] = []
    for token in re.finditer(_PIECE, text):
        if token[0] in "[{":
            starts.append(token.start())
            counts.append(0)
        elif token[0] in "]}":
            starts.pop()
            counts.pop()
        elif token[0] == ":":
            counts[-1] += 1
            if counts[-1] > limit:
                return starts[-1]
    return 0


def find_word(text: str, word: str) -> int:
    """Return the offset of a word outside of quotes; 0 if there is none."""
    return next((token.start() for token in re.finditer(_PIECE, text) if token[0] == word), 0)


def locate_offset(text: str, offset: int) -> tuple[int, int]:
    """Return the line and column of an offset, which start at 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _find_line_starts(text: str) -> tuple[int, ...]:
    starts = [0]
    while (end := text.find("\n", starts[-1])) >= 0:
        starts.append(end + 1)
    return tuple(starts)
