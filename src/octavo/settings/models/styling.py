"""How the site looks. A value of None means that the theme decides."""

from __future__ import annotations

import re
from typing import Any, Literal

from octavo.settings.json.places import Pointer
from octavo.settings.kinds import (
    ANYTHING,
    FLAG,
    TEXT,
    Kind,
    WrongValueError,
    by_form,
    choice,
    number,
    prepare_with,
    short_form,
    text_with,
)
from octavo.settings.mistakes import Mistakes
from octavo.settings.objects import object_of, setting, settings_object
from octavo.settings.values import COLOR, FILE_OR_LINK, LINK

ThemeName = Literal["venus", "quill", "prism"]
Layout = Literal["topnav", "sidenav", "solidSidenav"]
Rounded = Literal["default", "sharp"]
BackgroundStyle = Literal["gradient", "grid", "windows"]
FontFormat = Literal["woff", "woff2"]
Mode = Literal["light", "dark"]
SidebarItems = Literal["container", "card", "border", "undecorated"]
TopbarStyle = Literal["default", "gradient"]
CodeBlockMode = Literal["dark", "auto"]
EyebrowDisplay = Literal["section", "breadcrumbs"]
SearchLocation = Literal["side", "top"]

_DEFAULT_PRIMARY = "#16a34a"


@settings_object
class Logo:
    """The logo: one image for both modes, or one for each."""

    light: str | None = setting(FILE_OR_LINK, "Image shown in light mode.", default=None)
    dark: str | None = setting(FILE_OR_LINK, "Image shown in dark mode.", default=None)
    href: str = setting(LINK, "Where a click on the logo leads.", default="/")
    with_name: bool = setting(FLAG, "Shows the name of the site next to the image.", default=False)


LOGO = short_form(FILE_OR_LINK, lambda file: Logo(light=file, dark=file), object_of(Logo))


@settings_object
class Gradient:
    """A color that changes from one to another, drawn at 45 degrees."""

    start: str = setting(COLOR, "Color at the start.", key="from")
    via: str | None = setting(COLOR, "Color in the middle.", default=None)
    end: str = setting(COLOR, "Color at the end.", key="to")


COLOR_OR_GRADIENT: Kind[str | Gradient] = by_form(
    "be a hex color or a gradient with `from` and `to`", {str: COLOR, dict: object_of(Gradient)}
)


@settings_object
class BackgroundColors:
    """The color behind the pages, for each mode."""

    light: str | None = setting(COLOR, "Background in light mode.", default=None)
    dark: str | None = setting(COLOR, "Background in dark mode.", default=None)


@settings_object
class Colors:
    """The colors of the whole site, as hex codes."""

    primary: str = setting(
        COLOR,
        "Accents in light mode: links, the current page, section headers.",
        instead=_DEFAULT_PRIMARY,
    )
    light: str | None = setting(
        COLOR, "Accents in dark mode. Without it, the primary color.", default=None
    )
    dark: str | None = setting(
        COLOR, "Important buttons. Without it, the primary color.", default=None
    )
    background: BackgroundColors = setting(
        object_of(BackgroundColors),
        "Page background; give one mode or both.",
        default=BackgroundColors(),
    )
    anchors: str | Gradient | None = setting(
        COLOR_OR_GRADIENT,
        "Icon background of every anchor without its own color.",
        default=None,
    )
    ultra_light: Any = setting(ANYTHING, "Accepted and ignored.", default=None)
    ultra_dark: Any = setting(ANYTHING, "Accepted and ignored.", default=None)


DEFAULT_COLORS = Colors(primary=_DEFAULT_PRIMARY, light="#4ade80", dark="#166534")
"""The default colors of a site."""


@settings_object
class Background:
    """A decoration behind the top of every page."""

    style: BackgroundStyle | None = setting(
        choice(BackgroundStyle), "A soft gradient, a grid of lines, or large tiles.", default=None
    )


_FAMILY = r"[\w][\w .'&+()-]{0,99}\Z"


def _read_family(text: str) -> str:
    family = text.strip()
    if not re.match(_FAMILY, family):
        raise WrongValueError("be the name of a font family", "Write one name, such as Open Sans.")
    return family


