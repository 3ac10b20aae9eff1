"""The settings of a site, but for its navigation: `mkdocs.yml` as `site.json` says it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Any

from octavo_migrate.mkdocs.context import Tree
from octavo_migrate.mkdocs.links import build_old_url
from octavo_migrate.mkdocs.settings.notices import Notices
from octavo_migrate.mkdocs.settings.plugins import (
    build_plugin_settings,
    tell_extensions,
    tell_plugins,
)
from octavo_migrate.mkdocs.settings.theme import build_look, has_feature
from octavo_migrate.mkdocs.settings_file import SettingsFile, get_mapping, list_named
from octavo_migrate.moved_site import Note, Outcome

_SOCIALS = {
    "twitter": "x",
    "x-twitter": "x",
    "github": "github",
    "linkedin": "linkedin",
    "discord": "discord",
    "slack": "slack",
    "youtube": "youtube",
    "facebook": "facebook",
    "instagram": "instagram",
    "medium": "medium",
    "telegram": "telegram",
    "hacker-news": "hacker-news",
    "bluesky": "bluesky",
    "threads": "threads",
    "reddit": "reddit",
    "podcast": "podcast",
}
_HANDLED = frozenset(
    "site_name site_url site_description site_author repo_url repo_name edit_uri docs_dir theme "
    "nav plugins markdown_extensions extra extra_css extra_javascript copyright hooks "
    "use_directory_urls exclude_docs draft_docs not_in_nav INHERIT edit_uri_template "
    "google_analytics".split()
)
_ABOUT_THE_TOOL = frozenset(
    "site_dir strict dev_addr watch remote_branch remote_name validation mdx_configs".split()
)
"""Settings that readers of a site never saw."""


def build_settings(file: SettingsFile, tree: Tree, notes: list[Note]) -> dict[str, Any]:
    """Return the settings of `site.json`; `navigation` is added later."""
    values, notices = file.values, Notices(file, notes)
    theme = read_theme(values)
    settings: dict[str, Any] = {"name": str(values.get("site_name") or "Documentation")}
    settings |= build_look(theme, tree, notices)
    settings |= _build_addresses(values)
    if metadata := _build_metadata(values):
        settings["metadata"] = metadata
    if feedback := _build_feedback(values, theme, notices):
        settings["feedback"] = feedback
    settings |= _build_extra(get_mapping(values, "extra"), settings.get("logo"), notices)
    if redirects := list(_list_redirects(file, tree)):
        settings["redirects"] = redirects
    tell_plugins(notices)
    tell_extensions(notices)
    _tell_rest(tree, notices)
    return settings


def read_theme(values: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of the theme, which may be nothing but its name."""
    theme = values.get("theme")
    return {"name": theme} if isinstance(theme, str) else theme if isinstance(theme, dict) else {}


def _build_metadata(values: dict[str, Any]) -> dict[str, Any]:
    settings = {
        name: values[key]
        for key, name in (("site_description", "description"), ("site_author", "author"))
        if isinstance(values.get(key), str)
    }
    return settings | build_plugin_settings(values)


def _build_feedback(
    values: dict[str, Any], theme: dict[str, Any], notices: Notices
) -> dict[str, Any]:
    """Return the links and questions at the end of pages."""
    settings: dict[str, Any] = {}
    is_material = str(theme.get("name")) == "material"
    has_edits = values.get("repo_url") and values.get("edit_uri") not in ("", False)
    if has_edits and (has_feature(theme, "content.action.edit") or not is_material):
        settings["suggestEdit"] = True
    if get_mapping(values, "extra", "analytics", "feedback"):
        settings["thumbsRating"] = True
        message = "the question whether a page was helpful has its own words"
        notices.tell(
            Outcome.CHANGED, "extra", message, "It needs a server or analytics that count."
        )
    return settings


def _build_addresses(values: dict[str, Any]) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    repository = values.get("repo_url")
    if isinstance(repository, str) and re.match(r"https?://", repository):
        settings["repository"] = _build_repository(repository.rstrip("/"), values)
        kind = "github" if "github.com" in repository else "link"
        settings["topbarLinks"] = [
            {"type": kind, "name": str(values.get("repo_name") or "Repository"), "url": repository}
        ]
    if isinstance(site := values.get("site_url"), str) and re.match(r"https?://", site):
        settings["seo"] = {"siteUrl": site}
    return settings


