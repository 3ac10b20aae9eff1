"""Reads module code: its imports, its exports, and those with plain values.

It returns the code without `import`, `export` and JSX, ready for an engine. The caller must provide
the imported names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from octavo.content.javascript.jsx import Transformer
from octavo.content.javascript.literals import NOT_LITERAL, read_literal
from octavo.content.mdx.javascript import Lexer
from octavo.content.nodes import Document, ModuleCode
from octavo.values import Struct

_NAME = r"(?:[^\W\d]|\$)[\w$]*+"
_QUOTED = r"(?:\"(?P<{0}>[^\"\n]*)\"|'(?P<{0}_single>[^'\n]*)')"
_IMPORT = re.compile(
    r"import\s*+(?:(?P<type>type\s++(?!from\b))?"
    rf"(?:(?P<default>(?!from\b){_NAME})\s*+(?:,\s*+)?)?"
    rf"(?:\*\s*+as\s++(?P<namespace>{_NAME})\s*+|\{{(?P<named>[^{{}}]*+)\}}\s*+)?from\s*+)?"
    + _QUOTED.format("source")
    + r"(?:\s*(?:with|assert)\s*\{[^{}]*\})?[ \t]*;?"
)
_EXPORT_DEFAULT = re.compile(
    rf"export\s+default\s+(?P<named>(?:async\s+)?(?:function\b\s*+\*?|class\b)\s*+(?P<name>{_NAME})\b"
    r"(?<!\bextends))?"
)
_EXPORT_DECLARATION = re.compile(r"export\s+(?=(?:const|let|var|function|class|async)\b)")
_EXPORT_LIST = re.compile(
    rf"export\s*(?:\{{(?P<named>[^{{}}]*)\}}|(?P<all>\*)(?:\s*as\s+(?P<namespace>{_NAME}))?)"
    rf"(?:\s*from\s*{_QUOTED.format('source')})?[ \t]*;?"
)
_DECLARATION = re.compile(
    rf"(?:const|let|var)\s+(?P<names>{_NAME}|[{{\[])|(?:async\s+)?function\s*+(?:\*\s*+)?(?P<function>{_NAME})"
    rf"|class\s+(?P<class>{_NAME})"
)
_PATTERN_NAME = re.compile(rf"(?<![\w$])({_NAME})\s*+(?=[,}}\]=]|\Z)")
_ENTRY = re.compile(rf"\s*(?:type\s+)?({_NAME})(?:\s+as\s+({_NAME}))?\s*\Z")
_VALUE = re.compile(rf"\s*({_NAME})\s*=\s*(?![=>])")
_COMMA = re.compile(r"\s*,")
_END_OF_STATEMENT = re.compile(
    r"[ \t]*(?://[^\n]*)?(?:;|\Z|\n(?!\s*(?:[-.+*(\[`?&|,<>=%^!:]|/(?![/*])|(?:in|as|instanceof)\b)))"
)
_CHANGE = re.compile(
    rf"(?<![\w$.])({_NAME})((?>(?:\.{_NAME}|\[(?>(?:[^\][\n]|\[[^\][\n]*+\])*)\])+))\s*+"
    r"(=(?![=>])|\(|\+\+|--|[-+*/|&%^?]{1,2}=)"
)
_CHANGING_CALL = re.compile(r"\.(?:push|pop|shift|unshift|splice|sort|reverse|fill)\Z")
DEFAULT = "default"
DEFAULT_NAME = "$default"
"""The name of a nameless `export default`."""


class Import(Struct, frozen=True):
    """An `import`: of names (with their names there and here), or of everything."""

    source: str
    position: int
    names: tuple[tuple[str, str], ...] = ()
    namespace: str | None = None


class Module(Struct, frozen=True):
    """Parsed module code."""

    code: str
    """The code without imports, exports and JSX; line numbers stay."""
    imports: tuple[Import, ...]
    exports: Mapping[str, str]
    """The local names of exports, by their exported names."""
    forwards: tuple[tuple[str, Import], ...]
    """Names (or `*`) that are exported from another module, and that module."""
    names: frozenset[str]
    """All declared names."""
    literals: Mapping[str, Any]
    """Constants with literal values."""


def join_module_code(document: Document) -> str:
    """Return the module code of a page, with its line numbers in the page."""
    parts: list[str] = []
    line = 1
    for node in document.nodes:
        if isinstance(node, ModuleCode):
            parts += ("\n" * (node.line - line), node.source, "\n")
            line = node.line + node.source.count("\n") + 1
    return "".join(parts)


@lru_cache(maxsize=256)
def read_module(text: str) -> Module:
    """Parse module code; raise JsxMistake if it is invalid."""
    reader = _Reader(text)
    code = reader.transformer.transform(0, len(text), reader.on_statement)
    changed_names = _find_changed_names(text) if reader.literals else ()
    return Module(
        code,
        tuple(reader.imports),
        reader.exports,
        tuple(reader.forwards),
        frozenset(reader.names),
        {name: value for name, value in reader.literals.items() if name not in changed_names},
    )


def find_place(text: str, position: int) -> tuple[int, int]:
    """Return the place of a position in a text."""
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)


class _Reader:
    """Reads the statements at the top of a module while its code is transformed."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.transformer = Transformer(text)
        self.lexer = Lexer(text)
        self.imports: list[Import] = []
        self.exports: dict[str, str] = {}
        self.forwards: list[tuple[str, Import]] = []
        self.names: set[str] = set()
        self.literals: dict[str, Any] = {}

    def on_statement(self, word: str, place: int) -> tuple[str, int] | None:
        """Return the replacement of a statement that begins with a word."""
        if word not in _STATEMENTS:
            return None
        if word == "import":
            return self._import(place)
        if word == "export":
            return self._export(place)
        self._declare(place)
        return None

    def _import(self, place: int) -> tuple[str, int] | None:
        match = _IMPORT.match(self.text, place)
        if match is None:
            return None
        if not match["type"]:
            names = [(DEFAULT, match["default"])] if match["default"] else []
            names += _read_entries(match["named"])
            source = match["source"] or match["source_single"] or ""
            self.imports.append(Import(source, place, tuple(names), match["namespace"]))
        return "\n" * match.group().count("\n"), match.end()

    def _export(self, place: int) -> tuple[str, int] | None:
        declaration = _EXPORT_DECLARATION.match(self.text, place)
        if declaration:
            for name in self._declare(declaration.end()):
                self.exports[name] = name
            return "\n" * declaration.group().count("\n"), declaration.end()
        default = _EXPORT_DEFAULT.match(self.text, place)
        if default:
            return self._export_default(default)
        match = _EXPORT_LIST.match(self.text, place)
        if match is None:
            return None
        self._export_list(match)
        return "\n" * match.group().count("\n"), match.end()

    def _export_default(self, match: re.Match[str]) -> tuple[str, int]:
        name = match["name"] or DEFAULT_NAME
        self.exports[DEFAULT] = name
        self.names.add(name)
        if match["named"]:
            newlines = "\n" * match.group()[: -len(match["named"])].count("\n")
            return newlines, match.start("named")
        return f"const {name}={_keep_newlines(match.group())}", match.end()

    def _export_list(self, match: re.Match[str]) -> None:
        entries = _read_entries(match["named"])
        source = match["source"] or match["source_single"]
        if source is None:
            self.exports.update({there: here for here, there in entries})
            return
        module = Import(source, match.start())
        if match["all"]:
            self.forwards.append((match["namespace"] or "*", module))
        for here, there in entries:
            self.forwards.append((there, Import(source, match.start(), ((here, there),))))

    def _declare(self, place: int) -> list[str]:
        match = _DECLARATION.match(self.text, place)
        if match is None:
            return []
        first = match["names"]
        if first is None:
            names = [match["function"] or match["class"]]
        elif first in "{[":
            end = self.lexer.find_end(match.end(), "}" if first == "{" else "]")
            names = _PATTERN_NAME.findall(self.text, match.end(), max(end, match.end()))
        else:
            is_constant = match.group().startswith("const")
            names = self._declare_values(match.start("names"), is_constant) or [first]
        self.names.update(names)
        return names

    def _declare_values(self, place: int, is_constant: bool) -> list[str]:
        """Return the names of `a = …, b = …`, up to the first value that is no literal."""
        names = []
        while match := _VALUE.match(self.text, place):
            names.append(match[1])
            value, end = read_literal(self.text, match.end(), self.literals)
            comma = _COMMA.match(self.text, end)
            if value is NOT_LITERAL or not (comma or _END_OF_STATEMENT.match(self.text, end)):
                break
            if is_constant:
                self.literals[match[1]] = value
            if comma is None:
                break
            place = comma.end()
        return names


_STATEMENTS = frozenset("import export const let var function class async".split())


def _read_entries(text: str | None) -> list[tuple[str, str]]:
    """Parse `a, b as c`: pairs of the names before and after `as`."""
    matches = (_ENTRY.match(part) for part in (text or "").split(","))
    return [(match[1], match[2] or match[1]) for match in matches if match]


def _find_changed_names(text: str) -> set[str]:
    """Return the names whose lists and objects change later."""
    return {
        name
        for name, members, sign in _CHANGE.findall(text)
        if sign != "(" or _CHANGING_CALL.search(members)
    }


def _keep_newlines(text: str) -> str:
    return "\n" * text.count("\n")
