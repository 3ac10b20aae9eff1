"""Helpers that several kinds of blocks share, such as attribute lists: `{ .class #id }`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from octavo.values import Struct
from octavo_migrate.mkdocs.context import Context, Line, Lines
from octavo_migrate.mkdocs.markdown.titles import strip_markdown

_LIST = re.compile(r"\{:?[ ]*((?:[^{}\n\"']|\"[^\"\n{}]*\"|'[^'\n{}]*')+?)[ ]*\}")
_SLIPPED_LIST = re.compile(r"\{:?[ ]*([^{}\n]*=[^{}\n]*?)[ ]*\}")
"""An attribute list with a missing or extra quote, which the old site hides."""
_WITHOUT_EFFECT = frozenset({"annotate"})
_ITEM = re.compile(r"""([^\s=]+)=("[^"]*"|'[^']*'|\S+)|(\S+)""")


class Attributes(Struct, frozen=True):
    """An attribute list, parsed, with its end."""

    end: int
    id: str | None
    classes: tuple[str, ...]
    values: tuple[tuple[str, str], ...]
    words: tuple[str, ...] = ()

    def get(self, name: str) -> str | None:
        """Return a value by its name."""
        return next((value for each, value in self.values if each == name), None)


def match_attributes(text: str, at: int) -> Attributes | None:
    """Return the attribute list at an offset; None for other text."""
    match = _LIST.match(text, at) or _SLIPPED_LIST.match(text, at)
    if not match:
        return None
    attributes = read_attributes(match[1], match.end())
    written_so = text.startswith("{:", at)
    return attributes if written_so or not attributes.words else None


def read_attributes(text: str, end: int = 0) -> Attributes:
    """Parse the inside of an attribute list."""
    name: str | None = None
    classes: list[str] = []
    values: list[tuple[str, str]] = []
    words: list[str] = []
    for item in _ITEM.finditer(text):
        if item[1] == "id":
            name = item[2].strip("\"'")
        elif item[1] == "class":
            classes += item[2].strip("\"'").split()
        elif item[1]:
            values.append((item[1], item[2].strip("\"'")))
        elif item[3].startswith("#") and len(item[3]) > 1:
            name = item[3][1:]
        elif item[3].startswith(".") and len(item[3]) > 1:
            classes.append(item[3][1:])
        elif '"' not in item[3]:
            words.append(item[3])
    return Attributes(end, name, tuple(classes), tuple(values), tuple(words))


def keep_id(attributes: Attributes, what: str, line: int, context: Context) -> str:
    """Return an anchor for the id of an attribute list, and note its other values."""
    described = [f".{each}" for each in attributes.classes if each not in _WITHOUT_EFFECT]
    described += [f"{name}={value}" for name, value in attributes.values]
    if described:
        context.lose(f"`{{ {' '.join(described)} }}` after {what} is left out", line)
    return f'<span id="{attributes.id}"></span>' if attributes.id else ""


_FENCE_MARK = re.compile(r"(`{3,}(?=[^`]*\Z)|~{3,})")
_FENCE_START = re.compile(r"\s*(`{3,}|~{3,})")
_REFERENCE = re.compile(r"\s*\[([^\]^][^\]]*)\]:\s*(<[^>]*>|\S*)\s*([\"'(].*|)(.*)")
ABBREVIATION = re.compile(r" {0,3}\*\[(.+?)\]:[ ]*(.+)\Z")


def skip_blank(lines: Lines, at: int) -> int:
    """Return the first nonblank line from an index on."""
    while at < len(lines) and lines[at].is_blank:
        at += 1
    return at


def indent_lines(lines: Sequence[str], width: int) -> list[str]:
    """Return lines with a prefix of spaces."""
    pad = " " * width
    return [pad + line if line else "" for line in lines]


def trim_lines(lines: Sequence[str]) -> list[str]:
    """Return lines without blank ones at both ends."""
    return "\n".join(lines).strip("\n").split("\n")


def dedent_inside(lines: Lines) -> list[Line]:
    """Return the content of an element without its indent."""
    widths = [line.indent for line in lines[1:] if not line.is_blank]
    width = min(widths, default=0)
    return [line.cut(width if index else 99) for index, line in enumerate(lines)]


def split_heading(text: str, context: Context, line: int) -> tuple[str, str]:
    """Return the text and the id of a heading, in Octavo's form."""
    brace = text.rfind("{")
    attributes = match_attributes(text, brace) if brace > 0 and context.has("attr_list") else None
    if not attributes or attributes.end != len(text.rstrip()):
        return text, ""
    keep_id(attributes, "a heading", line, context)
    # Closing number signs come before the attribute list.
    title = text[:brace].rstrip().rstrip("#").rstrip()
    return title, f" {{#{attributes.id}}}" if attributes.id else ""


def find_heading_id(heading: str) -> str:
    """Return the id of a heading: its own, or the one that Python-Markdown generates."""
    brace = heading.rfind("{")
    attributes = match_attributes(heading, brace) if brace >= 0 else None
    if attributes and attributes.id:
        return attributes.id
    title = strip_markdown(heading[:brace] if attributes else heading)
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def find_abbreviations(lines: Lines) -> dict[str, str]:
    """Return the abbreviations that a page explains."""
    matches = (ABBREVIATION.match(line.text) for line in lines)
    return {match[1]: match[2].strip() for match in matches if match}


_LABEL_ALONE = re.compile(r" {0,3}\[[^\]^][^\]]*\]:[ \t]*\Z")
_ADDRESS_ALONE = re.compile(r"\s+(?:<[^<>]*>|\S+)(?:\s+[\"'(].*)?\s*\Z")


def join_definitions(lines: Lines) -> list[Line]:
    """Return lines with each link address next to its label instead of below it."""
    joined: list[Line] = []
    for line, in_code in zip(lines, find_code(each.text for each in lines), strict=True):
        before = joined[-1].text if joined and not in_code else ""
        if _LABEL_ALONE.match(before) and _ADDRESS_ALONE.match(line.text):
            joined[-1] = Line(f"{before.rstrip()} {line.text.strip()}", joined[-1].number)
        else:
            joined.append(line)
    return joined


def find_references(lines: Lines) -> dict[str, str]:
    """Return the targets of reference links, by their labels."""
    matches = [_REFERENCE.match(line.text) for line in _list_outside_code(lines)]
    # A text line can look like a definition; a certain definition has priority.
    in_order = sorted(filter(None, matches), key=lambda match: bool(match[2]) and not match[4])
    return {match[1].strip().lower(): match[2].strip("<>") for match in in_order}


def find_code(texts: Iterable[str]) -> Iterator[bool]:
    """Tell for each line of text whether it belongs to a fence."""
    fence = ""
    for text in texts:
        if mark := _FENCE_START.match(text):
            is_end = fence and text.strip().startswith(fence)
            fence = "" if is_end else fence or mark[1]
        yield bool(fence or mark)


def _list_outside_code(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the lines outside of fences."""
    fence = ""
    for line in lines:
        text = line.text.strip(" >")
        mark = _FENCE_MARK.match(text)
        if fence:
            fence = "" if text.startswith(fence) and not text.strip(fence[0]) else fence
        elif mark:
            fence = mark[1]
        else:
            yield line
