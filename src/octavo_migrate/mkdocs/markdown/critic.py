"""Converts the marks of reviewers: `{++added++}`, `{--taken out--}`, `{~~old~>new~~}`."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache

from octavo_migrate.mkdocs.markdown.html import render_comment

_BEGIN = re.compile(r"\{(\+\+|--|==|>>|~~)")
_END = re.compile(r"(?:\+\+|--|==|<<|~~)\}")


def read_critic(text: str, at: int) -> tuple[str, int] | None:
    """Return what takes the place of a mark that begins at a brace, and where it ended."""
    begin, ends = _BEGIN.match(text, at), _list_ends(text)
    which = bisect_left(ends, at + 3)
    if not begin or which == len(ends):
        return None
    return _render(begin[1], text[at + 3 : ends[which]]), ends[which] + 3


@lru_cache(maxsize=1)
def _list_ends(text: str) -> list[int]:
    """Return where marks may end: to look for it from each beginning would take too long."""
    return [match.start() for match in _END.finditer(text)]


def _render(mark: str, inner: str) -> str:
    if mark == "~~" and "~>" in inner:
        old, new = inner.split("~>", 1)
        return f"<del>{old}</del><ins>{new}</ins>"
    name = {"++": "ins", "--": "del", "==": "mark"}.get(mark)
    return f"<{name}>{inner}</{name}>" if name else render_comment(f"<!--{inner}-->")
