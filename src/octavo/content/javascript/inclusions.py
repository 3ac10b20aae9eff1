"""Where an expression stands: in which file, and with which properties that the file was given."""

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
    """The sources from the page to this file, each included by the one before it."""
    scope: dict[str, Any] = field(default_factory=dict)
    """What is known of the names that expressions may use."""
    is_page: bool = False
    children: list[Node] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    """The properties whose values are known."""
    code: dict[str, tuple[Inclusion, str]] = field(default_factory=dict)
    """The properties that only an engine can tell: their code, and where it stands."""
    sources: dict[str, tuple[Inclusion, str]] = field(default_factory=dict)
    """The same for properties that are known."""
    answers: dict[str, Any] = field(default_factory=dict)
    """The properties that an engine gave, in the form of its answers."""
    environment: int | None = None
    """The number under which an engine knows the properties."""

    def give(self, name: str, value: Any, source: tuple[Inclusion, str] | None = None) -> None:
        """Set a property; NOT_LITERAL where only its source is known."""
        if value is NOT_LITERAL and source:
            self.code[name] = source
        elif name == "..." and isinstance(value, dict):
            self.values.update(value)
        else:
            self.values[name] = value
            if source:
                self.sources[name] = source

    def build_scope(self) -> None:
        """Fill the scope of a snippet: what it was given, and its own names, which come first."""
        properties = {**self.values, **dict.fromkeys(self.code, NOT_LITERAL)}
        if self.children:
            properties["children"] = NOT_LITERAL
        own = self.file.bindings
        values = {key: value for key, value in self.values.items() if key not in own}
        self.scope = {**values, "props": properties, **self.file.literals}
        if "..." in self.code:  # nobody knows what it has
            del self.scope["props"]


def write_function(inclusion: Inclusion, code: str) -> str:
    """Return an expression as a function of the properties that its file was given.

    In a snippet a property goes by its plain name, and one that was not given is undefined.
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
    """Return an expression without JSX, to stand in larger code; raises JsxMistake."""
    return "(void 0)" if is_only_comments(source) else f"({transform_expression(source)}\n)"


def try_operand_source(source: str) -> str | None:
    """Return the same, or None where the JSX cannot be read."""
    try:
        return write_operand(source)
    except JsxMistake:
        return None


def is_plain(value: Any) -> bool:
    """Tell whether JSON can hold a value."""
    if isinstance(value, dict):
        return all(is_plain(each) for each in value.values())
    if isinstance(value, list):
        return all(is_plain(each) for each in value)
    return value is None or isinstance(value, (str, int, float, bool))
