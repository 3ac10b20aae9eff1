"""Attribute lists: `{ .class #id key=value }`, with or without a colon."""

from __future__ import annotations

import re

from octavo.values import Struct
from octavo_migrate.mkdocs.context import Context

_LIST = re.compile(r"\{:?[ ]*((?:[^{}\n\"']|\"[^\"\n{}]*\"|'[^'\n{}]*')+?)[ ]*\}")
_SLIPPED_LIST = re.compile(r"\{:?[ ]*([^{}\n]*=[^{}\n]*?)[ ]*\}")
"""One with a quote too many, or one that is missing: nobody sees that on the old site."""
_WITHOUT_EFFECT = frozenset({"annotate"})
_ITEM = re.compile(r"""([^\s=]+)=("[^"]*"|'[^']*'|\S+)|(\S+)""")


class Attributes(Struct, frozen=True):
    """What an attribute list says, and where it ends."""

    end: int
    id: str | None
    classes: tuple[str, ...]
    values: tuple[tuple[str, str], ...]
    words: tuple[str, ...] = ()

    def describe(self) -> str:
        """Return its classes and values as they are written."""
        classes = [f".{each}" for each in self.classes if each not in _WITHOUT_EFFECT]
        return " ".join([*classes, *(f"{name}={value}" for name, value in self.values)])

    def get(self, name: str) -> str | None:
        """Return a value by its name."""
        return next((value for each, value in self.values if each == name), None)


def match_attributes(text: str, at: int) -> Attributes | None:
    """Return the attribute list that starts at an offset; None if it is other text."""
    match = _LIST.match(text, at) or _SLIPPED_LIST.match(text, at)
    if not match:
        return None
    attributes = read_attributes(match[1], match.end())
    written_so = text.startswith("{:", at)
    return attributes if written_so or not attributes.words else None


def read_attributes(text: str, end: int = 0) -> Attributes:
    """Return what the inside of an attribute list says."""
    name: str | None = None
    classes: list[str] = []
    values: list[tuple[str, str]] = []
    words: list[str] = []
    for item in _ITEM.finditer(text):
        if item[1] == "id":
            name = item[2].strip("\"'")
        elif item[1] == "class":
            classes += item[2].strip("\"'").split()
        elif item[1]:
            values.append((item[1], item[2].strip("\"'")))
        elif item[3].startswith("#") and len(item[3]) > 1:
            name = item[3][1:]
        elif item[3].startswith(".") and len(item[3]) > 1:
            classes.append(item[3][1:])
        elif '"' not in item[3]:
            words.append(item[3])
    return Attributes(end, name, tuple(classes), tuple(values), tuple(words))


def keep_id(attributes: Attributes, what: str, line: int, context: Context) -> str:
    """Return what keeps the id of an attribute list, and tell of all the rest of it."""
    if described := attributes.describe():
        context.lose(f"`{{ {described} }}` after {what} is left out", line)
    return f'<span id="{attributes.id}"></span>' if attributes.id else ""
