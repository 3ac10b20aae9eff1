"""Changes single places of a text and leaves the rest byte for byte; what headings hold.

A page is parsed with LF line ends and without byte order mark; its file may have both. Edits name
places of the parsed text, and are made in the file. A title is text: it has no pictures, no links.
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
    """Text that takes the place of what stands between two offsets of the parsed text."""

    start: int
    end: int
    text: str


def write_front_matter(values: Values) -> str:
    """Return front matter in which every value is written as JSON."""
    lines = (f"{key}: {json.dumps(each, ensure_ascii=False)}\n" for key, each in values.items())
    return f"---\n{''.join(lines)}---\n"


def find_offset(text: str, line: int, column: int) -> int:
    """Return the offset of a place, whose line and column count from 1."""
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    return start + column - 1


def apply_edits(data: bytes, edits: Iterable[Edit]) -> bytes:
    """Return the bytes of a file with edits that do not overlap."""
    mark = _BYTE_ORDER_MARK if data.startswith(_BYTE_ORDER_MARK) else b""
    text = data[len(mark) :].decode("utf-8")
    long_ends = [match.start() for match in _LINE_END.finditer(text) if match[0] == "\r\n"]
    # Each line end of two characters shifts what follows by one.
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
    """Return HTML as a line of Markdown: its text and its links."""
    text = _TAG.sub(" ", _ANCHOR.sub(lambda link: f"[{link[2].strip()}]({link[1]})", markup))
    return re.sub(r"([{<])", r"\\\1", " ".join(unescape(text).split()))


_PICTURE = r"!\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\])|<img\b[^<>]*>"
_BESIDE_WORDS = re.compile(
    rf"(?<!\\)\[(?:{_PICTURE}|[^\[\]])*\](?:\([^()]*\)|\[[^\[\]]*\])|{_PICTURE}|<a\b[^<>]*>.*?</a>"
)


def list_beside_words(heading: str) -> list[str]:
    """Return the pictures and links of a heading, which are to stand below the title."""
    return _BESIDE_WORDS.findall(heading)


class RepeatedIds(Struct):
    """The ids that another tool gives to the headings of a page, in order."""

    join: str
    """What stands before the number of a title that came before."""
    title: str = ""
    """The id of the title of the page, which is no heading of its text any more."""
    counts: dict[str, int] = field(default_factory=dict)

    def name(self, own: str) -> str | None:
        """Return the id of a heading if its title came before; None where we give it the same."""
        if not own or own not in self.counts:
            self.counts[own] = int(own == self.title)
            return None
        new = own
        while new in self.counts:
            self.counts[own] += 1
            new = f"{own}{self.join}{self.counts[own]}"
        self.counts[new] = 0
        return new
