"""Explains invalid JSON in plain words, above all typing mistakes."""

from __future__ import annotations

import json
from typing import NoReturn

from octavo.problems import Code, Location, Problem
from octavo.settings.json.places import find_word, locate_offset
from octavo.values import Struct

_COMMA_AT_END = "there is a comma before a closing bracket"
_NO_COMMA_AT_END = "Remove the comma after the last entry."
_NO_COMMENTS = "JSON has no comments. Remove it."
_HINTS = {
    "/": _NO_COMMENTS,
    "#": _NO_COMMENTS,
    "'": "Use double quotes in place of single quotes.",
}
_PYTHON_WORDS = ("True", "False", "None", "undefined")
_MEANINGS = (
    ("Expecting property name", "a key in double quotes is expected here"),
    ("Expecting value", "a value is expected here"),
    ("Expecting ',' delimiter", "a comma or a closing bracket is expected here"),
    ("Expecting ':' delimiter", "a colon is expected here, between a key and its value"),
    ("Unterminated string", "the text that begins here has no closing quote"),
    ("Invalid control character", "there is a line break or control character inside a text"),
    ("Invalid \\escape", "there is a backslash here that JSON does not know"),
    ("Invalid \\uXXXX escape", "four hex digits are expected after \\u"),
    ("Illegal trailing comma", _COMMA_AT_END),
)


class ConstantError(ValueError):
    """A word such as NaN, which JSON lacks."""


def refuse_constant(word: str) -> NoReturn:
    """Refuse words that Python's parser would read as numbers."""
    raise ConstantError(word)


class _Mistake(Struct, frozen=True):
    """A mistake in a JSON text, with its position."""

    offset: int
    meaning: str
    hint: str


class JsonExplainer(Struct, frozen=True):
    """Explains mistakes in one kind of JSON text, with two custom messages."""

    code: Code
    after_end: str
    hint_when_empty: str

    def explain(
        self, error: json.JSONDecodeError | ConstantError, text: str, source: str
    ) -> Problem:
        """Return the problem for an error of the parser."""
        if isinstance(error, ConstantError):
            mistake = _explain_constant(text, str(error))
        else:
            mistake = _explain_syntax(error, self.after_end, self.hint_when_empty)
        message = f"this is not JSON: {mistake.meaning}"
        place = Location(source, *locate_offset(text, mistake.offset))
        return Problem(self.code, message, place, hint=mistake.hint)


def _explain_constant(text: str, word: str) -> _Mistake:
    meaning = f"{word} is not a value that JSON knows"
    return _Mistake(find_word(text, word), meaning, "Write a number, or remove the key.")


def _explain_syntax(error: json.JSONDecodeError, after_end: str, hint_when_empty: str) -> _Mistake:
    meanings = (*_MEANINGS, ("Extra data", after_end))
    meaning = next((ours for theirs, ours in meanings if error.msg.startswith(theirs)), error.msg)
    before = error.doc[: error.pos].rstrip()
    if error.doc[error.pos : error.pos + 1] in {"}", "]"} and before.endswith(","):
        return _Mistake(len(before) - 1, _COMMA_AT_END, _NO_COMMA_AT_END)
    hint = _suggest(error) if error.doc.strip() else hint_when_empty
    return _Mistake(error.pos, meaning, hint)


def _suggest(error: json.JSONDecodeError) -> str:
    text, following = error.doc, error.doc[error.pos : error.pos + 1]
    if not following:
        return "The file ends too early. A closing bracket is probably missing."
    if following in _HINTS:
        return _HINTS[following]
    if error.msg.startswith("Illegal trailing comma"):
        return _NO_COMMA_AT_END
    if error.msg.startswith("Expecting ',' delimiter"):
        return "A comma is probably missing after the value before this."
    if error.msg.startswith("Expecting property name") and following.isidentifier():
        return "Put the key in double quotes."
    if text.startswith(_PYTHON_WORDS, error.pos):
        return "Write true, false or null."
    return ""
