"""Parses block structure: finds the kind of block by the first character of a line."""

from __future__ import annotations

import re
from collections.abc import Callable

from octavo.content.mdx.blocks.block_tags import Container, parse_tag_line, read_tag_line
from octavo.content.mdx.blocks.boxes import begins_box, parse_colons, parse_marked
from octavo.content.mdx.blocks.comments import parse_comment
from octavo.content.mdx.blocks.definitions import FOOTNOTE, parse_definition
from octavo.content.mdx.blocks.fences import FENCE, match_math_fence, parse_fence
from octavo.content.mdx.blocks.lists import MARKER, is_rule, parse_list
from octavo.content.mdx.blocks.module_code import parse_module_code
from octavo.content.mdx.blocks.paragraphs import parse_paragraph
from octavo.content.mdx.blocks.quotes import parse_quote
from octavo.content.mdx.javascript import Lexer
from octavo.content.mdx.lines import Lines
from octavo.content.mdx.mistakes import MAX_DEPTH
from octavo.content.mdx.page_state import Page
from octavo.content.mdx.tags import find_no_place, read_simple_tag
from octavo.content.nodes import Element, Node
from octavo.problems import note_line

_HEADING = re.compile(r"#{1,6}(?=[ \t]|$)")
_HEADINGS = ("", "h1", "h2", "h3", "h4", "h5", "h6")


class Flow:
    """The blocks of one container: the page, or the content of a block quote."""

    __slots__ = ("_lexer", "container", "is_page", "lines", "page", "tag_end", "task_line", "tasks")

    def __init__(self, lines: Lines, page: Page, *, is_page: bool) -> None:
        self.lines = lines
        self.page = page
        self.is_page = is_page
        self.container = Container(0, None)
        # The last line of the tags that begin the current paragraph. Up to there, no line begins a
        # quote or a list, whatever its first character.
        self.tag_end = -1
        # The first line of a list item that may begin with a check box; and the states of found
        # boxes, by their lines.
        self.task_line = -1
        self.tasks: dict[int, bool] = {}
        self._lexer: Lexer | None = None

    @property
    def lexer(self) -> Lexer:
        """The JavaScript lexer of the container's text."""
        if self._lexer is None:
            self._lexer = Lexer(self.lines.text)
        return self._lexer

    def parse(self, line: int, indent: int) -> Blocks:
        """Parse the blocks from a line on, while lines have at least this indent."""
        outer = self.container
        self.container = container = Container(indent, outer)
        self.page.depth += 1
        texts, indents, count = self.lines.texts, self.lines.indents, self.lines.count
        is_spread = is_blank = False
        try:
            while line < count:
                text = texts[line]
                if not text:
                    is_blank = True
                    line += 1
                    continue
                if indents[line] < indent:
                    break
                if is_blank:
                    is_spread = is_spread or bool(container.nodes)
                    is_blank = False
                start = _STARTS.get(text[0])
                following = None if start is None else start(self, line, indent)
                line = parse_paragraph(self, line, indent) if following is None else following
        except BaseException as error:
            note_line(error, self.lines.locate(line)[0])
            raise
        if container.is_open:
            container.close_all(self.page)
        self.page.depth -= 1
        self.container = outer
        return container.nodes, line, is_spread, is_blank

    def interrupts(self, line: int, indent: int, *, is_outside: bool = False) -> bool:
        """Tell whether a line ends the paragraph before it.

        `is_outside` means that the line does not continue the paragraph's container.
        """
        text = self.lines.texts[line]
        interrupt = _INTERRUPTS.get(text[0])
        if interrupt is None:
            return False
        return interrupt(self, line, indent, is_outside or self.lines.indents[line] < indent)

    def parse_inline(self, text: str, line: int, offset: int = 0) -> list[Node]:
        """Return the inline nodes of a text within one line."""
        if self.page.is_draft or not text:
            return []
        return self.page.inline.parse_closed(text, self.lines, line, offset)

    def parse_quoted(self, lines: Lines) -> list[Node]:
        """Return the blocks inside a block quote."""
        return Flow(lines, self.page, is_page=False).parse(0, 0)[0]

    @staticmethod
    def is_paragraph_text(text: str) -> bool:
        """Tell whether a line, without quote and list marks, is text of a paragraph."""
        if text[0] == "<":
            tag = read_simple_tag(text, 0, find_no_place)
            return tag is None or tag[3] != len(text)
        return not _HEADING.match(text) and not is_rule(text)

    def can_nest(self, line: int) -> bool:
        """Tell whether another container may begin; report it otherwise."""
        if self.page.depth < MAX_DEPTH:
            return True
        self.page.mistakes.report_depth(self.lines.locate(line))
        return False


Blocks = tuple[list[Node], int, bool | None, bool]
"""Parsed blocks, the line after them, and whether blank lines are between and after them."""

Start = Callable[[Flow, int, int], int | None]
"""Parses a kind of block at a line and returns the line after it; None for other blocks."""

Interrupt = Callable[[Flow, int, int, bool], bool]


