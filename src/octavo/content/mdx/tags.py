"""Parses JSX tags: a regular expression for simple ones, a small parser for the rest."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from octavo.content.mdx.entities import decode_entities
from octavo.content.mdx.patterns import compile_pattern
from octavo.content.nodes import Attribute, Expression

if TYPE_CHECKING:  # The lexer reads tags, and tags contain code whose end only the lexer finds.
    from octavo.content.mdx.javascript import Lexer

OPEN, CLOSE, EMPTY = 1, 2, 3
"""The kinds of tags: `<a>`, `</a>`, `<a />`."""

VOID_ELEMENTS = frozenset(
    "area base br col embed hr img input link meta param source track wbr".split()
)
"""HTML elements without content, for which authors forget the slash in `<br />`."""

ReadTag = tuple[int, str | None, list[Attribute], int]
"""A parsed tag: its kind, its name (None in a fragment), its attributes, and its end."""

Place = Callable[[int], tuple[int, int]]
"""Converts a position in the text to a line and column of the author's file."""

_ATTRIBUTE_START = r"[A-Za-z_$][\w$:-]*"
_NAME = r"[A-Za-z_$][\w$-]*(?:[.:][A-Za-z_$][\w$-]*)*"
SIMPLE_TAG = re.compile(
    rf"<(/?)({_NAME})?"
    rf"((?:\s+{_ATTRIBUTE_START}(?:=(?:\"[^\"\n]*\"|'[^'\n]*'|\{{[^{{}}\"'`/<\n]*\}}))?)*)"
    r"\s*(/?)>"
)
_SIMPLE_ATTRIBUTE = re.compile(
    rf"({_ATTRIBUTE_START})(?:=(?:\"([^\"]*)\"|'([^']*)'|\{{([^}}]*)\}}))?"
)

_WORD = r"(?:[^\W\d]|\$)[\w$-]*"
_ANY_NAME = rf"{_WORD}(?:\s*\.\s*{_WORD})*(?:\s*:\s*{_WORD})?"
_ANY_ATTRIBUTE_NAME = rf"{_WORD}(?:\s*:\s*{_WORD})?"
_SPACE = re.compile(r"\s*")
_LINE_INDENT = re.compile(r"\n[ \t]*")


def find_no_place(_position: int) -> tuple[int, int]:
    """Return no place; for callers that only need the end of a tag."""
    return 0, 0


def read_simple_tag(text: str, start: int, place: Place) -> ReadTag | None:
    """Read the tag whose `<` is at `start` if one regular expression can read it."""
    match = SIMPLE_TAG.match(text, start)
    if match is None:
        return None
    closing, name, attributes, slash = match.groups()
    if closing:
        return None if attributes or slash else (CLOSE, name, [], match.end())
    if name is None and (attributes or slash):
        return None
    kind = EMPTY if slash else OPEN
    if not attributes:
        return kind, name, [], match.end()
    return kind, name, read_simple_attributes(attributes, match.start(3), place), match.end()


def read_simple_attributes(text: str, start: int, place: Place) -> list[Attribute]:
    """Read the attributes of a tag that matched `SIMPLE_TAG`; `start` is their start."""
    is_usual = not ("{" in text or "&" in text or '""' in text or "''" in text)
    if is_usual:  # These are names and plain values that are not empty.
        return [
            Attribute(name, double or single or None)
            for name, double, single, _code in _SIMPLE_ATTRIBUTE.findall(text)
        ]
    result = []
    for match in _SIMPLE_ATTRIBUTE.finditer(text):
        name, double, single, code = match.groups()
        string = double if double is not None else single
        if string is not None:
            result.append(Attribute(name, decode_entities(string)))
        elif code is not None:
            value = Expression(code, *place(start + match.start(4) - 1))
            result.append(Attribute(name, value))
        else:
            result.append(Attribute(name))
    return result


