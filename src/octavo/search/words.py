"""Splits texts into words, and words into search terms.

Splitting happens for every page, so it has no step per word: one translation of bytes and one
split. The terms of a word are computed once per site.

`theme/js/search/engine/terms.js` has the same rules for queries.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_KEPT = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
_TABLE = bytes(byte if byte > 127 or byte in _KEPT else 32 for byte in range(256))

_LONGEST_WORD = 48
_LONGEST_MIXED = 24
"""Longer words of letters and digits are hashes and keys, which readers don't type."""
_LONGEST_NUMBER = 6
_MOST_ENDS = 6

# Readers type without accents, and without the vowel points of Hebrew and Arabic.
_MARKS = re.compile("[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]")
# Some scripts have vowel signs that Python doesn't count as letters, so their whole ranges count,
# without full stops.
_LETTER = r"[^\W_]|[\u0900-\u0963\u0966-\u0fff\u1000-\u109f\u1780-\u17d3]"
_WORD = re.compile(f"(?:{_LETTER})+(?:[_-]+(?:{_LETTER})+)*")
_WITHOUT_BLANKS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Scripts without spaces between words."""
# Compiling this takes longer than splitting many pages, so `re` does it at the first word that is
# not ASCII.
_RUN_WITHOUT_BLANKS = f"([{_WITHOUT_BLANKS}]+)"
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|(?:(?![A-Za-z0-9_-]).)+")
_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i"}
)
_TYPED_APART = str.maketrans("", "", "'’ʼ")


def split_words(text: str) -> list[str]:
    """Return the words of a text."""
    return text.encode("utf-8", "replace").translate(_TABLE, b"'").decode().split()


def fold(text: str) -> str:
    """Return a text without accents; capital letters stay."""
    if text.isascii():
        return text
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", text.translate(_TYPED_APART)))
    return unicodedata.normalize("NFC", plain).translate(_LETTERS)


def list_terms(word: str) -> list[str]:
    """Return the terms that find a word: the word itself, and its parts."""
    if "/" in word:  # This is the path of an operation.
        return [word]
    if word.isascii() and word.isalpha() and (word.islower() or word[1:].islower()):
        return [word.lower()] if len(word) <= _LONGEST_WORD else []
    if word.isascii():
        return list(dict.fromkeys(_list_of_name(word)))
    terms = [term for each in _WORD.findall(fold(word)) for term in _list_of_runs(each)]
    return list(dict.fromkeys(terms))


def _list_of_runs(word: str) -> Iterator[str]:
    """Return the terms of a word that may contain scripts without spaces."""
    for at, run in enumerate(re.split(_RUN_WITHOUT_BLANKS, word)):
        if at % 2:
            yield from [run[start : start + 2] for start in range(len(run) - 1)] or [run]
        else:
            yield from _list_of_name(run)


def _list_of_name(name: str) -> list[str]:
    parts = [part.lower() for part in _PART.findall(name)]
    whole = "".join(parts)
    if not _is_typed(whole):
        return []
    if len(parts) < 2:
        return [whole]
    # Readers also remember the end of a long name: `groupBy` of `alertsGroupBy`. They read a name
    # with dashes as separate words.
    most_ends = 0 if "-" in name else min(len(parts), _MOST_ENDS) - 1
    ends = ["".join(parts[at:]) for at in range(1, most_ends)]
    return [whole, *[part for part in parts if len(part) > 1 and not _is_long_number(part)], *ends]


def _is_typed(word: str) -> bool:
    """Tell whether readers may type a word to find it."""
    longest = _LONGEST_WORD if word.isalpha() else _LONGEST_MIXED
    return 0 < len(word) <= longest and not _is_long_number(word)


def _is_long_number(word: str) -> bool:
    return len(word) > _LONGEST_NUMBER and word.isdigit()