def _build_repository(address: str, values: dict[str, Any]) -> Any:
    match = re.match(r"(?:edit|blob|tree|raw)/([^/]+)/(.*)", str(values.get("edit_uri") or ""))
    if not match:
        folder = str(values.get("docs_dir") or "docs").strip("./")
        return {"url": address, "folder": folder} if folder else address
    settings = {"url": address, "branch": match[1]}
    if folder := match[2].strip("/"):
        settings["folder"] = folder
    return settings


def _build_extra(extra: dict[str, Any], logo: Any, notices: Notices) -> dict[str, Any]:
    """Return what `extra` says, and tell of all that has no equivalent."""
    settings: dict[str, Any] = {}
    if socials := list(_list_socials(extra.get("social"), notices)):
        settings["footer"] = {"socials": socials}
    analytics = get_mapping(extra, "analytics")
    tag = get_mapping(notices.file.values, "theme", "analytics").get("gtag")
    if analytics.get("provider") == "google":
        tag = analytics.get("property") or tag
    if tag:
        settings["analytics"] = {"ga4": {"measurementId": str(tag)}}
    elif analytics.get("provider"):
        notices.lose("extra", f"`extra.analytics` of `{analytics['provider']}`")
    if isinstance(extra.get("homepage"), str) and isinstance(logo, str):
        settings["logo"] = {"light": logo, "dark": logo, "href": extra["homepage"]}
    if extra.get("generator") is False:
        settings["isWhiteLabeled"] = True
    handled = {"social", "analytics", "generator"} | ({"homepage"} if "logo" in settings else set())
    variables = {"macros", "markdownextradata"} & {
        name.split("/")[-1] for name in list_named(notices.file.values.get("plugins"))
    }
    for key in extra:
        if key not in handled and (key in _MATERIAL_EXTRA or not variables):
            notices.lose("extra", f"`extra.{key}`", _EXTRA_ADVICE.get(key, ""))
    return settings


_MATERIAL_EXTRA = frozenset("version alternate consent homepage annotate status tags".split())
_EXTRA_ADVICE = {
    "version": "Make a group of the navigation for each version, and list them in `versions`.",
    "alternate": "Make a version for each language: see the guide about navigation.",
    "consent": "Octavo sets no cookies; providers of analytics may need consent.",
}


def _list_socials(socials: Any, notices: Notices) -> Iterator[dict[str, str]]:
    for each in socials if isinstance(socials, list) else ():
        if not isinstance(each, dict) or not isinstance(each.get("link"), str):
            continue
        name = str(each.get("icon") or "").split("/")[-1]
        if re.match(r"https?://", each["link"]):
            yield {"type": _SOCIALS.get(name, "website"), "url": each["link"]}
        else:
            notices.lose("extra", f"the link `{each['link']}` of `extra.social`")


def _list_redirects(file: SettingsFile, tree: Tree) -> Iterator[dict[str, str]]:
    plugin = list_named(file.values.get("plugins")).get("redirects")
    for old, new in get_mapping(plugin, "redirect_maps").items():
        source = build_old_url(str(old), use_directory_urls=tree.use_directory_urls)
        target, mark, rest = str(new).partition("#")
        if not re.match(r"https?://", target):
            target = build_old_url(tree.pages.get(target, target))
        yield {"source": source.rstrip("/") or "/", "destination": target + mark + rest}


def _tell_rest(tree: Tree, notices: Notices) -> None:
    """Tell of all settings that have no counterpart."""
    values = notices.file.values
    for key in values:
        if key not in _HANDLED | _ABOUT_THE_TOOL:
            notices.lose(key, f"the setting `{key}`")
    for key in ("copyright", "edit_uri_template", "google_analytics"):
        if values.get(key):
            notices.lose(key, f"the setting `{key}`", _KEY_ADVICE.get(key, ""))
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
            notices.tell(Outcome.CHANGED, "extra_css", message)


_KEY_ADVICE = {
    "copyright": "Put it into a page.",
    "google_analytics": "Set `analytics.ga4`.",
}


def _list_names(value: Any) -> list[str]:
    entries = value if isinstance(value, list) else []
    return [str(each.get("path", each) if isinstance(each, dict) else each) for each in entries]


def list_styles(file: SettingsFile) -> frozenset[str]:
    """Return the style sheets that every page has."""
    return frozenset(posixpath.normpath(each) for each in _list_names(file.values.get("extra_css")))
