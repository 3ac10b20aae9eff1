"""Items of lists, whose text Python-Markdown indents by four spaces, and lists of definitions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from octavo.values import Struct
from octavo_migrate.mkdocs.context import Line

LIST_ITEM = re.compile(r"( {0,3})([*+-]|\d{1,9}\.)([ \t]+)(?=\S)")
_EMPTY_ITEM = re.compile(r"( {0,3})([*+-]|\d{1,9}\.)[ \t]*\Z")
_BODY_START = re.compile(r" *(?:```|~~~|!!!|\?\?\?|===\s*[!+]*\s*[\"']|[*+-] |\d+\. |[|>]|/{3})")
_OTHER = re.compile(
    r" ?(?:```|~~~|!!!|\?\?\?|#{1,6} |===\s*[!+]*\s*[\"']|<[A-Za-z/!]|/{3} ?\w|/{3,}\Z)"
)
_TERM_END = re.compile(r" {0,3}:([ ]{1,3}|[ ]*\t)")


class Item(Struct, frozen=True):
    """An item of a list."""

    marker: str
    text: str
    body: tuple[Line, ...]
    """What follows, without its indent."""
    width: int
    """How far that was indented."""
    end: int


def read_item(lines: Sequence[Line], at: int) -> Item | None:
    """Return the item that starts in a line."""
    text = lines[at].text
    match = LIST_ITEM.match(text) or _EMPTY_ITEM.match(text)
    if not match or re.fullmatch(r" {0,3}([*-])(?:[ ]*\1){2,}[ ]*", text):
        return None
    indent = len(match[1])
    end, after_blank = at + 1, False
    while end < len(lines):
        line = lines[end]
        if line.is_blank:
            after_blank = True
        elif line.indent < indent + 2 and (after_blank or _starts_other(line)):
            break
        else:
            after_blank = False
        end += 1
    while lines[end - 1].is_blank:
        end -= 1
    body = lines[at + 1 : end]
    width = _find_width(body, indent)
    marker = match[0] if match[0].strip() != text.strip() else match[0].rstrip() + " "
    return Item(
        marker.replace("\t", " "),
        text[match.end() :],
        tuple(line.cut(width) for line in body),
        width,
        end,
    )


def _starts_other(line: Line) -> bool:
    return bool(
        LIST_ITEM.match(line.text) or _EMPTY_ITEM.match(line.text) or _OTHER.match(line.text)
    )


def _find_width(body: Sequence[Line], indent: int) -> int:
    """Return how far the blocks of an item are indented: 4 spaces, or fewer if they are."""
    widths = [
        line.indent
        for before, line in zip([None, *body], body, strict=False)
        if not line.is_blank
        and line.indent >= indent + 2
        and ((before and before.is_blank) or _BODY_START.match(line.text))
    ]
    return min([indent + 4, *widths])


Entry = tuple[list[Line], list[list[Line]]]
_MOST_TERMS = 100
"""Of one definition: each line of a long paragraph could be the first of them."""


def read_definitions(lines: Sequence[Line], at: int) -> tuple[list[Entry], int] | None:
    """Return terms with their definitions, and the line after them."""
    entries: list[Entry] = []
    end = at
    while (definition := _read_entry(lines, end)) is not None:
        entry, last = definition
        entries.append(entry)
        end = last
        while last < len(lines) and lines[last].is_blank:
            last += 1
        if last >= len(lines) or _read_entry(lines, last) is None:
            break
        end = last
    return (entries, end) if entries else None


def _read_entry(lines: Sequence[Line], at: int) -> tuple[Entry, int] | None:
    terms: list[Line] = []
    end = at
    last = min(at + _MOST_TERMS, len(lines))
    while end < last and not lines[end].is_blank and not _TERM_END.match(lines[end].text):
        terms.append(lines[end])
        end += 1
    start = end + 1 if end < len(lines) and lines[end].is_blank else end
    if not terms or start >= len(lines) or not _TERM_END.match(lines[start].text):
        return None
    bodies: list[list[Line]] = []
    end = start
    while start < len(lines) and (match := _TERM_END.match(lines[start].text)):
        end = start + 1
        while end < len(lines) and (
            lines[end].indent >= 4
            or (lines[end].is_blank and _goes_on(lines, end))
            or (
                not lines[end].is_blank
                and not lines[end - 1].is_blank
                and not _TERM_END.match(lines[end].text)
            )
        ):
            end += 1
        first = Line(lines[start].text[match.end() :], lines[start].number)
        bodies.append([first, *(line.cut(4) for line in lines[start + 1 : end])])
        start = end + 1 if end < len(lines) and lines[end].is_blank else end
    return (terms, bodies), end


def _goes_on(lines: Sequence[Line], at: int) -> bool:
    while at < len(lines) and lines[at].is_blank:
        at += 1
    return at < len(lines) and lines[at].indent >= 4
