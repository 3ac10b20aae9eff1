"""How a site looks: theme, mode, background, fonts, code blocks, logo and favicon."""

from __future__ import annotations

from typing import Any

from octavo.settings.json.places import Pointer
from octavo_migrate.docs.notes import Notes


def read_theme(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """Themes have no equivalent: the site gets the usual look with its own colors."""
    if value != "mint":
        notes.change(
            pointer,
            f"The theme `{value}` is not there; the site has its own colors and the usual look",
            "Try `theme` (`venus`, `quill`, `prism`) and `layout` (`topnav`, `sidenav`, "
            "`solidSidenav`).",
        )
    return {}


def read_logo(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """The logo is the same in both."""
    if isinstance(value, dict):
        supported = {key: value[key] for key in ("light", "dark", "href") if key in value}
        for key in value.keys() - supported.keys():
            notes.lose((*pointer, key), f"`logo.{key}`, which has no equivalent")
        return {"logo": supported}
    return {"logo": value}


def read_favicon(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """Of one for each mode, the light one is used."""
    if isinstance(value, dict):
        notes.change(pointer, "Of the two favicons, the one for light mode is used in both")
        value = value.get("light") or value.get("dark")
    return {"favicon": value} if value else {}


def read_appearance(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """Light and dark."""
    appearance = dict(value) if isinstance(value, dict) else {}
    toggle: dict[str, Any] = {}
    default = appearance.pop("default", None)
    if default in ("light", "dark"):
        toggle["default"] = default
    if appearance.pop("strict", None) is True:
        toggle["isHidden"] = True
    for key in appearance:
        notes.lose((*pointer, key), f"`appearance.{key}`, which has no equivalent")
    return {"modeToggle": toggle} if toggle else {}


def read_background(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """What stands behind the pages."""
    background = value if isinstance(value, dict) else {}
    settings: dict[str, Any] = {}
    if isinstance(background.get("color"), dict):
        settings["colors"] = {"background": background["color"]}
    if background.get("decoration"):
        settings["background"] = {"style": background["decoration"]}
    image = background.get("image")
    if isinstance(image, dict):
        notes.change(
            (*pointer, "image"), "Of the two background images, the one for light mode is used"
        )
        image = image.get("light") or image.get("dark")
    if isinstance(image, str):
        settings["backgroundImage"] = image
    for key in background.keys() - {"color", "decoration", "image"}:
        notes.lose((*pointer, key), f"`background.{key}`, which has no equivalent")
    return settings


def read_fonts(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """One font for everything, or one for headings and one for text."""
    fonts_value = value if isinstance(value, dict) else {}
    whole = _read_font(fonts_value)
    parts = {
        name: {**whole, **_read_font(fonts_value[key])}
        for key, name in (("heading", "headings"), ("body", "body"))
        if isinstance(fonts_value.get(key), dict)
    }
    if not parts:
        return {"font": whole} if whole else {}
    for name in ("headings", "body"):
        if name not in parts and whole:
            parts[name] = whole
    supported = {"heading", "body", "family", "weight", "source", "format"}
    for key in fonts_value.keys() - supported:
        notes.lose((*pointer, key), f"`fonts.{key}`, which has no equivalent")
    return {"font": parts}


def _read_font(font: dict[str, Any]) -> dict[str, Any]:
    names = {"family": "family", "weight": "weight", "source": "url", "format": "format"}
    return {name: font[key] for key, name in names.items() if key in font}


def read_icons(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """Icons of Font Awesome and Lucide are both there, by name; those of others are not."""
    library = value.get("library") if isinstance(value, dict) else value
    if library not in ("fontawesome", "lucide"):
        notes.lose(
            pointer,
            f"Icons of `{library}`, where neither Font Awesome nor Lucide has one of that name",
            "Look for warnings about icons in `octavo check`, and give other names.",
        )
    else:
        notes.carry(pointer, "Icons of Font Awesome and Lucide are found by their names")
    return {}


def read_styling(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """Code blocks and the line above titles."""
    styling = value if isinstance(value, dict) else {}
    settings: dict[str, Any] = {}
    code = styling.get("codeblocks")
    if code is not None:
        settings["codeBlock"] = {"mode": "dark" if code == "dark" else "auto"}
    if isinstance(code, dict):
        notes.lose(
            (*pointer, "codeblocks"),
            "The color theme of code blocks",
            "Code has the colors of Octavo; a style sheet of your own can change them.",
        )
    if styling.get("eyebrows") is not None:
        settings["eyebrow"] = {"display": styling["eyebrows"]}
    for key in styling.keys() - {"codeblocks", "eyebrows"}:
        notes.lose((*pointer, key), f"`styling.{key}`, which has no equivalent")
    return settings
