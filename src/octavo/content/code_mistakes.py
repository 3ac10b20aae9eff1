"""Finds mistakes in complete JSON and YAML examples.

Authors leave out parts (`...`), add comments, write placeholders (`<your key>`) and show a few
lines of a longer file. These are no mistakes. Octavo reports the rest: a missing or extra comma, a
wrong quote, an unclosed bracket.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from octavo.problems import Code, Severity
from octavo.project.documents.yaml import parse_yaml


class Mistake(NamedTuple):
    """The line and column of a mistake, which start at 1, and its reason."""

    line: int
    column: int
    reason: str


_STRING = re.compile(
    r""""(?>(?:[^"\\\n]|\\.)*)("?)|'(?>(?:[^'\\\n]|\\.)*)('?)|[“„][^”“„\n]*+([”“]?)"""
)
"""A string; an unclosed one ends at its first invalid character, and is read only once."""
_LEFT_OUT = re.compile(r"\.\.|…|//|/\*|[#<>$|%@=;(`*!?&^~]|\{\{")
"""Characters outside of strings that show an incomplete example."""
_WORD = re.compile(r"(?<![\w.-])[A-Za-z_][\w-]*+(?!\s*:)")
_KNOWN_WORDS = frozenset({"true", "false", "null"})
_OTHER_QUOTES = frozenset("“”„«»")


def find_json_mistake(text: str) -> Mistake | None:
    """Return the first mistake of JSON; None if it is valid or not meant to be complete."""
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
    if text.lstrip().startswith('"'):  # These are entries of an object, without its braces.
        line, column, reason = _explain_json(of_object)
        return Mistake(line, column - (line == 1), reason)
    return _explain_json(error)


def _read_values(text: str) -> json.JSONDecodeError | None:
    """Return why a text isn't one JSON value, or several in a row."""
    decoder, at = json.JSONDecoder(strict=False), 0
    text = text.strip("\ufeff")
    while (at := _skip_space(text, at)) < len(text):
        try:
            _, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            return error
        # The text is very deep, or has a number with very many digits.
        except (RecursionError, ValueError):
            return None
    return None


def _skip_space(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _explain_json(error: json.JSONDecodeError) -> Mistake:
    before = error.doc[: error.pos].rstrip()
    here = error.doc[error.pos : error.pos + 1]
    # Newer Python versions point at the comma themselves.
    if here in {"}", "]"} and before.endswith(","):
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
"""Placeholders and omissions."""


def find_yaml_mistake(text: str) -> Mistake | None:
    """Return the first mistake of YAML; None if it is valid or not meant to be complete."""
    if _TEMPLATE.search(text):
        return None
    for problem in parse_yaml(text, "").problems:
        if problem.severity is Severity.ERROR and problem.code is Code.YAML_SYNTAX:
            place = problem.location
            return Mistake(max(place.line, 1), max(place.column, 1), problem.message)
    return None
