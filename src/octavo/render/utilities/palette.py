"""The colors behind class names such as `text-gray-500`: a rule over a few numbers for each hue.

Lightness, chroma and hue are those of OKLCH, where equal steps look equal. Each hue has one row,
for its middle shade; a shared ladder leads from there to the lightest and the darkest shade.
"""

from __future__ import annotations

from octavo.render.utilities.table import TABLE

SHADES: dict[str, list[float]] = TABLE["shades"]
"""For each shade: of grays the lightness and the share of the chroma; of others how far it is on
the way to the lightest (+) or to the darkest (-) one, and the share of the chroma."""
_LIGHTEST = 0.975
_DARKEST = 0.275
_BRIGHT = 0.68


def find_color(name: str, opacity: str | None = None) -> str | None:
    """Return the CSS of a color name such as `gray-500`, with an opacity such as `0.5`."""
    if coordinates := TABLE["plain"].get(name) or _find_coordinates(name):
        return f"oklch({coordinates}/{opacity})" if opacity else f"oklch({coordinates})"
    color: str | None = TABLE["colors"].get(name)
    return color if color is None or opacity is None else see_through(color, opacity)


def see_through(color: str, opacity: str) -> str:
    """Return any CSS color with an opacity between 0 and 1."""
    return f"color-mix(in oklab,{color} {float(opacity) * 100:g}%,transparent)"


def _find_coordinates(name: str) -> str | None:
    hue, _, shade = name.rpartition("-")
    if shade not in SHADES:
        return None
    if hue in TABLE["grays"]:
        chroma, angle = TABLE["grays"][hue]
        lightness, share, *_ = SHADES[shade]
        return f"{lightness:g} {chroma * share:.3g} {angle:g}"
    return (
        _compute_coordinates(*TABLE["hues"][hue], *SHADES[shade][2:])
        if hue in TABLE["hues"]
        else None
    )


def _compute_coordinates(
    middle: list[float], drift: list[float], tint_share: float, way: float, share: float
) -> str:
    """Return a shade of a hue.

    Below 1 is the share of the tint for hues around yellow, whose tints keep more of the chroma and
    of the light.
    """
    lightness, chroma, angle = middle
    if way > 0:
        lightest = _LIGHTEST + 0.015 * (1 - tint_share)
        chroma *= share**tint_share
        angle += (drift[0] - angle) * way
        lightness += (lightest - lightness) * way**tint_share
    else:
        shaded = lightness - (_DARKEST - lightness) * way
        # A screen shows a share of the chroma: bright hues lose it as they darken.
        chroma *= min(share, shaded / lightness) if lightness > _BRIGHT else share
        angle -= (drift[1] - angle) * way
        lightness = shaded
    return f"{lightness:.3g} {chroma:.3g} {angle % 360:.4g}"
