"""Gives the headings in the text of an API document ids, so that links and contents lead there."""

from __future__ import annotations

import re
from html import unescape

from octavo.reference.view import Ids, build_id_part
from octavo.render.basis.html import render_heading_link
from octavo.render.basis.wording import Wording
from octavo.render.content.page import ContentsEntry

_HEADING = re.compile(r"<h([2-6])>(.*?)</h\1>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


def add_heading_ids(html: str, say: Wording) -> tuple[str, tuple[ContentsEntry, ...]]:
    """Return sanitized HTML with ids as Redoc gives them, and the first two levels of headings.

    The id of "Limits" below "Usage" is `section/Usage/Limits`.
    """
    ids, around = Ids(), dict[int, str]()
    entries: list[ContentsEntry] = []

    def add(match: re.Match[str]) -> str:
        level, inner = int(match[1]), match[2]
        text = unescape(_TAG.sub("", inner)).strip()
        above = next(
            (around[each] for each in range(level - 1, 1, -1) if each in around), "section"
        )
        id_ = ids.make_unique(f"{above}/{build_id_part(text)}")
        for each in [each for each in around if each >= level]:
            del around[each]
        around[level] = id_
        if level <= 3 and text:
            entries.append(ContentsEntry(id_, text, nested=level > 2))
        link = render_heading_link(id_, text, say)
        return f'<h{level} id="{id_}">{link}{inner}</h{level}>'

    return _HEADING.sub(add, html), tuple(entries)
