"""Compares texts with templates such as `{user}-{repository}.json`."""

from __future__ import annotations

from collections.abc import Sequence


def match_pieces(pieces: Sequence[str], text: str) -> tuple[str, ...] | None:
    """Return what stands between the fixed pieces, at least a character each; None if they differ.

    Each value is as short as it can be. No piece is looked for twice: where it stands first leaves
    the most room for those behind it.
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
