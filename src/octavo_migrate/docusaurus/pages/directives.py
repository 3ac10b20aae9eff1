"""Admonitions: `:::note[Title]` and what closes it."""

from __future__ import annotations

import re

from octavo.values import Struct
from octavo_migrate.docusaurus.pages.tags import write_attribute

_OPENING = re.compile(r"(:{3,})[ \t]*([A-Za-z][\w-]*)[ \t]*(.*)\Z")
_BRACKETS = re.compile(r"\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]")
_BRACES = re.compile(r"(?:(?<![ \t])[ \t]++)?\{[^{}]*+\}[ \t]*+\Z")
_LINK = re.compile(r"\[[^\][]*+\]\([^()]*+\)|<|\{")

KINDS = {
    "note": "Note",
    "secondary": "Note",
    "info": "Info",
    "important": "Info",
    "tip": "Tip",
    "success": "Check",
    "warning": "Warning",
    "caution": "Warning",
    "danger": "Danger",
    "error": "Danger",
}


class Opening(Struct, frozen=True):
    """A line that opens an admonition."""

    colons: int
    component: str
    keyword: str
    title: str

    def write(self, prefix: str) -> str:
        """Return the opening tag; a title with a link in it stands in the text."""
        title = self.title
        if title and _LINK.search(title):
            return f"<{self.component}>\n{prefix}\n{prefix}**{title}**\n{prefix}"
        return f"<{self.component}{write_attribute('title', title) if title else ''}>"


def read_opening(line: str) -> Opening | None:
    """Read a line such as `:::tip[Title]` or `:::tip Title`."""
    match = _OPENING.match(line.rstrip())
    if match is None:
        return None
    colons, keyword, rest = match.groups()
    rest = _BRACES.sub("", rest)
    brackets = _BRACKETS.match(rest)
    title = brackets[1] if brackets else rest
    component = KINDS.get(keyword.lower())
    if component is None:
        component, title = "Note", title or keyword.replace("-", " ").capitalize()
    return Opening(len(colons), component, keyword, title.strip())


def count_closing(line: str) -> int:
    """Return how many colons a line has that holds nothing else; 0 for any other."""
    text = line.strip()
    return len(text) if text and not text.strip(":") else 0
