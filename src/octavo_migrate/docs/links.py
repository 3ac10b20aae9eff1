"""Links around the pages: top bar, footer, banner, the menu of a page."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from octavo.settings.json.places import Pointer
from octavo.settings.models.links import MENU_ENTRIES, SOCIAL_PLATFORMS, find_github_repository
from octavo_migrate.docs.notes import Notes


def read_navbar(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """Return the links and the button of the top bar."""
    navbar = value if isinstance(value, dict) else {}
    settings: dict[str, Any] = {}
    links = [
        link
        for index, item in _list_objects(navbar.get("links"))
        if (link := _read_link(item, (*pointer, "links", index), notes))
    ]
    if isinstance(navbar.get("github"), str):
        item = {"type": "github", "href": navbar["github"]}
        links.append(_read_link(item, (*pointer, "github"), notes) or {})
    if links:
        settings["topbarLinks"] = links
    if isinstance(navbar.get("primary"), dict):
        button = _read_link(navbar["primary"], (*pointer, "primary"), notes)
        if button:
            settings["topbarCtaButton"] = button
    for key in navbar.keys() - {"links", "primary", "github"}:
        notes.lose(
            (*pointer, key), f"`navbar.{key}`, which has no equivalent", "Add it to `topbarLinks`."
        )
    return settings


def _read_link(item: dict[str, Any], pointer: Pointer, notes: Notes) -> dict[str, Any] | None:
    url = item.get("href")
    if not isinstance(url, str) or not url:
        notes.lose(pointer, "A link of the top bar that leads nowhere")
        return None
    kind, name = item.get("type"), item.get("label")
    if kind == "github" and find_github_repository(url):
        return {"type": "github", "url": url}
    if item.get("icon") and name:
        notes.lose((*pointer, "icon"), "The icon of a link in the top bar, which shows its name")
    return {"name": name or _find_name(str(kind), item.get("icon"), url), "url": url}


def _find_name(kind: str, icon: Any, url: str) -> str:
    """Return a name for a link that shows only an icon: that of its icon, or where it leads."""
    names = {"github": "GitHub", "discord": "Discord", "x": "X", "x-twitter": "X"}
    word = icon if isinstance(icon, str) else kind
    return names.get(word) or names.get(kind) or urlsplit(url).hostname or "Link"


def read_footer(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """Return profiles and columns of links."""
    old_footer = value if isinstance(value, dict) else {}
    footer: dict[str, Any] = {}
    socials = old_footer.get("socials")
    if isinstance(socials, dict):
        footer["socials"] = {
            key: url for key, url in socials.items() if key in SOCIAL_PLATFORMS and url
        }
        for key in socials.keys() - footer["socials"].keys():
            notes.lose(
                (*pointer, "socials", key),
                f"The profile on `{key}` in the footer, for which there is no icon",
                "Add it to `footer.links`.",
            )
    columns = [
        {
            **({"title": column["header"]} if column.get("header") else {}),
            "links": [
                {"label": link.get("label"), "url": link.get("href")}
                for _, link in _list_objects(column.get("items"))
            ],
        }
        for _, column in _list_objects(old_footer.get("links"))
    ]
    if columns:
        footer["links"] = columns
    return {"footer": footer} if footer else {}


def read_banner(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """Return the message across the top."""
    banner = value if isinstance(value, dict) else {}
    supported = {key: banner[key] for key in ("content", "dismissible") if key in banner}
    for key in banner.keys() - supported.keys():
        notes.lose((*pointer, key), f"`banner.{key}`, which has no equivalent")
    return {"banner": supported} if supported.get("content") else {}


def read_contextual(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """Return the menu of a page."""
    menu = value if isinstance(value, dict) else {}
    options = menu.get("options")
    kept: list[Any] = []
    for index, option in enumerate(options if isinstance(options, list) else ()):
        place = (*pointer, "options", index)
        if isinstance(option, dict):
            entry = _read_own_entry(option, place, notes)
            kept += [entry] if entry else []
        elif option in MENU_ENTRIES:
            kept.append(option)
        else:
            notes.lose(place, f"The entry `{option}` of the page menu")
    for key in menu.keys() - {"options"}:
        notes.lose((*pointer, key), f"`contextual.{key}`, which has no equivalent")
    return {"contextual": {"options": kept}}


def _read_own_entry(option: dict[str, Any], place: Pointer, notes: Notes) -> dict[str, Any] | None:
    href = option.get("href")
    if isinstance(href, dict):
        href = _join_query(href)
        notes.change(place, "An entry of the page menu has its address in one piece")
    if not isinstance(href, str):
        notes.lose(place, "An entry of the page menu that leads nowhere")
        return None
    names = ["title", "description", "icon"]
    return {**{key: option[key] for key in names if key in option}, "href": href}


def _join_query(href: dict[str, Any]) -> str:
    query = href.get("query")
    pairs = [f"{item.get('key')}={item.get('value')}" for _, item in _list_objects(query)] or [
        str(query)
    ] * isinstance(query, str)
    return f"{href.get('base', '')}{'?' if pairs else ''}{'&'.join(pairs)}"


def _list_objects(value: Any) -> list[tuple[int, dict[str, Any]]]:
    items = value if isinstance(value, list) else []
    return [(index, item) for index, item in enumerate(items) if isinstance(item, dict)]
