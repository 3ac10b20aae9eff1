"""Explains mistakes in a YAML text in plain words."""

from __future__ import annotations

from octavo.problems import Code, Location, Problem

_QUOTE_IT = 'Put the whole value in quotes, as in key: "value".'
_QUOTE_COLON = 'Put a value that has a colon in quotes, as in key: "one: two".'
_INDENT = "Indent with spaces, the same number for all keys of one level."
_MIND_QUOTES = (
    "Check the indentation and the quotes: text cannot follow a closing quote, and an apostrophe "
    "inside of single quotes is written twice."
)

_BY_PROBLEM = {
    "mapping values are not allowed in this context": (
        "a colon is not expected here",
        f"{_QUOTE_COLON} If this is a key, check its indentation and the line above.",
    ),
    "did not find expected key": (
        "a line of `key: value` is expected here",
        _MIND_QUOTES,
    ),
    "could not find expected ':'": (
        "this line is not `key: value`: the colon is missing",
        "Write `key: value`, or indent the line if it belongs to the value above.",
    ),
    "did not find expected '-' indicator": (
        "the next item of a list is expected here",
        "Start every item of the list with - in the same column.",
    ),
    "did not find expected ',' or ']'": (
        "this list in [brackets] is not closed, or a comma is missing",
        "Close it with ] and put a comma between two items.",
    ),
    "did not find expected ',' or '}'": (
        "these {braces} are not closed, or a comma is missing",
        "Close them with } and put commas between keys; put text that starts with { in quotes.",
    ),
    "block sequence entries are not allowed in this context": (
        "an item of a list cannot start here",
        "Put the list on the lines below its key; put a value that starts with - in quotes.",
    ),
    "found unknown escape character": (
        "a backslash in double quotes starts an escape, and this one is not known",
        "Write \\\\ for a backslash, or put the value in single quotes.",
    ),
    "did not find expected hexdecimal number": (
        "this escape is not complete",
        "Write \\\\ for a backslash, or put the value in single quotes.",
    ),
    "found unexpected end of stream": (
        "this quote is never closed",
        "Close it with the same kind of quote.",
    ),
    "found unexpected document indicator": (
        "this quote is never closed",
        "Close it with the same kind of quote.",
    ),
    "did not find expected <document start>": (
        "this does not belong to the lines above",
        f"{_INDENT} The first key sets the indentation of all.",
    ),
    "found undefined tag handle": ("a value cannot start with !", _QUOTE_IT),
    "did not find expected node content": ("a value is expected here", _QUOTE_IT),
    "found a tab character that violates indentation": ("this line starts with a tab", _INDENT),
    "found a tab character where an indentation space is expected": (
        "this line starts with a tab",
        _INDENT,
    ),
}
_BY_CONTEXT = {
    "while scanning an alias": ("a value cannot start with *", _QUOTE_IT),
    "while scanning an anchor": ("a value cannot start with &", _QUOTE_IT),
    "while scanning a tag": ("a value cannot start with !", _QUOTE_IT),
    "while scanning a directive": ("a line cannot start with %", _QUOTE_IT),
    "while scanning a block scalar": (
        "a value cannot start with > or | when text follows on the same line",
        f"{_QUOTE_IT} Text of several lines starts on the line below > or |.",
    ),
}
_SHOWN_AT_CONTEXT = frozenset(
    {
        "while scanning a quoted scalar",
        "while scanning a simple key",
        "while scanning an alias",
        "while scanning an anchor",
        "while scanning a block scalar",
    }
)
_CANNOT_START = "that cannot start any token"


def explain_mistake(
    problem: str,
    context: str,
    at: tuple[int, int],
    context_at: tuple[int, int] | None,
    text: str,
    source: str,
    first_line: int,
) -> Problem:
    """Return the problem for an error of the parser; its places start at 0."""
    tab = "tab character" in problem
    line, column = context_at if context_at and context in _SHOWN_AT_CONTEXT and not tab else at
    if _CANNOT_START in problem:
        message, hint = _explain_character(text, line, column)
    elif context in _BY_CONTEXT and not tab:
        message, hint = _BY_CONTEXT[context]
    else:
        message, hint = _BY_PROBLEM.get(problem, (f"this is not valid YAML: {problem}", ""))
    location = Location(source, line + first_line, column + 1)
    return Problem(Code.YAML_SYNTAX, message, location, hint=hint)


def _explain_character(text: str, line: int, column: int) -> tuple[str, str]:
    rows = text.split("\n", line + 1)
    character = rows[line][column : column + 1] if line < len(rows) else ""
    if character == "\t":
        return "this line starts with a tab", _INDENT
    return f"a value cannot start with {character}", _QUOTE_IT
