"""What a heading holds beside its words, and the ids of headings whose titles are the same.

A title is text, and has neither pictures nor links.
"""

from __future__ import annotations

import re

from octavo.values import Struct, field

_PICTURE = r"!\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\])|<img\b[^<>]*>"
_BESIDE_WORDS = re.compile(
    rf"(?<!\\)\[(?:{_PICTURE}|[^\[\]])*\](?:\([^()]*\)|\[[^\[\]]*\])|{_PICTURE}|<a\b[^<>]*>.*?</a>"
)


def list_beside_words(heading: str) -> list[str]:
    """Return the pictures and links of a heading, which are to stand below the title."""
    return _BESIDE_WORDS.findall(heading)


class RepeatedIds(Struct):
    """The ids that another tool gives to the headings of a page, in order."""

    join: str
    """What stands before the number of a title that came before."""
    title: str = ""
    """The id of the title of the page, which is no heading of its text any more."""
    counts: dict[str, int] = field(default_factory=dict)

    def name(self, own: str) -> str | None:
        """Return the id of a heading if its title came before; None where we give it the same."""
        if not own or own not in self.counts:
            self.counts[own] = int(own == self.title)
            return None
        new = own
        while new in self.counts:
            self.counts[own] += 1
            new = f"{own}{self.join}{self.counts[own]}"
        self.counts[new] = 0
        return new
