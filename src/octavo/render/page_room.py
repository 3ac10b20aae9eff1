"""How much an API page writes out, and how much it only loads when somebody asks for it.

A page has a budget of bytes, as they travel. Nearly all pages keep it with everything written out.
One that does not is made again with less room: first without what is inside of fields and without
most of further examples, then with the first option of choices alone, and with the beginning alone
of the fields of responses and of long code.
What is not written out is a link, to a fragment or to a file. Parameters, the fields of a request
and descriptions are always there: readers fill them in, or came for them.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from octavo.render.schema import BARE, FLAT
from octavo.values import dataclass

_SURELY_FITS = 105_000
"""Letters of the main part of a page up to which it is not weighed, because that takes time.

In large public documents so many become a sixth at the most. Texts that repeat less may pass.
"""
_MOST_BYTES = 21_200
"""Bytes of it at the fastest compression; the usual one, and the rest of the page, make 20,000."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Code of more letters than the longest has only its beginning on the page."""

    longest: int
    beginning: int

    def begin(self, text: str) -> str:
        """Return what of a text is on the page: all of it, or its first lines."""
        if len(text) <= self.longest:
            return text
        end = text.rfind("\n", 0, self.beginning)
        return text[: end if end > 0 else self.beginning]


_LONG = Cut(8_000, 4_000)


@dataclass(frozen=True, slots=True)
class Room:
    """How much of a page is written out."""

    level: int = 0
    """The level of lists of fields: how much of what is inside of them is."""
    response_letters: int | None = None
    """How many letters of the HTML of the responses' fields are; None for all."""
    code: Cut = _LONG
    """How much of a sample is, and of the first example of a card."""
    further: Cut = _LONG
    """How much of any further example is."""


FULL = Room()
ROOMS = (
    FULL,
    Room(FLAT, further=Cut(1_500, 500)),
    Room(BARE, response_letters=12_000, code=Cut(2_500, 1_200), further=Cut(300, 150)),
)
"""From the largest to the smallest, which is taken even where it is too small."""


def fits(parts: Sequence[str]) -> bool:
    """Tell whether the main part of a page keeps the budget."""
    if sum(map(len, parts)) <= _SURELY_FITS:
        return True
    return len(zlib.compress("".join(parts).encode("utf-8", "replace"), 1)) <= _MOST_BYTES
