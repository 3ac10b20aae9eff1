"""What a language is to the coloring: one regular expression, and a kind for each of its groups.

Rules are tried in order at every place, and the first that matches takes the text. Nothing may
look back over what it has tried: quantifiers that could are possessive (`*+`), groups atomic
(`(?>(?:ab)*)`: early versions of Python 3.11 are wrong about possessive ones), and whatever has an
end (strings, comments) also ends where the code does. So coloring takes linear time.

A rule that begins with a character or a set of them is passed over by one look at the text. That is
why the rules of the common languages do not begin with what stands before: `x(?<=\\.x)` is a name
after a dot like `(?<=\\.)x`, and costs nothing where there is no name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from octavo.values import Struct

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
"""The classes that colors are given to, and what they stand for. Everything else stays plain."""

Words = Mapping[str, str]
"""Words of a language, and the kind of each."""


class Rule(NamedTuple):
    """A kind (none for plain text) and the pattern of what has it."""

    kind: str
    pattern: str
    words: Words | None = None
    """Words that have another kind than the rest of what the pattern finds."""
    inside: str | None = None
    """The grammar that colors what is inside; what it leaves has the kind of the rule."""
    before: tuple[Rule, ...] = ()
    """What it is instead where something follows: rules whose patterns only look ahead."""


class Grammar(Struct, frozen=True):
    """The rules of a language."""

    rules: tuple[Rule, ...]
    fold: bool = False
    """Whether words mean the same in capitals."""
    plain: str = ""
    """A set of characters that no rule begins with, taken in one go: they are everywhere."""
    is_session: bool = False
    """Whether it is about prompts and answers, so that code without a prompt is something else."""


class CompiledGrammar(Struct, frozen=True):
    """The rules of a language as one pattern."""

    grammar: Grammar
    pattern: re.Pattern[str]
    """The first group is empty and begins the token; the last tells the rule."""
    rules_by_group: tuple[Rule | None, ...]
    """By the number of the group that matched; None for plain text."""


def compile_grammar(grammar: Grammar) -> CompiledGrammar:
    """Return the rules as one pattern."""
    numbered_rules: list[Rule] = []
    pattern_text = _join(grammar.rules, numbered_rules)
    if grammar.plain:
        pattern_text = f"[{grammar.plain}]*+()(?:{pattern_text}|(?<=[{grammar.plain}])())"
    else:
        pattern_text = f"()(?:{pattern_text})"
    pattern = re.compile(pattern_text, re.MULTILINE | (re.IGNORECASE if grammar.fold else 0))
    by_group: list[Rule | None] = [None] * (pattern.groups + 1)
    for number, rule in enumerate(numbered_rules):  # a rule may have groups of its own
        if rule.kind or rule.words or rule.inside:
            by_group[pattern.groupindex[f"rule{number}"]] = rule
    return CompiledGrammar(grammar, pattern, tuple(by_group))


def _join(rules: tuple[Rule, ...], numbered_rules: list[Rule]) -> str:
    """Return the pattern of some rules; groups are named by the places of `numbered_rules`.

    The group that tells the rule is empty and stands after its pattern: an alternative that begins
    with a character is passed over by one look at the text, one that begins with a group is not.
    """
    parts = []
    for rule in rules:
        end = f"(?P<rule{len(numbered_rules)}>)"
        numbered_rules.append(rule)
        if rule.before:
            end = f"(?:{_join(rule.before, numbered_rules)}|{end})"
        parts.append(f"(?:{rule.pattern}){end}")
    return "|".join(parts)


def split_words(**kinds: str) -> dict[str, str]:
    """Return words by kind, as they are written: `words(k="if else", b="true false")`."""
    return {word: kind for kind, text in kinds.items() for word in text.split()}


# pieces that many languages share

NAME = r"[^\W\d]\w*+"
NUMBER = (
    r"\d(?:(?<=0)(?:[xX][\da-fA-F_]++[A-Za-z]?|[bBoO][\d_]++)\w*+"
    r"|[\d_]*+(?>(?:\.\d[\d_]*+)?)(?>(?:[eE][+-]?\d++)?)[A-Za-z%]?\w*+)"
)
DOUBLE = r'"[^"\\\n]*+(?>(?:\\.[^"\\\n]*+)*)"?'
SINGLE = r"'[^'\\\n]*+(?>(?:\\.[^'\\\n]*+)*)'?"
LONG_DOUBLE = r'"""[^"\\]*+(?>(?:(?:\\[\s\S]|"(?!""))[^"\\]*+)*)(?>(?:""")?)'
LONG_SINGLE = r"'''[^'\\]*+(?>(?:(?:\\[\s\S]|'(?!''))[^'\\]*+)*)(?>(?:''')?)"
LINE_COMMENT = r"//[^\n]*+"
BLOCK_COMMENT = r"/\*[^*]*+(?>(?:\*(?!/)[^*]*+)*)(?>(?:\*/)?)"
HASH_COMMENT = r"#[^\n]*+"
MARKUP_COMMENT = r"<!--[^-]*+(?>(?:-(?!->)[^-]*+)*)(?>(?:-->)?)"
C_COMMENT = f"{LINE_COMMENT}|{BLOCK_COMMENT}"
SPACE = Rule("", r"[\s(){};,][\s(){};,]*+")
"""What is plain in most languages, taken in one go because it is everywhere."""
