"""Decodes character references (`&amp;`, `&#65;`) and backslash escapes."""

from __future__ import annotations

import re
from html.entities import html5

from octavo.content.mdx.patterns import compile_pattern

PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
"""The ASCII characters that a backslash escapes."""

_REFERENCE = r"&(?:#[xX]([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([A-Za-z][A-Za-z0-9]{1,31}));"
ENTITY = re.compile(_REFERENCE)
_ESCAPE_OR_ENTITY = _REFERENCE + r"|\\([!-/:-@\[-`{-~])"
_LOST = "\N{REPLACEMENT CHARACTER}"


def decode_entity(match: re.Match[str]) -> str:
    """Return the text of one matched reference; unknown names stay unchanged."""
    hexadecimal, decimal, name = match.group(1, 2, 3)
    if name is not None:
        return html5.get(name + ";", match.group())
    return _decode_character(int(hexadecimal, 16) if hexadecimal else int(decimal))


def decode_entities(text: str) -> str:
    """Return the text with its character references decoded."""
    return ENTITY.sub(decode_entity, text) if "&" in text else text


def unescape(text: str) -> str:
    """Return the text with its references and backslash escapes decoded."""
    if "\\" in text or "&" in text:
        return compile_pattern(_ESCAPE_OR_ENTITY).sub(_unescape_match, text)
    return text


def _unescape_match(match: re.Match[str]) -> str:
    return match.group(4) or decode_entity(match)


def _decode_character(code: int) -> str:
    control = code < 9 or code == 11 or 13 < code < 32 or 126 < code < 160
    surrogate = 0xD800 <= code < 0xE000
    unassigned = 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE or code > 0x10FFFF
    return _LOST if control or surrogate or unassigned else chr(code)
