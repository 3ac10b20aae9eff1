"""Small parts that several kinds of blocks share, such as attribute lists: `{ .class #id }`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from octavo.values import Struct
from octavo_migrate.mkdocs.context import Context, Line, Lines
from octavo_migrate.mkdocs.markdown.titles import strip_markdown

_LIST = re.compile(r"\{:?[ ]*((?:[^{}\n\"']|\"[^\"\n{}]*\"|'[^'\n{}]*')+?)[ ]*\}")
_SLIPPED_LIST = re.compile(r"\{:?[ ]*([^{}\n]*=[^{}\n]*?)[ ]*\}")
"""One with a quote too many, or one that is missing: nobody sees that on the old site."""
_WITHOUT_EFFECT = frozenset({"annotate"})
_ITEM = re.compile(r"""([^\s=]+)=("[^"]*"|'[^']*'|\S+)|(\S+)""")


class Attributes(Struct, frozen=True):
    """What an attribute list says, and where it ends."""

    end: int
    id: str | None
    classes: tuple[str, ...]
    values: tuple[tuple[str, str], ...]
    words: tuple[str, ...] = ()

    def get(self, name: str) -> str | None:
        """Return a value by its name."""
        return next((value for each, value in self.values if each == name), None)


def match_attributes(text: str, at: int) -> Attributes | None:
    """Return the attribute list that starts at an offset; None if it is other text."""
    match = _LIST.match(text, at) or _SLIPPED_LIST.match(text, at)
    if not match:
        return None
    attributes = read_attributes(match[1], match.end())
    written_so = text.startswith("{:", at)
    return attributes if written_so or not attributes.words else None


def read_attributes(text: str, end: int = 0) -> Attributes:
    """Return what the inside of an attribute list says."""
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
    """Return what keeps the id of an attribute list, and tell of all the rest of it."""
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
    """Return the first line from a place on that is not blank."""
    while at < len(lines) and lines[at].is_blank:
        at += 1
    return at


def indent_lines(lines: Sequence[str], width: int) -> list[str]:
    """Return lines with spaces before them."""
    pad = " " * width
    return [pad + line if line else "" for line in lines]


def trim_lines(lines: Sequence[str]) -> list[str]:
    """Return lines without the blank ones at both ends."""
    return "\n".join(lines).strip("\n").split("\n")


def dedent_inside(lines: Lines) -> list[Line]:
    """Return what stands inside of an element without its indent."""
    widths = [line.indent for line in lines[1:] if not line.is_blank]
    width = min(widths, default=0)
    return [line.cut(width if index else 99) for index, line in enumerate(lines)]


def split_heading(text: str, context: Context, line: int) -> tuple[str, str]:
    """Return the text of a heading, and the id that it was given, as we write it."""
    brace = text.rfind("{")
    attributes = match_attributes(text, brace) if brace > 0 and context.has("attr_list") else None
    if not attributes or attributes.end != len(text.rstrip()):
        return text, ""
    keep_id(attributes, "a heading", line, context)
    title = text[:brace].rstrip().rstrip("#").rstrip()  # marks that close it stand before the list
    return title, f" {{#{attributes.id}}}" if attributes.id else ""


def find_heading_id(heading: str) -> str:
    """Return the id that a heading has: its own, or what Python-Markdown makes of its words."""
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
    """Return lines in which the address of a link stands beside its label, not below it."""
    joined: list[Line] = []
    for line, in_code in zip(lines, find_code(each.text for each in lines), strict=True):
        before = joined[-1].text if joined and not in_code else ""
        if _LABEL_ALONE.match(before) and _ADDRESS_ALONE.match(line.text):
            joined[-1] = Line(f"{before.rstrip()} {line.text.strip()}", joined[-1].number)
        else:
            joined.append(line)
    return joined


def find_references(lines: Lines) -> dict[str, str]:
    """Return the addresses of links that stand elsewhere in the page, by their labels."""
    matches = [_REFERENCE.match(line.text) for line in _list_outside_code(lines)]
    # A line of text may start like one: what is one for sure, counts more.
    in_order = sorted(filter(None, matches), key=lambda match: bool(match[2]) and not match[4])
    return {match[1].strip().lower(): match[2].strip("<>") for match in in_order}


def find_code(texts: Iterable[str]) -> Iterator[bool]:
    """Tell of each line of text whether it is in a fence, or one of its ends."""
    fence = ""
    for text in texts:
        if mark := _FENCE_START.match(text):
            is_end = fence and text.strip().startswith(fence)
            fence = "" if is_end else fence or mark[1]
        yield bool(fence or mark)


def _list_outside_code(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the lines that stand in no fence."""
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
