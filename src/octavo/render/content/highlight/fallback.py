"""Reads the tokens of languages without a built-in grammar, with Pygments."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from pygments.lexers import find_lexer_class, get_all_lexers  # type: ignore[import-untyped]  # has no types
from pygments.token import (  # type: ignore[import-untyped]  # has no types
    Comment,
    Generic,
    Keyword,
    Literal,
    Name,
    Number,
    String,
)

LARGEST = 50_000
"""The longest code for it, because some lexers take more than linear time."""

_KINDS = {
    Comment: "c",
    Comment.Preproc: "k",
    String: "s",
    Literal: "s",
    Number: "n",
    Keyword: "k",
    Keyword.Constant: "b",
    Keyword.Type: "t",
    Name.Attribute: "a",
    Name.Builtin: "f",
    Name.Class: "t",
    Name.Constant: "b",
    Name.Decorator: "f",
    Name.Exception: "t",
    Name.Function: "f",
    Name.Namespace: "t",
    Name.Property: "a",
    Name.Tag: "g",
    Name.Variable: "v",
    Generic.Deleted: "d",
    Generic.Heading: "h",
    Generic.Inserted: "i",
    Generic.Output: "o",
    Generic.Prompt: "p",
    Generic.Subheading: "h",
}


def read_tokens(text: str, language: str) -> Iterable[tuple[str, str]]:
    """Return kinds and tokens, which together are the text; one plain token if it is unknown."""
    lexer = _find_lexer(language)
    if lexer is None or len(text) > LARGEST:
        return [("", text)]
    try:
        tokens = [
            (_find_kind(kind), value) for _, kind, value in lexer.get_tokens_unprocessed(text)
        ]
    except Exception:  # An error in a lexer must not stop the page.
        return [("", text)]
    # Some lexers lose or add a character; the text matters more than its colors.
    is_whole = "".join(value for _, value in tokens) == text
    return tokens if is_whole else [("", text)]


@cache
def _list_names() -> dict[str, str]:
    """Return the titles of lexers by alias, without plugins of other packages."""
    return {
        alias.lower(): title
        for title, aliases, _, _ in get_all_lexers(plugins=False)
        for alias in aliases
    }


@cache
def _find_lexer(language: str) -> Any:
    title = _list_names().get(language)
    return find_lexer_class(title)() if title else None


@cache
def _find_kind(kind: Any) -> str:
    while kind is not None and kind not in _KINDS:
        kind = kind.parent
    return _KINDS.get(kind, "")
