"""Writes the patterns of redirects as regular expressions over addresses as they are sent.

Servers match the address before it is decoded. So a visitor's text goes on as it came, and nothing
that was escaped in an address can end a header or begin another one. A text of the author's
matches in every way in which browsers send it.

Where an engine goes back to try again, it could be made to do so for long: `is_slow` tells. What is
never tried again is possessive (`*+`), which such engines know and others do not need.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

from octavo.outputs.build.host_files.hosted_site import PatternMove
from octavo.site.redirect_patterns import Parameter

_UNRESERVED = re.compile(r"[A-Za-z0-9_~/-]")
_SENT_PLAIN = frozenset(":@!$&'()*+,;=.")
"""What browsers may send unescaped, beside letters and digits."""
# An escaped slash divides parts of a path as a plain one does.
_IN_SEGMENT = r"[^/%{0}]|%[013-9A-Fa-f][0-9A-Fa-f]|%2[0-9A-Ea-e]"
_BACKSLASH = r"\x5C"
_IN_QUERY = "&=+"
OTHER_HOST = rf"^[^?]*(?://|{_BACKSLASH})"
"""Matches addresses that browsers could take for one of another host, if they were sent there."""


def has_name_twice(move: PatternMove) -> bool:
    """Tell whether two parameters must take the same text."""
    names = [part.name for part in move.pattern.parts if isinstance(part, Parameter)]
    return len(names) != len(set(names))


def is_slow(move: PatternMove) -> bool:
    """Tell whether an engine that goes back would try more than a long address has places."""
    return sum(_goes_back(move.pattern.parts, at) for at in range(len(move.pattern.parts))) > 1


def build_path_regex(move: PatternMove, base_path: str, *, goes_back: bool) -> str:
    """Return an expression for a path without a slash at its end, a group for each parameter."""
    parts = move.pattern.parts
    led = move.destination[1] if move.is_led_by_visitor else None
    in_query = _names_in_query(move)
    texts = [build_literal_regex(base_path)]
    for at, part in enumerate(parts):
        if isinstance(part, str):
            texts.append(build_literal_regex(part))
            continue
        possessive = "+" if goes_back and not _goes_back(parts, at) else ""
        refused = _BACKSLASH + (_IN_QUERY if part.name in in_query else "")
        if isinstance(led, Parameter) and part.name == led.name:
            # What a visitor adds here must not become the name of another host.
            texts.append(f"[/{_BACKSLASH}]*" + ("+" if goes_back else ""))
            is_needed = len(move.destination) > 2
            texts.append(f"([^{refused}]{'+' if is_needed else '*'}{possessive})")
        elif part.takes_slashes:
            texts.append(f"([^{refused}]{'*' if part.may_be_empty else '+'}{possessive})")
        else:
            texts.append(f"((?:{_IN_SEGMENT.format(refused)})+{possessive})")
    return f"^{''.join(texts)}$"


def build_literal_regex(text: str) -> str:
    """Return an expression for a text of a path; it holds no backslash and no quotation mark."""
    return "".join(map(_build_character_regex, text))


def group_number(move: PatternMove, parameter: Parameter) -> int:
    """Return the number of the group that holds what a parameter took."""
    names = [part.name for part in move.pattern.parts if isinstance(part, Parameter)]
    return names.index(parameter.name) + 1


def _build_character_regex(character: str) -> str:
    if _UNRESERVED.match(character):
        return character
    escaped = "".join(_build_byte_regex(f"%{byte:02X}") for byte in character.encode())
    if character == ".":
        return "[.]"
    return f"(?:{escaped}|[{character}])" if character in _SENT_PLAIN else escaped


def _build_byte_regex(escape: str) -> str:
    return "".join(f"[{each}{each.lower()}]" if each.isalpha() else each for each in escape)


def _goes_back(parts: tuple[str | Parameter, ...], at: int) -> bool:
    part = parts[at]
    if isinstance(part, str) or at == len(parts) - 1:
        return False
    following = parts[at + 1]
    is_ended_by_slash = isinstance(following, str) and following.startswith("/")
    return part.takes_slashes or not is_ended_by_slash


def _names_in_query(move: PatternMove) -> set[str]:
    """Return the parameters whose texts stand where `&` and `=` mean something."""
    names = set()
    is_behind_mark = False
    for part in move.destination:
        if isinstance(part, str):
            is_behind_mark = is_behind_mark or "?" in part or "#" in part
        elif is_behind_mark:
            names.add(part.name)
    return names


# --- parameters as hosts name them ---

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def name_parameters(move: PatternMove, rest: str | None = None) -> dict[str, str]:
    """Return a name of one letter for each parameter; `rest` names what takes slashes.

    Some hosts replace a name inside of a longer one. No letter is a part of another.
    """
    letters: Iterator[str] = iter(_LETTERS)
    parameters = [part for part in move.pattern.parts if isinstance(part, Parameter)]
    return {
        part.name: rest if rest and part.takes_slashes else next(letters, "") for part in parameters
    }


def escape_literal(text: str) -> str:
    """Return a text of a path as it is sent; nothing in it looks like a parameter."""
    return quote(text, safe="/@!$&'(),;=~")
