"""Finds the name that an author probably meant."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST = 60
_SHORTEST_START = 3


def find_nearest(word: str, names: Iterable[str], cutoff: float = 0.7) -> str | None:
    """Return the closest of the names, or None if none of them is similar enough."""
    if len(word) > _LONGEST:
        return None
    from difflib import get_close_matches  # noqa: PLC0415 (most projects have no such mistake)

    by_folded_name = {_fold(name): name for name in names}
    folded_word = _fold(word)
    matches = get_close_matches(folded_word, by_folded_name, n=1, cutoff=cutoff)
    if matches:
        return by_folded_name[matches[0]]
    like = [
        name
        for name in by_folded_name
        if name.startswith(folded_word) or sorted(name) == sorted(folded_word)
    ]
    return (
        by_folded_name[like[0]] if len(like) == 1 and len(folded_word) >= _SHORTEST_START else None
    )


def find_same_letters(word: str, names: Iterable[str]) -> str | None:
    """Return the name that differs only in case, hyphens and underscores."""
    folded_word = _fold(word)
    return next((name for name in names if _fold(name) == folded_word), None)


def _fold(word: str) -> str:
    return word.casefold().replace("-", "").replace("_", "")