def _parse_heading(flow: Flow, line: int, _indent: int) -> int | None:
    text = flow.lines.texts[line]
    match = _HEADING.match(text)
    if match is None:
        return None
    level = match.end()
    content = text[level:].rstrip(" \t")
    if content.endswith("#"):
        without_marks = content.rstrip("#")
        if without_marks[-1:] in ("", " ", "\t"):
            content = without_marks.rstrip(" \t")
    title = content.lstrip(" \t")
    children = flow.parse_inline(title, line, level + len(content) - len(title))
    row, column = flow.lines.locate(line)
    flow.container.append(Element(_HEADINGS[level], children, None, row, column))
    return line + 1


def _parse_fence(flow: Flow, line: int, indent: int) -> int | None:
    match = FENCE.match(flow.lines.texts[line])
    return parse_fence(flow, line, indent, match) if match else None


def _parse_math(flow: Flow, line: int, indent: int) -> int | None:
    match = match_math_fence(flow, line, indent)
    return parse_fence(flow, line, indent, match) if match else None


def _parse_rule_or_list(flow: Flow, line: int, indent: int) -> int | None:
    text = flow.lines.texts[line]
    second = text[1:2]
    if second not in (text[0], " ", "\t", ""):
        return None  # This is usually bold text.
    following = _parse_rule(flow, line, indent)
    return parse_list(flow, line, indent) if following is None else following


def _parse_rule(flow: Flow, line: int, _indent: int) -> int | None:
    if not is_rule(flow.lines.texts[line]):
        return None
    flow.container.append(Element("hr", [], None, *flow.lines.locate(line)))
    return line + 1


def _parse_tags_or_comment(flow: Flow, line: int, indent: int) -> int | None:
    if flow.lines.texts[line].startswith("<!--"):
        return parse_comment(flow, line, indent)
    return parse_tag_line(flow, line, indent)


_STARTS: dict[str, Start] = {
    "<": _parse_tags_or_comment,
    "{": parse_tag_line,
    "`": _parse_fence,
    "~": _parse_fence,
    "#": _parse_heading,
    ">": parse_quote,
    "$": _parse_math,
    "[": parse_definition,
    "-": _parse_rule_or_list,
    "*": _parse_rule_or_list,
    "_": _parse_rule,
    "+": parse_list,
    **dict.fromkeys("0123456789", parse_list),
    ":": parse_colons,
    "!": parse_marked,
    "?": parse_marked,
    "i": parse_module_code,
    "e": parse_module_code,
}


def _tags_interrupt(flow: Flow, line: int, indent: int, _is_outside: bool) -> bool:
    return flow.lines.texts[line].startswith("<!--") or (
        read_tag_line(flow, line, indent) is not None
    )


def _fence_interrupts(flow: Flow, line: int, _indent: int, _is_outside: bool) -> bool:
    return FENCE.match(flow.lines.texts[line]) is not None


def _math_interrupts(flow: Flow, line: int, indent: int, _is_outside: bool) -> bool:
    return match_math_fence(flow, line, indent) is not None


def _heading_interrupts(flow: Flow, line: int, _indent: int, _is_outside: bool) -> bool:
    return _HEADING.match(flow.lines.texts[line]) is not None


def _quote_interrupts(flow: Flow, line: int, _indent: int, _is_outside: bool) -> bool:
    return line > flow.tag_end


def _footnote_interrupts(flow: Flow, line: int, _indent: int, _is_outside: bool) -> bool:
    return FOOTNOTE.match(flow.lines.texts[line]) is not None


def _rule_interrupts(flow: Flow, line: int, _indent: int, _is_outside: bool) -> bool:
    return is_rule(flow.lines.texts[line])


def _list_interrupts(flow: Flow, line: int, _indent: int, is_outside: bool) -> bool:
    match = MARKER.match(flow.lines.texts[line])
    if match is None or line <= flow.tag_end:
        return False
    if is_outside:
        return True
    marker, text = match.group(), flow.lines.texts[line]
    return bool(text[match.end() :].strip(" \t")) and (marker[-1] not in ".)" or marker[:-1] == "1")


def _rule_or_list_interrupts(flow: Flow, line: int, indent: int, is_outside: bool) -> bool:
    return _rule_interrupts(flow, line, indent, is_outside) or _list_interrupts(
        flow, line, indent, is_outside
    )


def _box_interrupts(flow: Flow, line: int, indent: int, _is_outside: bool) -> bool:
    return begins_box(flow, line, indent)


_INTERRUPTS: dict[str, Interrupt] = {
    "<": _tags_interrupt,
    "{": _tags_interrupt,
    "`": _fence_interrupts,
    "~": _fence_interrupts,
    "#": _heading_interrupts,
    ">": _quote_interrupts,
    "[": _footnote_interrupts,
    "$": _math_interrupts,
    "-": _rule_or_list_interrupts,
    "*": _rule_or_list_interrupts,
    "_": _rule_interrupts,
    "+": _list_interrupts,
    **dict.fromkeys(":!?", _box_interrupts),
    **dict.fromkeys("0123456789", _list_interrupts),
}
