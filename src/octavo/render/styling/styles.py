"""Writes the author's styling as custom properties, on which the theme's styles depend."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from octavo.project.web.font_faces import WebFonts
from octavo.render.styling.colors import (
    BLACK,
    WHITE,
    choose_text_color,
    flatten,
    render_gradient,
)
from octavo.render.styling.fonts import FontStyles, render_font_styles
from octavo.render.styling.look import render_look
from octavo.render.styling.surfaces import (
    MODES,
    load_theme,
    render_surfaces,
    resolve_surfaces,
)
from octavo.settings.models.site_settings import Settings
from octavo.settings.models.styling import Fonts, Gradient
from octavo.settings.objects import list_own_values
from octavo.settings.urls import is_external
from octavo.site.model import Site
from octavo.values import Struct


class SiteStyles(Struct, frozen=True):
    """The styles of one site, with their needs in the head."""

    css: str
    color_keys: Mapping[str, str]
    """The keys of anchors with their own color in the styles, by name."""
    fonts: FontStyles


def render_site_styles(
    site: Site, file_href: Callable[[str], str], web_fonts: WebFonts
) -> SiteStyles:
    """Return the styles for the settings."""
    settings = site.settings
    languages = sorted({page.language for page in site.pages.values()})
    fonts = render_font_styles(
        settings.theme or "default", settings.font or Fonts(), file_href, web_fonts, languages
    )
    colors = _list_division_colors(site)
    keys = {name: str(number) for number, name in enumerate(colors)}
    rules = [
        f".nav-anchor[data-color='{keys[name]}']{{{_render_anchor(color)}}}"
        for name, color in colors.items()
    ]
    tokens = render_tokens(settings, file_href)
    css = f"@layer octavo.tokens{{:root{{{tokens}}}}}\n@layer octavo.parts{{{''.join(rules)}}}\n"
    return SiteStyles("\n".join([render_look(settings), css, fonts.css]), keys, fonts)


def render_tokens(settings: Settings, file_href: Callable[[str], str]) -> str:
    """Return the site's colors under the names for author CSS, as declarations."""
    colors = settings.colors
    values = {
        "--primary": colors.primary,
        "--primary-light": colors.light,
        "--primary-dark": colors.dark,
        "--background-light": resolve_surfaces(settings, "light").page,
        "--background-dark": resolve_surfaces(settings, "dark").page,
        **render_surfaces(settings),
        **_list_button_tokens(settings),
        "--background-image": _render_image(settings.background_image, file_href),
        **_list_topbar_tokens(settings),
    }
    return "".join(f"{name}:{value};" for name, value in values.items() if value)


def _list_button_tokens(settings: Settings) -> dict[str, str]:
    """Return the colors of buttons: the author's, or ink if the theme prefers it."""
    colors = settings.colors
    has_own = "colors" in list_own_values(settings) and colors.dark is not None
    if load_theme(settings.theme)["button"] == "ink" and not has_own:
        return {"--button": "var(--ink)", "--button-text": "var(--page)"}
    return {"--button-text": choose_text_color(colors.dark or colors.primary)}


def find_topbar_colors(settings: Settings) -> tuple[str, str]:
    """Return the colors of the top bar in light and in dark mode."""
    own = settings.topbar.color
    light, dark = (resolve_surfaces(settings, mode).page for mode in MODES)
    if own:
        light, dark = own.light or light, own.dark or dark
    return flatten(light, WHITE), flatten(dark, BLACK)


def _list_topbar_tokens(settings: Settings) -> dict[str, str]:
    if settings.topbar.color is None:
        return {}
    colors = find_topbar_colors(settings)
    inks = map(choose_text_color, colors)
    return {
        "--topbar-page": f"light-dark({','.join(colors)})",
        "--topbar-ink": f"light-dark({','.join(inks)})",
    }


def _render_image(source: str | None, file_href: Callable[[str], str]) -> str | None:
    if source is None:
        return None
    address = source if is_external(source) else file_href(source.lstrip("/"))
    quoted_address = address.replace("\\", "%5C").replace('"', "%22").replace("\n", "%0A")
    return f'url("{quoted_address}")'


def _list_division_colors(site: Site) -> dict[str, str | Gradient]:
    default = site.settings.colors.anchors
    colors: dict[str, str | Gradient] = {}
    for anchor in site.anchors:
        color = anchor.color or default
        if color is not None:
            colors[anchor.name] = color
    return colors


def _render_anchor(color: str | Gradient) -> str:
    base = color.start if isinstance(color, Gradient) else color
    text = f"--anchor:{render_gradient(color)};--anchor-text:{choose_text_color(base)};"
    return text if isinstance(color, Gradient) else f"{text}--anchor-color:{color};"