FONT_FAMILY = text_with(_read_family)


_WEIGHTS = {
    "thin": 100,
    "light": 300,
    "normal": 400,
    "regular": 400,
    "medium": 500,
    "semibold": 600,
    "bold": 700,
    "black": 900,
}


@settings_object
class Font:
    """One font: by its name in the public catalog, or by its file."""

    family: str = setting(FONT_FAMILY, "Name of the font family.")
    weight: float | None = setting(
        number(1, 1000, _WEIGHTS),
        "Weight from 1 to 1000, such as 560.",
        default=None,
    )
    url: str | None = setting(
        FILE_OR_LINK, "Font file, for a font that is not in the catalog.", default=None
    )
    format: FontFormat | None = setting(
        choice(FontFormat), "Format of the file, if its ending does not show it.", default=None
    )
    download: bool = setting(
        FLAG,
        "Downloads the `url` during the build, and serves the file from your site.",
        default=False,
    )


@settings_object
class Fonts:
    """The fonts of headings, text and code. What is not set is the theme's."""

    headings: Font | None = setting(object_of(Font), "Font of the headings.", default=None)
    body: Font | None = setting(
        object_of(Font),
        "Font of the text.",
        default=None,
    )
    code: Font | None = setting(object_of(Font), "Font of code.", default=None)


FONT_PARTS = frozenset({"headings", "body", "code"})
_FONT, _FONTS = object_of(Font), object_of(Fonts)


def _read_fonts(value: Any, place: Pointer, mistakes: Mistakes) -> Fonts | None:
    if isinstance(value, dict) and value.keys().isdisjoint(FONT_PARTS):
        font = _FONT.read(value, place, mistakes)
        return Fonts(headings=font, body=font) if font else None
    return _FONTS.read(value, place, mistakes)


FONTS = Kind(_read_fonts, {"anyOf": [_FONT.schema, _FONTS.schema]})


MODE = prepare_with(lambda value: None if value in ("system", "auto") else value, choice(Mode))
"""A color mode; `system` and `auto` mean the default."""


@settings_object
class ModeToggle:
    """The switch between light and dark mode."""

    default: Mode | None = setting(
        MODE,
        "Mode for new readers. Without it, their system decides.",
        default=None,
    )
    is_hidden: bool = setting(
        FLAG, "Hides the switch; with `default`, forces that mode.", default=False
    )


@settings_object
class Sidebar:
    """The sidebar's style."""

    items: SidebarItems | None = setting(
        choice(SidebarItems), "How entries are drawn.", default=None, usual="container"
    )


@settings_object
class TopbarColors:
    """The color of the top bar, for each mode."""

    light: str | None = setting(COLOR, "Color in light mode.", default=None)
    dark: str | None = setting(COLOR, "Color in dark mode.", default=None)


TOPBAR_COLORS = short_form(
    COLOR, lambda color: TopbarColors(light=color, dark=color), object_of(TopbarColors)
)


@settings_object
class Topbar:
    """The top bar's style."""

    color: TopbarColors | None = setting(
        TOPBAR_COLORS,
        "Color of the bar, or one for each mode.",
        default=None,
    )

    style: TopbarStyle | None = setting(
        choice(TopbarStyle), "A plain bar, or one that fades.", default=None, usual="default"
    )


@settings_object
class Search:
    """The search field."""

    location: SearchLocation | None = setting(
        choice(SearchLocation), "In the sidebar or in the top bar.", default=None
    )
    prompt: str | None = setting(
        TEXT, "Text shown in the empty search field.", default=None, usual="Search..."
    )


SEARCH = short_form(
    choice(SearchLocation), lambda location: Search(location=location), object_of(Search)
)


@settings_object
class CodeBlockStyle:
    """The style of code blocks."""

    mode: CodeBlockMode | None = setting(
        choice(CodeBlockMode),
        "Always dark, or light and dark with the site.",
        default=None,
        usual="dark",
    )


@settings_object
class Eyebrow:
    """The small line above a page's title."""

    display: EyebrowDisplay | None = setting(
        choice(EyebrowDisplay),
        "The group of the page, or the path of all its groups.",
        default=None,
        usual="section",
    )
