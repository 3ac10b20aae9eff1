"""The colors of share pictures: those of the site in the mode that readers see first."""

from __future__ import annotations

from octavo.render.styling.colors import (
    NEAR_BLACK,
    TINT,
    WHITE,
    blend,
    choose_text_color,
    find_readable_color,
    flatten,
)
from octavo.settings.models.site_settings import Settings
from octavo.values import Struct

_INK = {False: "#14181d", True: "#e9ecef"}
_METHODS = {
    "GET": ("#126e34", "#6ee7a0"),
    "POST": ("#1d4ed8", "#93b4fd"),
    "PUT": ("#8d5205", "#fbbf4a"),
    "PATCH": ("#b4490b", "#fda36a"),
    "DELETE": ("#b91c1c", "#fca5a5"),
}
"""As the styles of the theme have them, for the light and the dark mode."""


class Palette(Struct, frozen=True):
    """The colors of all share pictures of a site, as hex codes."""

    is_dark: bool
    page: str
    ink: str
    muted: str
    accent: str
    """For shapes."""
    accent_text: str

    def blend_accent(self, share: float) -> str:
        """Return a tint of the accent."""
        return blend(self.accent, self.page, share)

    def choose_method(self, method: str) -> tuple[str, str]:
        """Return the colors of a method's badge: its text, and what is behind it."""
        colors = _METHODS.get(method.upper())
        base = colors[self.is_dark] if colors else self.muted
        behind = blend(base, self.page, 0.14)
        return find_readable_color(base, behind), behind


def choose_palette(settings: Settings) -> Palette:
    """Return the colors of a site's share pictures."""
    colors, is_dark = settings.colors, settings.mode_toggle.default == "dark"
    below = NEAR_BLACK if is_dark else WHITE
    own = colors.background.dark if is_dark else colors.background.light
    page = flatten(own or below, below)
    accent = flatten((is_dark and colors.light) or colors.primary, page)
    # An author may have set a dark background for the light mode.
    ink = _INK[choose_text_color(page) == WHITE]
    return Palette(
        is_dark=is_dark,
        page=page,
        ink=ink,
        muted=find_readable_color(blend(ink, page, 0.68), page),
        accent=accent,
        accent_text=find_readable_color(accent, blend(accent, page, TINT)),
    )
