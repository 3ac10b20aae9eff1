"""Writes a text that matches a pattern.

A pattern comes from the document and could take for ever to run, so it is never run: it is read
from left to right, and each part adds a text that it stands for. What looks around in the text
(`(?=…)`, `\\b`) adds nothing, so that a text for such a pattern only may match.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from octavo.values import Struct

LONGEST_PATTERN = 1_000
LONGEST_TEXT = 5_000
USUAL_MANY = 6
"""How often stands what may stand any number of times."""

_COUNT = re.compile(r"\{(\d{1,6})(,(\d{0,6}))?\}")
_CODE = re.compile(r"u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})")
_PROPERTY = re.compile(r"[pP]\{[^}]*\}")
_NAME = re.compile(r"\?P?<[A-Za-z_]\w*>|\?:|\?[a-z]*(-[a-z]*)?:")
_LOOK = re.compile(r"\?<?[=!]")
_FLAGS = re.compile(r"\?[a-z]+\)")
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "0": "\0"}
_DIGITS, _SMALL, _CAPITALS = "123456", "abcdef", "ABCDEF"
_OTHERS = "_-./:@#+0123456789ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ ~!$%&'()*,;=?\"<>[\\]^`{|}"

Allows = Callable[[str], bool]
_SETS: dict[str, Allows] = {
    "d": str.isdigit,
    "w": lambda character: character.isalnum() or character == "_",
    "s": str.isspace,
    "p": str.isalpha,
}


class _UnreadableError(Exception):
    """The pattern has a form that is not understood."""


class PatternText(Struct, frozen=True):
    """A text for a pattern."""

    text: str
    is_sure: bool
    """Whether it matches in any case."""


def build_pattern_text(pattern: str, many: int = USUAL_MANY, extra: int = 0) -> PatternText | None:
    """Return a text for a pattern; None where the pattern is not understood.

    `many` is how often stands what may stand any number of times, and `extra` how much more often
    than it must what may stand a few times more.
    """
    if len(pattern) > LONGEST_PATTERN:
        return None
    writer = _Writer(pattern, many, extra)
    try:
        text = writer.write_all()
    except (_UnreadableError, RecursionError):
        return None
    return PatternText(text, writer.is_sure) if len(text) <= LONGEST_TEXT else None


class _Writer:
    """Reads a pattern once, from left to right."""

    def __init__(self, pattern: str, many: int, extra: int) -> None:
        self._pattern = pattern
        self._at = 0
        self._many = many
        self._extra = extra
        self._groups: list[str] = []
        self.is_sure = True

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
        parts: list[str] = []
        while self._at < len(self._pattern) and self._pattern[self._at] not in "|)":
            parts.append(self._write_repeated())
            if sum(map(len, parts)) > LONGEST_TEXT:
                raise _UnreadableError
        return "".join(parts)

    def _write_repeated(self) -> str:
        part = self._read_part()
        count = self._read_count()
        if isinstance(part, str):
            return part * count if len(part) * count <= LONGEST_TEXT else _fail()
        return (part(count)) if count <= LONGEST_TEXT else _fail()

    def _read_count(self) -> int:
        """Return how often the part before stands."""
        match = _COUNT.match(self._pattern, self._at)
        if match is not None:
            self._at = match.end()
            least, has_more, most = int(match[1]), match[2], match[3]
            count = least
            if has_more:
                count = least + self._extra if not most else min(int(most), least + self._extra)
        elif self._take("*") or self._take("+"):
            count = max(self._many, 1 if self._pattern[self._at - 1] == "+" else 0)
        elif self._take("?"):
            count = min(self._extra, 1)
        else:
            return 1
        if not self._take("?"):
            self._take("+")
        return count

    def _read_part(self) -> str | Callable[[int], str]:
        """Return a text, or what writes so many characters of a set."""
        character = self._pattern[self._at]
        self._at += 1
        match character:
            case "(":
                return self._write_group()
            case "[":
                return _build_sampler(self._read_set())
            case "\\":
                return self._read_escape()
            case ".":
                return _build_sampler(lambda each: each != "\n")
            case "^" | "$":
                return ""
            case "*" | "+" | "?":
                raise _UnreadableError
        return character

    def _write_group(self) -> str:
        look = _LOOK.match(self._pattern, self._at)
        flags = _FLAGS.match(self._pattern, self._at)
        if flags:
            self._at = flags.end()
            return ""
        name = look or _NAME.match(self._pattern, self._at)
        number = len(self._groups)
        if name is None or "<" in name[0]:
            self._groups.append("")
        if name is not None:
            self._at = name.end()
        elif self._pattern[self._at : self._at + 1] == "?":
            raise _UnreadableError
        text = self._write_choice()
        if not self._take(")"):
            raise _UnreadableError
        if look:
            self.is_sure = False
            return ""
        if number < len(self._groups):
            self._groups[number] = text
        return text

    def _read_escape(self) -> str | Callable[[int], str]:
        character = self._pattern[self._at : self._at + 1]
        if character in ("b", "B"):
            self._at += 1
            self.is_sure = False
            return ""
        if character.isdigit() and character != "0":
            self._at += 1
            index = int(character) - 1
            return self._groups[index] if index < len(self._groups) else _fail()
        allows = self._read_escaped_set()
        return _build_sampler(allows) if allows else self._read_escaped_character()

    def _read_escaped_set(self) -> Allows | None:
        """Return what an escape stands for if it is a set of characters."""
        match = _PROPERTY.match(self._pattern, self._at)
        character = match[0][0] if match else self._pattern[self._at : self._at + 1]
        allows = _SETS.get(character.lower())
        if allows is None or (character.lower() == "p" and match is None):
            return None
        self._at = match.end() if match else self._at + 1
        if match:
            self.is_sure = False  # there are hundreds of properties
        return allows if character.islower() else lambda each: not allows(each)

    def _read_escaped_character(self) -> str:
        match = _CODE.match(self._pattern, self._at)
        if match is not None:
            self._at = match.end()
            code = int(match[1] or match[2] or match[3], 16)
            return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else _fail()
        character = self._pattern[self._at : self._at + 1]
        if not character:
            raise _UnreadableError
        self._at += 1
        return _CONTROLS.get(character, character)

    def _read_set(self) -> Allows:
        """Return what `[…]` allows."""
        is_negated = self._take("^")
        members: list[Allows] = []
        while not self._take("]"):
            if self._at >= len(self._pattern):
                raise _UnreadableError
            members.append(self._read_member())
        return lambda each: any(allows(each) for allows in members) != is_negated

    def _read_member(self) -> Allows:
        if self._take("\\"):
            allows = self._read_escaped_set()
            if allows is not None:
                return allows
            first = self._read_escaped_character()
        else:
            first = self._pattern[self._at]
            self._at += 1
        rest = self._pattern[self._at : self._at + 2]
        if len(rest) < 2 or rest[0] != "-" or rest[1] == "]":
            return lambda each: each == first
        self._at += 1
        if self._take("\\"):
            allows = self._read_escaped_set()
            if allows is not None:
                either = allows
                return lambda each: each in (first, "-") or either(each)
            last = self._read_escaped_character()
        else:
            last = self._pattern[self._at]
            self._at += 1
        return lambda each: first <= each <= last

    def _take(self, character: str) -> bool:
        """Pass a character over, if it is the next one."""
        is_next = self._pattern.startswith(character, self._at)
        self._at += is_next
        return is_next


def _fail() -> str:
    raise _UnreadableError


def _build_sampler(allows: Allows) -> Callable[[int], str]:
    """Return what writes characters of a set: digits and letters before all others."""

    def write(count: int) -> str:
        if not count:
            return ""
        source = _choose_characters(allows)
        return (source * (count // len(source) + 1))[:count] if source else _fail()

    return write


def _choose_characters(allows: Allows) -> str:
    digits = "".join(filter(allows, _DIGITS))
    letters = "".join(filter(allows, _SMALL)) or "".join(filter(allows, _CAPITALS))
    mixed = "".join(digit + letter for digit, letter in zip(digits, letters, strict=False))
    if mixed or digits or letters:
        return mixed or digits or letters
    return next(filter(allows, _OTHERS), "") or next(_list_rare(allows), "")


def _list_rare(allows: Allows) -> Iterator[str]:
    return (chr(code) for code in (*range(0xA1, 0x3000), *range(32)) if allows(chr(code)))
