"""Writes the foreign Markdown of API documents so that it can't swallow the text after it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from octavo.render.basis.elements import ELEMENTS
from octavo.render.twin.text import write_address
from octavo.site.links import LinkResolver, Target
from octavo.values import Results

_CODE = re.compile(
    r"(^[ \t]*(`{3,}|~{3,})[^\n]*\n.*?(?:^[ \t]*\2[`~]*[ \t]*$|\Z)|`[^`\n]*`)",
    re.MULTILINE | re.DOTALL,
)
_OPENING = re.compile(r"<(?=(/?[A-Za-z][\w:.-]*|[!?]))")
_SWALLOWING = frozenset({"script", "style", "pre", "textarea", "title", "iframe", "xmp", "noembed",
                         "noframes", "plaintext"})  # fmt: skip
_LINK = re.compile(r"\]\(((?!https?:)[^()\s]+)")
_HEADING = re.compile(r"^(#{1,4})(?=[ \t])", re.MULTILINE)
_SIMPLE = re.compile(r"[\w(\"'“`*\[$/<{@.]")
_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")


class ForeignTexts:
    """Writes the texts of API documents for one site."""

    def __init__(self, links: LinkResolver) -> None:
        self.resolve: Callable[[str], Target | None] = self._resolve_path
        """Where links of the document lead whose texts are written now."""
        self._links = links
        self._markdown: Results[tuple[str, object], str] = Results(self._write)

    def _resolve_path(self, address: str) -> Target | None:
        is_path = address.startswith("/") and not address.startswith("//")
        return self._links.resolve(address, "") if is_path else None

    def write(self, text: str | None) -> str:
        """Return a text as blocks of Markdown; links to pages of the site lead to their twins."""
        return self._markdown[text, self.resolve if "](" in text else None] if text else ""

    def _write(self, key: tuple[str, object]) -> str:
        markdown = _close(key[0])
        return _LINK.sub(self._link, markdown) if "](" in markdown else markdown

    def _link(self, match: re.Match[str]) -> str:
        target = self.resolve(match[1])
        if target is None or not target.is_found:
            return match[0]
        href = self._links.build_absolute(target.twin or target.href)
        return f"]({write_address(href)}"


def is_one_line(text: str) -> bool:
    """Tell whether a text may follow other words in a line."""
    return "\n" not in text and _SIMPLE.match(text) is not None


@lru_cache(maxsize=4096)
def _close(text: str) -> str:
    """Return a text with all code blocks closed, and without elements that readers don't know."""
    text = text.replace("\r\n", "\n").replace("\0", "\ufffd").strip()
    if "<" not in text and "`" not in text and "~~~" not in text and "#" not in text:
        return _BLANK_LINES.sub("\n\n", text) if "\n" in text else text
    parts: list[str] = []
    end = 0
    for match in _CODE.finditer(text):
        parts += (_tame(text[end : match.start()]), match[0])
        fence = match[2]
        if fence and not match[0].rstrip().endswith(fence[:3]):
            parts.append(f"\n{fence}")
        end = match.end()
    parts.append(_tame(text[end:]))
    return "".join(parts)


def _tame(text: str) -> str:
    """Return text without elements that would swallow the rest, or that don't exist."""
    if "<" in text:
        text = _OPENING.sub(_keep_element, text)
    if "#" in text:
        text = _HEADING.sub(r"##\1", text)
    return text


def _keep_element(match: re.Match[str]) -> str:
    name = match[1].lstrip("/").lower()
    # A backslash would have no effect inside of a known element.
    return "<" if name in ELEMENTS and name not in _SWALLOWING else "&lt;"
