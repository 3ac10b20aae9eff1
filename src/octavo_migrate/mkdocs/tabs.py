"""Tabs: with `navigation.tabs`, each topmost entry of the navigation is one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from octavo_migrate.mkdocs.navigation import Navigation


def divide_into_tabs(navigation: Navigation) -> dict[str, Any]:
    """Return the navigation, and the tabs that its topmost groups are."""
    if not any(group["group"] for group in navigation.groups):
        return {"navigation": navigation.groups}
    groups: list[Any] = []
    tabs: list[dict[str, str]] = []
    for group in navigation.groups:
        name, pages = group["group"], group["pages"]
        if name and (first := _find_first_page(group, navigation)):
            tabs.append({"name": name, "url": first})
            groups += _lift(group, name)
            continue
        links = (
            []
            if name
            else [each for each in pages if isinstance(each, str) and each in navigation.links]
        )
        for page in links:
            title, address = navigation.links.pop(page)
            tabs.append({"name": title, "url": address})
        if kept := [page for page in pages if page not in links]:
            groups.append({**group, "pages": kept})
    settings: dict[str, Any] = {"tabs": tabs, "navigation": groups}
    first = next(
        (_find_first_page(group, navigation) for group in groups if not group.get("tab")), None
    )
    if first:
        titles = {_strip_ending(path): title for path, title in navigation.titles.items()}
        settings = {"primaryTab": {"name": titles.get(first, "Home")}, **settings}
    return settings


def _strip_ending(path: str) -> str:
    return path.rpartition(".")[0].replace("README", "index")


def _find_first_page(group: dict[str, Any], navigation: Navigation) -> str | None:
    """Return the first page of a group that is no link to another site."""
    for page in group["pages"]:
        if not isinstance(page, str):
            if first := _find_first_page(page, navigation):
                return first
        elif page not in navigation.links:
            return page
    return None


def _lift(group: dict[str, Any], tab: str) -> Iterator[dict[str, Any]]:
    """Yield what a group holds as groups of a tab; the first of its own pages keep its name."""
    name, loose = group["group"], list[str]()
    for page in group["pages"]:
        if isinstance(page, str):
            loose.append(page)
            continue
        if loose:
            yield {"group": name, "tab": tab, "pages": loose}
            name, loose = "", []
        yield {**page, "tab": tab}
    if loose:
        yield {"group": name, "tab": tab, "pages": loose}
