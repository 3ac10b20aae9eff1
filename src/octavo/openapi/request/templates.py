"""Matches texts with templates such as `{user}-{repository}.json`."""

from __future__ import annotations

from collections.abc import Sequence


def match_pieces(pieces: Sequence[str], text: str) -> tuple[str, ...] | None:
    """Return the texts between fixed pieces, at least a character each; None without a match.

    Each value is as short as possible. Each piece is searched only once, because its first match
    leaves the most room for later ones.
    """
    first, *others = pieces
    if not others:
        return () if text == first else None
    *middle, last = others
    if not text.startswith(first) or not text.endswith(last):
        return None
    at, end = len(first), len(text) - len(last)
    values = []
    for piece in middle:
        start = text.find(piece, at + 1, end)
        if start < 0:
            return None
        values.append(text[at:start])
        at = start + len(piece)
    return (*values, text[at:end]) if at < end else None
