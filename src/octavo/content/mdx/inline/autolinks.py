"""Turns plain addresses into links: `https://…`, `www.…` and e-mail addresses.

GitHub's rules have two steps. During parsing, an address becomes a link at once, so that its
underscores are no emphasis. Afterwards, slightly different rules find the addresses that the first
step had to skip (after a bracket, for example).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from octavo.content.mdx.inline.emphasis import is_punctuation
from octavo.content.mdx.link_targets import normalize_url
from octavo.content.mdx.patterns import compile_pattern
from octavo.content.nodes import Element, Node, Tag

_STOP = r"[\s<!\"&'()*,.:;?\]_~]"
_TRAIL = r"(?>(?:[!\"')*,.:;?_~]|&[A-Za-z]+;|\](?![(\[\s])(?!$))*)(\](?=[(\[\s]|$))?"
_EMAIL = r"[A-Za-z0-9.+_-]++@([A-Za-z0-9_-]++(?:\.(?=[A-Za-z0-9])[A-Za-z0-9_-]++)*)"
_LOCAL_PART = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.+_-")
_BEFORE_WWW = frozenset("(*_[]~ \t\n")

_LATE_ADDRESS = (
    r"(?<![0-9a-z])(https?://|www(?=\.))([A-Za-z0-9_-]*\.[\w.-]*)([^\t\n\r ]*)"
    r"|(?<![\w+.@-])((?:mailto:|xmpp:)?)([\w+.-]+)@([\w-]+(?:\.[\w-]+)+)"
)
Locate = Callable[[str], tuple[int, int]]
"""Returns the place of a piece of text in the author's file."""

_OPAQUE = ("a", "code")
_LATE_TRAIL = "!\"&'),.:;<>?]}"


def read_address(text: str, start: int) -> int:
    """Return the end of the web address that begins at `start`, or -1."""
    before = text[start - 1] if start else " "
    if text[start] in "wW":
        if before not in _BEFORE_WWW or len(text) == start + 4:
            return -1
        host = start
    else:
        host = text.index("//", start) + 2
        first = text[host : host + 1]
        if not first or first < "!" or first.isspace() or is_punctuation(first):
            return -1
    end = _find_end(text, start, host)
    return end if _has_good_host(text, host, end) else -1


def _find_end(text: str, start: int, host: int) -> int:
    """Return the end of the address: before white space, `<`, or trailing punctuation."""
    open_count = close_count = 0
    i = host
    while True:
        match = compile_pattern(_STOP).search(text, i)
        if match is None:
            return len(text)
        i = match.start()
        c = text[i]
        if c == "(":
            open_count += 1
        elif c == ")" and close_count < open_count:
            close_count += 1
        else:
            trail = compile_pattern(_TRAIL).match(text, i)
            end = trail.end() if trail else i
            ends_label = trail is not None and trail.group(1)
            if end == len(text) or ends_label or text[end] == "<" or text[end].isspace():
                return i
            if end > i + 1:
                close_count += text.count(")", i, end)
                i = end
                continue
        i += 1


def _has_good_host(text: str, host: int, end: int) -> bool:
    i = host
    while i < end and (text[i] in "-._" or not is_punctuation(text[i])):
        i += 1
    segments = text[host:i].split(".")
    return any(segments) and not any("_" in segment for segment in segments[-2:])


def read_email(text: str, at: int, floor: int) -> tuple[int, int] | None:
    """Return the start and end of the e-mail address around the `@`, if there is one."""
    start = at
    while start > floor and text[start - 1] in _LOCAL_PART:
        start -= 1
    if start == at or (start and (text[start - 1] == "/" or text[start - 1] in _LOCAL_PART)):
        return None
    match = compile_pattern(_EMAIL).match(text, start)
    if match is None or "." not in match.group(1) or not match.group()[-1].isalpha():
        return None
    return start, match.end()


def link_addresses(nodes: list[Node], locate: Locate) -> list[Node]:
    """Return the nodes with links for the addresses in their plain text."""
    result: list[Node] = []
    for node in nodes:
        if type(node) is str:
            result.extend(_link_text(node, locate))
            continue
        if isinstance(node, Tag) or (isinstance(node, Element) and node.tag not in _OPAQUE):
            node.children[:] = link_addresses(node.children, locate)
        result.append(node)
    return result


def _link_text(text: str, locate: Locate) -> list[Node]:
    if not ("://" in text or "www." in text or "@" in text):
        return [text]
    result: list[Node] = []
    position = 0
    for match in compile_pattern(_LATE_ADDRESS, re.IGNORECASE | re.ASCII).finditer(text):
        link = _find_email(match) if match.group(5) else _find_url(match)
        if link is None:
            continue
        url, label = link
        if match.start() > position:
            result.append(text[position : match.start()])
        result.append(Element("a", [label], {"href": normalize_url(url)}, *locate(label)))
        position = match.start() + len(label)
    if position < len(text):
        result.append(text[position:])
    return result


def _find_email(match: re.Match[str]) -> tuple[str, str] | None:
    protocol, local, domain = match.group(4, 5, 6)
    if domain[-1] in "-_0123456789":
        return None
    return f"{protocol or 'mailto:'}{local}@{domain}", match.group()


def _find_url(match: re.Match[str]) -> tuple[str, str] | None:
    protocol, domain, path = match.group(1, 2, 3)
    before = match.string[match.start() - 1 : match.start()] if match.start() else ""
    if before and not before.isspace() and not is_punctuation(before):
        return None
    if protocol[0] in "wW":
        protocol, domain, prefix = "", protocol + domain, "http://"
    else:
        prefix = ""
    if is_punctuation(domain[0]) or not _is_domain(domain):
        return None
    label = protocol + _strip_trail(domain + path)
    return prefix + label, label


def _is_domain(domain: str) -> bool:
    parts = domain.split(".")
    last_two = [part for part in parts[-2:] if part]
    return len(parts) > 1 and all(
        "_" not in part and any(c.isalnum() for c in part) for part in last_two
    )


def _strip_trail(url: str) -> str:
    link = url.rstrip(_LATE_TRAIL)
    open_count = link.count("(") - link.count(")")
    i = len(link)
    while open_count > 0:
        i = url.find(")", i) + 1
        if i == 0:
            break
        link = url[:i]
        open_count -= 1
    return link
