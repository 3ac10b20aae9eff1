"""Inline text: one search for the next special character, one method for each of them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from octavo.content.mdx.autolinks import link_addresses, read_address, read_email
from octavo.content.mdx.emphasis import read_delimiter
from octavo.content.mdx.entities import ENTITY, PUNCTUATION, decode_entity
from octavo.content.mdx.formulas import find_formula_end, read_formula
from octavo.content.mdx.javascript import Lexer
from octavo.content.mdx.lines import Lines
from octavo.content.mdx.links import (
    LABEL,
    MAX_LABEL,
    Target,
    normalize_label,
    normalize_url,
    read_resource,
)
from octavo.content.mdx.mistakes import MAX_DEPTH
from octavo.content.mdx.nesting import ClosingTag, Nesting, OpeningTag, Token, join_text
from octavo.content.mdx.tags import (
    CLOSE,
    EMPTY,
    VOID_ELEMENTS,
    dedent_code,
    read_simple_tag,
    read_tag,
)
from octavo.content.nodes import Element, Expression, FootnoteReference, Math, Node, Tag

if TYPE_CHECKING:
    from octavo.content.mdx.page import Page

Search = Callable[[str, int], re.Match[str] | None]

_SPECIAL = r"[\\`*_\[\]<{&~"
_ADDRESS = r"|(?<![A-Za-z])https?://|(?<![A-Za-z])www\.|@"
_SEARCHES: dict[tuple[bool, bool, bool], Search] = {}
"""The searches, by what the text has: line ends that matter, addresses, dollars."""

_MAYBE_SPECIAL = re.compile(r"[\\`*_\[\]<{&~$]").search

SIMPLE_EXPRESSION = re.compile(
    r"""\{(?:[^{}"'`/<]*|\s*(?:"[^"\\\n]*"|'[^'\\\n]*'|`[^`\\$]*`)\s*)\}"""
)
_SIMPLE_LINK = re.compile(r"\[([^\[\]\\`*_<{&~\n@:^$][^\[\]\\`*_<{&~\n@:$]*)\]\(([^()\s<>\\&]*)\)")
_SIMPLE_CODE = re.compile(r"`([^`\n]+)`(?!`)")
_SIMPLE_STRONG = re.compile(
    r"\*\*([A-Za-z0-9](?:[^\\`*_\[\]<{&~\n$]*[^\\`*_\[\]<{&~\s$])?)\*\*(?=[\s.,;:!?)]|$)"
)
_BACKTICKS = re.compile(r"`+")
_FOOTNOTE = re.compile(r"\[\^((?:[^\[\]\\\s]|\\.){1,999})\]")
_ANGLE_LINK = re.compile(
    r"<(?:([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)|([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+))>"
)
_STRAY = re.compile(r"<[^\s<>]{0,15}")


def _choose_search(key: tuple[bool, bool, bool]) -> Search:
    """Return the search for a sort of text, compiled when it is first needed."""
    line_ends, addresses, dollars = key
    pattern = _SPECIAL + ("\\n" if line_ends else "") + ("$" if dollars else "") + "]"
    if addresses:
        pattern += _ADDRESS
    search = re.compile(pattern, re.IGNORECASE if addresses else 0).search
    _SEARCHES[key] = search
    return search


class Bracket:
    """A `[` or `![` that may turn out to begin a link."""

    __slots__ = ("index", "is_image", "position")

    def __init__(self, index: int, position: int, is_image: bool) -> None:
        self.index = index
        self.position = position
        self.is_image = is_image


class InlineParser:
    """Turns the text of paragraphs, headings and cells into nodes; one for a page, reused."""

    __slots__ = (
        "_backticks", "_brackets", "_breaks", "_escaped", "_escapes", "_formula_floor", "_handlers",
        "_has_addresses", "_has_loose_text", "_has_marks", "_inactive", "_lexer", "_line", "_lines",
        "_offset", "_out", "_pads", "_page", "_text", "unclosed",
    )  # fmt: skip

    def __init__(self, page: Page) -> None:
        self._page = page
        self._brackets: list[Bracket] = []
        self._breaks: Sequence[int] | None = None
        self._lexer: Lexer | None = None
        self._backticks: dict[int, list[int]] | None = None
        self._formula_floor: dict[int, int] | None = None
        self.unclosed: list[Tag] = []
        self._handlers: dict[str, Callable[[int], int]] = {
            "`": self._code,
            "*": self._emphasis,
            "_": self._emphasis,
            "~": self._emphasis,
            "[": self._open_bracket,
            "]": self._close_bracket,
            "<": self._less_than,
            "{": self._expression,
            "&": self._entity,
            "\\": self._escape,
            "\n": self._line_end,
            "$": self._formula,
            "@": self._email,
            **dict.fromkeys("hHwW", self._address),
        }

    def parse(
        self,
        text: str,
        lines: Lines,
        line: int,
        offset: int = 0,
        pads: Sequence[int] = (),
        escapes: Sequence[int] = (),
    ) -> list[Node]:
        """Return the nodes of a text that begins `offset` characters into a line.

        `pads` says how many spaces were put before each line of the text, `escapes` where a
        backslash was taken out of it: both only serve to find places in the file again.
        """
        if self.unclosed:
            self.unclosed = []
        has_line_ends = "\n" in text
        line_ends = has_line_ends and (" \n" in text or "\n " in text or "\t\n" in text)
        addresses = "://" in text or "www." in text or "@" in text
        if not (addresses or line_ends) and _MAYBE_SPECIAL(text) is None:
            return [text]
        key = (line_ends, addresses, self._page.math and "$" in text)
        search = _SEARCHES.get(key) or _choose_search(key)
        match = search(text, 0)
        if match is None:
            return [text]
        self._text = text
        self._lines = lines
        self._line = line
        self._offset = offset
        self._pads = pads
        self._escapes = escapes
        self._breaks = None if has_line_ends else ()
        self._has_addresses = addresses
        self._reset()
        out = self._out
        handlers = self._handlers
        position = 0
        while match is not None:
            i = match.start()
            if i > position:
                out.append(text[position:i])
            position = handlers[text[i]](i)
            match = search(text, position)
        if position < len(text):
            out.append(text[position:])
        nodes = self._finish(out)
        return link_addresses(nodes, self._locate) if addresses else nodes

    def parse_closed(
        self, text: str, lines: Lines, line: int, offset: int = 0, escapes: Sequence[int] = ()
    ) -> list[Node]:
        """Return the nodes of a text after which no tag can be closed any more."""
        nodes = self.parse(text, lines, line, offset, (), escapes)
        if self.unclosed:
            self.report_unclosed()
        return nodes

    def report_unclosed(self) -> None:
        """Report the tags that the last text left open."""
        for tag in self.unclosed:
            self._page.mistakes.unclosed_tag(tag.name, (tag.line, tag.column))
        self.unclosed = []

    def place(self, position: int) -> tuple[int, int]:
        """Return line and column in the file of a position in the text."""
        if self._breaks is None:
            self._breaks = [match.start() for match in re.finditer("\n", self._text)]
        if self._breaks:
            row = bisect_left(self._breaks, position)
            offset = position - self._breaks[row - 1] - 1 if row else position + self._offset
            if self._pads:
                offset -= self._pads[row]
            return self._lines.place(self._line + row, offset)
        if self._escapes:
            position += bisect_left(self._escapes, position)
        return self._lines.place(self._line, position + self._offset)

    def _reset(self) -> None:
        self._out: list[Token] = []
        if self._brackets:
            self._brackets.clear()
        self._inactive = 0
        self._escaped = -1
        self._has_marks = False
        self._has_loose_text = False
        self._lexer = None
        self._backticks = None
        self._formula_floor = None

    def _add_text(self, text: str) -> None:
        """Add text that is not a whole piece between two special characters."""
        self._has_loose_text = True
        self._out.append(text)

    def _finish(self, tokens: list[Token]) -> list[Node]:
        """Nest a row of tokens: of the whole text, or of the text of one link."""
        if self._has_marks:
            nesting = Nesting(self._page.mistakes, self.place, MAX_DEPTH - self._page.depth)
            self.unclosed.extend(nesting.build(tokens))
            return nesting.nodes
        if self._has_loose_text:
            return join_text(tokens)
        return tokens  # type: ignore[return-value]  # without marks all tokens are nodes

    def _locate(self, shown: str) -> tuple[int, int]:
        return self.place(max(self._text.find(shown), 0))

    def _get_lexer(self) -> Lexer:
        if self._lexer is None:
            self._lexer = Lexer(self._text)
        return self._lexer

    # Code and formulas

    def _code(self, i: int) -> int:
        text = self._text
        match = _SIMPLE_CODE.match(text, i)
        if match:
            code, end = match.group(1), match.end()
        else:
            run = _BACKTICKS.match(text, i)
            start = run.end() if run else i + 1
            closing = self._find_backticks(start, start - i)
            if closing < 0:
                self._add_text(text[i:start])
                return start
            code, end = text[start:closing].replace("\n", " "), closing + start - i
        if code[0] == " " and code[-1] == " " and code.strip(" "):
            code = code[1:-1]
        self._out.append(Element("code", [code]))
        return end

    def _find_backticks(self, start: int, length: int) -> int:
        """Return where the next run of exactly so many backticks is, or -1.

        All runs of a text are looked up once, so that many that never close cost no more.
        """
        if self._backticks is None:
            self._backticks = {}
            for match in _BACKTICKS.finditer(self._text, start):
                run = match.end() - match.start()
                self._backticks.setdefault(run, []).append(match.start())
        runs = self._backticks.get(length, [])
        i = bisect_left(runs, start)
        return runs[i] if i < len(runs) else -1

    def _formula(self, i: int) -> int:
        text = self._text
        start = i + 1
        while text.startswith("$", start):
            start += 1
        length = start - i
        if self._formula_floor is None:
            self._formula_floor = {}
        end = -1
        opens = length > 1 or not text[start : start + 1].isspace()
        if opens and start < self._formula_floor.get(length, len(text)):
            end = find_formula_end(text, start, length)
            if end < 0:
                self._formula_floor[length] = start
        if end < 0:
            self._add_text(text[i:start])
            return start
        self._out.append(Math(read_formula(text[start:end]), False, *self.place(i)))
        return end + length

    # Emphasis, entities, escapes, line ends

    def _emphasis(self, i: int) -> int:
        text = self._text
        character = text[i]
        if character == "*" and (i == 0 or text[i - 1] == " ") and not self._has_addresses:
            match = _SIMPLE_STRONG.match(text, i)
            if match:
                self._out.append(Element("strong", [match.group(1)]))
                return match.end()
        end = i + 1
        while text.startswith(character, end):
            end += 1
        delimiter = None
        if character != "~" or end - i <= 2:
            delimiter = read_delimiter(text, i, end)
        if delimiter is None:
            self._add_text(text[i:end])
        else:
            self._has_marks = True
            self._out.append(delimiter)
        return end

    def _entity(self, i: int) -> int:
        match = ENTITY.match(self._text, i)
        self._add_text(decode_entity(match) if match else "&")
        return match.end() if match else i + 1

    def _escape(self, i: int) -> int:
        following = self._text[i + 1 : i + 2]
        if following == "\n":
            self._out.append(Element("br", []))
            return self._start_line(i + 1)
        if following in PUNCTUATION:
            self._add_text(following)
            self._escaped = i + 2
            return i + 2
        self._add_text("\\")
        return i + 1

    def _line_end(self, i: int) -> int:
        out = self._out
        last = out[-1] if out else ""
        if type(last) is str and self._text[i - 1] in " \t":
            kept = last.rstrip(" \t")
            if kept:
                out[-1] = kept
            else:
                out.pop()
            if len(last) - len(kept) >= 2 and "\t" not in last[len(kept) :]:
                out.append(Element("br", []))
        return self._start_line(i)

    def _start_line(self, i: int) -> int:
        self._add_text("\n")
        i += 1
        while self._text[i : i + 1] in (" ", "\t"):
            i += 1
        return i

    # Links

    def _open_bracket(self, i: int) -> int:
        text = self._text
        out = self._out
        if text.startswith("^", i + 1) and self._page.footnotes:
            match = _FOOTNOTE.match(text, i)
            label = match and self._page.footnote_labels.get(match.group(1).casefold())
            if match and label:
                out.append(FootnoteReference(label, *self.place(i)))
                return match.end()
        is_image = i > 0 and text[i - 1] == "!" and self._escaped != i
        if is_image:
            last = out.pop()
            if type(last) is str and len(last) > 1:
                out.append(last[:-1])
        if not self._brackets:
            match = _SIMPLE_LINK.match(text, i)
            if match:
                self._add_simple_link(match, is_image)
                return match.end()
        self._brackets.append(Bracket(len(out), i + 1, is_image))
        self._add_text("![" if is_image else "[")
        return i + 1

    def _add_simple_link(self, match: re.Match[str], is_image: bool) -> None:
        shown, url = match.groups()
        line, column = self.place(match.start() - is_image)
        if is_image:
            properties: dict[str, str | int | bool] = {"src": normalize_url(url), "alt": shown}
            self._out.append(Element("img", [], properties, line, column))
        else:
            self._out.append(Element("a", [shown], {"href": normalize_url(url)}, line, column))

    def _close_bracket(self, i: int) -> int:
        brackets = self._brackets
        target = None
        if brackets:
            bracket = brackets.pop()
            is_active = bracket.is_image or len(brackets) >= self._inactive
            self._inactive = min(self._inactive, len(brackets))
            target = self._read_target(bracket, i) if is_active else None
        if target is None:
            self._add_text("]")
            return i + 1
        children = self._out[bracket.index + 1 :]
        del self._out[bracket.index :]
        self._add_link(bracket, target, children)
        return target.end

    def _add_link(self, bracket: Bracket, target: Target, tokens: list[Token]) -> None:
        place = self.place(bracket.position - (2 if bracket.is_image else 1))
        children = self._finish(tokens)
        properties: dict[str, str | int | bool]
        if bracket.is_image:
            properties = {"src": target.url, "alt": plain_text(children)}
            children = []
        else:
            properties = {"href": target.url}
            children = _without_links(children)
            self._inactive = len(self._brackets)
        if target.title is not None:
            properties["title"] = target.title
        tag = "img" if bracket.is_image else "a"
        self._out.append(Element(tag, children, properties, *place))

    def _read_target(self, bracket: Bracket, i: int) -> Target | None:
        """Return where the link whose text ends at `i` leads."""
        text = self._text
        if text.startswith("(", i + 1):
            target = read_resource(text, i + 1)
            if target:
                return target
        definitions = self._page.definitions
        if not definitions:
            return None
        end = i + 1
        match = LABEL.match(text, end) if text.startswith("[", end) else None
        if match:
            end = match.end()
        label = match.group(1) if match and match.group(1).strip() else None
        if label is None:
            if i - bracket.position > MAX_LABEL:
                return None
            label = text[bracket.position : i]
        found = definitions.get(normalize_label(label))
        return Target(found.url, found.title, end) if found else None

    def _address(self, i: int) -> int:
        end = -1 if self._brackets else read_address(self._text, i)
        if end < 0:
            self._add_text(self._text[i])
            return i + 1
        shown = self._text[i:end]
        url = shown if shown[0] in "hH" else "http://" + shown
        self._out.append(Element("a", [shown], {"href": normalize_url(url)}, *self.place(i)))
        return end

    def _email(self, i: int) -> int:
        out = self._out
        before = out[-1] if out and type(out[-1]) is str else ""
        is_chunk = type(before) is str and self._text.endswith(before, 0, i)
        floor = i - len(before) if is_chunk and type(before) is str else i
        found = None if self._brackets else read_email(self._text, i, floor)
        if found is None or type(before) is not str:
            self._add_text("@")
            return i + 1
        start, end = found
        out.pop()
        if start > floor:
            out.append(before[: start - floor])
        shown = self._text[start:end]
        out.append(Element("a", [shown], {"href": "mailto:" + shown}, *self.place(start)))
        return end

    # Tags and expressions

    def _less_than(self, i: int) -> int:
        text = self._text
        tag = read_simple_tag(text, i, self.place)
        if tag is None:
            following = text[i + 1 : i + 2]
            if not following or following.isspace():
                self._add_text("<")
                return i + 1
            tag = read_tag(self._get_lexer(), i, self.place)
            if tag is None:
                return self._not_a_tag(i)
        kind, name, attributes, end = tag
        if kind == CLOSE:
            self._has_marks = True
            if name in VOID_ELEMENTS:
                self._page.mistakes.closed_void_tag()
            else:
                self._out.append(ClosingTag(name, i))
            return end
        node = Tag(name, attributes, [], *self.place(i))
        if kind == EMPTY:
            self._out.append(node)
        elif name in VOID_ELEMENTS:
            self._page.mistakes.void_tag(name or "", (node.line, node.column))
            self._out.append(node)
        else:
            self._has_marks = True
            self._out.append(OpeningTag(node))
        return end

    def _not_a_tag(self, i: int) -> int:
        """Recover from a `<` that begins no tag: a comment, an address, or just text."""
        text = self._text
        mistakes = self._page.mistakes
        place = self.place(i)
        if text.startswith("<!--", i):
            end = self._get_lexer().find("-->", i + 4)
            if end >= 0:
                mistakes.html_comment(place)
                self._has_loose_text = True
                return end + 3
        match = _ANGLE_LINK.match(text, i)
        if match and not self._brackets:
            url, email = match.groups()
            shown = url or email
            href = normalize_url(url) if url else "mailto:" + email
            mistakes.angle_link(shown, place)
            self._out.append(Element("a", [shown], {"href": href}, *place))
            return match.end()
        stray = _STRAY.match(text, i)
        start = stray.group() if stray else "<"
        if start[1:2].isalpha() or start[1:2] == "/":
            mistakes.tag_syntax(start, place)
        else:
            mistakes.stray_less_than(start, place)
        self._add_text("<")
        return i + 1

    def _expression(self, i: int) -> int:
        text = self._text
        match = SIMPLE_EXPRESSION.match(text, i)
        end = match.end() - 1 if match else self._get_lexer().find_end(i + 1)
        place = self.place(i)
        if end < 0:
            self._page.mistakes.unclosed_brace(place)
            self._add_text("{")
            return i + 1
        self._out.append(Expression(dedent_code(text[i + 1 : end], 0), *place))
        return end + 1


def plain_text(nodes: list[Node]) -> str:
    """Return the text of inline nodes, as the description of an image has it."""
    parts = []
    for node in nodes:
        if type(node) is str:
            parts.append(node)
        elif isinstance(node, Element) and node.tag == "img" and node.properties:
            parts.append(str(node.properties["alt"]))
        elif isinstance(node, Expression):
            parts.append(node.source)
        elif isinstance(node, Element | Tag):
            parts.append(plain_text(node.children))
    return "".join(parts)


def _without_links(nodes: list[Node]) -> list[Node]:
    """Return the children of a link with the links among them replaced by their text."""
    if not any(isinstance(node, Element) and node.tag == "a" for node in nodes):
        return nodes
    result: list[Token] = []
    for node in nodes:
        if isinstance(node, Element) and node.tag == "a":
            result.extend(node.children)
        else:
            result.append(node)
    return join_text(result)
