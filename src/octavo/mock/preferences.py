"""Reads a caller's preferences: a status, an example, a media type."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from octavo.openapi.examples.text import is_json, strip_media_type
from octavo.server.web.accept import read_qualities
from octavo.values import Struct

_PREFERENCE = re.compile(r"""\s*([\w-]+)\s*(?:=\s*(?:"([^"]*)"|([^",;\s]*)))?\s*(?:[,;]|$)""")


class Preferences(Struct, frozen=True):
    """The supported parts of the header `Prefer` (RFC 7240)."""

    code: str | None = None
    example: str | None = None
    seed: int | None = None
    """A seed for other values than the default ones."""

    def describe(self) -> str:
        """Return the applied preferences, for the header `Preference-Applied`."""
        is_dynamic = None if self.seed is None else "true"
        pairs = (
            ("code", self.code),
            ("example", self.example),
            ("dynamic", is_dynamic),
            ("seed", self.seed),
        )
        return ", ".join(f"{name}={value}" for name, value in pairs if value is not None)


def read_preferences(header: str, next_seed: Callable[[], int] = int) -> Preferences:
    """Parse `Prefer: code=404, example=name, dynamic=true, seed=7`."""
    values: dict[str, str] = {}
    for match in _PREFERENCE.finditer(header[:2000]):
        values.setdefault(match[1].lower(), match[2] if match[2] is not None else match[3] or "")
    seed = None
    if values.get("dynamic") == "true":
        text = values.get("seed", "")[:18]
        seed = int(text) if text.isascii() and text.isdecimal() else next_seed()
    return Preferences(values.get("code") or None, values.get("example") or None, seed)


def choose_media_type(header: str | None, names: Sequence[str]) -> int | None:
    """Return the media type that a caller prefers; None if it accepts none.

    The first one wins among equals.
    """
    if header is None or not header.strip():
        return 0
    qualities = read_qualities(header)
    liked = [_find_quality(strip_media_type(name), qualities.items()) for name in names]
    best = max(range(len(names)), key=lambda at: liked[at], default=None)
    if best is not None and liked[best] > 0:
        return best
    if not any(is_json(name) and quality > 0 for name, quality in qualities.items()):
        return None
    # A vendor's own media type may be JSON, too.
    return next((at for at, name in enumerate(names) if is_json(strip_media_type(name))), None)


def _find_quality(name: str, qualities: Iterable[tuple[str, float]]) -> float:
    """Return the quality of a media type; the most specific range wins."""
    family = name.partition("/")[0]
    ranges = (name, f"{family}/*", "*/*")
    by_range = dict(qualities)
    return next((by_range[each] for each in ranges if each in by_range), 0.0)
