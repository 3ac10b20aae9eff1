"""Evaluates simple JavaScript: literals, lists and objects of them, plain JSX.

With a scope of known values, it also reads names, their members and templates with `${…}`. Code
that needs an engine (calls, operators, unknown names) is not a literal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from octavo.content.mdx.entities import decode_entities
from octavo.content.mdx.javascript import Lexer
from octavo.content.mdx.tags import CLOSE, EMPTY, find_no_place, read_tag
from octavo.content.nodes import Attribute, Expression, Node, Tag, Value


class NotLiteral(Exception):
    """The source is more than a literal."""


NOT_LITERAL: Final = object()
"""The result of `evaluate_literal` for anything else than a literal."""

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
_MEMBER = re.compile(r"""\.\s*([A-Za-z_$][\w$]*)|\[\s*(?:(\d+)|"([^"\\\n]*)"|'([^'\\\n]*)')\s*\]""")
_INHERITED = frozenset(
    """constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf
    __proto__ __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__""".split()
)
_TEMPLATE_TEXT = re.compile(r"(?:[^`\\$]|\\[\s\S]|\$(?!\{))*")

Scope = Mapping[str, Any]
"""The values of names."""

_NO_NAMES: Scope = {}


def evaluate_literal(source: str, scope: Scope = _NO_NAMES) -> Any:
    """Return the value of a literal (None for a comment or nothing), or NOT_LITERAL."""
    try:
        return _Reader(source, scope).read_all()
    except NotLiteral:
        return NOT_LITERAL


def read_literal(source: str, start: int, scope: Scope = _NO_NAMES) -> tuple[Any, int]:
    """Return the literal at `start` and its end; NOT_LITERAL if there is none."""
    reader = _Reader(source, scope)
    reader.place = start
    try:
        return reader.read_value(), reader.place
    except NotLiteral:
        return NOT_LITERAL, start


def build_nodes(values: Iterable[Any]) -> list[Node]:
    """Return the nodes that a page shows for values: none for booleans, null and objects."""
    nodes: list[Node] = []
    for value in values:
        if isinstance(value, list):
            nodes.extend(build_nodes(value))
        elif value is None or isinstance(value, (bool, dict)):
            continue
        elif isinstance(value, (int, float)):
            nodes.append(format_number(value))
        else:
            nodes.append(value)
    return nodes


def format_number(value: float) -> str:
    """Return a number in JavaScript's notation: integers without a point."""
    return str(int(value) if abs(value) < 1e21 and value == int(value) else value)


class _Reader:
    __slots__ = ("depth", "lexer", "place", "scope", "source")

    def __init__(self, source: str, scope: Scope) -> None:
        self.source = source
        self.scope = scope
        self.place = 0
        self.depth = 0
        self.lexer: Lexer | None = None

    def read_all(self) -> Any:
        self._skip_space()
        if self.place == len(self.source):
            return None
        value = self.read_value()
        self._skip_space()
        if self.place != len(self.source):
            raise NotLiteral
        return value

    def read_value(self) -> Any:
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
            return _read_number(number.group())
        return self._read_name()

    def _read_name(self) -> Any:
        word = _NAME.match(self.source, self.place)
        if word is None:
            raise NotLiteral
        name = word.group()
        self.place = word.end()
        if name in _WORDS:
            return _WORDS[name]
        if name not in self.scope:
            raise NotLiteral
        value = self.scope[name]
        while member := _MEMBER.match(self.source, self.place):
            value = _read_member(value, member)
            self.place = member.end()
        if value is NOT_LITERAL:
            raise NotLiteral
        return value

    def _read_string(self) -> str:
        match = _STRING.match(self.source, self.place)
        if match is None:
            if self.scope and self.source.startswith("`", self.place):
                return self._read_template()
            raise NotLiteral
        self.place = match.end()
        return _unescape(match.group(match.lastindex or 0))

    def _read_template(self) -> str:
        parts = []
        self.place += 1
        while True:
            text = _TEMPLATE_TEXT.match(self.source, self.place)
            parts.append(_unescape(text.group()) if text else "")
            self.place = text.end() if text else self.place
            if self.source.startswith("`", self.place):
                self.place += 1
                return "".join(parts)
            if not self.source.startswith("${", self.place):
                raise NotLiteral
            self.place += 1
            value = self._read_braces()
            if isinstance(value, bool) or not isinstance(value, (str, int, float)):
                raise NotLiteral
            parts.append(value if isinstance(value, str) else format_number(value))

    def _read_object(self) -> dict[str, Any]:
        values: dict[str, Any] = {}
        self._take("{")
        while not self._is_at("}"):
            start = self.place
            key = self._read_key()
            is_short = self._is_at(",") or self._is_at("}")
            if is_short and key not in _WORDS:  # `{name}` is short for `{name: name}`.
                self.place = start
                values[key] = self._read_name()
            else:
                self._take(":")
                values[key] = self.read_value()
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
            values.append(self.read_value())
            if not self._is_at("]"):
                self._take(",")
        self._take("]")
        return values

    def _read_parenthesised(self) -> Any:
        self._take("(")
        value = self.read_value()
        self._take(")")
        return value

    # --- JSX inside an expression: its text follows the rule of JSX, not of Markdown ---

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
        tag = read_tag(self.lexer, self.place, find_no_place)
        if tag is None:
            return None
        kind, name, attributes, self.place = tag
        return kind, Tag(name, [self._evaluate_attribute(each) for each in attributes], [])

    def _evaluate_attribute(self, attribute: Attribute) -> Attribute:
        if not isinstance(attribute.value, Expression):
            return attribute
        value = evaluate_literal(attribute.value.source, self.scope)
        if value is NOT_LITERAL:
            raise NotLiteral
        return Attribute(attribute.name, value if isinstance(value, str) else Value(value))

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
            parent.children.extend(build_nodes([self._read_braces()]))

    def _read_braces(self) -> Any:
        """Read the value between the brace at this place and its closing one."""
        lexer = self.lexer = self.lexer or Lexer(self.source)
        end = lexer.find_end(self.place + 1)
        value = evaluate_literal(self.source[self.place + 1 : end], self.scope)
        if end < 0 or value is NOT_LITERAL:
            raise NotLiteral
        self.place = end + 1
        return value

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
    """Apply JSX's white-space rule: trim lines, drop blank ones, join the rest with a space."""
    if "\n" in text:
        lines = text.split("\n")
        trimmed = [lines[0].rstrip(" \t"), *(line.strip(" \t") for line in lines[1:-1])]
        trimmed.append(lines[-1].lstrip(" \t"))
        text = " ".join(line for line in trimmed if line)
    return decode_entities(text)


def _read_member(value: Any, member: re.Match[str]) -> Any:
    name, index, *strings = member.groups()
    if isinstance(value, list):
        if name == "length":
            return len(value)
        if index is not None and len(index) < 9:
            return value[int(index)] if int(index) < len(value) else None
    elif isinstance(value, dict):
        key = name or index or next((text for text in strings if text is not None), "")
        if key in value or key not in _INHERITED:
            return value.get(key)
    raise NotLiteral


def _read_number(text: str) -> int | float:
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
