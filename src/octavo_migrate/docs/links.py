"""Links around the pages: top bar, footer, the menu of a page."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from octavo.settings.models.links import MENU_ENTRIES, SOCIAL_PLATFORMS, find_github_repository
from octavo_migrate.data import list_objects, read_dict, read_list
from octavo_migrate.docs.settings_file import Notes, Part, Pointer

_NAMES = {"github": "GitHub", "discord": "Discord", "x": "X", "x-twitter": "X"}


def read_navbar(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """Return the links and the button of the top bar."""
    navbar = Part(value, pointer, notes)
    several, github, primary = map(navbar.take, ("links", "github", "primary"))
    items: list[tuple[Pointer, dict[str, Any]]] = [
        ((*pointer, "links", index), item) for index, item in list_objects(several)
    ]
    if isinstance(github, str):
        items.append(((*pointer, "github"), {"type": "github", "href": github}))
    settings: dict[str, Any] = {}
    if links := [link for place, item in items if (link := _read_link(item, place, notes))]:
        settings["topbarLinks"] = links
    if isinstance(primary, dict) and (button := _read_link(primary, (*pointer, "primary"), notes)):
        settings["topbarCtaButton"] = button
    navbar.lose_rest("Add it to `topbarLinks`.")
    return settings


def _read_link(item: dict[str, Any], pointer: Pointer, notes: Notes) -> dict[str, Any] | None:
    url = item.get("href")
    if not isinstance(url, str) or not url:
        notes.lose(pointer, "A link of the top bar that leads nowhere")
        return None
    kind, name, icon = item.get("type"), item.get("label"), item.get("icon")
    if kind == "github" and find_github_repository(url):
        return {"type": "github", "url": url}
    if icon and name:
        notes.lose((*pointer, "icon"), "The icon of a link in the top bar, which shows its name")
    # A link that shows only an icon is called like that, or like the site where it leads.
    words = (icon if isinstance(icon, str) else str(kind), str(kind))
    other = next((_NAMES[word] for word in words if word in _NAMES), None)
    return {"name": name or other or urlsplit(url).hostname or "Link", "url": url}


def read_footer(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """Return profiles and columns of links."""
    old_footer = read_dict(value)
    footer: dict[str, Any] = {}
    socials = old_footer.get("socials")
    if isinstance(socials, dict):
        footer["socials"] = {
            key: url for key, url in socials.items() if key in SOCIAL_PLATFORMS and url
        }
        for key in socials:
            if key not in footer["socials"]:
                message = f"The profile on `{key}` in the footer, for which there is no icon"
                notes.lose((*pointer, "socials", key), message, "Add it to `footer.links`.")
    columns = [
        {
            **({"title": column["header"]} if column.get("header") else {}),
            "links": [
                {"label": link.get("label"), "url": link.get("href")}
                for _, link in list_objects(column.get("items"))
            ],
        }
        for _, column in list_objects(old_footer.get("links"))
    ]
    if columns:
        footer["links"] = columns
    return {"footer": footer} if footer else {}


def read_contextual(value: Any, pointer: Pointer, notes: Notes) -> dict[str, Any]:
    """Return the menu of a page."""
    menu = Part(value, pointer, notes)
    kept: list[Any] = []
    for index, option in enumerate(read_list(menu.take("options"))):
        place = (*pointer, "options", index)
        if isinstance(option, dict):
            kept += _read_own_entry(option, place, notes)
        elif option in MENU_ENTRIES:
            kept.append(option)
        else:
            notes.lose(place, f"The entry `{option}` of the page menu")
    menu.lose_rest()
    return {"contextual": {"options": kept}}


def _read_own_entry(option: dict[str, Any], place: Pointer, notes: Notes) -> list[Any]:
    href = option.get("href")
    if isinstance(href, dict):
        query = href.get("query")
        pairs = [f"{item.get('key')}={item.get('value')}" for _, item in list_objects(query)]
        pairs = [query] if isinstance(query, str) else pairs
        href = f"{href.get('base', '')}{'?' if pairs else ''}{'&'.join(pairs)}"
        notes.change(place, "An entry of the page menu has its address in one piece")
    if not isinstance(href, str):
        notes.lose(place, "An entry of the page menu that leads nowhere")
        return []
    names = ("title", "description", "icon")
    return [{**{key: option[key] for key in names if key in option}, "href": href}]
