"""Parses links, images, footnote references and bare addresses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from octavo.content.mdx.inline.autolinks import read_address, read_email
from octavo.content.mdx.inline.nesting import Token, join_text
from octavo.content.mdx.link_targets import (
    LABEL,
    MAX_LABEL,
    Target,
    normalize_label,
    normalize_url,
    read_resource,
)
from octavo.content.mdx.patterns import compile_pattern
from octavo.content.nodes import Element, Expression, FootnoteReference, Node, Properties, Tag

if TYPE_CHECKING:
    from octavo.content.mdx.inline.parser import InlineParser

_SIMPLE_LINK = re.compile(r"\[([^\[\]\\`*_<{&~\n@:^$][^\[\]\\`*_<{&~\n@:$]*)\]\(([^()\s<>\\&]*)\)")
_FOOTNOTE = r"\[\^((?:[^\[\]\\\s]|\\.){1,999})\]"


class Bracket:
    """A `[` or `![` that may begin a link."""

    __slots__ = ("index", "is_image", "position")

    def __init__(self, index: int, position: int, is_image: bool) -> None:
        self.index = index
        self.position = position
        self.is_image = is_image


def open_bracket(inline: InlineParser, i: int) -> int:
    """Read a footnote reference or a simple link, or store a bracket that may begin a link."""
    text = inline.text
    out = inline.out
    if text.startswith("^", i + 1) and inline.page.footnotes:
        match = compile_pattern(_FOOTNOTE).match(text, i)
        label = match and inline.page.footnote_labels.get(match.group(1).casefold())
        if match and label:
            out.append(FootnoteReference(label, *inline.locate(i)))
            return match.end()
    is_image = i > 0 and text[i - 1] == "!" and inline.escaped != i
    if is_image:
        last = out.pop()
        if type(last) is str and len(last) > 1:
            out.append(last[:-1])
    if not inline.brackets:
        match = _SIMPLE_LINK.match(text, i)
        if match:
            _add_simple_link(inline, match, is_image)
            return match.end()
    inline.brackets.append(Bracket(len(out), i + 1, is_image))
    inline.add_text("![" if is_image else "[")
    return i + 1


def _add_simple_link(inline: InlineParser, match: re.Match[str], is_image: bool) -> None:
    label, url = match.groups()
    line, column = inline.locate(match.start() - is_image)
    if is_image:
        properties: Properties = {"src": normalize_url(url), "alt": label}
        inline.out.append(Element("img", [], properties, line, column))
    else:
        inline.out.append(Element("a", [label], {"href": normalize_url(url)}, line, column))


def close_bracket(inline: InlineParser, i: int) -> int:
    """Turn the text between two brackets into a link or an image, if it has a target."""
    brackets = inline.brackets
    target = None
    if brackets:
        bracket = brackets.pop()
        is_active = bracket.is_image or len(brackets) >= inline.inactive
        inline.inactive = min(inline.inactive, len(brackets))
        target = _read_target(inline, bracket, i) if is_active else None
    if target is None:
        inline.add_text("]")
        return i + 1
    children = inline.out[bracket.index + 1 :]
    del inline.out[bracket.index :]
    _add_link(inline, bracket, target, children)
    return target.end


def _add_link(inline: InlineParser, bracket: Bracket, target: Target, tokens: list[Token]) -> None:
    place = inline.locate(bracket.position - (2 if bracket.is_image else 1))
    children = inline.finish(tokens)
    properties: Properties
    if bracket.is_image:
        properties = {"src": target.url, "alt": read_alt_text(children)}
        children = []
    else:
        properties = {"href": target.url}
        children = _unwrap_links(children)
        inline.inactive = len(inline.brackets)
    if target.title is not None:
        properties["title"] = target.title
    tag = "img" if bracket.is_image else "a"
    inline.out.append(Element(tag, children, properties, *place))


def _read_target(inline: InlineParser, bracket: Bracket, i: int) -> Target | None:
    """Return the target of the link whose text ends at `i`."""
    text = inline.text
    if text.startswith("(", i + 1):
        target = read_resource(text, i + 1)
        if target:
            return target
    definitions = inline.page.definitions
    if not definitions:
        return None
    end = i + 1
    match = compile_pattern(LABEL).match(text, end) if text.startswith("[", end) else None
    if match:
        end = match.end()
    label = match.group(1) if match and match.group(1).strip() else None
    if label is None:
        if i - bracket.position > MAX_LABEL:
            return None
        label = text[bracket.position : i]
    definition = definitions.get(normalize_label(label))
    return Target(definition.url, definition.title, end) if definition else None


def parse_address(inline: InlineParser, i: int) -> int:
    """Read a web address in text."""
    end = -1 if inline.brackets else read_address(inline.text, i)
    if end < 0:
        inline.add_text(inline.text[i])
        return i + 1
    label = inline.text[i:end]
    url = label if label[0] in "hH" else "http://" + label
    row, column = inline.locate(i)
    inline.out.append(Element("a", [label], {"href": normalize_url(url)}, row, column))
    return end


def parse_email(inline: InlineParser, i: int) -> int:
    """Read an e-mail address; the part before the `@` is already parsed."""
    out = inline.out
    before = out[-1] if out and type(out[-1]) is str else ""
    is_chunk = type(before) is str and inline.text.endswith(before, 0, i)
    floor = i - len(before) if is_chunk and type(before) is str else i
    span = None if inline.brackets else read_email(inline.text, i, floor)
    if span is None or type(before) is not str:
        inline.add_text("@")
        return i + 1
    start, end = span
    out.pop()
    if start > floor:
        out.append(before[: start - floor])
    label = inline.text[start:end]
    out.append(Element("a", [label], {"href": "mailto:" + label}, *inline.locate(start)))
    return end


def read_alt_text(nodes: list[Node]) -> str:
    """Return the text of inline nodes, for the description of an image."""
    parts = []
    for node in nodes:
        if type(node) is str:
            parts.append(node)
        elif isinstance(node, Element) and node.tag == "img" and node.properties:
            parts.append(str(node.properties["alt"]))
        elif isinstance(node, Expression):
            parts.append(node.source)
        elif isinstance(node, Element | Tag):
            parts.append(read_alt_text(node.children))
    return "".join(parts)


def _unwrap_links(nodes: list[Node]) -> list[Node]:
    """Return the children of a link with nested links replaced by their text."""
    if not any(isinstance(node, Element) and node.tag == "a" for node in nodes):
        return nodes
    result: list[Token] = []
    for node in nodes:
        if isinstance(node, Element) and node.tag == "a":
            result.extend(node.children)
        else:
            result.append(node)
    return join_text(result)
