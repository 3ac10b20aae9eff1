"""The colors behind class names such as `text-gray-500`: a rule over a few numbers for each hue.

Lightness, chroma and hue are those of OKLCH, where equal steps look equal. Each hue has one row,
for its middle shade; a shared ladder leads from there to the lightest and the darkest shade.
"""

from __future__ import annotations

from collections.abc import Mapping

from octavo.values import Struct

SHADES = ("50", "100", "200", "300", "400", "500", "600", "700", "800", "900", "950")

SITE_COLORS: Mapping[str, str] = {
    "primary": "var(--primary)",
    "primary-light": "var(--primary-light,var(--primary))",
    "primary-dark": "var(--primary-dark,var(--primary))",
    "background-light": "var(--background-light)",
    "background-dark": "var(--background-dark)",
}
"""The colors that authors set, under the names that their classes use."""

_KEYWORDS = {"transparent": "transparent", "current": "currentColor", "inherit": "inherit"}
_PLAIN = {"white": "1 0 0", "black": "0 0 0"}


class _Hue(Struct, frozen=True):
    """The middle shade of a hue, and the hues to which its tints and its shades drift."""

    lightness: float
    chroma: float
    tint: float
    middle: float
    shade: float
    tint_share: float = 1
    """Below 1 for hues around yellow, whose tints keep more of the chroma and of the light."""


_HUES = {
    "red": _Hue(0.635, 0.225, 17, 25, 26),
    "orange": _Hue(0.705, 0.185, 73, 48, 37, 0.85),
    "amber": _Hue(0.77, 0.165, 95, 70, 46, 0.65),
    "yellow": _Hue(0.8, 0.16, 102, 87, 55, 0.55),
    "lime": _Hue(0.77, 0.2, 121, 130, 132, 0.7),
    "green": _Hue(0.72, 0.19, 156, 150, 152),
    "emerald": _Hue(0.7, 0.145, 166, 163, 171),
    "teal": _Hue(0.7, 0.115, 181, 183, 192),
    "cyan": _Hue(0.715, 0.12, 201, 214, 228),
    "sky": _Hue(0.685, 0.145, 236, 238, 243),
    "blue": _Hue(0.62, 0.19, 255, 260, 267),
    "indigo": _Hue(0.585, 0.21, 272, 277, 281),
    "violet": _Hue(0.605, 0.225, 294, 293, 291),
    "purple": _Hue(0.625, 0.235, 308, 304, 303),
    "fuchsia": _Hue(0.665, 0.25, 321, 323, 325),
    "pink": _Hue(0.655, 0.22, 343, 354, 364),
    "rose": _Hue(0.645, 0.225, 372, 376, 373),
}
# Grays: chroma and hue of the middle shade. Their lightness is a ladder of its own, because text
# in the middle shade has to be readable on white.
_GRAYS = {
    "slate": (0.042, 257),
    "gray": (0.027, 262),
    "zinc": (0.015, 286),
    "neutral": (0.0, 0),
    "stone": (0.012, 58),
}
_GRAY_LIGHTNESS = (0.985, 0.967, 0.926, 0.87, 0.71, 0.55, 0.445, 0.37, 0.278, 0.21, 0.14)
_GRAY_CHROMA = (0.08, 0.14, 0.25, 0.42, 0.8, 1, 1, 1.1, 1, 1, 0.9)
# For colors: how far a shade is on the way to the lightest (+) or to the darkest (-) one, and its
# share of the chroma.
_STEPS = (1, 0.87, 0.71, 0.49, 0.24, 0, -0.2, -0.39, -0.56, -0.7, -1)
_CHROMA = (0.07, 0.17, 0.32, 0.55, 0.82, 1, 0.98, 0.87, 0.72, 0.59, 0.42)
_LIGHTEST = 0.975
_DARKEST = 0.275
_BRIGHT = 0.68


def find_color(name: str, opacity: str | None = None) -> str | None:
    """Return the CSS of a color name such as `gray-500`, with an opacity such as `0.5`."""
    if coordinates := _PLAIN.get(name) or _find_coordinates(name):
        return f"oklch({coordinates}/{opacity})" if opacity else f"oklch({coordinates})"
    color = SITE_COLORS.get(name) or _KEYWORDS.get(name)
    if color is None or opacity is None:
        return color
    return see_through(color, opacity)


def see_through(color: str, opacity: str) -> str:
    """Return any CSS color with an opacity between 0 and 1."""
    return f"color-mix(in oklab,{color} {float(opacity) * 100:g}%,transparent)"


def _find_coordinates(name: str) -> str | None:
    hue_name, _, shade = name.rpartition("-")
    if shade not in SHADES:
        return None
    step = SHADES.index(shade)
    if hue_name in _GRAYS:
        chroma, angle = _GRAYS[hue_name]
        return f"{_GRAY_LIGHTNESS[step]:g} {chroma * _GRAY_CHROMA[step]:.3g} {angle:g}"
    hue = _HUES.get(hue_name)
    return _compute_coordinates(hue, step) if hue else None


def _compute_coordinates(hue: _Hue, step: int) -> str:
    way = _STEPS[step]
    if way > 0:
        lightest = _LIGHTEST + 0.015 * (1 - hue.tint_share)
        lightness = hue.lightness + (lightest - hue.lightness) * way**hue.tint_share
        chroma = hue.chroma * _CHROMA[step] ** hue.tint_share
        angle = hue.middle + (hue.tint - hue.middle) * way
    else:
        lightness = hue.lightness - (_DARKEST - hue.lightness) * way
        chroma = hue.chroma * min(_CHROMA[step], _compute_room(hue, lightness))
        angle = hue.middle - (hue.shade - hue.middle) * way
    return f"{lightness:.3g} {chroma:.3g} {angle % 360:.4g}"


def _compute_room(hue: _Hue, lightness: float) -> float:
    """Return the share of chroma that a screen can show: bright hues lose it as they darken."""
    return lightness / hue.lightness if hue.lightness > _BRIGHT else 1
