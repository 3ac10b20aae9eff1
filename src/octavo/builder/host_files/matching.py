"""Writes redirects with parameters as patterns for encoded addresses.

Servers match the address before they decode it. So a visitor's text stays as sent, and no escaped
character can end a header or start another one. A text of the author's matches in every encoding
that browsers send.

A regular expression engine with backtracking could take very long. So such redirects are refused,
and safe parts are possessive (`*+`), which only these engines need.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

from octavo.builder.host_files.hosted_site import Move, Parts
from octavo.site.redirect_patterns import Parameter

_SENT_PLAIN = frozenset(":@!$&'()*+,;=")
"""The characters that browsers may send unescaped, besides letters and digits."""
# An escaped slash also divides a path.
_IN_SEGMENT = r"[^/%{0}]|%[013-9A-Fa-f][0-9A-Fa-f]|%2[0-9A-Ea-e]"
_BACKSLASH = r"\x5C"
_IN_QUERY = "&=+"
OTHER_HOST = rf"^[^?]*(?://|{_BACKSLASH})"
"""Matches addresses that browsers could read as another host."""


def refuse_pattern(move: Move, host: str = "this host", *, goes_back: bool = False) -> str | None:
    """Return why a host can't have a redirect; `goes_back` says whether its engine backtracks."""
    names = [part.name for part in move.parameters]
    if len(names) != len(set(names)):
        return f"{host} cannot tell whether a name took the same text twice"
    # Such an engine would try more than once per character of a long address.
    if goes_back and sum(_goes_back(move.parts, at) for at in range(len(move.parts))) > 1:
        return f"an address could be written for which {host} would take long"
    return None


def write_parts(
    parts: Parts, write_text: Callable[[str], str], write_parameter: Callable[[Parameter], str]
) -> str:
    """Return the parts of a source or a destination as one text."""
    return "".join(
        write_text(part) if isinstance(part, str) else write_parameter(part) for part in parts
    )


def build_path_regex(move: Move, base_path: str, *, goes_back: bool) -> str:
    """Return a pattern for a path without a trailing slash, with a group for each parameter."""
    in_query = _names_in_query(move)
    texts = [build_literal_regex(base_path)]
    for at, part in enumerate(move.parts):
        if isinstance(part, str):
            texts.append(build_literal_regex(part))
            continue
        possessive = "+" if goes_back and not _goes_back(move.parts, at) else ""
        refused = _BACKSLASH + (_IN_QUERY if part.name in in_query else "")
        takes_slashes, may_be_empty = part.takes_slashes, part.may_be_empty
        if move.leader and part.name == move.leader.name:
            # A visitor's text must not become the name of another host.
            texts.append(f"[/{_BACKSLASH}]*" + ("+" if goes_back else ""))
            takes_slashes, may_be_empty = True, len(move.destination) == 2
        if takes_slashes:
            texts.append(f"([^{refused}]{'*' if may_be_empty else '+'}{possessive})")
        else:
            texts.append(f"((?:{_IN_SEGMENT.format(refused)})+{possessive})")
    return f"^{''.join(texts)}$"


def build_literal_regex(text: str) -> str:
    """Return a pattern for a text of a path, without backslashes and quotation marks."""
    return "".join(map(_build_character_regex, text))


def _build_character_regex(character: str) -> str:
    if character == "." or re.match(r"[A-Za-z0-9_~/-]", character):
        return character if character != "." else "[.]"
    escaped = "".join(f"%{byte:02X}" for byte in character.encode())
    escaped = re.sub("[A-F]", lambda digit: f"[{digit[0]}{digit[0].lower()}]", escaped)
    return f"(?:{escaped}|[{character}])" if character in _SENT_PLAIN else escaped


def _goes_back(parts: Parts, at: int) -> bool:
    part, following = (*parts, None)[at : at + 2]
    if not isinstance(part, Parameter) or following is None:
        return False
    return part.takes_slashes or not (isinstance(following, str) and following.startswith("/"))


def _names_in_query(move: Move) -> set[str]:
    """Return the parameters in the query or fragment, where `&` and `=` have a meaning."""
    names, before = set(), ""
    for part in move.destination:
        if isinstance(part, str):
            before += part
        elif "?" in before or "#" in before:
            names.add(part.name)
    return names


def name_parameters(move: Move, rest: str | None = None) -> dict[str, str]:
    """Return a name of one letter for each parameter; `rest` names the one with slashes.

    Some hosts replace a name inside a longer one, so no name is part of another.
    """
    letters = iter("abcdefghijklmnopqrstuvwxyz")
    return {
        part.name: rest if rest and part.takes_slashes else next(letters, "")
        for part in move.parameters
    }


def escape_literal(text: str) -> str:
    """Return a text of a path as browsers send it, without anything like a parameter."""
    return quote(text, safe="/@!$&'(),;=~")
