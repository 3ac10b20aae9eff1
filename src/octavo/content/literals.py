"""Evaluates the JavaScript that pages really use: literals, lists and objects of them, plain JSX.

Whatever needs an engine (names, calls, operators, templates with `${…}`) is not a literal.
"""

from __future__ import annotations

import re
from typing import Any, Final

from octavo.content.mdx.entities import decode_entities
from octavo.content.mdx.javascript import Lexer
from octavo.content.mdx.tags import CLOSE, EMPTY, no_place, read_tag
from octavo.content.nodes import Attribute, Expression, Tag


class NotLiteral(Exception):  # noqa: N818  (not a mistake of anyone's: an answer)
    """The source is more than a literal."""


NOT_LITERAL: Final = object()
"""What `evaluate_literal` returns for anything that is more than a literal."""

_MAX_DEPTH = 50
_SPACE = re.compile(r"(?:\s+|//[^\n]*|/\*[\s\S]*?\*/)*")
_NUMBER = re.compile(
    r"[-+]?(?:0[xX][0-9a-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)"
)
_STRING = re.compile(
    r'"((?:[^"\\\n]|\\[\s\S])*)"'
    r"|'((?:[^'\\\n]|\\[\s\S])*)'"
    r"|`((?:[^`\\$]|\\[\s\S]|\$(?!\{))*)`"
)
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}
_WORDS = {"true": True, "false": False, "null": None, "undefined": None}
_ELEMENT_TEXT = re.compile(r"[^<{]*")


def evaluate_literal(source: str) -> Any:
    """Return the value of a literal (None for a comment or nothing), or NOT_LITERAL."""
    try:
        return _Reader(source).read_all()
    except NotLiteral:
        return NOT_LITERAL


class _Reader:
    __slots__ = ("depth", "lexer", "place", "source")

    def __init__(self, source: str) -> None:
        self.source = source
        self.place = 0
        self.depth = 0
        self.lexer: Lexer | None = None

    def read_all(self) -> Any:
        self._skip_space()
        if self.place == len(self.source):
            return None
        value = self._read_value()
        self._skip_space()
        if self.place != len(self.source):
            raise NotLiteral
        return value

    def _read_value(self) -> Any:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise NotLiteral
        value = self._read_by_first_character()
        self.depth -= 1
        return value

    def _read_by_first_character(self) -> Any:
        first = self.source[self.place : self.place + 1]
        if first in ('"', "'", "`"):
            return self._read_string()
        if first == "{":
            return self._read_object()
        if first == "[":
            return self._read_list()
        if first == "(":
            return self._read_parenthesised()
        if first == "<":
            return self._read_element()
        number = _NUMBER.match(self.source, self.place)
        if number:
            self.place = number.end()
            return _as_number(number.group())
        word = _NAME.match(self.source, self.place)
        if word is None or word.group() not in _WORDS:
            raise NotLiteral
        self.place = word.end()
        return _WORDS[word.group()]

    def _read_string(self) -> str:
        match = _STRING.match(self.source, self.place)
        if match is None:
            raise NotLiteral
        self.place = match.end()
        return _unescape(match.group(match.lastindex or 0))

    def _read_object(self) -> dict[str, Any]:
        values: dict[str, Any] = {}
        self._take("{")
        while not self._is_at("}"):
            key = self._read_key()
            self._take(":")
            values[key] = self._read_value()
            if not self._is_at("}"):
                self._take(",")
        self._take("}")
        return values

    def _read_key(self) -> str:
        if self.source[self.place : self.place + 1] in ('"', "'"):
            return self._read_string()
        match = _NAME.match(self.source, self.place) or _NUMBER.match(self.source, self.place)
        if match is None:
            raise NotLiteral
        self.place = match.end()
        return match.group()

    def _read_list(self) -> list[Any]:
        values = []
        self._take("[")
        while not self._is_at("]"):
            values.append(self._read_value())
            if not self._is_at("]"):
                self._take(",")
        self._take("]")
        return values

    def _read_parenthesised(self) -> Any:
        self._take("(")
        value = self._read_value()
        self._take(")")
        return value

    # JSX inside an expression: its text follows the rule of JSX, not of Markdown

    def _read_element(self) -> Tag:
        tag = self._read_tag()
        if tag is None:
            raise NotLiteral
        kind, element = tag
        if kind == CLOSE:
            raise NotLiteral
        if kind != EMPTY:
            self._read_children(element)
        return element

    def _read_children(self, element: Tag) -> None:
        open_elements = [element]
        while open_elements:
            parent = open_elements[-1]
            self._read_text(parent)
            tag = self._read_tag()
            if tag is None or len(open_elements) > _MAX_DEPTH:
                raise NotLiteral
            kind, child = tag
            if kind == CLOSE:
                if child.name != parent.name:
                    raise NotLiteral
                open_elements.pop()
                continue
            parent.children.append(child)
            if kind != EMPTY:
                open_elements.append(child)

    def _read_tag(self) -> tuple[int, Tag] | None:
        self.lexer = self.lexer or Lexer(self.source)
        if not self.source.startswith("<", self.place):
            return None
        read = read_tag(self.lexer, self.place, no_place)
        if read is None:
            return None
        kind, name, attributes, self.place = read
        for attribute in attributes:
            _check_attribute(attribute)
        return kind, Tag(name, attributes, [])

    def _read_text(self, parent: Tag) -> None:
        """Read text and braces up to the next tag."""
        while True:
            match = _ELEMENT_TEXT.match(self.source, self.place)
            text = join_element_text(match.group()) if match else ""
            self.place = match.end() if match else self.place
            if text:
                parent.children.append(text)
            if not self.source.startswith("{", self.place):
                return
            lexer = self.lexer = self.lexer or Lexer(self.source)
            end = lexer.find_end(self.place + 1)
            inner = self.source[self.place + 1 : end]
            if end < 0 or evaluate_literal(inner) is NOT_LITERAL:
                raise NotLiteral
            parent.children.append(Expression(inner))
            self.place = end + 1

    # tokens

    def _skip_space(self) -> None:
        match = _SPACE.match(self.source, self.place)
        self.place = match.end() if match else self.place

    def _is_at(self, character: str) -> bool:
        self._skip_space()
        return self.source.startswith(character, self.place)

    def _take(self, character: str) -> None:
        if not self._is_at(character):
            raise NotLiteral
        self.place += 1
        self._skip_space()


def join_element_text(text: str) -> str:
    """Apply the white-space rule of JSX: lines are trimmed, blank ones dropped, one blank joins."""
    if "\n" in text:
        lines = text.split("\n")
        trimmed = [lines[0].rstrip(" \t"), *(line.strip(" \t") for line in lines[1:-1])]
        trimmed.append(lines[-1].lstrip(" \t"))
        text = " ".join(line for line in trimmed if line)
    return decode_entities(text)


def _check_attribute(attribute: Attribute) -> None:
    value = attribute.value
    if isinstance(value, Expression) and evaluate_literal(value.source) is NOT_LITERAL:
        raise NotLiteral


def _as_number(text: str) -> int | float:
    digits = text.replace("_", "")
    if "x" in digits.lower():
        return int(digits, 16)
    if len(digits) > 300:
        raise NotLiteral
    return float(digits) if any(c in ".eE" for c in digits) else int(digits)


def _unescape(text: str) -> str:
    return _ESCAPE.sub(_unescape_one, text) if "\\" in text else text


def _unescape_one(match: re.Match[str]) -> str:
    digits = match.group(1) or match.group(2) or match.group(3)
    if digits is None:
        return _ESCAPES.get(match.group(4), match.group(4))
    number = int(digits, 16)
    return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"
