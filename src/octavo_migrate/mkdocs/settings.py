"""Translates `mkdocs.yml` to `site.json`, and notes each setting without an equivalent."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Any

from octavo.values import Struct
from octavo_migrate.data import list_objects, load_table, read_dict, read_list
from octavo_migrate.edits import write_line
from octavo_migrate.mkdocs.context import Tree, build_old_url
from octavo_migrate.mkdocs.settings_file import SettingsFile
from octavo_migrate.moved_site import Note, Outcome
from octavo_migrate.plan import build_colors

TABLES = load_table("mkdocs")
"""Known settings, plugins, extensions and features, with their replacements."""
_DEFAULT_COLOR = "#4051b5"
_ADDRESS = re.compile(r"https?://")


class _Notices(Struct, frozen=True):
    """Notes about settings, each at the location of its top-level key."""

    file: SettingsFile
    notes: list[Note]

    def tell(self, outcome: Outcome, key: str, message: str, advice: str = "") -> None:
        self.notes.append(Note(outcome, message, self.file.locate(key), advice))

    def change(self, key: str, message: str, advice: str = "") -> None:
        self.tell(Outcome.CHANGED, key, message, advice)

    def lose(self, key: str, what: str, advice: str = "") -> None:
        """Note something that has no equivalent."""
        self.tell(Outcome.LOST, key, f"{what} is not carried over", advice)


def build_settings(file: SettingsFile, tree: Tree, notes: list[Note]) -> dict[str, Any]:
    """Return the settings of `site.json`; `navigation` is added later."""
    values, notices = file.values, _Notices(file, notes)
    theme = _read_theme(values)
    settings: dict[str, Any] = {"name": str(values.get("site_name") or "Documentation")}
    settings |= _build_look(theme, tree, notices)
    settings |= _build_addresses(values)
    if metadata := _build_metadata(file):
        settings["metadata"] = metadata
    if feedback := _build_feedback(values, theme, notices):
        settings["feedback"] = feedback
    settings |= _build_extra(read_dict(values, "extra"), settings.get("logo"), notices)
    if isinstance(line := values.get("copyright"), str) and line.strip():
        settings.setdefault("footer", {})["copyright"] = write_line(line)
    if redirects := list(_list_redirects(file, tree)):
        settings["redirects"] = redirects
    _tell_plugins(notices)
    _tell_extensions(notices)
    _tell_rest(tree, notices)
    return settings


def _build_metadata(file: SettingsFile) -> dict[str, Any]:
    names = {"site_description": "description", "site_author": "author"}
    values = file.values
    metadata = {new: values[old] for old, new in names.items() if isinstance(values.get(old), str)}
    plugins = {name.split("/")[-1] for name in file.plugins}
    dated = plugins & {"git-revision-date", "git-revision-date-localized"}
    return metadata | ({"timestamp": True} if dated else {})


def _build_feedback(
    values: dict[str, Any], theme: dict[str, Any], notices: _Notices
) -> dict[str, Any]:
    """Return the links and questions at the end of pages."""
    settings: dict[str, Any] = {}
    is_material = str(theme.get("name")) == "material"
    has_edits = values.get("repo_url") and values.get("edit_uri") not in ("", False)
    if has_edits and ("content.action.edit" in _list_features(theme) or not is_material):
        settings["suggestEdit"] = True
    if read_dict(values, "extra", "analytics", "feedback"):
        settings["thumbsRating"] = True
        message = "the question whether a page was helpful has its own words"
        notices.change("extra", message, "It needs a server or analytics that count.")
    return settings


def _build_addresses(values: dict[str, Any]) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    repository = values.get("repo_url")
    if isinstance(repository, str) and _ADDRESS.match(repository):
        settings["repository"] = _build_repository(repository.rstrip("/"), values)
        kind = "github" if "github.com" in repository else "link"
        name = str(values.get("repo_name") or "Repository")
        settings["topbarLinks"] = [{"type": kind, "name": name, "url": repository}]
    if isinstance(site := values.get("site_url"), str) and _ADDRESS.match(site):
        settings["seo"] = {"siteUrl": site}
    return settings


def _build_repository(address: str, values: dict[str, Any]) -> Any:
    match = re.match(r"(?:edit|blob|tree|raw)/([^/]+)/(.*)", str(values.get("edit_uri") or ""))
    if not match:
        folder = str(values.get("docs_dir") or "docs").strip("./")
        return {"url": address, "folder": folder} if folder else address
    folder = match[2].strip("/")
    return {"url": address, "branch": match[1], **({"folder": folder} if folder else {})}


def _build_extra(extra: dict[str, Any], logo: Any, notices: _Notices) -> dict[str, Any]:
    """Return the settings of `extra`, and note those without an equivalent."""
    settings: dict[str, Any] = {}
    if socials := list(_list_socials(extra.get("social"), notices)):
        settings["footer"] = {"socials": socials}
    analytics = read_dict(extra, "analytics")
    tag = read_dict(notices.file.values, "theme", "analytics").get("gtag")
    if analytics.get("provider") == "google":
        tag = analytics.get("property") or tag
    if tag:
        settings["analytics"] = {"ga4": {"measurementId": str(tag)}}
    elif analytics.get("provider"):
        notices.lose("extra", f"`extra.analytics` of `{analytics['provider']}`")
    if isinstance(extra.get("homepage"), str) and logo:
        own = logo if isinstance(logo, dict) else {"light": logo, "dark": logo}
        settings["logo"] = {**own, "href": extra["homepage"]}
    if extra.get("generator") is False:
        settings["isWhiteLabeled"] = True
    handled = {"social", "analytics", "generator"} | ({"homepage"} if "logo" in settings else set())
    plugins = {name.split("/")[-1] for name in notices.file.plugins}
    variables = plugins & {"macros", "markdownextradata"}
    for key in extra:
        is_variable = variables and key not in TABLES["extraOfMaterial"].split()
        if key not in handled and not is_variable:
            notices.lose("extra", f"`extra.{key}`", TABLES["lostExtra"].get(key, ""))
    return settings


def _list_socials(socials: Any, notices: _Notices) -> Iterator[dict[str, str]]:
    for _, each in list_objects(socials):
        link, name = each.get("link"), str(each.get("icon") or "").split("/")[-1]
        if isinstance(link, str) and _ADDRESS.match(link):
            yield {"type": TABLES["socials"].get(name, "website"), "url": link}
        elif isinstance(link, str):
            notices.lose("extra", f"the link `{link}` of `extra.social`")


def _list_redirects(file: SettingsFile, tree: Tree) -> Iterator[dict[str, str]]:
    for old, new in read_dict(file.plugins, "redirects", "redirect_maps").items():
        source = build_old_url(str(old), tree.use_directory_urls)
        target, mark, rest = str(new).partition("#")
        if not _ADDRESS.match(target):
            target = build_old_url(tree.pages.get(target, target))
        yield {"source": source.rstrip("/") or "/", "destination": target + mark + rest}


def _tell_rest(tree: Tree, notices: _Notices) -> None:
    """Note all settings that have no equivalent."""
    values = notices.file.values
    for key in values:
        if key not in TABLES["read"].split() + TABLES["ofTheTool"].split():
            notices.lose(key, f"the setting `{key}`")
    for key, advice in TABLES["lost"].items():
        if values.get(key):
            notices.lose(key, f"the setting `{key}`", advice)
    for each in _list_names(values.get("hooks")):
        notices.lose("hooks", f"the hook `{each}`, which is code,")
    for each in _list_names(values.get("extra_javascript")):
        advice = "Scripts know the elements of the old theme. Add the file if it fits the new one."
        notices.lose("extra_javascript", f"the script `{each}`", advice)
    for each in _list_names(values.get("extra_css")):
        if re.match(r"https?://|//", each):
            notices.lose("extra_css", f"the style sheet `{each}` of another site")
        elif posixpath.normpath(each) not in tree.files:
            notices.lose("extra_css", f"the style sheet `{each}`, which was not found,")
        else:
            message = f"the style sheet `{each}`: its rules for the old theme have no effect"
            notices.change("extra_css", message)


def _list_names(value: Any) -> list[str]:
    entries = read_list(value)
    return [str(each.get("path", each) if isinstance(each, dict) else each) for each in entries]


def list_styles(file: SettingsFile) -> frozenset[str]:
    """Return the style sheets of every page."""
    return frozenset(posixpath.normpath(each) for each in _list_names(file.values.get("extra_css")))


# plugins and extensions of Markdown


def _tell_plugins(notices: _Notices) -> None:
    for name, options in notices.file.plugins.items():
        short = name.split("/")[-1]
        if short == "i18n" and read_dict(options).get("languages"):
            continue  # `languages` notes these.
        if short in TABLES["plugins"]:
            outcome, text = TABLES["plugins"][short]
            notices.tell(Outcome(outcome), "plugins", f"the plugin `{name}`: {text}")
        else:
            notices.lose("plugins", f"the plugin `{name}`", TABLES["lostPlugins"].get(short, ""))
        for key in TABLES["lostOptions"].get(short, "").split():
            if read_dict(options).get(key):
                notices.lose("plugins", f"`{key}` of the plugin `{name}`")


def _tell_extensions(notices: _Notices) -> None:
    for name in notices.file.extensions:
        if name.removeprefix("markdown.extensions.") not in TABLES["extensions"].split():
            what = f"the extension `{name}` of Markdown"
            notices.lose("markdown_extensions", what, "Look for what pages wrote for it.")
        elif name in ("smarty", "pymdownx.smartsymbols"):
            message = f"the extension `{name}`: marks such as `-->` are shown unchanged"
            notices.change("markdown_extensions", message)


# how the old site looked


def _read_theme(values: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of the theme, which may be only its name."""
    theme = values.get("theme")
    return {"name": theme} if isinstance(theme, str) else read_dict(theme)


