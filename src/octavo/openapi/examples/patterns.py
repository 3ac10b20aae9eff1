"""Generates a text that matches a pattern.

A pattern from a document could take forever to run, so it never runs. The code reads it from left
to right, and adds a text for each part. Assertions (`(?=…)`, `\\b`) add no text, so such a text may
not match.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain

LONGEST_PATTERN = 1_000
LONGEST_TEXT = 5_000
USUAL_MANY = 6
"""The number of repetitions if any number is allowed."""

_COUNT = re.compile(r"\{(\d{1,6})(,(\d{0,6}))?\}")
_ESCAPE = re.compile(
    r"u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([pP])\{[^}]*\}|(.)", re.DOTALL
)
_NAME = re.compile(r"\?P?<[A-Za-z_]\w*>|\?:|\?[a-z]*(-[a-z]*)?:")
_LOOK = re.compile(r"\?<?[=!]")
_FLAGS = re.compile(r"\?[a-z]+\)")
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "0": "\0"}
_DIGITS, _SMALL, _CAPITALS = "123456", "abcdef", "ABCDEF"
_OTHERS = "_-./:@#+0123456789ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ ~!$%&'()*,;=?\"<>[\\]^`{|}"

Allows = Callable[[str], bool]
"""Tells whether a set contains a character."""
_SETS: dict[str, Allows] = {
    "d": str.isdigit,
    "w": lambda character: character.isalnum() or character == "_",
    "s": str.isspace,
    "p": str.isalpha,  # There are hundreds of properties.
}


class _UnreadableError(Exception):
    """The pattern has an unsupported form, or no short text."""


def build_pattern_text(pattern: str, many: int = USUAL_MANY, extra: int = 0) -> str | None:
    """Return a text for a pattern; None for unsupported patterns.

    `many` is the number of repetitions if any number is allowed. `extra` is added to the minimum of
    a limited number.
    """
    if len(pattern) > LONGEST_PATTERN:
        return None
    try:
        return _Writer(pattern, many, extra).write_all()
    except (_UnreadableError, RecursionError):
        return None


class _Writer:
    """Reads a pattern once, from left to right."""

    def __init__(self, pattern: str, many: int, extra: int) -> None:
        self._pattern = pattern
        self._at = 0
        self._many = many
        self._extra = extra
        self._groups: list[str] = []

    def write_all(self) -> str:
        text = self._write_choice()
        if self._at < len(self._pattern):
            raise _UnreadableError
        return text

    def _write_choice(self) -> str:
        """Return the text of the first alternative."""
        first = self._write_sequence()
        while self._take("|"):
            self._write_sequence()
        return first

    def _write_sequence(self) -> str:
        text = ""
        while self._at < len(self._pattern) and self._pattern[self._at] not in "|)":
            part = self._read_part()
            count = self._read_count()
            if (len(part) if isinstance(part, str) else 1) * count > LONGEST_TEXT:
                raise _UnreadableError
            text += part * count if isinstance(part, str) else _write_characters(part, count)
            if len(text) > LONGEST_TEXT:
                raise _UnreadableError
        return text

    def _read_count(self) -> int:
        """Return the number of repetitions of the last part."""
        match = _COUNT.match(self._pattern, self._at)
        if match is not None:
            self._at = match.end()
            count = int(match[1])
            if match[2]:
                most = int(match[3]) if match[3] else count + self._extra
                count = min(most, count + self._extra)
        elif self._take("*"):
            count = self._many
        elif self._take("+"):
            count = max(self._many, 1)
        elif self._take("?"):
            count = min(self._extra, 1)
        else:
            return 1
        if not self._take("?"):
            self._take("+")
        return count

    def _read_part(self) -> str | Allows:
        """Return a text, or a set of allowed characters."""
        character = self._pattern[self._at]
        self._at += 1
        match character:
            case "(":
                return self._write_group()
            case "[":
                return self._read_set()
            case "\\":
                return self._read_escape(has_groups=True)
            case ".":
                return lambda each: each != "\n"
            case "^" | "$":
                return ""
            case "*" | "+" | "?":
                raise _UnreadableError
        return character

    def _write_group(self) -> str:
        if flags := _FLAGS.match(self._pattern, self._at):
            self._at = flags.end()
            return ""
        look = _LOOK.match(self._pattern, self._at)
        name = look or _NAME.match(self._pattern, self._at)
        number = len(self._groups)
        if name is None or "<" in name[0]:
            self._groups.append("")
        if name is not None:
            self._at = name.end()
        elif self._take("?"):
            raise _UnreadableError
        text = self._write_choice()
        if not self._take(")"):
            raise _UnreadableError
        if look:
            return ""
        if number < len(self._groups):
            self._groups[number] = text
        return text

    def _read_escape(self, *, has_groups: bool = False) -> str | Allows:
        """Return the meaning of a backslash: a character, a set, or the text of a group."""
        match = _ESCAPE.match(self._pattern, self._at)
        if match is None:
            raise _UnreadableError
        self._at = match.end()
        if code := match[1] or match[2] or match[3]:
            return _decode(int(code, 16))
        name = match[4] or match[5]
        allows = _SETS.get(name.lower()) if match[4] or name not in "pP" else None
        if allows is not None:
            return allows if name.islower() else lambda each: not allows(each)
        if has_groups and name in "bB":
            return ""
        if has_groups and name in "123456789":
            if int(name) > len(self._groups):
                raise _UnreadableError
            return self._groups[int(name) - 1]
        return _CONTROLS.get(name, name)

    def _read_set(self) -> Allows:
        """Return the set of `[…]`."""
        is_negated = self._take("^")
        members: list[Allows] = []
        while not self._take("]"):
            first = self._read_character()
            rest = self._pattern[self._at : self._at + 2]
            if not isinstance(first, str):
                members.append(first)
            elif len(rest) < 2 or rest[0] != "-" or rest[1] == "]":
                members.append(first.__eq__)
            else:
                self._at += 1
                members.append(_build_range(first, self._read_character()))
        return lambda each: any(allows(each) for allows in members) != is_negated

    def _read_character(self) -> str | Allows:
        if self._take("\\"):
            return self._read_escape()
        if self._at >= len(self._pattern):
            raise _UnreadableError
        self._at += 1
        return self._pattern[self._at - 1]

    def _take(self, character: str) -> bool:
        """Skip a character, if it is the next one."""
        is_next = self._pattern.startswith(character, self._at)
        self._at += is_next
        return is_next


def _decode(code: int) -> str:
    if code >= 0x110000 or 0xD800 <= code < 0xE000:
        raise _UnreadableError
    return chr(code)


def _build_range(first: str, last: str | Allows) -> Allows:
    if isinstance(last, str):
        return lambda each: first <= each <= last
    return lambda each: each in (first, "-") or last(each)


def _write_characters(allows: Allows, count: int) -> str:
    """Return characters of a set, with digits and letters first."""
    if not count:
        return ""
    digits = "".join(filter(allows, _DIGITS))
    letters = "".join(filter(allows, _SMALL)) or "".join(filter(allows, _CAPITALS))
    mixed = "".join(digit + letter for digit, letter in zip(digits, letters, strict=False))
    rare = map(chr, chain(range(0xA1, 0x3000), range(32)))
    source = mixed or digits or letters or next(filter(allows, chain(_OTHERS, rare)), "")
    if not source:
        raise _UnreadableError
    return (source * (count // len(source) + 1))[:count]