def read_tag(lexer: Lexer, start: int, place: Place, indent: int = 0) -> ReadTag | None:
    """Read the tag whose `<` is at `start`, or return None if there is none.

    `indent` is the indent of the container, which code on later lines lacks.
    """
    text = lexer.text
    i = start + 1
    if text[i : i + 1].isspace():
        return None
    closing = text.startswith("/", i)
    if closing:
        i = _skip_space(lexer, i + 1)
    match = compile_pattern(_ANY_NAME).match(text, i, lexer.end)
    if match is None:
        return _read_fragment(lexer, i, CLOSE if closing else OPEN)
    name = _join_name(match.group())
    if closing:
        i = _skip_space(lexer, match.end())
        return (CLOSE, name, [], i + 1) if text.startswith(">", i, lexer.end) else None
    attributes: list[Attribute] = []
    i = _read_attributes(lexer, match.end(), attributes, place, indent)
    if text.startswith(">", i, lexer.end):
        return OPEN, name, attributes, i + 1
    if text.startswith("/", i, lexer.end):
        i = _skip_space(lexer, i + 1)
        if text.startswith(">", i, lexer.end):
            return EMPTY, name, attributes, i + 1
    return None


def _read_fragment(lexer: Lexer, i: int, kind: int) -> ReadTag | None:
    end = _skip_space(lexer, i)
    return (kind, None, [], end + 1) if lexer.text.startswith(">", end, lexer.end) else None


def _read_attributes(
    lexer: Lexer, i: int, attributes: list[Attribute], place: Place, indent: int
) -> int:
    """Fill `attributes`; return the end of the attributes, -1 on a mistake."""
    text = lexer.text
    while True:
        i = _skip_space_and_comments(lexer, i)
        if i < 0:
            return lexer.end
        if text.startswith("{", i, lexer.end):
            end = lexer.find_end(i + 1)
            if end < 0:
                return lexer.end
            spread = _read_code(text, i, end, place, indent)
            spread.source = spread.source.strip().removeprefix("...")
            attributes.append(Attribute("...", spread))
            i = end + 1
            continue
        match = compile_pattern(_ANY_ATTRIBUTE_NAME).match(text, i, lexer.end)
        if match is None:
            return i
        name = _join_name(match.group())
        i = match.end()
        equals = _skip_space(lexer, i)
        if not text.startswith("=", equals, lexer.end):
            attributes.append(Attribute(name))
            continue
        i = _skip_space(lexer, equals + 1)
        end = _find_value_end(lexer, i)
        if end < 0:
            return lexer.end
        attributes.append(Attribute(name, _read_value(text, i, end, place, indent)))
        i = end + 1


def _find_value_end(lexer: Lexer, i: int) -> int:
    """Return the position of the quote or brace that ends the value, or -1."""
    opening = lexer.text[i : i + 1]
    if opening == "{":
        return lexer.find_end(i + 1)
    if opening and opening in "\"'":
        return lexer.find(opening, i + 1)
    return -1


def _read_value(text: str, start: int, end: int, place: Place, indent: int) -> str | Expression:
    if text[start] == "{":
        return _read_code(text, start, end, place, indent)
    value = text[start + 1 : end]
    if "\n" in value:
        value = _LINE_INDENT.sub("\n", value)
    return decode_entities(value)


def _read_code(text: str, start: int, end: int, place: Place, indent: int) -> Expression:
    return Expression(dedent_code(text[start + 1 : end], indent), *place(start))


def dedent_code(source: str, indent: int) -> str:
    """Return code without the container's indent and two more columns of indent."""
    if "\n" not in source:
        return source
    first, *others = source.split("\n")
    return "\n".join([first, *(_dedent_line(line, indent) for line in others)])


def _dedent_line(line: str, indent: int) -> str:
    if indent:
        space = len(line) - len(line.lstrip(" \t"))
        line = line[min(space, indent) :]
    if line.startswith("\t"):
        return "  " + line[1:]
    return line[min(2, len(line) - len(line.lstrip(" "))) :]


def _join_name(name: str) -> str:
    return "".join(name.split())


def _skip_space(lexer: Lexer, i: int) -> int:
    match = _SPACE.match(lexer.text, i, lexer.end)
    return match.end() if match else i


def _skip_space_and_comments(lexer: Lexer, i: int) -> int:
    """Return the next position that is neither space nor comment; -1 in an unclosed comment."""
    text = lexer.text
    while True:
        i = _skip_space(lexer, i)
        if text.startswith("/*", i, lexer.end):
            i = lexer.find("*/", i + 2) + 2
            if i == 1:
                return -1
        elif text.startswith("//", i, lexer.end):
            i = lexer.find("\n", i)
            if i < 0:
                return -1
        else:
            return i