def has_tabs(file: SettingsFile) -> bool:
    """Tell whether the top entries of the navigation are tabs."""
    return "navigation.tabs" in _list_features(_read_theme(file.values))


def _list_features(theme: dict[str, Any]) -> list[str]:
    return [str(each) for each in read_list(theme.get("features"))]


def _build_look(theme: dict[str, Any], tree: Tree, notices: _Notices) -> dict[str, Any]:
    """Return the settings for the look of a site, and note those without an equivalent."""
    settings: dict[str, Any] = {}
    for key in ("logo", "favicon"):
        name = theme.get(key)
        path = f"/{posixpath.normpath(name.lstrip('/'))}" if isinstance(name, str) else ""
        if isinstance(name, str) and (_ADDRESS.match(name) or path[1:] in tree.files):
            settings[key] = name if _ADDRESS.match(name) else path
            # The bar shows the name next to the logo.
            if key == "logo" and theme.get("name") == "material":
                settings[key] = {"light": settings[key], "dark": settings[key], "withName": True}
        elif name:
            notices.lose("theme", f"`theme.{key}`, whose file was not found,")
    settings |= _build_palette(theme, notices)
    font = read_dict(theme, "font")
    for key in font:
        if key != "text":
            advice = "Set `--font-code` in a style sheet." if key == "code" else ""
            notices.lose("theme", f"`theme.font.{key}`", advice)
    if font.get("text"):
        settings["font"] = {"family": str(font["text"])}
    language = str(theme.get("language") or theme.get("locale") or "en").replace("_", "-")
    if language != "en":
        settings["language"] = language
    for name in _list_features(theme):
        unknown = (Outcome.LOST, "has no equivalent")
        outcome, text = TABLES["features"].get(name, unknown)
        notices.tell(Outcome(outcome), "theme", f"the feature `{name}` {text}")
        if name == "navigation.path":
            settings["eyebrow"] = {"display": "breadcrumbs"}
    _tell_theme(theme, notices)
    return settings


