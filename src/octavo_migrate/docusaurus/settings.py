"""The settings of Docusaurus as those of `site.json`."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from octavo_migrate.docusaurus.files import OldFiles
from octavo_migrate.docusaurus.instances import find_preset, list_doc_options, list_plugins
from octavo_migrate.docusaurus.languages import read_main_language
from octavo_migrate.docusaurus.pages.links import PATHNAME
from octavo_migrate.docusaurus.rest import tell_rest
from octavo_migrate.docusaurus.values import get_known

_PRIMARY = re.compile(r"--ifm-color-primary\s*:\s*(#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3})\b")
_DEFAULT_PRIMARY = "#2e8555"
_ADDRESS = re.compile(r"https?://")
_TAG = re.compile(r"<[^<>]*>")
_ANCHOR = re.compile(r"<a\b[^<>]*?href=[\"']([^\"'<>]*)[\"'][^<>]*>([\s\S]*?)</a>")
FindDocument = Callable[[str, str], str | None]
"""The url of a document, by the name of its folder and its id."""


def build_settings(
    files: OldFiles, config: Mapping[str, Any], name: str, find: FindDocument
) -> dict[str, Any]:
    """Return the settings without navigation, tabs and versions; `name` is that of the file."""
    theme = get_known(config, "themeConfig") or {}
    title = get_known(config, "title") or get_known(theme, "navbar", "title") or "Documentation"
    settings: dict[str, Any] = {"name": str(title)}
    if (language := read_main_language(config).tag) != "en":
        settings["language"] = language
    settings.update(_build_look(files, config, theme))
    links = list(_build_links(files, theme, name, find))
    if links:
        settings["topbarLinks"] = links
    footer = list(_build_footer(files, theme, name, find))
    if footer:
        settings["footer"] = {"links": footer}
    settings.update(_build_banner(theme))
    if address := get_known(config, "url"):
        base = str(get_known(config, "baseUrl") or "/").rstrip("/")
        settings["seo"] = {"siteUrl": f"{str(address).rstrip('/')}{base}"}
    if redirects := list(_build_redirects(config)):
        settings["redirects"] = redirects
    if metadata := dict(_build_metadata(files, config, theme)):
        settings["metadata"] = metadata
    if analytics := dict(_build_analytics(config)):
        settings["analytics"] = analytics
    tell_rest(files, config, name)
    return settings


def _build_metadata(
    files: OldFiles, config: Mapping[str, Any], theme: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    """Yield the meta tags of all pages."""
    if isinstance(tagline := get_known(config, "tagline"), str):
        yield "description", tagline
    for entry in _list_items(get_known(theme, "metadata")):
        key, content = entry.get("name") or entry.get("property"), entry.get("content")
        if isinstance(key, str) and isinstance(content, str):
            yield key, content
    if image := _find_static(files, get_known(theme, "image")):
        yield "og:image", image
    if get_known(config, "noIndex") is True:
        yield "robots", "noindex"
    if any(get_known(each, "showLastUpdateTime") is True for each in list_doc_options(config)):
        yield "timestamp", "true"


def _build_analytics(config: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the services of Google that the preset, or a plugin, names."""
    trackers = {key: get_known(find_preset(config), key) for key in ("gtag", "googleTagManager")}
    for name, options in list_plugins(config, "plugins"):
        if "google-gtag" in name:
            trackers["gtag"] = options
        elif "google-tag-manager" in name:
            trackers["googleTagManager"] = options
    ids = get_known(trackers["gtag"], "trackingID")
    first = ids[0] if isinstance(ids, list) and ids else ids
    if isinstance(first, str):
        yield "ga4", {"measurementId": first}
    if isinstance(container := get_known(trackers["googleTagManager"], "containerId"), str):
        yield "gtm", {"tagId": container}


def _build_look(
    files: OldFiles, config: Mapping[str, Any], theme: Mapping[str, Any]
) -> Iterator[tuple[str, Any]]:
    yield "colors", {"primary": _find_color(files)}
    logo = get_known(theme, "navbar", "logo")
    light = _find_static(files, get_known(logo, "src"))
    if light:
        dark = _find_static(files, get_known(logo, "srcDark"))
        href = get_known(logo, "href")
        more = {"href": _write_target(href)} if isinstance(href, str) else {}
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
        if path.endswith((".css", ".scss")):
            match = _PRIMARY.search(files.read(f"src/{path}") or "")
            if match:
                digits = match[1][1:]
                return "#" + (digits if len(digits) == 6 else "".join(c * 2 for c in digits))
    return _DEFAULT_PRIMARY


def _find_target(item: Mapping[str, Any], find: FindDocument) -> str | None:
    """Return where an item of the bar or of the footer leads."""
    instance = str(item.get("docsPluginId") or "default")
    if isinstance(item.get("docId"), str):
        return find(instance, item["docId"])
    target = item.get("href") or item.get("to")
    if not isinstance(target, str):
        return None
    return _write_target(target)


def _write_target(target: str) -> str:
    path = target.removeprefix(PATHNAME)
    is_whole = path == target and re.match(r"[a-z]+:|/|#", target)
    return target if is_whole else f"/{path.lstrip('/')}"


def _build_links(
    files: OldFiles, theme: Mapping[str, Any], name: str, find: FindDocument
) -> Iterator[dict[str, str]]:
    items = get_known(theme, "navbar", "items")
    for item in _list_items(items):
        label = item.get("label") or item.get("aria-label")
        target = _find_target(item, find)
        if isinstance(label, str) and target:
            yield {"name": label, "url": target}
        elif isinstance(item.get("items"), list):
            files.change("A menu of the bar at the top is single links", name)
            for below in _list_items(item["items"]):
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
    files: OldFiles, theme: Mapping[str, Any], name: str, find: FindDocument
) -> Iterator[dict[str, Any]]:
    loose: list[dict[str, str]] = []
    for column in _list_items(get_known(theme, "footer", "links")):
        links = []
        for item in _list_items(column.get("items", [column])):
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


def _list_items(items: Any) -> Iterator[Mapping[str, Any]]:
    return (
        (item for item in items if isinstance(item, dict)) if isinstance(items, list) else iter(())
    )


def _build_banner(theme: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    bar = get_known(theme, "announcementBar")
    content = get_known(bar, "content")
    if isinstance(content, str):
        text = _TAG.sub("", _ANCHOR.sub(lambda link: f"[{link[2].strip()}]({link[1]})", content))
        closes = get_known(bar, "isCloseable") is not False
        yield "banner", {"content": " ".join(text.split()), "dismissible": closes}


def _build_redirects(config: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    for name, options in list_plugins(config, "plugins"):
        if "client-redirects" not in name:
            continue
        for entry in _list_items(get_known(options, "redirects")):
            sources = entry.get("from")
            for source in sources if isinstance(sources, list) else [sources]:
                if isinstance(source, str) and isinstance(entry.get("to"), str):
                    yield {"source": source, "destination": entry["to"]}


def list_old_endings(config: Mapping[str, Any]) -> Iterator[str]:
    """Yield the endings that old addresses of pages may have."""
    for name, options in list_plugins(config, "plugins"):
        endings = get_known(options, "fromExtensions") if "client-redirects" in name else None
        yield from (str(each).lstrip(".") for each in endings or ())
