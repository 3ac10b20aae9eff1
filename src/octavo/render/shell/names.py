"""Names of pages and groups as they stand around a page, where there is no room for a text."""

from __future__ import annotations

LONGEST_NAME = 120


def shorten_name(name: str) -> str:
    """Return a name, or the beginning of one that is a text; its own page shows all of it."""
    if len(name) <= LONGEST_NAME:
        return name
    start, blank, _ = name[:LONGEST_NAME].rpartition(" ")
    return (start if blank else name[: LONGEST_NAME - 1]) + "…"
