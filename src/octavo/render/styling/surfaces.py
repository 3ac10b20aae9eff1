"""The colors of each mode: surfaces of the theme, and shades of the author's color on them.

A theme sets the hue and lightness of its surfaces, and browsers compute most of them. The shades of
text and marks are computed here, because they depend on the surfaces below them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from octavo.problems import Code, Problem, Severity
from octavo.render.assets.theme_files import load_theme_text
from octavo.render.styling.colors import (
    BLACK,
    READABLE,
    WHITE,
    PlaceOf,
    blend,
    choose_text_color,
    compute_contrast,
    find_nearest_shade,
    find_tone,
    flatten,
    limit_chroma,
    round_down,
)
from octavo.settings.models.site_settings import Settings
from octavo.settings.models.styling import Colors
from octavo.settings.objects import list_own_values
from octavo.values import Struct

MODES = ("light", "dark")

_MARKS = {"light": 3.05, "dark": 3.5}
"""The lowest contrast of marks; the theme sets that of text."""
_DARK_CHROMA = 0.16
"""The highest chroma on a dark page, because more would glow."""

_ON_OWN_PAGE = {"ground": {"ink": 4}, "panel": {"ink": 3.5}, "tint": {"mark": 10}}
"""The surfaces on a page of the author's color, which the theme's may not fit."""

_SHARES = {"text": "text", "muted": "muted", "hairline": "hairline", "strong": "hairline-strong"}
"""The shares of ink in some colors, with the custom property of each."""


class Surfaces(Struct, frozen=True):
    """The colors of a mode as hex codes."""

    page: str
    grounds: tuple[str, ...]
    """All surfaces below accent text; the last one is the tint of selected items."""
    ink: str
    accent: str
    """The color of text."""
    mark: str
    """The color of lines, and of the edges of selected items."""


def load_theme(theme: str | None) -> dict[str, Any]:
    """Return the special settings of a theme; see `theme/presets`."""
    return _load_preset(theme or "default")


@cache
def _load_preset(theme: str) -> dict[str, Any]:
    preset: dict[str, Any] = json.loads(load_theme_text("presets", f"{theme}.json"))
    return preset


def resolve_surfaces(settings: Settings, mode: str) -> Surfaces:
    """Return the colors of a mode, each readable where it is used."""
    parts, contrast = _list_parts(settings, mode), load_theme(settings.theme)["contrast"]
    primary = settings.colors.primary
    page = _resolve(parts["page"], primary, {})
    named = {"page": page, "ink": _resolve(parts["ink"], primary, {})}
    fixed = [_resolve(parts[name], primary, named) for name in ("ground", "panel") if parts[name]]
    color = flatten(choose_base(settings.colors, mode), page)
    if mode == "dark" and not settings.colors.light:
        color = limit_chroma(color, _DARK_CHROMA)

    def list_grounds(**own: str) -> tuple[str, ...]:
        return (page, *fixed, _resolve(parts["tint"], primary, {**named, **own}))

    mark = _find_shade(color, lambda shade: list_grounds(accent=shade, mark=shade), _MARKS[mode])
    accent = _find_shade(color, lambda shade: list_grounds(accent=shade, mark=mark), contrast)
    grounds = list_grounds(accent=accent, mark=mark)
    return Surfaces(page, grounds, named["ink"], accent, mark)


def _find_shade(color: str, grounds: Callable[[str], tuple[str, ...]], least: float) -> str:
    """Return the nearest shade of a color that is visible on its surfaces."""
    shade = find_nearest_shade(
        color, lambda shade: min(compute_contrast(shade, each) for each in grounds(shade)) >= least
    )
    return shade or choose_text_color(grounds(color)[0])


def choose_base(colors: Colors, mode: str) -> str:
    """Return the base color for the accents of a mode."""
    return (mode == "dark" and colors.light) or colors.primary


def render_surfaces(settings: Settings) -> dict[str, str]:
    """Return the custom properties of all surfaces, each with its value in both modes."""
    modes = [(_list_parts(settings, mode), resolve_surfaces(settings, mode)) for mode in MODES]
    light, dark = ({**_write_parts(parts), **_write_shades(shades)} for parts, shades in modes)
    return {
        name: value if value == dark[name] else f"light-dark({value},{dark[name]})"
        for name, value in light.items()
    }


def _write_parts(parts: dict[str, Any]) -> dict[str, str]:
    surfaces = {
        "--page": _write(parts["page"]),
        "--ground": _write(parts["ground"] or parts["page"]),
        "--ink": _write(parts["ink"]),
        "--panel": _write(parts["panel"]),
        "--accent-tint": _write(parts["tint"]),
    }
    shares = {f"--{name}": _write({"ink": parts[share]}) for share, name in _SHARES.items()}
    return {**surfaces, **shares}


def _write_shades(surfaces: Surfaces) -> dict[str, str]:
    return {
        "--accent": surfaces.accent,
        "--accent-text": choose_text_color(surfaces.accent),
        "--mark": surfaces.mark,
    }


def check_colors(settings: Settings, place_of: PlaceOf) -> Iterator[Problem]:
    """Report, in one note, which of the author's colors have another shade as text."""
    colors = settings.colors
    own = list_own_values(colors) if "colors" in list_own_values(settings) else {}
    notes: dict[str, list[str]] = {}
    for mode in MODES:
        key = "light" if mode == "dark" and colors.light else "primary"
        if own.get(key):
            notes.setdefault(key, []).extend(_describe_change(settings, mode))
    texts = {key: changes for key, changes in notes.items() if changes}
    if texts:
        message = "; ".join(
            f"text in `colors.{key}` ({own[key]}) is drawn in {' and in '.join(changes)}"
            for key, changes in texts.items()
        )
        hint = f"The hue stays. Text needs {READABLE}:1; buttons keep the color as it is."
        place = place_of(("colors", next(iter(texts))))
        yield Problem(Code.CONTRAST_LOW, message, place, Severity.INFO, hint)


def _describe_change(settings: Settings, mode: str) -> Iterator[str]:
    surfaces = resolve_surfaces(settings, mode)
    color = flatten(choose_base(settings.colors, mode), surfaces.page)
    contrast = compute_contrast(color, surfaces.page)
    if contrast < READABLE:
        yield f"{surfaces.accent} in {mode} mode, where it has {round_down(contrast)}:1"


def _list_parts(settings: Settings, mode: str) -> dict[str, Any]:
    """Return the surfaces of a theme, adapted to the author's page."""
    theme = load_theme(settings.theme)
    parts: dict[str, Any] = theme[mode]
    own: str | None = getattr(settings.colors.background, mode)
    if own is None:
        return parts
    page = flatten(own, WHITE if mode == "light" else BLACK)
    # An author may set a dark page in light mode.
    ink = theme["dark" if choose_text_color(page) == WHITE else "light"]["ink"]
    grounds = _ON_OWN_PAGE if parts["ground"] else {**_ON_OWN_PAGE, "ground": None}
    return {**parts, "page": page, "ink": ink, **grounds}


def _resolve(value: Any, primary: str, named: dict[str, str]) -> str:
    """Return a surface as a hex code: one, lightness and highest chroma, or a share of another."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return find_tone(primary, *value)
    ((name, percent),) = value.items()
    return blend(named[name], named["page"], percent / 100)


def _write(value: Any) -> str:
    """Return a surface in the form that browsers compute."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        lightness, chroma = value
        return f"oklch(from var(--primary) {lightness} min(c,{chroma}) h)"
    ((name, percent),) = value.items()
    return f"color-mix(in oklab,var(--{name}) {percent}%,var(--page))"
