"""Reads in which forms a reader takes an answer: the headers `Accept` and `Accept-Encoding`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

_LONGEST = 1000
"""Longer lists are nobody's; they are not read."""


def choose_encoding(header: str) -> tuple[str, ...]:
    """Return the ways of compressing that a reader takes, of those that there are, best first."""
    qualities = _read_qualities(header)
    return tuple(
        name for name in ("br", "gzip") if qualities.get(name, qualities.get("*", 0.0)) > 0
    )


def prefers_markdown(header: str) -> bool:
    """Tell whether a reader names Markdown, and takes it before HTML."""
    qualities = _read_qualities(header)
    markdown = qualities.get("text/markdown", 0.0)
    return markdown > 0 and markdown > qualities.get("text/html", 0.0)


@lru_cache(256)
def _read_qualities(header: str) -> Mapping[str, float]:
    """Return how gladly each form is taken, from 0 to 1."""
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
