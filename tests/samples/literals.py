"""Takes samples apart into literals and the rest, by the rules of each language.

Only what the samples use of a language is known here; anything else fails.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from tests.samples.languages import LANGUAGES

_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|u\{[0-9a-f]+\}|.)", re.DOTALL)
_NAMED = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_PLAIN = "\\\"'`$#"


@dataclass(frozen=True)
class Pieces:
    """The code without its literals, and what the literals mean."""

    rest: str
    values: tuple[str, ...]


def take_apart(language: str, code: str) -> Pieces:
    """Return the pieces of a sample."""
    if language == "python":
        return _take_python_apart(code)
    values: list[str] = []

    def keep(found: re.Match[str]) -> str:
        if found.lastgroup == "comment":
            return ""
        values.append(_value(language, found))
        return "\x00"

    rest = re.sub(LANGUAGES[language].literals, keep, code, flags=re.DOTALL)
    return Pieces(*_join_sums(rest, values))


def _join_sums(rest: str, values: list[str]) -> tuple[str, tuple[str, ...]]:
    """Join literals that are added to each other: they are one text."""
    pieces = iter(values)
    joined = [
        "".join(next(pieces) for _ in range(found[0].count("\x00")))
        for found in re.finditer(r"\x00(?: \+ \x00)*", rest)
    ]
    return re.sub(r"\x00(?: \+ \x00)*", "LITERAL", rest), tuple(joined)


def _value(language: str, found: re.Match[str]) -> str:
    kind, text = str(found.lastgroup), found[str(found.lastgroup)]
    if kind == "raw":
        return text
    if kind == "heredoc":
        return re.sub(r"^  ", "", text, flags=re.MULTILINE)
    if kind == "single":
        return re.sub(r"\\([\\'])", r"\1", text)
    if kind == "template":
        assert not re.search(r"(?<!\\)(?:\\\\)*\$\{", text), "an expression in a template"
    if kind == "block":
        text = _without_margin(text)
    if language == "ruby":
        expressions = re.findall(r"(?<!\\)(?:\\\\)*#(?:[$@]|\{(\w*))", text)
        assert set(expressions) <= {"boundary", "head"}, "an expression in a text"
    if language == "php":
        variables = re.findall(r"(?<!\\)(?:\\\\)*\$(\w+)", text)
        assert set(variables) <= {"boundary"}, "a variable in a text"
    return _ESCAPE.sub(_unescape, text)


def _unescape(found: re.Match[str]) -> str:
    escape = found[1]
    if escape[0] == "u" and len(escape) > 1:
        return chr(int(escape[1:].strip("{}"), 16))
    if escape in _NAMED:
        return _NAMED[escape]
    assert escape in _PLAIN, f"an escape that is none: \\{escape}"
    return escape


def _without_margin(block: str) -> str:
    lines = block.split("\n")
    margin = min(len(line) - len(line.lstrip(" ")) for line in lines if line.strip())
    return "\n".join(line[margin:].rstrip(" \t") for line in lines)


class _Blank(ast.NodeTransformer):
    def __init__(self) -> None:
        self.values: list[str] = []

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if not isinstance(node.value, str):
            return node
        self.values.append(node.value)
        return ast.copy_location(ast.Name("LITERAL", ast.Load()), node)


def _take_python_apart(code: str) -> Pieces:
    blank = _Blank()
    rest = ast.unparse(blank.visit(ast.parse(code)))
    return Pieces(rest, tuple(blank.values))


def check_brackets(rest: str) -> None:
    """Fail where brackets outside of literals do not match."""
    closing = {")": "(", "]": "[", "}": "{"}
    open_: list[str] = []
    for character in rest:
        if character in "([{":
            open_.append(character)
        elif character in closing:
            assert open_, f"{character} closes nothing"
            assert open_.pop() == closing[character]
    assert not open_
