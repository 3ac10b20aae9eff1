"""Finds replacements for icons that no free library has, by the parts of their names.

Such a name begins with the object and continues with its form: `message-pen`, `circle-user-clock`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from octavo.theme import load_table

_MOST_PARTS = 12

_MANNERS = frozenset(load_table("icons.json")["manners"])
"""Parts that describe the form of an icon: they count only if no other part is known."""

MEANINGS: Mapping[str, str] = load_table("icons.json")["meanings"]
"""Words without a free icon, with an icon of the same meaning."""


def plan_stand_ins(name: str) -> Iterator[str]:
    """Return replacements for an unknown name, most similar first.

    They begin with the first known part, and keep as many parts as possible.
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
