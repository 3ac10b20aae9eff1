"""Checks the files in the settings: whether they exist, and whether the logo is visible."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from octavo.problems import Code, Problem, Severity
from octavo.render.shell.parts import is_mode_forced
from octavo.render.styling.colors import compute_contrast
from octavo.render.styling.styles import find_topbar_colors
from octavo.settings.json.places import Pointer
from octavo.settings.models.site_settings import Settings
from octavo.settings.models.styling import Fonts, Logo
from octavo.settings.nearest import find_nearest
from octavo.settings.urls import is_external
from octavo.site.model import Site
from octavo.site.navigation import PlaceOf

ColorsOf = Callable[[str], frozenset[str] | None]
"""Returns the colors of a picture of the project, if they are known."""

_VISIBLE = 1.5
"""With less contrast to the page, a shape is almost invisible."""


def check_named_files(site: Site, place_of: PlaceOf) -> Iterator[Problem]:
    """Report files in the settings that the project doesn't have."""
    for pointer, path in _list_named_files(site.settings):
        source = path.lstrip("/")
        if is_external(path) or source in site.files:
            continue
        near = find_nearest(source, site.files)
        yield Problem(
            Code.SETTINGS_FILE_MISSING,
            f"there is no file `{source}` in the project",
            place_of(pointer),
            Severity.WARNING,
            f"Did you mean `/{near}`?" if near else "Add it; paths begin at the project's folder.",
        )


def check_logo(settings: Settings, colors_of: ColorsOf, place_of: PlaceOf) -> Iterator[Problem]:
    """Report a logo that is invisible on the top bar, in a mode that readers may have."""
    logo = settings.logo
    if logo is None:
        return
    only = settings.mode_toggle.default if is_mode_forced(settings) else None
    sources = (logo.light or logo.dark, logo.dark or logo.light)
    for mode, source, bar in zip(_MODES, sources, find_topbar_colors(settings), strict=True):
        if only not in (None, mode) or source is None or is_external(source):
            continue
        colors = colors_of(source.lstrip("/"))
        if not colors or any(compute_contrast(color, bar) >= _VISIBLE for color in colors):
            continue
        yield Problem(
            Code.CONTRAST_LOW,
            f"the logo `{source}` cannot be seen in {mode} mode: it has almost the color of "
            f"the top bar ({bar})",
            place_of(("logo",)),
            Severity.WARNING,
            f"Name a picture for {mode} mode under `logo.{mode}`, or set `topbar.color`.",
        )


_MODES = ("light", "dark")


def _list_named_files(settings: Settings) -> Iterator[tuple[Pointer, str]]:
    """Yield the files, each with the location of its setting, or of one inside it."""
    logo, fonts = settings.logo or Logo(), settings.font or Fonts()
    roles = {"body": fonts.body, "headings": fonts.headings, "code": fonts.code}
    if fonts.body is fonts.headings:
        del roles["headings"]
    paths: dict[Pointer, str | None] = {
        ("logo", "light"): logo.light,
        ("logo", "dark"): None if logo.dark == logo.light else logo.dark,
        ("favicon",): settings.favicon,
        ("backgroundImage",): settings.background_image,
        **{("font", role, "url"): font.url for role, font in roles.items() if font},
    }
    return ((pointer, path) for pointer, path in paths.items() if path)
