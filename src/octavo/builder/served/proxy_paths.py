"""Compares the path and query of a request with the document.

They are checked and passed on byte for byte, so an API gets what the playground shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote, unquote_to_bytes

from octavo.builder.served.refusals import Decision, RefusedError
from octavo.openapi.request.templates import match_pieces

_VARIABLE = re.compile(r"\{[^{}]*\}")
_PATH = re.compile(r"/(?:[A-Za-z0-9._~!$&'()*+,;=:@|\[\]/-]|%[0-9A-Fa-f]{2})*", re.ASCII)
_QUERY = re.compile(r"[!$-;=?-~]*", re.ASCII)
_SLASH = re.compile(r"[/\\]")
_MAX_PATH = 8 * 1024
_MAX_QUERY = 16 * 1024
_MOST_DECODINGS = 4

Segment = tuple[str, ...]
"""The fixed texts in a part of a path, decoded; between two texts is a variable."""


def read_template(path: str) -> tuple[Segment, ...]:
    """Return the segments of a path with variables in braces."""
    segments: list[list[str]] = [[""]]
    for number, literal in enumerate(_VARIABLE.split(path)):
        if number:
            segments[-1].append("")
        first, *others = literal.split("/")
        segments[-1][-1] += first
        segments.extend([other] for other in others)
    return tuple(tuple(unquote(text) for text in segment) for segment in segments)


def join_template(base: str, path: str) -> tuple[Segment, ...]:
    """Return the segments of an operation's path after the base path of its server."""
    path = re.split(r"[?#]", path, maxsplit=1)[0]
    if path and not path.startswith("/"):
        path = f"/{path}"
    base = base.rstrip("/")
    fixed = [(unquote(segment),) for segment in base.split("/")] if base else [("",)]
    # A reader chose the base path, so its braces have no meaning.
    return (*fixed, *read_template(path)[1:]) if base or path else (("",), ("",))


def check_path(path: str, template: Iterable[Segment]) -> None:
    """Refuse a path that isn't the operation's, or that can be read as another."""
    if len(path) > _MAX_PATH or not _PATH.fullmatch(path):
        raise RefusedError(Decision.PATH_REFUSED, "The path has a character that no path can have.")
    segments, parts = list(template), path.split("/")
    if len(segments) != len(parts):
        raise _refuse_path()
    for segment, part in zip(segments, parts, strict=True):
        text = _decode(part)
        if part and _is_misleading(text):
            message = "A value in the path is `.`, `..` or has a part that could be read so."
            raise RefusedError(Decision.PATH_REFUSED, message)
        if len(segment) > 1 and has_slash(text):
            message = "A value in the path has a slash. A server may read it as another path."
            raise RefusedError(Decision.PATH_REFUSED, message)
        if match_pieces(segment, text) is None:
            raise _refuse_path()


def check_query(query: str) -> None:
    """Refuse an invalid query."""
    if len(query) > _MAX_QUERY:
        raise RefusedError(Decision.QUERY_REFUSED, "The query is too long.")
    if not _QUERY.fullmatch(query):
        raise RefusedError(
            Decision.QUERY_REFUSED, "The query has a character that must be percent-encoded."
        )


def _refuse_path() -> RefusedError:
    message = "The path is not that of the operation. Is a value missing?"
    return RefusedError(Decision.PATH_REFUSED, message)


def _decode(segment: str) -> str:
    """Return a segment as text; refuse control characters and backslashes."""
    try:
        text = unquote_to_bytes(segment).decode()
    except UnicodeDecodeError as error:
        message = "The path has bytes that are not UTF-8."
        raise RefusedError(Decision.PATH_REFUSED, message) from error
    if any(
        character < " " or "\x7f" <= character <= "\x9f" or character == "\\" for character in text
    ):
        message = "The path has a backslash or a control character."
        raise RefusedError(Decision.PATH_REFUSED, message)
    return text


def _is_misleading(text: str) -> bool:
    """Tell whether decoding a segment once more could lead to another path."""
    decodings = _decode_again(text)
    return decodings is None or any(
        not part or part.partition(";")[0] in (".", "..")
        for each in decodings
        for part in _SLASH.split(each)
    )


def has_slash(text: str) -> bool:
    """Tell whether decoding a value, once or repeatedly, could reveal a slash."""
    decodings = _decode_again(text)
    return decodings is None or any(_SLASH.search(each) for each in decodings)


def _decode_again(text: str) -> list[str] | None:
    """Return a text and all its decoded forms; None if there are too many."""
    decodings = [text]
    for _ in range(_MOST_DECODINGS):
        decoded = unquote(decodings[-1])
        if decoded == decodings[-1]:
            return decodings
        decodings.append(decoded)
    return None
