"""How the site looks. A styling value that is None was not set, so the theme decides."""

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, Tag

from octavo.settings.values import (
    OBJECT_FORM,
    STRICT_OBJECT,
    TEXT_FORM,
    Color,
    FileOrLink,
    Link,
    choose_form,
    short_form,
    wrong_value,
)

ThemeName = Literal["venus", "quill", "prism"]
Layout = Literal["topnav", "sidenav", "solidSidenav"]
Rounded = Literal["default", "sharp"]


class Logo(BaseModel):
    """The logo: one image for both modes, or one for each."""

    model_config = STRICT_OBJECT

    light: FileOrLink | None = Field(default=None, description="Image shown in light mode.")
    dark: FileOrLink | None = Field(default=None, description="Image shown in dark mode.")
    href: Link = Field(default="/", description="Where a click on the logo leads.")


def _both_modes(value: Any) -> Any:
    return {"light": value, "dark": value} if isinstance(value, str) else value


LogoSetting = Annotated[
    Logo, BeforeValidator(_both_modes, json_schema_input_type=FileOrLink | Logo)
]


class Gradient(BaseModel):
    """A color that changes from one to another, drawn at 45 degrees."""

    model_config = STRICT_OBJECT

    start: Color = Field(alias="from", description="Color at the start.")
    via: Color | None = Field(default=None, description="Color in the middle.")
    end: Color = Field(alias="to", description="Color at the end.")


ColorOrGradient = Annotated[
    Annotated[Color, Tag(TEXT_FORM)] | Annotated[Gradient, Tag(OBJECT_FORM)],
    choose_form("be a hex color or a gradient with `from` and `to`"),
]


class BackgroundColors(BaseModel):
    """The color behind the pages, for each mode."""

    model_config = STRICT_OBJECT

    light: Color | None = Field(default=None, description="Background in light mode.")
    dark: Color | None = Field(default=None, description="Background in dark mode.")


class Colors(BaseModel):
    """The colors of the whole site, as hex codes."""

    model_config = STRICT_OBJECT

    primary: Color = Field(
        description="Accents in light mode: links, the current page, section headers.",
    )
    light: Color | None = Field(
        default=None, description="Accents in dark mode. Without it, the primary color."
    )
    dark: Color | None = Field(
        default=None, description="Important buttons. Without it, the primary color."
    )
    background: BackgroundColors = Field(
        default_factory=BackgroundColors.model_construct,
        description="Page background; give one mode or both.",
    )
    anchors: ColorOrGradient | None = Field(
        default=None, description="Icon background of every anchor that has no color of its own."
    )
    ultra_light: Any = Field(default=None, description="Accepted and ignored.")
    ultra_dark: Any = Field(default=None, description="Accepted and ignored.")


def default_colors() -> Colors:
    """Return the colors of a site that names none."""
    return Colors(primary="#16a34a", light="#4ade80", dark="#166534")


class Background(BaseModel):
    """A decoration behind the top of every page."""

    model_config = STRICT_OBJECT

    style: Literal["gradient", "grid", "windows"] | None = Field(
        default=None, description="A soft gradient, a grid of lines, or large tiles."
    )


def _read_family(text: str) -> str:
    family = text.strip()
    if not _FAMILY.match(family):
        raise wrong_value("be the name of a font family", "Write one name, such as Open Sans.")
    return family


_FAMILY = re.compile(r"[\w][\w .'&+()-]{0,99}\Z")
FontFamily = Annotated[str, AfterValidator(_read_family)]


class Font(BaseModel):
    """One font: of the public catalog by its name, or of your own by a file."""

    model_config = STRICT_OBJECT

    family: FontFamily = Field(description="Name of the font family.")
    weight: float | None = Field(
        default=None,
        ge=1,
        le=1000,
        description="Weight from 1 to 1000; variable fonts take any value, such as 560.",
    )
    url: FileOrLink | None = Field(
        default=None, description="Font file, for a font that is not in the catalog."
    )
    format: Literal["woff", "woff2"] | None = Field(
        default=None, description="Format of the font file; required with `url`."
    )


class Fonts(BaseModel):
    """The fonts of headings and of everything else."""

    model_config = STRICT_OBJECT

    headings: Font | None = Field(default=None, description="Font of the headings.")
    body: Font | None = Field(default=None, description="Font of all other text.")


FONT_PARTS = frozenset({"headings", "body"})


def _separate_fonts(value: Any) -> Any:
    if isinstance(value, dict) and value.keys().isdisjoint(FONT_PARTS):
        return {"headings": value, "body": value}
    return value


FontSetting = Annotated[
    Fonts, BeforeValidator(_separate_fonts, json_schema_input_type=Font | Fonts)
]


class ModeToggle(BaseModel):
    """The switch between light and dark mode."""

    model_config = STRICT_OBJECT

    default: Literal["light", "dark"] | None = Field(
        default=None,
        description="Mode for new visitors. Without it, the visitor's system decides.",
    )
    is_hidden: bool = Field(
        default=False, description="Hides the switch; with `default`, forces that mode."
    )


class Sidebar(BaseModel):
    """The sidebar's style."""

    model_config = STRICT_OBJECT

    items: Literal["container", "card", "border", "undecorated"] | None = Field(
        default=None,
        description="How entries are drawn.",
        json_schema_extra={"default": "container"},
    )


class Topbar(BaseModel):
    """The top bar's style."""

    model_config = STRICT_OBJECT

    style: Literal["default", "gradient"] | None = Field(
        default=None,
        description="A plain bar, or one that fades.",
        json_schema_extra={"default": "default"},
    )


SearchLocation = Literal["side", "top"]


class Search(BaseModel):
    """The search field."""

    model_config = STRICT_OBJECT

    location: SearchLocation | None = Field(
        default=None, description="In the sidebar or in the top bar."
    )
    prompt: str | None = Field(
        default=None,
        description="Text shown in the empty search field.",
        json_schema_extra={"default": "Search..."},
    )


SearchSetting = Annotated[
    Search,
    BeforeValidator(short_form("location"), json_schema_input_type=SearchLocation | Search),
]


class CodeBlockStyle(BaseModel):
    """The style of code blocks."""

    model_config = STRICT_OBJECT

    mode: Literal["dark", "auto"] | None = Field(
        default=None,
        description="Always dark, or light and dark with the site.",
        json_schema_extra={"default": "dark"},
    )


class Eyebrow(BaseModel):
    """The small line above a page's title."""

    model_config = STRICT_OBJECT

    display: Literal["section", "breadcrumbs"] | None = Field(
        default=None,
        description="The group of the page, or the path of all its groups.",
        json_schema_extra={"default": "section"},
    )
