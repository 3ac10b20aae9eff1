"""Checks the settings as a whole: values that are valid alone, but contradict each other.

The checks read the author's data, including other mistakes in it, so that one run reports every
problem. They never change it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from octavo.problems import Code, Severity
from octavo.settings.json.places import Pointer
from octavo.settings.mistakes import name_setting, quote_value
from octavo.settings.models.analytics import list_likely_forms
from octavo.settings.models.links import SOCIAL_PLATFORMS, find_github_repository
from octavo.settings.models.structure import MAX_GROUP_DEPTH
from octavo.settings.models.styling import FONT_PARTS
from octavo.settings.nearest import find_nearest
from octavo.values import Struct

_FONT_FILE = re.compile(r"\.(?:woff2?|ttf|otf)(?:[?#]|\Z)", re.IGNORECASE)


class Doubt(Struct, frozen=True):
    """A contradiction in the settings, with its location."""

    code: Code
    message: str
    pointer: Pointer
    hint: str = ""
    severity: Severity = Severity.WARNING
    missing: str = ""
    """The key that the object lacks."""
    wrong: str = ""
    """The key with the wrong value."""


class _Group(Struct, frozen=True):
    pointer: Pointer
    group: dict[str, Any]
    depth: int


def check_whole(data: dict[str, Any]) -> Iterator[Doubt]:
    """Yield all contradictions in the settings."""
    groups = list(_walk_groups(data.get("navigation")))
    yield from _check_companions(data)
    yield from _check_navigation(data)
    yield from _check_groups(groups)
    yield from _check_versions(data, groups)
    yield from _check_divisions(data, groups)
    yield from _check_socials(data)
    yield from _check_icons(data, groups)
    yield from _check_identifiers(data)


def _walk_groups(navigation: Any) -> Iterator[_Group]:
    """Yield all groups, outer ones first, without recursion, because the tree may be hostile."""
    groups = [
        _Group(("navigation", index), group, 1)
        for index, group in reversed(_list_objects(navigation))
    ]
    while groups:
        place = groups.pop()
        yield place
        if place.depth > MAX_GROUP_DEPTH:
            continue
        for index, group in reversed(_list_objects(place.group.get("pages"))):
            groups.append(_Group((*place.pointer, "pages", index), group, place.depth + 1))


def _check_companions(data: dict[str, Any]) -> Iterator[Doubt]:
    """Yield the keys that are required only because of another one."""
    buttons: list[tuple[Pointer, Any]] = [(("topbarCtaButton",), data.get("topbarCtaButton"))]
    buttons += [(("topbarLinks", i), link) for i, link in _list_objects(data.get("topbarLinks"))]
    for pointer, button in buttons:
        if isinstance(button, dict) and button.get("type", "link") == "link":
            name = button.get("name", "")
            if isinstance(name, str) and not name.strip():
                yield _explain_lacking(pointer, "name", "It is the text to show.")
    yield from _check_repository_button(data.get("topbarCtaButton"))
    font, logo = data.get("font"), data.get("logo")
    fonts: list[tuple[Pointer, Any]] = [(("font",), font)]
    if isinstance(font, dict):
        fonts += [(("font", part), font[part]) for part in sorted(FONT_PARTS & font.keys())]
    for pointer, details in fonts:
        if not isinstance(details, dict) or "format" in details:
            continue
        if not _FONT_FILE.search(str(details.get("url", ".woff2"))):
            yield _explain_lacking(pointer, "format", 'It is "woff2" or "woff".')
    if isinstance(logo, dict) and logo.keys().isdisjoint({"light", "dark"}):
        yield _explain_lacking(("logo",), "light", "It is the image for light mode.")


def _check_repository_button(button: Any) -> Iterator[Doubt]:
    if not isinstance(button, dict) or button.get("type") != "github":
        return
    url = button.get("url")
    if isinstance(url, str) and not find_github_repository(url.strip()):
        pointer: Pointer = ("topbarCtaButton",)
        name = name_setting((*pointer, "url"))
        yield Doubt(
            Code.SETTINGS_WRONG_VALUE,
            f"{name} must be the address of a repository on GitHub, because `type` is "
            f"`github`; it is {quote_value(url)}",
            pointer,
            'Write it as in https://github.com/owner/name, or leave out "type" and add a "name".',
            Severity.ERROR,
            wrong="url",
        )


def _explain_lacking(pointer: Pointer, key: str, meaning: str) -> Doubt:
    return Doubt(
        Code.SETTINGS_MISSING_KEY,
        f"{name_setting(pointer)} has no `{key}`",
        pointer,
        f'Add "{key}" to it. {meaning}',
        Severity.ERROR,
        key,
    )


def _list_objects(value: Any) -> list[tuple[int, dict[str, Any]]]:
    if not isinstance(value, list):
        return []
    return [(index, item) for index, item in enumerate(value) if isinstance(item, dict)]


def _check_navigation(data: dict[str, Any]) -> Iterator[Doubt]:
    navigation = data.get("navigation")
    if not isinstance(navigation, list):
        return
    divisions = [*_list_objects(data.get("tabs")), *_list_objects(data.get("anchors"))]
    if not navigation and not any(division.get("openapi") for _, division in divisions):
        yield Doubt(
            Code.SETTINGS_EMPTY_NAVIGATION,
            "`navigation` lists no pages",
            ("navigation",),
            'Add a group, such as {"group": "Start", "pages": ["introduction"]}.',
        )
    for index, entry in enumerate(navigation):
        if isinstance(entry, str):
            yield Doubt(
                Code.SETTINGS_PAGE_OUTSIDE_GROUP,
                f"the page {quote_value(entry)} stands outside a group",
                ("navigation", index),
                'Put it into the "pages" of a group.',
            )


def _check_groups(groups: list[_Group]) -> Iterator[Doubt]:
    for place in groups:
        if place.depth > MAX_GROUP_DEPTH:
            yield Doubt(
                Code.SETTINGS_TOO_DEEP,
                f"groups are nested more than {MAX_GROUP_DEPTH} levels deep",
                place.pointer,
                "Use fewer levels of groups.",
                Severity.ERROR,
            )
            continue
        name = name_setting(place.pointer)
        if "group" not in place.group:
            yield Doubt(
                Code.SETTINGS_INCOMPLETE_GROUP,
                f"{name} has no name; its heading is hidden",
                place.pointer,
                'Add "group" with the name, or with "" to hide the heading on purpose.',
            )
        if place.group.get("pages", []) == []:
            yield Doubt(
                Code.SETTINGS_INCOMPLETE_GROUP,
                f"{name} has no pages",
                place.pointer,
                'List its pages under "pages", or remove the group.',
            )


def _check_versions(data: dict[str, Any], groups: list[_Group]) -> Iterator[Doubt]:
    versions = data.get("versions")
    all_names = [
        version.get("name") if isinstance(version, dict) else version
        for version in (versions if isinstance(versions, list) else [])
    ]
    names = [name for name in all_names if isinstance(name, str)]
    yield from _check_default_version(versions)
    owners = [(place.pointer, place.group) for place in groups]
    owners += [(("tabs", index), tab) for index, tab in _list_objects(data.get("tabs"))]
    owners += [(("anchors", index), anchor) for index, anchor in _list_objects(data.get("anchors"))]
    for pointer, owner in owners:
        version = owner.get("version")
        if isinstance(version, str) and version not in names:
            yield _explain_version((*pointer, "version"), version, names)


def _explain_version(pointer: Pointer, version: str, names: list[str]) -> Doubt:
    name = name_setting(pointer)
    if not names:
        message = f"{name} is {quote_value(version)}, but the file has no `versions`"
        return Doubt(Code.SETTINGS_UNKNOWN_VERSION, message, pointer, 'List it in "versions".')
    nearest = find_nearest(version, names)
    return Doubt(
        Code.SETTINGS_UNKNOWN_VERSION,
        f"{name} is {quote_value(version)}, which is not one of `versions`: {_join_names(names)}",
        pointer,
        f'Did you mean "{nearest}"?' if nearest else 'Add it to "versions", or use one of them.',
        Severity.ERROR,
    )


def _check_divisions(data: dict[str, Any], groups: list[_Group]) -> Iterator[Doubt]:
    """Yield the groups of a tab or an anchor that doesn't exist."""
    for key, several in (("tab", "tabs"), ("anchor", "anchors")):
        names = [str(item.get("name")) for _, item in _list_objects(data.get(several))]
        for place in groups:
            name = place.group.get(key)
            if not isinstance(name, str) or name in names:
                continue
            pointer = (*place.pointer, key)
            nearest = find_nearest(name, names)
            yield Doubt(
                Code.SETTINGS_UNKNOWN_DIVISION,
                f"{name_setting(pointer)} is {quote_value(name)}, which is not one of `{several}`",
                pointer,
                f'Did you mean "{nearest}"?' if nearest else f'Add it to "{several}".',
            )


