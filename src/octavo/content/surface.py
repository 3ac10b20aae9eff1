"""The names of this room that other packages of the wheel may import."""

from __future__ import annotations

from octavo.content.front_matter import FrontMatter, empty_front_matter, read_front_matter
from octavo.content.javascript.evaluation import Outcome, Request
from octavo.content.javascript.jsx import JsxMistake
from octavo.content.javascript.literals import NOT_LITERAL, evaluate_literal
from octavo.content.javascript.modules import Module, read_module
from octavo.content.mdx import parse_mdx
from octavo.content.mdx.javascript import Lexer
from octavo.content.nodes import Element, Node, Tag

__all__ = [
    "NOT_LITERAL",
    "Element",
    "FrontMatter",
    "JsxMistake",
    "Lexer",
    "Module",
    "Node",
    "Outcome",
    "Request",
    "Tag",
    "empty_front_matter",
    "evaluate_literal",
    "parse_mdx",
    "read_front_matter",
    "read_module",
]