def _tell_theme(theme: dict[str, Any], notices: _Notices) -> None:
    name = str(theme.get("name") or "mkdocs")
    if name != "material":
        notices.change("theme", f"the theme `{name}` is not there: the site has the usual look")
    if theme.get("custom_dir"):
        advice = "Templates of the old theme have no meaning here. See the guide about styling."
        notices.lose("theme", f"the folder `{theme['custom_dir']}` of the theme", advice)
    for key in read_dict(theme, "icon"):
        if key == "repo":
            notices.change("theme", "the link to the repository has its own icon")
        else:
            notices.lose("theme", f"`theme.icon.{key}`")
    for key in theme:
        if key not in TABLES["readTheme"].split():
            notices.lose("theme", f"`theme.{key}`")


def _is_dark(palette: dict[str, Any]) -> bool:
    return "slate" in str(palette.get("scheme")) or "dark" in str(palette.get("media"))


def _build_palette(theme: dict[str, Any], notices: _Notices) -> dict[str, Any]:
    palette = theme.get("palette")
    several = palette if isinstance(palette, list) else [palette]
    palettes = [each for _, each in list_objects(several)]
    dark = [each for each in palettes if _is_dark(each)]
    light = [each for each in palettes if each not in dark]
    primary = _find_color(light) or _find_color(dark) or _DEFAULT_COLOR
    settings: dict[str, Any] = {"colors": build_colors(primary, _find_color(dark))}
    if settings["colors"]["primary"] != primary:
        message = f"the color `{primary}` is a shade in which text can be read"
        notices.change("theme", message)
    if bar := _find_bar(theme, light or palettes[:1], dark):
        settings["topbar"] = {"color": bar}
    if mode := _find_mode(theme, palettes):
        settings["modeToggle"] = mode
    for key, value in dict.fromkeys(_list_odd_colors(palettes)):
        advice = "Set `colors`, or the custom properties of a style sheet."
        notices.lose("theme", f"`{key}: {value}` of `theme.palette`", advice)
    if any(each.get("toggle") for each in palettes):
        message = "the switch between light and dark has its own icons and names"
        notices.change("theme", message)
    return settings


