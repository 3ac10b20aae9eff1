"""Defines the grammar of a language: one regular expression, and a kind for each of its groups.

Rules are tried in order at every position, and the first match takes the text. No rule may
backtrack: quantifiers that could are possessive (`*+`), and groups are atomic (`(?>(?:ab)*)`,
because early versions of Python 3.11 have wrong possessive groups). Tokens with an end (strings,
comments) also end with the code. So highlighting takes linear time.

A rule that begins with a character or a set of them is skipped by a single test of the text. So
rules of common languages don't begin with a lookbehind: `x(?<=\\.x)` is a name after a dot like
`(?<=\\.)x`, and costs nothing without a name.
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
"""The CSS classes of tokens, with their meaning. All other text stays plain."""

Words = Mapping[str, str]
"""Words of a language, with the kind of each."""


class Rule(NamedTuple):
    """A kind (empty for plain text) and its pattern."""

    kind: str
    pattern: str
    words: Words | None = None
    """Words of another kind than the rest of the pattern's matches."""
    inside: str | None = None
    """The grammar for the content; unmatched parts have the kind of the rule."""
    before: tuple[Rule, ...] = ()
    """Alternatives if a certain text follows: rules whose patterns only look ahead."""


class Grammar(Struct, frozen=True):
    """The rules of a language."""

    rules: tuple[Rule, ...]
    fold: bool = False
    """Whether words mean the same in capitals."""
    plain: str = ""
    """A set of frequent characters that no rule begins with, matched in one step."""
    is_session: bool = False
    """Whether it is for prompts and their output; code without a prompt needs another one."""


class CompiledGrammar(Struct, frozen=True):
    """The rules of a language as one pattern."""

    grammar: Grammar
    pattern: re.Pattern[str]
    """The pattern: its first group is empty and begins the token; the last identifies the rule."""
    rules_by_group: tuple[Rule | None, ...]
    """The rules by the number of the matched group; None for plain text."""


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
    for number, rule in enumerate(numbered_rules):  # A rule may have its own groups.
        if rule.kind or rule.words or rule.inside:
            by_group[pattern.groupindex[f"rule{number}"]] = rule
    return CompiledGrammar(grammar, pattern, tuple(by_group))


def _join(rules: tuple[Rule, ...], numbered_rules: list[Rule]) -> str:
    """Return the pattern of some rules; groups are named by their index in `numbered_rules`.

    The group that identifies the rule is empty and comes after its pattern. An alternative that
    begins with a character is skipped by a single test of the text, but one that begins with a
    group is not.
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
    """Return words by kind: `words(k="if else", b="true false")`."""
    return {word: kind for kind, text in kinds.items() for word in text.split()}


# --- pieces that many languages share ---

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
"""The plain characters of most languages, matched in one step because they are frequent."""
