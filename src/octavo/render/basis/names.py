"""Names of pages and groups as they stand around a page, where there is no room for a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.site.visibility.standing import Standing

if TYPE_CHECKING:
    from octavo.render.basis.wording import Wording

LONGEST_NAME = 120


def render_standing(standing: Standing, say: Wording) -> str:
    """Return the badge of a page that is not public; empty for others."""
    if standing is Standing.DRAFT:
        return say("Draft")
    return say("Private") if standing is Standing.PRIVATE else ""


def shorten_name(name: str) -> str:
    """Return a name, or the beginning of one that is a text; its own page shows all of it."""
    if len(name) <= LONGEST_NAME:
        return name
    start, blank, _ = name[:LONGEST_NAME].rpartition(" ")
    return (start if blank else name[: LONGEST_NAME - 1]) + "…"
