"""Finds the name that an author probably meant."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST = 60
_SHORTEST_START = 3


def nearest_name(word: str, names: Iterable[str], cutoff: float = 0.7) -> str | None:
    """Return the closest of the names, or None when none is close: no hint beats a wrong one."""
    if len(word) > _LONGEST:
        return None
    from difflib import get_close_matches  # noqa: PLC0415 (most projects have no such mistake)

    folded = {_fold(name): name for name in names}
    wanted = _fold(word)
    matches = get_close_matches(wanted, folded, n=1, cutoff=cutoff)
    if matches:
        return folded[matches[0]]
    like = [name for name in folded if name.startswith(wanted) or sorted(name) == sorted(wanted)]
    return folded[like[0]] if len(like) == 1 and len(wanted) >= _SHORTEST_START else None


def same_letters(word: str, names: Iterable[str]) -> str | None:
    """Return the name that differs only in case, hyphens and underscores."""
    wanted = _fold(word)
    return next((name for name in names if _fold(name) == wanted), None)


def _fold(word: str) -> str:
    return word.casefold().replace("-", "").replace("_", "")
