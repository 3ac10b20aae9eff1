"""Reads the formats that a reader accepts: the headers `Accept` and `Accept-Encoding`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

_MARKDOWN = "text/markdown"
_HTML = ("text/html", "text/*", "*/*")
"""Types that include HTML, from the most specific one."""
_ENCODINGS = ("br", "zstd", "gzip")
_LONGEST = 1000
"""The longest list to parse; normal clients send shorter ones."""


def choose_encoding(header: str) -> tuple[str, ...]:
    """Return the available encodings that a reader accepts, best first."""
    qualities = read_qualities(header)
    others = qualities.get("*", 0.0)
    return tuple(name for name in _ENCODINGS if qualities.get(name, others) > 0)


def prefers_markdown(header: str) -> bool:
    """Tell whether a reader asks for Markdown at least as much as for HTML.

    If both have the same quality, the first one counts. Browsers never name Markdown, and programs
    that do name it first.
    """
    qualities = read_qualities(header)
    markdown = qualities.get(_MARKDOWN, 0.0)
    html = next((qualities[name] for name in _HTML if name in qualities), 0.0)
    if markdown == html and _HTML[0] in qualities:
        names = list(qualities)
        return markdown > 0 and names.index(_MARKDOWN) < names.index(_HTML[0])
    return markdown > 0 and markdown >= html


@lru_cache(256)
def read_qualities(header: str) -> Mapping[str, float]:
    """Return the quality of each format, from 0 to 1."""
    qualities: dict[str, float] = {}
    for part in header[:_LONGEST].lower().split(","):
        name, *parameters = (each.strip() for each in part.split(";"))
        quality = 1.0
        for parameter in parameters:
            key, _, value = parameter.partition("=")
            if key.strip() == "q":
                quality = _read_quality(value.strip())
        if name:
            qualities[name] = quality
    return qualities


def _read_quality(text: str) -> float:
    try:
        return min(1.0, max(0.0, float(text)))
    except ValueError:
        return 0.0
