"""Parses emphasis, character references, escapes and line ends in text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octavo.content.mdx.entities import ENTITY, PUNCTUATION, decode_entity
from octavo.content.mdx.inline.emphasis import read_delimiter
from octavo.content.mdx.patterns import compile_pattern
from octavo.content.nodes import Element, Node, Tag

if TYPE_CHECKING:
    from octavo.content.mdx.inline.parser import InlineParser

# Words between stars, where no character belongs to other marks. An underscore within a word is no
# mark, either.
_WORDS = (
    r"(?=[A-Za-z0-9])([^\\`*_\[\]<{&~\n$]*+"
    r"(?>(?:(?<=[A-Za-z0-9])_(?=[A-Za-z0-9])[^\\`*_\[\]<{&~\n$]*+)*))(?<!\s)"
)
_SIMPLE = re.compile(rf"\*(?:\*{_WORDS}\*\*|{_WORDS}\*)(?=[\s.,;:!?)]|$)")
_SIMPLE_TAGS = ("", "strong", "em")

_SPACED_LINE_END = r"(?:(?<![ \t])[ \t]++)?\n[ \t]*+"


def parse_emphasis(inline: InlineParser, i: int) -> int:
    """Read a run of emphasis characters, or a whole emphasized text if it is simple."""
    text = inline.text
    character = text[i]
    if character == "*" and (i == 0 or text[i - 1] == " ") and not inline.has_addresses:
        match = _SIMPLE.match(text, i)
        if match:
            kind = match.lastindex or 0
            inline.out.append(Element(_SIMPLE_TAGS[kind], [match.group(kind)]))
            return match.end()
    end = i + 1
    while text.startswith(character, end):
        end += 1
    delimiter = None
    if character != "~" or end - i <= 2:
        delimiter = read_delimiter(text, i, end)
    if delimiter is None:
        inline.add_text(text[i:end])
    else:
        inline.has_marks = True
        inline.out.append(delimiter)
    return end


def parse_entity(inline: InlineParser, i: int) -> int:
    """Read a character reference."""
    match = ENTITY.match(inline.text, i)
    text = decode_entity(match) if match else "&"
    inline.add_text(text)
    if text in (" ", "\t", "\n"):
        inline.has_written_space = True
    return match.end() if match else i + 1


def parse_escape(inline: InlineParser, i: int) -> int:
    """Read an escaped character or a hard break."""
    following = inline.text[i + 1 : i + 2]
    if following == "\n":
        inline.out.append(Element("br", []))
        return _start_line(inline, i + 1)
    if following in PUNCTUATION:
        inline.add_text(following)
        inline.escaped = i + 2
        return i + 2
    inline.add_text("\\")
    return i + 1


def parse_line_end(inline: InlineParser, i: int) -> int:
    """Read a line end, and the white space around it."""
    out = inline.out
    last = out[-1] if out else ""
    if type(last) is str and inline.text[i - 1] in " \t":
        text_before = last.rstrip(" \t")
        if text_before:
            out[-1] = text_before
        else:
            out.pop()
        if len(last) - len(text_before) >= 2 and "\t" not in last[len(text_before) :]:
            out.append(Element("br", []))
    return _start_line(inline, i)


def _start_line(inline: InlineParser, i: int) -> int:
    inline.add_text("\n")
    i += 1
    while inline.text[i : i + 1] in (" ", "\t"):
        i += 1
    return i


def trim_line_ends(nodes: list[Node]) -> list[Node]:
    """Return nodes without white space around line ends that references encode."""
    for i, node in enumerate(nodes):
        if type(node) is str:
            if "\n" in node:
                nodes[i] = compile_pattern(_SPACED_LINE_END).sub("\n", node)
        elif isinstance(node, Element | Tag) and node.children:
            trim_line_ends(node.children)
    return nodes
