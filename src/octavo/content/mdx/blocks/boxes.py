"""Parses callouts in other tools' syntax: `> [!NOTE]`, `:::note` and `!!! note`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.content.mdx.blocks.fences import FENCE
from octavo.content.mdx.mistakes import MAX_DEPTH
from octavo.content.mdx.patterns import compile_pattern
from octavo.content.nodes import Attribute, Tag

if TYPE_CHECKING:
    from octavo.content.mdx.blocks.flow import Flow
    from octavo.content.mdx.lines import Lines

_WORDS = {
    "Note": "note seealso secondary quote cite",
    "Info": "info important abstract summary tldr todo question help faq example",
    "Tip": "tip hint",
    "Check": "check success done",
    "Warning": "warning caution attention",
    "Danger": "danger error bug failure fail missing",
}
_KINDS = {word: name for name, words in _WORDS.items() for word in words.split()}
_ALERT = r"\[!([A-Za-z]+)\][+-]?[ \t]*(.*)\Z"
_COLONS = r"(:{3,})[ \t]*(?:([A-Za-z]+)\b[ \t]*(.*))?\Z"
_MARKED = r"(!!!|\?\?\?\+?)[ \t]+([A-Za-z]+)\b[ \t]*(.*)\Z"
_TITLE = r"\[(.*)\][ \t]*(?:\{.*\})?\Z|\{.*?title=\"(.*?)\".*\}\Z|\"(.*)\"\Z"
_LONGEST_TITLE = 500
_INSIDE = 4
"""The least indent of the text below `!!! note`."""


def parse_alert(flow: Flow, line: int, inner: list[str], lazy: frozenset[int]) -> Tag | None:
    """Return the callout for a quote that starts with `[!NOTE]`, perhaps with a title."""
    text = inner[0].strip()
    match = compile_pattern(_ALERT).match(text) if text[:2] == "[!" else None
    word = match[1].lower() if match else ""
    if match is None or word not in _KINDS:
        return None
    name = "Danger" if word == "caution" else _KINDS[word]
    title, below, first = match[2], inner[1:], line + 1
    if title and not any(row.strip() for row in below):
        title, below, first = "", [title], line
    tag = _build_tag(flow, line, name, title)
    lines = flow.lines.cut_quote(below, first, frozenset(number - 1 for number in lazy))
    tag.children = flow.parse_quoted(lines)
    return tag


def parse_colons(flow: Flow, line: int, indent: int) -> int | None:
    """Parse a box between lines of colons; return the line after it, None without one."""
    end = _find_closing(flow, line, indent)
    match = compile_pattern(_COLONS).match(flow.lines.texts[line]) if end else None
    if end is None or match is None or not flow.can_nest(line):
        return None
    return _add_box(flow, line, end, match[2].lower(), match[3]) + 1


def parse_marked(flow: Flow, line: int, indent: int) -> int | None:
    """Parse a box with indented text; return the line after it."""
    lines = flow.lines
    match = compile_pattern(_MARKED).match(lines.texts[line])
    if match is None or match[2].lower() not in _KINDS or not flow.can_nest(line):
        return None
    least = max(indent, lines.indents[line]) + _INSIDE
    end = following = line + 1
    while following < lines.count:
        if lines.texts[following]:
            if lines.indents[following] < least or following in lines.lazy:
                break
            end = following + 1
        following += 1
    word = "details" if match[1][0] == "?" else match[2].lower()
    return _add_box(
        flow, line, end, word, match[3] or (match[2].capitalize() * (word == "details"))
    )


def begins_box(flow: Flow, line: int, indent: int) -> bool:
    """Tell whether a box begins at a line, which ends the paragraph before it."""
    if flow.lines.texts[line][0] == ":":
        return _find_closing(flow, line, indent) is not None
    match = compile_pattern(_MARKED).match(flow.lines.texts[line])
    return match is not None and match[2].lower() in _KINDS


def _add_box(flow: Flow, line: int, end: int, word: str, rest: str) -> int:
    name = "Accordion" if word == "details" else _KINDS[word]
    match = compile_pattern(_TITLE).match(rest) if len(rest) < _LONGEST_TITLE else None
    title = next(filter(None, match.groups()), "") if match else rest
    if name == "Accordion":
        title = title or "Details"
    tag = _build_tag(flow, line, name, title)
    lines = flow.lines
    lazy = frozenset(number - line - 1 for number in lines.lazy if line < number < end)
    tag.children = flow.parse_quoted(lines.cut_quote(lines.full[line + 1 : end], line + 1, lazy))
    return end


def _build_tag(flow: Flow, line: int, name: str, title: str) -> Tag:
    attributes = [Attribute("title", title.strip())] if title.strip() else []
    tag = Tag(name, attributes, [], *flow.lines.locate(line))
    flow.container.append(tag)
    return tag


def _find_closing(flow: Flow, line: int, indent: int) -> int | None:
    """Return the line that closes the box of a line inside its container, if there is one."""
    lines = flow.lines
    if not lines.texts[line].startswith(":::"):
        return None
    if lines.boxes is None:
        lines.boxes = _pair_colons(lines)
    end = lines.boxes.get(line)
    if end is None or not indent:
        return end
    is_inside = all(lines.indents[k] >= indent for k in range(line, end + 1) if lines.texts[k])
    return end if is_inside else None


def _pair_colons(lines: Lines) -> dict[int, int]:
    """Return the closing lines of all boxes between colons, by their opening lines.

    A closing line closes the open box with the same number of colons, or else the innermost one
    with fewer.
    """
    pairs: dict[int, int] = {}
    opened: list[tuple[int, int]] = []
    fence = ""
    match_colons = compile_pattern(_COLONS).match
    for number, text in enumerate(lines.texts):
        if fence:
            is_closing = text.startswith(fence) and not text.strip().strip(fence[0])
            fence = "" if is_closing else fence
        elif text.startswith(("```", "~~~")):
            opening = FENCE.match(text)
            fence = opening[1] if opening else ""
        elif text.startswith(":::") and (match := match_colons(text)):
            count, word = len(match[1]), match[2]
            if word is not None:
                if (word.lower() in _KINDS or word.lower() == "details") and len(
                    opened
                ) < MAX_DEPTH:
                    opened.append((number, count))
                continue
            which = next((i for i in range(len(opened) - 1, -1, -1) if opened[i][1] == count), -1)
            if which < 0:
                shorter = (i for i in range(len(opened) - 1, -1, -1) if opened[i][1] < count)
                which = next(shorter, -1)
            if which >= 0:
                pairs[opened[which][0]] = number
                del opened[which:]
    return pairs
