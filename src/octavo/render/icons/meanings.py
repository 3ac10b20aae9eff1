"""Names of icons that no free library has, read by their parts: what to draw in their place.

Such a name begins with what is shown and goes on with how: `message-pen`, `circle-user-clock`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from octavo.theme import load_table

_MOST_PARTS = 12

_MANNERS = frozenset(load_table("icons.json")["manners"])
"""Parts that say how something is shown: they count only where nothing else is known."""

MEANINGS: Mapping[str, str] = load_table("icons.json")["meanings"]
"""Words that name no free icon, and the icon that means the same."""


def plan_stand_ins(name: str) -> Iterator[str]:
    """Return names to look for in place of an unknown one, the closest first.

    They begin with the first part that tells something, and keep as many parts as they can.
    """
    parts = name.split("-")[:_MOST_PARTS]
    starts = sorted(range(len(parts)), key=lambda start: parts[start] in _MANNERS)
    for start in starts:
        for end in range(len(parts), start, -1):
            words = "-".join(parts[start:end])
            # Letters and digits are icons, too: `square-1` is the digit, `memo-a` is a memo.
            if len(words) > 2 or _MANNERS.issuperset(parts[:start] + parts[end:]):
                for word in (words, words.removesuffix("s")):
                    yield word
                    yield MEANINGS.get(word, word)
