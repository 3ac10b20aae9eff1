"""The look of a site: the author's settings, with the theme's defaults."""

from __future__ import annotations

from octavo.render.assets.theme_files import load_look_sheets
from octavo.render.styling.surfaces import load_theme
from octavo.settings.models.site_settings import Settings
from octavo.values import Struct


class Look(Struct, frozen=True):
    """All styling choices, on which the styles of the theme depend."""

    theme: str
    layout: str
    sidebar_items: str
    topbar_style: str
    search_location: str
    rounded: str
    button_style: str
    button_arrow: bool
    background_style: str | None
    code_mode: str

    @property
    def is_side(self) -> bool:
        """Whether logo and search are in the sidebar's column."""
        return self.layout != "topnav"


def resolve_look(settings: Settings) -> Look:
    """Combine the author's styling with the defaults of the theme."""
    theme = settings.theme or "default"
    button = settings.topbar_cta_button
    choices = {
        "layout": settings.layout,
        "sidebar_items": settings.sidebar.items,
        "topbar_style": settings.topbar.style,
        "search_location": settings.search.location,
        "rounded": settings.rounded,
        "button_style": button.style if button else None,
        "button_arrow": button.arrow if button else None,
        "background_style": settings.background.style,
        "code_mode": settings.code_block.mode,
    }
    own_choices = {key: value for key, value in choices.items() if value is not None}
    return Look(**{"theme": theme, **load_theme(theme)["look"], **own_choices})


def render_look(settings: Settings) -> str:
    """Return the theme's styles for the chosen settings, without those of other looks."""
    look = resolve_look(settings)
    has_background = bool(look.background_style or settings.background_image)
    names = {
        f"theme-{look.theme}",
        f"items-{look.sidebar_items}",
        f"topbar-{look.topbar_style}",
        f"rounded-{look.rounded}",
        f"code-{look.code_mode}",
        "layout-side" if look.is_side else "layout-top",
        "background" if has_background else "plain",
        "topbar-color" if settings.topbar.color else "plain",
    }
    sheets = load_look_sheets()
    return "\n".join(sheets[name] for name in sorted(names & sheets.keys()))
