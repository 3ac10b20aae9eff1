"""How much an API page writes out, and how much it only loads when somebody asks for it.

A page has a budget of bytes, as they travel. Nearly all pages keep it with everything written out.
One that does not is made again with less room: first without what is inside of fields and without
most of further examples, then with the first option of choices alone, and with the beginning alone
of the fields of responses and of long code. Where that is not enough, `fold` goes on.
What is not written out is a link, to a fragment or to a file. Only the prose of a page is always
there, its title and its description: readers came for it.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from octavo.render.api.schema.schema import BARE, FLAT
from octavo.values import dataclass

_MOST_BYTES = 16_000
"""Bytes of the main part of a page, compressed; the rest of it makes 20,000 of them."""
_SURELY_FITS = 20_000
"""Bytes of text up to which it is not weighed, because that takes time."""
_SAMPLES = 8
_SAMPLE_SHARE = 50
"""Of longer ones so many samples are weighed first, each such a part of the whole."""
_LIGHTEST = 0.7
"""What the usual compression makes, at the best, of what the fastest one does."""


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
    text = "".join(parts)
    size = len(text) if text.isascii() else len(_encode(text))
    if size <= _SURELY_FITS:
        return True
    if _guess_weight(text, size) <= _MOST_BYTES:
        return True
    data = _encode(text)
    fast = len(zlib.compress(data, 1))
    if _lighten(fast, size) <= _MOST_BYTES:
        return True
    return fast * _LIGHTEST <= _MOST_BYTES and len(zlib.compress(data)) <= _MOST_BYTES


def _lighten(fast: int, size: int) -> float:
    """Return what the usual compression makes of so many bytes, from what the fastest one made.

    The more a text repeats, the more it gains: about so much at the least.
    """
    return fast * min(1, 0.75 + 0.5 * fast / size)


def _guess_weight(text: str, size: int) -> float:
    """Return about how many of a text's bytes are left, compressed quickly, from parts of it.

    The first ones pay for what repeats itself all over the page; the rest weighs as the others do.
    """
    letters = len(text) // _SAMPLE_SHARE
    starts = range(0, len(text), len(text) // _SAMPLES)
    samples = [text[start : start + letters] for start in starts]
    first, others = _encode("".join(samples[::2])), _encode("".join(samples[1::2]))
    compressor = zlib.compressobj(1)
    weight = len(compressor.compress(first)) + len(compressor.flush(zlib.Z_SYNC_FLUSH))
    further = len(compressor.compress(others)) + len(compressor.flush())
    return weight + further / len(others) * (size - len(first))


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "replace")
