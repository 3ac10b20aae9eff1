"""The frames of pages: what stands around their slots.

The frames of a site differ in a few texts, such as the title, and in which of them a page has. So
the template is filled once for all pages that have the same ones, with marks in place of the
texts, and each page puts its own there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Hashable, Mapping
from typing import Any

import minijinja

from octavo.render.shell.slots import SLOTS


class Frames:
    """The frames of one site, as far as its pages have asked for them."""

    def __init__(self) -> None:
        self._pieces: dict[Hashable, list[bytes]] = {}
        self._mark = os.urandom(8).hex()
        self._slot = minijinja.Markup(f"<!-- {self._mark} -->")
        self._text = re.compile(f"<!-- {self._mark} (\\w+) -->")

    def cut(
        self, kind: Hashable, texts: Mapping[str, str], fill: Callable[[dict[str, Any]], str]
    ) -> list[bytes]:
        """Return the pieces between the slots of a page with these texts, which are HTML.

        `fill` fills the template for pages of this kind; it gets a mark for each text, "" for an
        empty one, and the slots.
        """
        shown = {name.encode(): text.encode() for name, text in texts.items() if text}
        shape = (kind, *shown)
        pieces = self._pieces.get(shape)
        if pieces is None:
            pieces = self._pieces[shape] = self._split(fill(self._marks(texts)))
        return [piece % shown for piece in pieces]

    def _marks(self, texts: Mapping[str, str]) -> dict[str, Any]:
        marks = {
            name: minijinja.Markup(f"<!-- {self._mark} {name} -->") if text else ""
            for name, text in texts.items()
        }
        return {**marks, "slot": dict.fromkeys(SLOTS, self._slot)}

    def _split(self, html: str) -> list[bytes]:
        with_places = self._text.sub(r"%(\1)b", html.replace("%", "%%"))
        return with_places.encode().split(self._slot.encode())
