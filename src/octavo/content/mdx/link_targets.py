"""Parses targets and titles of links, and encodes targets for HTML."""

from __future__ import annotations

import re

from octavo.content.mdx.entities import unescape
from octavo.content.mdx.patterns import compile_pattern
from octavo.values import Struct

MAX_LABEL = 999
_MAX_PARENTHESES = 32

_SPACE = re.compile(r"[ \t\n]*")
_POINTED = r"<((?>(?:[^<>\\\n]++|\\.)*))>"
_BARE = re.compile(r"(?>(?:[^\x00-\x20\x7f()\\]++|\\[!-/:-@\[-`{-~]|\\)*)")
TITLE = (
    r'"((?>(?:[^"\\]++|\\[\s\S])*))"'
    r"|'((?>(?:[^'\\]++|\\[\s\S])*))'"
    r"|\(((?>(?:[^()\\]++|\\[\s\S])*))\)"
)
LABEL = r"\[((?:[^\[\]\\]|\\.){0,999})\]"
_SAFE_URL = re.compile(r"[!#$&-;=?-Z_a-z~@]*\Z")
_UNSAFE = r"[^!#$%&-;=?-Z_a-z~@]"
_LONE_PERCENT = r"%(?![0-9A-Za-z]{2})"
_LINE_INDENT = r"\n[ \t]*"


class Target(Struct):
    """The target of a link, and the end of its source."""

    url: str
    title: str | None
    end: int = 0


def read_resource(text: str, start: int) -> Target | None:
    """Parse `(url "title")` whose parenthesis is at `start`."""
    i = _skip_space(text, start + 1)
    destination = read_destination(text, i)
    if destination is None:
        return None
    url, i = destination
    after = _skip_space(text, i)
    title = None
    if after > i:
        match = compile_pattern(TITLE).match(text, after)
        if match:
            title = read_title(match)
            after = _skip_space(text, match.end())
    if text.startswith(")", after):
        return Target(url, title, after + 1)
    return None


def read_destination(text: str, start: int) -> tuple[str, int] | None:
    """Return a link's target, in angle brackets or bare, with its end."""
    if text.startswith("<", start):
        match = compile_pattern(_POINTED).match(text, start)
        return (normalize_url(unescape(match.group(1))), match.end()) if match else None
    end = find_bare_end(text, start)
    return None if end < 0 else (normalize_url(unescape(text[start:end])), end)


def find_bare_end(text: str, start: int) -> int:
    """Return the end of a target without angle brackets, or -1: parentheses must balance."""
    depth = 0
    i = start
    while True:
        match = _BARE.match(text, i)
        i = match.end() if match else i
        c = text[i : i + 1]
        if c == "(":
            depth += 1
            if depth > _MAX_PARENTHESES:
                return -1
        elif c == ")" and depth:
            depth -= 1
        else:
            return -1 if depth else i
        i += 1


def read_title(match: re.Match[str]) -> str | None:
    """Return the text of a matched title; an empty title counts as missing."""
    title = match.group(match.lastindex or 0)
    if "\n" in title:
        title = compile_pattern(_LINE_INDENT).sub("\n", title)
    return unescape(title) or None


def normalize_url(url: str) -> str:
    """Return a target with all characters percent-encoded that are unsafe in HTML attributes."""
    if _SAFE_URL.match(url):
        return url
    if "%" in url:
        url = compile_pattern(_LONE_PERCENT).sub("%25", url)
    return compile_pattern(_UNSAFE).sub(_encode, url)


def normalize_label(label: str) -> str:
    """Return the form for comparisons of labels."""
    return " ".join(label.split()).casefold()


def _encode(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match.group().encode("utf-8", "replace"))


def _skip_space(text: str, i: int) -> int:
    match = _SPACE.match(text, i)
    return match.end() if match else i
