"""Changes single places of a text and keeps all other bytes.

The parser reads a page with LF line ends and without a byte order mark, but its file may have both.
Edits have offsets in the parsed text, and apply to the file. Titles are plain text, without
pictures and links.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterable
from html import unescape

from octavo.values import Struct, field
from octavo_migrate.data import Values

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_LINE_END = re.compile(r"\r\n|\r|\n")


class Edit(Struct, frozen=True):
    """Text that replaces the part between two offsets of the parsed text."""

    start: int
    end: int
    text: str


def write_front_matter(values: Values) -> str:
    """Return front matter with every value as JSON."""
    lines = (f"{key}: {json.dumps(each, ensure_ascii=False)}\n" for key, each in values.items())
    return f"---\n{''.join(lines)}---\n"


def find_offset(text: str, line: int, column: int) -> int:
    """Return the offset of a line and column, which start at 1."""
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    return start + column - 1


def apply_edits(data: bytes, edits: Iterable[Edit]) -> bytes:
    """Return the bytes of a file after edits that don't overlap."""
    mark = _BYTE_ORDER_MARK if data.startswith(_BYTE_ORDER_MARK) else b""
    text = data[len(mark) :].decode("utf-8")
    long_ends = [match.start() for match in _LINE_END.finditer(text) if match[0] == "\r\n"]
    # Each CRLF line end shifts the following offsets by one.
    before = [end - count for count, end in enumerate(long_ends)]
    pieces: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda edit: edit.start):
        start, end = (offset + bisect_left(before, offset) for offset in (edit.start, edit.end))
        pieces += [text[at:start], edit.text]
        at = end
    return mark + "".join([*pieces, text[at:]]).encode("utf-8")


_TAG = re.compile(r"<[^<>]*>")
_ANCHOR = re.compile(r"<a\b[^<>]*?href=[\"']([^\"'<>]*)[\"'][^<>]*>([\s\S]*?)</a>")


def write_line(markup: str) -> str:
    """Return HTML as a line of Markdown, with its text and its links."""
    text = _TAG.sub(" ", _ANCHOR.sub(lambda link: f"[{link[2].strip()}]({link[1]})", markup))
    return re.sub(r"([{<])", r"\\\1", " ".join(unescape(text).split()))


_PICTURE = r"!\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\])|<img\b[^<>]*>"
_BESIDE_WORDS = re.compile(
    rf"(?<!\\)\[(?:{_PICTURE}|[^\[\]])*\](?:\([^()]*\)|\[[^\[\]]*\])|{_PICTURE}|<a\b[^<>]*>.*?</a>"
)


def list_beside_words(heading: str) -> list[str]:
    """Return the pictures and links of a heading, to place below the title."""
    return _BESIDE_WORDS.findall(heading)


class RepeatedIds(Struct):
    """The ids that another tool gives to the headings of a page, in order."""

    join: str
    """The text between the id of a repeated title and its number."""
    title: str = ""
    """The id of the page title, which is no longer a heading in its text."""
    counts: dict[str, int] = field(default_factory=dict)

    def name(self, own: str) -> str | None:
        """Return the id of a repeated heading; None if Octavo gives it the same id."""
        if not own or own not in self.counts:
            self.counts[own] = int(own == self.title)
            return None
        new = own
        while new in self.counts:
            self.counts[own] += 1
            new = f"{own}{self.join}{self.counts[own]}"
        self.counts[new] = 0
        return new
