"""Reads the tags of a page with the places of their attributes."""

from __future__ import annotations

import json
import re

from octavo.content.mdx.javascript import Lexer
from octavo.values import Struct

_NAME = re.compile(r"<(/?)\s*([A-Za-z_$][\w$.:-]*)")
_ATTRIBUTE = re.compile(r"\s*+([A-Za-z_$@:][\w$:.@-]*+)(\s*+=\s*+)?")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_END = re.compile(r"\s*+(/?)\s*+>")


class TagAttribute(Struct, frozen=True):
    """An attribute, and where it stands with the space before it."""

    name: str
    text: str | None
    """The value if it is quoted; None for code and for a bare name."""
    code: str | None
    start: int
    end: int
    value_start: int


class OldTag(Struct, frozen=True):
    """A tag of a page."""

    name: str
    start: int
    end: int
    closing: bool
    empty: bool
    attributes: tuple[TagAttribute, ...]

    def get(self, name: str) -> TagAttribute | None:
        """Return an attribute."""
        return next((each for each in self.attributes if each.name == name), None)


def read_old_tag(text: str, start: int, lexer: Lexer) -> OldTag | None:
    """Return the tag whose `<` is at `start`."""
    head = _NAME.match(text, start)
    if head is None:
        return None
    at = head.end()
    attributes: list[TagAttribute] = []
    while True:
        if end := _END.match(text, at):
            return OldTag(head[2], start, end.end(), bool(head[1]), bool(end[1]), tuple(attributes))
        spread = re.compile(r"\s*\{").match(text, at)
        if spread:
            close = lexer.find_end(spread.end(), "}")
            if close < 0:
                return None
            at = close + 1
            continue
        match = _ATTRIBUTE.match(text, at)
        if match is None:
            return None
        attribute = _read_attribute(text, match, lexer)
        if attribute is None:
            return None
        attributes.append(attribute)
        at = attribute.end


def _read_attribute(text: str, match: re.Match[str], lexer: Lexer) -> TagAttribute | None:
    start, at = match.start(), match.end()
    if match[2] is None:
        end = match.end(1)
        return TagAttribute(match[1], None, None, start, end, end)
    if quoted := _QUOTED.match(text, at):
        return TagAttribute(match[1], quoted[0][1:-1], None, start, quoted.end(), at)
    if text.startswith("{", at):
        close = lexer.find_end(at + 1, "}")
        if close >= 0:
            return TagAttribute(match[1], None, text[at + 1 : close], start, close + 1, at)
    return None


def write_attribute(name: str, value: str) -> str:
    """Return an attribute with a space before it."""
    if '"' in value or "\\" in value or "&" in value or "\n" in value:
        return f" {name}={{{json.dumps(value, ensure_ascii=False)}}}"
    return f' {name}="{value}"'
