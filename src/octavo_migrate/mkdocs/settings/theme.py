"""`theme`: how the old site looked, and the features of Material, of which each is told."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Any

from octavo_migrate.mkdocs.context import Tree
from octavo_migrate.mkdocs.settings.notices import Notices
from octavo_migrate.moved_site import Outcome

_COLORS = dict(
    pair.split("=")
    for pair in (
        "red=#ef5552 pink=#e92063 purple=#ab47bd deep-purple=#7e56c2 indigo=#4051b5 blue=#2094f3 "
        "light-blue=#02a6f2 cyan=#00bdd6 teal=#009485 green=#4cae4f light-green=#8bc34b "
        "lime=#cbdc38 yellow=#ffec3d amber=#ffc105 orange=#ffa724 deep-orange=#ff6e42 "
        "brown=#795649 grey=#757575 blue-grey=#546d78 black=#000000 white=#ffffff"
    ).split()
)
_DEFAULT_COLOR = "#4051b5"

_ALWAYS = "is how every site of Octavo is"
FEATURES = {
    "content.code.copy": (Outcome.CARRIED, _ALWAYS),
    "content.tabs.link": (Outcome.CARRIED, _ALWAYS),
    "navigation.footer": (Outcome.CARRIED, _ALWAYS),
    "navigation.instant": (Outcome.CARRIED, _ALWAYS),
    "navigation.instant.prefetch": (Outcome.CARRIED, _ALWAYS),
    "navigation.instant.progress": (Outcome.CARRIED, _ALWAYS),
    "navigation.prune": (Outcome.CARRIED, _ALWAYS),
    "navigation.sections": (Outcome.CARRIED, _ALWAYS),
    "navigation.tabs.sticky": (Outcome.CARRIED, _ALWAYS),
    "search.highlight": (Outcome.CARRIED, _ALWAYS),
    "search.suggest": (Outcome.CARRIED, _ALWAYS),
    "toc.follow": (Outcome.CARRIED, _ALWAYS),
    "content.action.edit": (Outcome.CARRIED, "is `feedback.suggestEdit`"),
    "navigation.path": (Outcome.CARRIED, "is `eyebrow.display`"),
    "navigation.tabs": (Outcome.CARRIED, "is `tabs`"),
    "content.code.annotate": (Outcome.CHANGED, "is a list below the code"),
    "navigation.indexes": (Outcome.CHANGED, "is the first page of each group"),
}
"""What becomes of features; those that are not here have no equivalent."""
_LOOKS = {
    "content.action.view": "a button that shows the source of a page",
    "content.code.select": "a button that selects lines of code",
    "content.footnote.tooltips": "footnotes that show in a box",
    "content.tooltips": "titles of links that show in a box",
    "header.autohide": "a bar that hides when one scrolls",
    "navigation.expand": "groups that are open at first",
    "navigation.instant.preview": "boxes that show where a link leads",
    "navigation.top": "a button that leads to the top",
    "navigation.tracking": "an address that follows the heading that is read",
    "search.share": "a link to the results of a search",
    "toc.integrate": "a table of contents in the sidebar",
    "announce.dismiss": "an announcement that readers close; it stands in a template",
}
_ABOUT_TEMPLATES = "Templates of the old theme have no meaning here. See the guide about styling."
_KEYS = frozenset(
    "name logo favicon palette features font icon language locale custom_dir analytics".split()
)


def build_look(theme: dict[str, Any], tree: Tree, notices: Notices) -> dict[str, Any]:
    """Return what `site.json` says about the look of a site, and tell of all the rest."""
    settings: dict[str, Any] = {}
    for key in ("logo", "favicon"):
        if file := _find_file(theme.get(key), tree):
            settings[key] = file
        elif theme.get(key):
            notices.lose("theme", f"`theme.{key}`, whose file was not found,")
    settings |= _build_palette(theme, notices)
    settings |= _build_font(theme.get("font"), notices)
    language = str(theme.get("language") or theme.get("locale") or "en").replace("_", "-")
    if language != "en":
        settings["language"] = language
    for name in _list_features(theme):
        _tell_feature(name, notices)
        if name == "navigation.path":
            settings["eyebrow"] = {"display": "breadcrumbs"}
    _tell_rest(theme, notices)
    return settings


def has_feature(theme: dict[str, Any], name: str) -> bool:
    """Whether a feature of Material is switched on."""
    return name in _list_features(theme)


def _list_features(theme: dict[str, Any]) -> list[str]:
    features = theme.get("features")
    return [str(each) for each in features] if isinstance(features, list) else []


def _tell_feature(name: str, notices: Notices) -> None:
    outcome, text = FEATURES.get(name, (Outcome.LOST, ""))
    if outcome is Outcome.LOST:
        text = f"has no equivalent ({_LOOKS[name]})" if name in _LOOKS else "has no equivalent"
    notices.tell(outcome, "theme", f"the feature `{name}` {text}")


def _find_file(value: Any, tree: Tree) -> str | None:
    if not isinstance(value, str):
        return None
    if re.match(r"https?://", value):
        return value
    name = posixpath.normpath(value.lstrip("/"))
    return f"/{name}" if name in tree.files else None


def _list_palettes(theme: dict[str, Any]) -> list[dict[str, Any]]:
    palette = theme.get("palette")
    palettes = palette if isinstance(palette, list) else [palette]
    return [each for each in palettes if isinstance(each, dict)]


def _is_dark(palette: dict[str, Any]) -> bool:
    return "slate" in str(palette.get("scheme")) or "dark" in str(palette.get("media"))


def _build_palette(theme: dict[str, Any], notices: Notices) -> dict[str, Any]:
    palettes = _list_palettes(theme)
    dark = [each for each in palettes if _is_dark(each)]
    light = [each for each in palettes if each not in dark]
    primary = _find_color(light) or _find_color(dark) or _DEFAULT_COLOR
    colors = {"primary": primary}
    if (other := _find_color(dark)) and other != primary:
        colors["light"] = other
    settings: dict[str, Any] = {"colors": colors}
    if mode := _find_mode(theme, palettes):
        settings["modeToggle"] = mode
    for key, value in _list_odd_colors(palettes):
        advice = "Set `colors`, or the custom properties of a style sheet."
        notices.lose("theme", f"`{key}: {value}` of `theme.palette`", advice)
    if any(each.get("toggle") for each in palettes):
        message = "the switch between light and dark has icons and names of its own"
        notices.tell(Outcome.CHANGED, "theme", message)
    return settings


def _read_color(value: Any) -> str | None:
    color = str(value or "").replace(" ", "-").lower()
    if color in _COLORS and color not in ("black", "white"):
        return _COLORS[color]
    return color if re.fullmatch(r"#[0-9a-f]{6}", color) else None


def _find_color(palettes: list[dict[str, Any]]) -> str | None:
    for key in ("primary", "accent"):
        for palette in palettes:
            if color := _read_color(palette.get(key)):
                return color
    return None


def _list_odd_colors(palettes: list[dict[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Yield the colors and schemes that are not used."""
    seen: set[tuple[str, str]] = set()
    for palette in palettes:
        primary, accent = palette.get("primary"), palette.get("accent")
        odd = [("primary", primary)] if primary and not _read_color(primary) else []
        if accent and accent != primary and (_read_color(primary) or not _read_color(accent)):
            odd.append(("accent", accent))
        if palette.get("scheme") not in (None, "default", "slate"):
            odd.append(("scheme", palette["scheme"]))
        for key, value in odd:
            if (key, str(value)) not in seen:
                seen.add((key, str(value)))
                yield key, value


