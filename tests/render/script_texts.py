"""Finds the texts in a script: in quotes, or in a template between its values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_PIECE = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)"""
    r"""|(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    r"""|(?P<pattern>(?<=[(,=:!&|?\[{};] )/(?:\[(?:\\.|[^\]\\\n])*\]|\\.|[^/\\\n\[])+/"""
    r"""|(?<=[(\[!])/(?:\[(?:\\.|[^\]\\\n])*\]|\\.|[^/\\\n\[])+/)"""
    r"""|(?P<sign>[`(){}])""",
    re.DOTALL,
)
_TEMPLATE_PIECE = re.compile(r"\\.|`|\$\{", re.DOTALL)


@dataclass(frozen=True)
class ScriptText:
    """A text in a script, with the text before it in its line."""

    text: str
    before: str
    is_said: bool
    """Whether it goes through the table of texts: `say("Copy")`."""


def list_script_texts(script: str) -> Iterator[ScriptText]:
    """Yield the texts in their order; those inside of a template before what follows in it."""
    yield from _Reader(script).read()


class _Reader:
    def __init__(self, script: str) -> None:
        self._script = script
        self._at = 0
        self._open: list[str] = []
        """What is open around the place: `say(`, `(`, `{`, or the `${` of a template."""

    def read(self) -> Iterator[ScriptText]:
        while match := _PIECE.search(self._script, self._at):
            self._at = match.end()
            if match["string"]:
                yield self._make(match[0][1:-1], match.start())
            elif match["sign"]:
                yield from self._follow(match[0], match.start())

    def _follow(self, sign: str, start: int) -> Iterator[ScriptText]:
        if sign == "`":
            yield from self._read_template(start)
        elif sign in "({":
            is_say = sign == "(" and re.search(r"(?<![.\w])say$", self._script[:start][-8:])
            self._open.append("say(" if is_say else sign)
        elif self._open and self._open.pop() == "${":
            yield from self._read_template(start)

    def _read_template(self, start: int) -> Iterator[ScriptText]:
        """Read on in a template, up to its end or to its next value."""
        begin = self._at
        while match := _TEMPLATE_PIECE.search(self._script, self._at):
            self._at = match.end()
            if match[0] in ("`", "${"):
                yield self._make(self._script[begin : match.start()], start)
                if match[0] == "${":
                    self._open.append("${")
                return

    def _make(self, text: str, start: int) -> ScriptText:
        before = self._script[self._script.rfind("\n", 0, start) + 1 : start]
        return ScriptText(text, before, bool(self._open) and self._open[-1] == "say(")
