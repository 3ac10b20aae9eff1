"""Translates Docusaurus settings to `site.json`, and lists the settings it doesn't read."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from octavo_migrate.data import Values, list_objects, load_table
from octavo_migrate.docusaurus.files import PAGE_ENDINGS, OldFiles
from octavo_migrate.docusaurus.instances import (
    find_preset,
    is_classic,
    list_blog_options,
    list_doc_options,
    list_missing,
    list_plugins,
    list_translations,
    read_main_language,
)
from octavo_migrate.docusaurus.modules import Code, get_known
from octavo_migrate.docusaurus.pages.old_links import PATHNAME
from octavo_migrate.edits import write_line
from octavo_migrate.plan import build_colors

_PRIMARY = re.compile(r"--ifm-color-primary\s*:\s*(#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3})\b")
_DEFAULT_PRIMARY = "#2e8555"
_DARK_BAR = "#242526"
_ADDRESS = re.compile(r"https?://")
FindDocument = Callable[[str, str], str | None]
"""The url of a document, by the name of its folder and its id."""


def build_settings(
    files: OldFiles, config: Values, name: str, find: FindDocument
) -> dict[str, Any]:
    """Return the settings except navigation, tabs and versions; `name` is the settings file."""
    theme = get_known(config, "themeConfig") or {}
    title = get_known(config, "title") or get_known(theme, "navbar", "title") or "Documentation"
    settings: dict[str, Any] = {"name": str(title)}
    if (language := read_main_language(config).tag) != "en":
        settings["language"] = language
    settings.update(_build_look(files, config, theme))
    if links := list(_build_links(files, theme, name, find)):
        settings["topbarLinks"] = links
    if columns := list(_build_footer(files, theme, name, find)):
        settings["footer"] = {"links": columns}
    if isinstance(line := get_known(theme, "footer", "copyright"), str):
        settings.setdefault("footer", {})["copyright"] = write_line(line)
    bar = get_known(theme, "announcementBar")
    if isinstance(content := get_known(bar, "content"), str):
        closes = get_known(bar, "isCloseable") is not False
        settings["banner"] = {"content": write_line(content), "dismissible": closes}
    if address := get_known(config, "url"):
        base = str(get_known(config, "baseUrl") or "/").rstrip("/")
        settings["seo"] = {"siteUrl": f"{str(address).rstrip('/')}{base}"}
    if redirects := list(_build_redirects(config)):
        settings["redirects"] = redirects
    if metadata := dict(_build_metadata(files, config, theme)):
        settings["metadata"] = metadata
    if analytics := dict(_build_analytics(files, config, name)):
        settings["analytics"] = analytics
    tell_rest(files, config, name)
    return settings


def _build_metadata(files: OldFiles, config: Values, theme: Values) -> Iterator[tuple[str, str]]:
    """Yield the meta tags of all pages."""
    if isinstance(tagline := get_known(config, "tagline"), str):
        yield "description", tagline
    for _, entry in list_objects(get_known(theme, "metadata")):
        key, content = entry.get("name") or entry.get("property"), entry.get("content")
        if isinstance(key, str) and isinstance(content, str):
            yield key, content
    if image := _find_static(files, get_known(theme, "image")):
        yield "og:image", image
    if get_known(config, "noIndex") is True:
        yield "robots", "noindex"
    if any(get_known(each, "showLastUpdateTime") is True for each in list_doc_options(config)):
        yield "timestamp", "true"


def _build_analytics(files: OldFiles, config: Values, name: str) -> Iterator[tuple[str, Any]]:
    """Yield the Google services that the preset or a plugin sets up."""
    trackers = {key: get_known(find_preset(config), key) for key in ("gtag", "googleTagManager")}
    for plugin, options in list_plugins(config, "plugins"):
        if "google-gtag" in plugin:
            trackers["gtag"] = options
        elif "google-tag-manager" in plugin:
            trackers["googleTagManager"] = options
    ids = get_known(trackers["gtag"], "trackingID")
    first = ids[0] if isinstance(ids, list) and ids else ids
    container = get_known(trackers["googleTagManager"], "containerId")
    for service, key, start, own in (
        ("ga4", "measurementId", "G-", first),
        ("gtm", "tagId", "GTM-", container),
    ):
        if isinstance(own, str) and own.startswith(start):
            yield service, {key: own}
        elif isinstance(own, str):
            files.lose(f"`{own}`, which is no identifier that Google counts by now", name)


def _build_look(files: OldFiles, config: Values, theme: Values) -> Iterator[tuple[str, Any]]:
    primary = _find_color(files)
    yield "colors", build_colors(primary)
    bars = {"primary": primary, "dark": _DARK_BAR}
    if bar := bars.get(str(get_known(theme, "navbar", "style"))):
        yield "topbar", {"color": {"light": bar, "dark": bar}}
    logo = get_known(theme, "navbar", "logo")
    if light := _find_static(files, get_known(logo, "src")):
        dark = _find_static(files, get_known(logo, "srcDark"))
        href = get_known(logo, "href")
        more: dict[str, Any] = {"href": _write_target(href)} if isinstance(href, str) else {}
        if get_known(theme, "navbar", "title"):
            more["withName"] = True
        yield "logo", {"light": light, "dark": dark or light, **more}
    if favicon := _find_static(files, get_known(config, "favicon")):
        yield "favicon", favicon
    mode = get_known(theme, "colorMode") or {}
    toggle: dict[str, Any] = {}
    if mode.get("defaultMode") in ("light", "dark") and not mode.get("respectPrefersColorScheme"):
        toggle["default"] = mode["defaultMode"]
    if mode.get("disableSwitch") is True:
        toggle = {"default": toggle.get("default", "light"), "isHidden": True}
    if toggle:
        yield "modeToggle", toggle


def _find_static(files: OldFiles, path: Any) -> str | None:
    if not isinstance(path, str) or not path:
        return None
    if _ADDRESS.match(path):
        return path
    clean = path.lstrip("/")
    return f"/{clean}" if files.find(posixpath.join("static", clean)) else None


def _find_color(files: OldFiles) -> str:
    for path in files.list_below("src"):
        is_style = path.endswith((".css", ".scss"))
        if is_style and (match := _PRIMARY.search(files.read(f"src/{path}") or "")):
            digits = match[1][1:]
            return "#" + (digits if len(digits) == 6 else "".join(c * 2 for c in digits))
    return _DEFAULT_PRIMARY


def _find_target(item: Values, find: FindDocument) -> str | None:
    """Return the target of an item in the top bar or the footer."""
    if isinstance(item.get("docId"), str):
        return find(str(item.get("docsPluginId") or "default"), item["docId"])
    target = item.get("href") or item.get("to")
    return _write_target(target) if isinstance(target, str) else None


def _write_target(target: str) -> str:
    path = target.removeprefix(PATHNAME)
    is_whole = path == target and re.match(r"[a-z]+:|/|#", target)
    return target if is_whole else f"/{path.lstrip('/')}"


def _build_links(
    files: OldFiles, theme: Values, name: str, find: FindDocument
) -> Iterator[dict[str, str]]:
    for _, item in list_objects(get_known(theme, "navbar", "items")):
        label = item.get("label") or item.get("aria-label")
        target = _find_target(item, find)
        if isinstance(label, str) and target:
            yield {"name": label, "url": target}
        elif isinstance(item.get("items"), list):
            files.change("A menu of the bar at the top is single links", name)
            for _, below in list_objects(item["items"]):
                inner = _find_target(below, find)
                if inner and isinstance(below.get("label"), str):
                    yield {"name": below["label"], "url": inner}
        elif target and "github.com" in target:
            yield {"type": "github", "url": target, "name": "GitHub"}
        elif item.get("type") in ("html", None) or str(item.get("type")).startswith("custom-"):
            files.lose("An entry of the bar at the top that is HTML or code", name)
        for key in ("dropdownItemsBefore", "dropdownItemsAfter"):
            if item.get(key):
                files.lose(f"Links in a menu of the bar at the top (`{key}`)", name)


def _build_footer(
    files: OldFiles, theme: Values, name: str, find: FindDocument
) -> Iterator[dict[str, Any]]:
    loose: list[dict[str, str]] = []
    for _, column in list_objects(get_known(theme, "footer", "links")):
        links = []
        for _, item in list_objects(column.get("items", [column])):
            target = _find_target(item, find)
            label = item.get("label")
            if isinstance(label, str) and target:
                links.append({"label": label, "url": target})
            elif isinstance(item.get("html"), str):
                files.lose("HTML in the footer", name)
        if links and "items" in column:
            title = column.get("title")
            yield {**({"title": title} if isinstance(title, str) else {}), "links": links}
        else:
            loose += links
    if loose:
        yield {"links": loose}


def _build_redirects(config: Values) -> Iterator[dict[str, str]]:
    for name, options in list_plugins(config, "plugins"):
        if "client-redirects" not in name:
            continue
        for _, entry in list_objects(get_known(options, "redirects")):
            sources = entry.get("from")
            for source in sources if isinstance(sources, list) else [sources]:
                if isinstance(source, str) and isinstance(entry.get("to"), str):
                    yield {"source": source, "destination": entry["to"]}


def list_old_endings(config: Values) -> Iterator[str]:
    """Yield the endings that old page addresses may have."""
    for name, options in list_plugins(config, "plugins"):
        endings = get_known(options, "fromExtensions") if "client-redirects" in name else None
        yield from (str(each).lstrip(".") for each in endings or ())


_TABLES = load_table("docusaurus")
_READ: dict[str, str] = _TABLES["read"]
"""The keys that Octavo reads, by the settings that contain them."""
_OF_THE_TOOL = frozenset(_TABLES["ofTheTool"].split())
"""Settings for the build and deployment with Docusaurus, which don't affect readers."""
_NO_DOCUMENTS = ("src", "static", "i18n", "scripts", "patches", "plugins", "test", "tests")
"""Folders of Docusaurus and its tools."""
_TELLING_IF_FALSE = frozenset(_TABLES["tellingIfFalse"].split())
_CODE_ADVICE = "See what it did, and write it for Octavo."
_ADVICE: dict[str, str] = _TABLES["advice"]
_UNREAD_ADVICE = (
    "If a plugin that is a call of a function shows it: write its name and its options into the "
    "settings, and move again."
)
_KNOWN_PLUGINS = re.compile(
    r"content-(?:docs|blog|pages)|client-redirects|theme-mermaid|google-(?:gtag|tag-manager)"
    r"|plugin-sitemap|plugin-svgr|remark-math|rehype-katex"
)
_NATIVE_CODE = re.compile(r"\b(?:remark_?-?math|rehype_?-?katex|math|katex)\b", re.IGNORECASE)
"""Code that formulas need in Docusaurus, but not in Octavo."""


