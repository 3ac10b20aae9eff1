"""Names of pages and groups for places around a page, which have no room for long texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from octavo.render.basis.html import escape_text
from octavo.site.visibility.standing import Standing

if TYPE_CHECKING:
    from octavo.openapi.operation.badges import Badge
    from octavo.render.basis.wording import Wording

LONGEST_NAME = 120
_LONG_WORD = re.compile(r"[^\s<>]{18,}+")
_INSIDE_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[\w}][_./:])(?=[\w{])")


def render_standing(standing: Standing, say: Wording) -> str:
    """Return the badge of a page that is not public; empty for others."""
    if standing is Standing.DRAFT:
        return say("Draft")
    return say("Private") if standing is Standing.PRIVATE else ""


def render_badges(badges: Iterable[Badge], css: str, say: Wording) -> str:
    """Return badges as HTML, in a class and one for the color."""
    return " ".join(
        f'<span class="{css} badge-{badge.color or "gray"}">{render_badge(badge, say)}</span>'
        for badge in badges
    )


def render_badge(badge: Badge, say: Wording) -> str:
    """Return the words of a badge as HTML."""
    return say(badge.label) if badge.is_stage else escape_text(badge.label)


def shorten_name(name: str) -> str:
    """Return a name, or the start of a long one; its own page shows it in full."""
    if len(name) <= LONGEST_NAME:
        return name
    start, blank, _ = name[:LONGEST_NAME].rpartition(" ")
    return (start if blank else name[: LONGEST_NAME - 1]) + "…"


def break_long_words(html: str) -> str:
    """Return a title as HTML whose long words may end a line where their parts do."""
    return _LONG_WORD.sub(lambda word: _INSIDE_WORD.sub("<wbr>", word[0]), html)
