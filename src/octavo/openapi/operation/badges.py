"""Badges beside the name of an operation or field: what a document writes, as a few safe values."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Iterator
from typing import Any

from octavo.values import Struct

STAGES = {
    "alpha": ("Alpha", "purple"),
    "beta": ("Beta", "blue"),
    "experimental": ("Experimental", "purple"),
    "preview": ("Preview", "blue"),
    "technical preview": ("Preview", "blue"),
    "draft": ("Draft", ""),
}
"""The words for what is not finished, and their colors."""
DEPRECATED = "deprecated"
_STAGE_KEYS = ("x-stability", "x-stability-level", "x-scalar-stability")
_STAGE_FLAGS = {
    f"x-{name.replace(' ', '-')}": name for name in STAGES if name not in ("draft", "preview")
}
BADGE_KEYS = frozenset({"x-badges", *_STAGE_KEYS, *_STAGE_FLAGS})
_FINISHED = frozenset(
    ("stable", "ga", "generally available", "general availability", "production", "released", "")
)
_COLORS = {
    "blue": "blue processing product sky blueberry navy teal cyan aqua indigo",
    "green": "green success approved active grass persian-green turquoise lime",
    "yellow": "yellow warning pending deprecated gold amber",
    "orange": "orange carrot",
    "red": "red error declined raspberry crimson",
    "purple": "purple magenta violet pink fuchsia",
}
_NAMED_COLORS = {word: name for name, words in _COLORS.items() for word in words.split()}
_HUES = (
    (18, "red"),
    (42, "orange"),
    (70, "yellow"),
    (170, "green"),
    (258, "blue"),
    (335, "purple"),
)
_LEAST_SATURATION = 0.15
_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\Z")
_FUNCTION = re.compile(r"(rgb|hsl)a?\(([0-9.,%/ deg+-]{1,60})\)\Z")
_NUMBER = re.compile(r"\d{1,4}(?:\.\d{1,9})?")
_MOST_BADGES = 6
_LONGEST = 40


class Badge(Struct, frozen=True):
    """A few words beside a name, in a color of the theme ("" is gray)."""

    label: str
    color: str = ""
    is_stage: bool = False
    """Whether the words are ours, so that they are translated."""


def read_badges(value: dict[str, Any]) -> tuple[Badge, ...]:
    """Return the badges of an operation, parameter or schema: its stage, then others."""
    if BADGE_KEYS.isdisjoint(value):
        return ()
    stage = _read_stage(value)
    badges = [] if stage in _FINISHED or stage == DEPRECATED else [_build_stage(stage)]
    badges += _list_badges(value.get("x-badges"))
    labels = {badge.label.lower(): badge for badge in reversed(badges)}
    return tuple(badge for badge in badges if labels[badge.label.lower()] is badge)[:_MOST_BADGES]


def has_ended(value: dict[str, Any]) -> bool:
    """Tell whether the stage of something is that it is deprecated."""
    return not BADGE_KEYS.isdisjoint(value) and _read_stage(value) == DEPRECATED


def build_badge(text: Any, color: Any = None) -> Badge | None:
    """Return a badge with a text on one line; None if there is no text."""
    if not isinstance(text, str):
        return None
    label = " ".join("".join(c if c.isprintable() else " " for c in text[:500]).split())
    if len(label) > _LONGEST:
        label = f"{label[: _LONGEST - 1].rstrip()}…"
    return Badge(label, find_color(color)) if label else None


def find_color(text: Any) -> str:
    """Return the color of the theme that is nearest; "" where there is none, or for gray."""
    word = text.strip().lower() if isinstance(text, str) and len(text) < 80 else ""
    if word in _NAMED_COLORS:
        return _NAMED_COLORS[word]
    hue, saturation = 0.0, 0.0
    if _HEX.match(word):
        hue, saturation = _measure_hex(word[1:])
    elif match := _FUNCTION.match(word):
        hue, saturation = _measure_function(match[1], _NUMBER.findall(match[2]))
    if saturation < _LEAST_SATURATION:
        return ""
    return next((name for most, name in _HUES if hue <= most), "red")


def _measure_hex(digits: str) -> tuple[float, float]:
    step = 1 if len(digits) < 6 else 2
    parts = [digits[at : at + step] * (3 - step) for at in range(0, 3 * step, step)]
    return _measure_rgb([int(part, 16) for part in parts])


def _measure_function(name: str, numbers: list[str]) -> tuple[float, float]:
    if len(numbers) < 3:
        return 0.0, 0.0
    values = [float(number) for number in numbers[:3]]
    return (values[0] % 360, values[1] / 100) if name == "hsl" else _measure_rgb(values)


def _measure_rgb(values: list[float]) -> tuple[float, float]:
    hue, _, saturation = colorsys.rgb_to_hls(*(min(value, 255.0) / 255 for value in values))
    return hue * 360, saturation


def _read_stage(value: dict[str, Any]) -> str:
    for key in _STAGE_KEYS:
        text = value.get(key)
        if isinstance(text, str) and text.strip():
            return " ".join(text[:500].lower().replace("-", " ").replace("_", " ").split())
    return next((name for key, name in _STAGE_FLAGS.items() if value.get(key) is True), "")


def _build_stage(stage: str) -> Badge:
    if stage in STAGES:
        return Badge(*STAGES[stage], is_stage=True)
    return build_badge(stage[:1].upper() + stage[1:]) or Badge(STAGES["draft"][0])


def _list_badges(value: Any) -> Iterator[Badge]:
    """Return the badges of `x-badges`, first those with the position `before`."""
    entries = value if isinstance(value, list) else [value]
    badges = []
    for entry in entries[: 10 * _MOST_BADGES]:
        fields = entry if isinstance(entry, dict) else {"name": entry}
        badge = build_badge(fields.get("name") or fields.get("label"), fields.get("color"))
        if badge is not None:
            badges.append((fields.get("position") != "before", badge))
    return (badge for _, badge in sorted(badges, key=lambda each: each[0]))
