"""Writes grammars as scripts: browsers highlight samples by the same rules, with `tokens.js`."""

from __future__ import annotations

import json
import re
from itertools import count
from typing import Any

from octavo.render.content.highlight.grammar import Rule, Words
from octavo.render.content.highlight.write import make_grammar

_PIECES = re.compile(
    r"\\.|\[(?:\\.|[^\]\\])*\]|\(\?P=\w+\)|\((?:\?[P<>!=:]+)?|[*+?]\+?|\{[\d,]+\}\+?|."
)


def write_grammar(language: str) -> str:
    """Return the module with the rules of a language, and of nested languages."""
    writer = _Writer()
    missing = [language]
    grammars: dict[str, list[Any]] = {}
    while missing:
        grammar = make_grammar(name := missing.pop())
        plain = (Rule("", f"[{grammar.plain}]++"),) if grammar.plain else ()
        rules = (*plain, *grammar.rules)
        grammars[name] = [writer.write(rule) for rule in rules]
        missing += (each.inside for each in rules if each.inside and each.inside not in grammars)
    return "".join(
        f"export const {name} = {json.dumps(value, separators=(',', ':'))};\n"
        for name, value in (("words", writer.words), ("grammars", grammars))
    )


class _Writer:
    """Writes rules for JavaScript."""

    def __init__(self) -> None:
        self.words: list[Words] = []
        self._numbers = count()

    def write(self, rule: Rule) -> list[Any]:
        """Return a rule, as short as possible; its words are an index into `words`."""
        if rule.words is not None and rule.words not in self.words:
            self.words.append(rule.words)
        place = None if rule.words is None else self.words.index(rule.words)
        before = [self.write(each) for each in rule.before]
        parts = [rule.kind, self._translate(rule.pattern), place, rule.inside, before or None]
        while parts[-1] is None:
            parts.pop()
        return parts

    def _translate(self, pattern: str) -> str:
        """Return a pattern in JavaScript's syntax.

        JavaScript has no possessive quantifiers. A group inside a lookahead also never backtracks.
        """
        pieces = _read_pieces(pattern)
        is_safe = _find_safe(pieces)
        around: list[list[str]] = []
        atoms: list[str] = []
        for at, piece in enumerate(pieces):
            if piece.startswith("(?P="):
                atoms.append(rf"\k<{piece[4:-1]}>")
            elif piece[0] == "(":
                around.append(atoms)
                atoms = [piece.replace("P", "")]
            elif piece == ")":
                group = "".join(atoms) + piece
                atoms = [*around.pop(), group]
            elif _is_quantifier(piece):
                repeated = atoms.pop() + (piece[:-1] if _is_possessive(piece) else piece)
                if _is_possessive(piece) and at not in is_safe:
                    name = f"q{next(self._numbers)}"
                    repeated = rf"(?=(?<{name}>{repeated}))\k<{name}>"
                atoms.append(repeated)
            else:
                atoms.append("(?![^])" if piece == r"\Z" else piece)
        return "".join(atoms)


def _read_pieces(pattern: str) -> list[str]:
    """Return the pieces of a pattern; atomic groups become possessive quantifiers."""
    pieces: list[str] = []
    is_atomic: list[bool] = []
    for piece in _PIECES.findall(pattern):
        if piece[0] == "(" and not piece.startswith("(?P="):
            is_atomic.append(piece == "(?>")
        if piece == ")" and is_atomic.pop():
            pieces[-1] += "+"
        elif piece != "(?>":
            pieces.append(piece)
    return pieces


def _is_quantifier(piece: str) -> bool:
    return piece[0] in "*+?" or (piece[0] == "{" and len(piece) > 1)


def _is_possessive(piece: str) -> bool:
    return len(piece) > 1 and piece[-1] == "+"


def _find_safe(pieces: list[str]) -> set[int]:
    """Return the quantifiers that never need to backtrack, because the next part can't fail."""
    safe: set[int] = set()
    around: list[tuple[bool, bool, bool]] = []
    cannot_fail, inside, quantifier = True, True, ""
    for at in reversed(range(len(pieces))):
        piece = pieces[at]
        if _is_quantifier(piece):
            quantifier = piece
            if cannot_fail:
                safe.add(at)
            continue
        may_be_left_out = quantifier[:1] in ("*", "?")
        if piece == ")":
            around.append((cannot_fail, inside, may_be_left_out))
            cannot_fail = inside = cannot_fail or _is_possessive(quantifier)
        elif piece == "|":
            cannot_fail = inside
        elif piece[0] == "(" and not piece.startswith("(?P="):
            before, inside, may_be_left_out = around.pop()
            cannot_fail = before and may_be_left_out
        else:
            cannot_fail = cannot_fail and may_be_left_out
        quantifier = ""
    return safe
