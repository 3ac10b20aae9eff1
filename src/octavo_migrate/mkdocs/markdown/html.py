"""Turns HTML tags into MDX: closed, with quoted values, and without scripts.

Review marks become tags: `{++added++}`, `{--taken out--}`, `{~~old~>new~~}`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache

from octavo.values import Struct
from octavo_migrate.data import load_table
from octavo_migrate.mkdocs.context import Context

LONGEST_PARAGRAPH = 10_000
"""The limit for a paragraph, because unclosed marks take quadratic time."""
_TABLES = load_table("markdown")
VOID, INLINE, BLOCK, DRAWING = (
    frozenset[str](_TABLES[key].split()) for key in ("void", "inline", "block", "drawing")
)
"""The names of tags."""
KNOWN = INLINE | BLOCK | VOID | DRAWING
RAW = frozenset({"style", "script", "pre", "textarea"})

_ATTRIBUTE = re.compile(
    r"""\s*([^\s"'<>/=\x00]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`][^\s<>`]*))?|\s*/(?!>)"""
)
_TAG_START = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9:-]*)")
COMMENT = re.compile(r"<!--.*?-->|<!--.*\Z", re.DOTALL)
ODD = re.compile(r"<!\[CDATA\[.*?\]\]>|<![A-Za-z][^>]*>|<\?.*?\?>", re.DOTALL)
_ATTRIBUTE_NAME = re.compile(r"(?![Oo][Nn]|(?:markdown|class-)\Z)[A-Za-z_][\w:.-]*\Z")
"""An attribute name that doesn't run code, and that HTML knows."""


class Tag(Struct, frozen=True):
    """A tag in a text."""

    start: int
    end: int
    name: str
    """The name in lowercase."""
    closing: bool = False
    self_closing: bool = False
    attributes: tuple[tuple[str, str | None], ...] = ()
    written: str = ""
    """The name as in the source; SVG is case-sensitive."""

    @property
    def new_name(self) -> str:
        """The name in MDX."""
        return self.written if self.name in DRAWING else self.name

    @property
    def is_void(self) -> bool:
        """Whether it never has a closing tag."""
        return self.name in VOID

    def get(self, name: str) -> str | None:
        """Return the value of an attribute, or ""."""
        return next((value or "" for each, value in self.attributes if each == name), None)


def parse_tag(text: str, at: int) -> Tag | None:
    """Return the tag that starts at an offset; None if it is not one."""
    match = _TAG_START.match(text, at)
    if not match:
        return None
    closing, name = bool(match[1]), match[2].lower()
    attributes: list[tuple[str, str | None]] = []
    position = match.end()
    while True:
        attribute = _ATTRIBUTE.match(text, position)
        if not attribute or attribute.end() == position:
            break
        if attribute[1]:
            value = attribute[2]
            attributes.append((attribute[1], value.strip("\"'") if value else None))
        position = attribute.end()
    end = re.compile(r"\s*(/?)>").match(text, position)
    if not end:
        return None
    return Tag(at, end.end(), name, closing, bool(end[1]), tuple(attributes), match[2])


def find_tags(text: str) -> Iterator[Tag]:
    """Yield the tags of a piece of HTML, in order."""
    at = 0
    while (at := text.find("<", at)) >= 0:
        comment = COMMENT.match(text, at)
        if comment:
            at = comment.end()
            continue
        tag = parse_tag(text, at)
        if tag:
            yield tag
        at = tag.end if tag else at + 1


def render_tag(tag: Tag) -> str:
    """Return a tag as MDX, unchanged if MDX already accepts it."""
    if tag.closing:
        return "" if tag.is_void else f"</{tag.new_name}>"
    kept = (each for each in tag.attributes if _ATTRIBUTE_NAME.match(each[0]))
    attributes = [_render_attribute(*each) for each in kept]
    close = " />" if tag.is_void or tag.self_closing else ">"
    return f"<{' '.join([tag.new_name, *attributes])}{close}"


def find_dropped(tag: Tag) -> list[str]:
    """Return the names of attributes that run code; Octavo removes them."""
    return [name for name, _ in tag.attributes if name.lower().startswith("on")]


def _render_attribute(name: str, value: str | None) -> str:
    if value is None:
        return name
    quote = "'" if '"' in value else '"'
    return f"{name}={quote}{value}{quote}"


def render_comment(text: str) -> str:
    """Return an HTML comment as MDX."""
    inner = text.removeprefix("<!--").removesuffix("-->").strip().replace("*/", "* /")
    return f"{{/* {inner} */}}" if inner else ""


def render_template(text: str) -> str:
    """Return an expression with the text as its value, including line ends."""
    escaped = text.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")
    return f"{{`{escaped}`}}"


_MARKDOWN = re.compile(r"([\\`*_\[\]{}~$|])|<(?![A-Za-z/!])")


def escape_text(text: str) -> str:
    """Return a text with all characters of Markdown and MDX escaped."""
    return _MARKDOWN.sub(lambda match: "\\" + match[0], text)


def keep_as_text(text: str, line: int, context: Context) -> str:
    """Return a paragraph as plain text, and note that it is too long to convert."""
    message = f"a paragraph of {len(text):,} letters is too long to be converted: it is plain text"
    context.lose(message, line, "Divide it by empty lines.")
    return re.sub(r"[\\`*_\[\]{}~$|<]", r"\\\g<0>", text)


_BEGIN = re.compile(r"\{(\+\+|--|==|>>|~~)")
_END = re.compile(r"(?:\+\+|--|==|<<|~~)\}")


def read_critic(text: str, at: int) -> tuple[str, int] | None:
    """Return the replacement of a mark that starts at a brace, and the end of the mark."""
    begin, ends = _BEGIN.match(text, at), _list_ends(text)
    which = bisect_left(ends, at + 3)
    if not begin or which == len(ends):
        return None
    return _render(begin[1], text[at + 3 : ends[which]]), ends[which] + 3


@lru_cache(maxsize=1)
def _list_ends(text: str) -> list[int]:
    """Return all possible ends of marks; a search from each start would take too long."""
    return [match.start() for match in _END.finditer(text)]


def _render(mark: str, inner: str) -> str:
    if mark == "~~" and "~>" in inner:
        old, new = inner.split("~>", 1)
        return f"<del>{old}</del><ins>{new}</ins>"
    name = {"++": "ins", "--": "del", "==": "mark"}.get(mark)
    return f"<{name}>{inner}</{name}>" if name else render_comment(f"<!--{inner}-->")
