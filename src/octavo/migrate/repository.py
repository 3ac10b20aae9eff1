"""Finds the repository of a foreign project: nothing outside of it is ever read."""

from __future__ import annotations

import os


def find_repository(folder: str) -> str | None:
    """Return the nearest folder that git keeps, the given one or one around it."""
    current = os.path.realpath(folder)
    while not os.path.lexists(os.path.join(current, ".git")):
        parent = os.path.dirname(current)
        if parent == current:
            return None
        current = parent
    return current
