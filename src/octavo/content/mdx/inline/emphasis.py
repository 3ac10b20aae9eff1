"""Pairs runs of `*`, `_` and `~` to emphasis."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from octavo.content.mdx.entities import PUNCTUATION


class Delimiter:
    """A run of one emphasis character.

    `opened` and `closed` list the elements that begin and end with it, from the inside out.
    """

    __slots__ = ("character", "closed", "closes", "count", "length", "opened", "opens", "position")

    def __init__(
        self, character: str, count: int, opens: bool, closes: bool, position: int
    ) -> None:
        self.character = character
        self.count = self.length = count
        self.opens = opens
        self.closes = closes
        self.position = position
        self.opened: list[str] = []
        self.closed: list[str] = []


def read_delimiter(text: str, start: int, end: int) -> Delimiter | None:
    """Return the run from `start` to `end`, or None if it can neither open nor close."""
    character = text[start]
    before = text[start - 1] if start else ""
    after = text[end] if end < len(text) else ""
    if before.isalnum() and after.isalnum():
        opens = closes = character != "_"
    else:
        opens, closes = _classify(character, before, after)
    if opens or closes:
        return Delimiter(character, end - start, opens, closes, start)
    return None


def _classify(character: str, before: str, after: str) -> tuple[bool, bool]:
    space_before = not before or before.isspace()
    space_after = not after or after.isspace()
    mark_before = not space_before and is_punctuation(before)
    mark_after = not space_after and is_punctuation(after)
    left = not space_after and (not mark_after or space_before or mark_before)
    right = not space_before and (not mark_before or space_after or mark_after)
    if character != "_":
        return left, right
    return left and (not right or mark_before), right and (not left or mark_after)


def is_punctuation(character: str) -> bool:
    """Tell whether a character is punctuation or a symbol."""
    if character < "\x80":
        return character in PUNCTUATION
    return unicodedata.category(character)[0] in "PS"


def match_delimiters(delimiters: Iterable[Delimiter]) -> None:
    """Fill `opened` and `closed` of matching delimiters.

    `bottoms` stores, for each kind of closer, the opener below which there is no match. Without it,
    a long row of closers would search the same openers again and again.
    """
    openers: list[Delimiter] = []
    bottoms: dict[tuple[str, bool, int], int] = {}
    for closer in delimiters:
        if closer.closes:
            _close(closer, openers, bottoms)
        if closer.opens and closer.count:
            openers.append(closer)


def _close(
    closer: Delimiter, openers: list[Delimiter], bottoms: dict[tuple[str, bool, int], int]
) -> None:
    sort = (
        closer.character,
        closer.opens,
        closer.length if closer.character == "~" else closer.length % 3,
    )
    bottom = bottoms.get(sort, -1)
    while closer.count and openers:
        i = len(openers) - 1
        while i >= 0 and openers[i].position > bottom and not _belongs(openers[i], closer):
            i -= 1
        if i < 0 or openers[i].position <= bottom:
            bottoms[sort] = openers[-1].position
            return
        opener = openers[i]
        del openers[i + 1 :]
        _join(opener, closer)
        if not opener.count:
            openers.pop()


def _belongs(opener: Delimiter, closer: Delimiter) -> bool:
    if opener.character != closer.character:
        return False
    if closer.character == "~":
        return opener.length == closer.length
    if not (opener.closes or closer.opens):
        return True
    both = opener.length + closer.length
    return bool(both % 3) or not (opener.length % 3 or closer.length % 3)


def _join(opener: Delimiter, closer: Delimiter) -> None:
    if closer.character == "~":
        length, tag = opener.count, "del"
    elif opener.count >= 2 and closer.count >= 2:
        length, tag = 2, "strong"
    else:
        length, tag = 1, "em"
    opener.count -= length
    closer.count -= length
    opener.opened.append(tag)
    closer.closed.append(tag)