def tell_rest(files: OldFiles, config: Values, name: str) -> None:
    """Note the settings that Octavo doesn't translate; `name` is the settings file."""
    teller = _Teller(files, name, files.read(name) or "")
    for section in _READ:
        is_language = section == "i18n.localeConfigs"
        if section == "" or section.startswith(("themeConfig", "i18n", "markdown")):
            values = get_known(config, *section.split(".")) if section else config
            several = values.values() if is_language and isinstance(values, dict) else [values]
            for each in several:
                teller.tell(section, each)
    preset = find_preset(config)
    teller.tell("preset", preset)
    teller.tell("pages", get_known(preset, "pages"))
    for options in list_doc_options(config):
        teller.tell("docs", options)
        versions = get_known(options, "versions")
        for version in versions.values() if isinstance(versions, dict) else ():
            teller.tell("docs.versions", version)
    for options in list_blog_options(config):
        teller.tell("blog", options)
    teller.tell_theme(config)
    teller.tell_plugins(config)
    lists = [key for key in ("plugins", "themes") if not isinstance(config.get(key), Code)]
    teller.tell_code({**config, **dict.fromkeys(lists)}, "")


class _Teller:
    def __init__(self, files: OldFiles, name: str, text: str) -> None:
        self.files = files
        self.name = name
        self.text = text

    def tell(self, section: str, values: Any) -> None:
        """Note the keys of a section that Octavo doesn't read."""
        for key, value in values.items() if isinstance(values, dict) else ():
            if key in _READ[section].split() or isinstance(value, Code) or is_unset(key, value):
                continue
            if key in _OF_THE_TOOL:
                message = "Settings of how Docusaurus builds and deploys are left out"
                self.files.change(message, self.name, self._find_line(key))
                continue
            way = f"{section}.{key}" if section else key
            self._lose(f"The setting `{way}`, which has no equivalent", key, _ADVICE.get(key, ""))

    def tell_theme(self, config: Values) -> None:
        theme = get_known(config, "themeConfig") or {}
        if theme.get("algolia"):
            self._lose("The search of Algolia: Octavo has its own", "algolia")
        for entry in get_known(theme, "metadata") or ():
            if not isinstance(entry, dict) or not {"name", "property"} & entry.keys():
                self._lose("A meta tag without a name", "metadata")
        if missing := list_missing(config, list_translations(self.files, config)):
            message = f"Languages without pages: {', '.join(missing)}"
            advice = "Put their translations into the folder `i18n`, and move the project again."
            self._lose(message, "locales", advice)

    def tell_plugins(self, config: Values) -> None:
        for plugin, options in list_plugins(config, "presets"):
            if not is_classic(plugin, options):
                self._lose(f"The preset `{_shorten(plugin)}`", "presets")
        for kind in ("plugins", "themes"):
            for plugin, options in list_plugins(config, kind):
                if not _KNOWN_PLUGINS.search(plugin):
                    self._lose(f"The plugin `{_shorten(plugin)}`", kind)
                    continue
                self.tell_code(options, f" of the plugin `{_shorten(plugin)}`")
                if "client-redirects" in plugin and options.get("toExtensions"):
                    self._lose("The setting `toExtensions` of redirects", "toExtensions")

    def tell_code(self, values: Any, where: str) -> None:
        for key, code in _find_code(values):
            if not _NATIVE_CODE.search(code.text):
                self._lose(f"`{key}`{where} is code", key.rpartition(".")[2], _CODE_ADVICE)

    def _lose(self, message: str, key: str, advice: str = "") -> None:
        self.files.lose(message, self.name, self._find_line(key), advice)

    def _find_line(self, key: str) -> int:
        match = re.search(rf"\b{re.escape(key)}['\"]?\s*:", self.text)
        return self.text.count("\n", 0, match.start()) + 1 if match else 0


