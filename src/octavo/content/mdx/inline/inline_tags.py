"""Parses tags and expressions in text, and characters that only look like them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octavo.content.mdx.inline.nesting import ClosingTag, OpeningTag
from octavo.content.mdx.link_targets import normalize_url
from octavo.content.mdx.patterns import compile_pattern
from octavo.content.mdx.tags import (
    CLOSE,
    EMPTY,
    VOID_ELEMENTS,
    dedent_code,
    read_simple_tag,
    read_tag,
)
from octavo.content.nodes import Element, Expression, Tag

if TYPE_CHECKING:
    from octavo.content.mdx.inline.parser import InlineParser

SIMPLE_EXPRESSION = re.compile(
    r"""\{(?:[^{}"'`/<]*|\s*(?:"[^"\\\n]*"|'[^'\\\n]*'|`[^`\\$]*`)\s*)\}"""
)
_ANGLE_LINK = (
    r"<(?:([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)"
    r"|([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+))>"
)
_STRAY = r"<[^\s<>]{0,15}"


def parse_less_than(inline: InlineParser, i: int) -> int:
    """Read a tag."""
    text = inline.text
    tag = read_simple_tag(text, i, inline.locate)
    if tag is None:
        following = text[i + 1 : i + 2]
        if not following or following.isspace():
            inline.add_text("<")
            return i + 1
        tag = read_tag(inline.lexer, i, inline.locate)
        if tag is None:
            return _recover(inline, i)
    kind, name, attributes, end = tag
    if kind == CLOSE:
        inline.has_marks = True
        if name in VOID_ELEMENTS:
            inline.page.mistakes.take_back_void_tag()
        else:
            inline.out.append(ClosingTag(name, i))
        return end
    if kind != EMPTY and inline.page.shows(name, attributes):
        inline.page.mistakes.report_placeholder(name or "", inline.locate(i))
        inline.add_text(text[i:end])
        return end
    row, column = inline.locate(i)
    node = Tag(name, attributes, [], row, column)
    if kind == EMPTY:
        inline.out.append(node)
    elif name in VOID_ELEMENTS:
        inline.page.mistakes.report_void_tag(name or "", (node.line, node.column))
        inline.out.append(node)
    else:
        inline.has_marks = True
        inline.out.append(OpeningTag(node))
    return end


def _recover(inline: InlineParser, i: int) -> int:
    """Handle a `<` without a tag: a comment, an address, or text."""
    text = inline.text
    mistakes = inline.page.mistakes
    place = inline.locate(i)
    if text.startswith("<!--", i):
        end = inline.lexer.find("-->", i + 4)
        if end >= 0:
            mistakes.report_html_comment(place)
            inline.has_loose_text = True
            return end + 3
    match = compile_pattern(_ANGLE_LINK).match(text, i)
    if match and not inline.brackets:
        url, email = match.groups()
        label = url or email
        href = normalize_url(url) if url else "mailto:" + email
        mistakes.report_angle_link(label, place)
        inline.out.append(Element("a", [label], {"href": href}, *place))
        return match.end()
    stray = compile_pattern(_STRAY).match(text, i)
    start = stray.group() if stray else "<"
    if start[1:2].isalpha() or start[1:2] == "/":
        mistakes.report_tag_syntax(start, place)
    else:
        mistakes.report_stray_less_than(start, place)
    inline.add_text("<")
    return i + 1


def parse_expression(inline: InlineParser, i: int) -> int:
    """Read an expression."""
    text = inline.text
    match = SIMPLE_EXPRESSION.match(text, i)
    end = match.end() - 1 if match else inline.lexer.find_end(i + 1)
    place = inline.locate(i)
    if end < 0:
        inline.page.mistakes.report_unclosed_brace(place)
        inline.add_text("{")
        return i + 1
    inline.out.append(Expression(dedent_code(text[i + 1 : end], 0), *place))
    return end + 1
