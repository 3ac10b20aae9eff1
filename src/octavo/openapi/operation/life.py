"""Reads when an operation ends, and what takes its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from email.utils import parsedate_to_datetime
from typing import Any

from octavo.openapi.document.shapes import read_as_text
from octavo.openapi.model import Life, Node, Response

_SINCE = ("x-deprecated-since",)
_UNTIL = ("x-sunset", "x-deprecated-sunset")
SUCCESSOR_KEYS = ("x-replaced-by", "x-successor", "x-speakeasy-deprecation-replacement")
_DAY = re.compile(r"\d{4}-\d\d-\d\d(?=\Z|[Tt ])")
_LINK = re.compile(r"<([^<>\s]{1,2000})>([^<>]{0,300})")
_IS_SUCCESSOR = re.compile(r";\s*rel\s*=\s*\"?[\w -]*successor-version", re.IGNORECASE)
_LONGEST_DAY = 40
_LONGEST_READ = 4_000


def read_life(node: Node, responses: Iterable[Response]) -> Life | None:
    """Return what an operation says about its end; None if nothing."""
    since, until = _read_day(node, _SINCE), _read_day(node, _UNTIL)
    key, successor = _read_successor(node)
    if not successor:
        successor = next(_list_header_links(responses), "")
    return Life(since, until, successor, key) if since or until or successor else None


def _read_day(node: Node, keys: Iterable[str]) -> str:
    """Return the first text of some keys: a day as `2030-12-05`, or what else is there."""
    text = next(filter(None, (read_as_text(node, key) for key in keys)), "").strip()
    match = _DAY.match(text)
    try:
        if match:
            return date.fromisoformat(match[0]).isoformat()
        return parsedate_to_datetime(text).date().isoformat() if "," in text else _cut(text)
    except (ValueError, OverflowError):
        return _cut(text)


def _cut(text: str) -> str:
    text = " ".join(text[: 2 * _LONGEST_DAY].split())
    return text if len(text) <= _LONGEST_DAY else f"{text[: _LONGEST_DAY - 1]}…"


def _read_successor(node: Node) -> tuple[str, str]:
    """Return the key that names a successor, and its text."""
    for key in SUCCESSOR_KEYS:
        text = node.get_text(key)
        if text:
            return key, text.strip()
    return "", ""


def _list_header_links(responses: Iterable[Response]) -> Iterator[str]:
    """Return the addresses that `Link` headers of responses name as successors."""
    headers = (each for response in responses for each in response.headers)
    for header in headers:
        if header.name.lower() == "link":
            examples = (each.value.value for each in header.examples if each.value is not None)
            values = [header.description, *examples, *_list_schema_texts(header.schema)]
            for text in values:
                yield from _find_links(text)


def _list_schema_texts(schema: Node | None) -> list[Any]:
    if schema is None:
        return []
    return [schema.get_text(key) for key in ("description", "example", "default", "const")]


def _find_links(text: Any) -> Iterator[str]:
    if isinstance(text, str) and "successor-version" in text:
        for match in _LINK.finditer(text[:_LONGEST_READ]):
            if _IS_SUCCESSOR.search(match[2]):
                yield match[1]
