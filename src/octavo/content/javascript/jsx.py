"""Turns JSX into calls of `$h(type, properties, …children)`, which every JavaScript engine runs.

Other code is unchanged, and line numbers stay, so that a place in the result is a place in the
author's file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Final

from octavo.content.javascript.literals import join_element_text
from octavo.content.mdx.javascript import Lexer
from octavo.content.mdx.tags import CLOSE, EMPTY, read_tag
from octavo.content.nodes import Attribute, Expression

MAX_DEPTH: Final = 60
"""The deepest nesting of elements and braces."""

TOKEN: Final = re.compile(
    r"""(?P<space>(?>(?:\s++|//[^\n]*+|/\*[\s\S]*?\*/)+))
    |(?P<word>(?:[^\W\d]|\$)[\w$]*+|\d[\w.]*+)
    |(?P<string>"(?>(?:[^"\\\n]++|\\[\s\S])*)"?|'(?>(?:[^'\\\n]++|\\[\s\S])*)'?)
    |(?P<open>[({\[])|(?P<close>[)}\]])
    |(?P<step>\+\+|--)
    |(?P<other>=>|[\s\S])""",
    re.VERBOSE,
)
"""One JavaScript token; templates, patterns and elements begin with `other`.

An unclosed string ends with its line, so that each quote is read only once.
"""

PATTERN: Final = re.compile(
    r"/(?![*/])(?>(?:[^/\\\[\n]++|\\.|\[(?>(?:[^\]\\\n]++|\\.)*)\])+)/[a-z]*"
)
_IMPORT_META = re.compile(r"import\s*\.\s*meta\b")
_PRODUCTION = '({url:"",env:{MODE:"production",PROD:true,DEV:false,SSR:true}})'
_ELEMENT_START = re.compile(r"<(?:[^\W\d]|[$>])")
TEMPLATE_TEXT: Final = re.compile(r"(?>(?:[^`\\$]++|\\[\s\S]|\$(?!\{))*)")
_ELEMENT_TEXT = re.compile(r"[^<{]*+")
_ONLY_COMMENTS = re.compile(r"(?>(?:\s++|//[^\n]*+|/\*[\s\S]*?\*/)*)\Z")
WORDS_BEFORE_OPERAND: Final = frozenset(
    """return typeof case in of do else void delete instanceof new throw yield await default
    extends""".split()
)


class JsxMistake(Exception):
    """Invalid JSX: the reason, and its position in the source."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.message = message
        self.position = position


OnStatement = Callable[[str, int], tuple[str, int] | None]
"""Takes the first word of each statement outside of brackets, and its position.

It may return replacement code, and the end of the replaced part.
"""


def transform_expression(source: str) -> str:
    """Return an expression without JSX; raise JsxMistake if it is invalid."""
    if "<" not in source and not _IMPORT_META.search(source):
        return source
    return Transformer(source).transform(0, len(source))


def is_only_comments(source: str) -> bool:
    """Tell whether code has only comments."""
    return _ONLY_COMMENTS.match(source) is not None


def write_type(name: str | None) -> str:
    """Return the code for the type of an element; an undefined name stays a name."""
    if name is None:
        return "null"
    if "-" in name or ":" in name or (name[0].islower() and "." not in name):
        return json.dumps(name)
    root = name.partition(".")[0]
    return f'(typeof {root}==="undefined"?{json.dumps(name)}:{name})'


def write_property(name: str, value: str) -> str:
    """Return the code for one property of an object."""
    key = json.dumps(name)
    # A plain `__proto__` would not define a property.
    return f"[{key}]:{value}" if name == "__proto__" else f"{key}:{value}"


class Transformer:
    """Transforms one text; every piece of code keeps its line count."""

    __slots__ = ("_depth", "_lexer", "_pattern_budget", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._lexer = Lexer(text)
        self._depth = 0
        self._pattern_budget = 10_000 + 8 * len(text)

    def transform(self, start: int, end: int, on_statement: OnStatement | None = None) -> str:
        """Return the code from `start` to `end` without JSX."""
        self._enter(start)
        text, match = self.text, TOKEN.match
        parts: list[str] = []
        copy_start = place = start
        open_brackets, before_operand, is_start = 0, True, True
        while place < end:
            token = match(text, place, end)
            if token is None:
                break
            kind, following = token.lastgroup, token.end()
            if kind == "space":
                is_start = is_start or (not before_operand and "\n" in token.group())
                place = following
                continue
            piece = None
            if kind == "word":
                piece = _read_import_meta(text, place)
                if piece is None and on_statement and is_start and not open_brackets:
                    piece = on_statement(token.group(), place)
                before_operand = token.group() in WORDS_BEFORE_OPERAND
            elif kind == "other":
                character = token.group()
                piece, before_operand, following = self._read_other(
                    character, place, end, before_operand
                )
            elif kind == "open":
                open_brackets += 1
                before_operand = True
            elif kind == "close":
                open_brackets -= 1
                before_operand = token.group() == "}"
            elif kind == "string":
                before_operand = False
            if piece is not None:
                parts += (text[copy_start:place], piece[0])
                copy_start = following = piece[1]
            is_start = text[following - 1] in ";}"
            place = following
        parts.append(text[copy_start:end])
        self._depth -= 1
        return "".join(parts)

    def _read_other(
        self, character: str, place: int, end: int, before_operand: bool
    ) -> tuple[tuple[str, int] | None, bool, int]:
        """Return replacement code for this token, whether an operand follows it, and its end."""
        if character == "`":
            return self._transform_template(place, end), False, place
        if before_operand and character == "/" and self._pattern_budget > 0:
            pattern = PATTERN.match(self.text, place, end)
            if pattern:
                return None, False, pattern.end()
            line_end = self.text.find("\n", place, end)
            self._pattern_budget -= (end if line_end < 0 else line_end) - place
        if before_operand and character == "<" and _ELEMENT_START.match(self.text, place):
            if self._lexer.skip_element(place) >= 0:
                return self._transform_element(place), False, place
            self._explain_element(place)
        return None, True, place + len(character)

    def _transform_template(self, start: int, end: int) -> tuple[str, int]:
        parts, place = ["`"], start + 1
        while True:
            text = TEMPLATE_TEXT.match(self.text, place, end)
            parts.append(text.group() if text else "")
            place = text.end() if text else place
            if self.text.startswith("`", place):
                return "".join((*parts, "`")), place + 1
            closing = self._lexer.find_end(place + 2) if place < end else -1
            if closing < 0:
                raise JsxMistake("a template is not closed: its last ` is missing", start)
            parts += ("${", self.transform(place + 2, closing), "}")
            place = closing + 1

    def _explain_element(self, place: int) -> None:
        """Raise for an unclosed element; the engine handles comparisons and types."""
        opening = read_tag(self._lexer, place, _find_no_position)
        if opening is not None:
            raise JsxMistake(f"`<{opening[1] or ''}>` is not closed, or not in order", place)

    # elements

    def _transform_element(self, start: int) -> tuple[str, int]:
        self._enter(start)
        tag = read_tag(self._lexer, start, _find_no_position)
        if tag is None or tag[0] == CLOSE:
            raise JsxMistake(f"this tag cannot be read: {self.text[start : start + 20]}", start)
        kind, name, attributes, place = tag
        parts = [f"$h({write_type(name)},"]
        self._transform_properties(attributes, parts, start, place)
        if kind != EMPTY:
            place = self._transform_children(name, start, place, parts)
        parts.append(")")
        self._depth -= 1
        return "".join(parts), place

    def _transform_properties(
        self, attributes: list[Attribute], parts: list[str], start: int, end: int
    ) -> None:
        parts.append("{" if attributes else "null")
        position = start
        for attribute in attributes:
            value = attribute.value
            if not isinstance(value, Expression):
                plain = "true" if value is None else json.dumps(value)
                parts += (write_property(attribute.name, plain), ",")
                continue
            opening = value.line  # _position writes it there.
            parts.append("\n" * self.text.count("\n", position, opening))
            code, position = self._transform_braces(opening)
            is_spread = attribute.name == "..."
            parts += (f"...({code})" if is_spread else write_property(attribute.name, code), ",")
        parts.append("\n" * self.text.count("\n", position, end))
        if attributes:
            parts.append("}")

    def _transform_braces(self, opening: int) -> tuple[str, int]:
        """Return the code between braces, and its end."""
        start, end = opening + 1, self._lexer.find_end(opening + 1)
        if end < 0:
            raise JsxMistake("`{` is not closed", opening)
        source = self.text[start:end]
        if is_only_comments(source):
            return f"(void 0{_keep_newlines(source)})", end + 1
        dots = source.find("...") if source.lstrip().startswith("...") else -1
        spread = source[: dots + 3] if dots >= 0 else ""
        code = self.transform(start + len(spread), end)
        return f"({_keep_newlines(spread)}{code})", end + 1

    def _transform_children(
        self, name: str | None, start: int, place: int, parts: list[str]
    ) -> int:
        while True:
            text = _ELEMENT_TEXT.match(self.text, place)
            raw = text.group() if text else ""
            place += len(raw)
            content = join_element_text(raw)
            parts.append(("," + json.dumps(content) if content else "") + _keep_newlines(raw))
            if self.text.startswith("{", place):
                code, place = self._transform_braces(place)
                parts += (",", code)
            elif self.text.startswith("</", place):
                tag = read_tag(self._lexer, place, _find_no_position)
                if tag is None or tag[1] != name:
                    closing_tag = f"</{tag[1] or ''}>" if tag else "</"
                    raise JsxMistake(f"`{closing_tag}` does not close `<{name or ''}>`", place)
                return tag[3]
            elif place < len(self.text):
                code, place = self._transform_element(place)
                parts += (",", code)
            else:
                raise JsxMistake(f"`<{name or ''}>` is not closed", start)

    def _enter(self, place: int) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise JsxMistake(f"more than {MAX_DEPTH} levels are nested here", place)


def _read_import_meta(text: str, place: int) -> tuple[str, int] | None:
    """Return the replacement of `import.meta`, which only modules have, and its end."""
    match = _IMPORT_META.match(text, place)
    return (_PRODUCTION + _keep_newlines(match[0]), match.end()) if match else None


def _find_no_position(position: int) -> tuple[int, int]:
    """Return no place; used when the caller doesn't need places."""
    return position, 0


def _keep_newlines(text: str) -> str:
    return "\n" * text.count("\n")
