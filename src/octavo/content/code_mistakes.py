"""Finds what is wrong with code in JSON and YAML that was meant to be complete.

Authors leave out parts (`...`), add comments, write placeholders (`<your key>`) and show a few
lines of a longer file. None of this is a mistake. What remains is told: a comma that is missing or
too many, a quote of another kind, a bracket that nothing closes.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from octavo.problems import Code, Severity
from octavo.project.documents.yaml import parse_yaml


class Mistake(NamedTuple):
    """Where code stops being what it says it is, in lines and columns from 1, and why."""

    line: int
    column: int
    reason: str


_STRING = re.compile(
    r""""(?>(?:[^"\\\n]|\\.)*)("?)|'(?>(?:[^'\\\n]|\\.)*)('?)|[“„][^”“„\n]*+([”“]?)"""
)
"""A text; one that nothing closes counts up to where it cannot go on, and is not read twice."""
_LEFT_OUT = re.compile(r"\.\.|…|//|/\*|[#<>$|%@=;(`*!?&^~]|\{\{")
"""What stands outside of texts in code that is not meant to be read by a program."""
_WORD = re.compile(r"(?<![\w.-])[A-Za-z_][\w-]*+(?!\s*:)")
_KNOWN_WORDS = frozenset({"true", "false", "null"})
_OTHER_QUOTES = frozenset("“”„«»")


def find_json_mistake(text: str) -> Mistake | None:
    """Return the first mistake of JSON; None where it has none, or is not meant to be complete."""
    error = _read_values(text)
    if error is None or not text.lstrip().startswith(("{", "[", '"')):
        return None
    skeleton = _STRING.sub(lambda match: '""' if match[match.lastindex or 0] else match[0], text)
    if _LEFT_OUT.search(skeleton) or not _KNOWN_WORDS.issuperset(_WORD.findall(skeleton)):
        return None
    part = text.rstrip().rstrip(",")
    of_object = _read_values(f"{{{part}}}")
    if of_object is None or _read_values(part) is None or _read_values(f"[{part}]") is None:
        return None
    if text.lstrip().startswith('"'):  # entries of an object, without its braces
        line, column, reason = _explain_json(of_object)
        return Mistake(line, column - (line == 1), reason)
    return _explain_json(error)


def _read_values(text: str) -> json.JSONDecodeError | None:
    """Return why a text is not one JSON value, or several one after the other."""
    decoder, at = json.JSONDecoder(strict=False), 0
    text = text.strip("\ufeff")
    while (at := _skip_space(text, at)) < len(text):
        try:
            _, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            return error
        except (RecursionError, ValueError):  # very deep, or a number with very many digits
            return None
    return None


def _skip_space(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _explain_json(error: json.JSONDecodeError) -> Mistake:
    before = error.doc[: error.pos].rstrip()
    here = error.doc[error.pos : error.pos + 1]
    if here in {"}", "]"} and before.endswith(","):  # newer Pythons point at the comma themselves
        error = json.JSONDecodeError("Illegal trailing comma", error.doc, len(before) - 1)
    return Mistake(error.lineno, error.colno, _find_json_reason(error.msg, here))


def _find_json_reason(message: str, here: str) -> str:
    if message.startswith("Illegal trailing comma"):
        return "there is a comma after the last entry"
    if not here:
        return "a bracket is not closed"
    if here in _OTHER_QUOTES or here == "'":
        return "text needs straight double quotes around it"
    if here.isalpha() or here == "_":
        return "names need double quotes around them"
    if message.startswith("Expecting ',' delimiter"):
        return "a comma is missing before this"
    return "it cannot be read from here on"


_TEMPLATE = re.compile(
    r"\{\{|\{%|<%|\$\{|…|\]\w|^[^\S\n]*+(?:\.{2,}+|<[\w .-]++>)[^\S\n]*+$", re.MULTILINE
)
"""Values that are filled in later, and what is left out."""


def find_yaml_mistake(text: str) -> Mistake | None:
    """Return the first mistake of YAML; None where it has none, or is not meant to be complete."""
    if _TEMPLATE.search(text):
        return None
    for problem in parse_yaml(text, "").problems:
        if problem.severity is Severity.ERROR and problem.code is Code.YAML_SYNTAX:
            place = problem.location
            return Mistake(max(place.line, 1), max(place.column, 1), problem.message)
    return None
