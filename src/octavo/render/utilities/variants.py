"""Reads the prefixes of utility classes, such as `dark:`, `md:`, `hover:`, `print:`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from octavo.render.utilities.table import BREAKPOINTS, TABLE
from octavo.values import Struct

# Narrow limits come first, so that the more special of two matching rules comes last.
_WIDTHS = {
    **{f"max-{name}": f"(width<{rem}rem)" for name, rem in reversed(BREAKPOINTS.items())},
    **{name: f"(width>={rem}rem)" for name, rem in BREAKPOINTS.items()},
}
_MEDIA, _STATES, _ELEMENTS = TABLE["media"], TABLE["states"], TABLE["elements"]
_RANKS = {name: rank for rank, name in enumerate((*_WIDTHS, *_MEDIA, *_STATES), 1)}
_RELATIVE = re.compile(r"(group|peer)-([a-z-]+)(/[a-z0-9-]+)?\Z")
_MOST_VARIANTS = 6


class Variants(Struct, frozen=True):
    """The elements and conditions of a rule, and its place among the rules."""

    order: str
    """Rules with a greater order come later: dark, then states, media and widths."""
    is_dark: bool
    conditions: tuple[str, ...]
    """The media of the rule."""
    before: str
    """The part before the class in the selector: another element and its state."""
    after: str
    """States of the element itself."""
    element: str
    """A part of the element, such as `::before`."""


def read_variants(names: Sequence[str]) -> Variants | None:
    """Return the combined meaning of a class's prefixes, or None if one is unknown."""
    if len(names) > _MOST_VARIANTS or len(set(names)) < len(names):
        return None
    widths = [name for name in names if name in _WIDTHS]
    media = [name for name in names if name in _MEDIA]
    states = [name for name in names if name in _STATES]
    relations = [match for name in names if (match := _read_relation(name))]
    elements = [name for name in names if name in _ELEMENTS]
    count = len(widths) + len(media) + len(states) + len(relations) + len(elements)
    if count + ("dark" in names) < len(names) or len(elements) > 1:
        return None
    is_dark = "dark" in names
    all_states = [*states, *(match[2] for match in relations)]
    return Variants(
        f"{is_dark:d} {_rank(all_states)} {_rank(media)} {_rank(widths)}",
        is_dark,
        (*(_MEDIA[name] for name in media), *(_WIDTHS[name] for name in widths)),
        "".join(_build_relation_selector(match) for match in relations),
        "".join(_STATES[name] for name in states),
        _ELEMENTS[elements[0]] if elements else "",
    )


def _rank(names: Iterable[str]) -> str:
    return f"{max((_RANKS[name] for name in names), default=0):02d}"


def _read_relation(name: str) -> re.Match[str] | None:
    match = _RELATIVE.match(name)
    return match if match and match[2] in _STATES else None


def _build_relation_selector(match: re.Match[str]) -> str:
    label = match[3].replace("/", "\\/") if match[3] else ""
    return f".{match[1]}{label}{_STATES[match[2]]}{' ' if match[1] == 'group' else '~'}"
