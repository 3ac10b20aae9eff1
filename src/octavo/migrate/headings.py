"""What a heading holds beside its words: a title is text, and has neither pictures nor links."""

from __future__ import annotations

import re

_PICTURE = r"!\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\])|<img\b[^<>]*>"
_BESIDE_WORDS = re.compile(
    rf"(?<!\\)\[(?:{_PICTURE}|[^\[\]])*\](?:\([^()]*\)|\[[^\[\]]*\])|{_PICTURE}|<a\b[^<>]*>.*?</a>"
)


def list_beside_words(heading: str) -> list[str]:
    """Return the pictures and links of a heading, which are to stand below the title."""
    return _BESIDE_WORDS.findall(heading)