def is_unset(key: str, value: Any) -> bool:
    """Tell whether a value is missing, empty or a disabled switch."""
    is_off = value is False and key not in _TELLING_IF_FALSE
    return is_off or value is None or value in ("", [], {})


def _shorten(plugin: str) -> str:
    return plugin.split("\n", maxsplit=1)[0][:60] or "a function"


def _find_code(values: Any, path: str = "") -> Iterator[tuple[str, Code]]:
    """Yield the code in settings, with the keys that lead to it."""
    if isinstance(values, Code):
        yield path, values
    elif isinstance(values, dict):
        for key, value in values.items():
            if key not in ("prism", "customFields", "webpack"):
                yield from _find_code(value, f"{path}.{key}" if path else key)
    elif isinstance(values, list):
        for value in values:
            yield from _find_code(value, path)


def tell_unread_pages(files: OldFiles, config: Values, covered: Iterable[str]) -> None:
    """Note Markdown files beside the settings that a plugin may publish at run time.

    `covered` are the folders in the settings, and snippets that pages import.
    """
    listed = (config.get(key) for key in ("plugins", "presets"))
    entries = (entry for each in listed for entry in (each if isinstance(each, list) else [each]))
    if not any(map(_is_call, entries)):
        return
    others = (*_NO_DOCUMENTS, *covered)
    for path in files.list_below("."):
        is_known = any(path == each or path.startswith(f"{each}/") for each in others)
        is_inner = "/" in path and not path.startswith((".", "_")) and "/_" not in path
        if path.endswith(PAGE_ENDINGS) and is_inner and not is_known:
            message = "A file of Markdown that no settings name which could be read"
            files.lose(message, path, advice=_UNREAD_ADVICE)


def _is_call(entry: Any) -> bool:
    while isinstance(entry, list) and entry:
        entry = entry[0]
    return isinstance(entry, Code) and not entry.is_function and not entry.is_of_package