def _find_mode(theme: dict[str, Any], palettes: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the mode of a site that has one only, or which is first where systems do not say."""
    schemes = [each for each in palettes if each.get("scheme")]
    if not schemes or str(theme.get("name")) != "material":
        return None
    if len(schemes) == 1:
        return {"default": "dark" if _is_dark(schemes[0]) else "light", "isHidden": True}
    if any(each.get("media") for each in palettes):
        return None
    return {"default": "dark" if _is_dark(schemes[0]) else "light"}


def _build_font(font: Any, notices: Notices) -> dict[str, Any]:
    if not isinstance(font, dict):
        return {}
    for key in font:
        if key != "text":
            advice = "Set `--font-code` in a style sheet." if key == "code" else ""
            notices.lose("theme", f"`theme.font.{key}`", advice)
    return {"font": {"family": str(font["text"])}} if font.get("text") else {}


def _tell_rest(theme: dict[str, Any], notices: Notices) -> None:
    name = str(theme.get("name") or "mkdocs")
    if name != "material":
        message = f"the theme `{name}` is not there: the site has the usual look"
        notices.tell(Outcome.CHANGED, "theme", message)
    if theme.get("custom_dir"):
        what = f"the folder `{theme['custom_dir']}` of the theme"
        notices.lose("theme", what, _ABOUT_TEMPLATES)
    icons = theme.get("icon")
    for key in icons if isinstance(icons, dict) else ():
        if key == "repo":
            notices.tell(Outcome.CHANGED, "theme", "the link to the repository has its own icon")
        else:
            notices.lose("theme", f"`theme.icon.{key}`")
    for key in theme:
        if key not in _KEYS:
            notices.lose("theme", f"`theme.{key}`")
