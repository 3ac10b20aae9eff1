"""Blocks that contain others: list items, definitions, and boxes.

Python-Markdown indents the text of items by four spaces. A box is `!!! note "Title"`, `??? note`,
or `/// note | Title`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from octavo.values import Struct
from octavo_migrate.data import load_table
from octavo_migrate.mkdocs.context import Line, Lines
from octavo_migrate.mkdocs.markdown.html import BLOCK
from octavo_migrate.mkdocs.markdown.inline import quote_attribute
from octavo_migrate.mkdocs.markdown.pieces import skip_blank
from octavo_migrate.mkdocs.markdown.titles import strip_markdown

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
    """The lines after the first, without their indent."""
    width: int
    """The width of that indent."""
    end: int


def read_item(lines: Lines, at: int) -> Item | None:
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
        elif line.indent < indent + 2 and (
            after_blank or any(each.match(line.text) for each in (LIST_ITEM, _EMPTY_ITEM, _OTHER))
        ):
            break
        else:
            after_blank = False
        end += 1
    while lines[end - 1].is_blank:
        end -= 1
    body = lines[at + 1 : end]
    width = _find_width(body, indent)
    marker = match[0] if match[0].strip() != text.strip() else match[0].rstrip() + " "
    cut = tuple(line.cut(width) for line in body)
    return Item(marker.replace("\t", " "), text[match.end() :], cut, width, end)


def _find_width(body: Lines, indent: int) -> int:
    """Return the indent of an item's blocks: 4 spaces, or less."""
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
"""The limit for a definition, because each line of a long paragraph could be its first term."""


def read_definitions(lines: Lines, at: int) -> tuple[list[Entry], int] | None:
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


def _is_indented(lines: Lines, at: int) -> bool:
    return at < len(lines) and lines[at].indent >= 4


def _read_entry(lines: Lines, at: int) -> tuple[Entry, int] | None:
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
            or (lines[end].is_blank and _is_indented(lines, skip_blank(lines, end)))
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


_ADMONITION = re.compile(r"( *)(!!!|\?\?\?\+?)[ ]*([\w -]*?)[ ]*(?:\"(.*)\"|'(.*)')?[ ]*\Z")
_BLOCK = re.compile(r" {0,3}(/{3,})[ ]*([\w-]+)[ ]*(?:\|[ ]*(.*?))?[ ]*\Z")
_SELECTOR = re.compile(r"([a-z][a-z0-9]*)?((?:[.#][\w-]+)*)")
_OPTION = re.compile(r" {4}([\w-]+):[ ]*(.*)\Z")
_TABLES = load_table("markdown")
_CALLOUTS = {kind: name for name, each in _TABLES["callouts"].items() for kind in each.split()}
_OTHER_BLOCKS = frozenset(_TABLES["otherBlocks"].split())


class Marker(Struct, frozen=True):
    """The first line of a box."""

    kind: str
    title: str
    indent: int = 0
    foldable: bool = False
    is_open: bool = False
    classes: tuple[str, ...] = ()

    @property
    def change(self) -> str:
        """What changes; empty for no change."""
        if {"inline", "left", "right"} & {*self.classes}:
            return "a box beside the text is now in it"
        is_known = self.foldable or self.kind in _CALLOUTS or self.kind in _OTHER_BLOCKS
        return "" if is_known or not self.kind else f"boxes of the kind `{self.kind}` are notes"


def read_admonition(text: str) -> Marker | None:
    """Return the first line of an admonition or details box, parsed."""
    match = _ADMONITION.match(text)
    if not match or not (match[3] or match[4] or match[5]):
        return None
    kind, *classes = match[3].lower().split() or [""]
    title = match[4] if match[4] is not None else match[5]
    folds = match[2].startswith("?")
    if title is None:
        title = kind.replace("-", " ").capitalize()
    return Marker(kind, title, len(match[1]), folds, match[2].endswith("+"), tuple(classes))


def read_block(lines: Lines, at: int) -> tuple[Marker, int, int] | None:
    """Return a generic block: its marker, the start of its text, and the line after its end."""
    match = _BLOCK.match(lines[at].text)
    if not match:
        return None
    slashes, kind = match[1], match[2].lower()
    options: dict[str, str] = {}
    first = at + 1
    while first < len(lines) and (option := _OPTION.match(lines[first].text)):
        options[option[1]] = option[2].strip("\"'")
        first += 1
    ends = (index for index in range(first, len(lines)) if lines[index].text.strip() == slashes)
    end = next(ends, len(lines) - 1)
    folds = kind == "details"
    title = match[3] if match[3] is not None else kind.capitalize()
    if kind in ("details", "admonition"):
        title = match[3] or options.get("type", kind).capitalize()
        kind = options.get("type", kind if folds else "note")
    elif match[3] and kind not in _CALLOUTS and kind not in _OTHER_BLOCKS:
        title = f"{kind.replace('-', ' ').capitalize()} {match[3]}"
    is_open = options.get("open", "").lower() == "true"
    return Marker(kind, title, 0, folds, is_open), first, end + 1


def render_box(marker: Marker, body: Sequence[str]) -> list[str]:
    """Return a box with its text."""
    inner = "\n".join(body).strip("\n").split("\n")
    title = strip_markdown(marker.title)
    attributes = f" title={quote_attribute(title)}" if title else ""
    if marker.foldable:
        attributes = attributes or ' title="Details"'
        opened = " defaultOpen" if marker.is_open else ""
        return [f"<Accordion{attributes}{opened}>", "", *inner, "", "</Accordion>"]
    if marker.kind == "html":
        return _render_element(marker.title, inner)
    if marker.kind in _OTHER_BLOCKS:
        return ["", *inner]
    name = _CALLOUTS.get(marker.kind, "Note")
    return [f"<{name}{attributes}>", "", *inner, "", f"</{name}>"]


def _render_element(selector: str, inner: Sequence[str]) -> list[str]:
    """Return an element for a CSS-like name: `div.class#id`."""
    match = _SELECTOR.match(selector)
    name = match[1] if match and match[1] in BLOCK else "div"
    parts = re.findall(r"[.#][\w-]+", match[2]) if match else []
    classes = " ".join(part[1:] for part in parts if part[0] == ".")
    ids = [part[1:] for part in parts if part[0] == "#"]
    attributes = f" className={quote_attribute(classes)}" if classes else ""
    attributes += f" id={quote_attribute(ids[0])}" if ids else ""
    return [f"<{name}{attributes}>", "", *inner, "", f"</{name}>"]