def _join_names(names: list[str]) -> str:
    more = f" and {len(names) - 10} more" if len(names) > 10 else ""
    return ", ".join(quote_value(name) for name in names[:10]) + more


def _check_default_version(versions: Any) -> Iterator[Doubt]:
    """Report additional default versions of the same language."""
    languages: set[str] = set()
    for index, item in _list_objects(versions):
        if item.get("default") is not True:
            continue
        language = str(item.get("locale"))
        if language in languages:
            yield Doubt(
                Code.SETTINGS_SEVERAL_DEFAULTS,
                "more than one version is the default",
                ("versions", index, "default"),
                "Keep `default` on one version only, or on one of each language.",
                Severity.ERROR,
            )
        languages.add(language)


def _check_socials(data: dict[str, Any]) -> Iterator[Doubt]:
    footer = data.get("footer")
    values: list[tuple[Pointer, Any]] = [(("footerSocials",), data.get("footerSocials"))]
    if isinstance(footer, dict):
        values.append((("footer", "socials"), footer.get("socials")))
    for pointer, socials in values:
        entries = [
            ((*pointer, index, "type"), i.get("type")) for index, i in _list_objects(socials)
        ]
        if isinstance(socials, dict):
            entries = [((*pointer, platform), platform) for platform in socials]
        for place, platform in entries:
            if isinstance(platform, str) and platform not in SOCIAL_PLATFORMS:
                yield _explain_social(place, platform)


