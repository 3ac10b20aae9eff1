"""What a language is to the colouring: one regular expression, and a kind for each of its groups.

Rules are tried in order at every place, and the first that matches takes the text. Nothing may
look back over what it has tried: quantifiers that could are possessive (`*+`), and whatever has an
end (strings, comments) also ends where the code does. So colouring takes linear time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

KINDS: Mapping[str, str] = {
    "c": "comment",
    "s": "string",
    "n": "number",
    "k": "keyword",
    "f": "function",
    "t": "type",
    "b": "constant",
    "g": "tag",
    "a": "attribute",
    "v": "variable",
    "i": "inserted",
    "d": "deleted",
    "h": "heading",
    "l": "link",
    "p": "prompt",
    "o": "output",
}
"""The classes that colours are given to, and what they stand for. Everything else stays plain."""

Words = Mapping[str, str]
"""Words of a language, and the kind of each."""


class Rule(NamedTuple):
    """A kind (none for plain text) and the pattern of what has it."""

    kind: str
    pattern: str
    words: Words | None = None
    """Words that have another kind than the rest of what the pattern finds."""
    inside: str | None = None
    """The grammar that colours what is inside; what it leaves has the kind of the rule."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """The rules of a language, compiled."""

    rules: tuple[Rule, ...]
    fold: bool = False
    """Whether words mean the same in capitals."""
    pattern: re.Pattern[str] = field(init=False)
    found: tuple[tuple[str, Words | None, str | None], ...] = field(init=False)
    """Kind, words and inside by the number of the group that matched."""

    def __post_init__(self) -> None:
        flags = re.MULTILINE | (re.IGNORECASE if self.fold else 0)
        joined = "|".join(f"(?P<rule{n}>{rule.pattern})" for n, rule in enumerate(self.rules))
        pattern = re.compile(joined, flags)
        found: list[tuple[str, Words | None, str | None]] = [("", None, None)] * (
            pattern.groups + 1
        )
        for number, rule in enumerate(self.rules):  # a rule may have groups of its own
            found[pattern.groupindex[f"rule{number}"]] = (rule.kind, rule.words, rule.inside)
        object.__setattr__(self, "pattern", pattern)
        object.__setattr__(self, "found", tuple(found))


def words(**kinds: str) -> dict[str, str]:
    """Return words by kind, as they are written: `words(k="if else", b="true false")`."""
    return {word: kind for kind, listed in kinds.items() for word in listed.split()}


# pieces that many languages share

NAME = r"[^\W\d]\w*+"
NUMBER = (
    r"0[xX][\da-fA-F_]++[A-Za-z]?\w*+|0[bBoO][\d_]++\w*+"
    r"|\d[\d_]*+(?:\.\d[\d_]*+)?+(?:[eE][+-]?\d++)?+[A-Za-z%]?\w*+"
)
DOUBLE = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?'
SINGLE = r"'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'?"
LONG_DOUBLE = r'"""[^"\\]*+(?:(?:\\[\s\S]|"(?!""))[^"\\]*+)*+(?:""")?+'
LONG_SINGLE = r"'''[^'\\]*+(?:(?:\\[\s\S]|'(?!''))[^'\\]*+)*+(?:''')?+"
LINE_COMMENT = r"//[^\n]*+"
BLOCK_COMMENT = r"/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/)?+"
HASH_COMMENT = r"#[^\n]*+"
MARKUP_COMMENT = r"<!--[^-]*+(?:-(?!->)[^-]*+)*+(?:-->)?+"
C_COMMENT = f"{LINE_COMMENT}|{BLOCK_COMMENT}"
SPACE = Rule("", r"[\s(){};,]++")
"""What is plain in most languages, taken in one go because it is everywhere."""
