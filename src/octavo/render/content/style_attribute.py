"""Turns style attributes into rules, because pages can't have inline styles."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from octavo.settings.urls import clean_url

_CLOSED_BY = {"(": ")", "[": "]"}
_ENDS = frozenset(")]'\"")
_LONGEST_STYLE = 20_000
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_PIECE = re.compile(r""""[^"]*"|'[^']*'|[^"'()\[\];]+|["'()\[\];]""")
_PROPERTY = re.compile(r"(?:--[\w-]{1,80}|-?[A-Za-z][A-Za-z-]{0,60})\Z", re.ASCII)
# Characters that could end the rule, hide the rest, or encode one of these.
_BREAKS_OUT = re.compile(r"[{}<@\\\x00-\x1f\x7f-\x9f\ud800-\udfff]|/\*|\*/")
_URL = re.compile(r"""url\( ?(?:"([^"]*)"|'([^']*)'|([^"'() ]*)) ?\)""", re.IGNORECASE)
_URL_START = re.compile(r"url\(", re.IGNORECASE)
_IMAGE_DATA = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]", re.IGNORECASE)
# Other ways to load a file, or to run code in old browsers.
_LOADS = re.compile(r"(?:image-set|image|src|expression)\(|\Abehavior:|-moz-binding", re.IGNORECASE)


def build_style_class(css: str) -> tuple[str, str]:
    """Return a class name for the declarations of a style attribute, and its rule.

    Declarations that could escape the rule are removed; both texts are empty if none remains. Like
    a style attribute, the rule wins over all selectors without `!important`, so it is outside of
    all layers.
    """
    return _build_style_class(css) if len(css) <= _LONGEST_STYLE else ("", "")


@lru_cache(maxsize=1024)
def _build_style_class(css: str) -> tuple[str, str]:
    pieces = _PIECE.findall(_BLANKS.sub(" ", css))
    declarations = ";".join(filter(None, map(_clean_declaration, _split_declarations(pieces))))
    if not declarations:
        return "", ""
    digest = hashlib.blake2b(declarations.encode(), digest_size=6).hexdigest()
    name = f"s-{digest}"
    return name, f".{name}:not(#_){{{declarations}}}"


def _split_declarations(pieces: Iterable[str]) -> Iterator[str]:
    """Yield declarations; one with an unclosed quote or bracket is unsafe, up to the end."""
    declaration: list[str] = []
    ends: list[str] = []
    for piece in pieces:
        if piece == ";" and not ends:
            yield "".join(declaration)
            declaration = []
            continue
        if piece in _CLOSED_BY:
            ends.append(_CLOSED_BY[piece])
        elif piece in _ENDS and (not ends or ends.pop() != piece):
            return
        declaration.append(piece)
    if not ends:
        yield "".join(declaration)


def _clean_declaration(text: str) -> str | None:
    """Return a declaration without outer spaces, or None to remove it."""
    if _BREAKS_OUT.search(text):
        return None
    property_name, _, value = (part.strip() for part in text.partition(":"))
    declaration = f"{property_name}:{value}"
    if not value or not _PROPERTY.match(property_name) or _LOADS.search(declaration):
        return None
    addresses = [match[1] or match[2] or match[3] or "" for match in _URL.finditer(value)]
    if len(addresses) != len(_URL_START.findall(value)):
        return None
    return declaration if all(map(_is_safe_address, addresses)) else None


def _is_safe_address(url: str) -> bool:
    return _IMAGE_DATA.match(url) is not None or bool(clean_url(url))