def _explain_social(pointer: Pointer, platform: str) -> Doubt:
    nearest = find_nearest(platform, SOCIAL_PLATFORMS)
    return Doubt(
        Code.SETTINGS_UNKNOWN_SOCIAL,
        f"{quote_value(platform)} is not a platform that the footer knows; it is left out",
        pointer,
        f"Did you mean `{nearest}`?" if nearest else f"Use one of {', '.join(SOCIAL_PLATFORMS)}.",
    )


def _check_icons(data: dict[str, Any], groups: list[_Group]) -> Iterator[Doubt]:
    owners = [(place.pointer, place.group) for place in groups]
    owners += [(("anchors", index), anchor) for index, anchor in _list_objects(data.get("anchors"))]
    top_anchor = data.get("topAnchor")
    if isinstance(top_anchor, dict):
        owners.append((("topAnchor",), top_anchor))
    for pointer, owner in owners:
        icon = owner.get("icon")
        if isinstance(icon, str) and icon.startswith("fa-"):
            name = name_setting((*pointer, "icon"))
            yield Doubt(
                Code.SETTINGS_ICON_PREFIX,
                f"{name} starts with fa-, which is not part of the name",
                (*pointer, "icon"),
                f"Write {quote_value(icon.removeprefix('fa-'))}.",
            )


def _check_identifiers(data: dict[str, Any]) -> Iterator[Doubt]:
    for pointer, look, pattern in list_likely_forms():
        value: Any = data
        for step in pointer:
            value = value.get(step) if isinstance(value, dict) else None
        if isinstance(value, str) and not re.match(pattern, value.strip()):
            yield Doubt(
                Code.SETTINGS_DOUBTFUL_IDENTIFIER,
                f"{name_setting(pointer)} should {look}, unlike {quote_value(value)}",
                pointer,
                "Compare it with the provider's settings.",
            )
