"""Blocks with marks: code, whose comments may mark lines, and `:::note`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from octavo.values import Struct
from octavo_migrate.data import load_table
from octavo_migrate.docusaurus.pages.page_tags import write_attribute

_NUMBERS = "showLineNumbers"
_DROPPED = frozenset({"npm2yarn", "npm2yarn2pnpm", "live", "noInline"})
"""Words without an equivalent, which Octavo reports."""
_WORD = re.compile(
    r"(?<![ \t])(?P<space>[ \t]++)(?:(?P<title>title=(?:\"[^\"]*\"|'[^']*'))\S*"
    r"|(?P<kept>title=\S+|\{[\d,\- \t]*\}|lines)(?=[ \t]|\Z)|\S+)"
)
"""A word after the language: a title for readers, or an option for plugins."""
_COMMENT_START = r"[ \t>]*(?://|/\*|\{/\*|#|<!--|--|%|;|<%--|\"|rem)[ \t]*"
_COMMENT_END = r"[ \t]*(?:\*/\}?|-->|--%>)?[ \t]*"
_USUAL = {
    "line": "highlight-next-line",
    "block": {"start": "highlight-start", "end": "highlight-end"},
}
_KINDS = (
    (re.compile("add|insert|new", re.IGNORECASE), "++"),
    (re.compile("remove|delete|old", re.IGNORECASE), "--"),
)


class MagicComments(Struct, frozen=True):
    """Comments in code that mark lines, and that readers don't see."""

    pattern: re.Pattern[str]
    meanings: Mapping[str, tuple[str, str]]
    """The mark of each word, and whether it marks a line, or starts or ends a block."""


def build_magic_comments(settings: Any) -> MagicComments:
    """Return the default comments and those of `prism.magicComments`."""
    meanings: dict[str, tuple[str, str]] = {}
    for entry in (_USUAL, *(settings if isinstance(settings, list) else ())):
        if not isinstance(entry, dict):
            continue
        name = str(entry.get("className") or "")
        mark = next((mark for kind, mark in _KINDS if kind.search(name)), "highlight")
        block = entry.get("block")
        words = {"line": entry.get("line"), **(block if isinstance(block, dict) else {})}
        for kind, word in words.items():
            if isinstance(word, str) and word:
                meanings[word] = (kind, mark)
    choices = "|".join(re.escape(word) for word in sorted(meanings, key=len, reverse=True))
    pattern = rf"(?P<head>{_COMMENT_START})(?P<word>{choices})(?P<tail>{_COMMENT_END})\Z"
    return MagicComments(re.compile(pattern), meanings)


def convert_head(head: str) -> tuple[str, frozenset[str]]:
    """Return the converted opening line of a fence, and the removed words that had a meaning."""
    dropped: set[str] = set()

    def convert(word: re.Match[str]) -> str:
        # A title ends at the first quote like its opening one.
        kept = word["title"] or word["kept"]
        name = word[0].strip().partition("=")[0]
        dropped.update({name} & _DROPPED)
        if name == _NUMBERS:
            kept = "lines"
        return word["space"] + kept if kept else ""

    fence = len(head) - len(head.lstrip("`~ \t"))
    start = next((at for at in range(fence, len(head)) if head[at] in " \t"), len(head))
    return head[:start] + _WORD.sub(convert, head[start:]), frozenset(dropped)


def convert_lines(lines: list[str], comments: MagicComments) -> list[str]:
    """Return code with marks in Octavo's form: comments on separate lines."""
    result: list[str] = []
    start: tuple[int, re.Match[str]] | None = None
    for line in lines:
        match = comments.pattern.match(line)
        kind, mark = comments.meanings[match["word"]] if match else ("", "")
        if match is None:
            result.append(line)
        elif kind == "line":
            result.append(f"{match['head']}[!code {mark}]{match['tail']}")
        elif kind == "start":
            start = (len(result), match)
            result.append(line)
        elif start:
            at, opening = start
            count = len(result) - at - 1
            result[at] = f"{opening['head']}[!code {mark}:{count}]{opening['tail']}"
            start = None
    return result


_OPENING = re.compile(r"(:{3,})[ \t]*([A-Za-z][\w-]*)[ \t]*(.*)\Z")
_BRACKETS = re.compile(r"\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]")
_BRACES = re.compile(r"(?:(?<![ \t])[ \t]++)?\{[^{}]*+\}[ \t]*+\Z")
_LINK = re.compile(r"\[[^\][]*+\]\([^()]*+\)|<|\{")

KINDS: dict[str, str] = load_table("docusaurus")["callouts"]


class Opening(Struct, frozen=True):
    """A line that opens an admonition."""

    colons: int
    component: str
    keyword: str
    title: str

    def write(self, prefix: str) -> str:
        """Return the opening tag; a title that contains a link moves to the text."""
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
    """Return how many colons a line of colons has; 0 for any other line."""
    text = line.strip()
    return len(text) if text and not text.strip(":") else 0
