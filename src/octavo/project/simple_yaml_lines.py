"""Takes one line of simple YAML apart."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from octavo.project.scalars import read_plain_scalar

# Each well below the limit of the exact parser, or of libyaml, so that those never matter here.
MAX_LEVEL = 190
MAX_KEY_LENGTH = 500

# Plain text of one line: neither `: ` nor ` #` in it, no tab, no mark of YAML in front. Possessive
# throughout, so that no text takes more than its length to refuse.
_RUN = r"[^:#\t]*+ (?: (?: :(?=[^ \t]) | (?<![ ])\# ) [^:#\t]*+ )*+"
_PLAIN = rf"(?: [^ \t\-?:,\[\]{{}}#&*!|>'\"%@`] | [-:](?=[^-\s]) ) {_RUN}"
_QUOTED = r"""(?: '[^']*+(?:''[^']*+)*+' | "[^"\\]*+" )"""
match_line: Callable[[str], re.Match[str]] = re.compile(  # type: ignore[assignment] # matches all
    rf"""
    ([ ]*+) (-(?:[ ]++|\Z)(?:-(?:[ ]++|\Z))*+|)              # indentation, dashes
    (?: ([A-Za-z0-9_$/]++(?=:(?:[ ]|\Z))                     # key: what most are, what any is
        | (?!<<:|\.\.\.)(?:{_PLAIN}|{_QUOTED})(?<![ ])(?=:(?:[ ]|\Z)) ) :[ ]*+ | )
    (?: ([A-Za-z0-9][^:#\t]*+(?<![ ])\Z | {_PLAIN}(?<![ ])\Z)  # value: what most are, what any is
      | ({_QUOTED}\Z)
      | (.*+) )
    """,
    re.VERBOSE,
).match
match_commented = re.compile(rf"({_PLAIN}) ((?<=[ ])\#.*+)?+ \Z", re.VERBOSE).match
match_further_text = re.compile(rf"(?!\#) {_RUN} \Z", re.VERBOSE).match

NOTHING, KEY_AND_VALUE, VALUE, EMPTY, OTHER = range(5)
"""Kinds: blank; a nested key and its value; another value; no value yet; text to look at."""

Line = tuple[int, int, list[int] | None, int, str | None, Any]
"""Kind, level, levels of the dashes, level after them, key and value."""


def read_line(line: str) -> Line:
    """Return what a line says.

    A collection has a level: a mapping twice the column of its keys, a list one more than twice the
    column of its dashes. So what belongs to a key or to an item is what has a higher level, also a
    list whose dashes stand right under their key; and nothing is deeper than its level tells.
    """
    indent, dashes, key, plain, quoted, value = match_line(line).groups()
    level = inner = 2 * len(indent)
    levels = None
    if dashes:
        levels = [2 * n + 1 for n, mark in enumerate(dashes, len(indent)) if mark == "-"]
        level, inner = levels[0], inner + 2 * len(dashes)
    if key and key[0] in "'\"":
        key = _unquote(key)
    kind = KEY_AND_VALUE if key is not None and not dashes and level else VALUE
    if inner > MAX_LEVEL or (key and len(key) > MAX_KEY_LENGTH):
        kind, value = OTHER, "?"
    elif plain:
        value = read_plain_scalar(plain)
    elif quoted:
        value = _unquote(quoted)
    elif not value or value[0] == "#":
        kind, value = NOTHING if key is None and not dashes else EMPTY, None
    elif match := match_commented(value):
        value = read_plain_scalar(match[1].rstrip(" "))
    else:
        kind = OTHER
    return kind, level, levels, inner, key, value


def _unquote(quoted: str) -> str:
    text = quoted[1:-1]
    return text.replace("''", "'") if quoted[0] == "'" else text


_ITEM = r"""(?:[\w./][\w./ -]*+|"[^"\\]*+"|'[^']*+')"""
_is_list = re.compile(rf"\[ *+{_ITEM} *+(?:, *+{_ITEM} *+)*+\]\Z").match
_find_items = re.compile(_ITEM).findall


def read_words(text: str) -> list[Any] | None:
    """Return the items of a list in brackets that has only words, numbers and quoted text."""
    if not _is_list(text):
        return None
    return [
        item[1:-1] if item[0] in "'\"" else read_plain_scalar(item.rstrip(" "))
        for item in _find_items(text)
    ]
