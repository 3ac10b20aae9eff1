"""The context of an expression: its file, and the properties of that file."""

from __future__ import annotations

import json
import re
from typing import Any

from octavo.content.javascript.jsx import JsxMistake, is_only_comments, transform_expression
from octavo.content.javascript.literals import NOT_LITERAL
from octavo.content.javascript.snippets import File
from octavo.content.nodes import Node
from octavo.values import Struct, field

_NAMES = re.compile(r"(?<![\w$.])(?:[^\W\d]|\$)[\w$]*")
_RESERVED = frozenset(
    """arguments async await break case catch class const continue debugger default delete do else
    enum eval export extends false finally for function if implements import in instanceof
    interface let new null package private protected public return static super switch this throw
    true try typeof undefined var void while with yield of get set props""".split()
)


class Inclusion(Struct, eq=False):
    """A page, or one use of a snippet."""

    file: File
    chain: tuple[str, ...]
    """The sources from the page to this file, each including the next."""
    scope: dict[str, Any] = field(default_factory=dict)
    """The known values of names in expressions."""
    is_page: bool = False
    children: list[Node] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    """The properties whose values are known."""
    code: dict[str, tuple[Inclusion, str]] = field(default_factory=dict)
    """The properties that need an engine: their code, and its context."""
    sources: dict[str, tuple[Inclusion, str]] = field(default_factory=dict)
    """The same for known properties."""
    answers: dict[str, Any] = field(default_factory=dict)
    """The properties from an engine, in the form of its answers."""
    environment: int | None = None
    """The engine's number for the properties."""

    def give(self, name: str, value: Any, source: tuple[Inclusion, str] | None = None) -> None:
        """Set a property; NOT_LITERAL if only its source is known."""
        if value is NOT_LITERAL and source:
            self.code[name] = source
        elif name == "..." and isinstance(value, dict):
            self.values.update(value)
        else:
            self.values[name] = value
            if source:
                self.sources[name] = source

    def build_scope(self) -> None:
        """Fill the scope of a snippet: its properties, and its own names, which have priority."""
        properties = {**self.values, **dict.fromkeys(self.code, NOT_LITERAL)}
        if self.children:
            properties["children"] = NOT_LITERAL
        own = self.file.bindings
        values = {key: value for key, value in self.values.items() if key not in own}
        self.scope = {**values, "props": properties, **self.file.literals}
        if "..." in self.code:  # Its properties are unknown.
            del self.scope["props"]


def write_function(inclusion: Inclusion, code: str) -> str:
    """Return an expression as a function of its file's properties.

    In a snippet, a property has its plain name, and a missing one is undefined.
    """
    names: list[str] = []
    if not inclusion.is_page:
        words = dict.fromkeys(_NAMES.findall(code))
        names = [
            f"{name}=$global({json.dumps(name)})"
            for name in words
            if name not in _RESERVED and name not in inclusion.file.bindings and name[0] != "$"
        ]
    prologue = f"const {{{','.join(names)}}}=props;" if names else ""
    return f"(props=>{{{prologue}return(\n{code}\n)}})"


def write_operand(source: str) -> str:
    """Return an expression without JSX, for use in larger code; raise JsxMistake."""
    return "(void 0)" if is_only_comments(source) else f"({transform_expression(source)}\n)"


def try_operand_source(source: str) -> str | None:
    """Return the same, or None if the JSX is invalid."""
    try:
        return write_operand(source)
    except JsxMistake:
        return None


def is_plain(value: Any) -> bool:
    """Tell whether JSON can represent a value."""
    if isinstance(value, dict):
        return all(is_plain(each) for each in value.values())
    if isinstance(value, list):
        return all(is_plain(each) for each in value)
    return value is None or isinstance(value, (str, int, float, bool))
