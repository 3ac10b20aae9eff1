"""The colors of share pictures: those of the site in the mode that readers see first."""

from __future__ import annotations

from octavo.render.styling.colors import blend, find_readable_color
from octavo.render.styling.surfaces import MODES, resolve_surfaces
from octavo.settings.models.site_settings import Settings
from octavo.values import Struct

_METHODS = {
    "GET": ("#12703a", "#6fdb9c"),
    "POST": ("#1d56c9", "#8fb8ff"),
    "PUT": ("#875300", "#f3bd52"),
    "PATCH": ("#9c4108", "#fda36a"),
    "DELETE": ("#b3202a", "#ff9d99"),
}
"""The colors of methods in the theme's styles, for the light and the dark mode."""


class Palette(Struct, frozen=True):
    """The colors of all share pictures of a site, as hex codes."""

    is_dark: bool
    page: str
    ink: str
    muted: str
    accent: str
    """The color of shapes."""
    accent_text: str

    def blend_accent(self, share: float) -> str:
        """Return a tint of the accent."""
        return blend(self.accent, self.page, share)

    def choose_method(self, method: str) -> tuple[str, str]:
        """Return the colors of a method's badge: its text, and its background."""
        colors = _METHODS.get(method.upper())
        base = colors[self.is_dark] if colors else self.muted
        behind = blend(base, self.page, 0.14)
        return find_readable_color(base, behind), behind


def choose_palette(settings: Settings) -> Palette:
    """Return the colors of a site's share pictures."""
    is_dark = settings.mode_toggle.default == "dark"
    surfaces = resolve_surfaces(settings, MODES[is_dark])
    page, ink = surfaces.page, surfaces.ink
    return Palette(
        is_dark=is_dark,
        page=page,
        ink=ink,
        muted=find_readable_color(blend(ink, page, 0.68), page),
        accent=surfaces.mark,
        accent_text=surfaces.accent,
    )