def _read_color(value: Any) -> str | None:
    color = str(value or "").replace(" ", "-").lower()
    if color in TABLES["colors"] and color not in ("black", "white"):
        return str(TABLES["colors"][color])
    return color if re.fullmatch(r"#[0-9a-f]{6}", color) else None


def _find_color(palettes: list[dict[str, Any]]) -> str | None:
    names = (palette.get(key) for key in ("primary", "accent") for palette in palettes)
    return next(filter(None, map(_read_color, names)), None)


def _list_odd_colors(palettes: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield the colors and schemes that Octavo doesn't use."""
    for palette in palettes:
        primary, accent = palette.get("primary"), palette.get("accent")
        if primary and not _read_color(primary):
            yield "primary", str(primary)
        if accent and accent != primary and (_read_color(primary) or not _read_color(accent)):
            yield "accent", str(accent)
        if palette.get("scheme") not in (None, "default", "slate"):
            yield "scheme", str(palette["scheme"])


def _find_bar(
    theme: dict[str, Any], light: list[dict[str, Any]], dark: list[dict[str, Any]]
) -> dict[str, str]:
    """Return the color of the bar; Material uses its primary color."""
    if theme.get("name") != "material" or theme.get("variant") == "modern":
        return {}
    first, other = (_read_bar(each) for each in (light, dark or light))
    is_plain = (first or other) in (None, "#ffffff")
    return {} if is_plain else {"light": first or str(other), "dark": other or str(first)}


def _read_bar(palettes: list[dict[str, Any]]) -> str | None:
    written = next((each["primary"] for each in palettes if each.get("primary")), "indigo")
    name = str(written).replace(" ", "-").lower()
    return str(TABLES["colors"].get(name, "")) or _read_color(name)


def _find_mode(theme: dict[str, Any], palettes: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the only color mode of a site, or the default one; None if the system decides."""
    schemes = [each for each in palettes if each.get("scheme")]
    if not schemes or str(theme.get("name")) != "material":
        return None
    if len(schemes) > 1 and any(each.get("media") for each in palettes):
        return None
    default = {"default": "dark" if _is_dark(schemes[0]) else "light"}
    return default if len(schemes) > 1 else {**default, "isHidden": True}
