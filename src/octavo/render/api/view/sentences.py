"""Prints sentences, names and marks as Markdown."""

from __future__ import annotations

from octavo.reference import view
from octavo.reference.view import Code, Words
from octavo.render.twin.text import escape_text, write_address, write_code


def write_words(words: Words) -> str:
    """Return a sentence."""
    text = words.text
    if words.values:
        text = text.format(**{name: _write_value(value) for name, value in words.values})
    return f"{text} {write_value(words.then)}" if words.then else text


def _write_value(value: view.Value) -> str:
    if isinstance(value, str):
        return escape_text(value)
    if isinstance(value, Code):
        return write_value(value)
    if isinstance(value, Words):
        return write_words(value)
    if isinstance(value, view.Link):
        return f"[{_write_value(value.text)}]({write_address(value.href)})"
    *others, last = map(write_value, value)
    return f"{', '.join(others)} or {last}" if others else last


def write_value(code: Code) -> str:
    """Return a name or value; of a long one the beginning, and how much is left."""
    if not code.rest:
        return write_code(code.text)
    word = "letter" if code.rest == 1 else "letters"
    return f"{write_code(code.text + '…')} and {code.rest:,} more {word}"


def write_marks(about: view.About) -> str:
    """Return what stands behind a name: labels, the type, and more labels."""
    labels = [*about.before, write_type(about), *(mark.label for mark in about.marks)]
    said = filter(None, map(_write_value, labels))
    return f" ({', '.join(said)})" if any(labels) else ""


def write_type(about: view.About) -> str:
    """Return the type of a value, not escaped."""
    return "".join([name.text for name in about.type])
